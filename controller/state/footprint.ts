import type { Dependencies, GCAction } from "../contract.ts";
import { addPath, overlap, type PathSets, pathsOverlap } from "./path_sets.ts";
import type { Changes } from "./touched.ts";

/** What one layer, or many, read and wrote: it tells whether a commit concerns them, at the cost of the commit. */
export class Footprint {
  /** Tables that were written. */
  readonly writtenTables: Set<string> = new Set();
  /** Entities that were read or written, missing ones included, by table. */
  readonly #entities = new Map<string, Set<string>>();
  /** Tables that were read as a whole, or their indexes. */
  readonly #tables = new Set<string>();
  /** Tables that got new primary keys. */
  readonly #grown = new Set<string>();
  /** Endpoint keys that were read or written. */
  readonly #endpoints = new Set<string>();

  /** Notes that an entity was read. */
  entity(key: string, pk: string): void {
    addPath(this.#entities, key, pk);
  }

  /** Notes that a whole table was read. */
  table(key: string): void {
    this.#tables.add(key);
  }

  /** Notes that an endpoint key was read. */
  endpoint(key: string): void {
    this.#endpoints.add(key);
  }

  /** Notes what a value was computed from. */
  dependencies({ entities, tables, endpoints }: Dependencies): void {
    for (const { key, pk } of entities) this.entity(key, pk);
    addTo(this.#tables, tables);
    addTo(this.#endpoints, endpoints);
  }

  /** Notes what was written. */
  writes({ entities, metas, grown, endpoints }: Changes): void {
    for (const paths of [entities, metas]) {
      addTo(this.writtenTables, paths.keys());
      this.#addPaths(paths);
    }
    addTo(this.#grown, grown);
    addTo(this.#endpoints, endpoints);
  }

  /** Notes everything that another one contains. */
  addAll(other: Footprint): void {
    addTo(this.writtenTables, other.writtenTables);
    this.#addPaths(other.#entities);
    addTo(this.#tables, other.#tables);
    addTo(this.#grown, other.#grown);
    addTo(this.#endpoints, other.#endpoints);
  }

  /** A removal of unused data without what was read or written: it may be computed from again. */
  spare(removal: GCAction): GCAction {
    return {
      ...removal,
      entities: removal.entities.filter(({ key, pk }) =>
        !this.#entities.get(key)?.has(pk)
      ),
      endpoints: removal.endpoints.filter((key) => !this.#endpoints.has(key)),
    };
  }

  /** Whether it could make a difference that something else changes. */
  isConcernedBy(changes: Changes): boolean {
    if (changes.everything) return true;
    for (const key of this.#tables) {
      if (changes.entities.has(key)) return true;
    }
    return pathsOverlap(changes.entities, this.#entities) ||
      pathsOverlap(changes.metas, this.#entities) ||
      // the order in which primary keys came into a table can be seen
      overlap(changes.grown, this.#grown) ||
      overlap(changes.endpoints, this.#endpoints);
  }

  #addPaths(paths: PathSets): void {
    for (const [key, pks] of paths) {
      const known = this.#entities.get(key);
      if (known === undefined) this.#entities.set(key, new Set(pks));
      else addTo(known, pks);
    }
  }
}

function addTo(set: Set<string>, items: Iterable<string>): void {
  for (const item of items) set.add(item);
}
