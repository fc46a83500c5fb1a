/**
 * What managers of server push have in common: one connection that is held
 * open, the channels that are subscribed on it, and storing what arrives.
 *
 * @module
 */
import type { EndpointInterface } from "../../../endpoint/contract.ts";
import { isDevelopment } from "../../../schema/engine.ts";
import type { Queryable } from "../../../schema/mod.ts";
import type {
  ActionArgs,
  Dispatch,
  SubscribeAction,
  UnsubscribeAction,
} from "../../contract.ts";
import type { Controller } from "../../controller.ts";
import {
  type Clock,
  type Environment,
  environmentOf,
  type EnvironmentOptions,
  startTimer,
} from "../../environment.ts";
import { withOrigin } from "../../origin.ts";
import { nothing, stored } from "../../promises.ts";
import {
  isStoredAlone,
  type Message,
  storeMessages,
} from "./store_messages.ts";
import type { Manager, ManagerRole, Middleware } from "../../manager.ts";
import type { WriteOnlySchema } from "../../types.ts";

/**
 * The status of the connection of a {@linkcode StreamManager}: not wanted
 * (`idle`), being made (`connecting`), usable (`open`), resting before the next
 * attempt (`waiting`), or ended (`closed`).
 */
export type StreamStatus =
  | "idle"
  | "connecting"
  | "open"
  | "waiting"
  | "closed";

/** When the connection of a {@linkcode StreamManager} is made again. */
export interface ReconnectOptions<E extends Event = Event> {
  /** Longest time before the first attempt, in milliseconds; doubled for each further one. Default 1000. */
  readonly base?: number | undefined;
  /** Longest time before any attempt, in milliseconds. Default 30,000. */
  readonly max?: number | undefined;
  /** How many attempts may fail in a row. Default `Infinity`. */
  readonly attempts?: number | undefined;
  /**
   * Whether to connect again, in place of the rule of the manager.
   *
   * @param event how the connection ended
   */
  should?(event: E): boolean;
}

/** Options of every {@linkcode StreamManager}; `M` is what `parse` makes of a message. */
export interface StreamOptions<M = unknown, E extends Event = Event>
  extends EnvironmentOptions {
  /**
   * The address. A function is called before each connection, for instance to
   * add a fresh token, and gets the subscribed channels.
   */
  readonly url:
    | string
    | URL
    | ((channels: readonly string[]) => string | URL | Promise<string | URL>);
  /** Makes a message of what arrives; `undefined` where that is none. Default: JSON. */
  readonly parse?: ((event: MessageEvent) => M) | undefined;
  /** Stores a message that {@linkcode StreamOptions.entities} does not store. */
  readonly handle?:
    | ((controller: Controller, message: M) => unknown)
    | undefined;
  /**
   * Where the `data` of messages such as `{ type: "ticker", data }` is stored,
   * by their `type`. A message may also have `args`, the arguments of the schema.
   */
  readonly entities?:
    | Readonly<Record<string, Queryable | WriteOnlySchema>>
    | undefined;
  /**
   * Names the channel on which the server sends what a subscription wants;
   * `undefined` leaves the subscription to others, such as polling.
   */
  readonly subscribe?:
    | ((endpoint: EndpointInterface, args: ActionArgs) => string | undefined)
    | undefined;
  /** When to connect again. */
  readonly reconnect?: ReconnectOptions<E> | undefined;
  /** Connect with the first subscription, and disconnect five seconds after the last. Default `false`. */
  readonly lazy?: boolean | undefined;
  /** Disconnect while the page is hidden. Default `false`. */
  readonly closeWhenHidden?: boolean | undefined;
  /** How long messages are collected before they are stored together, in milliseconds. Default 0. */
  readonly batchMs?: number | undefined;
  /** Called with each change of {@linkcode StreamManager.status}. */
  readonly onStatus?: ((status: StreamStatus) => void) | undefined;
  /**
   * Fetches what was missed; called after each connection but the first.
   * Default: marks what is subscribed here as stale, so that it is requested.
   */
  readonly onReconnect?:
    | ((controller: Controller, gap: StreamGap) => void)
    | undefined;
  /** Called with what could not be parsed, handled or stored. Default: `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /**
   * Called when the store was emptied, for instance because the user logged out.
   * Default: makes a new connection, since the one before is that of somebody.
   */
  readonly onReset?: (() => void) | undefined;
}

/** The argument of `onReconnect` of a {@linkcode StreamManager}. */
export interface StreamGap {
  /** How long there was no connection, in milliseconds. */
  readonly downMs: number;
}

/** One connection of a {@linkcode StreamManager}. */
export interface StreamLink {
  /** Channels that the server knows of on this connection; the manager updates them. */
  channels: ReadonlySet<string>;
  /** Ends the connection. */
  close(): void;
}

/** The callbacks of a connection to its {@linkcode StreamManager}. */
export interface StreamHandlers<E extends Event = Event> {
  /** Messages can be sent and received. */
  onOpen(): void;
  /** A message has arrived. */
  onMessage(event: MessageEvent): void;
  /**
   * The connection has ended, or could not be made.
   *
   * @param event how; without one it is always made again
   * @param isFinal whether it is not, unless `should` of the options says so
   */
  onLost(event?: E, isFinal?: boolean): void;
}

/** A message that `entities` of {@linkcode StreamOptions} may know. */
interface TypedMessage {
  readonly type: string;
  readonly args?: ActionArgs;
  readonly data: unknown;
}

/** What is subscribed for one key. */
interface Subscribed {
  readonly channel: string;
  /** One for each subscriber. */
  readonly actions: SubscribeAction[];
}

/** A timer that can be moved: what {@linkcode movableTimer} makes. */
export interface MovableTimer {
  /** Lets it go off after a time, in milliseconds from now. */
  start(delay: number): void;
  /** Cancels it. */
  stop(): void;
  /** Whether it will go off. */
  isRunning: boolean;
}

/**
 * Makes a timer that can be moved.
 *
 * @param clock Source of timers.
 * @param callback Runs each time it goes off.
 */
export function movableTimer(
  clock: Clock,
  callback: () => void,
): MovableTimer {
  let cancel = nothing;
  const timer: MovableTimer = {
    isRunning: false,
    start(delay) {
      timer.stop();
      timer.isRunning = true;
      const goOff = () => {
        timer.isRunning = false;
        callback();
      };
      cancel = startTimer(clock, goOff, delay, true);
    },
    stop() {
      timer.isRunning = false;
      cancel();
    },
  };
  return timer;
}

/** A connection that was open this long was a good one: the next attempt is the first again. */
const goodConnectionMs = 10_000;
/** How long a lazy connection outlives its last subscription. */
const lingerMs = 5000;
/** Messages that are stored at a time; small enough for timers and frames in between. */
const sliceSize = 256;
/** Timers of hidden pages are held back; messages do not wait longer than this. */
const longestWaitMs = 1000;

/**
 * Holds a connection on which a server sends messages, and stores them. It is
 * the base of {@linkcode WebSocketManager} and {@linkcode EventSourceManager};
 * extend it for another kind of connection.
 *
 * @example
 * ```ts
 * import { createClient, Entity, NetworkManager } from "@tessera/client";
 * import {
 *   type StreamHandlers,
 *   type StreamLink,
 *   StreamManager,
 * } from "@tessera/client/push";
 *
 * // messages of other tabs
 * class TabManager extends StreamManager {
 *   protected override readonly isSupported = "BroadcastChannel" in globalThis;
 *
 *   protected override open(
 *     url: string,
 *     channels: readonly string[],
 *     { onOpen, onMessage }: StreamHandlers,
 *   ): StreamLink {
 *     const tabs = new BroadcastChannel(url);
 *     tabs.onmessage = onMessage;
 *     queueMicrotask(onOpen);
 *     return { channels: new Set(channels), close: () => tabs.close() };
 *   }
 * }
 *
 * class Ticker extends Entity {
 *   id = "";
 *   price = 0;
 *   static override key = "Ticker";
 * }
 * using client = createClient({
 *   managers: [
 *     new TabManager({
 *       url: "tickers",
 *       parse: ({ data }) => data,
 *       entities: { ticker: Ticker },
 *     }),
 *     new NetworkManager(),
 *   ],
 * });
 * ```
 */
export abstract class StreamManager<
  M = unknown,
  E extends Event = Event,
  O extends StreamOptions<M, E> = StreamOptions<M, E>,
> implements Manager {
  /** Lets the order of managers be checked. */
  readonly role: ManagerRole = "push";
  /** Consumes the subscriptions that have a channel. */
  readonly middleware: Middleware = (controller) => {
    this.#controller = controller;
    return (next) => {
      this.#next = next;
      return (action) => {
        const isTaken = action.type === "rdc/subscribe"
          ? this.#subscribe(action)
          : action.type === "rdc/unsubscribe" && this.#unsubscribe(action);
        if (isTaken) return stored;
        const passed = next(action);
        if (action.type !== "rdc/reset") return passed;
        // what has arrived, or is to be sent, belongs to a session that is over
        this.#inbox.length = this.outbox.length = 0;
        const { onReset } = this.options;
        if (!onReset && this.#isRunning && !this.#isClosed) {
          // it was made in the name of somebody, and brings what is theirs
          this.#drop("waiting");
          this.#lostAt = undefined;
          this.#plan();
        }
        return passed.finally(() => this.#guard(() => onReset?.()));
      };
    };
  };
  /** The address of the options. */
  protected readonly options: O;
  /** Time, chance, the network and the page. */
  protected readonly environment: Environment;
  /** The messages that wait to be sent. */
  protected readonly outbox: unknown[] = [];
  /** Whether the platform can make such connections. */
  protected abstract readonly isSupported: boolean;
  #controller: Controller | undefined;
  #next: Dispatch | undefined;
  #status: StreamStatus = "idle";
  #isRunning = false;
  /** Closed, until {@linkcode StreamManager.connect}. */
  #isClosed = false;
  /** The connection that is open. */
  #link: StreamLink | undefined;
  /** The connection that is being made. */
  #opening: StreamLink | undefined;
  /** Attempts that failed in a row. */
  #failures = 0;
  #openedAt = 0;
  /** Since when there is no connection, where there was one or should have been. */
  #lostAt: number | undefined;
  /** By key. */
  readonly #subscribed = new Map<string, Subscribed>();
  /** What has arrived and is not stored yet. */
  readonly #inbox: MessageEvent[] = [];
  /** When the first of that has arrived. */
  #arrivedAt = 0;
  readonly #adjusting: MovableTimer;
  readonly #retrying: MovableTimer;
  readonly #lingering: MovableTimer;
  readonly #reading: MovableTimer;

  /**
   * Makes a manager for one store. Nothing is connected before `init`.
   *
   * @param options See {@linkcode StreamOptions}.
   */
  constructor(options: O) {
    this.options = options;
    const { clock } = this.environment = environmentOf(options);
    this.#adjusting = movableTimer(clock, () => this.#adjust());
    this.#retrying = movableTimer(clock, this.#plan);
    this.#lingering = movableTimer(clock, this.#plan);
    this.#reading = movableTimer(clock, () => this.#read());
  }

  /** The status of the connection. */
  get status(): StreamStatus {
    return this.#status;
  }

  /** Connects, unless that is to wait for the first subscription. */
  init(): void {
    const { connection, visibility } = this.environment;
    connection.addOnlineListener(this.#retry);
    visibility.addListener(this.#plan);
    this.#isRunning = true;
    this.connect();
  }

  /** Disconnects. Subscriptions stay, and are made again after the next `init`. */
  cleanup(): void {
    const { connection, visibility } = this.environment;
    connection.removeOnlineListener(this.#retry);
    visibility.removeListener(this.#plan);
    this.#isRunning = false;
    this.#adjusting.stop();
    this.#lingering.stop();
    this.#reading.stop();
    this.#inbox.length = 0;
    this.#drop("idle");
  }

  /** Connects again after a close, and at once while an attempt is pending. */
  connect(): void {
    this.#isClosed = false;
    this.#failures = 0;
    this.#retry();
  }

  /** Disconnects until {@linkcode StreamManager.connect}. */
  close(): void {
    this.#isClosed = true;
    this.#drop("closed");
  }

  /**
   * Makes a connection.
   *
   * @param url where to
   * @param channels what is subscribed
   * @param handlers what to call, not before this method has returned
   */
  protected abstract open(
    url: string,
    channels: readonly string[],
    handlers: StreamHandlers<E>,
  ): StreamLink;

  /**
   * Tells the server what is subscribed now. Default: connects again, if there
   * are new channels and the address depends on them; the present connection
   * stays until then.
   *
   * @param added channels that the server does not know of, if any
   * @param _removed channels that nobody wants any more, if any
   */
  protected changeChannels(
    added: readonly string[],
    _removed: readonly string[],
  ): void {
    if (added.length > 0 && typeof this.options.url === "function") {
      this.#begin();
    }
  }

  #subscribe(action: SubscribeAction): boolean {
    const { key, endpoint, args } = action;
    let subscribed = this.#subscribed.get(key);
    if (subscribed === undefined) {
      const channel = this.#guard(() =>
        this.options.subscribe?.(endpoint, args)
      );
      if (channel === undefined) return false;
      subscribed = { channel, actions: [] };
      this.#subscribed.set(key, subscribed);
      this.#plan();
    }
    subscribed.actions.push(action);
    if (this.#status !== "open") this.#poll(action, action.type);
    return true;
  }

  #unsubscribe({ key, endpoint, type }: UnsubscribeAction): boolean {
    const actions = this.#subscribed.get(key)?.actions;
    if (actions === undefined) return false;
    const position = actions.findIndex((action) =>
      action.endpoint.pollFrequency === endpoint.pollFrequency
    );
    const [ended] = actions.splice(position, 1);
    if (this.#status !== "open") this.#poll(ended!, type);
    if (actions.length === 0) {
      this.#subscribed.delete(key);
      // somebody may come back, for whom there is something only if it is open
      if (this.#subscribed.size === 0 && this.#link) {
        this.#lingering.start(lingerMs);
      }
      this.#plan();
    }
    return true;
  }

  /** What has a channel is polled as well, but only while there is no connection. */
  #poll(
    action: SubscribeAction,
    type: "rdc/subscribe" | "rdc/unsubscribe",
  ): void {
    if (action.endpoint.pollFrequency === undefined) return;
    this.#next!({ ...action, type } as SubscribeAction);
  }

  #setStatus(status: StreamStatus): void {
    const before = this.#status;
    if (status === before) return;
    this.#status = status;
    const isOpen = status === "open";
    if (isOpen || before === "open") {
      for (const { actions } of this.#subscribed.values()) {
        for (const action of actions) {
          this.#poll(action, isOpen ? "rdc/unsubscribe" : "rdc/subscribe");
        }
      }
    }
    this.#guard(() => this.options.onStatus?.(status));
  }

  /** Brings the connection in line with what is wanted, at the end of the task. */
  readonly #plan = (): void => {
    if (this.#isRunning) this.#adjusting.start(0);
  };

  /** Does not wait for the next attempt any longer. */
  readonly #retry = (): void => {
    this.#retrying.stop();
    this.#plan();
  };

  #adjust(): void {
    if (this.#isClosed) return;
    const { connection, visibility } = this.environment;
    const { lazy, closeWhenHidden } = this.options;
    const isUnused = lazy && this.#subscribed.size === 0 &&
      !this.#lingering.isRunning;
    if (
      !this.isSupported || isUnused ||
      closeWhenHidden && !visibility.isVisible()
    ) {
      this.#drop("idle");
      // who subscribes later requests the data anyway
      if (isUnused) this.#lostAt = undefined;
    } else if (this.#link) {
      this.#tellChannels(this.#link);
    } else if (!this.#opening && !this.#retrying.isRunning) {
      const mustWait = this.#failures > 0 && !connection.isOnline();
      this.#setStatus(mustWait ? "waiting" : "connecting");
      if (!mustWait) this.#begin();
    }
  }

  /** Makes a connection; one that is open stays until then. */
  async #begin(): Promise<void> {
    this.#opening?.close();
    const { url } = this.options;
    const channels = this.#channels();
    // until there is an address
    let link: StreamLink = this.#opening = { channels, close: nothing };
    const isOurs = () => link === this.#opening || link === this.#link;
    try {
      const address = typeof url === "function"
        ? await url([...channels])
        : url;
      if (!isOurs()) return;
      link = this.#opening = this.open(String(address), [...channels], {
        onOpen: () => isOurs() && this.#opened(link),
        onMessage: (event) => isOurs() && this.#receive(event),
        onLost: (...how) => isOurs() && this.#lost(...how),
      });
    } catch (error) {
      if (!isOurs()) return;
      this.#report(error);
      this.#lost();
    }
  }

  #opened(link: StreamLink): void {
    this.#link?.close();
    this.#link = link;
    this.#opening = undefined;
    const now = this.environment.clock.now();
    this.#openedAt = now;
    this.#setStatus("open");
    this.#tellChannels(link);
    if (this.#lostAt === undefined) return;
    const gap = { downMs: now - this.#lostAt };
    this.#lostAt = undefined;
    const { onReconnect } = this.options;
    const controller = this.#controller!;
    const testKey = (key: string) => this.#subscribed.has(key);
    this.#guard(() =>
      this.#dispatch(
        ["connected again"],
        () =>
          onReconnect
            ? onReconnect(controller, gap)
            : controller.expireAll({ testKey }),
      )
    );
  }

  #lost(event?: E, isFinal?: boolean): void {
    const { clock, random } = this.environment;
    const { reconnect = {} } = this.options;
    const { base = 1000, max = 30_000, attempts = Infinity } = reconnect;
    const isOver = event &&
      this.#guard(() => reconnect.should?.(event) ?? !isFinal) === false;
    const now = clock.now();
    if (this.#link && now - this.#openedAt >= goodConnectionMs) {
      this.#failures = 0;
    }
    this.#lostAt ??= now;
    if (isOver || this.#failures >= attempts) {
      this.close();
      return;
    }
    const delay = Math.min(max, base * 2 ** this.#failures++);
    this.#drop("waiting");
    this.#retrying.start(delay * (1 + random()) / 2);
  }

  /** Ends what is open or being opened. */
  #drop(status: StreamStatus): void {
    const link = this.#link;
    if (link) this.#lostAt ??= this.environment.clock.now();
    link?.close();
    this.#opening?.close();
    this.#link = this.#opening = undefined;
    this.#retrying.stop();
    this.#setStatus(status);
  }

  #channels(): Set<string> {
    return new Set(
      [...this.#subscribed.values()].map(({ channel }) => channel),
    );
  }

  #tellChannels(link: StreamLink): void {
    const sent = link.channels;
    const wanted = link.channels = this.#channels();
    const added = [...wanted].filter((name) => !sent.has(name));
    const removed = [...sent].filter((name) => !wanted.has(name));
    this.#guard(() => this.changeChannels(added, removed));
  }

  #receive(event: MessageEvent): void {
    const { batchMs = 0 } = this.options;
    const now = this.environment.clock.now();
    if (this.#inbox.push(event) === 1) {
      this.#arrivedAt = now;
      this.#reading.start(batchMs);
    } else if (now - this.#arrivedAt > batchMs + longestWaitMs) this.#read();
  }

  /** Stores what has arrived, a slice in one task. */
  #read(): void {
    const controller = this.#controller!;
    const { parse = parseJson, handle, entities = {} } = this.options;
    const messages: Message[] = [];
    const store = () => {
      const together = messages.splice(0);
      this.#dispatch(
        together.map(({ from }) => from),
        () => storeMessages(controller, together, this.#report),
      );
    };
    for (const event of this.#inbox.splice(0, sliceSize)) {
      this.#guard(() => {
        const parsed: M = parse(event);
        if (parsed === undefined) return;
        const { type, data, args = [data] } = Object(parsed) as TypedMessage;
        if (Object.hasOwn(entities, type)) {
          const from = this.#sourceOf(parsed);
          const message = { schema: entities[type]!, args, data, from };
          const isAlone = isStoredAlone(message);
          if (isAlone) store();
          messages.push(message);
          if (isAlone) store();
        } else {
          store();
          const handled = this.#dispatch(
            [this.#sourceOf(parsed)],
            () => handle?.(controller, parsed),
          );
          if (handled instanceof Promise) handled.catch(this.#report);
        }
      });
    }
    store();
    if (this.#inbox.length > 0) this.#reading.start(0);
  }

  /** Runs something that dispatches. Panels say that it was this manager, and why. */
  #dispatch<T>(reasons: readonly (string | undefined)[], run: () => T): T {
    return isDevelopment()
      ? withOrigin([this.constructor.name, ...new Set(reasons)].join(", "), run)
      : run();
  }

  /** Where a message is from: the channel that it names, or the only one there is. */
  #sourceOf(message: unknown): string | undefined {
    if (!isDevelopment()) return undefined;
    const { channel, type } = Object(message) as Record<string, unknown>;
    if (typeof channel === "string") return `channel ${channel}`;
    const [only, ...others] = this.#link?.channels ?? [];
    return only !== undefined && others.length === 0
      ? `channel ${only}`
      : `message ${typeof type === "string" ? type : "without a type"}`;
  }

  #guard<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.#report(error);
    }
  }

  readonly #report = (error: unknown): void => {
    const { onError = console.error } = this.options;
    onError(error);
  };
}

// deno-lint-ignore no-explicit-any -- `M` is whatever the server sends
function parseJson({ data }: MessageEvent): any {
  return JSON.parse(data);
}
