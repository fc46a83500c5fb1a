// @ts-types="npm:@types/react@^19"
import * as React from "react";
import { type Act, createAct, hasUse, type RendererAct } from "./act.ts";
import type { MakeRenderDataHook } from "./data_hook_types.ts";
import { createMakeRenderDataHook } from "./render_data_hook.ts";
import { createRenderHook, type RenderHook } from "./render_hook.ts";
import type { TestRenderer } from "./renderer_root.ts";

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
