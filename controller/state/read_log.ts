import type { Dependencies } from "../contract.ts";

/** What a computation read. */
export class ReadLog {
  /** Entities, missing ones included, by table. */
  readonly entities: Map<string, Set<string>> = new Map();
  /** Tables or their indexes as a whole. */
  readonly tables: Set<string> = new Set();
  /** Endpoint keys. */
  readonly endpoints: Set<string> = new Set();
  /** Nobody knows what was read. */
  isUnknown = false;

  /** Notes an entity. */
  entity(key: string, pk: string): void {
    const pks = this.entities.get(key);
    if (pks === undefined) this.entities.set(key, new Set([pk]));
    else pks.add(pk);
  }

  /** Notes a whole table. */
  table(key: string): void {
    this.tables.add(key);
  }

  /** Notes an endpoint key. */
  endpoint(key: string): void {
    this.endpoints.add(key);
  }

  /** Notes what a value was computed from; `undefined` when that is not known. */
  dependencies(dependencies: Dependencies | undefined): void {
    if (dependencies === undefined) {
      this.isUnknown = true;
      return;
    }
    for (const { key, pk } of dependencies.entities) this.entity(key, pk);
    for (const key of dependencies.tables) this.table(key);
    for (const key of dependencies.endpoints) this.endpoint(key);
  }
}
