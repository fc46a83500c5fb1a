import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { withoutConsole } from "./support/console.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { render, renderHook, settle } from "./support/render.tsx";
import { hasTransitions } from "./support/renderer.ts";
import { startTransition, Suspense, useState, useTransition } from "react";
import {
  AsyncBoundary,
  DataProvider,
  useController,
  useFetch,
  useSuspense,
} from "../../react/mod.ts";
import { type Controller, Entity, Invalidate } from "../../mod.ts";

/** A page of a vessel. */
const renderVessel = (harbour: Harbour, props = "1", strict = false) =>
  renderHook(
    (id: string) => useSuspense(harbour.getVessel, { id }),
    { props, strict },
  );

/** A page that may be of nothing. */
const renderIfAny = (getVessel: Harbour["getVessel"], props: string | null) =>
  renderHook(
    (id: string | null) => useSuspense(getVessel, id ? { id } : null),
    { props },
  );

Deno.test("missing data is requested once and suspends until it is there [react/SUS-1] [react/SUS-2]", async () => {
  const harbour = new Harbour();
  await using hook = await renderVessel(harbour);
  assertEquals(hook.isSuspended, true);
  assertEquals(harbour.asked, ["vessel 1"]);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals(hook.isSuspended, false);
  assert(hook.current instanceof Vessel);
  assertEquals(hook.current.name, "Fram");
  assertEquals(harbour.asked, ["vessel 1"]);
});

Deno.test("StrictMode makes one request for a key [react/CON-1] [react/SUS-2]", async () => {
  const harbour = new Harbour();
  await using hook = await renderVessel(harbour, "1", true);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals(hook.current.name, "Fram");
  assertEquals(harbour.asked, ["vessel 1"]);
});

Deno.test("fresh data is shown at once, without a request [react/SUS-3] [react/SUS-9]", async () => {
  const harbour = new Harbour();
  await using hook = await renderIfAny(harbour.getVessel, null);
  assertEquals(hook.current, undefined);
  await settle(
    () => harbour.bring(hook.controller, "1", "Fram"),
    () => harbour.bring(hook.controller, "2", "Gjoa"),
  );
  const before = hook.commits;
  await hook.rerender("1");
  assertEquals([hook.isSuspended, hook.current?.name], [false, "Fram"]);
  await hook.rerender("2");
  assertEquals([hook.isSuspended, hook.current?.name], [false, "Gjoa"]);
  assertEquals(hook.commits, before + 2);
  assertEquals(harbour.asked, []);
});

Deno.test("stale data is shown while one request renews it [react/SUS-4]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  await using hook = await renderIfAny(harbour.getVessel, null);
  await settle(() => harbour.bring(hook.controller, "1", "Fram"));
  time.tick(60_001);
  await hook.rerender("1");
  assertEquals([hook.isSuspended, hook.current?.name], [false, "Fram"]);
  assertEquals(harbour.asked, ["vessel 1"]);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram II" }));
  assertEquals([hook.isSuspended, hook.current?.name], [false, "Fram II"]);
  assertEquals(harbour.asked, ["vessel 1"]);
});

Deno.test("invalidIfStale suspends when stale and does not when fresh [react/SUS-5]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const getVessel = harbour.getVessel.extend({ invalidIfStale: true });
  await using hook = await renderIfAny(getVessel, null);
  await settle(() =>
    hook.controller.setResponse(getVessel, { id: "1" }, {
      id: "1",
      name: "Fram",
    })
  );
  await hook.rerender("1");
  assertEquals([hook.isSuspended, harbour.asked.length], [false, 0]);
  await hook.rerender(null);
  time.tick(60_001);
  await hook.rerender("1");
  assertEquals([hook.isSuspended, harbour.asked], [true, ["vessel 1"]]);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram II" }));
  assertEquals([hook.isSuspended, hook.current?.name], [false, "Fram II"]);
});

Deno.test("time alone neither requests nor hides anything [react/SUS-6]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  await using hook = await renderVessel(harbour);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await time.tickAsync(600_000);
  await hook.rerender("1");
  assertEquals([hook.isSuspended, hook.current.name], [false, "Fram"]);
  assertEquals(harbour.asked, ["vessel 1"]);
});

Deno.test("another key suspends with the fallback in place of the old content [react/SUS-7]", async () => {
  const harbour = new Harbour();
  await using hook = await renderVessel(harbour);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await hook.rerender("2");
  assertEquals(hook.isSuspended, true);
  assertEquals(harbour.asked, ["vessel 1", "vessel 2"]);
  await settle(() => harbour.last.answer({ id: "2", name: "Gjoa" }));
  assertEquals([hook.isSuspended, hook.current.name], [false, "Gjoa"]);
});

/** A page whose vessel is chosen inside a transition. */
async function renderPage(harbour: Harbour) {
  let choose!: (id: string) => void;
  let controller!: Controller;
  function Name({ id }: { id: string }) {
    return <b>{useSuspense(harbour.getVessel, { id }).name}</b>;
  }
  function Page() {
    const [id, setId] = useState("1");
    const [isPending, start] = useTransition();
    controller = useController();
    choose = (next) => start(() => setId(next));
    return (
      <Suspense fallback="waiting">
        {isPending ? "pending " : ""}
        <Name id={id} />
      </Suspense>
    );
  }
  const screen = await render(
    <DataProvider>
      <Page />
    </DataProvider>,
  );
  return { screen, choose: (id: string) => choose(id), controller };
}

Deno.test("in a transition the old content stays and follows the store [react/SUS-7] [react/SUS-8] [react/NEW-8] [react/NEW-20]", async () => {
  const harbour = new Harbour();
  const { screen, choose, controller } = await renderPage(harbour);
  await using _ = screen;
  assertEquals(screen.text(), "waiting");
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals(screen.text(), "Fram");

  await settle(() => choose("2"));
  assertEquals(screen.text(), hasTransitions ? "pending Fram" : "waiting");
  await settle(() =>
    controller.set(Vessel, { id: "1" }, { id: "1", name: "Maud" })
  );
  assertEquals(screen.text(), hasTransitions ? "pending Maud" : "waiting");
  await settle(() =>
    controller.set(Vessel, { id: "9" }, { id: "9", name: "Nimrod" })
  );
  assertEquals(screen.text(), hasTransitions ? "pending Maud" : "waiting");
  await settle(() => harbour.last.answer({ id: "2", name: "Gjoa" }));
  assertEquals(screen.text(), "Gjoa");
  assertEquals(harbour.asked, ["vessel 1", "vessel 2"]);
});

Deno.test("invalidate shows the fallback, inside a transition the old content [react/SUS-10] [react/NEW-9] [react/NEW-20]", async () => {
  const harbour = new Harbour();
  const { screen, controller } = await renderPage(harbour);
  await using _ = screen;
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));

  await settle(() => controller.invalidate(harbour.getVessel, { id: "1" }));
  assertEquals(screen.text(), "waiting");
  await settle(() => harbour.last.answer({ id: "1", name: "Maud" }));
  assertEquals(screen.text(), "Maud");

  await settle(() =>
    startTransition(() => {
      controller.invalidate(harbour.getVessel, { id: "1" });
    })
  );
  assertEquals(screen.text(), hasTransitions ? "Maud" : "waiting");
  assertEquals(harbour.asked, ["vessel 1", "vessel 1", "vessel 1"]);
  await settle(() => harbour.last.answer({ id: "1", name: "Gjoa" }));
  assertEquals(screen.text(), "Gjoa");
});

Deno.test("expireAll requests again and keeps showing the data [react/SUS-11]", async () => {
  const harbour = new Harbour();
  await using hook = await renderVessel(harbour);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await settle(() => hook.controller.expireAll(harbour.getVessel));
  assertEquals([hook.isSuspended, hook.current.name], [false, "Fram"]);
  assertEquals(harbour.asked, ["vessel 1", "vessel 1"]);
  await settle(() => harbour.last.answer({ id: "1", name: "Maud" }));
  assertEquals(hook.current.name, "Maud");
});

Deno.test("a deleted entity makes its detail suspend and leaves lists without a request [react/SUS-12]", async () => {
  const harbour = new Harbour();
  await using list = await renderHook(
    (route: string) => useSuspense(harbour.getVessels, { route }),
    { props: "north" },
  );
  harbour.last.answer([{ id: "1", name: "Fram" }, { id: "2", name: "Gjoa" }]);
  await settle();
  await settle(() =>
    list.controller.set(new Invalidate(Vessel), { id: "1" }, { id: "1" })
  );
  assertEquals(list.current.map(({ name }) => name), ["Gjoa"]);
  assertEquals([list.isSuspended, harbour.asked.length], [false, 1]);

  await using detail = await renderVessel(harbour, "3");
  await settle(() => harbour.last.answer({ id: "3", name: "Maud" }));
  await settle(() =>
    detail.controller.set(new Invalidate(Vessel), { id: "3" }, { id: "3" })
  );
  assertEquals(detail.isSuspended, true);
  assertEquals(harbour.asked.slice(1), ["vessel 3", "vessel 3"]);
});

Deno.test("a failed request throws its very error [react/SUS-14]", async () => {
  const harbour = new Harbour();
  await using hook = await renderVessel(harbour);
  const error = Object.assign(new Error("no such vessel"), { status: 404 });
  await withoutConsole("error", async () => {
    await settle(() => harbour.last.fail(error));
  });
  assertStrictEquals(hook.error, error);
  assertEquals(hook.screen.text(), "failed");
  assertEquals(harbour.asked, ["vessel 1"]);
});

Deno.test("setResponse ends the wait before the network answers [react/SUS-16]", async () => {
  const harbour = new Harbour();
  await using hook = await renderVessel(harbour);
  assertEquals(hook.isSuspended, true);
  await settle(() => harbour.bring(hook.controller, "1", "Fram"));
  assertEquals([hook.isSuspended, hook.current?.name], [false, "Fram"]);
});

Deno.test(
  "what has arrived in a transition is not requested again by a render of the moment before [react/SUS-2] [react/NEW-20]",
  { ignore: !hasTransitions },
  async () => {
    const harbour = new Harbour();
    let controller!: Controller;
    let setCount!: (count: number) => void;
    let setId!: (id: string) => void;
    function Name({ id }: { readonly id: string; readonly count?: number }) {
      return <b>{useSuspense(harbour.getVessel, { id }).name}</b>;
    }
    function Page() {
      controller = useController();
      const [count, set] = useState(0);
      const [id, setOther] = useState("2");
      setCount = set;
      setId = setOther;
      return (
        <>
          <Suspense fallback="waiting">
            <Name id="1" count={count} />
          </Suspense>
          <Suspense>
            <Name id={id} />
          </Suspense>
        </>
      );
    }
    await using screen = await render(
      <DataProvider devButton={null}>
        <Page />
      </DataProvider>,
    );
    await settle(() => harbour.requests[1]!.answer({ id: "2", name: "Gjøa" }));
    // a transition that waits for vessel 3 has brought vessel 1
    await settle(() =>
      startTransition(() => {
        setId("3");
        harbour.bring(controller, "1", "Fram");
      })
    );
    const { container } = screen;
    assertEquals(container.innerHTML, "waiting<b>Gjøa</b>");
    for (let count = 1; count < 4; count++) await settle(() => setCount(count));
    assertEquals(harbour.asked, ["vessel 1", "vessel 2", "vessel 3"]);
    await settle(() => harbour.last.answer({ id: "3", name: "Maud" }));
    assertEquals(container.innerHTML, "<b>Fram</b><b>Maud</b>");
    assertEquals(harbour.asked, ["vessel 1", "vessel 2", "vessel 3"]);
  },
);

Deno.test("values without schema keep their identity, falsy ones count as data [react/SUS-20] [react/RD-8] [react/RD-13]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    (port: string) => useSuspense(harbour.getWeather, { port }),
    { props: "bergen" },
  );
  const weather = { port: "bergen", wind: 3 };
  await settle(() => harbour.last.answer(weather));
  assertStrictEquals(hook.current, weather);
  for (
    const [port, value] of Object.entries({
      a: 0,
      b: "",
      c: null,
      d: undefined,
    })
  ) {
    await hook.rerender(port);
    assertEquals(hook.isSuspended, true);
    await settle(() => harbour.last.answer(value));
    assertEquals([hook.isSuspended, hook.current as unknown], [false, value]);
  }
  assertEquals(harbour.asked.length, 5);
});

Deno.test("data that is never fresh is requested once a mount [react/SUS-22]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const getVessel = harbour.getVessel.extend({ dataExpiryLength: 0 });
  await using hook = await renderHook(
    (id: string) => {
      time.tick(3);
      return useSuspense(getVessel, { id });
    },
    { props: "1", strict: true },
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await hook.rerender("1");
  assertEquals([hook.current.name, harbour.asked], ["Fram", ["vessel 1"]]);
  await hook.rerender("2");
  await settle(() => harbour.last.answer({ id: "2", name: "Gjoa" }));
  await hook.rerender("1");
  assertEquals([hook.isSuspended, hook.current.name], [false, "Fram"]);
  assertEquals(harbour.asked, ["vessel 1", "vessel 2", "vessel 1"]);
});

for (const ends of ["answer", "fail"] as const) {
  Deno.test(`components that read a key in other ways wait once for what is never fresh, where it ${ends}s [react/SUS-22]`, async () => {
    using time = new FakeTime();
    const harbour = new Harbour();
    const getVessel = harbour.getVessel.extend({
      dataExpiryLength: 0,
      errorExpiryLength: 0,
      invalidIfStale: true,
    });
    function Suspending() {
      time.tick(3);
      return useSuspense(getVessel, { id: "1" }).name;
    }
    function Promising() {
      const promise = useFetch(getVessel, { id: "1" });
      if (promise.status === "rejected") throw promise.reason;
      if (promise.status !== "fulfilled") throw promise;
      return promise.value.name;
    }
    function WithOwnSchema() {
      time.tick(3);
      const schema = { vessel: Vessel };
      const endpoint = getVessel.extend({ schema });
      useSuspense(endpoint, { id: "1" });
      return "own";
    }
    await using screen = await render(
      <DataProvider>
        <AsyncBoundary
          fallback="waiting"
          errorComponent={({ error }) => error.message}
        >
          <WithOwnSchema />
          <Suspending />
          <Promising />
        </AsyncBoundary>
      </DataProvider>,
    );
    const end = async () => {
      harbour.last[ends](
        ends === "answer" ? { id: "1", name: "Fram" } : new Error("sunk"),
      );
      await settle();
    };
    await withoutConsole("error", end);
    assertEquals(
      [screen.text(), harbour.asked],
      [ends === "answer" ? "ownFramFram" : "sunk", ["vessel 1"]],
    );
  });
}

Deno.test("a reset makes readers request again [react/SUS-25] [react/CTL-9]", async () => {
  const harbour = new Harbour();
  await using hook = await renderVessel(harbour);
  await settle(() => hook.controller.resetEntireStore());
  assertEquals(harbour.asked, ["vessel 1", "vessel 1"]);
  harbour.requests[0]!.answer({ id: "1", name: "too late" });
  await settle();
  assertEquals(hook.isSuspended, true);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals(hook.current.name, "Fram");
  await settle(() => hook.controller.resetEntireStore());
  assertEquals([hook.isSuspended, harbour.asked.length], [true, 3]);
});

Deno.test("leaving while suspended is silent and keeps the answer [react/SUS-26]", async () => {
  const harbour = new Harbour();
  await using hook = await renderIfAny(harbour.getVessel, "1");
  await hook.rerender(null);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await hook.rerender("1");
  assertEquals([hook.isSuspended, hook.current?.name], [false, "Fram"]);
  assertEquals(harbour.asked, ["vessel 1"]);
});

Deno.test("null arguments compute no key and give the shape without data [react/RD-1] [react/RD-2] [react/RD-3]", async () => {
  class Port extends Entity {
    id = "";
  }
  const harbour = new Harbour();
  const getBerths = harbour.getVessel.extend({
    schema: { berths: Port, next: "", previous: null },
    key: ({ id }: { id: string }) => `berths ${id}`,
  });
  await using hook = await renderHook(
    (id: string | null) => useSuspense(getBerths, id ? { id } : null),
    { props: null as string | null },
  );
  const shape = { berths: undefined, next: "", previous: null };
  assertEquals(hook.current, shape);
  await hook.rerender("1");
  assertEquals(hook.isSuspended, true);
  await settle(() => harbour.last.answer({ berths: { id: "7" }, next: "8" }));
  assertEquals(hook.current.next, "8");
  await hook.rerender(null);
  assertEquals(hook.current, shape);
});

Deno.test("only the key tells requests apart [react/RD-9]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    (count: number) =>
      useSuspense(harbour.getVessel.extend({ extra: { count } }), { id: "1" }),
    { props: 0 },
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  const first = hook.current;
  await hook.rerender(1);
  assertStrictEquals(hook.current, first);
  assertEquals(harbour.asked, ["vessel 1"]);
});
