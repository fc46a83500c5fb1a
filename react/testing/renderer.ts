/**
 * The tools for tests of hooks, for renderers other than the DOM.
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
