/**
 * Requests that the application itself cuts off by a timer of its own: they
 * reject with an AbortError that says nothing about the data, and nothing of
 * it is stored. Neighbours tried: every hook that reads, in a list and below
 * `use`; a first load, data that is there and stale, data that may not be shown
 * once it is stale, and data that was invalidated; a signal that was aborted
 * before, also one that each render makes; a reset, a retry and data by other
 * means after the failure; a store without components (`subscribe` and `load`
 * of a client); React 18 and Preact by scripts/test_renderers.ts.
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ReactNode } from "react";
import {
  type Controller,
  createClient,
  load,
  RestEndpoint,
} from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  type ErrorFallbackProps,
  useController,
  useDLE,
  useFetch,
  useInfinite,
  useLive,
  useSuspense,
  useSuspenseAll,
} from "../../react/mod.ts";
import { Collection } from "../../schema/mod.ts";
import { nextTask } from "../support/next_task.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { render, settle } from "./support/render.tsx";
import { use } from "./support/renderer.ts";

/** A server that never answers, and an endpoint whose time is up as soon as the server has its request. */
class SlowServer {
  requests = 0;
  #isUp = () => {};
  readonly #aborter = new AbortController();
  readonly #server = Deno.serve(
    {
      port: 0,
      hostname: "127.0.0.1",
      onListen() {},
      signal: this.#aborter.signal,
    },
    () => {
      this.requests++;
      this.#isUp();
      return new Promise<Response>(() => {});
    },
  );

  readonly getVessels = new RestEndpoint({
    urlPrefix: `http://127.0.0.1:${this.#server.addr.port}`,
    path: "/vessels",
    schema: new Collection([Vessel]),
    searchParams: {} as { route: string },
    paginationField: "cursor",
    fetchResponse: (input: RequestInfo, init: RequestInit) => {
      const aborter = new AbortController();
      this.#isUp = () => aborter.abort();
      return fetch(input, { ...init, signal: aborter.signal });
    },
  });

  async [Symbol.asyncDispose](): Promise<void> {
    this.#aborter.abort();
    await this.#server.finished;
  }
}

type GetVessels = SlowServer["getVessels"];
const north = { route: "north" };

/** Each shows "loading" or nothing while it waits, and the message of an error. */
const hooks: Record<string, (getVessels: GetVessels) => ReactNode> = {
  useSuspense: (endpoint) => useSuspense(endpoint, north).length,
  useSuspenseAll: (endpoint) => useSuspenseAll([[endpoint, north]])[0].length,
  useLive: (endpoint) => useLive(endpoint, north).length,
  "use of useFetch": (endpoint) => use(useFetch(endpoint, north)).length,
  useInfinite: (endpoint) =>
    useInfinite(endpoint, [north], { getNextPageParam: () => null })
      .items.length,
  "useInfinite of mode dle": (endpoint) => {
    const { loading, error } = useInfinite(endpoint, [north], {
      getNextPageParam: () => null,
      mode: "dle",
    });
    return loading ? "loading" : (error as Error | undefined)?.name;
  },
  useDLE: (endpoint) => {
    const { loading, error } = useDLE(endpoint, north);
    return loading ? "loading" : (error as Error | undefined)?.name;
  },
};

function Failure({ error }: ErrorFallbackProps): ReactNode {
  return error.name;
}

for (const [name, read] of Object.entries(hooks)) {
  Deno.test(`a server that never answers is asked three times at most by ${name}, and then the error is shown [react/RD-12] [react/DLE-9]`, async () => {
    await withoutConsole("error", async () => {
      await using server = new SlowServer();
      function Page(): ReactNode {
        return read(server.getVessels);
      }
      await using screen = await render(
        <DataProvider devButton={null}>
          <AsyncBoundary fallback="loading" errorComponent={Failure}>
            <Page />
          </AsyncBoundary>
        </DataProvider>,
      );
      while (screen.text() === "loading" && server.requests <= 3) {
        await settle(nextTask);
      }
      assertEquals(screen.text(), "AbortError");
      const { requests } = server;
      for (const _ of Array(20)) await settle(nextTask);
      assertEquals([screen.text(), server.requests], ["AbortError", requests]);
      assert(requests <= 3, `${requests} requests`);
    });
  });
}

const id = { id: "1" };
const fram = { id: "1", name: "Fram" };
const cut = new DOMException("cut off", "AbortError");

/** A page with one reader of a vessel, and what a test does with it. */
async function renderReader(
  read: (getVessel: Harbour["getVessel"]) => ReactNode,
  getVessel: Harbour["getVessel"],
) {
  const page = {} as { controller: Controller; retry: () => void };
  function Reader(): ReactNode {
    return read(getVessel);
  }
  function Content({ extra }: { extra: ReactNode }): ReactNode {
    page.controller = useController();
    return (
      <>
        <AsyncBoundary
          fallback="waiting"
          errorComponent={({ error, resetErrorBoundary }) => {
            page.retry = resetErrorBoundary;
            return error.message;
          }}
        >
          <Reader />
        </AsyncBoundary>
        {extra}
      </>
    );
  }
  const tree = (extra?: ReactNode) => (
    <DataProvider devButton={null}>
      <Content extra={extra} />
    </DataProvider>
  );
  const screen = await render(tree());
  return { screen, page, Reader, add: () => screen.render(tree(<Reader />)) };
}

/** Fails what is asked, until nothing more is. */
async function failAll(harbour: Harbour): Promise<void> {
  for (let count = 0; count < harbour.requests.length && count < 9; count++) {
    await settle(() => harbour.requests[count]!.fail(cut));
  }
}

const named = (vessel: unknown) => (vessel as Vessel).name;
const readers: Record<
  string,
  (getVessel: Harbour["getVessel"]) => ReactNode
> = {
  useSuspense: (getVessel) => named(useSuspense(getVessel, id)),
  useSuspenseAll: (getVessel) => named(useSuspenseAll([[getVessel, id]])[0]),
  "use of useFetch": (getVessel) => named(use(useFetch(getVessel, id))),
};

for (const [name, read] of Object.entries(readers)) {
  Deno.test(`${name} shows what cut its requests off, and asks again when the boundary is reset, when data comes by other means, and after a reset of the store [react/RD-12] [react/NEW-24] [react/NEW-25]`, async () => {
    await withoutConsole("error", async () => {
      const harbour = new Harbour();
      const { getVessel } = harbour;
      const { screen, page } = await renderReader(read, getVessel);
      await using _ = screen;
      await failAll(harbour);
      assertEquals([screen.text(), harbour.asked.length], ["cut off", 3]);

      await settle(page.retry);
      assertEquals([screen.text(), harbour.asked.length], ["waiting", 4]);
      await failAll(harbour);
      assertEquals([screen.text(), harbour.asked.length], ["cut off", 6]);

      await settle(() => page.controller.setResponse(getVessel, id, fram));
      assertEquals([screen.text(), harbour.asked.length], ["Fram", 6]);

      await settle(() => page.controller.invalidate(getVessel, id));
      assertEquals([screen.text(), harbour.asked.length], ["waiting", 7]);
      await failAll(harbour);
      assertEquals([screen.text(), harbour.asked.length], ["cut off", 9]);

      await settle(() => page.controller.resetEntireStore());
      await settle(page.retry);
      assertEquals([screen.text(), harbour.asked.length], ["waiting", 10]);
      await settle(() => harbour.last.answer(fram));
      assertEquals(screen.text(), "Fram");
    });
  });

  Deno.test(`${name} keeps showing stale data whose refetch is cut off, unless that may not be shown [react/RD-12] [react/SUS-4] [react/SUS-5]`, async () => {
    await withoutConsole("error", async () => {
      for (const invalidIfStale of [false, true]) {
        using time = new FakeTime();
        const harbour = new Harbour();
        const getVessel: Harbour["getVessel"] = harbour.getVessel
          .extend({ invalidIfStale });
        const { screen, page } = await renderReader(read, getVessel);
        await using _ = screen;
        await settle(() => harbour.last.answer(fram));
        time.tick(100_000);
        await settle(() => page.controller.expireAll(getVessel));
        harbour.requests.shift();
        await failAll(harbour);
        assertEquals(
          [screen.text(), harbour.asked.length],
          invalidIfStale ? ["cut off", 3] : ["Fram", 1],
        );
      }
    });
  });

  Deno.test(`${name}: another component, or the same one anew, shows the error as long as errors count [react/RD-12] [react/SUS-15]`, async () => {
    using time = new FakeTime();
    await withoutConsole("error", async () => {
      const harbour = new Harbour();
      const getVessel: Harbour["getVessel"] = harbour.getVessel
        .extend({ errorExpiryLength: 3000 });
      function Reader(): ReactNode {
        return read(getVessel);
      }
      const page = (key: number) => (
        <DataProvider devButton={null}>
          <AsyncBoundary key={key} fallback="waiting" errorComponent={Failure}>
            <Reader />
          </AsyncBoundary>
        </DataProvider>
      );
      await using screen = await render(page(1));
      await failAll(harbour);
      time.tick(2900);
      await screen.render(page(2));
      assertEquals([screen.text(), harbour.asked.length], ["AbortError", 3]);
      time.tick(200);
      await screen.render(page(3));
      assertEquals([screen.text(), harbour.asked.length], ["waiting", 4]);
    });
  });
}

Deno.test("a signal that each render makes, and that is aborted, is requested with once [react/RD-12]", async () => {
  await withoutConsole("error", async () => {
    const harbour = new Harbour();
    let renders = 0;
    const read = (getVessel: Harbour["getVessel"]) => {
      assert(++renders < 20, "renders without end");
      const signal = AbortSignal.abort(cut);
      return named(useSuspense(getVessel.extend({ signal }), id));
    };
    const { screen } = await renderReader(read, harbour.getVessel);
    await using _ = screen;
    await settle();
    assertEquals([screen.text(), harbour.asked], ["cut off", []]);
  });
});

Deno.test("useDLE shows what cut its request off until one is made again, whatever else is written meanwhile [react/DLE-9]", async () => {
  const harbour = new Harbour();
  const getVessel = harbour.getVessel
    .extend({ schema: { vessel: Vessel, fleet: new Collection([Vessel]) } });
  let controller!: Controller;
  function Page({ vessel }: { vessel: string }): ReactNode {
    controller = useController();
    const { loading, error } = useDLE(getVessel, { id: vessel });
    return `${loading} ${error?.message}`;
  }
  const page = (vessel: string) => (
    <DataProvider devButton={null}>
      <Page vessel={vessel} />
    </DataProvider>
  );
  await using screen = await render(page("1"));
  const states: string[] = [];
  const look = () =>
    states.push(`${screen.text()}, ${harbour.asked.length} requests`);
  await settle(() => harbour.last.fail(cut));
  look();
  await settle(() => controller.set(Vessel, id, fram));
  await screen.render(page("1"));
  look();
  await settle(() => controller.invalidate(getVessel, id));
  look();
  await settle(() => harbour.last.fail(cut));
  look();
  await settle(() => controller.invalidate(getVessel, { id: "2" }));
  await screen.render(page("2"));
  look();
  await screen.render(page("1"));
  look();
  await settle(() => harbour.last.fail(cut));
  look();
  await settle(() => controller.resetEntireStore());
  look();
  assertEquals(states, [
    "false cut off, 1 requests",
    "false cut off, 1 requests",
    "true undefined, 2 requests",
    "false cut off, 2 requests",
    "true undefined, 3 requests",
    "true undefined, 4 requests",
    "false cut off, 4 requests",
    "true undefined, 5 requests",
  ]);
});

Deno.test("subscribe and load of a client give up as well, and tell the error [controller/ERR-14] [react/NEW-34]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const { getVessel } = harbour;
  const next = async () => {
    for (let count = 0; count < harbour.requests.length; count++) {
      harbour.requests[count]!.fail(cut);
      for (const _ of Array(20)) await null;
    }
  };
  await using client = createClient();
  const told: string[] = [];
  const stop = client.subscribe(getVessel, [id], ({ loading, error }) => {
    told.push(`${loading} ${(error as Error | undefined)?.message}`);
  });
  await next();
  assertEquals(told, ["true undefined", "false cut off"]);
  assertEquals(harbour.asked.length, 3);
  await client.setResponse(getVessel, id, fram);
  assertEquals(told.at(-1), "false undefined");
  stop();

  await client.resetEntireStore();
  const loading = load(client.controller, getVessel, id);
  await next();
  await assertRejects(() => loading, DOMException, "cut off");
  assertEquals(harbour.asked.length, 6);
  assertEquals(load(client.controller, getVessel, id), loading);
  time.tick(1001);
  load(client.controller, getVessel, id).catch(() => {});
  assertEquals(harbour.asked.length, 7);
});
