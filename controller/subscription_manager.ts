/**
 * Keeps one subscription per key, however many readers want it.
 *
 * @module
 */
import { isDevelopment } from "../schema/engine.ts";
import type { ManagerRole } from "./apply_manager.ts";
import type {
  Dispatch,
  Manager,
  Middleware,
  SubscribeAction,
  UnsubscribeAction,
} from "./contract.ts";
import type { Controller } from "./controller.ts";
import { deriveEndpoint } from "./derive_endpoint.ts";
import type { EnvironmentOptions } from "./environment.ts";
import type { State } from "./graph/state.ts";

/**
 * Keeps the value of one key up to date while it has subscribers: what a
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

/** What a {@linkcode Subscription} is told besides its action. */
export interface SubscriptionOptions extends EnvironmentOptions {
  /** Stop while the page is hidden. Default `false`. */
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

/** A key with subscribers; enough to build its subscription anew, after a cleanup or when that failed. */
interface Entry {
  action: SubscribeAction;
  readonly controller: Controller;
  /** `pollFrequency` of each subscriber; the subscription is constructed with the first. */
  readonly frequencies: (number | undefined)[];
  subscription: Subscription | undefined;
  release: (() => void) | undefined;
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
 *     new SubscriptionManager(PollingSubscription, { pauseWhenHidden: true }),
 *   ],
 * });
 * ```
 */
export class SubscriptionManager implements Manager {
  /** Lets the order of managers be checked. */
  readonly role: ManagerRole = "subscription";
  /** Consumes SUBSCRIBE and UNSUBSCRIBE. */
  readonly middleware: Middleware = (controller) => (next) => (action) => {
    if (action.type === "rdc/subscribe") {
      this.handleSubscribe(action, controller);
    } else if (action.type === "rdc/unsubscribe") {
      this.handleUnsubscribe(action);
    } else return (next as Dispatch)(action);
    return Promise.resolve();
  };
  /** Class of the subscriptions. */
  protected readonly Subscription: SubscriptionConstructable;
  /** Handed to each subscription. */
  protected readonly options: SubscriptionOptions;
  readonly #entries = new Map<string, Entry>();
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
    for (const entry of this.#entries.values()) this.#start(entry);
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
  protected handleSubscribe(
    action: SubscribeAction,
    controller: Controller,
  ): void {
    const { key, endpoint: { pollFrequency } } = action;
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = {
        action,
        controller,
        frequencies: [],
        subscription: undefined,
        release: undefined,
      };
      this.#entries.set(key, entry);
    }
    if (entry.subscription || !this.#isRunning) {
      entry.frequencies.push(pollFrequency);
      entry.subscription?.add(pollFrequency);
    } else {
      // what could not be constructed for others may be for this one
      entry.action = action;
      entry.frequencies.unshift(pollFrequency);
      this.#start(entry);
    }
  }

  /** One subscriber of a key less. */
  protected handleUnsubscribe(action: UnsubscribeAction): void {
    const { key, endpoint: { pollFrequency } } = action;
    const entry = this.#entries.get(key);
    if (!entry) {
      if (isDevelopment()) {
        console.error(
          `'${key}' was unsubscribed without having been subscribed. Call unsubscribe once for each subscribe, with the same endpoint and arguments.`,
        );
      }
      return;
    }
    const { frequencies, subscription } = entry;
    const position = frequencies.indexOf(pollFrequency);
    if (position >= 0) frequencies.splice(position, 1);
    if (subscription?.remove(pollFrequency)) release(entry);
    if (entry.subscription === undefined && frequencies.length === 0) {
      this.#entries.delete(key);
    }
  }

  /** Constructs the subscription, if that works. */
  #start(entry: Entry): void {
    const { action, controller, frequencies } = entry;
    const [first, ...others] = frequencies;
    try {
      entry.subscription = new this.Subscription(
        first === action.endpoint.pollFrequency
          ? action
          : { ...action, endpoint: withFrequency(action, first) },
        controller,
        this.options.connection,
        this.options,
      );
    } catch (error) {
      console.error(error);
      return;
    }
    for (const frequency of others) entry.subscription.add(frequency);
    entry.release = controller.gcPolicy.createCountRef({ key: action.key })();
  }
}

function release(entry: Entry): void {
  entry.release?.();
  entry.subscription = undefined;
  entry.release = undefined;
}

/** The first subscriber may be gone, so that another one's frequency counts. */
function withFrequency(
  action: SubscribeAction,
  pollFrequency: number | undefined,
): SubscribeAction["endpoint"] {
  return deriveEndpoint(action.endpoint, { pollFrequency });
}
