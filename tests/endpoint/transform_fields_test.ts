import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
} from "@std/assert";
import { Decimal } from "decimal.js";
import {
  createClient,
  type DataReport,
  Entity,
  RestEndpoint,
} from "../../mod.ts";
import { RecordingServer } from "./recording_server.ts";
import { replaceFetch } from "./spies.ts";

class ExchangePrice extends Entity {
  exchangePair = "";
  updatedAt = Temporal.Instant.fromEpochMilliseconds(0);
  price = new Decimal(0);
  static override schema = { updatedAt: Temporal.Instant.from, price: Decimal };
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
  assertEquals([buoy.a, buoy.b, buoy.c], ["read 1", null, 7]);
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

Deno.test("what cannot be deserialized is the default of its class, and is reported with entity and field [endpoint/XFM-12] [schema/FLD-6]", async () => {
  using _fetch = answering({ ...rawPrice, updatedAt: "yesterday" });
  const reports: DataReport[] = [];
  using client = createClient({ onReport: (report) => reports.push(report) });
  const original = console.error;
  console.error = () => {};
  try {
    const price = await client.controller.fetch(getPrice, {
      exchangePair: "btc-usd",
    });
    assertEquals(price.updatedAt, ExchangePrice.defaults.updatedAt);
  } finally {
    console.error = original;
  }
  assertEquals(reports.map(({ place }) => place), [
    "ExchangePrice btc-usd.updatedAt",
  ]);
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
    static override schema = { at: toDate };
  }
  const { controller } = client;
  controller.set(Tide, { id: "1" }, { id: "1", at: new Date(5) });
  assertEquals(
    controller.get(Tide, { id: "1" }, controller.getState())!.at.getTime(),
    5,
  );
});
