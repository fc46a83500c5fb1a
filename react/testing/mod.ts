/**
 * Tests of hooks and components: hooks rendered below a provider of their own,
 * and fixtures in place of servers. Works with any test runner.
 *
 * @module
 */
import { DataProvider } from "../data_provider.ts";
import type { Act } from "./act.ts";
import { createTesting, type Testing } from "./create_testing.ts";
import type { MakeRenderDataHook, RenderDataHook } from "./data_hook_types.ts";
import { type DomOptions, domRenderer } from "./dom_renderer.ts";
import type { RenderHook } from "./render_hook.ts";

export * from "./browser.ts";
export type { DomOptions } from "./dom_renderer.ts";
export type {
  Act,
  HookResult,
  MakeRenderDataHook,
  RenderDataHook,
  RenderDataHookOptions,
  RenderedDataHook,
  RenderedHook,
  RendererAct,
  RendererRoot,
  RenderHook,
  RenderHookOptions,
  RootOptions,
  TestedProviderProps,
  TestRenderer,
  WaitFor,
  WaitForOptions,
} from "./renderer.ts";

const testing: Testing<DomOptions> = createTesting(domRenderer);

/**
 * Runs something that changes what is rendered. When it returns, or the promise
 * of an asynchronous callback resolves, everything is rendered that follows.
 */
export const act: Act = testing.act;

/** Renders a hook without a provider. What it throws is thrown. */
export const renderHook: RenderHook<DomOptions> = testing.renderHook;

/** Makes a {@linkcode renderDataHook} for a provider with the properties of DataProvider. */
export const makeRenderDataHook: MakeRenderDataHook<DomOptions> =
  testing.makeRenderDataHook;

/** The same as {@linkcode makeRenderDataHook}. */
export const makeRenderDataClient: MakeRenderDataHook<DomOptions> =
  makeRenderDataHook;

/**
 * Renders a hook below a DataProvider of its own, a Suspense and an error
 * boundary.
 */
export const renderDataHook: RenderDataHook<DomOptions> = makeRenderDataHook(
  DataProvider,
);
