import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { All, Collection, Entity, Query, schema } from "../../mod.ts";
import { useQuery } from "../../react/mod.ts";
import { Vessel } from "./support/harbour.ts";
import { renderHook, settle } from "./support/render.tsx";

class Port extends Entity {
  id = "";
  name = "";
  static override indexes = ["name"] as const;
}

Deno.test("looks entities up by primary key and by index [react/QRY-1] [react/QRY-2]", async () => {
  await using hook = await renderHook(
    (name: string) =>
      [useQuery(Port, { id: "1" }), useQuery(Port, { name })] as const,
    { props: "Bergen" },
  );
  assertEquals(hook.current, [undefined, undefined]);
  await settle(() =>
    hook.controller.set(Port, { id: "1" }, { id: "1", name: "Bergen" })
  );
  assert(hook.current[0] instanceof Port);
  assertStrictEquals(hook.current[0], hook.current[1]);
  await hook.rerender("Oslo");
  assertEquals(hook.current[1], undefined);
});

Deno.test("All is undefined until something of its kind was stored [react/QRY-3]", async () => {
  const all = new All(Port);
  await using hook = await renderHook(() => useQuery(all), { props: null });
  assertEquals(hook.current, undefined);
  await settle(
    () => hook.controller.set(Port, { id: "1" }, { id: "1" }),
    () => hook.controller.set(Port, { id: "2" }, { id: "2" }),
  );
  assertEquals(hook.current?.map(({ id }) => id), ["1", "2"]);
  await settle(() =>
    hook.controller.set(new schema.Invalidate(Port), { id: "1" }, { id: "1" })
  );
  assertEquals(hook.current?.map(({ id }) => id), ["2"]);
});

Deno.test("finds collections by their arguments [react/QRY-4]", async () => {
  const vessels = new Collection([Vessel]);
  await using hook = await renderHook(
    (route: string) => useQuery(vessels, { route }),
    { props: "north" },
  );
  await settle(() =>
    hook.controller.set(vessels, { route: "north" }, [{
      id: "1",
      name: "Fram",
    }])
  );
  assertEquals(hook.current?.map(({ name }) => name), ["Fram"]);
  await hook.rerender("south");
  assertEquals(hook.current, undefined);
});

Deno.test("derives only when an input changes and compares arguments by value [react/QRY-5] [react/QRY-10]", async () => {
  let runs = 0;
  const heavy = new Query(
    new All(Vessel),
    (vessels, { min }: { min: number }) => {
      runs++;
      return vessels.filter(({ tons }) => tons > min);
    },
  );
  await using hook = await renderHook(
    (min: number) => useQuery(heavy, { min }),
    { props: 5 },
  );
  await settle(() =>
    hook.controller.set(Vessel, { id: "1" }, { id: "1", tons: 10 })
  );
  const result = hook.current;
  assertEquals([result?.length, runs], [1, 1]);
  await hook.rerender(5);
  await settle(() => hook.controller.set(Port, { id: "1" }, { id: "1" }));
  assertStrictEquals(hook.current, result);
  assertEquals(runs, 1);
  await hook.rerender(50);
  assertEquals(hook.current, []);
});

Deno.test("another schema answers at once, with equal arguments too [react/QRY-6]", async () => {
  const names = new Query(
    new All(Port),
    (ports) => ports.map(({ name }) => name),
  );
  const ids = new Query(new All(Port), (ports) => ports.map(({ id }) => id));
  await using hook = await renderHook(
    (query: typeof names) => useQuery(query),
    { props: names },
  );
  await settle(() =>
    hook.controller.set(Port, { id: "1" }, { id: "1", name: "Bergen" })
  );
  assertEquals(hook.current, ["Bergen"]);
  await hook.rerender(ids);
  assertEquals(hook.current, ["1"]);
});

Deno.test("null looks nothing up [react/QRY-11]", async () => {
  await using hook = await renderHook(
    (id: string | null) => useQuery(Port, id ? { id } : null),
    { props: null as string | null },
  );
  await settle(() => hook.controller.set(Port, { id: "1" }, { id: "1" }));
  assertEquals(hook.current, undefined);
  await hook.rerender("1");
  assertEquals(hook.current?.id, "1");
});
