import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { Decimal } from "decimal.js";
import { Temporal } from "temporal-polyfill";
import { denormalize, Entity } from "../../schema/mod.ts";
import { deserialize } from "../../schema/deserializer.ts";
import { createClient, type DataReport, Endpoint } from "../../mod.ts";
import { recordingConsole } from "../controller/harbour.ts";
import { StoredWorld } from "../support/stored_world.ts";

class ExchangePrice extends Entity {
  exchangePair = "";
  updatedAt = Temporal.Instant.fromEpochMilliseconds(0);
  price = new Decimal(0);
  volume = 0;
  override pk() {
    return this.exchangePair;
  }
  static override schema = {
    updatedAt: Temporal.Instant.from,
    price: Decimal,
    volume: Number,
  };
}

const response = {
  exchangePair: "btc-usd",
  updatedAt: "2024-05-01T00:00:00Z",
  price: "0.1000000000000000000001",
  volume: "12.5",
};

Deno.test("fields are stored as they came and deserialized on read [schema/FLD-1] [schema/FLD-3] [schema/FLD-4] [schema/REF-11]", () => {
  const world = new StoredWorld();
  world.put(ExchangePrice, response);
  assertEquals(world.parts.entities.ExchangePrice, { "btc-usd": response });
  const price = world.read(ExchangePrice, "btc-usd") as ExchangePrice;
  assert(price.updatedAt.equals(Temporal.Instant.from(response.updatedAt)));
  assertInstanceOf(price.price, Decimal);
  assertEquals(price.price.toString(), response.price);
  assertStrictEquals(price.volume, 12.5);
  assertStrictEquals(world.read(ExchangePrice, "btc-usd").price, price.price);
});

Deno.test("constructors are called with new, Number and its like as functions [schema/FLD-4]", () => {
  class Money {
    constructor(readonly amount: string) {}
  }
  // as transpilers write a class
  const Transpiled = (() => {
    function Transpiled(this: { value: unknown }, value: unknown) {
      this.value = value;
    }
    Transpiled.prototype.read = function () {
      return this.value;
    };
    return Transpiled as unknown as new (value: unknown) => { read(): unknown };
  })();
  // the same of a class without methods
  function Bare(this: { value: unknown }, value: unknown) {
    this.value = value;
  }
  Object.defineProperty(Bare, "prototype", { writable: false });
  class Extended extends Money {}
  assertInstanceOf(deserialize(Money, "5"), Money);
  assertEquals(deserialize(Money, "5").amount, "5");
  assertInstanceOf(deserialize(Extended, "5"), Extended);
  assertEquals(deserialize(Transpiled, "5").read(), "5");
  assertEquals(deserialize(Bare, "5").value, "5");
  assertEquals(deserialize(Bare, "6").value, "6");
  assertEquals(deserialize(Date, "2024-01-01"), new Date("2024-01-01"));
  assertEquals(deserialize(URL, "https://a.b/c").pathname, "/c");
  assertStrictEquals(deserialize(Number, "5"), 5);
  assertStrictEquals(deserialize(String, 5), "5");
  assertStrictEquals(deserialize(Boolean, 1), true);
  assertStrictEquals(deserialize(BigInt, "9"), 9n);
  function plain(value: string) {
    return value + "!";
  }
  assertEquals(deserialize(plain, "a"), "a!");
  assertEquals(
    deserialize((value: string) => new Date(value), "2024-01-01"),
    new Date("2024-01-01"),
  );
  assertEquals(
    deserialize(Temporal.Instant.from, response.updatedAt).epochMilliseconds,
    Date.UTC(2024, 4, 1),
  );
});

Deno.test("the class default of an absent field is deserialized, null and undefined are not [schema/FLD-5] [schema/NUL-1]", () => {
  const read = (row: object) =>
    denormalize(ExchangePrice, "a", {
      ExchangePrice: { a: { exchangePair: "a", ...row } },
    }) as ExchangePrice;
  const absent = read({});
  assertEquals(absent.price.toString(), "0");
  assertEquals(absent.updatedAt.epochMilliseconds, 0);
  assertStrictEquals(read({ price: null }).price as unknown, null);
  const present = read({ price: undefined });
  assert(Object.hasOwn(present, "price"));
  assertStrictEquals(present.price as unknown, undefined);
});

Deno.test("a deserializer that throws spoils its field of that row, and is reported with its place [schema/FLD-6]", async () => {
  class Reading extends Entity {
    id = "";
    at = new Date(0);
    tags: string[] = ["none"];
    odd: unknown;
    static override schema = {
      at: (text: string) => {
        if (text === "bad") throw Object.freeze(new RangeError("no time"));
        return new Date(text);
      },
      // also in a list
      tags: [(text: string) => text.toUpperCase()],
      odd: (text: string) => {
        throw text;
      },
    };
  }
  const reports: DataReport[] = [];
  await using client = createClient({
    onReport: (report) => reports.push(report),
  });
  const getReadings = new Endpoint(() => Promise.resolve([]), {
    name: "getReadings",
    schema: [Reading],
  });
  await recordingConsole(async () => {
    await client.setResponse(getReadings, [
      { id: "1", at: "2024-01-01", tags: ["a"] },
      // what a server sends that does not keep to its types
      { id: "2", at: "bad", tags: [5 as unknown as string], odd: "text" },
    ]);
    for (let time = 0; time < 2; time++) {
      const [right, spoiled] = client.read(getReadings).data!;
      assertEquals(right!.at, new Date("2024-01-01"));
      assertEquals(right!.tags, ["A"]);
      assertEquals(spoiled!.id, "2");
      assertEquals(spoiled!.at, new Date(0));
      assertEquals(spoiled!.tags, ["none"]);
      assertEquals(spoiled!.odd, undefined);
      assertStrictEquals(client.read(getReadings).data![1], spoiled);
    }
  });
  assertEquals(reports.map(({ place }) => place), [
    "Reading 2.at",
    "Reading 2.tags",
    "Reading 2.odd",
  ]);
  assertStringIncludes(reports[0]!.message, "no time");
});

Deno.test("what a deserializer returns is the value, also undefined [schema/FLD-7]", () => {
  class Odd extends Entity {
    id = "";
    nothing: unknown = "default";
    symbol: unknown = "default";
    static override schema = {
      nothing: () => undefined,
      symbol: (value: string) => Symbol.for(value),
    };
  }
  const read = denormalize(Odd, "1", {
    Odd: { 1: { id: "1", nothing: 5, symbol: "s" } },
  }) as Odd;
  assert(Object.hasOwn(read, "nothing"));
  assertStrictEquals(read.nothing, undefined);
  assertStrictEquals(read.symbol, Symbol.for("s"));
});

Deno.test("an assigned schema takes the new function [schema/FLD-8] [schema/ENT-5]", () => {
  class Late extends Entity {
    id = "";
    at: unknown = "";
  }
  Late.schema = { at: Number };
  const entities = { Late: { 1: { id: "1", at: "5" } } };
  assertStrictEquals((denormalize(Late, "1", entities) as Late).at, 5);
  Late.schema = { at: String };
  assertStrictEquals((denormalize(Late, "1", entities) as Late).at, "5");
});

Deno.test("an entity class in a field is never called [schema/FLD-9]", () => {
  let constructed = 0;
  class Part extends Entity {
    id = "";
    constructor() {
      super();
      constructed++;
    }
  }
  const read = denormalize({ part: Part }, { part: "missing" }, {});
  assertEquals(read, { part: undefined });
  assertEquals(constructed, 0);
});

Deno.test("a bare function gets a whole list, and objects as they are [schema/FLD-2]", () => {
  const count = (values: unknown[]) => values.length;
  const sizeOf = (value: object) => Object.keys(value).length;
  const read = denormalize({ count, sizeOf }, {
    count: [1, 2, 3],
    sizeOf: { a: 1 },
  }, {});
  assertEquals(read as unknown, { count: 3, sizeOf: 1 });
});

Deno.test("deep entities of a read that failed are deserialized by the next one [schema/DEN-10] [schema/FLD-6]", () => {
  class Link extends Entity {
    id = "";
    at = new Date(0);
    next: Link | null = null;
  }
  Link.schema = { at: Date, next: Link };
  const failing = () => {
    throw new RangeError("no time");
  };
  for (let length = 90; length < 110; length++) {
    const world = new StoredWorld();
    const last = { id: `${length}`, at: "2026" };
    world.replace("Link", last.id, last);
    for (let place = 1; place < length; place++) {
      const row = { ...last, id: `${place}`, next: `${place + 1}` };
      world.replace("Link", row.id, row);
    }
    assertThrows(
      () => world.read({ first: Link, at: failing }, { first: "1", at: 1 }),
      RangeError,
    );
    assertEquals(world.read(Link, last.id).at, new Date("2026"));
  }
});
