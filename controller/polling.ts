/**
 * Refreshes what somebody subscribes to, by polling.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import { isDevelopment } from "../schema/engine.ts";
import {
  type Clock,
  type ConnectionListener,
  environmentOf,
  type EnvironmentOptions,
  type RestingTimer,
  restingTimer,
} from "./environment.ts";
import type {
  ActionArgs,
  Dispatch,
  SubscribeAction,
  UnsubscribeAction,
} from "./contract.ts";
import type { Controller } from "./controller.ts";
import { deriveEndpoint } from "./derive_endpoint.ts";
import type { State } from "./graph/state.ts";
import { nothing, stored } from "./promises.ts";
import type { Manager, ManagerRole, Middleware } from "./manager.ts";

/**
 * Refreshes the value of one key while it has subscribers: what a
 * {@linkcode SubscriptionManager} runs.
 *
 * @example
 * ```ts
 * import {
 *   type Controller,
 *   type SubscribeAction,
 *   SubscriptionManager,
 * } from "@tessera/client";
 * import { type Subscription } from "@tessera/client/controller";
 *
 * // listens to server-sent events instead of polling
 * class EventSubscription implements Subscription {
 *   #subscribers = 0;
 *   readonly #source: EventSource;
 *
 *   constructor(action: Pick<SubscribeAction, "endpoint" | "args">, controller: Controller) {
 *     this.#source = new EventSource(`/events?${action.endpoint.key(...action.args)}`);
 *     this.#source.onmessage = ({ data }) =>
 *       controller.setResponse(action.endpoint, ...action.args, JSON.parse(data));
 *     this.add();
 *   }
 *   add() {
 *     this.#subscribers++;
 *   }
 *   remove() {
 *     return --this.#subscribers === 0;
 *   }
 *   cleanup() {
 *     this.#source.close();
 *   }
 * }
 * export const manager = new SubscriptionManager(EventSubscription);
 * ```
 */
export interface Subscription {
  /** One more subscriber; `frequency` is its `pollFrequency` in milliseconds. */
  add(frequency?: number): void;
  /** One subscriber less. Returns `true` when none is left. */
  remove(frequency?: number): boolean;
  /** Stops everything the subscription started. */
  cleanup(): void;
}

/** The options of a {@linkcode Subscription}, in addition to its action. */
export interface SubscriptionOptions extends EnvironmentOptions {
  /** Whether polls rest while the page is hidden, where the endpoint does not say it by `pollInBackground`. Default `true`. */
  readonly pauseWhenHidden?: boolean | undefined;
}

/**
 * A class of {@linkcode Subscription}s; constructed for the first subscriber of
 * a key.
 */
export interface SubscriptionConstructable {
  /** Constructs the subscription of a key. */
  new (
    action: Pick<SubscribeAction, "key" | "args" | "endpoint">,
    controller: Controller,
    // deno-lint-ignore no-explicit-any -- a class decides what it takes here; the library's own take a ConnectionListener
    connection?: any,
    options?: SubscriptionOptions,
  ): Subscription;
}

/** A key that a {@linkcode SubscriptionManager} refreshes, as devtools show it. */
export interface RunningSubscription {
  /** One for each subscriber; the first one constructs the subscription. */
  readonly actions: readonly SubscribeAction[];
  /** The subscription that refreshes it; `undefined` while the manager rests. */
  readonly subscription: Partial<PollingSubscription> | undefined;
}

/** A key with subscribers; enough to build its subscription again after a cleanup. */
interface Entry extends RunningSubscription {
  readonly actions: SubscribeAction[];
  subscription: Subscription | undefined;
  /** Lets go of the key, so that it may be collected. */
  release?(): void;
}

/**
 * Consumes SUBSCRIBE and UNSUBSCRIBE, and runs one {@linkcode Subscription} per key.
 *
 * @example
 * ```ts
 * import { createClient, NetworkManager, PollingSubscription, SubscriptionManager } from "@tessera/client";
 *
 * using client = createClient({
 *   managers: [
 *     new NetworkManager(),
 *     new SubscriptionManager(PollingSubscription, { pauseWhenHidden: false }),
 *   ],
 * });
 * ```
 */
export class SubscriptionManager implements Manager {
  /** Lets the order of managers be checked. */
  readonly role: ManagerRole = "subscription";
  /** Consumes SUBSCRIBE and UNSUBSCRIBE. */
  readonly middleware: Middleware = (controller) => {
    this.#controller = controller;
    return (next) => (action) => {
      if (action.type === "rdc/subscribe") this.handleSubscribe(action);
      else if (action.type === "rdc/unsubscribe") {
        this.handleUnsubscribe(action);
      } else return (next as Dispatch)(action);
      return stored;
    };
  };
  /** Class of the subscriptions. */
  protected readonly Subscription: SubscriptionConstructable;
  /** Handed to each subscription. */
  protected readonly options: SubscriptionOptions;
  readonly #entries = new Map<string, Entry>();
  #controller!: Controller;
  #isRunning = true;

  /**
   * Makes a manager for one store.
   *
   * @param Subscription Class that is constructed for the first subscriber of each key.
   * @param options Handed on to each subscription.
   */
  constructor(
    Subscription: SubscriptionConstructable,
    options: SubscriptionOptions = {},
  ) {
    this.Subscription = Subscription;
    this.options = options;
  }

  /** Resumes the subscriptions that still have subscribers. */
  init(_state?: State): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (const entry of this.#entries.values()) {
      for (const action of entry.actions) {
        // what was refused has no entry any more
        if (this.#entries.get(action.key) === entry) this.#serve(entry, action);
      }
    }
  }

  /** The subscriptions, oldest first; for devtools. */
  subscriptions(): readonly RunningSubscription[] {
    return [...this.#entries.values()];
  }

  /** Stops every subscription. */
  cleanup(): void {
    this.#isRunning = false;
    for (const entry of this.#entries.values()) {
      entry.subscription?.cleanup();
      release(entry);
    }
  }

  /** One more subscriber of a key. */
  protected handleSubscribe(action: SubscribeAction): void {
    const { key } = action;
    const entry: Entry = this.#entries.get(key) ??
      { actions: [], subscription: undefined };
    this.#entries.set(key, entry);
    entry.actions.push(action);
    if (this.#isRunning) this.#serve(entry, action);
  }

  /** One subscriber of a key less. */
  protected handleUnsubscribe(action: UnsubscribeAction): void {
    const { key, endpoint: { pollFrequency } } = action;
    const entry = this.#entries.get(key);
    if (!entry) {
      // what has no frequency was refused, with a report
      if (isDevelopment() && isFrequency(pollFrequency)) {
        console.error(
          `'${key}' was unsubscribed without having been subscribed. Call unsubscribe once for each subscribe, with the same endpoint and arguments.`,
        );
      }
      return;
    }
    const { actions, subscription } = entry;
    const position = actions.findIndex(({ endpoint }) =>
      endpoint.pollFrequency === pollFrequency
    );
    if (position >= 0) actions.splice(position, 1);
    if (subscription ? subscription.remove(pollFrequency) : !actions.length) {
      release(entry);
      this.#entries.delete(key);
    }
  }

  /** Tells the subscription of one more subscriber; the first one constructs it. A key for which that fails has none. */
  #serve(entry: Entry, action: SubscribeAction): void {
    const { key, endpoint } = action;
    if (entry.subscription) {
      return entry.subscription.add(endpoint.pollFrequency);
    }
    const controller = this.#controller;
    const { connection } = this.options;
    try {
      entry.subscription = new this.Subscription(
        action,
        controller,
        connection,
        this.options,
      );
      entry.release = controller.gcPolicy.createCountRef({ key })();
    } catch (error) {
      console.error(error);
      this.#entries.delete(key);
    }
  }
}

function release(entry: Entry): void {
  entry.release?.();
  entry.subscription = undefined;
}

/**
 * Polls one key, with one timer, at the smallest frequency of its subscribers.
 * It rests while the machine is offline, and while the page is hidden unless
 * the endpoint has `pollInBackground: true`.
 *
 * @example
 * ```ts
 * import { PollingSubscription, SubscriptionManager } from "@tessera/client";
 *
 * const manager = new SubscriptionManager(PollingSubscription);
 * ```
 */
export class PollingSubscription implements Subscription {
  /** The endpoint as subscribed. */
  protected readonly endpoint: EndpointInterface;
  /** Its arguments. */
  protected readonly args: ActionArgs;
  /** The key that is refreshed. */
  protected readonly key: string;
  /** Fetches, and knows when the key was fetched last. */
  protected readonly controller: Controller;
  readonly #clock: Clock;
  /** What each subscriber wants, in milliseconds. */
  readonly #frequencies: number[] = [];
  readonly #timer: RestingTimer;
  /** When the last poll began. */
  #lastPoll = 0;

  /**
   * Plans the first fetch.
   *
   * @param action The first subscription; its endpoint needs a positive `pollFrequency` in milliseconds.
   * @param controller Where to fetch.
   * @param connection Default: browser events and `navigator.onLine`.
   * @param options Clock, visibility, and whether to rest while the page is hidden.
   * @throws {Error} If the endpoint has no `pollFrequency`.
   */
  constructor(
    action: Pick<SubscribeAction, "key" | "args" | "endpoint">,
    controller: Controller,
    connection?: ConnectionListener | undefined,
    options: SubscriptionOptions = {},
  ) {
    const { key, args, endpoint } = action;
    const { pollFrequency, pollInBackground } = endpoint;
    if (!isFrequency(pollFrequency)) {
      throw new Error(
        `A frequency is needed to poll '${key}', but its pollFrequency is ${pollFrequency}.` +
          (isDevelopment()
            ? " Set pollFrequency of the endpoint to a positive number of milliseconds."
            : ""),
      );
    }
    this.key = key;
    this.args = args;
    this.endpoint = endpoint;
    this.controller = controller;
    const environment = environmentOf({ ...options, connection });
    this.#clock = environment.clock;
    this.#frequencies.push(pollFrequency);
    this.#timer = restingTimer(
      environment,
      !(pollInBackground ?? options.pauseWhenHidden === false),
      () => {
        // others may have fetched the key as well
        const { date = 0 } = controller.getState().getMeta(key) ?? {};
        return Math.max(this.#lastPoll, date) + this.frequency;
      },
      () => this.pollNow(),
    );
  }

  /** Counts a subscriber; a new smallest frequency applies from now on. */
  add(frequency?: number): void {
    if (!isFrequency(frequency)) return;
    this.#frequencies.push(frequency);
    this.#timer.plan();
  }

  /**
   * Forgets a subscriber.
   *
   * @returns Whether it was the last one.
   */
  remove(frequency?: number): boolean {
    const position = this.#frequencies.indexOf(frequency!);
    if (position < 0) {
      if (isDevelopment() && isFrequency(frequency)) {
        console.error(
          `Mismatched remove of a subscription: nobody polls '${this.key}' every ${frequency} ms. Unsubscribe with the endpoint that was subscribed.`,
        );
      }
      return false;
    }
    this.#frequencies.splice(position, 1);
    const isLast = this.#frequencies.length === 0;
    if (isLast) this.cleanup();
    else this.#timer.plan();
    return isLast;
  }

  /** The time between two polls, in milliseconds. */
  get frequency(): number {
    return Math.min(...this.#frequencies);
  }

  /** When the next poll is made, in milliseconds; `undefined` while it rests. */
  get firesAt(): number | undefined {
    return this.#timer.firesAt;
  }

  /** Rests until this is called with `false`. */
  pause(isPaused: boolean): void {
    this.#timer.pause(isPaused);
  }

  /** Polls at once; the next time is counted from now. */
  pollNow(): void {
    const { endpoint, key, frequency } = this;
    this.#lastPoll = this.#clock.now();
    this.#timer.plan();
    const polled = deriveEndpoint(endpoint, {
      key: () => key,
      dataExpiryLength: frequency / 2,
      errorExpiryLength: frequency / 10,
      errorPolicy: () => "soft" as const,
      // the next poll is the retry
      retry: (endpoint as { retry?: unknown }).retry ?? false,
    });
    this.controller.fetch(polled, ...this.args).catch(nothing);
  }

  /** Stops the timer and removes all listeners; calling it again does nothing. */
  cleanup(): void {
    this.#timer.pause(true);
  }
}

function isFrequency(frequency: number | undefined): frequency is number {
  return frequency! > 0;
}
