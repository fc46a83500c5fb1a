
/**
 * `{ data, withdrawn }`: rows, and primary keys of rows that are not to be
 * shown any more.
 */
export class Envelope {
  constructor(entity) {
    this.entity = entity;
  }

  normalize(input, parent, key, delegate, parentEntity) {
    for (const pk of input.withdrawn ?? []) {
      delegate.invalidate(this.entity, pk);
    }
    const rows = input.data.map((row) => delegate.visit(this.entity, row, input, 'data'));
    return { rows, total: input.total };
  }

  denormalize = (input, delegate) => {
    const rows = input.rows
      .map((pk) => delegate.unvisit(this.entity, pk))
      .filter((row) => typeof row === 'object');
    return { rows, total: input.total };
  };

  queryKey() {
    return undefined;
  }
}
