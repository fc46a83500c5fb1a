import type {
  ActionTypes,
  FetchAction,
  ResetAction,
  StoredParts,
} from "../../contract.ts";
import type { CommitNotice, Controller } from "../../controller.ts";
import {
  type Environment,
  environmentOf,
  type EnvironmentOptions,
  startTimer,
  type TimerHandle,
} from "../../environment.ts";
import { longAgo, needsFetch, notAfter } from "../../expiry.ts";
import { absent } from "../../graph/graph.ts";
import { State, versionOf } from "../../graph/state.ts";
import { nothing, stored } from "../../promises.ts";
import { type StateJSON, timesOf } from "../../state/plain_state.ts";
import {
  decodeValue,
  definedMembers,
  encodeValue,
} from "../../state/serialize.ts";
import type { EntityMeta } from "../../../schema/contract.ts";
import {
  fullOrders,
  isObject,
  type PlainOrders,
  plainOrders,
  withOrders,
} from "../../../schema/engine.ts";
import { INVALID, isInvalid } from "../../../schema/mod.ts";
import {
  mergeEntity,
  mergeResponse,
  stampOf,
  type StoredEntity,
  type StoredResponse,
} from "../../merge_stored.ts";
import { StoredSession } from "../stored_session.ts";
import { type KeyValueStorage, namesIn } from "./storages.ts";
import type { Manager, ManagerRole, Middleware } from "../../manager.ts";

/** An entity, or the response of an endpoint, of which a {@linkcode PersistManager} is asked. */
export type PersistedKind = "entity" | "endpoint";

/**
 * Tells one stored thing from others, for a {@linkcode PersistManager}.
 *
 * @param kind An entity or a response.
 * @param name Key of the entity's class; of a response its key.
 * @param key Primary key of the entity; of a response its key.
 */
export type PersistedTest = (
  kind: PersistedKind,
  name: string,
  key: string,
) => boolean;

/** The options of a {@linkcode PersistManager}: what it stores, where, and for how long. */
export interface PersistOptions extends EnvironmentOptions {
  /** The storage: `localStorage`, or one of the storages of this entry. */
  readonly storage: KeyValueStorage;
  /** The prefix of all names in the storage. Default `"dc"`. */
  readonly prefix?: string | undefined;
  /** A version of the application's data: what another one stored is removed. Default `""`. */
  readonly buster?: string | undefined;
  /** How long something stays after it was stored, in milliseconds. Default: a day. */
  readonly maxAge?: number | undefined;
  /** How long changes are collected before they are written, in milliseconds. Default 1000. */
  readonly throttle?: number | undefined;
  /** How long a request waits for what is stored of its response, in milliseconds. Default 500. */
  readonly restoreTimeout?: number | undefined;
  /** The data to store. Default: everything. */
  readonly include?: PersistedTest | undefined;
  /** The data not to store. Default: nothing. */
  readonly exclude?: PersistedTest | undefined;
  /** Whether what the collector removes from memory is removed here as well. Default `false`. */
  readonly mirrorGC?: boolean | undefined;
  /** When something is restored: at once, when it is first read or nothing else is to do, or never. Default: at once. */
  readonly hydrate?:
    | ((
      kind: PersistedKind,
      name: string,
      key: string,
    ) => "now" | "lazy" | "never")
    | undefined;
  /** Makes what is stored of plain data. Default: text, or the data itself where the storage takes data. */
  readonly serialize?: ((data: unknown) => unknown) | undefined;
  /** Undoes `serialize`. */
  readonly deserialize?: ((raw: unknown) => unknown) | undefined;
  /** Called with what could not be read or written. Nothing of it reaches the application otherwise. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** The name of an item, what it stands for, and when it is restored. */
interface Item {
  readonly name: string;
  readonly kind: PersistedKind;
  /** Key of the class; the endpoint key of a response. */
  readonly table: string;
  /** Primary key; the endpoint key of a response. */
  readonly key: string;
  /** Whether it is restored at once; otherwise when it is read, or nothing else is to do. */
  isUrgent?: boolean;
}

/** What is stored of the whole: read first, and compared before each write. */
interface Header {
  readonly format: number;
  readonly buster: string;
  /** Fields by whose values entities are found, by table. */
  readonly indexed?: { readonly [table: string]: readonly string[] };
  /** How many lists of names there are, where the storage has none. */
  readonly lists?: number;
}

/** Hosts other than browsers have no page that can be left. */
const page = globalThis as {
  addEventListener?(type: string, listener: () => unknown): void;
  removeEventListener?(type: string, listener: () => unknown): void;
};

/** When something was stored and until when it is fresh; wall clock in milliseconds. */
interface Times {
  readonly date: number;
  readonly expiresAt: number;
}

const format = 1;
const timeNames = ["date", "fetchedAt", "expiresAt"] as const;
/** Name of the record of the session. It stays when everything else is removed. */
const record = "s";
const day = 86_400_000;
/** Items that are read at a time. */
const batch = 200;
/** How long one piece of restoring may take, in milliseconds. */
const slice = 6;

/**
 * Stores what is in memory over reloads and restarts, item by item, and
 * restores it again while the server is asked what is new. Of a change only
 * what changed is written.
 *
 * Give it first, so that requests wait for what is stored.
 *
 * @example
 * ```ts
 * import { createClient, Entity, getDefaultManagers } from "@tessera/client";
 * import { PersistManager } from "@tessera/client/persist";
 * import { assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Port";
 * }
 * const texts = new Map<string, string>();
 * const storage = {
 *   getItem: (name: string) => texts.get(name),
 *   setItem: (name: string, text: string) => texts.set(name, text),
 *   removeItem: (name: string) => texts.delete(name),
 *   keys: () => texts.keys(),
 * };
 * const open = (persist: PersistManager) =>
 *   createClient({ managers: [persist, ...getDefaultManagers()] });
 *
 * const before = new PersistManager({ storage });
 * {
 *   await using client = open(before);
 *   await client.set(Port, { id: "rtm" }, { id: "rtm", name: "Rotterdam" });
 *   await before.flush();
 * }
 * const after = new PersistManager({ storage });
 * await using client = open(after);
 * await after.ready;
 * assertEquals(client.get(Port, { id: "rtm" })?.name, "Rotterdam");
 * ```
 */
export class PersistManager implements Manager {
  /** Lets the order of managers be checked. */
  readonly role: ManagerRole = "persist";
  readonly #options: PersistOptions;
  readonly #environment: Environment;
  readonly #prefix: string;
  readonly #session: StoredSession;
  #controller: Controller | undefined;
  #stopListening: (() => void) | undefined;
  /** What is confirmed now. */
  #state: State | undefined;
  /** What has changed since the last write. */
  #changed = new Map<string, Item>();
  #removed = new Set<string>();
  #mustClear = false;
  /** Counts what removes everything. */
  #clears = 0;
  #timer: TimerHandle;
  #writing: Promise<void> = stored;
  #isPaused = false;
  #isLeaving = false;
  /** Another version of the application writes here now. */
  #isRetired = false;
  #isHeaderWritten = false;
  /** All items that are stored, and when each was stored. */
  readonly #stored = new Map<string, number>();
  /** Items that are stored and not yet restored. */
  readonly #unrestored = new Map<string, Item>();
  #indexed: Record<string, readonly string[]> = {};
  /** Names that no list has, where the storage has none itself. */
  #lists = 0;
  readonly #listed = new Set<string>();
  readonly #excluded = new Set<string>();
  readonly #seen = new WeakSet<object>();
  readonly #reported = new Set<string>();
  #lastReport = -Infinity;
  /** Counts `init` and `cleanup`; odd while the manager runs. */
  #life = 0;
  #isRestored = false;
  #setReady!: () => void;
  /** Resolves when everything that is to be restored at once has been. */
  readonly ready: Promise<void> = new Promise((resolve) => {
    this.#setReady = resolve;
  });
  #setListed!: () => void;
  /** Ends when it is known what is stored; requests are made before `init`. */
  readonly #listing: Promise<void> = new Promise((resolve) => {
    this.#setListed = resolve;
  });

  /**
   * Makes a manager for one store.
   *
   * @param options See {@linkcode PersistOptions}.
   */
  constructor(options: PersistOptions) {
    this.#options = options;
    this.#environment = environmentOf(options);
    this.#prefix = `${options.prefix ?? "dc"}:`;
    this.#session = new StoredSession(
      options.storage,
      `${this.#prefix}${record}`,
      () => this.#isRunning ? this.#controller : undefined,
    );
  }

  /** Whether everything that is to be restored at once has been. */
  get restored(): boolean {
    return this.#isRestored;
  }

  /** Lets requests wait for what is stored of their responses. */
  readonly middleware: Middleware = (controller) => {
    this.#controller = controller;
    controller.storedSession = this.#session;
    return (next) => (action) => {
      this.#noteExcluded(action);
      if (action.type === "rdc/reset") return this.#reset(action, next);
      return action.type === "rdc/fetch" && !action.endpoint.sideEffect &&
          this.#mayBeStored(action.key) &&
          controller.peek().getMeta(action.key) === undefined
        ? this.#fetchAfterRestoring(action, next)
        : next(action);
    };
  };

  /** Begins to restore, and to listen to the store. */
  init(state: State): void {
    this.#state = state;
    const controller = this.#controller!;
    this.#stopListening = controller.onCommit(this.#onCommit);
    controller.makeRoom = () => this.#makeRoom();
    this.#environment.visibility.addListener(this.#onVisibility);
    page.addEventListener?.("pagehide", this.#onLeave);
    const life = ++this.#life;
    void this.#list().then(() => {
      this.#setListed();
      return this.#restore(life);
    });
  }

  /** Writes what is not yet written, and stops listening. */
  cleanup(): void {
    this.#stopListening?.();
    this.#environment.visibility.removeListener(this.#onVisibility);
    page.removeEventListener?.("pagehide", this.#onLeave);
    this.#life++;
    void this.flush();
  }

  /** Writes now what has changed. Resolves when it is written, or could not be. */
  readonly flush = (): Promise<void> => {
    this.#environment.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#writing = this.#writing.then(this.#write);
  };

  /** Stops writing; what changes is collected. */
  pause(): void {
    this.#isPaused = true;
  }

  /** Writes what was collected, and goes on. */
  resume(): void {
    this.#isPaused = false;
    this.#schedule();
  }

  /** Removes everything that is stored. Data in memory stays, and is stored again when it changes. */
  clear(): Promise<void> {
    this.#mustClear = true;
    this.#forget();
    return this.flush();
  }

  /** Neither what is to be written nor what is to be restored has an effect any more. */
  #forget(): void {
    this.#clears++;
    this.#changed.clear();
    this.#removed.clear();
    this.#unrestored.clear();
  }

  /** Resolves when nothing of before is stored. */
  async #reset(
    action: ResetAction,
    next: (action: ResetAction) => Promise<void>,
  ): Promise<void> {
    const begun = this.#session.begin(action).catch((error) =>
      this.#report(error)
    );
    this.#forget();
    const passed = next(action);
    await begun;
    if (action.session !== undefined) {
      // what is stored is of those who have begun that session
      this.#stored.clear();
      this.#isHeaderWritten = false;
    } else if (this.#life > 0) await this.clear();
    await passed;
  }

  /** Nothing is read any more for a page that is left: what is to be written must begin now. */
  readonly #onLeave = () => {
    this.#isLeaving = true;
    void this.flush();
  };

  readonly #onVisibility = () => {
    if (!this.#environment.visibility.isVisible()) this.#onLeave();
    // a page that somebody comes back to may have missed a logout
    else void this.#session.check();
  };

  readonly #onCommit = ({ action, state, touched, doubts }: CommitNotice) => {
    this.#state = state;
    for (const { table, pk } of doubts?.keys() ?? []) {
      this.#note(entityItem(table.key, pk));
    }
    // what a reset means is known before
    if (action?.type === "rdc/reset") return;
    if (action?.type === "rdc/gc") {
      if (!this.#options.mirrorGC) return;
      for (const { key, pk } of action.entities) {
        this.#drop(entityItem(key, pk));
      }
      for (const key of action.endpoints) this.#drop(responseItem(key));
    } else {
      const { everything, entities, endpoints } = touched;
      const tables = everything
        ? Array.from(
          state.tableKeys(),
          (key) => [key, state.getEntities(key)!.keys()] as const,
        )
        : entities;
      for (const [key, pks] of tables) {
        for (const pk of pks) this.#note(entityItem(key, pk));
      }
      for (const key of everything ? state.endpointKeys() : endpoints) {
        this.#note(responseItem(key));
      }
    }
    this.#schedule();
  };

  #note(item: Item): void {
    if (!this.#isMerging && this.#isIncluded(item)) {
      this.#changed.set(item.name, item);
    }
  }

  #drop({ name }: Item): void {
    this.#changed.delete(name);
    this.#removed.add(name);
  }

  #isIncluded({ kind, table, key }: Item): boolean {
    const { include, exclude } = this.#options;
    return !this.#excluded.has(table) &&
      (!include || include(kind, table, key)) && !exclude?.(kind, table, key);
  }

  /** Classes and endpoints say themselves that they are not to be stored. */
  #noteExcluded(action: ActionTypes): void {
    const { schema } = action as { readonly schema?: unknown };
    const { endpoint, key } = action as Partial<FetchAction>;
    if (endpoint?.persist === false && key !== undefined) {
      this.#excluded.add(key);
    }
    for (const name of unkeptIn(schema ?? endpoint?.schema, this.#seen)) {
      this.#excluded.add(name);
    }
  }

  #schedule(): void {
    if (this.#timer !== undefined || !this.#mustWrite) return;
    const { throttle = 1000 } = this.#options;
    this.#timer = this.#environment.clock.setTimeout(this.flush, throttle);
  }

  get #isRunning(): boolean {
    return this.#life % 2 === 1;
  }

  // Writing

  get #mustWrite(): boolean {
    return this.#mustClear || !this.#isPaused && !this.#isRetired &&
        this.#changed.size + this.#removed.size > 0;
  }

  readonly #write = async (): Promise<void> => {
    // what is there may have to be removed first
    await this.#listing;
    if (!this.#mustWrite) return;
    const changed = this.#changed;
    const removed = this.#removed;
    let mustClear = this.#mustClear;
    this.#changed = new Map();
    this.#removed = new Set();
    this.#mustClear = false;
    try {
      const isUnhurried = !this.#isLeaving && !mustClear;
      this.#isLeaving = false;
      if (isUnhurried && await this.#isOvertaken()) return;
      if (mustClear) await this.#removeAll();
      mustClear = false;
      if (this.#isRetired) return;
      const items: [string, unknown][] = [];
      for (const item of changed.values()) {
        const data = this.#dataOf(item);
        if (data === undefined) {
          if (this.#stored.has(item.name)) removed.add(item.name);
        } else if (data !== null) {
          removed.delete(item.name);
          items.push([item.name, data]);
        }
      }
      await Promise.all([this.#remove([...removed]), this.#writeItems(items)]);
    } catch (error) {
      // tried again with what changes next
      this.#mustClear ||= mustClear;
      for (const name of removed) this.#removed.add(name);
      for (const [name, item] of changed) {
        if (!this.#changed.has(name)) this.#changed.set(name, item);
      }
      this.#report(error);
    }
  };

  /** Whether another version of the application has begun to write here. */
  async #isOvertaken(): Promise<boolean> {
    if (!this.#isHeaderWritten) return false;
    const { buster } = await this.#read<Partial<Header>>("h") ?? {};
    return this.#isRetired = buster !== undefined && buster !== this.#buster;
  }

  get #buster(): string {
    return this.#options.buster ?? "";
  }

  /** What is stored of a thing; `undefined` where nothing is to be, `null` where it stays as it is. */
  #dataOf({ kind, table, key, name }: Item): unknown {
    const state = this.#state!;
    try {
      if (kind === "entity") {
        const record = state.getRecord(table, key);
        if (record?.meta === undefined) return;
        this.#noteIndexes(table);
        // of a deletion other tabs may not have heard yet
        const value = isInvalid(record.value) ? null : record.value;
        const { graph } = versionOf(state);
        const cell = graph?.cellOf(table, key);
        const isDoubtful = graph?.doubts.get(cell!)! > record.meta.fetchedAt;
        return this.#serialized(
          name,
          value,
          timesOf(record.meta),
          isDoubtful,
          storedOrders(record.meta),
        );
      }
      const record = state.getEndpointRecord(key);
      if (record?.meta === undefined || record.value === absent) return;
      const { error, invalidated } = record.meta;
      if (invalidated) return;
      if (error !== undefined) return null;
      return this.#serialized(name, record.value, definedMembers(record.meta));
    } catch (error) {
      if (this.#reported.has(name)) return;
      this.#reported.add(name);
      this.#tell(new Error(`${name} cannot be stored.`, { cause: error }));
    }
  }

  #serialized(
    name: string,
    value: unknown,
    meta: Partial<Times>,
    isDoubtful = false,
    orders?: StoredOrders,
  ): unknown {
    const { date = 0, expiresAt = 0 } = meta;
    // what was expired is visible until there is something newer
    const isExpired = expiresAt === longAgo || this.#stored.has(name);
    if (expiresAt <= date && !isExpired) return undefined;
    const data = {
      value: encodeValue(value),
      meta: encodeValue(meta),
      session: this.#session.name || undefined,
      isDoubtful: isDoubtful || undefined,
      orders,
    };
    this.#stored.set(name, date);
    return this.#toStored(data);
  }

  #toStored(data: unknown): unknown {
    const { serialize, storage } = this.#options;
    if (serialize) return serialize(data);
    return storage.keepsData ? data : JSON.stringify(data);
  }

  #noteIndexes(table: string): void {
    const fields = [...this.#state!.indexedFields(table)];
    if (fields.join() === (this.#indexed[table] ?? []).join()) return;
    this.#indexed = { ...this.#indexed, [table]: fields };
    this.#isHeaderWritten = false;
  }

  async #writeItems(items: readonly [string, unknown][]): Promise<void> {
    if (!items[0]) return;
    const all = [...items];
    if (!this.#hasNames) {
      const added = items.map(([name]) => name).filter((name) =>
        !this.#listed.has(name)
      );
      while (added[0]) {
        const names = added.splice(0, batch);
        for (const name of names) this.#listed.add(name);
        all.push([`m:${this.#lists++}`, this.#toStored(names)]);
        this.#isHeaderWritten = false;
      }
    }
    if (!this.#isHeaderWritten) {
      const header: Header = {
        format,
        buster: this.#buster,
        indexed: this.#indexed,
        ...!this.#hasNames && { lists: this.#lists },
      };
      all.push(["h", this.#toStored(header)]);
    }
    for (let attempt = 0;; attempt++) {
      try {
        await this.#setMany(all);
        this.#isHeaderWritten = true;
        return;
      } catch (error) {
        if (attempt === 3) throw error;
        await this.#makeRoom(new Set(items.map(([name]) => name)));
      }
    }
  }

  /** Removes the quarter that was stored first, for what is to be written. */
  async #makeRoom(written?: ReadonlySet<string>): Promise<void> {
    const oldest = [...this.#stored].filter(([name]) => !written?.has(name))
      .sort(([, left], [, right]) => left - right);
    await this.#remove(
      oldest.slice(0, Math.ceil(oldest.length / 4)).map(([name]) => name),
    );
  }

  async #setMany(items: readonly (readonly [string, unknown])[]) {
    const { storage } = this.#options;
    const named = items.map(([name, value]) =>
      [this.#prefix + name, value] as const
    );
    await (storage.setMany
      ? storage.setMany(named)
      : Promise.all(named.map((item) => storage.setItem(...item))));
  }

  async #remove(names: readonly string[]): Promise<void> {
    if (!names[0]) return;
    const { storage } = this.#options;
    const full = names.map((name) => this.#prefix + name);
    await (storage.removeMany
      ? storage.removeMany(full)
      : Promise.all(full.map((name) => storage.removeItem(name))));
    for (const name of names) this.#stored.delete(name);
  }

  async #removeAll(): Promise<void> {
    // without it nothing else counts, should the page be left meanwhile
    await this.#remove(["h"]);
    await this.#remove(await this.#names());
    this.#stored.clear();
    this.#listed.clear();
    this.#lists = 0;
    this.#isHeaderWritten = false;
  }

  // Reading

  get #hasNames(): boolean {
    const { storage } = this.#options;
    return storage.keys !== undefined || namesIn(storage) !== undefined;
  }

  /** Names of all items, lists of names among them. */
  async #names(): Promise<string[]> {
    const { storage } = this.#options;
    const own = await storage.keys?.() ?? namesIn(storage);
    if (own !== undefined) {
      return [...own].filter((name) => name.startsWith(this.#prefix))
        .map((name) => name.slice(this.#prefix.length))
        .filter((name) => name !== record);
    }
    const names = new Set<string>();
    for (let list = 0; list < this.#lists; list++) {
      names.add(`m:${list}`);
      for (const name of await this.#read<string[]>(`m:${list}`) ?? []) {
        names.add(name);
      }
    }
    return [...names];
  }

  async #read<T>(name: string): Promise<T | undefined> {
    const [raw] = await this.#session.getMany([this.#prefix + name]) ?? [];
    return this.#fromStored(raw) as T | undefined;
  }

  #fromStored(raw: unknown): unknown {
    if (raw === null || raw === undefined) return undefined;
    const { deserialize, storage } = this.#options;
    if (deserialize) return deserialize(raw);
    return storage.keepsData ? raw : JSON.parse(String(raw));
  }

  /** Finds out what is stored. */
  async #list(): Promise<void> {
    const clears = this.#clears;
    try {
      const header = await this.#read<Partial<Header>>("h").catch(() =>
        undefined
      );
      this.#lists = header?.lists ?? 0;
      const isOurs = header?.format === format &&
        header.buster === this.#buster;
      const { clock } = this.#environment;
      let end = clock.now() + slice;
      const names = await this.#names();
      if (!isOurs) {
        if (names.length > 0) await this.#removeAll();
        return;
      }
      this.#indexed = { ...header.indexed };
      this.#isHeaderWritten = true;
      for (const name of names) {
        if (clock.now() >= end) {
          await this.#letOthers();
          end = clock.now() + slice;
        }
        const item = itemOf(name);
        if (!item) continue;
        this.#listed.add(name);
        this.#stored.set(name, 0);
        const { hydrate } = this.#options;
        const time = hydrate?.(item.kind, item.table, item.key) ?? "now";
        if (time !== "never") this.#unrestored.set(name, item);
        item.isUrgent = time === "now";
      }
    } catch (error) {
      this.#report(error);
    }
    if (clears !== this.#clears) this.#unrestored.clear();
  }

  /** Input and painting come in between. */
  #letOthers(): Promise<void> {
    return new Promise((resolve) =>
      this.#environment.clock.setTimeout(resolve, 0)
    );
  }

  async #restore(life: number): Promise<void> {
    const all = [...this.#unrestored.values()];
    const urgent = (wanted: PersistedKind) =>
      all.filter(({ kind, isUrgent }) => isUrgent && kind === wanted);
    // rows first, so that no list has holes
    const now = [...urgent("entity"), ...urgent("endpoint")];
    if (!await this.#load(now, life)) return;
    this.#isRestored = true;
    this.#setReady();
    // what waits no more is left out
    await this.#load(all, life);
  }

  /** Restores items in pieces; whether nothing came in between. */
  async #load(items: readonly Item[], life: number): Promise<boolean> {
    for (let at = 0; at < items.length; at += batch) {
      const wanted = items.slice(at, at + batch).filter(({ name }) =>
        this.#unrestored.has(name)
      );
      const raw = await this.#getMany(wanted);
      for (let from = 0; from < wanted.length;) {
        await this.#letOthers();
        if (life !== this.#life) return false;
        from = this.#merge(wanted, raw, from);
      }
    }
    return life === this.#life;
  }

  async #getMany(items: readonly Item[]): Promise<readonly unknown[]> {
    const names = items.map(({ name }) => this.#prefix + name);
    try {
      return await this.#session.getMany(names) ?? [];
    } catch (error) {
      this.#report(error);
      return [];
    }
  }

  #isMerging = false;

  /** Stores what fits into one piece, in one commit; where the next begins. */
  #merge(
    items: readonly Item[],
    raw: readonly unknown[],
    from: number,
    time = slice,
  ): number {
    const { clock } = this.#environment;
    const end = clock.now() + time;
    let at = from;
    const controller = this.#controller!;
    const expired: string[] = [];
    this.#isMerging = true;
    void controller.dispatch({
      type: "rdc/merge",
      apply: (stored) => {
        do {
          const item = items[at]!;
          if (!this.#unrestored.delete(item.name)) continue;
          if (!this.#mergeItem(stored, item, raw[at])) expired.push(item.name);
        } while (++at < items.length && clock.now() < end);
      },
    }).catch((error) => this.#report(error));
    this.#isMerging = false;
    for (const name of expired) {
      // it may have been written again since it was read
      if (!this.#stored.get(name)) this.#removed.add(name);
    }
    this.#schedule();
    return Math.max(at, from + 1);
  }

  /** Whether an item is still good. */
  #mergeItem(stored: StoredParts, item: Item, raw: unknown): boolean {
    try {
      const data = this.#fromStored(raw) as
        | {
          readonly value: unknown;
          readonly meta: unknown;
          readonly session?: number;
          readonly isDoubtful?: boolean;
          readonly orders?: StoredOrders;
        }
        | undefined;
      if (!data) return true;
      if ((data.session ?? 0) !== (this.#session.name ?? 0)) return false;
      const record = {
        value: decodeValue(data.value),
        meta: decodeValue(data.meta) as StoredEntity["record"]["meta"],
      };
      const isDeletion = item.kind === "entity" && record.value === null;
      // of another shape it is something else
      if (
        !timeNames.every((name) => record.meta![name] <= Infinity) ||
        item.kind === "entity" && !isDeletion && !isRow(record.value)
      ) return false;
      const { date } = record.meta!;
      const { maxAge = day } = this.#options;
      const now = this.#environment.clock.now();
      if (!(now - date <= maxAge)) return false;
      this.#stored.set(item.name, date);
      this.#controller!.stamps.moveAbove(stampOf(record.meta));
      record.meta = notAfter(record.meta!, now);
      if (data.orders) {
        record.meta = orderedBy(record.meta, data.orders);
        const { base, fields } = data.orders;
        for (const order of [base, ...fields.map(([, order]) => order)]) {
          const stamps = Object.values(order);
          this.#controller!.stamps.moveAbove(Math.max(...stamps));
        }
      }
      if (isDeletion) record.value = INVALID;
      if (item.kind === "endpoint") {
        mergeResponse(stored, { key: item.key, record } as StoredResponse);
      } else {
        const { table, key } = item;
        const indexed = this.#indexed[table];
        mergeEntity(
          stored,
          { key: table, pk: key, record, indexed } as StoredEntity,
        );
        if (data.isDoubtful) stored.doubt?.(stored.slotOf(table, key));
      }
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }

  /** Whether what is stored under a key is, or may be, on its way. */
  #mayBeStored(key: string): boolean {
    return !this.#isRestored || this.#unrestored.has(responseItem(key).name);
  }

  /** Requests what is not stored, or is stored and stale. */
  async #fetchAfterRestoring(
    action: FetchAction,
    next: (action: FetchAction) => Promise<void>,
  ): Promise<void> {
    const { clock, connection } = this.#environment;
    const { restoreTimeout = 500 } = this.#options;
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        // without a network there is no response
        if (!this.#isRunning || connection.isOnline()) resolve();
        else wait();
      };
      let cancel = nothing;
      const wait = () => {
        cancel = startTimer(clock, giveUp, restoreTimeout, true);
      };
      wait();
      this.#restoreFor(action).finally(() => cancel()).then(resolve, reject);
    });
    const controller = this.#controller!;
    const state = controller.getState();
    const { endpoint, args, key } = action;
    if (
      // the list that is stored says nothing of another page
      "~isPage" in endpoint || state.getMeta(key) === undefined ||
      needsFetch(
        controller.getResponseMeta(endpoint, ...args, state),
        clock.now(),
      )
    ) return next(action);
    action.meta.resolve(state.getEndpoint(key));
  }

  /** Restores the response of a request, and the entities that it consists of. */
  async #restoreFor(action: FetchAction): Promise<void> {
    await this.#listing;
    const response = this.#unrestored.get(responseItem(action.key).name);
    if (!response) return;
    if (response.isUrgent) await this.ready;
    else await this.#restoreWhole(response, action);
  }

  /** Restores a response in one commit with what it consists of, so that no list has holes. */
  async #restoreWhole(
    response: Item,
    { endpoint, args }: FetchAction,
  ): Promise<void> {
    const found = new Map<string, Item>();
    const raw: unknown[] = [];
    const plain = {
      entities: {} as Record<string, Record<string, object>>,
      endpoints: {} as Record<string, unknown>,
    };
    for (let items = [response]; items.length > 0;) {
      const texts = await this.#getMany(items);
      items.forEach((item, at) => {
        found.set(item.name, item);
        raw.push(texts[at]);
        const { kind, table, key } = item;
        const value = this.#valueOf(texts[at]);
        if (kind === "endpoint") plain.endpoints[key] = value;
        else if (isObject(value)) {
          (plain.entities[table] ??= {})[key] = value;
        }
      });
      const { dependencies } = this.#controller!.getResponseMeta(
        endpoint,
        ...args,
        State.from(plain as Partial<StateJSON>),
      );
      items = dependencies.entities
        .map(({ key, pk }) => this.#unrestored.get(entityItem(key, pk).name))
        .filter((item) =>
          item !== undefined && !found.has(item.name)
        ) as Item[];
    }
    // rows first
    this.#merge([...found.values()].reverse(), raw.reverse(), 0, Infinity);
  }

  #valueOf(raw: unknown): unknown {
    try {
      const data = this.#fromStored(raw) as { readonly value: unknown };
      return decodeValue(data.value);
    } catch {
      return undefined;
    }
  }

  /** Reports what goes wrong with the storage, at most once a minute. */
  #report(error: unknown): void {
    const now = this.#environment.clock.now();
    if (now - this.#lastReport < 60_000) return;
    this.#lastReport = now;
    this.#tell(error);
  }

  #tell(error: unknown): void {
    try {
      this.#options.onError?.(error);
    } catch (thrown) {
      console.error(thrown);
    }
  }
}

/** Since when a row and its fields are what they are, as text can hold it. */
interface StoredOrders {
  readonly base: PlainOrders["base"];
  readonly fields: readonly (readonly [string | number, PlainOrders["base"]])[];
  /** What was written since a deletion. */
  readonly later?: unknown;
}

/** What is known of the order of a row that was written: another tab may tell of it after a restore. */
function storedOrders(meta: EntityMeta): StoredOrders | undefined {
  const { base, fields, later } = plainOrders(meta);
  return base.sent > 0 || fields.size > 0
    ? { base, fields: [...fields], later: later && encodeValue(later) }
    : undefined;
}

function orderedBy(
  meta: EntityMeta,
  { base, fields, later }: StoredOrders,
): EntityMeta {
  const orders = fullOrders({
    base,
    fields: new Map(fields),
    later: (later && decodeValue(later)) as PlainOrders["later"],
  });
  return withOrders(meta, base, orders.fields!, { later: orders.later });
}

/** A list, or an object with members. */
function isRow(value: unknown): boolean {
  return Array.isArray(value) ||
    isObject(value) && Object.keys(value).length > 0;
}

function entityItem(table: string, key: string): Item {
  // in the name of a table nothing must look like its end
  const name = `e:${table.replace(/[%:]/g, encodeURIComponent)}:${key}`;
  return { name, kind: "entity", table, key };
}

function responseItem(key: string): Item {
  return { name: `r:${key}`, kind: "endpoint", table: key, key };
}

function itemOf(name: string): Item | undefined {
  const [, kind, table = "", key = ""] =
    /^(?:(r):|e:([^:]*):)(.*)$/s.exec(name) ?? [];
  if (kind) return responseItem(key);
  return name.startsWith("e:")
    ? entityItem(decodeURIComponent(table), key)
    : undefined;
}

/** Keys of classes below a schema that say `static persist = false`. */
function* unkeptIn(schema: unknown, seen: WeakSet<object>): Generator<string> {
  if (
    !isObject(schema) && typeof schema !== "function" || seen.has(schema)
  ) return;
  seen.add(schema);
  const { key, persist, schema: nested } = schema as {
    readonly key?: unknown;
    readonly persist?: unknown;
    readonly schema?: unknown;
  };
  if (persist === false && typeof key === "string") yield key;
  for (const member of [nested, ...Object.values(schema)]) {
    yield* unkeptIn(member, seen);
  }
}
