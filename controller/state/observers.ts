import type { Dependencies, EntityPath, Touched } from "../contract.ts";
import { overlap } from "./path_sets.ts";
import type { State } from "../graph/state.ts";

/**
 * Told by a {@linkcode Store} after a dispatch that changed the visible state.
 *
 * @param visibleState The state with all pending optimistic layers applied.
 * @param touched What the dispatch changed.
 * @param isOptimistic Whether an optimistic change came or was taken back, and nothing was confirmed.
 */
export type StoreListener = (
  visibleState: State,
  touched: Touched,
  isOptimistic: boolean,
) => void;

/** Somebody who wants to be told. */
export class Observer {
  /** Position in the order of registration. */
  readonly position: number;
  /** The last round of notifications before the registration. */
  readonly since: number;
  /** Whether it still wants to be told. */
  isActive = true;
  readonly #listener: StoreListener;

  /**
   * @param listener Told what changed.
   * @param position Position in the order of registration.
   * @param since The last round of notifications before the registration.
   */
  constructor(listener: StoreListener, position: number, since: number) {
    this.#listener = listener;
    this.position = position;
    this.since = since;
  }

  /** Tells what changed; a listener that throws affects nobody else. */
  notify(...change: Parameters<StoreListener>): void {
    try {
      this.#listener(...change);
    } catch (error) {
      console.error(error);
    }
  }
}

/** From how many entities on an observer is kept with their tables. */
const many = 32;

/**
 * Finds whom a change concerns, for what the change costs: observers are
 * registered under what they depend on. One that depends on many entities is
 * registered once for all of them, and asked.
 */
export class Observers {
  readonly #entities = new Map<string, Register>();
  readonly #groups = new Map<string, Map<Observer, EntityGroup>>();
  readonly #tables = new Register();
  readonly #endpoints = new Register();

  /**
   * Registers an observer.
   *
   * @param dependencies What it depends on.
   * @param observer Whom to find.
   */
  add(dependencies: Dependencies, observer: Observer): void {
    const { entities, tables, endpoints } = dependencies;
    if (entities.length >= many) this.#addGroups(entities, observer);
    else {
      for (const { key, pk } of entities) {
        let register = this.#entities.get(key);
        if (register === undefined) {
          this.#entities.set(key, register = new Register());
        }
        register.add(pk, observer);
      }
    }
    for (const key of tables) this.#tables.add(key, observer);
    for (const key of endpoints) this.#endpoints.add(key, observer);
  }

  /**
   * Ends a registration.
   *
   * @param dependencies The object it was made with.
   * @param observer Whom to find no more.
   */
  remove(dependencies: Dependencies, observer: Observer): void {
    const { entities, tables, endpoints } = dependencies;
    if (entities.length >= many) this.#removeGroups(entities, observer);
    else {
      for (const { key, pk } of entities) {
        const register = this.#entities.get(key);
        register?.delete(pk, observer);
        if (register?.isEmpty) this.#entities.delete(key);
      }
    }
    for (const key of tables) this.#tables.delete(key, observer);
    for (const key of endpoints) this.#endpoints.delete(key, observer);
  }

  /** Observers whose dependencies were touched, in order of registration; not for changes of everything. */
  affectedBy(touched: Touched): Observer[] {
    const affected = new Set<Observer>();
    for (const [key, pks] of touched.entities) {
      this.#tables.collect(key, affected);
      const register = this.#entities.get(key);
      if (register !== undefined) {
        for (const pk of pks) register.collect(pk, affected);
      }
      const groups = this.#groups.get(key);
      if (groups === undefined) continue;
      for (const [observer, group] of groups) {
        if (group.hasAny(pks)) affected.add(observer);
      }
    }
    for (const key of touched.endpoints) {
      this.#endpoints.collect(key, affected);
    }
    return [...affected].sort((left, right) => left.position - right.position);
  }

  #addGroups(entities: readonly EntityPath[], observer: Observer): void {
    for (const [key, group] of groupsOf(entities)) {
      const groups = this.#groups.get(key);
      if (groups === undefined) {
        this.#groups.set(key, new Map([[observer, group]]));
      } else {
        groups.set(observer, group);
      }
    }
  }

  #removeGroups(entities: readonly EntityPath[], observer: Observer): void {
    for (const key of groupsOf(entities).keys()) {
      const groups = this.#groups.get(key);
      if (groups?.delete(observer) && groups.size === 0) {
        this.#groups.delete(key);
      }
    }
  }
}

/** Observers by name; most names have one, which then needs no set. */
class Register {
  readonly #byName = new Map<string, Observer | Set<Observer>>();

  get isEmpty(): boolean {
    return this.#byName.size === 0;
  }

  add(name: string, observer: Observer): void {
    const present = this.#byName.get(name);
    if (present === undefined) this.#byName.set(name, observer);
    else if (present instanceof Set) present.add(observer);
    else if (present !== observer) {
      this.#byName.set(name, new Set([present, observer]));
    }
  }

  delete(name: string, observer: Observer): void {
    const present = this.#byName.get(name);
    if (present === observer) this.#byName.delete(name);
    else if (present instanceof Set) {
      present.delete(observer);
      if (present.size === 0) this.#byName.delete(name);
    }
  }

  collect(name: string, into: Set<Observer>): void {
    const present = this.#byName.get(name);
    if (present === undefined) return;
    if (present instanceof Set) { for (const each of present) into.add(each); }
    else into.add(present);
  }
}

/** Many entities of one table. */
class EntityGroup {
  readonly pks: string[] = [];
  #set: Set<string> | undefined;

  hasAny(pks: ReadonlySet<string>): boolean {
    return overlap(pks, this.#set ??= new Set(this.pks));
  }
}

const knownGroups = new WeakMap<
  readonly EntityPath[],
  ReadonlyMap<string, EntityGroup>
>();

/** Entities by table; made once for each list, however many observers share it. */
function groupsOf(
  entities: readonly EntityPath[],
): ReadonlyMap<string, EntityGroup> {
  const known = knownGroups.get(entities);
  if (known !== undefined) return known;
  const groups = new Map<string, EntityGroup>();
  let lastKey: string | undefined;
  let group: EntityGroup | undefined;
  for (const { key, pk } of entities) {
    if (key !== lastKey) {
      lastKey = key;
      group = groups.get(key);
      if (group === undefined) groups.set(key, group = new EntityGroup());
    }
    group!.pks.push(pk);
  }
  knownGroups.set(entities, groups);
  return groups;
}
