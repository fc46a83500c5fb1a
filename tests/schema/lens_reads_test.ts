// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import {
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { Collection } from "../../schema/collection.ts";
import { denormalize } from "../../schema/memo_cache.ts";
import { Entity } from "../../schema/entity.ts";
import { INVALID } from "../../schema/invalid.ts";
import { Scalar } from "../../schema/scalar.ts";
import { Values } from "../../schema/values.ts";
import { StoredWorld } from "../support/stored_world.ts";

const portfolioOf = (args: readonly any[]) => args[0]?.portfolio;
const shares = new Scalar({ lens: portfolioOf, key: "portfolio" });

class City extends Entity {
  id = "";
  name = "";
}

class Company extends Entity {
  id = "";
  name = "";
  share = 0;
  shares = 7;
  seat = City.fromJS();
  static override schema = { share: shares, shares, seat: City };
}

class Fund extends Entity {
  id = "";
  name = "";
  holdings: Company[] = [];
  best: Company | null = null;
  city: City | null = null;
  static override schema = { holdings: [Company], best: Company, city: City };
}

const a = [{ portfolio: "A" }];
const b = [{ portfolio: "B" }];

function market(): StoredWorld {
  const world = new StoredWorld();
  world.put([Company], [
    { id: "1", name: "Ada", share: 0.5, seat: { id: "rtm" } },
    { id: "2", name: "Bea", share: 0.1, seat: "rtm" },
  ], a);
  world.put([Company], [{ id: "1", share: 0.3 }], b);
  world.put([Fund], [
    { id: "f", holdings: ["1", "2"], best: "1", city: "rtm" },
  ]);
  return world;
}

Deno.test("a lens sees its own cells; A, B and A again gives the first instances of A [schema/REF-9] [schema/SCA-21]", () => {
  const world = market();
  const list = ["1", "2"];
  const first = world.read([Company], list, a);
  assertEquals(first.map(({ share }: Company) => share), [0.5, 0.1]);
  const other = world.read([Company], list, b);
  assertEquals(other.map(({ share }: Company) => share), [0.3, undefined]);
  assertEquals(other[0].name, "Ada");
  assertStrictEquals(world.read([Company], list, a), first);
  assertStrictEquals(world.read([Company], list, b), other);
  assertNotStrictEquals(first[0], other[0]);
});

Deno.test("arguments other than the lens make no new instances [schema/REF-3] [schema/SCA-25]", () => {
  const world = market();
  const fund = world.read(Fund, "f", a);
  assertStrictEquals(
    world.read(Fund, "f", [{ portfolio: "A", page: 7 }, "more"]),
    fund,
  );
});

Deno.test("a cell that arrives is joined by the entity that was read without it [schema/REF-5] [schema/SCA-18]", () => {
  const columns = new Values(
    new Scalar({ lens: portfolioOf, key: "portfolio", entity: Company }),
  );
  const world = market();
  const c = [{ portfolio: "C" }];
  const before = world.read(Company, "2", c);
  assertStrictEquals(before.share, undefined);
  assertStrictEquals(world.read(Company, "2", c), before);
  const row = world.parts.entities.Company!["2"];
  world.put(columns, { 2: { share: 0.7, shares: 12 } }, c);
  assertStrictEquals(world.parts.entities.Company!["2"], row);
  assertEquals(world.read(Company, "2", c).share, 0.7);
  // no row has named the other column
  assertEquals(world.read(Company, "2", c).shares, 12);
});

Deno.test("no lens, no cell, an invalid cell, no such column and an absent field are undefined [schema/SCA-21] [schema/DEN-8]", () => {
  const world = market();
  assertStrictEquals(world.read(Company, "1").share, undefined);
  assertStrictEquals(
    world.read(Company, "1", [{ portfolio: "Z" }]).share,
    undefined,
  );
  assertEquals(world.read(Company, "1", a).shares, undefined);
  world.put([Company], [{ id: "1", share: null, shares: 3 }], b);
  assertStrictEquals(world.read(Company, "1", b).share, null);
  assertEquals(world.read(Company, "1", b).shares, 3);
  assertStrictEquals(world.read(Company, "1", a).shares, undefined);
  world.replace("Scalar(portfolio)", "Company|1|A", INVALID);
  assertStrictEquals(world.read(Company, "1", a).share, undefined);
});

Deno.test("a response that was not stored shows its own values [schema/SCA-24] [schema/DEN-6]", () => {
  for (const share of [5, 0, "x", "", false, [1, 2], { deep: 1 }]) {
    const value = denormalize(Company, { id: "1", share }, {}) as any;
    assertEquals(value.share, share);
  }
});

Deno.test("many lenses of one entity each keep their instance [schema/REF-9]", () => {
  const world = market();
  const lenses = Array.from({ length: 200 }, (_, index) => [{
    portfolio: `P${index}`,
  }]);
  lenses.forEach((args, share) =>
    world.put([Company], [{ id: "1", share }], args)
  );
  const seen = lenses.map((args) => world.read(Company, "1", args));
  seen.forEach(({ share }, index) => assertEquals(share, index));
  lenses.forEach((args, index) =>
    assertStrictEquals(world.read(Company, "1", args), seen[index])
  );
});

Deno.test("items of collections: missing and invalid are dropped, the row itself may be missing, invalid or null [schema/DEN-8] [schema/COL-23]", () => {
  const list = new Collection([City]);
  const map = new Collection(new Values(City));
  const world = new StoredWorld();
  const listKey = world.put(list, [{ id: "a" }, null, { id: "b" }, "zz"]);
  const mapKey = world.put(map, { one: { id: "a" }, two: { id: "b" } });
  world.replace("City", "b", INVALID);
  const ids = (value: any) => value.map((city: any) => city?.id);
  assertEquals(ids(world.read(list, listKey)), ["a", undefined]);
  assertStrictEquals(world.read(list, listKey)[1], null);
  assertEquals(Object.keys(world.read(map, mapKey)), ["one"]);
  assertStrictEquals(world.read(list, "none"), undefined);
  assertStrictEquals(world.read(list, null), null);
  world.replace(list.key, listKey, INVALID);
  assertStrictEquals(world.read(list, listKey), INVALID);
});
