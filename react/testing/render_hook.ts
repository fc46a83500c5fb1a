// @ts-types="npm:@types/react@^19"
import { type ComponentType, createElement, type ReactNode } from "react";
import type { Act } from "./act.ts";
import { endAfterTest } from "./automatic_cleanup.ts";
import { HookRecord } from "./hook_result.ts";
import { Subject } from "./hook_subject.ts";
import {
  ActingRoot,
  type RootOptions,
  type TestRenderer,
} from "./renderer_root.ts";
import { nextUpdate } from "./wait_for.ts";

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
  /** What the hook returned at its last commit. */
  readonly result: { readonly current: Result };
  /** Renders again, with other properties if they are given. */
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
 * Renders a hook without a provider. What it throws is thrown.
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
    callback: (props: Props) => Result,
    options: RenderHookOptions<Props> & Options = {} as
      & RenderHookOptions<Props>
      & Options,
  ): RenderedHook<Props, Result> => {
    const { initialProps, wrapper, reactStrictMode, ...rest } = options;
    const record = new HookRecord<Result>();
    const root = new ActingRoot(
      renderer.createRoot(rest as Options),
      act,
      { reactStrictMode },
    );
    let props = initialProps as Props;
    const render = () => {
      const subject = createElement(Subject<Props, Result>, {
        hook: callback,
        props,
        record,
      });
      root.render(
        wrapper === undefined
          ? subject
          : createElement(wrapper, { children: subject }),
      );
    };
    const ended = endAfterTest(() => root.unmount());
    render();
    return {
      result: record,
      rerender(...next) {
        if (next.length > 0) props = next[0] as Props;
        render();
      },
      unmount() {
        ended();
        root.unmount();
      },
      waitForNextUpdate: (options) =>
        nextUpdate((listener) => record.onUpdate(listener), options),
    };
  };
}
