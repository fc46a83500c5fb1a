/**
 * A store, its controller and its managers, wired together.
 *
 * @module
 */
import { isDevelopment } from "../schema/engine.ts";
import { initManager, middlewareOf, warnAboutOrder } from "./apply_manager.ts";
import type {
  Dispatch,
  FetchAction,
  GCInterface,
  Manager,
} from "./contract.ts";
import {
  Controller,
  type ControllerOptions,
  refuseDispatch,
} from "./controller.ts";
import type { Clock } from "./environment.ts";
import { DisposedError } from "./errors.ts";
import { GCPolicy } from "./gc_policy.ts";
import { stored } from "./promises.ts";
import { newestStamp } from "./stamps.ts";
import { initialState as emptyState } from "./graph/state.ts";
import { type State, Store } from "./state/mod.ts";

/**
 * A class of controllers, as `MockController` makes them: an option of
 * {@linkcode createDataStore}.
 */
export type ControllerConstructor = new (
  options?: ControllerOptions,
) => Controller;

/** The options of {@linkcode createDataStore}. */
export interface DataStoreOptions {
  /** The managers, in the order in which they see actions. */
  readonly managers: readonly Manager[];
  /** Class of the controller. Default {@linkcode Controller}. */
  readonly Controller?: ControllerConstructor | undefined;
  /** The initial state. Default: nothing. */
  readonly initialState?: State | undefined;
  /** Decides what stays in memory. Default: a new {@linkcode GCPolicy}. */
  readonly gcPolicy?: GCInterface | undefined;
  /** Source of time and timers of the controller and of the default collection. Default: the platform's. */
  readonly clock?: Clock | undefined;
  /** Told what of a response was left out or cannot be read, in production too. */
  readonly onReport?: ControllerOptions["onReport"];
}

/**
 * A store that runs between `start` and `stop`: what
 * {@linkcode createDataStore} makes.
 */
export interface DataStore {
  /** The interface to the store. */
  readonly controller: Controller;
  /** The state and who observes it. */
  readonly store: Store;
  /** Initializes managers and garbage collection. Dispatching is legal before. */
  start(): void;
  /** Cleans up what `start` began; until right before the next start only answers are stored, and every other dispatch is ignored. */
  stop(): void;
  /** Stops for good: aborts everything in flight, whose promises reject with {@linkcode DisposedError}. */
  dispose(): void;
  /** Resolves when nothing is in flight and every result is stored. */
  allSettled(): Promise<void>;
}

/**
 * Builds a store with its controller and managers. Nothing runs before `start`.
 *
 * @param options See {@linkcode DataStoreOptions}.
 *
 * @example
 * ```ts
 * import { createDataStore, NetworkManager } from "@tessera/client/controller";
 *
 * const { controller, start, stop } = createDataStore({ managers: [new NetworkManager()] });
 * start();
 * controller.getState();
 * stop();
 * ```
 */
export function createDataStore(options: DataStoreOptions): DataStore {
  const { managers, initialState, clock } = options;
  const gcPolicy = options.gcPolicy ?? new GCPolicy({ clock });
  const controller = new (options.Controller ?? Controller)({
    gcPolicy,
    clock,
    onReport: options.onReport,
  });
  if (initialState) controller.stamps.moveAbove(newestStamp(initialState));
  const store = new Store(controller, initialState, clock);
  const inFlight = new Set<FetchAction>();
  // a view that is being built may fetch before its managers are initialized
  let isOpen = true;
  let isDisposed = false;
  let chain: Dispatch = refuseDispatch;

  store.dispatch = (action) => {
    const isFetch = action.type === "rdc/fetch";
    // who unsubscribes from a store that rests is not to be served when it goes on,
    // and what was requested before comes
    if (
      isOpen || action.type === "rdc/unsubscribe" ||
      !isDisposed && action.type === "rdc/setresponse"
    ) {
      if (isFetch) {
        const land = () => void inFlight.delete(action);
        inFlight.add(action);
        action.meta.promise.then(land, land);
      }
      return chain(action);
    }
    if (isDisposed && isFetch) {
      action.meta.reject(new DisposedError(action.key));
    } else if (isDevelopment()) {
      console.info(
        `'${action.type}' was dispatched after the store was torn down, and ignored.`,
      );
    }
    return stored;
  };
  controller.bindMiddleware(store);
  warnAboutOrder(managers);
  const wraps = managers.map((manager) => middlewareOf(manager)(controller));
  // apart: until it is complete, the chain refuses what is dispatched
  let next = store.commit;
  for (const wrap of wraps.reverse()) next = wrap(next);
  chain = next;

  let cleanup: (() => void) | undefined;
  const start = () => {
    if (cleanup !== undefined || isDisposed) return;
    isOpen = true;
    // the one of now would keep what is overwritten from then on
    cleanup = initManager(managers, controller, initialState ?? emptyState)();
  };
  const stop = () => {
    cleanup?.();
    cleanup = undefined;
    isOpen = false;
  };
  const dispose = () => {
    if (isDisposed) return;
    isDisposed = true;
    for (const manager of managers as readonly RequestingManager[]) {
      manager.dispose?.();
    }
    stop();
    for (const { key, meta } of inFlight) {
      meta.reject(new DisposedError(key));
    }
    store.notify();
    controller.registry.clear();
  };
  const allSettled = async () => {
    for (;;) {
      const waits = (managers as readonly RequestingManager[])
        .flatMap((manager) => manager.allSettled?.() ?? []);
      if (waits.length + inFlight.size === 0) {
        if (!store.hasPending) return;
        // they may have something to request
        store.notify();
      }
      const requests = [...inFlight].map(({ meta }) => meta.promise);
      await Promise.allSettled([...waits, ...requests]);
    }
  };
  return { controller, store, start, stop, dispose, allSettled };
}

/** A manager that has requests in flight. */
interface RequestingManager extends Manager {
  /** Waits for them; `undefined` if there are none. */
  allSettled?(): Promise<unknown> | undefined;
  /** Aborts them. */
  dispose?(): void;
}
