import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { Decimal } from "decimal.js";
import { FakeTime } from "@std/testing/time";
import {
  Collection,
  createClient,
  Entity,
  filenameFromContentDisposition,
  NetworkError,
  RestEndpoint,
} from "../../mod.ts";
import { RecordingServer } from "./recording_server.ts";
import { replaceFetch, spyOnConsole } from "./spies.ts";

class ExchangePrice extends Entity {
  exchangePair = "";
  updatedAt = Temporal.Instant.fromEpochMilliseconds(0);
  price = new Decimal(0);
  static override key = "ExchangePrice";
  static override schema = {
    updatedAt: Temporal.Instant.from,
    price: Decimal,
  };
  override pk(): string {
    return this.exchangePair;
  }
}

const rawPrice = {
  exchangePair: "btc-usd",
  price: "32982389239823983298329832.238923982389328932893298",
  updatedAt: "2024-03-01T10:20:30.123456789Z",
};

const getPrice = new RestEndpoint({
  path: "/price/:exchangePair",
  schema: ExchangePrice,
});

const answering = (value: unknown) =>
  replaceFetch(() => Promise.resolve(Response.json(value)));

Deno.test("decimals and instants arrive without loss [endpoint/XFM-7] [endpoint/TBL-6]", async () => {
  await using server = new RecordingServer(() => Response.json(rawPrice));
  const endpoint = getPrice.extend({ urlPrefix: server.origin });
  using client = createClient();
  const price = await client.controller.fetch(endpoint, {
    exchangePair: "btc-usd",
  });
  assertEquals(server.last.address, "/price/btc-usd");
  assertInstanceOf(price, ExchangePrice);
  assertEquals(price.pk(), "btc-usd");
  assertInstanceOf(price.price, Decimal);
  assertEquals(price.price.toFixed(), rawPrice.price);
  assert(
    price.updatedAt.equals(
      Temporal.Instant.from("2024-03-01T10:20:30.123456789Z"),
    ),
  );
  assertEquals(price.updatedAt.epochNanoseconds % 1000n, 789n);
});

Deno.test("the store keeps what came, reads are deserialized once [endpoint/XFM-8]", async () => {
  using _fetch = answering(rawPrice);
  assertEquals(await getPrice({ exchangePair: "btc-usd" }), rawPrice);
  using client = createClient();
  const { controller } = client;
  const args = { exchangePair: "btc-usd" };
  await controller.fetch(getPrice, args);
  const state = JSON.parse(JSON.stringify(controller.getState()));
  assertEquals(state.entities.ExchangePrice["btc-usd"], rawPrice);
  const read = () =>
    controller.get(ExchangePrice, args, controller.getState())!;
  const first = read();
  assertStrictEquals(read(), first);
  assertStrictEquals(read().updatedAt, first.updatedAt);
  controller.set(ExchangePrice, args, { ...args, price: "1" });
  assertEquals(read().price.toFixed(), "1");
  assert(read().updatedAt.equals(first.updatedAt));
});

Deno.test("a deserializer gets one argument, and is not asked about nothing [endpoint/XFM-9]", async () => {
  const calls: unknown[][] = [];
  class Buoy extends Entity {
    id = "";
    a: unknown = "default a";
    b: unknown = "default b";
    c = 7;
    static override key = "Buoy";
    static override schema = {
      a: (...args: unknown[]) => {
        calls.push(args);
        return `read ${args[0]}`;
      },
      b: (...args: unknown[]) => {
        calls.push(args);
        return "wrong";
      },
      c: Number,
    };
  }
  using _fetch = answering({ id: "7", a: "1", b: null });
  using client = createClient();
  const buoy = await client.controller.fetch(
    new RestEndpoint({ path: "/buoy", schema: Buoy }),
  );
  assertEquals(
    [buoy.a, buoy.b, buoy.c],
    ["read 1", null, 7],
  );
  assertEquals(calls, [["1"]]);
});

Deno.test("functions, factories and classes deserialize [endpoint/XFM-10] [endpoint/XFM-11]", async () => {
  class Depth {
    constructor(readonly metres: string) {}
  }
  class Reading extends Entity {
    id = "";
    text = 0;
    number = 0;
    big = 0n;
    date = new Date(0);
    seen = new Date(0);
    depth = new Depth("0");
    decimal = new Decimal(0);
    static override key = "Reading";
    static override schema = {
      text: Number,
      number: Number,
      big: BigInt,
      date: Date,
      seen: (iso: string) => new Date(iso),
      depth: Depth,
      decimal: Decimal,
    };
  }
  using _fetch = answering({
    id: "7",
    text: "12.5",
    number: 12.5,
    big: "9007199254740993",
    date: "2024-03-01T00:00:00.000Z",
    seen: "2024-03-02T00:00:00.000Z",
    depth: "12",
    decimal: "0.1",
  });
  using client = createClient();
  const reading = await client.controller.fetch(
    new RestEndpoint({ path: "/reading", schema: Reading }),
  );
  assertEquals([reading.text, reading.number], [12.5, 12.5]);
  assertEquals(reading.big, 9007199254740993n);
  assertEquals(reading.date.getTime(), Date.UTC(2024, 2, 1));
  assertEquals(reading.seen.getTime(), Date.UTC(2024, 2, 2));
  assertInstanceOf(reading.depth, Depth);
  assertEquals(reading.depth.metres, "12");
  assertEquals(reading.decimal.toFixed(), "0.1");
});

Deno.test("what cannot be deserialized is an error that names entity and field [endpoint/XFM-12]", async () => {
  using _fetch = answering({ ...rawPrice, updatedAt: "yesterday" });
  using client = createClient();
  const error = await assertRejects(
    () => client.controller.fetch(getPrice, { exchangePair: "btc-usd" }),
    Error,
  );
  assertStringIncludes(error.message, "ExchangePrice");
  assertStringIncludes(error.message, "updatedAt");
});

Deno.test("deserializers work in objects and lists, and on what they made [endpoint/XFM-13]", async () => {
  const toDate = (value: string | Date) => new Date(value);
  using _fetch = answering({
    from: "2024-03-01T00:00:00.000Z",
    days: ["2024-03-02T00:00:00.000Z"],
    inner: { to: "2024-03-03T00:00:00.000Z" },
  });
  using client = createClient();
  const range = await client.controller.fetch(
    new RestEndpoint({
      path: "/range",
      schema: { from: toDate, days: [toDate], inner: { to: toDate } },
    }),
  );
  assertEquals(
    [range.from, range.days[0]!, range.inner.to].map((date) =>
      (date as Date).getUTCDate()
    ),
    [1, 2, 3],
  );
  class Tide extends Entity {
    id = "";
    at = new Date(0);
    static override key = "Tide";
    static override schema = { at: toDate };
  }
  const { controller } = client;
  controller.set(Tide, { id: "1" }, { id: "1", at: new Date(5) });
  assertEquals(
    controller.get(Tide, { id: "1" }, controller.getState())!.at.getTime(),
    5,
  );
});

class Stream extends Entity {
  username = "";
  title = "";
  game = "";
  currentViewers = 0;
  live = false;
  static override key = "Stream";
  override pk(): string {
    return this.username;
  }
}

type Username = { username: string | number };

const rawStream = {
  title: "T",
  game: "G",
  current_viewers: 1337,
  live: true,
};

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
  static override key = "Ticker";
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

/** The pattern under test: the Link header travels with the body. */
class LinkEndpoint extends RestEndpoint {
  override async parseResponse(response: Response): Promise<unknown> {
    const results = await super.parseResponse(response);
    if (response.headers.has("link") || Array.isArray(results)) {
      return { link: response.headers.get("link"), results };
    }
    return results;
  }
}

const link = '<https://h.test/issues?page=2>; rel="next"';

async function readLinked(body: unknown, hasLink: boolean): Promise<unknown> {
  await using server = new RecordingServer(() =>
    Response.json(body, hasLink ? { headers: { link } } : {})
  );
  const seen: unknown[] = [];
  const endpoint = new LinkEndpoint({
    urlPrefix: server.origin,
    path: "/issues",
    process(value: unknown) {
      seen.push(value);
      return value;
    },
  });
  const value = await endpoint();
  assertStrictEquals(seen[0], value);
  return value;
}

Deno.test("a list with a Link header is a composite [endpoint/XFM-19]", async () => {
  assertEquals(await readLinked([1], true), { link, results: [1] });
});

Deno.test("a list without the header is one too [endpoint/XFM-20]", async () => {
  assertEquals(await readLinked([1], false), { link: null, results: [1] });
});

Deno.test("an object with the header is a composite [endpoint/XFM-21]", async () => {
  assertEquals(await readLinked({ id: 1 }, true), {
    link,
    results: { id: 1 },
  });
});

Deno.test("an object without the header is itself [endpoint/XFM-22]", async () => {
  assertEquals(await readLinked({ id: 1 }, false), { id: 1 });
});

class Issue extends Entity {
  id = "";
  title = "";
  static override key = "Issue";
}

Deno.test("a composite holds a list that can be added to and continued [endpoint/XFM-23]", async () => {
  await using server = new RecordingServer(({ method, address, body }) => {
    if (method === "POST") {
      return Response.json({ id: "9", ...JSON.parse(body) });
    }
    const page = new URL(address, "http://h").searchParams.get("page") ?? "1";
    const headers = { link: `<page ${Number(page) + 1}>; rel="next"` };
    return Response.json([{ id: page, title: `T${page}` }], { headers });
  });
  const list = new LinkEndpoint({
    urlPrefix: server.origin,
    path: "/issues",
    schema: { results: new Collection([Issue]), link: "" },
    paginationField: "page",
  });
  using client = createClient();
  const { controller } = client;
  const read = () => {
    const { data } = controller.getResponse(list, controller.getState());
    return data as { results: Issue[]; link: string };
  };
  const first = await controller.fetch(list);
  assertEquals(first.link, '<page 2>; rel="next"');
  assertInstanceOf(first.results[0], Issue);
  await controller.fetch(list.getPage, { page: 2 });
  assertEquals(read().results.map(({ id }) => id), ["1", "2"]);
  assertEquals(read().link, '<page 3>; rel="next"');
  const added = await controller.fetch(list.push, { title: "new" });
  await client.allSettled();
  assertInstanceOf(added, Issue);
  assertEquals(read().results.map(({ id }) => id), ["1", "2", "9"]);
});

const bytes = new Uint8Array([0, 255, 128, 13, 10]);

Deno.test("a download is the bytes that came [endpoint/XFM-24] [endpoint/TBL-7]", async () => {
  await using server = new RecordingServer(({ address }) => {
    switch (address) {
      case "/files/9/download":
        return new Response(bytes, {
          headers: { "content-type": "image/png" },
        });
      case "/files/json/download":
        return Response.json({ a: 1 });
      case "/files/empty/download":
        return new Response(null, { status: 204 });
      default:
        return new Response("no", { status: 404 });
    }
  });
  const download = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/files/:id/download",
    content: "blob",
    dataExpiryLength: 0,
  });
  using client = createClient();
  const { controller } = client;
  const blob = await controller.fetch(download, { id: "9" });
  assertInstanceOf(blob, Blob);
  assertEquals(blob.type, "image/png");
  assertEquals(new Uint8Array(await blob.arrayBuffer()), bytes);
  const json = await controller.fetch(download, { id: "json" });
  assertInstanceOf(json, Blob);
  assertEquals(await json.text(), '{"a":1}');
  const buffer = await controller.fetch(
    download.extend({ content: "arrayBuffer" }),
    { id: "9" },
  );
  assertInstanceOf(buffer, ArrayBuffer);
  assertEquals(new Uint8Array(buffer), bytes);
  assertStrictEquals(await download({ id: "empty" }) as unknown, null);
  const error = await assertRejects(
    () => controller.fetch(download, { id: "missing" }),
    NetworkError,
  );
  assertEquals(error.status, 404);
  await error.response.body?.cancel();
});

Deno.test("a download can have the name that the server gave [endpoint/XFM-25]", async () => {
  const headers: Record<string, string> = {
    "1": 'attachment; filename="tide table.pdf"',
    "2": "attachment; filename=a.bin",
    "3": "attachment",
  };
  await using server = new RecordingServer(({ address }) => {
    const header = headers[address.split("/")[2]!];
    return new Response(bytes, {
      headers: header === undefined ? {} : { "content-disposition": header },
    });
  });
  const download = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/files/:id/download",
    dataExpiryLength: 0,
    async parseResponse(response: Response) {
      return {
        blob: await response.blob(),
        filename: filenameFromContentDisposition(
          response.headers.get("content-disposition"),
        ),
      };
    },
    process(value): { blob: Blob; filename: string } {
      return value;
    },
  });
  using client = createClient();
  const names: string[] = [];
  for (const id of ["1", "2", "3", "4"]) {
    const { blob, filename } = await client.controller.fetch(download, { id });
    assertEquals(new Uint8Array(await blob.arrayBuffer()), bytes);
    names.push(filename);
  }
  assertEquals(names, ["tide table.pdf", "a.bin", "download", "download"]);
});

Deno.test("a value that is stale on arrival is not kept without a reader [endpoint/XFM-26] [endpoint/END-22]", async () => {
  using time = new FakeTime(1_000_000);
  using _fetch = replaceFetch(() => Promise.resolve(new Response(bytes)));
  const download = new RestEndpoint({
    path: "/files/:id/download",
    content: "blob",
    dataExpiryLength: 0,
  });
  using client = createClient();
  const keys = () => [...client.getState().endpointKeys()];
  for (const id of ["1", "2"]) {
    assertInstanceOf(await client.fetch(download, { id }), Blob);
    await time.tickAsync(1);
    assertEquals(keys(), []);
  }
  const shown: unknown[] = [];
  const stop = client.subscribe(download, [{ id: "3" }], ({ data }) => {
    shown.push(data);
  });
  await client.allSettled();
  await time.tickAsync(1);
  assertInstanceOf(shown.at(-1), Blob);
  assertEquals(keys(), [download.key({ id: "3" })]);
  assertEquals(
    client.read(download, { id: "3" }).expiresAt,
    client.getState().getMeta(download.key({ id: "3" }))?.date,
  );
  stop();
  await time.tickAsync(1);
  assertEquals(keys(), []);
});

Deno.test("binary values are kept by reference [endpoint/XFM-27]", async () => {
  const values: unknown[] = [];
  using _fetch = replaceFetch(() => Promise.resolve(new Response(bytes)));
  const download = new RestEndpoint({
    path: "/files/:id/download",
    content: "arrayBuffer",
    process(value: ArrayBuffer) {
      values.push(value);
      return value;
    },
  });
  using client = createClient();
  const { controller } = client;
  const buffer = await controller.fetch(download, { id: "9" });
  assertStrictEquals(buffer, values[0]);
  const { data } = controller.getResponse(
    download,
    { id: "9" },
    controller.getState(),
  );
  assertStrictEquals(data, values[0]);
  assert(!Object.isFrozen(buffer));
});
