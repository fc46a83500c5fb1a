import { TableMap } from "../../schema/engine.ts";
import type { Touched } from "../contract.ts";

/** Everything one commit changed: what readers can see, and what only layers and collection care about. */
export interface Changes extends Touched {
  /** Entities of which only the meta changed, by table. */
  readonly metas: ReadonlyMap<string, ReadonlySet<string>>;
  /** Tables that got new primary keys. */
  readonly grown: ReadonlySet<string>;
}

/** Collects what a commit changes; most commits change little, so what collects is made when needed. */
export class TouchedSet implements Changes {
  readonly everything = false;
  #endpoints: Set<string> | undefined;
  #grown: Set<string> | undefined;
  #entities: PathSet | undefined;
  #metas: PathSet | undefined;

  /** Endpoint keys of which entry or meta changed. */
  get endpoints(): ReadonlySet<string> {
    return this.#endpoints ?? noNames;
  }

  /** Tables that got new primary keys. */
  get grown(): ReadonlySet<string> {
    return this.#grown ?? noNames;
  }

  /** Entities whose row was added, changed, invalidated or removed, by table. */
  get entities(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#entities?.byTable ?? noPaths;
  }

  /** Entities of which only the meta changed, by table. */
  get metas(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#metas?.byTable ?? noPaths;
  }

  /** Notes that the row of an entity changed. */
  entity(key: string, pk: string): void {
    (this.#entities ??= new PathSet()).add(key, pk);
  }

  /** Notes that only the meta of an entity changed. */
  meta(key: string, pk: string): void {
    (this.#metas ??= new PathSet()).add(key, pk);
  }

  /** Notes that a table changed as a whole, such as by coming into existence. */
  table(key: string): void {
    (this.#entities ??= new PathSet()).addTable(key);
  }

  /** Notes that a table got a new primary key. */
  growth(key: string): void {
    if (this.#grown === undefined) this.#grown = new Set([key]);
    else this.#grown.add(key);
  }

  /** Notes that entry or meta of an endpoint key changed. */
  endpoint(key: string): void {
    if (this.#endpoints === undefined) this.#endpoints = new Set([key]);
    else this.#endpoints.add(key);
  }

  /** Notes everything that other changes contain. */
  addAll(changes: Changes): void {
    (this.#entities ??= new PathSet()).addAll(changes.entities);
    (this.#metas ??= new PathSet()).addAll(changes.metas);
    for (const key of changes.endpoints) this.endpoint(key);
    for (const key of changes.grown) this.growth(key);
  }
}

const noNames: ReadonlySet<string> = new Set();
const noPaths: ReadonlyMap<string, ReadonlySet<string>> = new Map();

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
  readonly #listed = new TableMap<string[]>();
  #byTable: Map<string, Set<string>> | undefined;
  /** Whether lists have what the sets have not. */
  #isListed = false;

  add(key: string, pk: string): void {
    const list = this.#listed.get(key);
    if (list === undefined) this.#listed.add(key, [pk]);
    else list.push(pk);
    this.#isListed = true;
  }

  addTable(key: string): string[] {
    this.#isListed = true;
    return this.#listed.get(key) ?? this.#listed.add(key, []);
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
    const { keys, values } = this.#listed;
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]!;
      const list = values[index]!;
      let set = byTable.get(key);
      if (set === undefined) byTable.set(key, set = new Set());
      for (const pk of list) set.add(pk);
      list.length = 0;
    }
    return byTable;
  }
}
