import { assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Entity, Invalidate } from "../../mod.ts";
import { useCache, useError } from "../../react/mod.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { renderHook, settle } from "./support/render.tsx";

Deno.test("shows what is stored, requests nothing, keeps identity [react/CAC-1] [react/CAC-6]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    (id: string) => useCache(harbour.getVessel, { id }),
    { props: "1" },
  );
  assertEquals([hook.current, hook.isSuspended], [undefined, false]);
  await settle(() => harbour.bring(hook.controller, "1", "Fram"));
  const vessel = hook.current;
  assertEquals(vessel?.name, "Fram");
  await hook.rerender("1");
  assertStrictEquals(hook.current, vessel);
  assertEquals(harbour.asked, []);
});

Deno.test("is empty where useSuspense would wait: after invalidate and deletion, not after expireAll or in time [react/CAC-2] [react/CAC-3]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const strictly = harbour.getVessel.extend({ invalidIfStale: true });
  await using hook = await renderHook(
    (id: string | null) =>
      [
        useCache(harbour.getVessel, id ? { id } : null),
        useCache(strictly, id ? { id } : null),
      ].map((vessel) => vessel?.name),
    { props: "1" as string | null },
  );
  await settle(() => harbour.bring(hook.controller, "1", "Fram"));
  assertEquals(hook.current, ["Fram", "Fram"]);
  await settle(() => hook.controller.expireAll(harbour.getVessel));
  assertEquals(hook.current, ["Fram", undefined]);
  const respond = () => harbour.bring(hook.controller, "1", "Fram");
  await settle(respond);
  assertEquals(hook.current, ["Fram", "Fram"]);
  time.tick(60_001);
  await hook.rerender("1");
  assertEquals(hook.current, ["Fram", "Fram"]);
  await hook.rerender(null);
  await hook.rerender("1");
  assertEquals(hook.current, ["Fram", undefined]);
  await settle(() =>
    hook.controller.invalidate(harbour.getVessel, { id: "1" })
  );
  assertEquals(hook.current, [undefined, undefined]);
  await settle(respond);
  assertEquals(hook.current, ["Fram", "Fram"]);
  await settle(() =>
    hook.controller.set(new Invalidate(Vessel), { id: "1" }, { id: "1" })
  );
  assertEquals(hook.current, [undefined, undefined]);
});

Deno.test("a detail is found in a list loaded before [react/CAC-4] [react/RD-4] [react/RD-5]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    (id: string) =>
      [
        useCache(harbour.getVessels, { route: "north" }),
        useCache(harbour.getVessel, { id }),
      ] as const,
    { props: "2" },
  );
  await settle(() =>
    hook.controller.setResponse(harbour.getVessels, { route: "north" }, [
      { id: "1", name: "Fram" },
      { id: "2", name: "Gjoa", tons: 47 },
    ])
  );
  assertEquals(hook.current[1]?.name, "Gjoa");
  assertStrictEquals(hook.current[0]?.[1], hook.current[1]);
  await hook.rerender("3");
  assertEquals(hook.current[1], undefined);
  // it has not been received as a whole
  await hook.rerender("1");
  assertEquals(hook.current[1], undefined);
});

Deno.test("object schemas give their literal members without data [react/CAC-5]", async () => {
  class Port extends Entity {
    id = "";
  }
  const endpoint = {
    key: ({ id }: { id: string }) => `berths ${id}`,
    schema: { berth: Port, next: "" },
  };
  await using hook = await renderHook(
    (id: string) => useCache(endpoint, { id }),
    { props: "1" },
  );
  assertEquals(hook.current, { berth: undefined, next: "" });
});

Deno.test("stored errors are not its business [react/CAC-7]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    (id: string) => useCache(harbour.getVessel, { id })?.name,
    { props: "1" },
  );
  await settle(() => harbour.bring(hook.controller, "1", "Fram"));
  await settle(() =>
    hook.controller.setError(harbour.getVessel, { id: "1" }, new Error("sunk"))
  );
  assertEquals(hook.current, "Fram");
});

Deno.test("useError tells the stored error until something better comes [react/ERR-1] [react/ERR-2] [react/ERR-3]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const softly = harbour.getVessel.extend({
    errorPolicy: () => "soft" as const,
  });
  await using hook = await renderHook(
    (id: string | null) => useError(harbour.getVessel, id ? { id } : null),
    { props: "1" as string | null },
  );
  const { controller } = hook;
  const error = new Error("sunk");
  const vessel = { id: "1", name: "Fram" };
  assertEquals(hook.current, undefined);
  await settle(() => controller.setError(softly, { id: "1" }, error));
  assertStrictEquals(hook.current as unknown, error);
  await settle(() =>
    controller.setResponse(harbour.getVessel, { id: "1" }, vessel)
  );
  assertEquals(hook.current, undefined);
  await settle(() => controller.setError(softly, { id: "1" }, error));
  assertEquals(hook.current, undefined);
  await settle(() =>
    controller.setError(harbour.getVessel, { id: "1" }, error)
  );
  assertStrictEquals(hook.current as unknown, error);
  time.tick(600_000);
  await hook.rerender("1");
  assertStrictEquals(hook.current as unknown, error);
  await settle(() => controller.invalidate(harbour.getVessel, { id: "1" }));
  assertEquals(hook.current, undefined);
  await settle(() =>
    controller.setError(harbour.getVessel, { id: "1" }, error)
  );
  assertStrictEquals(hook.current as unknown, error);
  await settle(() => controller.resetEntireStore());
  assertEquals(hook.current, undefined);
  await hook.rerender(null);
  assertEquals([hook.current, harbour.asked], [undefined, []]);
});

Deno.test("useError works with an object that has a key alone [react/ERR-4]", async () => {
  const harbour = new Harbour();
  const { key } = harbour.getVessel;
  const keyOnly = {
    key: (args: { id: string }) => key.call(harbour.getVessel, args),
  };
  await using hook = await renderHook(
    (id: string) => useError(keyOnly, { id }),
    { props: "1" },
  );
  const error = new Error("sunk");
  await settle(() =>
    hook.controller.setError(harbour.getVessel, { id: "1" }, error)
  );
  assertStrictEquals(hook.current as unknown, error);
});
