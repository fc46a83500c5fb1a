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
  type Environment,
  environmentOf,
  type EnvironmentOptions,
  type TimerHandle,
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
  /** Lets every action pass. */
  readonly middleware: Middleware = (controller) => {
    this.#controller = controller;
    return (next) => next;
  };
  readonly #options: RefreshOptions;
  readonly #environment: Environment;
  #controller: Controller | undefined;
  #lastFocus = -Infinity;
  #wasHidden = false;
  #wasOffline = false;
  /** Why the refresh that is about to begin will begin. */
  readonly #causes = new Set<Cause>();
  #timer: TimerHandle;
  /** Requests of refreshes that began before the last `cleanup` do not go on. */
  #life = 0;

  /**
   * Makes a manager for one store.
   *
   * @param options See {@linkcode RefreshOptions}.
   */
  constructor(options: RefreshOptions = {}) {
    this.#options = options;
    this.#environment = environmentOf(options);
  }

  /** Begins to listen to the page and to the network. */
  init(): void {
    const { connection, visibility } = this.#environment;
    const { focus = true, reconnect = true } = this.#options;
    this.#wasHidden = !visibility.isVisible();
    if (focus) visibility.addListener(this.#onVisibility);
    if (!reconnect) return;
    // only events count: what a platform says of the beginning is unreliable
    this.#wasOffline = false;
    connection.addOfflineListener(this.#onOffline);
    connection.addOnlineListener(this.#onOnline);
  }

  /** Stops listening, and starts no further requests. */
  cleanup(): void {
    const { clock, connection, visibility } = this.#environment;
    visibility.removeListener(this.#onVisibility);
    connection.removeOfflineListener(this.#onOffline);
    connection.removeOnlineListener(this.#onOnline);
    clock.clearTimeout(this.#timer);
    this.#causes.clear();
    this.#life++;
  }

  readonly #onVisibility = (): void => {
    const { clock, visibility } = this.#environment;
    if (!visibility.isVisible()) {
      this.#wasHidden = true;
      return;
    }
    // a page tells that it is shown when it was just loaded, too
    if (!this.#wasHidden) return;
    this.#wasHidden = false;
    const now = clock.now();
    const { throttleMs = 5000 } = this.#options;
    if (now - this.#lastFocus < throttleMs) return;
    this.#lastFocus = now;
    this.#plan("refetchOnFocus");
  };

  readonly #onOffline = (): void => {
    this.#wasOffline = true;
  };

  readonly #onOnline = (): void => {
    if (!this.#wasOffline) return;
    this.#wasOffline = false;
    this.#plan("refetchOnReconnect");
  };

  /** A laptop that wakes up tells of both causes at once: that is one refresh. */
  #plan(cause: Cause): void {
    if (this.#causes.size === 0) {
      this.#timer = this.#environment.clock.setTimeout(
        () => this.#refresh(),
        0,
      );
    }
    this.#causes.add(cause);
  }

  #refresh(): void {
    const controller = this.#controller!;
    const causes = [...this.#causes];
    this.#causes.clear();
    const life = this.#life;
    const waiting = [...controller.readers()].values();
    const startNext = (): void => {
      // the iterator goes on where the last loop over it ended
      for (const entry of waiting) {
        if (life !== this.#life) return;
        if (!this.#isDue(controller, entry, causes)) continue;
        controller.fetchForReader(entry.endpoint, ...entry.args)
          .then(startNext, startNext);
        return;
      }
    };
    const { concurrency = 6 } = this.#options;
    for (let slot = 0; slot < concurrency; slot++) startNext();
  }

  /** Whether a response is to be requested; asked when its turn comes. */
  #isDue(
    controller: Controller,
    { key, endpoint, args }: ReaderEntry,
    causes: readonly Cause[],
  ): boolean {
    if (endpoint.sideEffect || !controller.hasReader(key)) return false;
    const state = controller.getState();
    const now = this.#environment.clock.now();
    let reading;
    try {
      reading = controller.getResponseMeta(endpoint, ...args, state);
    } catch {
      // code of a schema threw; its readers have the error
      return false;
    }
    // what cannot be shown is requested by its readers
    if (reading.expiryStatus === ExpiryStatus.Invalid) return false;
    const isFresh = now <= reading.expiresAt;
    const hasFailed = isFresh && state.getMeta(key)?.error !== undefined;
    return causes.some((cause) =>
      endpoint[cause] !== false && (
        hasFailed
          ? cause === "refetchOnReconnect"
          : !isFresh || endpoint[cause] === "always"
      )
    );
  }
}
