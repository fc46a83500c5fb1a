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
import type {
  EntityMeta,
  EntityRow,
  EntitySlot,
  EntityWriter,
} from "../../schema/contract.ts";
import {
  followRow,
  isObject,
  isSameValue,
  joinRows,
  ordersOf,
  presence,
  type RowOrders,
  withOrders,
} from "../../schema/engine.ts";
import { INVALID, isInvalid } from "../../schema/mod.ts";
import { createReset } from "../actions.ts";
import type { ManagerRole } from "../apply_manager.ts";
import type {
  CommitNotice,
  Dispatch,
  Manager,
  Middleware,
  ResponseMeta,
  StoredParts,
  SubscribeAction,
  Touched,
  UnsubscribeAction,
} from "../contract.ts";
import type { Controller } from "../controller.ts";
import {
  type Environment,
  environmentOf,
  type EnvironmentOptions,
} from "../environment.ts";
import { writtenIn } from "../graph/commit.ts";
import { absent, type EntityRecord } from "../graph/state.ts";
import { timesOf } from "../state/plain_state.ts";
import { mergeResponse, putEntity, stampOf } from "../merge_stored.ts";
import { sessionAfter } from "./stored_session.ts";

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
  /** Told of messages that make no sense, and that something cannot be sent. Default: nobody is. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A change of a row, as it is sent. */
interface RowChange {
  readonly name: string;
  readonly key: string;
  readonly pk: string;
  /** The row before and after; `null` where it is deleted. */
  readonly was: unknown;
  readonly is: unknown;
  readonly meta: EntityMeta;
  /** Since when its fields are what they are; nothing for a list. */
  readonly orders: RowOrders | undefined;
  readonly indexed: readonly string[];
  /** Number of the tab. */
  readonly from: number;
}

/** A response, as it is sent. */
interface ResponseChange {
  /** Its key. */
  readonly name: string;
  /** In an array, which is empty where there is none. */
  readonly value: readonly unknown[];
  readonly meta: ResponseMeta;
}

/** What tabs send each other. */
interface Message {
  /** Rows before the responses that consist of them. */
  parts: (RowChange | ResponseChange)[];
  /** Keys of responses to request again, and names of rows whose readers are to. */
  readonly expired: string[];
  /** With which reset the session of the tab began; 0 where it knows of none. */
  session?: number;
  /** A stamp of the sender: what is done where it was heard is later. */
  at?: number;
  /** What else it is: that reset, a question for the session, or the response. */
  about?: "reset" | "opened" | "session" | undefined;
}

/** What happened to a row lately, and what it was before. */
interface RowLog {
  base: unknown;
  readonly changes: RowChange[];
}

/** How long a tab that was opened waits to be told the session before it tells something, in milliseconds. */
const greeting = 50;
/** How long a change of another tab may be on its way, in milliseconds. */
const lately = 10_000;

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
  readonly #from: number = Math.random();
  #controller: Controller | undefined;
  #channel: BroadcastChannel | undefined;
  #stopListening: (() => void) | undefined;
  #isApplying = false;
  #outgoing: Message | undefined;
  /** Stamp of the last reset of all tabs: what was sent before it is of a session that has ended. */
  #session = 0;
  /** Whether another tab was heard, or none is there. */
  #isGreeted = false;
  /** Stamp of the last reset that only this tab had. */
  #lastReset = -Infinity;
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
    const { channel = "data-client", buster = "" } = options;
    // with the version of the messages
    this.#name = `${channel}:3:${buster}`;
  }

  /** Lets polls wait for their turn, and everything else pass. */
  readonly middleware: Middleware = (controller) => {
    this.#controller = controller;
    return (next) => {
      this.#pass = next;
      return (action) => {
        const isHeld = action.type === "rdc/subscribe"
          ? this.#subscribe(action)
          : action.type === "rdc/unsubscribe" && this.#unsubscribe(action);
        return isHeld ? Promise.resolve() : next(action);
      };
    };
  };

  /** Opens the channel. */
  init(): void {
    this.#environment.visibility.addListener(this.#onVisibility);
    // those of before a restart
    this.#onVisibility();
    if (typeof BroadcastChannel === "undefined") return;
    this.#channel = new BroadcastChannel(this.#name);
    // an idle channel must not keep a script alive
    (this.#channel as { unref?(): void }).unref?.();
    this.#channel.onmessage = ({ data }) => {
      this.#isApplying = true;
      try {
        this.#receive(data);
      } catch (error) {
        this.#report(error);
      }
      this.#isApplying = false;
    };
    this.#stopListening = this.#controller!.onCommit(this.#onCommit);
    this.#isGreeted = false;
    this.#tell("opened");
  }

  /** Sends what is not yet sent, and closes the channel. */
  cleanup(): void {
    this.#post();
    this.#environment.visibility.removeListener(this.#onVisibility);
    this.#stopListening?.();
    this.#channel?.close();
    this.#channel = undefined;
    this.#logs.clear();
    for (const poll of this.#polls.values()) this.#rest(poll);
  }

  // Sending

  readonly #onCommit = ({ action, before, state, touched }: CommitNotice) => {
    const { mode, syncReset = true } = this.#options;
    if (action?.type === "rdc/reset") {
      if (!syncReset) this.#lastReset = state.lastReset;
      // what is not yet sent is of the session before
      this.#logs.clear();
      this.#outgoing = undefined;
      if (syncReset || action.session) this.#session = sessionAfter(action);
      if (syncReset && !action.session) this.#tell("reset");
    }
    if (this.#isApplying || !action) return;
    const { type } = action;
    const response = type === "rdc/setresponse" ? action : undefined;
    if (
      touched.everything || type === "rdc/gc" || type === "rdc/merge" ||
      response?.error || mode === "expire" && !response?.endpoint.sideEffect
    ) return;
    const { parts } = this.#message();
    const isWrite = !response || response.endpoint.sideEffect;
    const rows = isWrite ? writtenRows(touched) : touched.entities;
    for (const [key, pks] of rows) {
      for (const pk of pks) {
        const record = state.getRecord(key, pk);
        if (!record?.meta) continue;
        const was = sent(before.getRecord(key, pk)?.value);
        const change = {
          name: rowName(key, pk),
          key,
          pk,
          was,
          is: sent(record.value),
          meta: timesOf(record.meta) as EntityMeta,
          orders: isList(key) ? undefined : plainOrders(record.meta),
          indexed: [...state.indexedFields(key)],
          from: this.#from,
        };
        if (!change.orders) this.#log(change, was);
        parts.push(change);
      }
    }
    for (const name of touched.endpoints) {
      const record = state.getEndpointRecord(name);
      if (!record?.meta || record.meta.error) continue;
      const value = record.value === absent ? [] : [record.value];
      parts.push({ name, value, meta: record.meta });
    }
  };

  /** Sends a message at once that has to do with sessions. */
  #tell(about: Message["about"]): void {
    this.#channel?.postMessage({
      parts: [],
      expired: [],
      session: this.#session,
      at: this.#controller!.stamps.next(),
      about,
    });
  }

  /** The message of this task. */
  #message(): Message {
    if (!this.#outgoing) {
      const delay = this.#isGreeted ? 0 : greeting;
      this.#environment.clock.setTimeout(() => this.#post(), delay);
    }
    return this.#outgoing ??= { parts: [], expired: [] };
  }

  #post(): void {
    const message = this.#outgoing;
    this.#outgoing = undefined;
    this.#isGreeted = true;
    if (!message) return;
    message.session = this.#session;
    message.at = this.#controller!.stamps.next();
    try {
      if (this.#options.mode === "expire") sendNames(message);
      this.#channel?.postMessage(message);
    } catch (error) {
      sendNames(message);
      this.#channel!.postMessage(message);
      this.#report(error);
    }
  }

  // Receiving

  #receive({ parts, expired, session = 0, at, about }: Message): void {
    const controller = this.#controller!;
    const { stamps } = controller;
    const isCurrent = session >= this.#session;
    stamps.moveAbove(at!);
    // who does not know the session was opened in it, or is about to hear of the reset
    if (about === "opened" || !isCurrent) this.#tell("session");
    if (session > this.#session) {
      if (about === "reset") {
        void controller.dispatch({ ...createReset(stamps), session });
      }
      this.#session = session;
    }
    if (!this.#isGreeted) this.#post();
    if (!isCurrent) return;
    if (parts[0]) {
      controller.dispatch({
        type: "rdc/merge",
        apply: (stored) => {
          for (const part of parts) this.#store(stored, part);
        },
      }).catch(this.#report);
    }
    const names = new Set(expired);
    if (names.size === 0) return;
    controller.expireReaders(({ entities }) =>
      entities.some(({ key, pk }) => names.has(rowName(key, pk)))
    );
    void controller.expireAll({ testKey: (key) => names.has(key) });
  }

  readonly #report = (error: unknown): void => this.#options.onError?.(error);

  #store(stored: StoredParts, part: RowChange | ResponseChange): void {
    const { name, meta } = part;
    this.#controller!.stamps.moveAbove(stampOf(meta));
    if (stampOf(meta) < this.#lastReset) return;
    if ("value" in part) {
      const { value: [value = absent] } = part;
      mergeResponse(stored, { key: name, record: { value, meta } });
      return;
    }
    const { key, pk, indexed } = part;
    const present = stored.slotOf(key, pk);
    if (part.orders) {
      this.#join(stored, part, present);
      return;
    }
    const isAlone = !this.#logs.has(name);
    if (isAlone && stampOf(present.meta) >= stampOf(meta)) return;
    const { base, changes } = this.#log(
      // nothing else has happened to it: it is what it is there
      isAlone ? { ...part, was: undefined } : part,
      sent(present.value),
    );
    const value = changes.reduce(changed, base) ?? INVALID;
    const record = { value, meta: changes.at(-1)!.meta } as EntityRecord;
    putEntity(stored, { key, pk, record, indexed });
  }

  /** Takes of a row what stands over what is known here, and lets lists follow it. */
  #join(
    stored: StoredParts,
    { key, pk, is, meta, orders, indexed }: RowChange,
    { value: before, meta: known }: EntitySlot,
  ): void {
    const theirs = {
      row: is === null ? undefined : is as EntityRow,
      orders: fullOrders(orders!),
    };
    const { stamps } = this.#controller!;
    for (const order of [orders!.base, ...orders!.fields?.values() ?? []]) {
      stamps.moveAbove(order.seen);
    }
    const contested = new Set<string | symbol>();
    const { row, orders: joined } = known === undefined ? theirs : joinRows(
      { row: isObject(before) ? before : undefined, orders: ordersOf(known) },
      theirs,
      stamps.next(),
      contested,
    );
    const presenceIn = ({ base, fields }: RowOrders) =>
      fields?.get(presence) ?? base;
    const isCreated = row !== undefined && presenceIn(joined).sent >
        (known === undefined ? 0 : presenceIn(ordersOf(known)).sent);
    const span = { ...meta, confirmedAt: stamps.next() };
    const times = known && stampOf(known) > stampOf(meta) ? known : meta;
    const { base, fields } = joined;
    const record = {
      value: row === undefined
        ? INVALID
        : isSameValue(row, before)
        ? before
        : row,
      meta: withOrders(timesOf(times), base, fields),
    } as EntityRecord;
    putEntity(stored, { key, pk, record, indexed });
    followRow(
      stored as unknown as EntityWriter,
      key,
      pk,
      before,
      span,
      contested,
      isCreated,
    );
  }

  /** Notes a change of a list among those of other tabs, in the order of all. */
  #log(change: RowChange, base: unknown): RowLog {
    const { name, meta } = change;
    const log = this.#logs.get(name) ?? { base, changes: [] };
    log.changes.push(change);
    log.changes.sort((left, right) =>
      stampOf(left.meta) - stampOf(right.meta) || left.from - right.from
    );
    // the row that changed last is the last one
    this.#logs.delete(name);
    this.#logs.set(name, log);
    const oldest = stampOf(meta) - lately;
    for (const [name, old] of this.#logs) {
      const { changes } = old;
      while (changes[0] && stampOf(changes[0].meta) < oldest) {
        old.base = changed(old.base, changes.shift()!);
      }
      if (changes[0]) break;
      this.#logs.delete(name);
    }
    return log;
  }

  // Polling

  /** Whether a subscription is, or waits to be, the poll of one tab. */
  #subscribe(action: SubscribeAction): boolean {
    const { key, endpoint } = action;
    const { sharePolling = true } = this.#options;
    // others, such as those of event streams, are no polls
    if (!endpoint.pollFrequency || !sharePolling || !locks()) return false;
    const poll = this.#polls.get(key) ?? { actions: [] };
    this.#polls.set(key, poll);
    poll.actions.push(action);
    this.#adjust(key, poll);
    return !poll.isOurs;
  }

  #unsubscribe({ key, endpoint }: UnsubscribeAction): boolean {
    const poll = this.#polls.get(key);
    if (!poll) return false;
    const { actions, isOurs } = poll;
    const place = actions.findIndex((action) =>
      action.endpoint.pollFrequency === endpoint.pollFrequency
    );
    actions.splice(place, 1);
    if (!actions[0]) {
      this.#polls.delete(key);
      poll.end?.();
    }
    return !isOurs;
  }

  readonly #onVisibility = () => {
    for (const [key, poll] of this.#polls) this.#adjust(key, poll);
  };

  /** Waits until no other tab polls; a page that nobody sees leaves it to others. */
  #adjust(key: string, poll: Poll): void {
    const { actions, end } = poll;
    const isWanted = this.#environment.visibility.isVisible() ||
      actions.some(({ endpoint }) => endpoint.pollInBackground);
    if (isWanted === Boolean(end)) return;
    if (isWanted) {
      const waiting = new AbortController();
      const { signal } = waiting;
      poll.end = () => waiting.abort();
      const hold = () =>
        new Promise<void>((release) => {
          if (signal.aborted) return release();
          poll.end = release;
          poll.isOurs = true;
          for (const action of actions) void this.#pass!(action);
        });
      locks()!.request(`${this.#name}:${key}`, { signal }, hold)
        .catch(() => {}); // nobody waits any more
    } else this.#rest(poll);
  }

  /** Leaves polling to other tabs. */
  #rest(poll: Poll): void {
    const { actions, end, isOurs } = poll;
    for (const action of isOurs ? actions : []) {
      void this.#pass!({ ...action, type: "rdc/unsubscribe" });
    }
    end?.();
    poll.end = poll.isOurs = undefined;
  }
}

/** Subscribers of a key, and where they stand among the tabs. */
interface Poll {
  readonly actions: SubscribeAction[];
  /** Whether it is the turn of this tab. */
  isOurs?: true | undefined;
  /** Ends the turn of this tab, or waiting for it. */
  end?: (() => void) | undefined;
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

/** Others request what they show of a message, rather than store it. */
function sendNames({ parts, expired }: Message): void {
  for (const { name } of parts.splice(0)) expired.push(name);
}

/** Primary keys of what was written, by table, also where it says the same since another time. */
function writtenRows(touched: Touched): Map<string, Set<string>> {
  const rows = new Map<string, Set<string>>();
  for (const { table = "", key } of writtenIn(touched)) {
    let pks = rows.get(table);
    if (pks === undefined) rows.set(table, pks = new Set());
    pks.add(key);
  }
  return rows;
}

/** Whether a table has lists, not rows. */
function isList(key: string): boolean {
  return /^[[{(]/.test(key);
}

/** Orders with names alone, which can be sent. */
function plainOrders(meta: EntityMeta): RowOrders {
  const { base, fields } = ordersOf(meta);
  const named = [...fields ?? []].map(([name, order]) =>
    [typeof name === "symbol" ? "" : name, order] as const
  );
  return { base, fields: new Map(named) };
}

/** The same again; no field has an empty name. */
function fullOrders({ base, fields }: RowOrders): RowOrders {
  const named = [...fields ?? []].map(([name, order]) =>
    [name === "" ? presence : name, order] as const
  );
  return { base, fields: new Map(named) };
}

function rowName(key: string, pk: string): string {
  return `${key} ${pk}`;
}

/** A row as it can be sent; `null` for a deleted one. */
function sent(value: unknown): unknown {
  return isInvalid(value) ? null : value;
}

/** Fields of a row by their names, or members of a list, each its own name. */
type Parts = ReadonlyMap<string, unknown>;

function partsOf(value: unknown): Parts | undefined {
  if (!isObject(value)) return undefined;
  return new Map(
    Array.isArray(value)
      // members of several classes are objects, which a message copies
      ? value.map((member) => [JSON.stringify(member), 0])
      : Object.entries(value),
  );
}

/** What a change makes of a row, which need not be the one that was changed. */
function changed(value: unknown, { was, is }: RowChange): unknown {
  const isList = Array.isArray(is);
  const [now, before, after] = [value, was, is].map(partsOf);
  if (!now || !after || isList && !before) return is;
  const change = (parts: Parts): Parts => {
    const added = [...after].filter(([name, part]) =>
      // a message keeps the identity of what has not changed
      !before?.has(name) || before.get(name) !== part
    );
    const [first] = after.keys();
    const next = new Map([
      // fields that are not here, and members that were put in front
      ...isList ? before!.has(first!) ? [] : added : after,
      ...parts,
      ...added,
    ]);
    for (const name of before?.keys() ?? []) {
      if (!after.has(name)) next.delete(name);
    }
    return next;
  };
  if (!isList) return Object.fromEntries(change(now));
  const namesOf = (parts: Parts) => [...parts.keys()];
  // where members came in between or changed places, it is another list
  return `${namesOf(change(before!))}` === `${namesOf(after)}`
    ? namesOf(change(now)).map((name) => JSON.parse(name))
    : is;
}
