import type { Touched } from "../contract.ts";

/** Everything one commit changed: what readers can see, and what only layers and collection care about. */
export interface Changes extends Touched {
  /** Entities of which only the meta changed, by table. */
  readonly metas: ReadonlyMap<string, ReadonlySet<string>>;
  /** Tables that got new primary keys. */
  readonly grown: ReadonlySet<string>;
}

/** Collects what a commit changes. */
export class TouchedSet implements Changes {
  readonly everything = false;
  readonly endpoints: Set<string> = new Set();
  readonly grown: Set<string> = new Set();
  readonly #entities = new PathSet();
  readonly #metas = new PathSet();

  /** Entities whose row was added, changed, invalidated or removed, by table. */
  get entities(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#entities.byTable;
  }

  /** Entities of which only the meta changed, by table. */
  get metas(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#metas.byTable;
  }

  /** Notes that the row of an entity changed. */
  entity(key: string, pk: string): void {
    this.#entities.add(key, pk);
  }

  /** Notes that only the meta of an entity changed. */
  meta(key: string, pk: string): void {
    this.#metas.add(key, pk);
  }

  /** Notes that a table changed as a whole, such as by coming into existence. */
  table(key: string): void {
    this.#entities.addTable(key);
  }

  /** Notes everything that other changes contain. */
  addAll(changes: Changes): void {
    this.#entities.addAll(changes.entities);
    this.#metas.addAll(changes.metas);
    for (const key of changes.endpoints) this.endpoints.add(key);
    for (const key of changes.grown) this.grown.add(key);
  }
}

/** What a transition without effect changed. */
export const nothingTouched: Changes = {
  entities: new Map(),
  metas: new Map(),
  endpoints: new Set(),
  grown: new Set(),
  everything: false,
};

/** What changed when a state was put in the place of another. */
export const everythingTouched: Changes = {
  ...nothingTouched,
  everything: true,
};

/** Entities by table. Large responses list each entity once, so the sets are made when somebody asks. */
class PathSet {
  #listed = new Map<string, string[]>();
  #byTable: Map<string, Set<string>> | undefined;
  /** Whether lists have what the sets have not. */
  #isListed = false;
  #lastKey: string | undefined;
  #lastList: string[] | undefined;

  add(key: string, pk: string): void {
    if (key !== this.#lastKey) {
      this.#lastKey = key;
      this.#lastList = this.addTable(key);
    }
    this.#lastList!.push(pk);
    this.#isListed = true;
  }

  addTable(key: string): string[] {
    let list = this.#listed.get(key);
    if (list === undefined) this.#listed.set(key, list = []);
    this.#isListed = true;
    return list;
  }

  addAll(paths: ReadonlyMap<string, ReadonlySet<string>>): void {
    for (const [key, pks] of paths) {
      const list = this.addTable(key);
      for (const pk of pks) list.push(pk);
    }
  }

  get byTable(): ReadonlyMap<string, ReadonlySet<string>> {
    const byTable = this.#byTable ??= new Map();
    if (!this.#isListed) return byTable;
    this.#isListed = false;
    for (const [key, list] of this.#listed) {
      let set = byTable.get(key);
      if (set === undefined) byTable.set(key, set = new Set());
      for (const pk of list) set.add(pk);
      list.length = 0;
    }
    return byTable;
  }
}
