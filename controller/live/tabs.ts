/**
 * Holds the tabs of a browser on one state: what one of them stores, the others
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
  ConfirmedWrite,
  EntityMeta,
  EntityRow,
  EntitySlot,
  EntityWriter,
} from "../../schema/contract.ts";
import {
  completeList,
  type Creation,
  existenceOf,
  followRow,
  fullOrders,
  isCertainNow,
  isFollowed,
  isObject,
  isSameValue,
  joinLists,
  joinRows,
  lastWriteOf,
  LATELY,
  listStampOf,
  ordersOf,
  placeMembers,
  type PlainHistory,
  plainHistory,
  type PlainListChange,
  plainListChange,
  type PlainOrders,
  plainOrders,
  presence,
  repeatChange,
  unknownChange,
  withOrders,
} from "../../schema/engine.ts";
import { INVALID, isInvalid } from "../../schema/mod.ts";
import { createReset } from "../actions.ts";
import type {
  Dispatch,
  ResponseMeta,
  SetResponseAction,
  StoredParts,
  SubscribeAction,
  Touched,
  UnsubscribeAction,
} from "../contract.ts";
import type { CommitNotice, Controller } from "../controller.ts";
import {
  type Environment,
  environmentOf,
  type EnvironmentOptions,
  startTimer,
} from "../environment.ts";
import { longAgo, notAfter } from "../expiry.ts";
import { writtenIn } from "../graph/commit.ts";
import { absent } from "../graph/graph.ts";
import { type EntityRecord, type State, versionOf } from "../graph/state.ts";
import { timesOf } from "../state/plain_state.ts";
import { mergeResponse, putEntity, stampOf } from "../merge_stored.ts";
import { anyLocks } from "./page_locks.ts";
import { sessionAfter } from "./stored_session.ts";
import type { Manager, ManagerRole, Middleware } from "../manager.ts";

/** The options of a {@linkcode TabSyncManager}: what it tells other tabs. */
export interface TabSyncOptions extends EnvironmentOptions {
  /** Name of the channel; tabs of one name hear each other. Default `"data-client"`. */
  readonly channel?: string | undefined;
  /** A version of the application's data; tabs of another one are not heard. Default `""`. */
  readonly buster?: string | undefined;
  /**
   * `"patch"`: others store what this tab stored. `"expire"`: after a mutation
   * others hear what it concerns, and request that again. Default `"patch"`.
   */
  readonly mode?: "patch" | "expire" | undefined;
  /** Whether a reset, such as a logout, resets the other tabs. Default `true`. */
  readonly syncReset?: boolean | undefined;
  /** Whether of all tabs only one polls, and a visible one. Default `true`, where there are Web Locks. */
  readonly sharePolling?: boolean | undefined;
  /** Called with messages that make no sense, and when something cannot be sent. Default: nobody is. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** So many messages are remembered. */
const MOST_HEARD = 100;

/** A row or a list, as it is sent. */
interface RowChange {
  readonly name: string;
  readonly key: string;
  readonly pk: string;
  /** What it is; `null` where it is deleted. */
  readonly is: unknown;
  readonly meta: EntityMeta;
  /** Since when a row and its fields are what they are. */
  readonly orders: PlainOrders | undefined;
  /** What else fields of a row were when the write of it began. */
  readonly was: EntityRow | undefined;
  /** By what there is the row, unless that is forgotten. */
  readonly created: Creation | undefined;
  /** Whether it was set, which asks for nothing. */
  readonly isSet: boolean;
  /** Since when a list has its members. */
  readonly history: PlainHistory | undefined;
  /** What the tab had heard of others when it requested a list, or deleted or created a row: the clock of each, by number. */
  readonly heard: Readonly<Record<number, number>>;
  readonly indexed: readonly string[];
}

/** A response, as it is sent. */
interface ResponseChange {
  /** Its key. */
  readonly name: string;
  /** In an array, which is empty where there is none. */
  readonly value: readonly unknown[];
  readonly meta: ResponseMeta;
  /** What the tab had heard of others when it requested it. */
  readonly heard: Readonly<Record<number, number>>;
}

/** What tabs send each other. */
interface Message {
  parts: (RowChange | ResponseChange)[];
  /** Changes of lists, also of those that the tab lacks. */
  changes: (PlainListChange & Pick<RowChange, "heard">)[];
  /** Keys of responses to request again, and names of rows whose readers are to. */
  readonly expired: string[];
  /** Rows and lists to request again where they are rendered, by table and primary key. */
  readonly doubts: (readonly [key: string, pk: string])[];
  /** Number of the tab. */
  from?: number;
  /** With which reset the session of the tab began; 0 where it knows of none. */
  session?: number;
  /** A stamp of the sender: what is done where it was heard is later. */
  at?: number;
  /** What else it is: that reset, a request for the session, or the response. */
  about?: "reset" | "opened" | "session" | undefined;
}

/** How long a tab that was opened waits to hear the session before it tells something, in milliseconds. */
const greeting = 50;
/** How long it waits for what the storage says of the session. */
const patience = 500;

/**
 * Tells other tabs what this one stores, and stores what they tell. Changes that
 * two tabs make at once end equal in both. Optimistic changes are sent when
 * they are confirmed. Where there is no BroadcastChannel it does nothing.
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
  readonly #number: number = Math.random();
  /** Clocks of other tabs that were heard of lately, and when. */
  readonly #heard: { from: number; clock: number; at: number }[] = [];
  #controller: Controller | undefined;
  #channel: BroadcastChannel | undefined;
  #stopListening: (() => void) | undefined;
  #isApplying = false;
  #outgoing: Message | undefined;
  /** Stamp of the last reset of all tabs: what was sent before it is of a session that has ended. */
  #session = 0;
  /** What was heard before the storage has said which session this is; nothing from then on. */
  #early: Message[] | undefined;
  /** Whether another tab was heard, or none is there. */
  #isGreeted = false;
  /** The last stamp of a tab whose clock is ahead, and the one here until then. */
  #leap = { own: 0, at: 0 };
  /** Stamp of the last reset that only this tab had. */
  #lastReset = -Infinity;
  /** Lists that were heard of before anybody here had read one of their kind. */
  readonly #unread = new Map<string, UnreadList>();
  readonly #polls = new Map<string, Poll>();
  #next: Dispatch | undefined;

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
    this.#name = `${channel}:6:${buster}`;
  }

  /** Lets polls wait for their turn, and forwards everything else. */
  readonly middleware: Middleware = (controller) => {
    this.#controller = controller;
    return (next) => {
      this.#next = next;
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
    const channel = this.#channel = new BroadcastChannel(this.#name);
    // an idle channel must not hold a script
    (channel as { unref?(): void }).unref?.();
    channel.onmessage = ({ data }) => this.#hear(data);
    this.#stopListening = this.#controller!.onCommit(this.#onCommit);
    this.#isGreeted = false;
    const { storedSession } = this.#controller!;
    if (!storedSession) return this.#tell("opened");
    const early: Message[] = this.#early = [];
    const begin = () => {
      cancel();
      if (this.#early === early) this.#begin(early, storedSession.name);
    };
    const { clock } = this.#environment;
    const cancel = startTimer(clock, begin, patience);
    void storedSession.check().then(begin);
  }

  /** Goes on in the session of the storage: a tab that was frozen may tell something of one that has ended. */
  #begin(early: readonly Message[], session = 0): void {
    this.#early = undefined;
    this.#session = Math.max(this.#session, session);
    this.#tell("opened");
    for (const message of early) this.#hear(message);
  }

  /** Sends what is not yet sent, and closes the channel. */
  cleanup(): void {
    this.#early = undefined;
    this.#post();
    this.#environment.visibility.removeListener(this.#onVisibility);
    this.#stopListening?.();
    this.#channel?.close();
    this.#channel = undefined;
    for (const poll of this.#polls.values()) this.#rest(poll);
  }

  // Sending

  readonly #onCommit = (
    { action, state, touched, doubts, changes = [] }: CommitNotice,
  ) => {
    const { mode, syncReset = true } = this.#options;
    if (action?.type === "rdc/reset") {
      if (!syncReset) this.#lastReset = state.lastReset;
      // what is not yet sent is of the session before
      this.#outgoing = undefined;
      this.#unread.clear();
      if (syncReset || action.session) this.#session = sessionAfter(action);
      if (syncReset && !action.session) this.#tell("reset");
    }
    if (this.#isApplying || !action) return;
    const { type } = action;
    for (const [{ table, pk }, since] of doubts ?? []) {
      // what follows from a row that is sent, other tabs find out
      if (since === undefined) this.#message().doubts.push([table.key, pk]);
    }
    const response = type === "rdc/setresponse" ? action : undefined;
    if (
      touched.everything || type === "rdc/gc" ||
      type === "rdc/merge" && action.apply !== this.#complete ||
      response?.error && !response.endpoint.sideEffect ||
      mode === "expire" && !response?.endpoint.sideEffect
    ) return;
    const message = this.#message();
    const { parts } = message;
    const isWrite = !response || response.endpoint.sideEffect;
    const began = (action as Partial<SetResponseAction>).meta?.fetchedAt;
    const isSet = type === "rdc/set";
    for (const [key, pks] of writtenRows(touched, isWrite)) {
      for (const pk of pks) {
        const part = this.#rowChange(state, key, pk, { isWrite, isSet, began });
        if (part) parts.push(part);
      }
    }
    for (const change of changes) {
      const heard = this.#heardBefore(change.began);
      message.changes.push({ ...plainListChange(change), heard });
    }
    for (const name of touched.endpoints) {
      const { value, meta } = state.getEndpointRecord(name) ?? {};
      if (!meta || meta.error) continue;
      const heard = this.#heardBefore(meta.fetchedAt);
      parts.push({ name, value: value === absent ? [] : [value], meta, heard });
    }
  };

  /** What other tabs get of a row or a list; nothing where none is stored. */
  #rowChange(
    state: State,
    key: string,
    pk: string,
    { isWrite, isSet, began }: Pick<RowChange, "isSet"> & {
      readonly isWrite: boolean | undefined;
      readonly began: number | undefined;
    },
  ): RowChange | undefined {
    const { value, meta } = state.getRecord(key, pk) ?? {};
    if (!meta) return undefined;
    const history = isList(key) && isObject(value)
      ? plainHistory(meta)
      : undefined;
    return {
      name: rowName(key, pk),
      key,
      pk,
      is: isInvalid(value) ? null : value,
      meta: timesOf(meta) as EntityMeta,
      orders: history ? undefined : plainOrders(meta),
      was: isWrite && isObject(value)
        ? formerFields(writeOf(state, key, pk, began), value)
        : undefined,
      created: creationIn(state, key, pk, meta, began),
      isSet,
      history,
      heard: this.#heardBefore(
        history ? history.listStamp : existenceOf(meta as EntityMeta).sent,
      ),
      indexed: [...state.indexedFields(key)],
    };
  }

  #heardBefore(time: number): Record<number, number> {
    return Object.fromEntries(
      this.#heard.filter(({ at }) => at < time)
        .map(({ from, clock }) => [from, clock]),
    );
  }

  /** Sends a message at once that has to do with sessions. */
  #tell(about: Message["about"]): void {
    const message = emptyMessage();
    this.#address(message);
    this.#channel?.postMessage({ ...message, about });
  }

  /** Says who sends a message, and in which session and when. */
  #address(message: Message): void {
    message.from = this.#number;
    message.at = this.#controller!.stamps.next();
    message.session = this.#session;
  }

  /** The message of this task. */
  #message(): Message {
    if (!this.#outgoing) this.#postSoon();
    return this.#outgoing ??= emptyMessage();
  }

  #postSoon(): void {
    const delay = this.#isGreeted ? 0 : greeting;
    this.#environment.clock.setTimeout(() => this.#post(), delay);
  }

  #post(): void {
    if (this.#early) return this.#postSoon();
    const message = this.#outgoing;
    this.#outgoing = undefined;
    this.#isGreeted = true;
    if (!message) return;
    // what was put into a list stands where it was put, not where it would
    // follow its row
    message.parts.sort((one, other) => rankOf(one) - rankOf(other));
    this.#address(message);
    try {
      if (this.#options.mode === "expire") sendNames(message, true);
      this.#channel?.postMessage(message);
    } catch (error) {
      sendNames(message, false);
      this.#channel!.postMessage(message);
      this.#report(error);
    }
  }

  // Receiving

  #hear(message: Message): void {
    if (this.#early) return void this.#early.push(message);
    this.#isApplying = true;
    try {
      this.#receive(message);
    } catch (error) {
      this.#report(error);
    }
    this.#isApplying = false;
  }

  #receive(
    { parts, changes, expired, doubts, from, at, session = 0, about }: Message,
  ): void {
    const controller = this.#controller!;
    const { stamps } = controller;
    const isCurrent = session >= this.#session;
    const own = stamps.next();
    stamps.moveAbove(at!);
    if (at! - own > LATELY) this.#leap = { own, at: at! };
    // who does not know the session was opened in it, or is about to hear of the reset
    if (about === "opened" || !isCurrent) this.#tell("session");
    this.#heard.push({ from: from!, clock: at!, at: stamps.next() });
    if (this.#heard.length > 2 * MOST_HEARD) this.#heard.splice(0, MOST_HEARD);
    if (session > this.#session) {
      if (about === "reset") {
        void controller.dispatch({ ...createReset(stamps), session });
      }
      this.#session = session;
    }
    if (!this.#isGreeted) this.#post();
    if (!isCurrent) return;
    if (parts[0] || changes[0] || doubts[0]) {
      controller.dispatch({
        type: "rdc/merge",
        apply: (stored) => {
          const lists = parts.map((part) => this.#store(stored, part, from!));
          // once all rows are known, by which lists select, count and sort
          for (const complete of lists) complete?.();
          for (const { heard, ...change } of changes) {
            const writer = stored as unknown as EntityWriter;
            const known = this.#knownBefore(heard);
            repeatChange(writer, change, from!, stamps.next(), known);
          }
          for (const [key, pk] of doubts) {
            this.#doubt(stored, stored.slotOf(key, pk), key, pk, from!);
          }
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

  /** Stores a part; returns what gives a list the rows that were written here, each in its place. */
  #store(
    stored: StoredParts,
    part: RowChange | ResponseChange,
    from: number,
  ): (() => void) | undefined {
    const { name } = part;
    if (stampOf(part.meta) < this.#lastReset) return;
    const { stamps } = this.#controller!;
    const meta = notAfter<EntityMeta | ResponseMeta>(part.meta, stamps.now());
    if ("value" in part) {
      const { value: [value = absent] } = part;
      const record = {
        value,
        meta: this.#isDoubted(part.heard)
          ? { ...meta, expiresAt: longAgo }
          : meta,
      };
      mergeResponse(stored, { key: name, record });
      return;
    }
    part = { ...part, meta: meta as EntityMeta };
    const slot = stored.slotOf(part.key, part.pk);
    if (part.history) {
      return this.#joinList(stored, part, part.history, slot, from);
    }
    this.#joinRow(stored, part, slot, from);
  }

  /** Has requested again what is in doubt in another tab, and the lists here that may have that row. */
  #doubt(
    stored: StoredParts,
    slot: EntitySlot,
    key: string,
    pk: string,
    from: number,
  ): void {
    const { value, meta } = slot;
    if (isList(key)) return stored.doubt?.(slot);
    // one that the other tab creates is unknown here
    const row = isObject(value) ? value : meta && ordersOf(meta).later;
    const date = this.#controller!.stamps.next();
    followRow(stored as unknown as EntityWriter, {
      key,
      pk,
      before: value,
      theirs: row,
      meta: { fetchedAt: date, date, expiresAt: 0 },
      contested: new Set([presence]),
      from,
    });
  }

  /** Whether something is in doubt here that a tab had not heard of, so that what it requested does not end it. */
  #isDoubted(heard: ResponseChange["heard"]): boolean {
    const { graph } = this.#controller!.peek();
    const known = this.#knownBefore(heard);
    return [...graph?.doubts.values() ?? []].some((since) => since > known);
  }

  /** What was confirmed here before, another tab had heard of. */
  #knownBefore(heard: ResponseChange["heard"]): number {
    const lately = this.#controller!.stamps.next() - LATELY;
    const { own, at } = this.#leap;
    // what was confirmed just before a leap is not old
    const until = lately < at ? own + lately - at : lately;
    return Math.max(heard[this.#number] ?? 0, until);
  }

  /** Takes of a list what it has not heard of. */
  #joinList(
    stored: StoredParts,
    { key, pk, is, meta, heard, indexed }: RowChange,
    history: PlainHistory,
    slot: EntitySlot,
    from: number,
  ): () => void {
    const now = this.#controller!.stamps.next();
    const heardUntil = this.#knownBefore(heard);
    const writer = stored as unknown as EntityWriter;
    const isRead = isFollowed(writer, key, pk);
    if (!isRead) {
      this.#unread.set(rowName(key, pk), { key, pk, heardUntil, from });
      writer.collections!.onAdd = this.#completeUnread;
    }
    const { isContested, isTheirs, removedAt, ...record } = joinLists(
      slot,
      { value: is as EntityRow, meta },
      history,
      {
        from,
        here: this.#number,
        heard: now,
        knownThere: heardUntil,
        knownHere: this.#heardBefore(listStampOf(slot.meta))[from] ?? 0,
      },
      isRead,
    );
    putEntity(stored, { key, pk, record: record as EntityRecord, indexed });
    if (isContested) stored.doubt?.(slot);
    return () => {
      if (isTheirs) completeList(writer, key, pk, heardUntil, from);
      // what was taken out may have been put in later
      else completeList(writer, key, pk, removedAt);
      // what the other tab has put somewhere
      const added = history.changes
        .flatMap(({ added = {} }) => Object.values(added));
      placeMembers(writer, key, pk, added, now);
    };
  }

  /** Gives lists that somebody reads now the rows that were written here meanwhile. */
  readonly #completeUnread = () =>
    queueMicrotask(() => {
      if (!this.#channel || this.#unread.size === 0) return;
      this.#controller!.dispatch({ type: "rdc/merge", apply: this.#complete })
        .catch(this.#report);
    });

  /** Does that. Other tabs hear of it, since they may have put these rows elsewhere. */
  readonly #complete = (stored: StoredParts): void => {
    const writer = stored as unknown as EntityWriter;
    for (const [name, { key, pk, heardUntil, from }] of this.#unread) {
      if (!isFollowed(writer, key, pk)) continue;
      this.#unread.delete(name);
      completeList(writer, key, pk, heardUntil, from);
    }
  };

  /** Takes of a row what stands over what is known here, and lets lists follow it. */
  #joinRow(
    stored: StoredParts,
    { key, pk, is, meta, orders, heard, was, created, isSet, indexed }:
      RowChange,
    { value: before, meta: known }: EntitySlot,
    from: number,
  ): void {
    const theirs = {
      row: is === null ? undefined : is as EntityRow,
      orders: fullOrders(orders!),
    };
    const { stamps } = this.#controller!;
    const contested = new Set<string | symbol>();
    // what is known here, the other tab has not found
    if (created?.isFound && isObject(before)) created = undefined;
    const written = sentIn(created?.isFound ? theirs.orders.fields : undefined);
    const { row, orders: joined } = known === undefined ? theirs : joinRows(
      { row: isObject(before) ? before : undefined, orders: ordersOf(known) },
      theirs,
      { heard: stamps.next(), knownThere: this.#knownBefore(heard) },
      contested,
      written,
    );
    const { base, fields, later } = joined;
    const times = known && stampOf(known) > stampOf(meta) ? known : meta;
    const record = {
      value: row === undefined
        ? INVALID
        : isSameValue(row, before)
        ? before
        : row,
      meta: withOrders(timesOf(times), base, fields, later && { later }),
    } as EntityRecord;
    putEntity(stored, { key, pk, record, indexed });
    const again = created?.again;
    const isCreated = row !== undefined && (again !== undefined ||
      existenceOf(record.meta!).sent >
        (known === undefined ? 0 : existenceOf(known).sent));
    const began = again ?? lastWriteOf(theirs.orders, written, isCreated);
    const span = {
      ...meta,
      fetchedAt: began || meta.fetchedAt,
      confirmedAt: stamps.next(),
    };
    followRow(stored as unknown as EntityWriter, {
      key,
      pk,
      before,
      was: was && { ...row, ...was },
      theirs: theirs.row,
      meta: span,
      contested,
      written,
      isCreated,
      created,
      isThere: isCertainNow(known, record.meta),
      isSet,
      from,
    });
  }

  // Polling

  /** Whether a subscription is, or waits to be, the poll of one tab. */
  #subscribe(action: SubscribeAction): boolean {
    const { key, endpoint } = action;
    const { sharePolling = true } = this.#options;
    // others, such as those of event streams, are no polls
    if (!endpoint.pollFrequency || !sharePolling || !anyLocks()) return false;
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
      const turn = new AbortController();
      const { signal } = turn;
      poll.end = () => turn.abort();
      const hold = () =>
        new Promise<void>((release) => {
          if (signal.aborted) return release();
          poll.end = release;
          poll.isOurs = true;
          for (const action of actions) void this.#next!(action);
        });
      anyLocks()!.request(`${this.#name}:${key}`, { signal }, hold)
        .catch(() => {}); // nobody waits any more
    } else this.#rest(poll);
  }

  /** Leaves polling to other tabs. */
  #rest(poll: Poll): void {
    const { actions, end, isOurs } = poll;
    for (const action of isOurs ? actions : []) {
      void this.#next!({ ...action, type: "rdc/unsubscribe" });
    }
    end?.();
    poll.end = poll.isOurs = undefined;
  }
}

/** A list that is stored as another tab has it. */
interface UnreadList {
  readonly key: string;
  readonly pk: string;
  /** What was confirmed here before, it knows. */
  readonly heardUntil: number;
  /** The other tab. */
  readonly from: number;
}

/** Subscribers of a key, and where they stand among the tabs. */
interface Poll {
  readonly actions: SubscribeAction[];
  /** Whether it is the turn of this tab. */
  isOurs?: true | undefined;
  /** Ends the turn of this tab, or the wait for it. */
  end?: (() => void) | undefined;
}

function emptyMessage(): Message {
  return { parts: [], changes: [], expired: [], doubts: [] };
}

/**
 * Others request what they show of a message, rather than store it.
 *
 * @param isSendable whether what selects lists can be sent
 */
function sendNames(message: Message, isSendable: boolean): void {
  const { parts, changes, expired } = message;
  message.changes = changes.map((change) => ({
    ...isSendable && !change.moved
      ? change
      : { ...unknownChange(change), heard: change.heard },
    // these are named
    stored: parts.flatMap((part) =>
      "pk" in part && change.list.startsWith(`${part.key} `) ? part.pk : []
    ),
  }));
  for (const { name } of parts.splice(0)) expired.push(name);
}

/** Primary keys of what to tell, by table: of what was read all lists, of what was written all rows as well, also where they say the same since another time. */
function writtenRows(
  touched: Touched,
  isWrite: boolean | undefined,
): Map<string, Set<string>> {
  const rows = new Map<string, Set<string>>();
  for (const { table = "", key } of writtenIn(touched)) {
    if (!isWrite && !isList(table) && !touched.entities.get(table)?.has(key)) {
      continue;
    }
    let pks = rows.get(table);
    if (pks === undefined) rows.set(table, pks = new Set());
    pks.add(key);
  }
  return rows;
}

/** What is remembered of a write of a row, by when it began. */
function writeOf(
  state: State,
  key: string,
  pk: string,
  began: number | undefined,
): ConfirmedWrite | undefined {
  // of what was only read there is none
  return began
    ? versionOf(state).graph?.confirmedWrites.findLast((write) =>
      write.key === key && write.pk === pk && write.began === began
    )
    : undefined;
}

/** What else the fields of a row were when a write of it began. */
function formerFields(
  write: ConfirmedWrite | undefined,
  row: EntityRow,
): EntityRow | undefined {
  const [before] = write?.change?.before ?? [];
  return before && Object.fromEntries(
    Object.entries(before)
      .filter(([name, value]) => !isSameValue(value, row[name])),
  );
}

/**
 * What other tabs need to know of a creation: also the parameters of its
 * address, which the row may lack.
 *
 * @param began when the creation began
 */
function creationIn(
  state: State,
  key: string,
  pk: string,
  meta: EntityMeta,
  began: number | undefined,
): Creation | undefined {
  const { sent } = existenceOf(meta);
  const last = writeOf(state, key, pk, began);
  if (last?.change?.isFound) {
    return { list: "", args: last.change.args.slice(0, 1), isFound: true };
  }
  // a deleted row may be there again by what created none
  const again = last?.isCreated && began !== sent ? began : undefined;
  const write = again ? last : writeOf(state, key, pk, sent);
  // what creates a row by itself creates it in no list
  if (!write) return sent === began ? { list: "" } : undefined;
  const [params, body] = write.change?.args ?? [];
  return { list: write.list, args: body && [params], again };
}

/** Names of fields that somebody has sent. */
function sentIn(
  fields: ReturnType<typeof fullOrders>["fields"],
): Set<string | symbol> {
  const sent = [...fields ?? []].filter(([_, { sent }]) => sent > 0);
  return new Set(sent.map(([name]) => name));
}

/** Lists before rows, and those before the responses that consist of them. */
function rankOf(part: RowChange | ResponseChange): number {
  return "value" in part ? 2 : part.history ? 0 : 1;
}

/** Whether a table has lists, not rows. */
function isList(key: string): boolean {
  return /^[[{(]/.test(key);
}

function rowName(key: string, pk: string): string {
  return `${key} ${pk}`;
}
