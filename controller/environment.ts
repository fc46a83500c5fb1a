/**
 * Where the library meets the machine: time, chance, the network connection
 * and the visibility of the page. Everything that needs one of them takes it
 * as an option, so that a test decides what happens and when.
 *
 * The defaults look up the platform's functions on every call, so that fake
 * timers installed later take effect.
 *
 * @module
 */
import {
  type ConnectionListener,
  DefaultConnectionListener,
} from "./connection_listener.ts";

/**
 * What a timer function of a {@linkcode Clock} returned; only good for clearing
 * it.
 */
export type TimerHandle = unknown;

/**
 * The one source of time; all values in milliseconds.
 *
 * @example
 * ```ts
 * import { type Clock, NetworkManager } from "@tessera/client";
 *
 * // time stands still, and timers never end
 * const frozen: Clock = {
 *   now: () => Date.UTC(2024, 0, 1),
 *   setTimeout: () => 0,
 *   clearTimeout() {},
 *   setInterval: () => 0,
 *   clearInterval() {},
 * };
 * export const manager = new NetworkManager({ clock: frozen });
 * ```
 */
export interface Clock {
  /** Wall clock in milliseconds. */
  now(): number;
  /**
   * Runs `callback` once.
   *
   * @param callback what to run
   * @param delay when, in milliseconds from now
   */
  setTimeout(callback: () => void, delay: number): TimerHandle;
  /** Cancels a timer of {@linkcode Clock.setTimeout}. */
  clearTimeout(handle: TimerHandle): void;
  /**
   * Runs `callback` again and again.
   *
   * @param callback what to run
   * @param interval time between two runs, in milliseconds
   */
  setInterval(callback: () => void, interval: number): TimerHandle;
  /** Cancels a timer of {@linkcode Clock.setInterval}. */
  clearInterval(handle: TimerHandle): void;
}

/**
 * Whether anybody can see the page.
 *
 * @example
 * ```ts
 * import {
 *   PollingSubscription,
 *   SubscriptionManager,
 *   type VisibilityListener,
 * } from "@tessera/client";
 *
 * // a signage screen that is never looked away from
 * const alwaysSeen: VisibilityListener = {
 *   isVisible: () => true,
 *   addListener() {},
 *   removeListener() {},
 * };
 * export const manager = new SubscriptionManager(PollingSubscription, {
 *   visibility: alwaysSeen,
 * });
 * ```
 */
export interface VisibilityListener {
  /** Whether the page is visible right now; `true` where there is no page. */
  isVisible(): boolean;
  /** Calls `handler` after each change, also when the page returns from the back/forward cache. */
  addListener(handler: () => void): void;
  /** Undoes {@linkcode VisibilityListener.addListener}. */
  removeListener(handler: () => void): void;
}

/**
 * Parts of the outside world that managers take as options, so that a test
 * decides what happens and when. The example of {@linkcode Clock} replaces one.
 */
export interface EnvironmentOptions {
  /** Default: the platform's clock and timers. */
  readonly clock?: Clock | undefined;
  /** A number from 0 up to but not including 1. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Default: browser events and `navigator.onLine`. */
  readonly connection?: ConnectionListener | undefined;
  /** Default: `document.visibilityState`. */
  readonly visibility?: VisibilityListener | undefined;
}

/**
 * {@linkcode EnvironmentOptions} with every part present, such as a
 * {@linkcode Clock}.
 */
export interface Environment {
  /** Time and timers. */
  readonly clock: Clock;
  /** A number from 0 up to but not including 1. */
  readonly random: () => number;
  /** Whether the machine is online. */
  readonly connection: ConnectionListener;
  /** Whether anybody can see the page. */
  readonly visibility: VisibilityListener;
}

/**
 * Completes the given parts with the real ones.
 *
 * @param options What to use instead of the platform.
 */
export function environmentOf(options: EnvironmentOptions = {}): Environment {
  return {
    clock: options.clock ?? systemClock,
    random: options.random ?? (() => Math.random()),
    connection: options.connection ?? new DefaultConnectionListener(),
    visibility: options.visibility ?? documentVisibility,
  };
}

/** The platform's clock and timers, looked up at call time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, delay) => setTimeout(callback, delay),
  clearTimeout: (handle) => clearTimeout(handle as number),
  setInterval: (callback, interval) => setInterval(callback, interval),
  clearInterval: (handle) => clearInterval(handle as number),
};

/**
 * Lets the process exit although this timer is pending. Does nothing where
 * timers never keep a process alive.
 *
 * @param handle What {@linkcode Clock.setTimeout} or {@linkcode Clock.setInterval} returned.
 */
export function unrefTimer(handle: TimerHandle): void {
  if (typeof handle === "object" && handle !== null) {
    (handle as { unref?(): void }).unref?.();
  } else if (typeof handle === "number") {
    platform.Deno?.unrefTimer?.(handle);
  }
}

interface PageLike {
  readonly visibilityState?: string;
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
}

/** Its members are looked up at call time, so that tests and late polyfills count. */
const platform = globalThis as PageLike & {
  readonly document?: PageLike;
  readonly Deno?: { unrefTimer?(handle: number): void };
};

const documentVisibility: VisibilityListener = {
  isVisible: () => platform.document?.visibilityState !== "hidden",
  addListener(handler) {
    platform.document?.addEventListener?.("visibilitychange", handler);
    if (platform.document) platform.addEventListener?.("pageshow", handler);
  },
  removeListener(handler) {
    platform.document?.removeEventListener?.("visibilitychange", handler);
    platform.removeEventListener?.("pageshow", handler);
  },
};
