import type { EntityReader } from "./contract.ts";

/**
 * The tables a value was made from. Sets are interned, so that values over the
 * same tables share one set and one look at the revisions serves all of them:
 * while no revision moved, everything made from these tables is as it was.
 */
export class TableSet {
  readonly keys: readonly string[];
  readonly #registry: TableSetRegistry;
  readonly #unions = new Map<TableSet, TableSet>();
  #lastOther: TableSet | undefined;
  #lastUnion: TableSet | undefined;
  #revisions: unknown[] = [];
  #epoch = 0;
  /** Moves when a revision moved; a value is known current for one stamp. */
  #stamp = 1;
  #followed = 0;

  constructor(registry: TableSetRegistry, keys: readonly string[]) {
    this.#registry = registry;
    this.keys = keys;
  }

  /** The stamp in the state that a view looks at; positive. */
  stampFor(view: RevisionView): number {
    if (this.#epoch !== view.epoch) this.#moveTo(view);
    return this.#stamp;
  }

  /**
   * What was current at this stamp still is unless the view tells that it
   * changed; 0 if there is no such stamp.
   */
  get followed(): number {
    return this.#followed;
  }

  /**
   * Looks at the revisions on behalf of all sets that contain this one.
   * Otherwise a set that is not asked for while the state is another one would
   * not notice that anything moved when the state comes back.
   */
  lookAround(view: RevisionView): void {
    for (const set of this.#registry.supersetsOf(this)) set.stampFor(view);
  }

  /** The set of all tables of both. */
  union(other: TableSet): TableSet {
    if (other === this || other.keys.length === 0) return this;
    if (this.keys.length === 0) return other;
    if (this.#lastOther === other) return this.#lastUnion!;
    let union = this.#unions.get(other);
    if (union === undefined) {
      union = this.#registry.of([...this.keys, ...other.keys]);
      this.#unions.set(other, union);
    }
    this.#lastOther = other;
    return this.#lastUnion = union;
  }

  #moveTo(view: RevisionView): void {
    this.#epoch = view.epoch;
    const { keys } = this;
    if (keys.length === 0) return;
    const revisions = this.#revisions;
    // what a mutable reader shows under one revision may differ later
    const isMoved = view.isMutable ||
      keys.some((key, index) => revisionOf(key, view) !== revisions[index]);
    this.#followed = 0;
    if (!isMoved) return;
    if (keys.every((key, index) => view.hadBefore(key, revisions[index]))) {
      this.#followed = this.#stamp;
    }
    for (let index = 0; index < keys.length; index++) {
      revisions[index] = revisionOf(keys[index]!, view);
    }
    this.#stamp++;
  }
}

/** One state as it is looked at by reads. */
export interface RevisionView {
  readonly reader: EntityReader;
  /** Unique for each view. */
  readonly epoch: number;
  /** Whether the reader can still be written to, so that nothing may be taken for granted. */
  readonly isMutable: boolean;
  /** Whether the state looked at before had this revision of a table. */
  hadBefore(key: string, revision: unknown): boolean;
}

const NEVER: unique symbol = Symbol("never");

function revisionOf(key: string, { isMutable, reader }: RevisionView): unknown {
  return isMutable ? NEVER : reader.getEntities(key)?.revision;
}

/** Interns table sets. */
export class TableSetRegistry {
  readonly #sets = new Map<string, TableSet>();
  readonly #single = new Map<string, TableSet>();
  readonly #supersets = new Map<TableSet, TableSet[]>();
  /** The empty set. */
  readonly none: TableSet = new TableSet(this, []);

  /** The set of one table. */
  single(key: string): TableSet {
    let set = this.#single.get(key);
    if (set === undefined) this.#single.set(key, set = this.of([key]));
    return set;
  }

  /** The set of these tables, given in any order and with repetitions. */
  of(keys: readonly string[]): TableSet {
    if (keys.length === 0) return this.none;
    const unique = [...new Set(keys)].sort();
    const name = JSON.stringify(unique);
    let set = this.#sets.get(name);
    if (set === undefined) {
      set = new TableSet(this, unique);
      this.#sets.set(name, set);
      this.#relate(set);
    }
    return set;
  }

  /** All sets that contain a set, itself among them. */
  supersetsOf(set: TableSet): readonly TableSet[] {
    return this.#supersets.get(set) ?? [];
  }

  #relate(added: TableSet): void {
    const supersets = [added];
    for (const [set, others] of this.#supersets) {
      if (contains(added, set)) others.push(added);
      if (contains(set, added)) supersets.push(set);
    }
    this.#supersets.set(added, supersets);
  }
}

function contains(larger: TableSet, smaller: TableSet): boolean {
  return smaller.keys.every((key) => larger.keys.includes(key));
}
