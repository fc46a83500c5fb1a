/**
 * Tests of hooks and components: hooks rendered below a provider of their own,
 * and fixtures in place of servers. Works with any test runner; needs `react-dom`
 * and a document. Renderers without one have `@tessera/client/testing/renderer`.
 *
 * @example
 * ```ts
 * import { Endpoint } from "@tessera/client";
 * import { useSuspense } from "@tessera/client/react";
 * import { renderDataHook } from "@tessera/client/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new Endpoint(
 *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 *
 * export async function testTide() {
 *   using hook = renderDataHook(() => useSuspense(getTide, { port: "aden" }), {
 *     initialFixtures: [
 *       { endpoint: getTide, args: [{ port: "aden" }], response: { port: "aden", height: 3 } },
 *     ],
 *   });
 *   await hook.waitFor(() => assertEquals(hook.result.current.height, 3));
 * }
 * ```
 *
 * @module
 */
import { DataProvider } from "../data_provider.ts";
import type { Act } from "./act.ts";
import { type DomOptions, domRenderer } from "./dom_renderer.ts";
import type { MakeRenderDataHook, RenderDataHook } from "./render_data_hook.ts";
import type { RenderHook } from "./rendered_hook.ts";
import { createTesting, type Testing } from "./renderer.ts";

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
 *
 * @example
 * ```ts
 * import { act, renderHook } from "@tessera/client/testing";
 * import { useState } from "react";
 *
 * function testCount() {
 *   const { result } = renderHook(() => useState(1));
 *   act(() => result.current[1](2));
 *   return result.current[0]; // 2
 * }
 * ```
 */
export const act: Act = testing.act;

/**
 * Renders a hook without a provider, and throws the errors of the hook.
 *
 * @throws {Error} Where there is no document.
 *
 * @example
 * ```ts
 * import { useDebounce } from "@tessera/client/react";
 * import { renderHook } from "@tessera/client/testing";
 *
 * const test = () => renderHook((text: string) => useDebounce(text, 100), { initialProps: "a" });
 * ```
 */
export const renderHook: RenderHook<DomOptions> = testing.renderHook;

/**
 * Makes a {@linkcode renderDataHook} for a provider with the properties of DataProvider.
 *
 * @example
 * ```ts
 * import { DataProvider } from "@tessera/client/react/redux";
 * import { makeRenderDataHook } from "@tessera/client/testing";
 *
 * const renderDataHook = makeRenderDataHook(DataProvider);
 * ```
 */
export const makeRenderDataHook: MakeRenderDataHook<DomOptions> =
  testing.makeRenderDataHook;

/**
 * The same as {@linkcode makeRenderDataHook}.
 *
 * @example
 * ```ts
 * import { DataProvider } from "@tessera/client/react";
 * import { makeRenderDataClient } from "@tessera/client/testing";
 *
 * const renderDataClient = makeRenderDataClient(DataProvider);
 * ```
 */
export const makeRenderDataClient: MakeRenderDataHook<DomOptions> =
  makeRenderDataHook;

/**
 * Renders a hook below a DataProvider of its own, a Suspense and an error
 * boundary.
 *
 * @throws {Error} Where there is no document.
 *
 * @example
 * ```ts
 * import { Endpoint } from "@tessera/client";
 * import { useSuspense } from "@tessera/client/react";
 * import { renderDataHook } from "@tessera/client/testing";
 *
 * const getTide = new Endpoint(
 *   async ({ port }: { port: string }) => ({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 * async function testTide() {
 *   using hook = renderDataHook(() => useSuspense(getTide, { port: "aden" }), {
 *     resolverFixtures: [
 *       { endpoint: getTide, args: [{ port: "aden" }], response: { port: "aden", height: 3 } },
 *     ],
 *   });
 *   await hook.allSettled();
 *   return hook.result.current.height; // 3
 * }
 * ```
 */
export const renderDataHook: RenderDataHook<DomOptions> = makeRenderDataHook(
  DataProvider,
);
