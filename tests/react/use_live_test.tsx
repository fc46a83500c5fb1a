import { assertEquals, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { startReferenceServer } from "../../examples/reference_server.ts";
import { Entity, RestEndpoint } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useLive,
  useSubscription,
} from "../../react/mod.ts";
import { Harbour } from "./support/harbour.ts";
import { render, renderHook, settle, waitFor } from "./support/render.tsx";

Deno.test("useLive suspends first, then polls and shows each answer [react/LIV-1] [react/LIV-2]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const getVessel = harbour.getVessel.extend({ pollFrequency: 1000 });
  await using hook = await renderHook(
    (id: string) => useLive(getVessel, { id }),
    { props: "1" },
  );
  await time.tickAsync(5000);
  assertEquals([hook.isSuspended, harbour.asked.length], [true, 1]);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals(hook.current.name, "Fram");
  await time.tickAsync(1000);
  assertEquals(harbour.asked.length, 2);
  await settle(() => harbour.last.answer({ id: "1", name: "Maud" }));
  assertEquals([hook.isSuspended, hook.current.name], [false, "Maud"]);
});

Deno.test("null pauses polling and data comes back at once [react/LIV-3] [react/SUB-2]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const getVessel = harbour.getVessel.extend({ pollFrequency: 1000 });
  await using hook = await renderHook(
    (id: string | null) => useLive(getVessel, id ? { id } : null),
    { props: "1" as string | null },
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await hook.rerender(null);
  await time.tickAsync(10_000);
  assertEquals([hook.current, harbour.asked.length], [undefined, 1]);
  await hook.rerender("1");
  assertEquals([hook.isSuspended, hook.current?.name], [false, "Fram"]);
  await time.tickAsync(1000);
  assertEquals(harbour.asked.length, 2);
});

Deno.test("a failing poll keeps the data on screen [react/LIV-4]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const getVessel = harbour.getVessel.extend({ pollFrequency: 1000 });
  await using hook = await renderHook(
    (id: string) => useLive(getVessel, { id }),
    { props: "1" },
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await time.tickAsync(1000);
  await settle(() => harbour.last.fail(new Error("the wire is cut")));
  assertEquals([hook.error, hook.current.name], [undefined, "Fram"]);
});

Deno.test("a subscription ends with its component, in StrictMode too [react/SUB-1] [react/SUB-2] [react/SUB-7]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const getVessel = harbour.getVessel.extend({ pollFrequency: 1000 });
  const hook = await renderHook(
    (id: string) => useSubscription(getVessel, { id }),
    { props: "1", strict: true },
  );
  const commits = hook.commits;
  await hook.rerender("1");
  await time.tickAsync(0);
  assertEquals(harbour.asked, ["vessel 1"]);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await time.tickAsync(1000);
  assertEquals(harbour.asked.length, 2);
  await settle(() => harbour.last.answer({ id: "1", name: "Maud" }));
  assertEquals(hook.commits, commits + 1);
  await hook.screen.unmount();
  await time.tickAsync(10_000);
  assertEquals(harbour.asked.length, 2);
});

Deno.test("components that show the same poll together, at the pace of the fastest that is there [react/SUB-4]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const answerAll = async () => {
    for (const request of harbour.requests) {
      request.answer({ id: "1", name: "Fram" });
    }
    await settle();
  };
  /** How many requests are made in a time. */
  const askedIn = async (milliseconds: number) => {
    const before = harbour.asked.length;
    for (let passed = 0; passed < milliseconds; passed += 1000) {
      await time.tickAsync(1000);
      await answerAll();
    }
    return harbour.asked.length - before;
  };
  function Live({ pollFrequency }: { pollFrequency: number }) {
    useLive(harbour.getVessel.extend({ pollFrequency }), { id: "1" });
    return null;
  }
  const application = (...frequencies: number[]) => (
    <DataProvider devButton={null}>
      <AsyncBoundary fallback="waiting">
        {frequencies.map((pollFrequency) => (
          <Live key={pollFrequency} pollFrequency={pollFrequency} />
        ))}
      </AsyncBoundary>
    </DataProvider>
  );
  await using screen = await render(application(3000, 9000));
  await answerAll();
  assertEquals(await askedIn(18_000), 6);
  await screen.render(application(9000));
  assertEquals(await askedIn(18_000), 2);
  await screen.render(application());
  assertEquals(await askedIn(18_000), 0);
});

Deno.test("polls at the pace of its newest options [react/SUB-4]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  await using hook = await renderHook(
    (pollFrequency: number) =>
      useLive(harbour.getVessel.extend({ pollFrequency }), { id: "1" }),
    { props: 60_000 },
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await hook.rerender(1000);
  await time.tickAsync(1000);
  assertEquals(harbour.asked.length, 2);
});

Deno.test("a moving price reaches the screen over HTTP [react/LIV-1]", async () => {
  class Ticker extends Entity {
    product_id = "";
    price = 0;
    override pk() {
      return this.product_id;
    }
    static override schema = { price: Number };
  }
  const server = startReferenceServer();
  const getTicker = new RestEndpoint({
    urlPrefix: `${server.url}/market`,
    path: "/products/:productId/ticker",
    schema: Ticker,
    pollFrequency: 20,
    process: (value, { productId }: { productId: string }) => ({
      ...value,
      product_id: productId,
    }),
  });
  const prices = new Set<number>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const hook = await renderHook(
    (productId: string) => {
      const { price } = useLive(getTicker, { productId });
      prices.add(price);
      if (prices.size === 3) resolve();
      return price;
    },
    { props: "btc-usd" },
  );
  await waitFor(() => promise);
  assertEquals(prices.size >= 3, true);
  assertStringIncludes(server.requests[0]!.path, "/btc-usd/ticker");
  await hook.screen.unmount();
  await server.close();
});
