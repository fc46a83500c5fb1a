"use client";
/**
 * How a provider reaches the hooks below it. Applications rarely need these;
 * tests and tools may provide them by hand.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import { type Context, createContext, useContext } from "react";
import { Controller, initialState, type State } from "../controller/mod.ts";
import { isDevelopment } from "../schema/engine.ts";
import {
  type ReaderSource,
  type RenderedState,
  sourceOf,
} from "./reader_source.ts";

const noStore: ReaderSource = /* @__PURE__ */ sourceOf(
  initialState,
  /* @__PURE__ */ new Controller(),
);

/**
 * The store hooks read from. The value never changes during the life of a
 * provider, so it never causes a render. Without provider: an empty store.
 *
 * @example
 * ```ts
 * import { useContext } from "react";
 * import { StoreContext } from "@tessera/client/react";
 *
 * export function useEntityCount(table: string): number {
 *   const rows = useContext(StoreContext).getState().getEntities(table);
 *   return [...rows?.keys() ?? []].length;
 * }
 * ```
 */
export const StoreContext: Context<ReaderSource> = /* @__PURE__ */
  createContext<ReaderSource>(noStore);

/**
 * A state set by hand, for tests of single components. It takes precedence
 * over the store. `null`: read from the store.
 *
 * @example
 * ```tsx
 * import type { ReactNode } from "react";
 * import { State } from "@tessera/client";
 * import { StateContext } from "@tessera/client/react";
 *
 * const state = State.from({ entities: { Ship: { "7": { id: "7" } } } });
 *
 * export const withShip = (content: ReactNode) => (
 *   <StateContext.Provider value={state}>{content}</StateContext.Provider>
 * );
 * ```
 */
export const StateContext: Context<State | null> = /* @__PURE__ */
  createContext<State | null>(null);

/**
 * Components below a boundary that were rendered and are not yet on screen, by
 * what they wait for. React says nothing of those that leave before they are.
 */
export class Newcomers {
  #render = 0;
  /** The render that is on screen. */
  #onScreen = 0;
  /** Whether anything happened since the last render began. */
  #isOver = true;
  readonly #byKey = new Map<string, Newcomer>();
  #holders = 0;

  /** @param around Those of the boundary around. */
  constructor(readonly around: Newcomers | null) {}

  /** The boundary is rendered; StrictMode does that twice. Returns the number of the render. */
  begin(): number {
    if (this.#isOver) this.#render++;
    this.#isOver = false;
    return this.#render;
  }

  /** One is rendered; `leave` is called if it is gone without having been on screen. */
  add(key: string, leave: () => void): void {
    this.#isOver = true;
    // what waits is tried again, without the boundary
    const waitsOnScreen = this.#render === this.#onScreen;
    this.#byKey.set(key, { render: this.#render, leave, waitsOnScreen });
    this.around?.add(key, leave);
  }

  /** One is on screen. */
  delete(key: string): void {
    this.#byKey.delete(key);
    this.around?.delete(key);
  }

  /**
   * The boundary is there.
   *
   * @returns Tells that it is gone; StrictMode brings it back at once.
   */
  hold(): () => void {
    this.#holders++;
    return () => {
      this.#holders--;
      queueMicrotask(() => {
        if (this.#holders > 0) return;
        for (const key of this.#byKey.keys()) this.#leave(key);
      });
    };
  }

  /**
   * A render is on screen. Who waited on screen and was not rendered again is
   * gone. Who was rendered in a render that is not on screen may be part of a
   * transition, which React renders again after everything that is urgent: it
   * is gone when that has been done without it.
   */
  commit(render: number): void {
    this.#isOver = true;
    this.#onScreen = render;
    for (const [key, newcomer] of this.#byKey) {
      const { missedIn } = newcomer;
      if (newcomer.render >= render) {
        newcomer.waitsOnScreen = newcomer.render === render;
      } else if (
        newcomer.waitsOnScreen ||
        missedIn !== undefined && render > missedIn + 1
      ) this.#leave(key);
      else newcomer.missedIn = render;
    }
  }

  #leave(key: string): void {
    const newcomer = this.#byKey.get(key)!;
    this.#byKey.delete(key);
    newcomer.leave();
  }
}

/** One of {@linkcode Newcomers}. */
interface Newcomer {
  /** In which render it was last. */
  readonly render: number;
  readonly leave: () => void;
  /** Whether that render is on screen, with a fallback in its place. */
  waitsOnScreen: boolean;
  /** The render that was last on screen without it. */
  missedIn?: number;
}

/** The newcomers below the nearest AsyncBoundary. */
export const NewcomersContext: Context<Newcomers | null> = /* @__PURE__ */
  createContext<Newcomers | null>(null);

/** The state of a render that lacks a pending transition; `null`: what the source says. */
export const RenderedStateContext: Context<
  RenderedState | null
> = /* @__PURE__ */
  createContext<RenderedState | null>(null);

/**
 * The controller of the nearest provider. Without provider: one that reports
 * every attempt to use it.
 *
 * @example
 * ```tsx
 * import type { ReactNode } from "react";
 * import { Controller, type Dispatch } from "@tessera/client";
 * import { ControllerContext } from "@tessera/client/react";
 *
 * // for a test of what a component dispatches
 * export const withDispatch = (dispatch: Dispatch, content: ReactNode) => (
 *   <ControllerContext.Provider value={new Controller({ dispatch })}>
 *     {content}
 *   </ControllerContext.Provider>
 * );
 * ```
 */
export const ControllerContext: Context<Controller> = /* @__PURE__ */
  createContext<Controller>(
    /* @__PURE__ */ new Controller({ dispatch: reportMissingProvider }),
  );

function reportMissingProvider(action: { type: string }): Promise<void> {
  if (isDevelopment()) {
    console.error(
      `"${action.type}" was dispatched without a provider, so nothing happens. ` +
        "Render <DataProvider> from @tessera/client/react above the component that did it.",
    );
    if (isTest()) {
      console.error(
        "In a test, render the component or hook inside <DataProvider> too.",
      );
    }
  }
  return Promise.resolve();
}

function isTest(): boolean {
  const { process } = globalThis as {
    process?: { env?: Record<string, string | undefined> };
  };
  return process?.env?.["NODE_ENV"] === "test";
}

/**
 * The controller of the nearest provider: fetches, writes and invalidates.
 * Never causes a render; its methods may be destructured.
 *
 * @returns The same object for the whole life of the provider.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useController } from "@tessera/client/react";
 *
 * const cancelOrder = new RestEndpoint({ path: "/orders/:id", method: "DELETE" });
 *
 * function useCancelOrder(id: string) {
 *   const { fetch } = useController();
 *   return () => fetch(cancelOrder, { id });
 * }
 * ```
 */
export function useController(): Controller {
  return useContext(ControllerContext);
}

/**
 * What the hooks of this component read from.
 *
 * @param isOptional Whether it can do without.
 * @throws {Error} Without a provider, unless that is optional.
 */
export function useReaderSource(): ReaderSource;
export function useReaderSource(isOptional: true): ReaderSource | undefined;
export function useReaderSource(isOptional?: true): ReaderSource | undefined {
  const store = useContext(StoreContext);
  const state = useContext(StateContext);
  if (state !== null) return sourceOf(state, useController());
  if (store !== noStore) return store;
  if (isOptional) return undefined;
  throw new Error(
    "A hook that reads has found no provider." +
      (isDevelopment()
        ? " Either there is none: render <DataProvider> from @tessera/client/react above the component, in tests too. " +
          "Or the one above it is from another copy of the package, such as a second version, or one build for import and one for require: " +
          "`npm ls @tessera/client` or the list of modules in the bundle shows it."
        : ""),
  );
}

/**
 * Internals for packages that extend this one. Changes without notice.
 *
 * @example
 * ```ts
 * import { useContext } from "react";
 * import { __INTERNAL__ } from "@tessera/client/react";
 *
 * const useController = () => useContext(__INTERNAL__.ControllerContext);
 * ```
 */
export const __INTERNAL__: {
  readonly initialState: State;
  readonly ControllerContext: Context<Controller>;
  readonly StateContext: Context<State | null>;
  readonly StoreContext: Context<ReaderSource>;
} = { initialState, ControllerContext, StateContext, StoreContext };
