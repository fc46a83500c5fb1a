import type { EntityMeta } from "./contract.ts";

/** Metas that remember something that nobody sees who looks at their members. */
export interface MetaHistories<History> {
  /** A meta with the members of another one that remembers something. */
  create(meta: EntityMeta, history: History): EntityMeta;
  /** What a meta remembers. */
  of(meta: EntityMeta): History | undefined;
}

/**
 * Makes a kind of metas. They differ from others by a private field: copies,
 * comparisons and JSON are without it. A WeakMap would do the same, but asks
 * some engines for more than a microsecond for each meta.
 */
export function createMetaHistories<History>(): MetaHistories<History> {
  class RememberingMeta implements EntityMeta {
    declare readonly fetchedAt: number;
    declare readonly date: number;
    declare readonly expiresAt: number;
    readonly #history: History;

    constructor(meta: EntityMeta, history: History) {
      Object.assign(this, meta);
      this.#history = history;
    }

    static historyOf(meta: EntityMeta): History | undefined {
      return #history in meta ? meta.#history : undefined;
    }
  }
  // to whoever compares, they are plain objects
  Object.defineProperty(RememberingMeta.prototype, "constructor", {
    value: Object,
  });
  return {
    create: (meta, history) => new RememberingMeta(meta, history),
    of: RememberingMeta.historyOf,
  };
}
