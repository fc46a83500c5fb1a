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
import type { Controller } from "../controller.ts";
import {
  environmentOf,
  type EnvironmentOptions,
  startTimer,
} from "../environment.ts";
import { ExpiryStatus } from "../expiry.ts";
import type { ReaderEntry } from "../readers.ts";
import type { Manager, Middleware } from "../manager.ts";

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
  #refreshing: Refreshing | undefined;

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
    this.#refreshing = new Refreshing(this.#controller, this.#options);
  }

  /** Stops listening, and starts no further requests. */
  cleanup(): void {
    this.#refreshing?.stop();
  }
}

/** Listens to the page and to the network, and requests what is stale. */
class Refreshing {
  readonly #controller: Controller;
  readonly #options: RefreshOptions;
  readonly #environment: ReturnType<typeof environmentOf>;
  /** Why the refresh that is about to begin will begin. */
  #causes: Cause[] = [];
  #cancel: (() => void) | undefined;
  #throttledUntil = 0;
  #isHidden: boolean;
  // only events count: what a platform says of the beginning is unreliable
  #isOffline = false;
  #isOver = false;

  constructor(controller: Controller, options: RefreshOptions) {
    this.#controller = controller;
    this.#options = options;
    this.#environment = environmentOf(options);
    this.#isHidden = !this.#environment.visibility.isVisible();
    this.#listen("add");
  }

  stop(): void {
    this.#listen("remove");
    this.#cancel?.();
    this.#isOver = true;
  }

  #listen(change: "add" | "remove"): void {
    const { connection, visibility } = this.#environment;
    const { focus = true, reconnect = true } = this.#options;
    if (focus) visibility[`${change}Listener`](this.#onVisibility);
    if (!reconnect) return;
    connection[`${change}OfflineListener`](this.#onOffline);
    connection[`${change}OnlineListener`](this.#onOnline);
  }

  readonly #onVisibility = (): void => {
    const { clock, visibility } = this.#environment;
    const wasHidden = this.#isHidden;
    this.#isHidden = !visibility.isVisible();
    // a page tells that it is visible when it was just loaded, too
    if (!wasHidden || this.#isHidden || clock.now() < this.#throttledUntil) {
      return;
    }
    this.#throttledUntil = clock.now() + (this.#options.throttleMs ?? 5000);
    this.#plan("refetchOnFocus");
  };

  readonly #onOffline = (): void => {
    this.#isOffline = true;
  };

  readonly #onOnline = (): void => {
    if (this.#isOffline) this.#plan("refetchOnReconnect");
    this.#isOffline = false;
  };

  /** Plans one refresh for both causes, of which a laptop tells at once when it wakes up. */
  #plan(cause: Cause): void {
    this.#causes.push(cause);
    this.#cancel?.();
    this.#cancel = startTimer(this.#environment.clock, this.#refresh, 0, true);
  }

  readonly #refresh = (): void => {
    // each takes the next one where the last has left off
    const readers = [...this.#controller.readers()].values();
    const { concurrency = 6 } = this.#options;
    for (let slot = 0; slot < concurrency; slot++) {
      void this.#request(readers, this.#causes);
    }
    this.#causes = [];
  };

  /** Requests what is stale, one after the other; each is checked when its turn comes. */
  async #request(
    readers: Iterable<ReaderEntry>,
    causes: readonly Cause[],
  ): Promise<void> {
    for (const { key, endpoint, args } of readers) {
      if (this.#isOver) return;
      try {
        if (this.#isWanted(key, endpoint, args, causes)) {
          await this.#controller.fetchForReader(endpoint, ...args);
        }
      } catch {
        // its readers have the error, also of a schema that throws
      }
    }
  }

  #isWanted(
    key: string,
    endpoint: ReaderEntry["endpoint"],
    args: ReaderEntry["args"],
    causes: readonly Cause[],
  ): boolean {
    const controller = this.#controller;
    const state = controller.getState();
    const { expiryStatus, expiresAt } = controller
      .getResponseMeta(endpoint, ...args, state);
    const isStale = this.#environment.clock.now() > expiresAt;
    const hasFailed = state.getMeta(key)?.error !== undefined;
    const isCause = (cause: Cause) =>
      endpoint[cause] !== false &&
      (isStale || (hasFailed
        ? cause === "refetchOnReconnect"
        : endpoint[cause] === "always"));
    return !endpoint.sideEffect && controller.hasReader(key) &&
      // what cannot be rendered is requested by its readers
      expiryStatus !== ExpiryStatus.Invalid && causes.some(isCause);
  }
}
