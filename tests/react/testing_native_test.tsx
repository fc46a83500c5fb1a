/**
 * The tools on a renderer without a document, as tests of React Native use.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { act as actOfReact, type ReactNode, useState } from "react";
// @ts-types="npm:@types/react-test-renderer@^19"
import { create, type ReactTestRenderer } from "react-test-renderer";
import { Endpoint } from "../../mod.ts";
import { DataProvider, useSuspense } from "../../react/mod.ts";
import {
  createTesting,
  type RendererRoot,
} from "../../react/testing/renderer.ts";
import { Vessel } from "./support/harbour.ts";

// React Native calls its global object so, too
Object.defineProperty(globalThis, "window", { value: globalThis });

const getVessel = new Endpoint(
  ({ id }: { id: string }): Promise<unknown> =>
    Promise.reject(new Error(`no server for ${id}`)),
  { schema: Vessel, name: "getVessel" },
);

interface NativeOptions {
  /** Told of each tree that is rendered. */
  readonly onCreate?: (tree: ReactTestRenderer) => void;
}

/** Renders into objects. */
function createRoot({ onCreate }: NativeOptions): RendererRoot {
  let tree: ReactTestRenderer | undefined;
  return {
    render(content) {
      if (tree) return tree.update(<>{content}</>);
      tree = create(<>{content}</>);
      onCreate?.(tree);
    },
    unmount: () => tree?.unmount(),
  };
}

const { act, renderHook, makeRenderDataHook } = createTesting({ createRoot });
const renderDataHook = makeRenderDataHook(DataProvider);

Deno.test("the tools work without a document [react/TST-30] [react/TST-20]", async () => {
  assertEquals(typeof document, "undefined");
  let tree!: ReactTestRenderer;
  const hook = renderDataHook(
    ({ id }: { id: string }) => useSuspense(getVessel, { id }).name,
    {
      initialProps: { id: "1" },
      resolverFixtures: [{
        endpoint: getVessel,
        response: ({ id }) => ({ id, name: `Fram ${id}` }),
      }],
      wrapper: ({ children }: { children: ReactNode }) => <b>{children}</b>,
      onCreate: (created) => tree = created,
    },
  );
  assert(hook.result.suspended);
  await hook.waitFor(() => assertEquals(hook.result.current, "Fram 1"));
  assertEquals((tree.toJSON() as { type: string }).type, "b");
  hook.rerender({ id: "2" });
  await hook.allSettled();
  assertEquals(hook.result.current, "Fram 2");
  hook.unmount();
  assertEquals(tree.toJSON(), null);
});

Deno.test("act and renderHook work without a document [react/TST-30]", async () => {
  const { result, rerender, unmount } = renderHook(
    (first: string) => useState(first),
    { initialProps: "a" },
  );
  act(() => result.current[1]("b"));
  assertEquals(result.current[0], "b");
  const value = await act(async () => {
    await Promise.resolve();
    result.current[1]("c");
    return 7;
  });
  rerender("ignored");
  assertEquals([result.current[0], value], ["c", 7]);
  unmount();
});

Deno.test("a renderer may bring its own act [react/TST-30]", () => {
  let calls = 0;
  const testing = createTesting({
    createRoot,
    act(callback) {
      calls++;
      return actOfReact(callback as () => Promise<void>);
    },
  });
  const { result, unmount } = testing.renderHook(() => 7);
  assertEquals([result.current, calls], [7, 1]);
  unmount();
});
