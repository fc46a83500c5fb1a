import { afterEachTest } from "./support/after_each.ts";
import "./support/dom.ts";
import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { useEffect } from "react";
import { useLive } from "../../react/mod.ts";
import { renderDataHook, renderHook } from "../../react/testing/mod.ts";
import { Harbour } from "./support/harbour.ts";

Deno.test("where the test runner has afterEach, what a test leaves is ended there [react/TST-27]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const polled = harbour.getVessel.extend({ pollFrequency: 1000 });
  const left: string[] = [];
  const before = document.body.innerHTML;
  renderHook(() => useEffect(() => () => void left.push("plain"), []));
  const hook = renderDataHook(() => {
    useEffect(() => () => void left.push("data"), []);
    return useLive(polled, { id: "1" }).name;
  });
  harbour.last.answer({ id: "1", name: "Fram" });
  await hook.allSettled();
  assertEquals(hook.result.current, "Fram");
  await time.tickAsync(1000);
  assertEquals(harbour.asked.length, 2);
  assertEquals(left, []);
  afterEachTest();
  assertEquals([left, document.body.innerHTML], [["plain", "data"], before]);
  await time.tickAsync(10_000);
  assertEquals(harbour.asked.length, 2);
  afterEachTest();
  hook.cleanup();
  hook.unmount();
  assertEquals(left.length, 2);
});
