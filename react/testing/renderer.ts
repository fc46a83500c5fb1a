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
export type { Act, RendererAct } from "./act.ts";
export { createTesting, type Testing } from "./create_testing.ts";
export type {
  MakeRenderDataHook,
  RenderDataHook,
  RenderDataHookOptions,
  RenderedDataHook,
  TestedProviderProps,
} from "./data_hook_types.ts";
export type { HookResult } from "./hook_result.ts";
export type {
  RenderedHook,
  RenderHook,
  RenderHookOptions,
} from "./render_hook.ts";
export type {
  RendererRoot,
  RootOptions,
  TestRenderer,
} from "./renderer_root.ts";
export type { WaitFor, WaitForOptions } from "./wait_for.ts";
