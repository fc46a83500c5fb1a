/**
 * Keeps the tabs of a browser on one state: what one of them stores, the others
 * show, without a request.
 *
 * @example
 * ```ts
 * import { createClient, getDefaultManagers } from "@tessera/client";
 * import { TabSyncManager } from "@tessera/client/tabs";
 *
 * await using client = createClient({
 *   managers: [new TabSyncManager(), ...getDefaultManagers()],
 * });
 * ```
 *
 * @module
 */
import type { EntityMeta, EntityValue } from "../../schema/contract.ts";
import { isDevelopment, isObject } from "../../schema/engine.ts";
import { INVALID, isInvalid } from "../../schema/mod.ts";
import type { ManagerRole } from "../apply_manager.ts";
import type {
  CommitNotice,
  Dispatch,
  Manager,
  Middleware,
  ResponseMeta,
  StoredParts,
  SubscribeAction,
  UnsubscribeAction,
} from "../contract.ts";
import type { Controller } from "../controller.ts";
import {
  type Environment,
  environmentOf,
  type EnvironmentOptions,
} from "../environment.ts";
import { absent, type EntityRecord } from "../graph/state.ts";
import { timesOf } from "../state/plain_state.ts";
import { mergeResponse, putEntity, stampOf } from "../merge_stored.ts";

/** What a {@linkcode TabSyncManager} tells other tabs. */
export interface TabSyncOptions extends EnvironmentOptions {
  /** Name of the channel; tabs of one name hear each other. Default `"data-client"`. */
  readonly channel?: string | undefined;
  /** A version of the application's data; tabs of another one are not heard. Default `""`. */
  readonly buster?: string | undefined;
  /**
   * `"patch"`: others store what this tab stored. `"expire"`: after a mutation
   * others are told what it concerns, and request that again. Default `"patch"`.
   */
  readonly mode?: "patch" | "expire" | undefined;
  /** Whether a reset, such as a logout, resets the other tabs. Default `true`. */
  readonly syncReset?: boolean | undefined;
  /** Whether of all tabs only one polls, and a visible one. Default `true`, where there are Web Locks. */
  readonly sharePolling?: boolean | undefined;
  /** Told of messages that make no sense. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** What has become of a row: fields, members of a list, or all of it. */
type Change =
  | { readonly set: object; readonly unset: readonly string[] }
  | {
    readonly add: readonly (readonly [unknown, unknown])[];
    readonly remove: readonly unknown[];
  }
  | { readonly all: unknown };

/** A change of a row, as it is sent. */
interface RowChange {
  readonly key: string;
  readonly pk: string;
  readonly change: Change;
  /** The whole row afterwards; `null` when it is deleted. */
  readonly row: unknown;
  readonly meta: EntityMeta;
  readonly indexed: readonly string[];
}

/** A response, as it is sent. */
interface ResponseChange {
  readonly key: string;
  /** In an array, which is empty where there is none. */
  readonly value: readonly unknown[];
  readonly meta: ResponseMeta;
}

/** What tabs send each other. */
interface Message {
  readonly v: 1;
  readonly buster: string;
  readonly from: string;
  rows: RowChange[];
  responses: ResponseChange[];
  /** Keys of responses to request again. */
  readonly expiredKeys: string[];
  /** Entities whose readers are to request again: key and primary key. */
  readonly expiredRows: (readonly [key: string, pk: string])[];
  /** Stamp of a reset. */
  reset?: number;
}

/** A change of a row in its place among the changes of all tabs. */
interface Entry {
  readonly stamp: number;
  readonly from: string;
  readonly change: Change;
  readonly meta: EntityMeta;
}

/** What happened to a row lately, and what it was before. */
interface RowLog {
  base: unknown;
  readonly entries: Entry[];
}

/** How long a change of another tab may be on its way, in milliseconds. */
const lately = 10_000;

/** Managers that have said that a value cannot be sent. */
const warned = new WeakSet<object>();

/**
 * Tells other tabs what this one stores, and stores what they tell. Changes that
 * two tabs make at once end equal in both. Optimistic changes are told when they
 * are confirmed. Where there is no BroadcastChannel it does nothing.
 *
 * @example
 * ```ts
 * import { createClient, getDefaultManagers } from "@tessera/client";
 * import { TabSyncManager } from "@tessera/client/tabs";
 *
 * await using client = createClient({
 *   managers: [
 *     new TabSyncManager({ channel: "shop", buster: "2" }),
 *     ...getDefaultManagers(),
 *   ],
 * });
 * ```
 */
export class TabSyncManager implements Manager {
  /** Lets the order of managers be checked. */
  readonly role: ManagerRole = "tabs";
  readonly #options: TabSyncOptions;
  readonly #environment: Environment;
  readonly #name: string;
  readonly #from: string = `${Math.random()}`.slice(2);
  #controller: Controller | undefined;
  #channel: BroadcastChannel | undefined;
  #stopListening: (() => void) | undefined;
  #isApplying = false;
  #outgoing: Message | undefined;
  readonly #logs = new Map<string, RowLog>();
  readonly #polls = new Map<string, Poll>();
  #pass: Dispatch | undefined;

  /**
   * Makes a manager for one store.
   *
   * @param options See {@linkcode TabSyncOptions}.
   */
  constructor(options: TabSyncOptions = {}) {
    this.#options = options;
    this.#environment = environmentOf(options);
    this.#name = options.channel ?? "data-client";
  }

  /** Lets polls wait for their turn, and everything else pass. */
  readonly middleware: Middleware = (controller) => {
    this.#controller = controller;
    return (next) => {
      this.#pass = next;
      return (action) => {
        switch (action.type) {
          case "rdc/subscribe":
            // others, such as those of event streams, are no polls
            return action.endpoint.pollFrequency && this.#isPollingShared
              ? this.#subscribe(action)
              : next(action);
          case "rdc/unsubscribe":
            return this.#polls.has(action.key)
              ? this.#unsubscribe(action)
              : next(action);
          default:
            return next(action);
        }
      };
    };
  };

  /** Opens the channel. */
  init(): void {
    this.#environment.visibility.addListener(this.#onVisibility);
    if (typeof BroadcastChannel === "undefined") return;
    this.#channel = new BroadcastChannel(this.#name);
    // an idle channel must not keep a script alive
    (this.#channel as { unref?(): void }).unref?.();
    this.#channel.onmessage = ({ data }) => this.#receive(data);
    this.#stopListening = this.#controller!.onCommit(this.#onCommit);
  }

  /** Sends what is not yet sent, and closes the channel. */
  cleanup(): void {
    this.#post();
    this.#environment.visibility.removeListener(this.#onVisibility);
    this.#stopListening?.();
    this.#channel?.close();
    this.#channel = undefined;
    this.#logs.clear();
    for (const poll of this.#polls.values()) poll.release?.();
    this.#polls.clear();
  }

  // Sending

  readonly #onCommit = ({ action, before, state, touched }: CommitNotice) => {
    if (this.#isApplying || !action) return;
    const { mode, syncReset = true } = this.#options;
    const { type } = action;
    if (type === "rdc/reset") {
      this.#logs.clear();
      this.#outgoing = undefined;
      if (syncReset) this.#message().reset = state.lastReset;
    }
    if (
      touched.everything || type === "rdc/gc" || type === "rdc/merge" ||
      type === "rdc/setresponse" && action.error
    ) return;
    const names = [...touched.entities].flatMap(([key, pks]) =>
      [...pks].map((pk) => [key, pk] as const)
    );

    if (mode === "expire") {
      if (type !== "rdc/setresponse" || !action.endpoint.sideEffect) return;
      const { expiredKeys, expiredRows } = this.#message();
      expiredKeys.push(...touched.endpoints);
      expiredRows.push(...names);
      return;
    }
    const { rows, responses } = this.#message();
    for (const [key, pk] of names) {
      const record = state.getRecord(key, pk);
      if (record?.meta === undefined) continue;
      const was = before.getRecord(key, pk)?.value;
      const change = changeBetween(was, record.value);
      const row = sent(record.value);
      const meta = timesOf(record.meta) as EntityMeta;
      this.#log(key, pk, was, meta, this.#from, change);
      const indexed = [...state.indexedFields(key)];
      rows.push({ key, pk, change, row, meta, indexed });
    }
    for (const key of touched.endpoints) {
      const record = state.getEndpointRecord(key);
      if (!record?.meta || record.meta.error !== undefined) continue;
      const value = record.value === absent ? [] : [record.value];
      responses.push({ key, value, meta: record.meta });
    }
  };

  /** The message of this task. */
  #message(): Message {
    if (this.#outgoing === undefined) {
      this.#environment.clock.setTimeout(() => this.#post(), 0);
    }
    return this.#outgoing ??= {
      v: 1,
      buster: this.#options.buster ?? "",
      from: this.#from,
      rows: [],
      responses: [],
      expiredKeys: [],
      expiredRows: [],
    };
  }

  #post(): void {
    const message = this.#outgoing;
    this.#outgoing = undefined;
    if (message === undefined) return;
    try {
      this.#channel?.postMessage(message);
    } catch (error) {
      this.#postWhatCanBe(message, error);
    }
  }

  /** Values that cannot be sent are requested by whoever shows them. */
  #postWhatCanBe(message: Message, cause: unknown): void {
    const { rows, responses, expiredKeys, expiredRows } = message;
    message.rows = rows.filter((row) =>
      canBeSent(row) || !expiredRows.push([row.key, row.pk])
    );
    message.responses = responses.filter((response) =>
      canBeSent(response) || !expiredKeys.push(response.key)
    );
    this.#channel?.postMessage(message);
    if (isDevelopment() && !warned.has(this)) {
      warned.add(this);
      console.warn(
        "Other tabs request what cannot be sent.",
        cause,
      );
    }
  }

  // Receiving

  #receive(data: unknown): void {
    const message = data as Message;
    try {
      const { v, buster, rows, responses, reset } = message;
      if (v !== 1 || buster !== (this.#options.buster ?? "")) return;
      this.#isApplying = true;
      const controller = this.#controller!;
      if (reset !== undefined && reset > controller.getState().lastReset) {
        this.#logs.clear();
        void controller.resetEntireStore();
      }
      if (rows.length + responses.length > 0) {
        controller.dispatch({
          type: "rdc/merge",
          apply: (stored) => this.#apply(stored, message),
        }).catch(this.#report);
      }
      this.#expire(message);
    } catch (error) {
      this.#report(error);
    } finally {
      this.#isApplying = false;
    }
  }

  readonly #report = (error: unknown): void => this.#options.onError?.(error);

  #apply(stored: StoredParts, { from, rows, responses }: Message): void {
    const { stamps } = this.#controller!;
    for (const { key, pk, change, row, meta, indexed } of rows) {
      stamps.moveAbove(stampOf(meta));
      const present = stored.getRecord(key, pk);
      const log = this.#logs.get(`${key} ${pk}`);
      const isAlone = log === undefined;
      if (isAlone && stampOf(present?.meta) >= stampOf(meta)) continue;
      const { base, entries } = this.#log(
        key,
        pk,
        present?.value,
        meta,
        from,
        isAlone ? { all: row } : change,
      );
      const value = entries.reduce(
        (value, { change }) => changed(value, change),
        base,
      );
      const record = { value: received(value), meta: entries.at(-1)!.meta };
      putEntity(stored, { key, pk, record: record as EntityRecord, indexed });
    }
    for (const { key, value: [value = absent], meta } of responses) {
      stamps.moveAbove(stampOf(meta));
      mergeResponse(stored, { key, record: { value, meta } });
    }
  }

  /** Notes a change of a row among those of other tabs. */
  #log(
    key: string,
    pk: string,
    was: unknown,
    meta: EntityMeta,
    from: string,
    change: Change,
  ): RowLog {
    const name = `${key} ${pk}`;
    const stamp = stampOf(meta);
    const log = this.#logs.get(name) ?? { base: sent(was), entries: [] };
    const { entries } = log;
    let place = entries.length;
    while (place > 0 && isLater(entries[place - 1]!, stamp, from)) place--;
    entries.splice(place, 0, { stamp, from, change, meta });
    while (entries.length > 1 && entries[0]!.stamp < stamp - lately) {
      log.base = changed(log.base, entries.shift()!.change);
    }
    // the row that changed last is the last one
    this.#logs.delete(name);
    this.#logs.set(name, log);
    for (const [name, { entries }] of this.#logs) {
      if (entries.at(-1)!.stamp >= stamp - lately) break;
      this.#logs.delete(name);
    }
    return log;
  }

  #expire({ expiredKeys: keys, expiredRows: rows }: Message): void {
    if (keys.length + rows.length === 0) return;
    const controller = this.#controller!;
    const state = controller.getState();
    const names = new Set(rows.map(([key, pk]) => `${key} ${pk}`));
    const expired = new Set(keys);
    for (const { key, endpoint, args } of controller.readers()) {
      const { dependencies } = controller.getResponseMeta(
        endpoint,
        ...args,
        state,
      );
      if (
        dependencies.entities.some(({ key, pk }) => names.has(`${key} ${pk}`))
      ) {
        expired.add(key);
      }
    }
    void controller.expireAll({ testKey: (key) => expired.has(key) });
  }

  // Polling

  get #isPollingShared(): boolean {
    return this.#options.sharePolling !== false && Boolean(locks());
  }

  #subscribe(action: SubscribeAction): Promise<void> {
    const { key } = action;
    const poll = this.#polls.get(key) ?? { actions: [] };
    this.#polls.set(key, poll);
    poll.actions.push(action);
    if (poll.release) return this.#pass!(action);
    if (poll.actions.length === 1) this.#compete(key, poll);
    return Promise.resolve();
  }

  #unsubscribe(action: UnsubscribeAction): Promise<void> {
    const poll = this.#polls.get(action.key)!;
    const { actions, release, waiting } = poll;
    const { pollFrequency } = action.endpoint;
    const place = actions.findIndex(({ endpoint }) =>
      endpoint.pollFrequency === pollFrequency
    );
    actions.splice(Math.max(0, place), 1);
    if (actions.length === 0) {
      this.#polls.delete(action.key);
      waiting?.abort();
      release?.();
    }
    return release ? this.#pass!(action) : Promise.resolve();
  }

  /** Waits until no other tab polls; then this one does. */
  #compete(key: string, poll: Poll): void {
    if (!this.#environment.visibility.isVisible()) return;
    const waiting = poll.waiting = new AbortController();
    locks()!.request(
      `${this.#name}:${key}`,
      { signal: waiting.signal },
      () =>
        new Promise<void>((release) => {
          poll.release = release;
          for (const action of poll.actions) void this.#pass!(action);
        }),
    ).catch(() => {}); // nobody waits any more
  }

  /** A page that nobody sees leaves polling to one that somebody sees. */
  readonly #onVisibility = () => {
    const isVisible = this.#environment.visibility.isVisible();
    for (const [key, poll] of this.#polls) {
      const { actions, release, waiting } = poll;
      if (isVisible) {
        if (!release) this.#compete(key, poll);
        continue;
      }
      if (actions.some(({ endpoint }) => endpoint.pollInBackground)) continue;
      waiting?.abort();
      if (!release) continue;
      poll.release = undefined;
      for (const action of actions) {
        void this.#pass!({ ...action, type: "rdc/unsubscribe" });
      }
      release();
    }
  };
}

/** Subscribers of a key, and where they stand among the tabs. */
interface Poll {
  readonly actions: SubscribeAction[];
  /** Ends the turn of this tab, if it is its turn. */
  release?: (() => void) | undefined;
  /** Ends waiting for it. */
  waiting?: AbortController;
}

interface Locks {
  request(
    name: string,
    options: { readonly signal: AbortSignal },
    hold: () => Promise<void>,
  ): Promise<unknown>;
}

function locks(): Locks | undefined {
  return (globalThis as { navigator?: { locks?: Locks } }).navigator?.locks;
}

function isLater(entry: Entry, stamp: number, from: string): boolean {
  return entry.stamp > stamp || entry.stamp === stamp && entry.from > from;
}

/** A row as it can be sent; `null` for a deleted one. */
function sent(value: unknown): unknown {
  return isInvalid(value) ? null : value;
}

function received(value: unknown): EntityValue {
  return value === null ? INVALID : value as EntityValue;
}

function changeBetween(was: unknown, is: unknown): Change {
  if (Array.isArray(was) && Array.isArray(is)) {
    const remove = was.filter((member) => !is.includes(member));
    const add = is.flatMap((member, place) =>
      was.includes(member) ? [] : [[member, is[place - 1] ?? null] as const]
    );
    const change = { add, remove };
    const isAll = isEqual(changed(was, change), is);
    return isAll ? change : { all: is };
  }
  if (
    !isObject(was) || !isObject(is) || Array.isArray(was) || Array.isArray(is)
  ) {
    return { all: sent(is) };
  }
  const before = was as Record<string, unknown>;
  const set: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(is)) {
    if (before[name] !== value || !Object.hasOwn(before, name)) {
      set[name] = value;
    }
  }
  const unset = Object.keys(was).filter((name) => !Object.hasOwn(is, name));
  return { set, unset };
}

function isEqual(left: unknown, right: readonly unknown[]): boolean {
  return Array.isArray(left) && left.length === right.length &&
    left.every((member, place) => member === right[place]);
}

/** What a change makes of a row. */
function changed(value: unknown, change: Change): unknown {
  if ("all" in change) return change.all;
  if ("add" in change) {
    const list = (Array.isArray(value) ? value : []).filter((member) =>
      !change.remove.includes(member)
    );
    for (const [member, after] of change.add) {
      if (list.includes(member)) continue;
      const place = list.indexOf(after) + 1;
      list.splice(after === null ? 0 : place || list.length, 0, member);
    }
    return list;
  }
  const next: Record<string, unknown> = { ...value as object, ...change.set };
  for (const name of change.unset) delete next[name];
  return next;
}

function canBeSent(part: unknown): boolean {
  try {
    structuredClone(part);
    return true;
  } catch {
    return false;
  }
}
