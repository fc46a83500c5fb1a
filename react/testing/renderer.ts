/**
 * The tools for tests of hooks, for renderers other than the DOM, such as that of
 * React Native. Give {@linkcode createTesting} what it needs of the renderer.
 *
 * @example
 * ```ts
 * import type { ReactNode } from "react";
 * import { DataProvider } from "@tessera/client/react";
 * import { createTesting, type RendererRoot } from "@tessera/client/testing/renderer";
 *
 * // such as react-test-renderer
 * interface Renderer {
 *   create(content: ReactNode): { update(content: ReactNode): void; unmount(): void };
 * }
 *
 * export function renderDataHookWith({ create }: Renderer) {
 *   const createRoot = (): RendererRoot => {
 *     const root = create(null);
 *     return {
 *       render: (content) => root.update(content),
 *       unmount: () => root.unmount(),
 *     };
 *   };
 *   return createTesting({ createRoot }).makeRenderDataHook(DataProvider);
 * }
 * ```
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import * as React from "react";
import { type Act, createAct, hasUse, type RendererAct } from "./act.ts";
import {
  createMakeRenderDataHook,
  type MakeRenderDataHook,
} from "./render_data_hook.ts";
import {
  createRenderHook,
  type RenderHook,
  type TestRenderer,
} from "./rendered_hook.ts";

export type { Act, RendererAct } from "./act.ts";
export type {
  MakeRenderDataHook,
  RenderDataHook,
  RenderDataHookOptions,
  RenderedDataHook,
  TestedProviderProps,
} from "./render_data_hook.ts";
export type {
  HookResult,
  RenderedHook,
  RendererRoot,
  RenderHook,
  RenderHookOptions,
  RootOptions,
  TestRenderer,
} from "./rendered_hook.ts";
export type { WaitFor, WaitForOptions } from "./wait_for.ts";

/**
 * The tools for tests of hooks, on one renderer: what {@linkcode createTesting}
 * makes.
 */
export interface Testing<Options> {
  /** Runs something that changes what is rendered. */
  readonly act: Act;
  /** Renders a hook without a provider. */
  readonly renderHook: RenderHook<Options>;
  /** Makes a `renderDataHook` for a provider. */
  readonly makeRenderDataHook: MakeRenderDataHook<Options>;
}

/**
 * Makes the tools for a renderer, such as that of React Native.
 *
 * @param renderer See {@linkcode TestRenderer}.
 *
 * @example
 * ```ts
 * import { DataProvider } from "@tessera/client/react";
 * import { createTesting, type RendererRoot } from "@tessera/client/testing/renderer";
 *
 * function createNativeTesting(createRoot: () => RendererRoot) {
 *   const { makeRenderDataHook } = createTesting({ createRoot });
 *   return makeRenderDataHook(DataProvider);
 * }
 * ```
 */
export function createTesting<Options = unknown>(
  renderer: TestRenderer<Options>,
): Testing<Options> {
  const act = createAct(renderer.act ?? actOfReact, hasUse);
  return {
    act,
    renderHook: createRenderHook(renderer, act),
    makeRenderDataHook: createMakeRenderDataHook(renderer, act),
  };
}

function actOfReact(callback: () => unknown): PromiseLike<unknown> | void {
  const { act } = React as { act?: RendererAct };
  if (act === undefined) {
    throw new Error(
      "This build of React has no act. Run tests with NODE_ENV other than 'production', or give the act of the renderer to createTesting().",
    );
  }
  return act(callback);
}
