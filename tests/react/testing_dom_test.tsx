import "./support/dom.ts";
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { useEffect, useState } from "react";
import { act, renderHook } from "../../react/testing/mod.ts";
import { hasStrictEffects } from "./support/renderer.ts";
import { withoutConsole } from "./support/console.ts";

Deno.test("act renders what a callback causes, at once or when its promise settles [react/TST-30]", async () => {
  let effects = 0;
  const { result, rerender, unmount } = renderHook(
    (first: number) => {
      const [value, setValue] = useState(first);
      useEffect(() => {
        effects++;
      }, [value]);
      return { value, setValue };
    },
    { initialProps: 1 },
  );
  act(() => result.current.setValue(2));
  assertEquals([result.current.value, effects], [2, 2]);
  const outcome = await act(async () => {
    await Promise.resolve();
    result.current.setValue(3);
    return "done";
  });
  assertEquals([result.current.value, effects, outcome], [3, 3, "done"]);
  rerender();
  assertEquals([result.current.value, effects], [3, 3]);
  unmount();
});

Deno.test("act throws what its callback throws, and leaves nothing behind [react/TST-30]", async () => {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  const before = environment.IS_REACT_ACT_ENVIRONMENT;
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  assertThrows(
    () =>
      act(() => {
        throw new Error("sunk");
      }),
    Error,
    "sunk",
  );
  const reason = await act(() => Promise.reject(new Error("late")))
    .then(() => "nothing", ({ message }) => message);
  assertEquals([reason, environment.IS_REACT_ACT_ENVIRONMENT], ["late", false]);
  const { result, unmount } = renderHook(() => useState(1));
  act(() => result.current[1](2));
  assertEquals(result.current[0], 2);
  unmount();
  if (before === undefined) delete environment.IS_REACT_ACT_ENVIRONMENT;
  else environment.IS_REACT_ACT_ENVIRONMENT = before;
});

Deno.test("renderHook waits for the next commit, for as long as it is told [react/TST-30]", async () => {
  using time = new FakeTime();
  const { result, unmount, waitForNextUpdate } = renderHook(() => {
    const [value, setValue] = useState("first");
    useEffect(() => {
      const timer = setTimeout(() => setValue("second"), 60_000);
      return () => clearTimeout(timer);
    }, []);
    return value;
  });
  await assertRejects(
    () => waitForNextUpdate({ timeout: 20 }),
    Error,
    "waitForNextUpdate waited 20 ms",
  );
  const next = waitForNextUpdate();
  await time.tickAsync(60_000);
  // Preact runs effects of a commit a little later
  await time.tickAsync(1_000);
  await next;
  assertEquals(result.current, "second");
  unmount();
});

Deno.test("renderHook takes properties, a wrapper and options of the renderer [react/TST-30]", () => {
  const container = document.createElement("main");
  let effects = 0;
  const { result, rerender, unmount } = renderHook(
    (n: number) => {
      useEffect(() => {
        effects++;
      }, []);
      return n + 1;
    },
    {
      initialProps: 1,
      container,
      reactStrictMode: true,
      wrapper: ({ children }) => <section>{children}</section>,
    },
  );
  assertEquals(container.innerHTML, "<section></section>");
  assertEquals([result.current, effects], [2, hasStrictEffects ? 2 : 1]);
  rerender(2);
  assertEquals(result.current, 3);
  unmount();
  assertEquals(container.innerHTML, "");
});

Deno.test("renderHook throws what the hook throws [react/TST-30]", async () => {
  await withoutConsole("error", () => {
    assertThrows(
      () =>
        renderHook(() => {
          throw new Error("sunk");
        }),
      Error,
      "sunk",
    );
    return Promise.resolve();
  });
});

Deno.test("without a document the error says what to do [react/TST-30]", () => {
  const { document } = globalThis;
  Object.defineProperty(globalThis, "document", {
    value: undefined,
    configurable: true,
    writable: true,
  });
  try {
    assertThrows(() => renderHook(() => 1), Error, "testing/renderer");
  } finally {
    globalThis.document = document;
  }
});
