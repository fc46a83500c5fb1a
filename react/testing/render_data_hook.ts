// @ts-types="npm:@types/react@^19"
import {
  type ComponentType,
  createElement,
  Fragment,
  type ReactNode,
} from "react";
import {
  Controller as DefaultController,
  GCPolicy,
  initialState,
  NetworkManager,
  PollingSubscription,
  SubscriptionManager,
} from "../../controller/mod.ts";
import {
  type AnyFixture,
  type Fixture,
  MockController,
  mockInitialState,
} from "../../controller/mock/mod.ts";
import type { Controller } from "../../controller/mod.ts";
import { useController } from "../contexts.ts";
import { type Act, hasUse } from "./act.ts";
import { endAfterTest } from "./automatic_cleanup.ts";
import type {
  MakeRenderDataHook,
  RenderDataHook,
  RenderDataHookOptions,
  RenderedDataHook,
  TestedProviderProps,
} from "./data_hook_types.ts";
import { HookRecord } from "./hook_result.ts";
import { Boundaries, Subject } from "./hook_subject.ts";
import { ActingRoot, type TestRenderer } from "./renderer_root.ts";
import { createWaitFor, nextUpdate } from "./wait_for.ts";
import { WritesInAct } from "./writes_in_act.ts";

/** Makes the `makeRenderDataHook` of a renderer. */
export function createMakeRenderDataHook<Options>(
  renderer: TestRenderer<Options>,
  act: Act,
): MakeRenderDataHook<Options> {
  return (Provider) => {
    let latest: RenderedDataHook<unknown, unknown> | undefined;
    const renderDataHook = <Props, Result>(
      callback: (props: Props) => Result,
      options: RenderDataHookOptions<Props> & Options = {} as
        & RenderDataHookOptions<Props>
        & Options,
    ): RenderedDataHook<Props, Result> => {
      const rendered = renderBelow(Provider, callback, options, renderer, act);
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
  options: RenderDataHookOptions<Props> & Options,
  renderer: TestRenderer<Options>,
  act: Act,
): RenderedDataHook<Props, Result> {
  const {
    initialProps,
    initialFixtures,
    resolverFixtures,
    getInitialInterceptorData,
    wrapper,
    reactStrictMode,
    ...rest
  } = options;
  const record = new HookRecord<Result>();
  const boundaries = new Boundaries(record as HookRecord<unknown>);
  const writes = new WritesInAct(act);
  const parts = new ProviderParts(writes, {
    initialFixtures: initialFixtures as readonly Fixture[] | undefined,
    resolverFixtures: resolverFixtures as readonly AnyFixture[] | undefined,
    getInitialInterceptorData,
  });
  let controller!: Controller;
  const Capture = (): null => {
    controller = useController();
    return null;
  };
  const root = new ActingRoot(
    renderer.createRoot(rest as Options),
    act,
    { reactStrictMode },
  );
  let props = initialProps as Props;
  const render = () => {
    const subject = createElement(Subject<Props, Result>, {
      hook,
      props,
      record,
    });
    const rendered = root.render(
      createElement(
        Provider,
        parts.props,
        createElement(
          Fragment,
          null,
          createElement(Capture),
          boundaries.around(
            wrapper === undefined
              ? subject
              : wrapped(wrapper, props, boundaries.around(subject)),
          ),
        ),
      ),
      () => boundaries.reset(),
    );
    // nobody awaits here what React wants awaited
    if (record.suspended && hasUse) rendered.then(undefined, () => {});
  };
  const end = () => {
    parts.stop();
    root.unmount();
    parts.dispose();
  };
  const ended = endAfterTest(end);
  render();
  const onUpdate = (listener: () => void) => record.onUpdate(listener);
  const settled = () => writes.settled();
  return {
    result: record,
    controller,
    waitFor: createWaitFor(onUpdate, settled),
    rerender(...next) {
      if (next.length > 0) props = next[0] as Props;
      render();
    },
    unmount() {
      root.unmount();
    },
    async allSettled() {
      await parts.allSettled();
      await settled();
    },
    cleanup: () => parts.stop(),
    waitForNextUpdate: (options) =>
      nextUpdate(onUpdate, options).finally(settled),
    [Symbol.dispose]() {
      ended();
      end();
    },
  };
}

function wrapped(
  // deno-lint-ignore no-explicit-any -- takes the properties, whatever they are
  wrapper: ComponentType<any>,
  props: unknown,
  content: ReactNode,
): ReactNode {
  return createElement(wrapper, props as Record<string, unknown>, content);
}

/** What the provider is made of, and the end of it. */
class ProviderParts {
  readonly props: TestedProviderProps;
  readonly #networkManager = new NetworkManager();
  readonly #subscriptionManager = new SubscriptionManager(PollingSubscription);
  readonly #gcPolicy = new GCPolicy();
  #isStopped = false;

  constructor(writes: WritesInAct, fixtures: {
    readonly initialFixtures: readonly Fixture[] | undefined;
    readonly resolverFixtures: readonly AnyFixture[] | undefined;
    readonly getInitialInterceptorData: (() => unknown) | undefined;
  }) {
    const { initialFixtures, resolverFixtures, getInitialInterceptorData } =
      fixtures;
    this.props = {
      managers: [
        writes.first,
        this.#networkManager,
        this.#subscriptionManager,
        writes.last,
      ],
      initialState: initialFixtures === undefined
        ? initialState
        : mockInitialState(initialFixtures),
      Controller: writes.awaitedBy(
        MockController(DefaultController, {
          fixtures: resolverFixtures,
          getInitialInterceptorData,
        }),
      ),
      gcPolicy: this.#gcPolicy,
      devButton: null,
    };
  }

  async allSettled(): Promise<void> {
    if (!this.#isStopped) await this.#networkManager.allSettled();
  }

  /** Nothing is requested, polled, written or collected any more. */
  stop(): void {
    this.#isStopped = true;
    this.#subscriptionManager.cleanup();
    this.#networkManager.cleanup();
    this.#gcPolicy.cleanup();
  }

  /** Aborts requests in flight; for when nobody is mounted who would request again. */
  dispose(): void {
    this.#networkManager.dispose();
  }
}
