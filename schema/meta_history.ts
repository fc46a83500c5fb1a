import type { EntityMeta } from "./contract.ts";

/** Metas that remember something that nobody sees who looks at their members. */
export interface MetaHistories<History> {
  /** A meta with the members of another one that remembers something. */
  create(meta: EntityMeta, history: History): EntityMeta;
  /** What a meta remembers. */
  of(meta: EntityMeta): History | undefined;
}

/** A constructor that returns an object lets a subclass add its private fields to that. */
class Given {
  constructor(meta: EntityMeta) {
    return meta;
  }
}

/**
 * Makes a kind of metas. They are plain objects with a private field: copies,
 * comparisons and JSON are without it. A WeakMap would do the same, but asks
 * some engines for more than a microsecond for each meta.
 */
export function createMetaHistories<History>(): MetaHistories<History> {
  class RememberingMeta extends Given {
    readonly #history: History;

    constructor(meta: EntityMeta, history: History) {
      super({ ...meta });
      this.#history = history;
    }

    static historyOf(meta: EntityMeta): History | undefined {
      return #history in meta ? meta.#history : undefined;
    }
  }
  return {
    create: (meta, history) =>
      new RememberingMeta(meta, history) as unknown as EntityMeta,
    of: RememberingMeta.historyOf,
  };
}
