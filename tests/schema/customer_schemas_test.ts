// deno-lint-ignore-file no-explicit-any -- responses of every shape
import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { Decimal } from "decimal.js";
// the Temporal of the runtime where it has one
import { Temporal } from "temporal-polyfill";
import { All } from "../../schema/all.ts";
import { ArraySchema } from "../../schema/array.ts";
import { Collection } from "../../schema/collection.ts";
import { denormalize } from "../../schema/memo_cache.ts";
import { Entity } from "../../schema/entity.ts";
import { INVALID } from "../../schema/invalid.ts";
import { Invalidate } from "../../schema/invalidate.ts";
import { Scalar } from "../../schema/scalar.ts";
import { Union } from "../../schema/union.ts";
import { Values } from "../../schema/values.ts";
import { StoredWorld } from "../support/stored_world.ts";

class User extends Entity {
  id = "";
  name = "";
  override pk() {
    return this.id;
  }
  static override key = "User";
}

abstract class FeedItem extends Entity {
  id = 0;
  abstract type: "link" | "post";
  override pk() {
    return `${this.id}`;
  }
}

class Link extends FeedItem {
  type = "link" as const;
  url = "";
  title = "";
}

class Post extends FeedItem {
  type = "post" as const;
  content = "";
}

Deno.test("GET /users: all users in the cache; an empty answer is a list; a created one joins it [schema/ALL-3] [schema/ALL-5] [schema/ALL-13]", () => {
  const users = new All(User);
  const world = new StoredWorld();
  assertStrictEquals(
    world.memo.buildQueryKey(users, [], world.reader),
    INVALID,
  );
  assertStrictEquals(world.query(users), INVALID);
  assertStrictEquals(world.put(users, []), undefined);
  assertEquals(world.query(users), []);
  world.put(users, [{ id: "1", name: "Ada" }, { id: "2", name: "Bea" }]);
  const list = world.query(users);
  assertEquals(list.map(({ name }: User) => name), ["Ada", "Bea"]);
  list.forEach((user: User) => assertInstanceOf(user, User));
  world.put(User, { id: "3", name: "Cai" });
  const longer = world.query(users);
  assertEquals(longer.length, 3);
  assertStrictEquals(longer[0], list[0]);
  world.put(User, { id: "3", name: "Cai" });
  assertStrictEquals(world.query(users), longer);
});

const feed = [
  { id: 1, type: "link", url: "https://a.example", title: "A" },
  { id: 2, type: "post", content: "hello" },
  { id: 3, type: "ad", sponsor: "x" },
];

Deno.test("GET /feed by three schemas: the same instances, unknown types as they are or left out [schema/POL-4] [schema/POL-7] [schema/POL-10] [schema/ALL-10] [schema/ARR-9]", () => {
  const byName = new All({ link: Link, post: Post }, "type");
  const byFunction = new All(
    { links: Link, posts: Post },
    (value: FeedItem) => `${value.type}s` as "links" | "posts",
  );
  const union = new Union({ link: Link, post: Post }, "type");
  const warnings: string[] = [];
  const warn = console.warn;
  console.warn = (text: string) => warnings.push(text);
  try {
    const world = new StoredWorld();
    world.put(byName, feed);
    world.put(byFunction, feed);
    const result = world.put([union], feed);
    assertEquals(result.slice(0, 2), [
      { id: "1", schema: "link" },
      { id: "2", schema: "post" },
    ]);
    assertStrictEquals(result[2], feed[2]);
    assertEquals(Object.keys(world.parts.entities).sort(), ["Link", "Post"]);

    const listed = world.read([union], result);
    const named = world.query(byName);
    const computed = world.query(byFunction);
    assertInstanceOf(listed[0], Link);
    assertInstanceOf(listed[1], Post);
    assertStrictEquals(listed[2], feed[2]);
    assertEquals(listed[0].title, "A");
    assertEquals(listed[1].content, "hello");
    assertEquals([named.length, computed.length], [2, 2]);
    named.forEach((item: FeedItem, index: number) => {
      assertStrictEquals(item, listed[index]);
      assertStrictEquals(item, computed[index]);
    });
    assert(
      warnings.length > 0 && warnings.every((text) => text.includes("ad")),
    );
  } finally {
    console.warn = warn;
  }
});

class ExchangePrice extends Entity {
  exchangePair = "";
  updatedAt = Temporal.Instant.fromEpochMilliseconds(0);
  price = new Decimal(0);
  override pk() {
    return this.exchangePair;
  }
  static override key = "ExchangePrice";
  static override schema = {
    updatedAt: Temporal.Instant.from,
    price: Decimal,
  };
}

class Ticker extends Entity {
  product_id = "";
  trade_id = 0;
  price = 0;
  size = "0";
  time = Temporal.Instant.fromEpochMilliseconds(0);
  bid = "0";
  ask = "0";
  volume = "";
  override pk() {
    return this.product_id;
  }
  static override key = "Ticker";
  static override schema = { price: Number, time: Temporal.Instant.from };
}

Deno.test("GET /price/:exchangePair: stored as sent, read as Instant and Decimal [schema/FLD-1] [schema/FLD-4] [schema/REF-11]", () => {
  const world = new StoredWorld();
  const response = {
    exchangePair: "btc-usd",
    updatedAt: "2024-05-01T00:00:00Z",
    price: "0.1000000000000000000001",
  };
  const pk = world.put(ExchangePrice, response, [
    { exchangePair: "btc-usd" },
  ]);
  assertEquals(world.parts.entities.ExchangePrice![pk], response);
  const read = world.read(ExchangePrice, pk);
  assertInstanceOf(read.price, Decimal);
  assertEquals(read.price.toString(), response.price);
  assertInstanceOf(read.updatedAt, Temporal.Instant);
  assertEquals(read.updatedAt.epochMilliseconds, Date.UTC(2024, 4, 1));
  assertStrictEquals(world.read(ExchangePrice, pk).price, read.price);
  assertStrictEquals(
    world.query(ExchangePrice, { exchangePair: "btc-usd" }),
    read,
  );
});

Deno.test("GET /products/:productId/ticker: polling equal data changes nothing [schema/FLD-2] [schema/FLD-5] [schema/REF-15]", () => {
  const world = new StoredWorld();
  // what process() makes of the response and the path
  const response = () => ({
    product_id: "BTC-USD",
    trade_id: 86326522,
    price: "6268.48",
    size: "0.00698254",
    time: "2020-03-20T00:22:57.833Z",
    bid: "6265.15",
    ask: "6267.71",
    volume: "53602.03940154",
  });
  world.put(Ticker, response());
  const ticker = world.read(Ticker, "BTC-USD");
  assertStrictEquals(ticker.price, 6268.48);
  assertStrictEquals(ticker.size, "0.00698254");
  assertEquals(
    ticker.time.toString(),
    "2020-03-20T00:22:57.833Z",
  );
  world.put(Ticker, response());
  assertStrictEquals(world.read(Ticker, "BTC-USD"), ticker);
  world.put(Ticker, { ...response(), price: "6270" });
  const next = world.read(Ticker, "BTC-USD");
  assertNotStrictEquals(next, ticker);
  assertStrictEquals(next.price, 6270);
  world.put(Ticker, { product_id: "ETH-USD" });
  const bare = world.read(Ticker, "ETH-USD");
  assertEquals([bare.price, bare.time.epochMilliseconds], [0, 0]);
  const direct = denormalize(Ticker, response(), {}) as any;
  assertStrictEquals(direct.price, 6268.48);
  assertInstanceOf(direct.time, Temporal.Instant);
});

Deno.test("a legacy date by a function, and by the constructor [schema/FLD-1] [schema/FLD-4]", () => {
  class LegacyPrice extends Entity {
    exchangePair = "";
    updatedAt = new Date(0);
    checkedAt = new Date(0);
    override pk() {
      return this.exchangePair;
    }
    static override key = "LegacyPrice";
    static override schema = {
      updatedAt: (iso: string) => new Date(iso),
      checkedAt: Date,
    };
  }
  const world = new StoredWorld();
  const iso = "2024-05-01T12:00:00.000Z";
  world.put(LegacyPrice, {
    exchangePair: "a",
    updatedAt: iso,
    checkedAt: iso,
  });
  const price = world.read(LegacyPrice, "a");
  assertEquals(price.updatedAt.toISOString(), iso);
  assertEquals(price.checkedAt.toISOString(), iso);
});

class Stream extends Entity {
  username = "";
  title = "";
  game = "";
  currentViewers = 0;
  live = false;
  override pk() {
    return this.username;
  }
  static override key = "Stream";
}

Deno.test("GET /:username: the pk may come from the arguments [schema/ENT-16] [schema/QK-4]", () => {
  class ArgumentStream extends Stream {
    static override key = "Stream";
    static override process(input: any, parent: any, key: any, args: any): any {
      return {
        ...super.process(input, parent, key, args),
        username: args[0].username,
      };
    }
  }
  const world = new StoredWorld();
  // what process() of the endpoint gives, and what process() of the entity gets
  world.put(Stream, {
    username: "ada",
    title: "Chess",
    game: "chess",
    currentViewers: 3,
    live: true,
  });
  const args = [{ username: "bea" }];
  assertEquals(world.put(ArgumentStream, { title: "Go" }, args), "bea");
  assertEquals(world.query(Stream, { username: "ada" }).currentViewers, 3);
  assertStrictEquals(world.query(Stream, { username: "ada" }).live, true);
  const bea = world.query(Stream, { username: "bea" });
  assertEquals([bea.title, bea.live, bea.currentViewers], ["Go", false, 0]);
  assertStrictEquals(world.query(Stream, { username: "cai" }), undefined);
});

const portfolioScalar = new Scalar({
  lens: (args) => (args[0] as any)?.portfolio,
  key: "portfolio",
});

class Company extends Entity {
  id = "";
  name = "";
  price = 0;
  pct_equity = 0;
  shares = 0;
  static override key = "Company";
  static override schema = {
    pct_equity: portfolioScalar,
    shares: portfolioScalar,
  };
}
const columnScalar = new Scalar({
  lens: (args) => (args[0] as any)?.portfolio,
  key: "portfolio",
  entity: Company,
});
const companies = new Collection([Company], { argsKey: () => ({}) });
const columns = new Collection([columnScalar], {
  argsKey: ({ portfolio }: { portfolio: string }) => ({ portfolio }),
});

Deno.test("GET /companies and /companies/columns: one list for all portfolios, columns of each, no second request [schema/COL-14] [schema/SCA-18] [schema/SCA-21] [schema/REF-9]", () => {
  const world = new StoredWorld();
  const a = { portfolio: "A" };
  const b = { portfolio: "B" };
  world.put(companies, [
    { id: "1", name: "Ada", price: 10, pct_equity: 0.5, shares: 32342 },
    { id: "2", name: "Bea", price: 20, pct_equity: 0.1, shares: 5 },
  ], [a]);
  const row = world.parts.entities.Company!["1"];
  assertEquals(row, {
    id: "1",
    name: "Ada",
    price: 10,
    pct_equity: ["1", "pct_equity", "Company"],
    shares: ["1", "shares", "Company"],
  });
  // the list is found for B, its columns are not there yet
  const early = world.query(companies, b);
  assertEquals(early.map(({ name }: Company) => name), ["Ada", "Bea"]);
  assertStrictEquals(early[0].shares, undefined);
  world.put(columns, [
    { id: "1", pct_equity: 0.3, shares: 7 },
    { id: "2", pct_equity: null, shares: 0 },
  ], [b]);
  assertStrictEquals(world.parts.entities.Company!["1"], row);

  const underA = world.query(companies, a);
  const underB = world.query(companies, b);
  assertEquals(
    underA.map(({ pct_equity, shares }: Company) => [pct_equity, shares]),
    [[0.5, 32342], [0.1, 5]],
  );
  assertEquals(
    underB.map(({ pct_equity, shares }: Company) => [pct_equity, shares]),
    [[0.3, 7], [null, 0]],
  );
  assertEquals(underB[0].price, 10);
  assertStrictEquals(world.query(companies, a), underA);
  assertStrictEquals(world.query(companies, b), underB);
  assertEquals(world.query(columns, b), [
    { id: "1", pct_equity: 0.3, shares: 7 },
    { id: "2", pct_equity: null, shares: 0 },
  ]);
  assertStrictEquals(world.query(columns, a), undefined);
  // a change of A leaves B alone
  world.put(columns, [{ id: "1", shares: 1 }], [a]);
  assertStrictEquals(world.query(companies, b), underB);
  assertEquals(world.query(companies, a)[0].pct_equity, 0.5);
  assertEquals(world.query(companies, a)[0].shares, 1);
  assertStrictEquals(world.query(companies, a)[1], underA[1]);
});

class Todo extends Entity {
  id = "";
  userId = 0;
  title = "";
  static override key = "Todo";
}
const todos = new Collection([Todo]);

Deno.test("push with userId, title and id reaches the lists that match, once each [schema/COL-33] [schema/COL-37] [schema/COL-41] [schema/REF-8]", () => {
  const pushes = [
    [{ userId: "1" }, { title: "t" }],
    [{ userId: "1", title: "t", id: "9" }],
  ];
  for (const args of pushes) {
    const world = new StoredWorld();
    const titles = (...args: any[]) =>
      world.query(todos, ...args).map(({ title }: Todo) => title);
    world.put(todos, [{ id: "1", title: "a" }], []);
    world.put(todos, [{ id: "1", title: "a" }], [{ userId: "1" }]);
    world.put(todos, [{ id: "2", title: "b" }], [{ userId: "2" }]);
    const other = world.query(todos, { userId: "2" });
    const response = { id: "9", userId: 1, title: "t" };
    const created = world.put(todos.push, response, args);
    assertEquals(titles(), ["a", "t"]);
    assertEquals(titles({ userId: "1" }), ["a", "t"]);
    assertStrictEquals(world.query(todos, { userId: "2" }), other);
    world.put(todos.push, response, args);
    assertEquals(titles({ userId: 1 }), ["a", "t"]);
    const value = denormalize(todos.push, response, {}) as any;
    assertInstanceOf(value, Todo);
    assertEquals(created, ["9"]);
  }
});

Deno.test("a deletion empties its place in lists and all; an older list does not bring it back [schema/INV-6] [schema/MRG-6]", () => {
  const world = new StoredWorld();
  const list = world.put([User], [{ id: "1" }, { id: "2" }], [], 10);
  const all = new All(User);
  const ids = (value: any) => value.map(({ id }: User) => id);
  world.put(new Invalidate(User), { id: "1" }, [], 20);
  assertEquals(ids(world.read([User], list)), ["2"]);
  assertEquals(ids(world.query(all)), ["2"]);
  world.put([User], [{ id: "1" }, { id: "2" }], [], 15);
  assertEquals(ids(world.read([User], list)), ["2"]);
  assertStrictEquals(world.read(User, "1"), INVALID);
  world.put([User], [{ id: "1" }], [], 30);
  assertEquals(ids(world.read([User], list)), ["1", "2"]);
});

Deno.test("of two responses in the wrong order the newer request wins field by field, and for a cell as a whole [schema/MRG-4] [schema/MRG-7]", () => {
  const world = new StoredWorld();
  world.put(User, { id: "1", name: "new" }, [], 10);
  world.put(User, { id: "1", name: "old", extra: 1 }, [], 5);
  const user = world.read(User, "1");
  assertEquals([user.name, user.extra], ["new", 1]);
  const a = [{ portfolio: "A" }];
  world.put(Company, { id: "1", pct_equity: 1, shares: 1 }, a, 10);
  world.put(Company, { id: "1", pct_equity: 2, shares: 2 }, a, 5);
  const company = world.read(Company, "1", a);
  assertEquals([company.pct_equity, company.shares], [1, 1]);
});

Deno.test("define adds to a union that is already in lists [schema/POL-16] [schema/POL-18]", () => {
  const union: Union<any> = new Union({ link: Link }, "type");
  const wrapped = [union];
  const list = new ArraySchema(union);
  const map = new Values(union);
  union.define({ post: Post });
  const world = new StoredWorld();
  for (const schema of [wrapped, list]) {
    const result = world.put(schema, feed.slice(0, 2));
    const [link, post] = world.read(schema, result);
    assertInstanceOf(link, Link);
    assertInstanceOf(post, Post);
  }
  const result = world.put(map, { one: feed[1] });
  assertInstanceOf(world.read(map, result).one, Post);
});
