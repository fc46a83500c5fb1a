// @ts-types="npm:@types/react@^19"
import {
  type ComponentType,
  createElement,
  Fragment,
  type ReactNode,
} from "react";
import {
  type Controller,
  Controller as DefaultController,
  type ControllerConstructor,
  type Disposal,
  type GCInterface,
  GCPolicy,
  initialState,
  type Manager,
  NetworkManager,
  PollingSubscription,
  type State,
  SubscriptionManager,
} from "../../controller/mod.ts";
import {
  type Fixture,
  type Fixtures,
  MockController,
  mockInitialState,
  type MockOptions,
} from "../../controller/mock/mod.ts";
import type { EndpointInterface } from "../../endpoint/contract.ts";
import { AsyncBoundary } from "../async_boundary.ts";
import { useController } from "../contexts.ts";
import type { ErrorFallbackProps } from "../error_boundary.ts";
import { useIsomorphicLayoutEffect } from "../host.ts";
import { type Act, hasUse } from "./act.ts";
import {
  endAfterTest,
  HookRecord,
  type HookResult,
  renderInAct,
  type RootOptions,
  type TestRenderer,
} from "./rendered_hook.ts";
import { createWaitFor, nextUpdate, type WaitFor } from "./wait_for.ts";
import { WritesInAct } from "./writes_in_act.ts";

/** The props of a provider under test, from a {@linkcode RenderDataHook}. */
export interface TestedProviderProps {
  /** The hook under test, and what is around it. */
  readonly children?: ReactNode;
  /** New ones for each test. */
  readonly managers: readonly Manager[];
  /** The state that the initial fixtures have made. */
  readonly initialState: State;
  /** Serves from the resolver fixtures. */
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
  /** The initial content of the store. */
  readonly initialFixtures?:
    | { readonly [K in keyof I]: Fixture<I[K]> }
    | undefined;
  /** Fixtures that serve requests, those of subscriptions included. */
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
  /** The result of the hook. */
  readonly result: HookResult<Result>;
  /** The controller of the provider. */
  readonly controller: Controller;
  /** Calls a function until it neither throws nor returns `false`. */
  readonly waitFor: WaitFor;
  /** Renders again, with other properties if there are some. An error on display is forgotten. */
  rerender(props?: Props): void;
  /** Removes the hook and its provider. */
  unmount(): void;
  /** Resolves when all pending requests have ended and their results are rendered. */
  allSettled(): Promise<void>;
  /** Stops polling, and drops the results of pending requests. */
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

/** Makes the `makeRenderDataHook` of a renderer. */
export function createMakeRenderDataHook<Options>(
  renderer: TestRenderer<Options>,
  act: Act,
): MakeRenderDataHook<Options> {
  return (Provider) => {
    let latest: RenderedDataHook<unknown, unknown> | undefined;
    const renderDataHook = <Props, Result>(
      hook: (props: Props) => Result,
      options = {} as RenderDataHookOptions<Props> & Options,
    ): RenderedDataHook<Props, Result> => {
      const rendered = renderBelow(Provider, hook, options, renderer, act);
      latest = rendered as RenderedDataHook<unknown, unknown>;
      return rendered;
    };
    return Object.assign(renderDataHook as RenderDataHook<Options>, {
      cleanup: () => latest?.cleanup(),
      allSettled: () => latest?.allSettled() ?? Promise.resolve(),
    });
  };
}

function renderBelow<Props, Result, Options>(
  Provider: ComponentType<TestedProviderProps>,
  hook: (props: Props) => Result,
  all: RenderDataHookOptions<Props> & Options,
  renderer: TestRenderer<Options>,
  act: Act,
): RenderedDataHook<Props, Result> {
  const {
    initialFixtures,
    resolverFixtures,
    getInitialInterceptorData,
    wrapper,
    ...options
  } = all;
  const record = new HookRecord<Result>();
  const boundaries = createBoundaries(record);
  const writes = new WritesInAct(act);
  const parts = createParts(writes, initialFixtures, {
    fixtures: resolverFixtures,
    getInitialInterceptorData,
  } as MockOptions);
  const captured = {} as { controller: Controller };
  const around = (subject: ReactNode, props: Props) => {
    const content = wrapper === undefined
      ? subject
      : createElement(wrapper, props as object, boundaries.around(subject));
    const capture = createElement(Capture, { into: captured });
    return createElement(
      Provider,
      parts.props,
      createElement(Fragment, null, capture, boundaries.around(content)),
    );
  };
  const root = renderInAct(renderer, act, {
    hook,
    record,
    options: options as unknown as RootOptions & Options,
    around,
    before: boundaries.reset,
  });
  const render = (...next: [props?: Props]) =>
    ignoreIfSuspended(record, root.render(...next));
  const end = () => {
    parts.stop();
    root.unmount();
  };
  const ended = endAfterTest(end);
  render();
  return {
    ...waitsFor(record, writes, parts),
    result: record,
    controller: captured.controller,
    rerender: render,
    unmount: root.unmount,
    [Symbol.dispose]() {
      ended();
      end();
    },
  };
}

/** Lets nobody await here what React wants awaited. */
function ignoreIfSuspended(
  { suspended }: HookRecord<unknown>,
  rendered: PromiseLike<void>,
): void {
  if (suspended && hasUse) rendered.then(undefined, () => {});
}

/** The functions of a rendered hook that wait for something, or end that. */
function waitsFor(
  { onUpdate }: HookRecord<unknown>,
  writes: WritesInAct,
  parts: { allSettled(): Promise<unknown>; stop(): void },
) {
  const settled = () => writes.settled();
  return {
    cleanup: parts.stop,
    waitFor: createWaitFor(onUpdate, settled),
    async allSettled() {
      await parts.allSettled();
      await settled();
    },
    waitForNextUpdate: (options?: Parameters<typeof nextUpdate>[1]) =>
      nextUpdate(onUpdate, options).finally(settled),
  };
}

/** Notes the controller of the provider around it. */
function Capture({ into }: { into: { controller: Controller } }): null {
  into.controller = useController();
  return null;
}

/** Boundaries that tell what they show. */
function createBoundaries(record: HookRecord<unknown>) {
  const resets = new Set<() => void>();
  const Failure = ({ error }: ErrorFallbackProps<unknown>): null => {
    useIsomorphicLayoutEffect(() => record.failed(error), [error]);
    return null;
  };
  const Fallback = (): null => {
    useIsomorphicLayoutEffect(() => record.fallback(), []);
    return null;
  };
  const properties = {
    fallback: createElement(Fallback),
    errorComponent: Failure,
    listen(reset: () => void) {
      resets.add(reset);
      return () => void resets.delete(reset);
    },
  };
  return {
    around: (content: ReactNode) =>
      createElement(AsyncBoundary, properties, content),
    /** Forgets the errors on display. */
    reset() {
      for (const reset of [...resets]) reset();
    },
  };
}

/** What the provider is made of, and the end of it. */
function createParts(
  writes: WritesInAct,
  initialFixtures: readonly Fixture[] | undefined,
  mocks: MockOptions,
) {
  const networkManager = new NetworkManager();
  const subscriptionManager = new SubscriptionManager(PollingSubscription);
  const gcPolicy = new GCPolicy();
  let isStopped = false;
  const props: TestedProviderProps = {
    managers: [networkManager, subscriptionManager, writes.manager],
    initialState: initialFixtures === undefined
      ? initialState
      : mockInitialState(initialFixtures),
    Controller: writes.awaitedBy(MockController(DefaultController, mocks)),
    gcPolicy,
    devButton: null,
  };
  return {
    props,
    async allSettled() {
      if (!isStopped) await networkManager.allSettled();
    },
    /** Nothing is requested, polled, written or collected any more. */
    stop() {
      isStopped = true;
      subscriptionManager.cleanup();
      networkManager.dispose();
      gcPolicy.cleanup();
    },
  };
}
