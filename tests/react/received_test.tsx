/**
 * Which rows of lists a component shows in place of a response of one entity.
 *
 * Neighbours that were tried: every hook that reads one entity, `useQuery` and
 * lists beside them; prefetching and `<Prefetch>`; a creation that is confirmed
 * while it is shown, by a response that lacks fields; a component that is
 * mounted after that; `static partial`; an error of the request.
 */
import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Harbour, Vessel } from "./support/harbour.ts";
import { render, renderHook, settle } from "./support/render.tsx";
import {
  DataProvider,
  Prefetch,
  useCache,
  useController,
  useDLE,
  useFetch,
  useLive,
  useQuery,
  useSuspense,
  useSuspenseAll,
} from "../../react/mod.ts";
import {
  Collection,
  type Controller,
  Endpoint,
  NetworkManager,
} from "../../mod.ts";

const route = { route: "north" };

/** Hooks that request one vessel, each with the tonnage that it shows. */
const hooks: Record<
  string,
  (harbour: Harbour, args: { id: string } | null) => unknown
> = {
  useSuspense: ({ getVessel }, args) => useSuspense(getVessel, args)?.tons,
  useLive: ({ getVessel }, args) => useLive(getVessel, args)?.tons,
  useDLE: ({ getVessel }, args) => useDLE(getVessel, args).data?.tons,
  useSuspenseAll: ({ getVessel }, args) =>
    useSuspenseAll([[getVessel, args]])[0]?.tons,
  useFetch({ getVessel }, args) {
    const promise = useFetch(getVessel, args);
    return promise?.status === "fulfilled"
      ? (promise as { value?: Vessel }).value?.tons
      : undefined;
  },
};

/** A provider that polls for nobody. */
const unpolled = () => ({ managers: [new NetworkManager()] });

for (const [name, hook] of Object.entries(hooks)) {
  Deno.test(`${name} requests a vessel of a list that lacks a field, once [react/RD-17]`, async () => {
    const harbour = new Harbour();
    await using view = await renderHook(
      (id: string | null) => hook(harbour, id === null ? null : { id }),
      { props: null as string | null, provider: unpolled() },
    );
    await settle(() =>
      view.controller.setResponse(harbour.getVessels, route, [
        { id: "1", name: "Fram" },
        { id: "2", name: "Gjoa", tons: 47 },
      ])
    );
    await view.rerender("2");
    assertEquals([view.current, harbour.asked], [47, []]);
    await view.rerender("1");
    assert(view.current !== 0, "a tonnage that nobody has received");
    assertEquals(harbour.asked, ["vessel 1"]);
    harbour.last.answer({ id: "1", name: "Fram", tons: 402 });
    await settle();
    assertEquals([view.current, harbour.asked], [402, ["vessel 1"]]);
  });

  Deno.test(`${name} goes on showing a creation whose response lacks fields, and requests it in the background [react/RD-18]`, async () => {
    const harbour = new Harbour();
    const build = new Endpoint(
      (_: { id: string }): Promise<unknown> => harbour["ask"]("build"),
      {
        schema: new Collection([Vessel]).push,
        name: "build",
        sideEffect: true,
        getOptimisticResponse: (_, { id }) => ({ id, name: "Maud" }),
      },
    );
    const shown: unknown[] = [];
    await using view = await renderHook(
      (id: string | null) => {
        const value = hook(harbour, id === null ? null : { id });
        if (id !== null) shown.push(value);
        return value;
      },
      { props: null as string | null, provider: unpolled() },
    );
    await settle(() => void view.controller.fetch(build, { id: "3" }));
    await view.rerender("3");
    assertEquals([view.current, harbour.asked], [0, ["build"]]);
    shown.length = 0;
    harbour.last.answer({ id: "3", name: "Maud" });
    await settle(() => new Promise((resolve) => setTimeout(resolve, 5)));
    assertEquals([view.current, view.isSuspended], [0, false]);
    assertEquals(harbour.asked, ["build", "vessel 3"]);
    harbour.last.answer({ id: "3", name: "Maud", tons: 292 });
    await settle();
    assertEquals([view.current, view.isSuspended], [292, false]);
    assert(shown.every((tons) => tons === 0 || tons === 292), `${shown}`);
    assertEquals(harbour.asked, ["build", "vessel 3"]);
  });
}

Deno.test("useCache shows no vessel that lacks a field, useQuery shows what there is [react/RD-17]", async () => {
  const harbour = new Harbour();
  await using view = await renderHook(
    () =>
      [
        useCache(harbour.getVessel, { id: "1" })?.name,
        useQuery(Vessel, { id: "1" })?.name,
        useCache(harbour.getVessels, route)?.[0]?.name,
      ] as const,
    { props: null },
  );
  await settle(() =>
    view.controller.setResponse(harbour.getVessels, route, [
      { id: "1", name: "Fram" },
    ])
  );
  assertEquals([...view.current], [undefined, "Fram", "Fram"]);
  await settle(() =>
    view.controller.set(Vessel, { id: "1" }, { id: "1", tons: 402 })
  );
  assertEquals([...view.current], ["Fram", "Fram", "Fram"]);
  assertEquals(harbour.asked, []);
});

Deno.test("prefetching requests what the hook would [react/RD-17]", async () => {
  const harbour = new Harbour();
  let controller!: Controller;
  function Page({ id }: { id?: string }) {
    controller = useController();
    return id && (
      <Prefetch endpoint={harbour.getVessel} args={[{ id }]}>
        <i>{id}</i>
      </Prefetch>
    );
  }
  await using screen = await render(
    <DataProvider>
      <Page />
    </DataProvider>,
  );
  await settle(() =>
    controller.setResponse(harbour.getVessels, route, [
      { id: "1", name: "Fram" },
      { id: "2", name: "Gjoa", tons: 47 },
      { id: "3", name: "Maud" },
    ])
  );
  for (const id of ["1", "2"]) {
    await screen.render(
      <DataProvider>
        <Page id={id} />
      </DataProvider>,
    );
  }
  assertEquals(harbour.asked, ["vessel 1"]);
  void controller.prefetch(harbour.getVessel, { id: "2" });
  void controller.prefetch(harbour.getVessel, { id: "3" });
  await settle();
  assertEquals(harbour.asked, ["vessel 1", "vessel 3"]);
});

Deno.test("what a response left out is not waited for again, of other vessels neither [react/RD-17]", async () => {
  const harbour = new Harbour();
  await using view = await renderHook(
    (id: string) => useSuspense(harbour.getVessel, { id }).name,
    { props: "1" },
  );
  // a server that omits what is zero
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals(view.current, "Fram");
  await settle(() =>
    view.controller.setResponse(harbour.getVessels, route, [
      { id: "2", name: "Gjoa" },
    ])
  );
  await view.rerender("2");
  assertEquals([view.current, view.isSuspended], ["Gjoa", false]);
  assertEquals(harbour.asked, ["vessel 1"]);
});

Deno.test("what was shown and hidden for long stays as well [react/RD-18]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  await using view = await renderHook(
    (id: string) => useSuspense(harbour.getVessel, { id }).name,
    { props: "1" },
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram", tons: 402 }));
  time.tick(70_000);
  await view.rerender("1");
  assertEquals([view.current, view.isSuspended], ["Fram", false]);
});

Deno.test("an error of the request is shown in place of what lacks fields [react/RD-17]", async () => {
  const harbour = new Harbour();
  await using view = await renderHook(
    (id: string | undefined) =>
      useDLE(harbour.getVessel, id === undefined ? null : { id }),
    { props: undefined as string | undefined },
  );
  await settle(() =>
    view.controller.setResponse(harbour.getVessels, route, [
      { id: "1", name: "Fram" },
    ])
  );
  await view.rerender("1");
  assertEquals(view.current.loading, true);
  const error = new Error("down");
  await settle(() => harbour.last.fail(error));
  assertEquals([view.current.loading, view.current.error], [false, error]);
});

for (const [name, hook] of Object.entries(hooks)) {
  Deno.test(`${name} of a temporary id goes on when the row gets its own [react/RD-19]`, async () => {
    using time = new FakeTime();
    const harbour = new Harbour();
    const build = new Endpoint(
      (_: { name: string; tons: number }): Promise<unknown> =>
        harbour["ask"]("build"),
      {
        schema: new Collection([Vessel]).push,
        name: "build",
        sideEffect: true,
        getOptimisticResponse: (_, fields) => fields,
      },
    );
    const shown: unknown[] = [];
    await using view = await renderHook(
      (id: string | null) => {
        const value = hook(harbour, id === null ? null : { id });
        if (id !== null) shown.push(value);
        return value;
      },
      { props: null as string | null, provider: unpolled() },
    );
    const { controller } = view;
    await settle(() =>
      void controller.fetch(build, { name: "Maud", tons: 292 })
    );
    const [id] = Object.keys(
      controller.getVisibleState().entities.Vessel ?? {},
    );
    await view.rerender(id!);
    assertEquals([view.current, harbour.asked], [292, ["build"]]);
    // nobody can ask for it, however long that takes
    await settle(() => time.tickAsync(100_000));
    await settle(() => controller.prefetch(harbour.getVessel, { id: id! }));
    await view.rerender(id!);
    assertEquals(harbour.asked, ["build"]);
    shown.length = 0;
    harbour.last.answer({ id: "5", name: "Maud", tons: 293 });
    await settle(() => time.tickAsync(10));
    assertEquals([view.current, view.isSuspended], [293, false]);
    assert(shown.every((tons) => tons === 292 || tons === 293), `${shown}`);
    assertEquals(harbour.asked, ["build"]);
    // what is asked for then is asked for by the id of the server
    await settle(() =>
      controller.set(Vessel, { id: "5" }, { id: "5", tons: 1 })
    );
    assertEquals(view.current, 1);
    await settle(() => controller.expireAll({ testKey: () => true }));
    await settle(() => {
      void controller.fetch(harbour.getVessel, { id: id! });
    });
    assertEquals(harbour.asked, ["build", "vessel 5"]);
    harbour.last.answer({ id: "5", name: "Maud", tons: 294 });
    await settle();
    assertEquals(view.current, 294);
    // whoever comes back to that address
    await view.rerender(null);
    await view.rerender(id!);
    assertEquals([view.current, view.isSuspended], [294, false]);
    assertEquals(harbour.asked, ["build", "vessel 5"]);
  });
}
