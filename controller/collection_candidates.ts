import type { State } from "./state/state.ts";

/** Something that may be collected: an entity, or without `pk` a response. */
export interface Candidate {
  /** Table of the entity, or key of the response. */
  readonly key: string;
  /** Primary key of the entity. */
  readonly pk: string | undefined;
}

/**
 * What nobody uses at present, each thing once. Tables that have grown are
 * looked through at the next sweep instead of listing every new entity.
 */
export class CollectionCandidates {
  readonly #keys = new Set<string>();
  readonly #entities = new Map<string, Set<string>>();
  readonly #grownTables = new Set<string>();
  /** Nothing is known yet of what the store holds. */
  #isEverything = false;
  #sweep: Iterator<Candidate> | undefined;

  /** Adds a response. */
  addKey(key: string): void {
    this.#keys.add(key);
  }

  /** Adds an entity. */
  addEntity(key: string, pk: string): void {
    let pks = this.#entities.get(key);
    if (pks === undefined) this.#entities.set(key, pks = new Set());
    pks.add(pk);
  }

  /** Adds the entities of a table that are not yet known. */
  addTable(key: string): void {
    this.#grownTables.add(key);
  }

  /** Adds everything the store holds. */
  addEverything(): void {
    this.#isEverything = true;
  }

  /** Drops a candidate that is in use or gone. */
  drop({ key, pk }: Candidate): void {
    if (pk === undefined) {
      this.#keys.delete(key);
      return;
    }
    const pks = this.#entities.get(key);
    if (pks?.delete(pk) && pks.size === 0) this.#entities.delete(key);
  }

  /**
   * The next candidate of the current sweep, which begins with the first call.
   *
   * @param state Where to look for candidates that are not known one by one.
   * @returns `undefined` when the sweep has seen all.
   */
  next(state: State): Candidate | undefined {
    this.#sweep ??= this.#walk(state);
    const { value, done } = this.#sweep.next();
    return done ? undefined : value;
  }

  /** The next call of {@linkcode CollectionCandidates.next} begins a new sweep. */
  endSweep(): void {
    this.#sweep = undefined;
  }

  *#walk(state: State): Generator<Candidate> {
    const isEverything = this.#isEverything;
    const tables = isEverything ? state.tableKeys() : [...this.#grownTables];
    this.#isEverything = false;
    this.#grownTables.clear();
    for (const key of this.#keys) yield { key, pk: undefined };
    for (const [key, pks] of this.#entities) {
      for (const pk of pks) yield { key, pk };
    }
    if (isEverything) {
      for (const key of state.endpointKeys()) {
        if (this.#keys.has(key)) continue;
        this.#keys.add(key);
        yield { key, pk: undefined };
      }
    }
    for (const key of tables) {
      for (const pk of state.getEntities(key)?.keys() ?? []) {
        if (this.#entities.get(key)?.has(pk)) continue;
        this.addEntity(key, pk);
        yield { key, pk };
      }
    }
  }
}
