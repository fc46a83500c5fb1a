/** What a reset, such as that of a logout, leaves of what mounted components have shown. */
import { assert, assertEquals } from "@std/assert";
import type { ReactNode } from "react";
import {
  All,
  NetworkManager,
  PollingSubscription,
  Query,
  SubscriptionManager,
} from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useCache,
  useCacheState,
  useController,
  useDLE,
  useError,
  useFetch,
  useLive,
  useQuery,
  useSuspense,
} from "../../react/mod.ts";
import { actions, Controller, State, Store } from "../../controller/mod.ts";
import { ReaderSource } from "../../react/reader_source.ts";
import { FakeTime } from "@std/testing/time";
import { memoryUsage } from "node:process";
import { collectGarbage, leftInMemory } from "../support/collect_garbage.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { render, type Screen, settle } from "./support/render.tsx";
import { isPreact } from "./support/renderer.ts";

const one = { id: "1" };
const route = { route: "north" };
const names = new Query(
  new All(Vessel),
  (vessels) => ({ all: vessels.map(({ name }) => name).join() }),
);

/** Reads the same data with every hook, and holds nothing itself. */
function readers(harbour: Harbour): Record<string, () => ReactNode> {
  return {
    useSuspense: () => useSuspense(harbour.getVessel, one).name,
    useSuspenseOfList: () => useSuspense(harbour.getVessels, route).length,
    useLive: () =>
      useLive(harbour.getVessel.extend({ pollFrequency: 60_000 }), one).name,
    useCache: () => useCache(harbour.getVessel, one)?.name,
    useDLE: () => useDLE(harbour.getVessels, route).data?.length,
    useQuery: () => useQuery(names)?.all,
    useQueryOfEntity: () => useQuery(Vessel, one)?.name,
    useFetch: () => String(useFetch(harbour.getVessel, one).resolved),
    "an error boundary": () =>
      useSuspense(harbour.getWeather, { port: "oslo" }).wind,
    useCacheState: () => useCacheState().lastReset,
    useError: () => useError(harbour.getWeather, { port: "oslo" })?.message,
  };
}

/** Stores what must go. */
async function store(
  harbour: Harbour,
  controller: Controller,
  account: string,
): Promise<void> {
  await settle(() =>
    controller.setResponse(harbour.getVessel, one, { ...one, name: account })
  );
  await settle(() =>
    controller.setResponse(harbour.getVessels, route, [
      { ...one, name: account },
    ])
  );
  await settle(() =>
    controller.setError(
      harbour.getWeather,
      { port: "oslo" },
      new Error(account),
    )
  );
  // a request that failed ends; others are superseded, and hang
  await settle(() => {
    for (const { name, fail } of harbour.requests.splice(0)) {
      if (name.startsWith("weather")) fail(new Error(account));
    }
  });
}

/** What is stored, without holding it. */
function stored(
  harbour: Harbour,
  controller: Controller,
): Map<string, WeakRef<object>> {
  const state = controller.getState();
  const at = { port: "oslo" };
  return new Map<string, WeakRef<object>>([
    ["state", new WeakRef(state)],
    ["row", new WeakRef(state.getEntity("Vessel", "1") as object)],
    ["entity", new WeakRef(controller.get(Vessel, one, state)!)],
    [
      "list",
      new WeakRef(
        controller.getResponse(harbour.getVessels, route, state).data as object,
      ),
    ],
    ["query", new WeakRef(controller.get(names, state)!)],
    ["error", new WeakRef(controller.getError(harbour.getWeather, at, state)!)],
  ]);
}

/** What happens after a reset. */
const sequels: Record<
  string,
  (page: {
    screen: Screen;
    login: ReactNode;
    next: (account: string) => Promise<void>;
  }) => Promise<void>
> = {
  "and the next user goes on": async ({ next }) => {
    for (const account of ["Bea", "Cara"]) await next(account);
  },
  "and another page is shown": async ({ screen, login }) => {
    await screen.render(login);
  },
};

for (const name of Object.keys(readers(new Harbour()))) {
  for (const [sequel, goOn] of Object.entries(sequels)) {
    // it keeps components that wait as long as what they waited below
    if (isPreact && sequel.endsWith("shown") && /Suspense|Live/.test(name)) {
      continue;
    }
    Deno.test(`what ${name} has shown is not reachable after a reset ${sequel} [react/NEW-84] [controller/ACT-16a]`, async () => {
      const harbour = new Harbour();
      const read = readers(harbour)[name]!;
      const Reader = () => <p>{read()}</p>;
      let controller!: Controller;
      const managers = [
        new NetworkManager(),
        new SubscriptionManager(PollingSubscription),
      ];
      function Page({ children }: { children: ReactNode }) {
        controller = useController();
        return children;
      }
      const page = (children: ReactNode) => (
        <DataProvider devButton={null} managers={managers}>
          <Page>
            <AsyncBoundary fallback="waiting">{children}</AsyncBoundary>
          </Page>
        </DataProvider>
      );
      await using screen = await render(page(<Reader />));
      await withoutConsole("error", () => store(harbour, controller, "Ada"));
      const known = stored(harbour, controller);
      await settle(() => controller.resetEntireStore());
      await withoutConsole("error", () =>
        goOn({
          screen,
          login: page("log in"),
          next: (account) => store(harbour, controller, account),
        }));
      await leftInMemory(known.values());
      const left = [...known].filter(([, ref]) => ref.deref())
        .map(([name]) => name);
      assertEquals(left, []);
    });
  }
}

Deno.test("the state that markup was rendered from goes with a reset, and is not kept where nothing is hydrated [react/NEW-84]", () => {
  for (const mayHydrate of [true, false]) {
    const controller = new Controller();
    const began = State.from({ endpoints: { a: 1 } });
    const store = new Store(controller, began);
    const source = new ReaderSource(store, controller);
    source.hydrates(mayHydrate);
    store.dispatch(actions.createInvalidateAll(() => true));
    assertEquals(
      source.getHydrationState().getEndpoint("a"),
      mayHydrate ? 1 : undefined,
    );
    store.dispatch(actions.createReset(controller.stamps));
    assertEquals([...source.getHydrationState().endpointKeys()], []);
  }
});

Deno.test("nothing is kept of what a component waited for that left before it was there [react/NEW-84] [controller/ACT-16a]", async () => {
  const harbour = new Harbour();
  let controller!: Controller;
  function Page({ port }: { readonly port: string }): ReactNode {
    controller = useController();
    return port && <Wind port={port} />;
  }
  function Wind({ port }: { readonly port: string }): ReactNode {
    return useSuspense(harbour.getWeather, { port }).wind;
  }
  // the developer tools keep what was done
  const managers = [new NetworkManager()];
  const page = (port: string) => (
    <DataProvider managers={managers} devButton={null}>
      <AsyncBoundary fallback="...">
        <Page port={port} />
      </AsyncBoundary>
    </DataProvider>
  );
  await using screen = await render(page(""));
  const visit = async (port: string) => {
    await screen.render(page(port));
    assertEquals(screen.text(), "...");
    await screen.render(page(""));
    await settle(() => harbour.last.answer({ port, wind: 3 }));
  };
  const heap = async () => {
    for (let round = 0; round < 3; round++) await collectGarbage();
    return memoryUsage().heapUsed;
  };
  const before = await heap();
  const length = 1_000_000;
  const visits = 20;
  {
    using time = new FakeTime();
    for (let count = 0; count < visits; count++) {
      await visit(String(count).padEnd(length, "-"));
      await time.tickAsync(10_000);
    }
    harbour.requests.length = 0;
    await settle(() => controller.resetEntireStore());
    await time.tickAsync(10_000);
  }
  const kept = await heap() - before;
  assert(kept < visits * length / 2, `${kept} bytes`);
});
