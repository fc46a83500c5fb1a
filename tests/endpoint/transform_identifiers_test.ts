import {
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { createClient, Entity, RestEndpoint } from "../../mod.ts";
import { replaceFetch, spyOnConsole } from "./spies.ts";

const answering = (value: unknown) =>
  replaceFetch(() => Promise.resolve(Response.json(value)));

class Stream extends Entity {
  username = "";
  title = "";
  game = "";
  currentViewers = 0;
  live = false;
  override pk(): string {
    return this.username;
  }
}

type Username = { username: string | number };

const rawStream = { title: "T", game: "G", current_viewers: 1337, live: true };

const getStream = new RestEndpoint({
  urlPrefix: "https://streams.test",
  path: "/:username",
  schema: Stream,
  process(value: Record<string, unknown>, { username }: Username) {
    value.username = username;
    return value;
  },
});

Deno.test("process adds the identifier from the path [endpoint/XFM-14] [endpoint/TBL-6]", async () => {
  const addresses: unknown[] = [];
  using _fetch = replaceFetch((input) => {
    addresses.push(input);
    return Promise.resolve(Response.json(rawStream));
  });
  using client = createClient();
  const stream = await client.controller.fetch(getStream, { username: "ada" });
  assertEquals(addresses, ["https://streams.test/ada"]);
  assertInstanceOf(stream, Stream);
  assertEquals(stream.pk(), "ada");
  assertEquals({ ...stream }, {
    username: "ada",
    title: "T",
    game: "G",
    currentViewers: 0,
    live: true,
    current_viewers: 1337,
  } as unknown);
  const renaming = getStream.extend({
    process(value: Record<string, unknown>, { username }: Username) {
      const { current_viewers: currentViewers, ...rest } = value;
      return { ...rest, currentViewers, username };
    },
  });
  const renamed = await client.controller.fetch(renaming, { username: "bob" });
  assertEquals(renamed.currentViewers, 1337);
});

Deno.test("a numeric parameter is an identifier too [endpoint/XFM-15]", async () => {
  using _fetch = answering(rawStream);
  using client = createClient();
  const stream = await client.controller.fetch(getStream, { username: 5 });
  assertEquals(String(stream.pk()), "5");
  const state = JSON.parse(JSON.stringify(client.controller.getState()));
  assertEquals(Object.keys(state.entities.Stream), ["5"]);
});

Deno.test("each identifier is one entity [endpoint/XFM-16]", async () => {
  let viewers = 0;
  using _fetch = replaceFetch(() =>
    Promise.resolve(Response.json({ title: `T${++viewers}` }))
  );
  using client = createClient();
  const { controller } = client;
  await controller.fetch(getStream, { username: "ada" });
  await controller.fetch(getStream, { username: "bob" });
  await controller.fetch(getStream, { username: "ada" });
  const state = JSON.parse(JSON.stringify(controller.getState()));
  assertEquals(state.entities.Stream, {
    ada: { title: "T3", username: "ada" },
    bob: { title: "T2", username: "bob" },
  });
});

Deno.test("without the identifier the response is refused [endpoint/XFM-17]", async () => {
  using _errors = spyOnConsole("error");
  using _fetch = answering(rawStream);
  using client = createClient();
  const plain = new RestEndpoint({ path: "/:username", schema: Stream });
  const error = await assertRejects(
    () => client.controller.fetch(plain, { username: "ada" }),
    Error,
  );
  assertEquals((error as { status?: number }).status, 400);
  assertStringIncludes(error.message, "Stream");
  assertStringIncludes(error.message, "1337");
  assertStringIncludes(error.message, "pk");
});

class Ticker extends Entity {
  product_id = "";
  price = 0;
  time = Temporal.Instant.fromEpochMilliseconds(0);
  static override schema = { price: Number, time: Temporal.Instant.from };
  override pk(): string {
    return this.product_id;
  }
}

Deno.test("a ticker is fetched again and again while someone subscribes [endpoint/XFM-18] [endpoint/TBL-6]", async () => {
  using time = new FakeTime(0);
  let fetches = 0;
  using _fetch = replaceFetch((input) => {
    fetches++;
    assertEquals(input, "https://prices.test/products/btc-usd/ticker");
    return Promise.resolve(Response.json({
      price: `${61000 + fetches / 2}`,
      time: "2024-03-01T10:20:30Z",
    }));
  });
  const getTicker = new RestEndpoint({
    urlPrefix: "https://prices.test",
    path: "/products/:productId/ticker",
    schema: Ticker,
    process(value: Record<string, unknown>, { productId }: {
      productId: string;
    }) {
      value.product_id = productId;
      return value;
    },
    pollFrequency: 2000,
  });
  const args = { productId: "btc-usd" };
  using client = createClient();
  const { controller } = client;
  const first = await controller.fetch(getTicker, args);
  assertEquals(first.price, 61000.5);
  assertEquals(first.time.epochMilliseconds, Date.UTC(2024, 2, 1, 10, 20, 30));
  controller.subscribe(getTicker, args);
  assertEquals(fetches, 1);
  for (let count = 2; count <= 4; count++) {
    await time.tickAsync(2000);
    await time.runMicrotasks();
    assertEquals(fetches, count);
    const { price } = controller.get(
      Ticker,
      { product_id: "btc-usd" },
      controller.getState(),
    )!;
    assertEquals(price, 61000 + count / 2);
  }
  controller.unsubscribe(getTicker, args);
  await time.tickAsync(10_000);
  assertEquals(fetches, 4);
});
