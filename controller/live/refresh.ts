/**
 * Requests again what has become stale while nobody looked, or while there was
 * no network. Import it for pages that people leave open.
 *
 * @example
 * ```ts
 * import { createClient, getDefaultManagers } from "@tessera/client";
 * import { RefreshManager } from "@tessera/client/refresh";
 *
 * using client = createClient({
 *   managers: [new RefreshManager(), ...getDefaultManagers()],
 * });
 * ```
 *
 * @module
 */
import type { Manager, Middleware } from "../contract.ts";
import type { Controller } from "../controller.ts";
import {
  environmentOf,
  type EnvironmentOptions,
  startTimer,
} from "../environment.ts";
import { ExpiryStatus } from "../expiry.ts";
import type { ReaderEntry } from "../readers.ts";

/** When a {@linkcode RefreshManager} requests, and how much at a time. */
export interface RefreshOptions extends EnvironmentOptions {
  /** When the page becomes visible. Default `true`. */
  readonly focus?: boolean | undefined;
  /** When the network comes back. Default `true`. */
  readonly reconnect?: boolean | undefined;
  /**
   * How long after a refresh the page may be left and come back to without
   * another one, in milliseconds. Default 5000.
   */
  readonly throttleMs?: number | undefined;
  /** How many requests of one refresh run at a time. Default 6. */
  readonly concurrency?: number | undefined;
}

/** The member of an endpoint that decides about one cause of a refresh. */
type Cause = "refetchOnFocus" | "refetchOnReconnect";

/**
 * Requests the stale responses that are on display when the page becomes
 * visible, and when the network comes back. They stay on display meanwhile.
 *
 * An endpoint decides for itself by `refetchOnFocus` and `refetchOnReconnect`:
 * `false` for never, `"always"` for fresh responses, too.
 *
 * @example
 * ```ts
 * import { createClient, Endpoint, getDefaultManagers } from "@tessera/client";
 * import { RefreshManager } from "@tessera/client/refresh";
 *
 * const getTide = new Endpoint(
 *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide", refetchOnFocus: "always" },
 * );
 * await using client = createClient({
 *   managers: [new RefreshManager({ throttleMs: 10_000 }), ...getDefaultManagers()],
 * });
 * const stop = client.subscribe(getTide, [{ port: "aden" }], () => {});
 * // from here on, whoever comes back to the page has the newest tide requested
 * stop();
 * ```
 */
export class RefreshManager implements Manager {
  /** Forwards every action. */
  readonly middleware: Middleware = (controller) => {
    this.#controller = controller;
    return (next) => next;
  };
  readonly #options: RefreshOptions;
  #controller!: Controller;
  #stop: (() => void) | undefined;

  /**
   * Makes a manager for one store.
   *
   * @param options See {@linkcode RefreshOptions}.
   */
  constructor(options: RefreshOptions = {}) {
    this.#options = options;
  }

  /** Begins to listen to the page and to the network. */
  init(): void {
    this.cleanup();
    this.#stop = startRefreshing(this.#controller, this.#options);
  }

  /** Stops listening, and starts no further requests. */
  cleanup(): void {
    this.#stop?.();
  }
}

/**
 * Listens to the page and to the network, and requests what is stale.
 *
 * @returns Stops that.
 */
function startRefreshing(
  controller: Controller,
  options: RefreshOptions,
): () => void {
  const { focus = true, reconnect = true, throttleMs = 5000, concurrency = 6 } =
    options;
  const { clock, connection, visibility } = environmentOf(options);
  /** Why the refresh that is about to begin will begin. */
  let causes: Cause[] = [];
  let cancel: (() => void) | undefined;
  let throttledUntil = 0;
  let isHidden = !visibility.isVisible();
  // only events count: what a platform says of the beginning is unreliable
  let isOffline = false;
  let isOver = false;

  const onVisibility = () => {
    const wasHidden = isHidden;
    isHidden = !visibility.isVisible();
    // a page tells that it is visible when it was just loaded, too
    if (!wasHidden || isHidden || clock.now() < throttledUntil) return;
    throttledUntil = clock.now() + throttleMs;
    plan("refetchOnFocus");
  };
  const onOffline = () => {
    isOffline = true;
  };
  const onOnline = () => {
    if (isOffline) plan("refetchOnReconnect");
    isOffline = false;
  };
  /** A laptop that wakes up tells of both causes at once: that is one refresh. */
  const plan = (cause: Cause) => {
    causes.push(cause);
    cancel?.();
    cancel = startTimer(clock, refresh, 0, true);
  };
  const refresh = () => {
    // each takes the next one where the last has left off
    const readers = [...controller.readers()].values();
    for (let slot = 0; slot < concurrency; slot++) {
      void request(readers, causes);
    }
    causes = [];
  };
  /** Requests what is stale, one after the other; each is checked when its turn comes. */
  const request = async (
    readers: Iterable<ReaderEntry>,
    causes: readonly Cause[],
  ) => {
    for (const { key, endpoint, args } of readers) {
      if (isOver) return;
      try {
        const state = controller.getState();
        const { expiryStatus, expiresAt } = controller
          .getResponseMeta(endpoint, ...args, state);
        const isStale = clock.now() > expiresAt;
        const hasFailed = state.getMeta(key)?.error !== undefined;
        const isCause = (cause: Cause) =>
          endpoint[cause] !== false &&
          (isStale || (hasFailed
            ? cause === "refetchOnReconnect"
            : endpoint[cause] === "always"));
        if (
          !endpoint.sideEffect && controller.hasReader(key) &&
          // what cannot be rendered is requested by its readers
          expiryStatus !== ExpiryStatus.Invalid && causes.some(isCause)
        ) await controller.fetchForReader(endpoint, ...args);
      } catch {
        // its readers have the error, also of a schema that throws
      }
    }
  };

  const listen = (change: "add" | "remove") => {
    if (focus) visibility[`${change}Listener`](onVisibility);
    if (!reconnect) return;
    connection[`${change}OfflineListener`](onOffline);
    connection[`${change}OnlineListener`](onOnline);
  };
  listen("add");
  return () => {
    listen("remove");
    cancel?.();
    isOver = true;
  };
}
