// @ts-types="npm:@types/react@^19"
import {
  type ComponentType,
  createElement,
  type ReactNode,
  StrictMode,
} from "react";
import { useIsomorphicLayoutEffect } from "../host.ts";
import type { Act, RendererAct } from "./act.ts";
import { nextUpdate } from "./wait_for.ts";

/**
 * A place that a renderer fills with content: what a {@linkcode TestRenderer}
 * makes.
 */
export interface RendererRoot {
  /** Replaces the content. */
  render(content: ReactNode): void;
  /** Removes the content. */
  unmount(): void;
}

/**
 * The part of a renderer that the tools need.
 *
 * @example
 * ```ts
 * import type { ReactNode } from "react";
 * import { createTesting, type TestRenderer } from "@tessera/client/testing/renderer";
 *
 * // such as react-test-renderer
 * interface Renderer {
 *   create(content: ReactNode): { update(content: ReactNode): void; unmount(): void };
 * }
 *
 * export function testingOf({ create }: Renderer) {
 *   const renderer: TestRenderer<unknown> = {
 *     createRoot() {
 *       const root = create(null);
 *       return {
 *         render: (content) => root.update(content),
 *         unmount: () => root.unmount(),
 *       };
 *     },
 *   };
 *   return createTesting(renderer);
 * }
 * ```
 */
export interface TestRenderer<Options> {
  /**
   * Makes a place to render into.
   *
   * @param options The options of the test, without those of the tools.
   */
  createRoot(options: Options): RendererRoot;
  /** Default: that of React. */
  readonly act?: RendererAct | undefined;
}

/** Options of everything that renders by a {@linkcode TestRenderer}. */
export interface RootOptions {
  /** Whether everything is rendered inside StrictMode. Default `false`. */
  readonly reactStrictMode?: boolean | undefined;
}

/**
 * The result of a hook under test, as a {@linkcode RenderDataHook} returns it.
 */
export interface HookResult<Result> {
  /** The returned value of its last commit; `undefined` before the first one. */
  readonly current: Result;
  /** The last error that it threw; `undefined` once it succeeds again. */
  readonly error: Error | undefined;
  /** Whether the fallback is on screen in its place. */
  readonly suspended: boolean;
}

/** Updates a {@linkcode HookResult}. */
export class HookRecord<Result> implements HookResult<Result> {
  current!: Result;
  error: Error | undefined;
  readonly #listeners = new Set<() => void>();
  #fallbacks = 0;

  get suspended(): boolean {
    return this.#fallbacks > 0;
  }

  /** The hook was committed. */
  committed(value: Result): void {
    this.current = value;
    this.error = undefined;
    this.#notify();
  }

  /** An error boundary renders what the hook threw. */
  failed(error: unknown): void {
    this.error = error as Error;
    this.#notify();
  }

  /** A fallback is rendered; returns its end. */
  fallback(): () => void {
    this.#fallbacks++;
    return () => void this.#fallbacks--;
  }

  /** Calls the listener after each commit and each error; returns the end of it. */
  readonly onUpdate = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Options of a {@linkcode RenderHook}. */
export interface RenderHookOptions<Props> extends RootOptions {
  /** Argument of the callback at first. */
  readonly initialProps?: Props | undefined;
  /** A component around the hook, for instance a provider. */
  readonly wrapper?:
    | ComponentType<{ readonly children: ReactNode }>
    | undefined;
}

/** A hook rendered without anything around it by a {@linkcode RenderHook}. */
export interface RenderedHook<Props, Result> {
  /** The returned value of the hook's last commit. */
  readonly result: { readonly current: Result };
  /** Renders again, with other properties if there are some. */
  rerender(props?: Props): void;
  /** Removes the hook. */
  unmount(): void;
  /**
   * Waits until the hook is committed once more.
   *
   * @param options `timeout`: reject after this many milliseconds. Default 1000.
   */
  waitForNextUpdate(options?: { readonly timeout?: number }): Promise<void>;
}

/**
 * Renders a hook without a provider, and throws the errors of the hook.
 *
 * @example
 * ```ts
 * import { useDebounce } from "@tessera/client/react";
 * import type { RenderHook } from "@tessera/client/testing/renderer";
 *
 * // the same test for the DOM and for React Native
 * export function testDelay(renderHook: RenderHook<unknown>) {
 *   const { result, rerender } = renderHook(
 *     (text: string) => useDebounce(text, 100)[0],
 *     { initialProps: "a" },
 *   );
 *   rerender("ab");
 *   return result.current; // still "a"
 * }
 * ```
 */
export interface RenderHook<Options> {
  /**
   * Renders a hook.
   *
   * @param callback Calls it.
   * @param options See {@linkcode RenderHookOptions}.
   */
  <Props, Result>(
    callback: (props: Props) => Result,
    options?: RenderHookOptions<Props> & Options,
  ): RenderedHook<Props, Result>;
}

/** Makes the `renderHook` of a renderer. */
export function createRenderHook<Options>(
  renderer: TestRenderer<Options>,
  act: Act,
): RenderHook<Options> {
  return <Props, Result>(
    hook: (props: Props) => Result,
    options = {} as RenderHookOptions<Props> & Options,
  ): RenderedHook<Props, Result> => {
    const { wrapper, ...rest } = options;
    const record = new HookRecord<Result>();
    const { render, unmount } = renderInAct(renderer, act, {
      hook,
      record,
      options: rest as RenderHookOptions<Props> & Options,
      around: (subject) =>
        wrapper ? createElement(wrapper, { children: subject }) : subject,
    });
    const ended = endAfterTest(unmount);
    render();
    return {
      result: record,
      rerender: (...next) => void render(...next),
      unmount() {
        ended();
        unmount();
      },
      waitForNextUpdate: (options) => nextUpdate(record.onUpdate, options),
    };
  };
}

/** What {@linkcode renderInAct} renders. */
interface Subject<Props, Result, Options> {
  /** The hook under test. */
  readonly hook: (props: Props) => Result;
  readonly record: HookRecord<Result>;
  /** Those of the renderer, and what is taken here. */
  readonly options: Options & RootOptions & {
    readonly initialProps?: Props | undefined;
  };
  /** Puts something around the component that calls the hook. */
  readonly around: (component: ReactNode, props: Props) => ReactNode;
  /** Runs in the same batch before each render. */
  readonly before?: (() => void) | undefined;
}

/** A hook in a root of its own. */
interface HookRoot<Props> {
  /**
   * Renders at once, with other properties if there are some.
   *
   * @returns Resolves when promises have settled, and what they cause is rendered.
   */
  readonly render: (...next: [props?: Props]) => PromiseLike<void>;
  /** Removes everything; calling it again does nothing. */
  readonly unmount: () => void;
}

/** Makes a root in which a hook is rendered inside `act`. */
export function renderInAct<Props, Result, Options>(
  renderer: TestRenderer<Options>,
  act: Act,
  { hook, record, options, around, before }: Subject<Props, Result, Options>,
): HookRoot<Props> {
  const { initialProps, reactStrictMode = false, ...rest } = options;
  const root = renderer.createRoot(rest as unknown as Options);
  let props = initialProps as Props;
  let isMounted = true;
  const Caller = ({ props }: { readonly props: Props }): null => {
    const value = hook(props);
    useIsomorphicLayoutEffect(() => record.committed(value));
    return null;
  };
  return {
    render(...next) {
      if (next.length > 0) props = next[0] as Props;
      const content = around(createElement(Caller, { props }), props);
      const rendered: unknown = act(() => {
        before?.();
        root.render(
          reactStrictMode ? createElement(StrictMode, null, content) : content,
        );
      });
      return rendered as PromiseLike<void>;
    },
    unmount() {
      if (!isMounted) return;
      isMounted = false;
      act(() => root.unmount());
    },
  };
}

/** What a test has left mounted is ended where the test runner says when. */
const left = new Set<() => void>();
const { afterEach } = globalThis as {
  readonly afterEach?: (run: () => void) => unknown;
};
if (typeof afterEach === "function") {
  afterEach(() => {
    for (const end of [...left]) {
      left.delete(end);
      end();
    }
  });
}

/**
 * Registers something to end after the current test.
 *
 * @returns Call it when it has ended otherwise.
 */
export function endAfterTest(end: () => void): () => void {
  left.add(end);
  return () => void left.delete(end);
}
