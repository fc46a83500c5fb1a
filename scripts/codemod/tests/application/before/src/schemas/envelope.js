import { INVALID } from '@data-client/normalizr';

/**
 * `{ data, withdrawn }`: rows, and primary keys of rows that are not to be
 * shown any more.
 */
export class Envelope {
  constructor(entity) {
    this.entity = entity;
  }

  normalize(input, parent, key, args, visit, delegate, parentEntity) {
    for (const pk of input.withdrawn ?? []) {
      delegate.setEntity(this.entity, pk, INVALID);
    }
    const rows = input.data.map((row) => visit(this.entity, row, input, 'data', args));
    return { rows, total: input.total };
  }

  denormalize = (input, args, unvisit) => {
    const rows = input.rows
      .map((pk) => unvisit(this.entity, pk))
      .filter((row) => typeof row === 'object');
    return { rows, total: input.total };
  };

  queryKey() {
    return undefined;
  }
}
