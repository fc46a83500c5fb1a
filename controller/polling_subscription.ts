/**
 * Fetches a key again and again while somebody subscribes to it.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import { isDevelopment } from "../schema/engine.ts";
import {
  type ConnectionListener,
  DefaultConnectionListener,
} from "./connection_listener.ts";
import type { ActionArgs, SubscribeAction } from "./contract.ts";
import type { Controller } from "./controller.ts";
import { decrement, increment } from "./counting.ts";
import { deriveEndpoint } from "./derive_endpoint.ts";
import { type Environment, environmentOf } from "./environment.ts";
import { LongTimer } from "./long_timer.ts";
import { nothing } from "./nothing.ts";
import type {
  Subscription,
  SubscriptionOptions,
} from "./subscription_manager.ts";

/**
 * Polls one key, with one timer, at the smallest frequency of its subscribers.
 * It rests while the machine is offline.
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
  /** The key that is kept up to date. */
  protected readonly key: string;
  /** Fetches, and knows when the key was fetched last. */
  protected readonly controller: Controller;
  readonly #environment: Environment;
  readonly #pausesWhenHidden: boolean;
  /** How many subscribers want which frequency. */
  readonly #subscribers = new Map<number, number>();
  readonly #timer: LongTimer;
  #frequency: number;
  /** The endpoint with the lengths and error policy of a poll; depends on the frequency. */
  #polled: EndpointInterface | undefined;
  /** Time of the own last fetch; before the first one, of the stored response. */
  #lastFetch: number;
  /** Time the timer is set to. */
  #dueAt = 0;
  #isCleanedUp = false;

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
    connection: ConnectionListener = new DefaultConnectionListener(),
    options: SubscriptionOptions = {},
  ) {
    const { key, args, endpoint } = action;
    const { pollFrequency } = endpoint;
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
    this.#environment = environmentOf({ ...options, connection });
    this.#pausesWhenHidden = options.pauseWhenHidden === true ||
      endpoint.pollInBackground === false;
    this.#timer = new LongTimer(this.#environment.clock, () => this.#poll());
    this.#frequency = pollFrequency;
    this.#subscribers.set(pollFrequency, 1);
    this.#lastFetch = this.#storedDate();
    if (this.#pausesWhenHidden) {
      this.#environment.visibility.addListener(this.#onVisibility);
    }
    const { connection: listener } = this.#environment;
    if (listener.isOnline()) listener.addOfflineListener(this.#onOffline);
    else listener.addOnlineListener(this.#onOnline);
    this.#plan();
  }

  /** Counts a subscriber; a new smallest frequency applies from now on. */
  add(frequency?: number): void {
    if (this.#isCleanedUp || !isFrequency(frequency)) return;
    increment(this.#subscribers, frequency);
    if (frequency < this.#frequency) this.#changeFrequency(frequency);
  }

  /**
   * Forgets a subscriber.
   *
   * @returns Whether it was the last one.
   */
  remove(frequency?: number): boolean {
    if (!isFrequency(frequency)) return false;
    if (!this.#subscribers.has(frequency)) {
      if (isDevelopment()) {
        console.error(
          `Mismatched remove of a subscription: nobody polls '${this.key}' every ${frequency} ms. Unsubscribe with the endpoint that was subscribed.`,
        );
      }
      return false;
    }
    if (!decrement(this.#subscribers, frequency)) return false;
    if (this.#subscribers.size === 0) {
      this.cleanup();
      return true;
    }
    if (frequency === this.#frequency) {
      this.#changeFrequency(Math.min(...this.#subscribers.keys()));
    }
    return false;
  }

  /** Stops the timer and removes all listeners; calling it again does nothing. */
  cleanup(): void {
    this.#isCleanedUp = true;
    this.#timer.stop();
    const { connection, visibility } = this.#environment;
    connection.removeOfflineListener(this.#onOffline);
    connection.removeOnlineListener(this.#onOnline);
    if (this.#pausesWhenHidden) visibility.removeListener(this.#onVisibility);
  }

  #changeFrequency(frequency: number): void {
    this.#frequency = frequency;
    this.#polled = undefined;
    this.#plan();
  }

  /** Puts the one timer where the next fetch is due; stops it while nothing may be fetched. */
  #plan(): void {
    if (this.#isResting()) {
      this.#timer.stop();
      return;
    }
    this.#dueAt = Math.max(
      this.#environment.clock.now(),
      this.#lastFetch + this.#frequency,
    );
    this.#timer.startAt(this.#dueAt);
  }

  /** Starts over after a rest: the key may have been fetched by others meanwhile. */
  #resume(): void {
    this.#lastFetch = this.#storedDate();
    this.#plan();
  }

  #poll(): void {
    const now = this.#environment.clock.now();
    // a late timer must not shift all later polls, a very late one must not be followed by another at once
    const isOnTime = now - this.#dueAt < this.#frequency / 2;
    this.#lastFetch = isOnTime ? this.#dueAt : now;
    this.#plan();
    this.#polled ??= this.#derivePolled();
    this.controller.fetch(this.#polled, ...this.args).catch(nothing);
  }

  #derivePolled(): EndpointInterface {
    const { endpoint, key } = this;
    return deriveEndpoint(endpoint, {
      key: () => key,
      dataExpiryLength: this.#frequency / 2,
      errorExpiryLength: this.#frequency / 10,
      errorPolicy: () => "soft" as const,
      // the next poll is the retry
      retry: (endpoint as { retry?: unknown }).retry ?? false,
    });
  }

  #storedDate(): number {
    return this.controller.getState().getMeta(this.key)?.date ?? 0;
  }

  #isResting(): boolean {
    const { connection, visibility } = this.#environment;
    return this.#isCleanedUp || !connection.isOnline() ||
      (this.#pausesWhenHidden && !visibility.isVisible());
  }

  readonly #onOffline = (): void => {
    const { connection } = this.#environment;
    connection.removeOfflineListener(this.#onOffline);
    connection.addOnlineListener(this.#onOnline);
    this.#timer.stop();
  };

  readonly #onOnline = (): void => {
    const { connection } = this.#environment;
    connection.removeOnlineListener(this.#onOnline);
    connection.addOfflineListener(this.#onOffline);
    this.#resume();
  };

  readonly #onVisibility = (): void => {
    if (this.#environment.visibility.isVisible()) {
      if (!this.#timer.isRunning) this.#resume();
    } else this.#timer.stop();
  };
}

function isFrequency(frequency: number | undefined): frequency is number {
  return typeof frequency === "number" && frequency > 0;
}
