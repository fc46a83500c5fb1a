/**
 * A platform without a document, without `react-native` and without React
 * Navigation.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { act, Suspense } from "react";
// @ts-types="npm:@types/react-test-renderer@^19"
import { create, type ReactTestRenderer } from "react-test-renderer";
import { withoutConsole } from "../support/console.ts";
import { Harbour } from "../support/harbour.ts";

// React Native tells with these that it is one.
Object.assign(globalThis, {
  window: globalThis,
  IS_REACT_ACT_ENVIRONMENT: true,
});
Object.defineProperty(globalThis, "navigator", {
  value: { product: "ReactNative" },
  configurable: true,
});

const { AsyncBoundary, DataProvider, useLive } = await import(
  "../../../react/native/mod.ts"
);

Deno.test("hooks and boundaries work, silently, without anything that is optional [react/NAT-4] [react/NAT-2] [react/NAT-3]", async () => {
  assertEquals([typeof document, "require" in globalThis], [
    "undefined",
    false,
  ]);
  const harbour = new Harbour();
  const getVessel = harbour.getVessel.extend({ pollFrequency: 60_000 });
  const Vessel = ({ id }: { readonly id: string }) => (
    <b>{useLive(getVessel, { id }).name}</b>
  );
  const content = (id: string) => (
    <DataProvider>
      <AsyncBoundary fallback="waiting">
        <Vessel id={id} />
      </AsyncBoundary>
    </DataProvider>
  );
  let tree!: ReactTestRenderer;
  const warnings = await withoutConsole("warn", async () => {
    await act(async () => {
      tree = create(content("1"));
      await Promise.resolve();
    });
    assertEquals(`${tree.toJSON()}`, "waiting");
    await act(async () => {
      harbour.last.answer({ id: "1", name: "Fram" });
      await Promise.resolve();
    });
    assertEquals(tree.root.findByType("b").children, ["Fram"]);
  });
  assertEquals(warnings, []);

  // Without native components, those of the web will do.
  await withoutConsole("error", async () => {
    await act(async () => {
      tree.update(content("2"));
      await Promise.resolve();
    });
    await act(async () => {
      harbour.requests.find(({ name }) => name === "vessel 2")!.fail(
        new Error("the wire is cut"),
      );
      await Promise.resolve();
    });
  });
  const alert = tree.root.findByProps({ role: "alert" });
  assertEquals([alert.type, alert.children], ["pre", ["the wire is cut"]]);
  await act(() => tree.unmount());
});

Deno.test("a platform without a document commits before anything can be missed [react/NAT-1]", async () => {
  const { useIsomorphicLayoutEffect } = await import("../../../react/host.ts");
  const order: string[] = [];
  const { useLayoutEffect, useEffect } = await import("react");
  function Subject() {
    useEffect(() => void order.push("passive"));
    useLayoutEffect(() => void order.push("layout"));
    useIsomorphicLayoutEffect(() => void order.push("registration"));
    return <Suspense>ship</Suspense>;
  }
  let tree!: ReactTestRenderer;
  await act(() => {
    tree = create(<Subject />);
  });
  assertEquals(order, ["layout", "registration", "passive"]);
  await act(() => tree.unmount());
});
