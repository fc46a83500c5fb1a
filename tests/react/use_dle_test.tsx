import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ReactNode } from "react";
import { type Controller, Invalidate } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useController,
  useDLE,
  useSuspense,
} from "../../react/mod.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { render, renderHook, settle } from "./support/render.tsx";

const useVessel = (harbour: Harbour) => (id: string | null) =>
  useDLE(harbour.getVessel, id ? { id } : null);

Deno.test("loading until the data is there, then data [react/DLE-1] [react/DLE-2] [react/DLE-3]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(useVessel(harbour), { props: "1" });
  assertEquals(hook.current, {
    data: undefined,
    loading: true,
    error: undefined,
  });
  assertEquals(harbour.asked, ["vessel 1"]);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assert(hook.current.data instanceof Vessel);
  assertEquals([hook.current.loading, hook.current.error], [false, undefined]);
  const { data } = hook.current;
  await hook.rerender("1");
  assertStrictEquals(hook.current.data, data);
});

Deno.test("stale data is shown without loading while it is requested [react/DLE-3]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  await using hook = await renderHook(useVessel(harbour), {
    props: null as string | null,
  });
  await settle(() => harbour.bring(hook.controller, "1", "Fram"));
  time.tick(60_001);
  await hook.rerender("1");
  assertEquals([hook.current.loading, hook.current.data?.name], [
    false,
    "Fram",
  ]);
  assertEquals(harbour.asked, ["vessel 1"]);
});

Deno.test("an error is returned, next to the data there was [react/DLE-4]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(useVessel(harbour), { props: "1" });
  const error = new Error("sunk");
  await settle(() => harbour.last.fail(error));
  assertEquals([hook.current.loading, hook.current.data], [false, undefined]);
  assertStrictEquals(hook.current.error as unknown, error);

  await settle(() => harbour.bring(hook.controller, "1", "Fram"));
  assertEquals([hook.current.error, hook.current.data?.name], [
    undefined,
    "Fram",
  ]);
  await settle(() =>
    hook.controller.setError(harbour.getVessel, { id: "1" }, error)
  );
  assertEquals([hook.current.loading, hook.current.data?.name], [
    false,
    "Fram",
  ]);
  assertStrictEquals(hook.current.error as unknown, error);
});

Deno.test("invalidate empties and loads [react/DLE-5]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(useVessel(harbour), { props: "1" });
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await settle(() =>
    hook.controller.invalidate(harbour.getVessel, { id: "1" })
  );
  assertEquals(hook.current, {
    data: undefined,
    loading: true,
    error: undefined,
  });
  assertEquals(harbour.asked, ["vessel 1", "vessel 1"]);
});

for (const sequel of ["before anything was there", "after that"]) {
  Deno.test(`what is invalidated while it is requested ${sequel} is requested again when the old answer comes [react/DLE-5] [react/DLE-9]`, async () => {
    const harbour = new Harbour();
    const port = "Oslo";
    await using hook = await renderHook(
      () => useDLE(harbour.getWeather, { port }),
      { props: null },
    );
    const answer = async (wind: number) => {
      await settle(() => harbour.last.answer({ port, wind }));
    };
    const invalidate = () =>
      settle(() => hook.controller.invalidate(harbour.getWeather, { port }));
    if (sequel === "after that") {
      await answer(1);
      await invalidate();
    }
    const { length } = harbour.asked;
    await invalidate();
    await answer(2);
    assertEquals([hook.current.loading, harbour.asked.length], [
      true,
      length + 1,
    ]);
    await answer(3);
    assertEquals([hook.current.loading, hook.current.data?.wind], [false, 3]);
    assertEquals(harbour.asked.length, length + 1);
  });
}

Deno.test("nobody requests again what was invalidated while it was requested when all have left [react/DLE-5]", async () => {
  const harbour = new Harbour();
  function Weather() {
    return String(useDLE(harbour.getWeather, { port: "Oslo" }).loading);
  }
  let controller!: Controller;
  function Page({ isOpen }: { isOpen: boolean }) {
    controller = useController();
    return isOpen && <Weather />;
  }
  const page = (isOpen: boolean) => (
    <DataProvider>
      <Page isOpen={isOpen} />
    </DataProvider>
  );
  await using screen = await render(page(true));
  await settle(() =>
    controller.invalidate(harbour.getWeather, { port: "Oslo" })
  );
  await screen.render(page(false));
  await settle(() => harbour.last.answer({ port: "Oslo", wind: 1 }));
  assertEquals(harbour.asked.length, 1);
});

Deno.test("another key never shows the data of the old one [react/DLE-6]", async () => {
  const harbour = new Harbour();
  const seen: (string | undefined)[] = [];
  await using hook = await renderHook(
    (id: string) => {
      const result = useDLE(harbour.getVessel, { id });
      seen.push(`${id} ${result.data?.name} ${result.loading}`);
      return result;
    },
    { props: "1" },
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await hook.rerender("2");
  assertEquals(
    new Set(seen),
    new Set(["1 undefined true", "1 Fram false", "2 undefined true"]),
  );
});

Deno.test("null arguments are neither loading nor failed [react/DLE-7]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(useVessel(harbour), { props: null });
  assertEquals(hook.current, {
    data: undefined,
    loading: false,
    error: undefined,
  });
  assertEquals(harbour.asked, []);
});

Deno.test("every settled request ends loading, without data too; one that was aborted is the error [react/DLE-9]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    (port: string) => useDLE(harbour.getWeather, { port }),
    { props: "bergen" },
  );
  assertEquals(hook.current.loading, true);
  await settle(() => harbour.last.answer(undefined));
  assertEquals([hook.current.loading, hook.current.error], [false, undefined]);
  await hook.rerender("oslo");
  assertEquals(hook.current.loading, true);
  const left = new DOMException("left", "AbortError");
  await settle(() => harbour.last.fail(left));
  assertEquals([hook.current.loading, hook.current.error as unknown], [
    false,
    left,
  ]);
});

Deno.test("an expired error is tried again on return, as loading alone [react/DLE-11]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  await using hook = await renderHook(useVessel(harbour), {
    props: "1" as string | null,
  });
  await settle(() => harbour.last.fail(new Error("sunk")));
  assertEquals(hook.current.error?.message, "sunk");
  await hook.rerender(null);
  time.tick(1001);
  await hook.rerender("1");
  assertEquals(hook.current, {
    data: undefined,
    loading: true,
    error: undefined,
  });
  assertEquals(harbour.asked.length, 2);
});

Deno.test("what has arrived for a component that left, and has gone again, is requested, not only said to be loading [react/DLE-1] [react/DLE-9]", async () => {
  const harbour = new Harbour();
  const id = { id: "1" };
  let controller!: Controller;
  function Handle(): ReactNode {
    controller = useController();
    return null;
  }
  function Detail(): ReactNode {
    return useSuspense(harbour.getVessel, id).name;
  }
  function Status(): ReactNode {
    const { data, loading } = useDLE(harbour.getVessel, id);
    return loading ? "loading" : data?.name;
  }
  const page = (content: ReactNode) => (
    <DataProvider devButton={null}>
      <Handle />
      <AsyncBoundary fallback="waiting">{content}</AsyncBoundary>
    </DataProvider>
  );
  await using screen = await render(page(<Detail />));
  await screen.render(page(null));
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await settle(() => controller.invalidate(harbour.getVessel, id));
  await screen.render(page(<Status />));
  await settle();
  assertEquals([screen.text(), harbour.asked.length], ["loading", 2]);
  await settle(() => harbour.last.answer({ id: "1", name: "Maud" }));
  assertEquals(screen.text(), "Maud");
});

Deno.test("what is deleted while it is requested is requested once more [react/DLE-5]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(useVessel(harbour), { props: "1" });
  const { controller } = hook;
  await settle(() => controller.set(new Invalidate(Vessel), { id: "1" }));
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals([hook.current.loading, harbour.asked.length], [true, 2]);
  const error = new Error("gone");
  await settle(() => harbour.last.fail(error));
  assertEquals(hook.current, { data: undefined, loading: false, error });
});
