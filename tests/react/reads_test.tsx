import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Decimal } from "decimal.js";
import { Temporal } from "temporal-polyfill";
import {
  AsyncBoundary,
  DataProvider,
  useCache,
  useDLE,
  useFetch,
  useSuspense,
  useSuspenseAll,
} from "../../react/mod.ts";
import {
  Collection,
  Endpoint,
  type EndpointInterface,
  Entity,
  resource,
  Scalar,
  schema,
  Union,
} from "../../mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { render, renderHook, settle } from "./support/render.tsx";
import { Activity, use } from "./support/renderer.ts";

Deno.test("a list with an element that lacks an optional member is complete [react/RD-6]", async () => {
  class Port extends Entity {
    id = "";
  }
  class Voyage extends Entity {
    id = "";
    to: Port | undefined;
    static override schema = { to: Port };
  }
  const getVoyages = new Endpoint(
    () => Promise.resolve([{ id: "1", to: { id: "9" } }, { id: "2" }]),
    { name: "getVoyages", schema: [Voyage] },
  );
  await using hook = await renderHook(() => useSuspense(getVoyages), {
    props: null,
  });
  assertEquals(hook.current.map(({ to }) => to?.id), ["9", undefined]);
});

Deno.test("deserialized values keep their identity while the entity does [react/RD-7]", async () => {
  class Price extends Entity {
    id = "";
    at = Temporal.Instant.fromEpochMilliseconds(0);
    amount = new Decimal(0);
    note = "";
    static override schema = { at: Temporal.Instant.from, amount: Decimal };
  }
  const getPrice = new Endpoint(
    ({ id }: { id: string }) =>
      Promise.resolve({ id, at: "2026-01-01T00:00:00Z", amount: "0.1" }),
    { name: "getPrice", schema: Price },
  );
  await using hook = await renderHook(
    (id: string) => useSuspense(getPrice, { id }),
    { props: "1" },
  );
  const { at, amount } = hook.current;
  assertInstanceOf(amount, Decimal);
  assertEquals(at.epochMilliseconds, 1767225600000);
  await hook.rerender("1");
  assertStrictEquals(hook.current.at, at);
  assertStrictEquals(hook.current.amount, amount);
});

Deno.test("another schema under the same key is used on that render [react/RD-10]", async () => {
  const harbour = new Harbour();
  const raw = harbour.getVessel.extend({ schema: undefined });
  await using hook = await renderHook(
    (isRaw: boolean) =>
      isRaw
        ? useCache(raw, { id: "1" }) as unknown
        : useCache(harbour.getVessel, { id: "1" }),
    { props: false },
  );
  await settle(() => harbour.bring(hook.controller, "1", "Fram"));
  assertInstanceOf(hook.current, Vessel);
  await hook.rerender(true);
  assertEquals(hook.current as unknown, "1");
});

Deno.test("an aborted request is as if it had not been made; the reader asks again [react/RD-12]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    (id: string) => useSuspense(harbour.getVessel, { id }),
    { props: "1" },
  );
  await settle(() => harbour.last.fail(new DOMException("left", "AbortError")));
  assertEquals([hook.isSuspended, hook.error, harbour.asked.length], [
    true,
    undefined,
    2,
  ]);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals(hook.current.name, "Fram");
});

Deno.test("what the endpoint's own signal has aborted goes to the boundary, and is not requested without end; another signal requests it [react/RD-12]", async () => {
  await withoutConsole("error", async () => {
    type Get = Harbour["getVessel"];
    const hooks = [
      (getVessel: Get) => useSuspense(getVessel, { id: "1" }),
      (getVessel: Get) => useSuspenseAll([[getVessel, { id: "1" }]])[0],
      (getVessel: Get) => use(useFetch(getVessel, { id: "1" })),
    ];
    for (const read of hooks) {
      const harbour = new Harbour();
      const aborter = new AbortController();
      const left: Get = harbour.getVessel.extend({ signal: aborter.signal });
      await using hook = await renderHook(
        ({ getVessel }: { getVessel: Get; attempt: number }) => read(getVessel),
        { props: { getVessel: left, attempt: 1 } },
      );
      const reason = new DOMException("left", "AbortError");
      aborter.abort(reason);
      // ends the fourth request, so that the test fails where it would run for ever
      for (const _ of Array(4)) {
        await settle(() => harbour.last.fail(reason));
      }
      assertEquals([hook.isSuspended, hook.error, harbour.asked.length], [
        false,
        reason,
        1,
      ]);
      await hook.rerender({ getVessel: harbour.getVessel, attempt: 2 });
      await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
      assertEquals([hook.current.name, harbour.asked.length], ["Fram", 2]);
    }
  });
});

Deno.test("malformed responses are errors that name the key [react/RD-14] [react/RD-11]", async () => {
  await withoutConsole("error", async () => {
    for (const response of [[], [{ id: "1" }], 5, "text", {}]) {
      const harbour = new Harbour();
      await using hook = await renderHook(
        (id: string) => useSuspense(harbour.getVessel, { id }),
        { props: "1" },
      );
      await settle(() => harbour.last.answer(response));
      const error = hook.error as Error & { status: number };
      assert(error.status >= 400, String(error));
      assert(error.message.includes("getVessel"), error.message);
    }
  });
});

Deno.test("a soft error hides behind data, a hard one does not [react/RD-15]", async () => {
  await withoutConsole("error", async () => {
    for (const policy of ["soft", "hard"] as const) {
      const harbour = new Harbour();
      const getVessel = harbour.getVessel.extend({ errorPolicy: () => policy });
      await using hook = await renderHook(
        (id: string) => useSuspense(getVessel, { id }),
        { props: "1" },
      );
      await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
      await settle(() =>
        hook.controller.setError(getVessel, { id: "1" }, new Error("sunk"))
      );
      if (policy === "soft") {
        assertEquals([hook.screen.text(), hook.current.name], ["", "Fram"]);
      } else {
        assertEquals(hook.screen.text(), "failed");
        assertThrows(() => hook.current, Error, "sunk");
      }
    }
  });
});

Deno.test("an error is tried again only at a trigger after it has expired [react/RD-16] [react/SUS-15]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  await using hook = await renderHook(
    (id: string | null) => useDLE(harbour.getVessel, id ? { id } : null),
    { props: "1" as string | null },
  );
  await settle(() => harbour.last.fail(new Error("sunk")));
  time.tick(500);
  await hook.rerender(null);
  await hook.rerender("1");
  assertEquals([hook.current.error?.message, harbour.asked.length], [
    "sunk",
    1,
  ]);
  time.tick(10_000);
  await hook.rerender("1");
  assertEquals([hook.current.error?.message, harbour.asked.length], [
    "sunk",
    1,
  ]);
  await hook.rerender(null);
  await hook.rerender("1");
  assertEquals([hook.current.loading, harbour.asked.length], [true, 2]);
});

Deno.test("deleting and leaving in one batch neither suspends nor requests [react/SUS-13] [react/CTL-4] [react/NEW-13]", async () => {
  const harbour = new Harbour();
  const VesselResource = resource({ path: "/vessels/:id", schema: Vessel });
  const remove = VesselResource.delete.extend({
    fetch: () => Promise.resolve({ id: "1" }),
  });
  await using hook = await renderHook(
    (id: string | null) => useSuspense(harbour.getVessel, id ? { id } : null),
    { props: "1" as string | null },
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  let wasSuspended = false;
  await settle(async () => {
    await hook.controller.fetch(remove, { id: "1" });
    void hook.rerender(null);
    wasSuspended = hook.isSuspended;
  });
  await settle();
  assertEquals([wasSuspended, hook.isSuspended, hook.current], [
    false,
    false,
    undefined,
  ]);
  assertEquals(harbour.asked, ["vessel 1"]);
});

Deno.test("additions to a list reach every reader in one commit [react/SUS-17]", async () => {
  const vessels = new Collection([Vessel]);
  const getVessels = new Endpoint(
    (_: { route: string }) => Promise.resolve([{ id: "1", name: "Fram" }]),
    { name: "getVessels", schema: vessels },
  );
  const adding = (schema: unknown, id: string) =>
    new Endpoint(() => Promise.resolve({ id, name: `vessel ${id}` }), {
      name: `add ${id}`,
      schema,
      sideEffect: true,
      key: () => `add ${id}`,
      fetch: (_: { route: string }) =>
        Promise.resolve({ id, name: `vessel ${id}` }),
    }) as EndpointInterface;
  await using hook = await renderHook(
    () =>
      [
        useSuspense(getVessels, { route: "north" }),
        useCache(getVessels, { route: "north" }),
      ] as const,
    { props: null },
  );
  await settle();
  const ids = () =>
    hook.current.map((list) => list?.map(({ id }) => id).join());
  const before = hook.commits;
  await settle(() =>
    hook.controller.setResponse(adding(vessels.push, "2"), { route: "north" }, {
      id: "2",
      name: "Gjøa",
    })
  );
  await settle(() =>
    hook.controller.setResponse(
      adding(vessels.unshift, "0"),
      { route: "north" },
      { id: "0", name: "Maud" },
    )
  );
  assertEquals(ids(), ["0,1,2", "0,1,2"]);
  await settle(() =>
    hook.controller.setResponse(
      adding(vessels.remove, "1"),
      { route: "north" },
      { id: "1" },
    )
  );
  assertEquals(ids(), ["0,2", "0,2"]);
  assertEquals(hook.commits, before + 3);
});

Deno.test("a lens shows its cells, and going back requests nothing [react/SUS-18]", async () => {
  const portfolio = new Scalar({
    lens: (args) => args[0]?.portfolio,
    key: "portfolio",
  });
  class Company extends Entity {
    id = "";
    about = { city: "" };
    shares = 0;
    static override schema = { shares: portfolio };
  }
  const asked: string[] = [];
  const getCompanies = new Endpoint(
    ({ portfolio }: { portfolio: string }) => {
      asked.push(portfolio);
      return Promise.resolve([
        { id: "1", about: { city: "Oslo" }, shares: portfolio === "a" ? 1 : 2 },
      ]);
    },
    {
      name: "getCompanies",
      schema: new Collection([Company], { argsKey: () => ({}) }),
      dataExpiryLength: 60_000,
    },
  );
  await using hook = await renderHook(
    (portfolio: string) => useSuspense(getCompanies, { portfolio }),
    { props: "a" },
  );
  await settle();
  const { about } = hook.current[0]!;
  await settle(() => hook.controller.fetch(getCompanies, { portfolio: "b" }));
  const shares: (number | undefined)[] = [];
  for (const lens of ["a", "b", "a", "b"]) {
    await hook.rerender(lens);
    assertEquals(hook.isSuspended, false);
    shares.push(hook.current[0]?.shares);
    assertStrictEquals(hook.current[0]?.about, about);
  }
  assertEquals([shares, asked], [[1, 2, 1, 2], ["a", "b"]]);
});

Deno.test("an unknown kind is the object that came [react/SUS-19]", async () => {
  class Tug extends Entity {
    id = "";
    type = "tug";
  }
  const raft = { id: "2", type: "raft", logs: 9 };
  const getShips = new Endpoint(
    () => Promise.resolve([{ id: "1", type: "tug" }, raft]),
    { name: "getShips", schema: [new Union({ tug: Tug }, "type")] },
  );
  await withoutConsole("warn", async () => {
    await using hook = await renderHook(() => useSuspense(getShips), {
      props: null,
    });
    await settle();
    assertInstanceOf(hook.current[0], Tug);
    assertEquals(hook.current[1] as unknown, raft);
  });
});

Deno.test("endpoints may take nothing, a primitive or several arguments [react/SUS-21]", async () => {
  const none = new Endpoint(() => Promise.resolve("none"), { name: "none" });
  const one = new Endpoint((id: number) => Promise.resolve(`one ${id}`), {
    name: "one",
  });
  const two = new Endpoint(
    (a: string, b: number) => Promise.resolve(`two ${a} ${b}`),
    { name: "two" },
  );
  await using hook = await renderHook(
    () => [useSuspense(none), useSuspense(one, 5), useSuspense(two, "a", 6)],
    { props: null },
  );
  await settle();
  assertEquals(hook.current, ["none", "one 5", "two a 6"]);
});

Deno.test("the second of two reads waits for the first, and may use its data [react/SUS-23] [react/SUS-24] [react/SUS-27]", async () => {
  const harbour = new Harbour();
  const errors = await withoutConsole("error", async () => {
    await using hook = await renderHook(
      (id: string) => {
        const vessel = useSuspense(harbour.getVessel, { id });
        return useSuspense(harbour.getWeather, { port: vessel.name });
      },
      { props: "1" },
    );
    assertEquals(harbour.asked, ["vessel 1"]);
    await settle(() => harbour.last.answer({ id: "1", name: "bergen" }));
    assertEquals(harbour.asked, ["vessel 1", "weather bergen"]);
    await settle(() => harbour.last.answer({ port: "bergen", wind: 3 }));
    assertEquals(hook.current.wind, 3);
  });
  assertEquals(errors, []);
});

Deno.test("nothing of a value leaks while it is incomplete [react/DLE-8] [react/DLE-10]", async () => {
  class Port extends Entity {
    id = "";
  }
  const getBoth = new Endpoint(
    (_: { id: string }) => new Promise<unknown>(() => {}),
    {
      name: "getBoth",
      schema: new schema.Object({ vessel: Vessel, port: Port }),
    },
  );
  await using hook = await renderHook(
    (id: string) => useDLE(getBoth, { id }),
    { props: "1" },
  );
  await settle(() => hook.controller.set(Vessel, { id: "1" }, { id: "1" }));
  assertEquals(hook.current, {
    data: { vessel: undefined, port: undefined },
    loading: true,
    error: undefined,
  });
  const { data } = hook.current;
  await hook.rerender("1");
  assertStrictEquals(hook.current.data, data);
});

// Only React has a component that hides content.
const activityTest = Activity === undefined ? Deno.test.ignore : Deno.test;

activityTest(
  "what was hidden for more than five seconds looks at its age again when it is shown [react/CON-7]",
  async () => {
    using time = new FakeTime();
    const harbour = new Harbour();
    function Name() {
      return useSuspense(harbour.getVessel, { id: "1" }).name;
    }
    const Hiding = Activity!;
    const page = (mode: "visible" | "hidden") => (
      <DataProvider>
        <Hiding mode={mode}>
          <AsyncBoundary fallback="waiting">
            <Name />
          </AsyncBoundary>
        </Hiding>
      </DataProvider>
    );
    await using screen = await render(page("visible"));
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    await time.tickAsync(60_001);
    await screen.render(page("hidden"));
    await time.tickAsync(4000);
    await screen.render(page("visible"));
    await settle();
    assertEquals([screen.text(), harbour.asked.length], ["Fram", 1]);
    await screen.render(page("hidden"));
    await time.tickAsync(5001);
    await screen.render(page("visible"));
    await settle();
    assertEquals([screen.text(), harbour.asked.length], ["Fram", 2]);
    await settle(() => harbour.last.answer({ id: "1", name: "Maud" }));
    assertEquals(screen.text(), "Maud");
  },
);

Deno.test("readers in different places show the same object [react/RD-5] [react/CON-3]", async () => {
  const harbour = new Harbour();
  const seen: Record<string, Vessel> = {};
  function Detail({ name }: { name: string }) {
    seen[name] = useSuspense(harbour.getVessel, { id: "1" });
    return null;
  }
  function List() {
    seen.list = useSuspense(harbour.getVessels, { route: "north" })[0]!;
    return null;
  }
  await using _ = await render(
    <DataProvider>
      <AsyncBoundary>
        <Detail name="a" />
        <Detail name="b" />
      </AsyncBoundary>
      <AsyncBoundary>
        <List />
      </AsyncBoundary>
    </DataProvider>,
  );
  const [detail, list] = harbour.requests;
  detail!.answer({ id: "1", name: "Fram" });
  list!.answer([{ id: "1", name: "Fram" }]);
  await settle();
  assertStrictEquals(seen.a, seen.b);
  assertStrictEquals(seen.a, seen.list);
  const before = seen.a;
  list!.answer([]);
  assertStrictEquals(before, seen.a);
  assertNotStrictEquals(before, undefined);
});
