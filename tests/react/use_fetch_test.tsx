import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import {
  AsyncBoundary,
  DataProvider,
  useDLE,
  useFetch,
} from "../../react/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { use } from "./support/renderer.ts";
import { render, renderHook, settle } from "./support/render.tsx";

Deno.test("null gives nothing and requests nothing [react/FET-1]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    (id: string | null) => useFetch(harbour.getVessel, id ? { id } : null),
    { props: null as string | null },
  );
  assertEquals([hook.current, harbour.asked], [undefined, []]);
});

Deno.test("pending, then fulfilled; the same object while nothing changes [react/FET-2] [react/FET-3] [react/FET-4] [react/FET-8]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    (id: string) => useFetch(harbour.getVessel, { id }),
    { props: "1" },
  );
  const pending = hook.current;
  assert(pending instanceof Promise);
  assertEquals(pending.resolved, false);
  await hook.rerender("1");
  assertStrictEquals(hook.current, pending);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals(pending.resolved, true);
  const fulfilled = hook.current;
  assertEquals(fulfilled.resolved, true);
  assert((await fulfilled) instanceof Vessel);
  await hook.rerender("1");
  assertStrictEquals(hook.current, fulfilled);
  assertEquals(harbour.asked, ["vessel 1"]);
});

Deno.test("stale data is there at once, while it is requested again [react/FET-4]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    (port: string) => {
      const { data } = useDLE(harbour.getVessel, { id: "1" });
      const fetched = useFetch(harbour.getVessel, port ? { id: port } : null);
      return { data, fetched };
    },
    { props: "" },
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await settle(() => hook.controller.expireAll(harbour.getVessel));
  assertEquals(harbour.asked, ["vessel 1", "vessel 1"]);
  await hook.rerender("1");
  const { data, fetched } = hook.current;
  assertEquals(hook.isSuspended, false);
  const { resolved, status, value } = fetched as typeof fetched & {
    status: string;
    value: Vessel;
  };
  assertEquals([resolved, status], [true, "fulfilled"]);
  assertStrictEquals(value, data);
  assertStrictEquals(await fetched, data);
});

Deno.test("an error rejects without counting as unhandled [react/FET-5]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    (id: string) => useFetch(harbour.getVessel, { id }),
    { props: "1" },
  );
  const error = new Error("sunk");
  await settle(() => harbour.last.fail(error));
  assertEquals(hook.current.resolved, true);
  assertStrictEquals(
    await Promise.resolve(hook.current).catch((reason: unknown) => reason),
    error,
  );
});

Deno.test("two requests leave before either is waited for, and use shows them [react/FET-6] [react/FET-7]", async () => {
  const harbour = new Harbour();
  function Pair() {
    const first = useFetch(harbour.getVessel, { id: "1" });
    const second = useFetch(harbour.getVessel, { id: "2" });
    return `${use(first).name} ${use(second).name}`;
  }
  const errors = await withoutConsole("error", async () => {
    await using screen = await render(
      <DataProvider>
        <AsyncBoundary fallback="waiting">
          <Pair />
        </AsyncBoundary>
      </DataProvider>,
    );
    assertEquals(screen.text(), "waiting");
    assertEquals(harbour.asked, ["vessel 1", "vessel 2"]);
    const [first, second] = harbour.requests;
    first!.answer({ id: "1", name: "Fram" });
    await settle();
    assertEquals(screen.text(), "waiting");
    second!.answer({ id: "2", name: "Gjoa" });
    await settle();
    assertEquals(screen.text(), "Fram Gjoa");
    assertEquals(harbour.asked, ["vessel 1", "vessel 2"]);
  });
  assertEquals(errors, []);
});
