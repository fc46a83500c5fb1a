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

/**
 * Source of connection changes; give managers another one on platforms without
 * browser events, or in tests.
 *
 * @example
 * ```ts
 * import { type ConnectionListener, NetworkManager } from "@tessera/client";
 *
 * // as of React Native's NetInfo
 * export function managerFor(
 *   info: { addEventListener(listener: (isOnline: boolean) => void): () => void },
 * ): NetworkManager {
 *   let isOnline = true;
 *   const online = new Set<() => void>();
 *   const offline = new Set<() => void>();
 *   info.addEventListener((isNowOnline) => {
 *     isOnline = isNowOnline;
 *     for (const handler of isOnline ? online : offline) handler();
 *   });
 *   const connection: ConnectionListener = {
 *     isOnline: () => isOnline,
 *     addOnlineListener: (handler) => void online.add(handler),
 *     removeOnlineListener: (handler) => void online.delete(handler),
 *     addOfflineListener: (handler) => void offline.add(handler),
 *     removeOfflineListener: (handler) => void offline.delete(handler),
 *   };
 *   return new NetworkManager({ connection });
 * }
 * ```
 */
export interface ConnectionListener {
  /** Whether requests have a chance to get through right now. */
  isOnline(): boolean;
  /** Calls `handler` each time the connection comes back. */
  addOnlineListener(handler: () => void): void;
  /** Undoes {@linkcode ConnectionListener.addOnlineListener}. */
  removeOnlineListener(handler: () => void): void;
  /** Calls `handler` each time the connection is lost. */
  addOfflineListener(handler: () => void): void;
  /** Undoes {@linkcode ConnectionListener.addOfflineListener}. */
  removeOfflineListener(handler: () => void): void;
}

/**
 * Browser events and `navigator.onLine`; always online where a platform has neither.
 *
 * @example
 * ```ts
 * import { DefaultConnectionListener } from "@tessera/client";
 *
 * const connection = new DefaultConnectionListener();
 * connection.isOnline();
 * ```
 */
export class DefaultConnectionListener implements ConnectionListener {
  /** Whether the platform says it is online; unknown is treated as online. */
  isOnline(): boolean {
    return platform.navigator?.onLine ?? true;
  }

  /** Listens to the `online` event. */
  addOnlineListener(handler: () => void): void {
    platform.addEventListener?.("online", handler);
  }

  /** Stops listening to the `online` event. */
  removeOnlineListener(handler: () => void): void {
    platform.removeEventListener?.("online", handler);
  }

  /** Listens to the `offline` event. */
  addOfflineListener(handler: () => void): void {
    platform.addEventListener?.("offline", handler);
  }

  /** Stops listening to the `offline` event. */
  removeOfflineListener(handler: () => void): void {
    platform.removeEventListener?.("offline", handler);
  }
}

/**
 * The result of a timer function of a {@linkcode Clock}, only good for clearing
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
export type Environment = {
  readonly [Part in keyof EnvironmentOptions]-?: NonNullable<
    EnvironmentOptions[Part]
  >;
};

/**
 * Completes parts with the real ones.
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
};

/**
 * Starts a timer that does not hold the process, unless it should.
 *
 * @returns Cancels it.
 */
export function startTimer(
  clock: Clock,
  callback: () => void,
  delay: number,
  isHeld = false,
): () => void {
  let handle: TimerHandle;
  const wait = (left: number) => {
    const rest = left - longestDelay;
    handle = rest > 0
      ? clock.setTimeout(() => wait(rest), longestDelay)
      : clock.setTimeout(callback, left);
    if (isHeld) return;
    if (typeof handle === "number") platform.Deno?.unrefTimer?.(handle);
    else (handle as { unref?(): void } | undefined)?.unref?.();
  };
  wait(delay);
  return () => clock.clearTimeout(handle);
}

/** The parts of the platform that tell when it is idle. */
export interface IdlePlatform {
  requestIdleCallback?(
    callback: () => void,
    options?: { readonly timeout: number },
  ): number;
  cancelIdleCallback?(handle: number): void;
}

interface PageLike {
  readonly visibilityState?: string;
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
}

/** Its members are looked up at call time, so that tests and late polyfills are used. */
const platform = globalThis as PageLike & {
  readonly document?: PageLike;
  readonly navigator?: { readonly onLine?: boolean };
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

/** Platforms store delays in 32 bits; a longer one would fire at once. */
const longestDelay = 2 ** 31 - 1;

/** A timer for regular work, made by {@linkcode restingTimer}. */
export interface RestingTimer {
  /** When it goes off, in milliseconds; `undefined` while it rests. */
  firesAt: number | undefined;
  /** Asks again when it fires. */
  plan(): void;
  /** Rests (`true`) or goes on (`false`). While it rests so, it holds on to nothing. */
  pause(isPaused: boolean): void;
}

/**
 * Starts a timer that rests while work would be pointless: while the machine is
 * offline, and mostly while nobody can see the page.
 *
 * @param environment Clock, connection and visibility.
 * @param restsHidden Whether it also rests while the page is hidden.
 * @param nextAt When it fires, in milliseconds; asked at the beginning, after a
 * rest, and for each plan.
 * @param callback Runs each time the timer goes off.
 */
export function restingTimer(
  { clock, connection, visibility }: Environment,
  restsHidden: boolean,
  nextAt: () => number,
  callback: () => void,
): RestingTimer {
  let isPaused = true;
  let cancel: (() => void) | undefined;
  const plan = () => {
    cancel?.();
    cancel = timer.firesAt = undefined;
    if (
      isPaused || !connection.isOnline() ||
      restsHidden && !visibility.isVisible()
    ) return;
    const delay = (timer.firesAt = nextAt()) - clock.now();
    cancel = startTimer(clock, callback, Math.max(0, delay), true);
  };
  const timer: RestingTimer = {
    firesAt: undefined,
    plan,
    pause(pauses) {
      if (pauses === isPaused) return;
      isPaused = pauses;
      const change = pauses ? "remove" : "add";
      connection[`${change}OnlineListener`](plan);
      connection[`${change}OfflineListener`](plan);
      if (restsHidden) visibility[`${change}Listener`](plan);
      plan();
    },
  };
  timer.pause(false);
  return timer;
}
