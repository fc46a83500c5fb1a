import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Suspense, useEffect, useState } from "react";
import { DataProvider, useDebounce, useSuspense } from "../../react/mod.ts";
import { act } from "./support/act.ts";
import { Harbour } from "./support/harbour.ts";
import { render, renderHook, settle } from "./support/render.tsx";
import { hasTransitions } from "./support/renderer.ts";

const tick = (time: FakeTime, milliseconds: number) =>
  act(async () => {
    await time.tickAsync(milliseconds);
  });

Deno.test("a change shows after the delay without another one [react/DEB-1] [react/DEB-2]", async () => {
  using time = new FakeTime();
  const seen = new Set<string>();
  await using hook = await renderHook(
    (value: string) => {
      const result = useDebounce(value, 200);
      seen.add(result[0]);
      return result;
    },
    { props: "a" },
  );
  assertEquals(hook.current, ["a", false]);
  await hook.rerender("ab");
  await tick(time, 199);
  await hook.rerender("abc");
  await tick(time, 199);
  assertEquals(hook.current[0], "a");
  await tick(time, 1);
  assertEquals(hook.current, ["abc", false]);
  assertEquals([...seen], ["a", "abc"]);
});

Deno.test("updatable holds the value and starts the delay anew [react/DEB-3] [react/DEB-5]", async () => {
  using time = new FakeTime();
  await using hook = await renderHook(
    ({ value, updatable, delay }: {
      value: string;
      updatable: boolean;
      delay: number;
    }) => useDebounce(value, delay, updatable)[0],
    { props: { value: "a", updatable: false, delay: 200 } },
  );
  await hook.rerender({ value: "b", updatable: false, delay: 200 });
  await tick(time, 1000);
  assertEquals(hook.current, "a");
  await hook.rerender({ value: "b", updatable: true, delay: 200 });
  await tick(time, 199);
  assertEquals(hook.current, "a");
  await hook.rerender({ value: "b", updatable: true, delay: 300 });
  await tick(time, 299);
  assertEquals(hook.current, "a");
  await tick(time, 1);
  assertEquals(hook.current, "b");
  await hook.rerender({ value: "c", updatable: true, delay: 0 });
  assertEquals(hook.current, "b");
  await tick(time, 0);
  assertEquals(hook.current, "c");
});

/** A search by a debounced input that shows its first result, with what it has shown so far. */
async function renderSearch(harbour: Harbour) {
  const search = {
    type: undefined as unknown as (text: string) => void,
    pending: new Set<boolean>(),
    shown: new Set<string>(),
  };
  function Name({ id }: { id: string }) {
    const { name } = useSuspense(harbour.getVessel, { id });
    useEffect(() => void search.shown.add(name), [name]);
    return name;
  }
  function Search() {
    const [text, setText] = useState("1");
    const [id, isPending] = useDebounce(text, 200);
    search.type = setText;
    search.pending.add(isPending);
    return (
      <Suspense fallback="waiting">
        {isPending ? "pending " : ""}
        <Name id={id} />
      </Suspense>
    );
  }
  const screen = await render(
    <DataProvider>
      <Search />
    </DataProvider>,
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  return { screen, search };
}

Deno.test("content that suspends on the new value keeps the old one meanwhile, pending, where there are transitions [react/DEB-4] [react/NEW-21]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const { screen, search } = await renderSearch(harbour);
  await using _ = screen;
  await settle(() => search.type("2"));
  await tick(time, 199);
  assertEquals(harbour.asked, ["vessel 1"]);
  await tick(time, 1);
  assertEquals(harbour.asked, ["vessel 1", "vessel 2"]);
  assertEquals(screen.text(), hasTransitions ? "pending Fram" : "waiting");
  await settle(() => harbour.last.answer({ id: "2", name: "Gjoa" }));
  assertEquals(screen.text(), "Gjoa");
  assertEquals([...search.pending], hasTransitions ? [false, true] : [false]);
});

Deno.test("an input that changes back while what it was waits for its data wins [react/DEB-2] [react/DEB-4]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const { screen, search } = await renderSearch(harbour);
  await using _ = screen;
  await settle(() => search.type("2"));
  await tick(time, 200);
  assertEquals(harbour.asked, ["vessel 1", "vessel 2"]);
  await settle(() => search.type("1"));
  await tick(time, 200);
  await settle(() => harbour.last.answer({ id: "2", name: "Gjoa" }));
  await tick(time, 200);
  assertEquals([screen.text(), ...search.shown], ["Fram", "Fram"]);
});
