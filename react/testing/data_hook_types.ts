/**
 * The shape of `renderDataHook`.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import type { ComponentType, ReactNode } from "react";
import type {
  Controller,
  ControllerConstructor,
  Disposal,
  GCInterface,
  Manager,
  State,
} from "../../controller/mod.ts";
import type { Fixture, Fixtures } from "../../controller/mock/mod.ts";
import type { EndpointInterface } from "../../endpoint/contract.ts";
import type { HookResult } from "./hook_result.ts";
import type { RootOptions } from "./renderer_root.ts";
import type { WaitFor } from "./wait_for.ts";

/** What a provider under test is given by a {@linkcode RenderDataHook}. */
export interface TestedProviderProps {
  /** The hook under test, and what is around it. */
  readonly children?: ReactNode;
  /** New ones for each test. */
  readonly managers: readonly Manager[];
  /** What the initial fixtures have left. */
  readonly initialState: State;
  /** Answers from the resolver fixtures. */
  readonly Controller: ControllerConstructor;
  /** A new one for each test. */
  readonly gcPolicy: GCInterface;
  /** No button. */
  readonly devButton: null;
}

/** Options of {@linkcode RenderDataHook}. */
export interface RenderDataHookOptions<
  Props,
  // deno-lint-ignore no-explicit-any -- any interceptor data
  T = any,
  I extends readonly EndpointInterface[] = readonly EndpointInterface[],
  R extends readonly EndpointInterface[] = readonly EndpointInterface[],
> extends RootOptions {
  /** Argument of the callback at first, and properties of the wrapper. */
  readonly initialProps?: Props | undefined;
  /** What the store contains at first. */
  readonly initialFixtures?:
    | { readonly [K in keyof I]: Fixture<I[K]> }
    | undefined;
  /** What answers requests, those of subscriptions included. */
  readonly resolverFixtures?: Fixtures<T, R> | undefined;
  /** Makes the data that is `this` of all interceptors. Default: an empty object. */
  readonly getInitialInterceptorData?: (() => T) | undefined;
  /** A component between the provider and the hook. */
  readonly wrapper?:
    // deno-lint-ignore no-explicit-any -- takes the properties, whatever they are
    | ComponentType<any>
    | undefined;
}

/**
 * A hook rendered below a provider of its own by a {@linkcode RenderDataHook}.
 * `using` ends it, as {@linkcode RenderedDataHook.cleanup} and
 * {@linkcode RenderedDataHook.unmount} do.
 */
export interface RenderedDataHook<Props, Result> extends Disposal {
  /** What became of the hook. */
  readonly result: HookResult<Result>;
  /** The controller of the provider. */
  readonly controller: Controller;
  /** Calls a function until it neither throws nor returns `false`. */
  readonly waitFor: WaitFor;
  /** Renders again, with other properties if they are given. An error on display is forgotten. */
  rerender(props?: Props): void;
  /** Removes the hook and its provider. */
  unmount(): void;
  /** Resolves when all requests in flight have settled and their results are rendered. */
  allSettled(): Promise<void>;
  /** Stops polling, and drops the results of requests in flight. */
  cleanup(): void;
  /**
   * Waits until the hook is committed, or fails, once more.
   *
   * @param options `timeout`: reject after this many milliseconds. Default 1000.
   * @deprecated Use `waitFor`, which tells what it waits for.
   */
  waitForNextUpdate(options?: { readonly timeout?: number }): Promise<void>;
}

/**
 * Renders a hook below a provider, a Suspense and an error boundary.
 *
 * @example
 * ```ts
 * import { Endpoint } from "@tessera/client";
 * import { useSuspense } from "@tessera/client/react";
 * import type { RenderDataHook } from "@tessera/client/testing/renderer";
 *
 * const getTide = new Endpoint(
 *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 *
 * // the same test for the DOM and for React Native
 * export async function testTide(renderDataHook: RenderDataHook<unknown>) {
 *   using hook = renderDataHook(() => useSuspense(getTide, { port: "aden" }), {
 *     resolverFixtures: [
 *       { endpoint: getTide, args: [{ port: "aden" }], response: { port: "aden", height: 3 } },
 *     ],
 *   });
 *   await hook.allSettled();
 *   return hook.result.current.height;
 * }
 * ```
 */
export interface RenderDataHook<Options> {
  /**
   * Renders a hook.
   *
   * @param callback Calls the hook.
   * @param options See {@linkcode RenderDataHookOptions}; besides, those of the renderer.
   */
  <
    Props,
    Result,
    // deno-lint-ignore no-explicit-any -- any interceptor data
    T = any,
    const I extends readonly EndpointInterface[] = readonly EndpointInterface[],
    const R extends readonly EndpointInterface[] = readonly EndpointInterface[],
  >(
    callback: (props: Props) => Result,
    options?: RenderDataHookOptions<Props, T, I, R> & Options,
  ): RenderedDataHook<Props, Result>;
  /**
   * {@linkcode RenderedDataHook.cleanup} of the most recent call.
   *
   * @deprecated Use the one in what the call returned.
   */
  cleanup(): void;
  /**
   * {@linkcode RenderedDataHook.allSettled} of the most recent call.
   *
   * @deprecated Use the one in what the call returned.
   */
  allSettled(): Promise<void>;
}

/**
 * Makes a {@linkcode RenderDataHook} for a provider, such as that of
 * `@tessera/client/react/redux`.
 */
export interface MakeRenderDataHook<Options> {
  /**
   * Makes it.
   *
   * @param Provider Takes the properties of DataProvider.
   */
  (Provider: ComponentType<TestedProviderProps>): RenderDataHook<Options>;
}
