// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { All } from "../../schema/all.ts";
import { Entity } from "../../schema/entity.ts";
import { INVALID } from "../../schema/invalid.ts";
import { Invalidate } from "../../schema/invalidate.ts";
import { MemoCache } from "../../schema/memo_cache.ts";
import { leftInMemory } from "../support/collect_garbage.ts";
import { StoredWorld } from "../support/stored_world.ts";
import { Port } from "./harbour.ts";

class Ship extends Entity {
  id = "";
  name = "";
  home = Port.fromJS();
  tags: string[] = [];
  stops: Port[] = [];
  log = { port: Port.fromJS() };
  launched = new Date(0);
  static override schema = {
    home: Port,
    stops: [Port],
    log: { port: Port },
    launched: (iso: any) => new Date(iso),
  };
}

class Crew extends Entity {
  id = "";
}

function harbour(): StoredWorld {
  const world = new StoredWorld();
  world.put([Ship], [
    { id: "1", name: "Ada", home: { id: "rtm", name: "Rotterdam" } },
    { id: "2", name: "Bea", home: { id: "ham", name: "Hamburg" } },
    { id: "3", name: "Cai", home: "rtm" },
  ]);
  return world;
}

Deno.test("an instance lasts until its row, a row it reaches, or the presence of one changes [schema/REF-2]", () => {
  const world = harbour();
  let ship = world.read(Ship, "1");
  const changes = [
    () => world.change("Ship", "1", { name: "Ann" }),
    () => world.change("Port", "rtm", { name: "R." }),
    () => world.change("Ship", "1", { stops: ["ham", "ant"] }),
    () => world.replace("Port", "ant", { id: "ant" }),
    () => world.replace("Port", "ant", INVALID),
    () => world.change("Ship", "1", { log: { port: "ham" } }),
    () => world.change("Port", "ham", { name: "H." }),
    () => world.replace("Port", "ham", undefined),
  ];
  for (const change of changes) {
    assertStrictEquals(world.read(Ship, "1"), ship);
    change();
    const changed = world.read(Ship, "1");
    assertNotStrictEquals(changed, ship, String(change));
    ship = changed;
  }
  world.replace("Port", "rtm", INVALID);
  assertStrictEquals(world.read(Ship, "1"), INVALID);
});

Deno.test("a changed child changes its ancestors and nothing else [schema/REF-4]", () => {
  const world = harbour();
  const result = { ships: ["1", "2", "3"], next: "" };
  const schema = { ships: [Ship], next: "" };
  const before = world.read(schema, result);
  world.change("Ship", "1", { name: "Ann" });
  const renamed = world.read(schema, result);
  assertStrictEquals(renamed.ships[0].home, before.ships[0].home);
  assertStrictEquals(renamed.ships[1], before.ships[1]);
  assertStrictEquals(renamed.ships[2], before.ships[2]);
  assertNotStrictEquals(renamed.ships, before.ships);
  assertNotStrictEquals(renamed, before);

  world.change("Port", "rtm", { name: "R." });
  const moved = world.read(schema, result);
  assertNotStrictEquals(moved, renamed);
  assertNotStrictEquals(moved.ships[0], renamed.ships[0]);
  assertStrictEquals(moved.ships[1], renamed.ships[1]);
  assertNotStrictEquals(moved.ships[2], renamed.ships[2]);
  assertStrictEquals(moved.ships[0].home, moved.ships[2].home);
});

Deno.test("what was missing appears everywhere once it arrives, and not before [schema/REF-5]", () => {
  const world = new StoredWorld();
  world.put([Ship], [{ id: "1", home: "rtm", stops: ["rtm", "ham"] }]);
  const list = ["1", "2"];
  const object = { ship: "2" };
  const ship = world.read(Ship, "1");
  assertEquals([ship.home, ship.stops], [undefined, []]);
  const ships = world.read([Ship], list);
  assertEquals(ships, [ship]);
  const shipMember = { ship: Ship };
  const value = world.read(shipMember, object);
  assertEquals(value, { ship: undefined });
  world.put(Crew, { id: "c" });
  assertStrictEquals(world.read(Ship, "1"), ship);
  assertStrictEquals(world.read([Ship], list), ships);
  assertStrictEquals(world.read(shipMember, object), value);

  world.put(Port, { id: "rtm", name: "Rotterdam" });
  const joined = world.read(Ship, "1");
  assertEquals(joined.home.name, "Rotterdam");
  assertEquals(joined.stops.length, 1);
  assertStrictEquals(world.read([Ship], list)[0], joined);
  world.put(Ship, { id: "2", home: "rtm" });
  assertEquals(world.read([Ship], list).length, 2);
  assertStrictEquals(
    world.read(shipMember, object).ship,
    world.read(Ship, "2"),
  );
});

Deno.test("a response keeps its identity by result, schema and dependencies; another schema reads it anew [schema/REF-6]", () => {
  const world = harbour();
  const result = { ships: ["1"], by: { port: "rtm" } };
  const full = { ships: [Ship], by: { port: Port } };
  const partly = { ships: [Ship], by: { port: "" } };
  const value = world.read(full, result);
  assertStrictEquals(world.read(full, result), value);
  const other = world.read(partly, result);
  assertEquals(other.by, { port: "rtm" });
  assertStrictEquals(other.ships[0], value.ships[0]);
  assertStrictEquals(world.read(full, result), value);
  assertStrictEquals(world.read(partly, result), other);
  assertNotStrictEquals(world.read(full, { ...result }), value);
});

Deno.test("two classes of one key share rows and have instances of their own [schema/REF-10]", () => {
  class ShipSummary extends Entity {
    id = "";
    name = "";
    static override key = "Ship";
  }
  const world = harbour();
  const full = world.read(Ship, "1");
  const summary = world.read(ShipSummary, "1");
  assert(full instanceof Ship && summary instanceof ShipSummary);
  assertEquals(summary.name, full.name);
  assertStrictEquals(world.read(ShipSummary, "1"), summary);
  assertStrictEquals(world.read(Ship, "1"), full);
  world.put(ShipSummary, { id: "1", name: "Ann" });
  assertEquals(world.read(Ship, "1").name, "Ann");
  assertEquals(world.read(ShipSummary, "1").name, "Ann");
});

Deno.test("entities are extensible, so that classes may remember on themselves [schema/REF-16]", () => {
  class Chart extends Entity {
    id = "";
    #name: string | undefined;
    cached: string | undefined;
    get title(): string {
      return this.cached ??= this.#name ??= `Chart ${this.id}`;
    }
  }
  const world = new StoredWorld();
  world.put(Chart, { id: "5" });
  const chart = world.read(Chart, "5");
  assertEquals(chart.title, "Chart 5");
  assert(!Object.isFrozen(chart));
  assertEquals(world.read(Chart, "5").cached, "Chart 5");
});

Deno.test("rows and values of dropped states are collected [schema/REF-17]", async () => {
  const memo = new MemoCache();
  const dropped: WeakRef<object>[] = [];
  let result: string[];
  const readVersion = (version: number) => {
    const tables = {
      Ship: { 1: { id: "1", name: `v${version}`, home: "rtm" } },
      Port: { rtm: { id: "rtm", name: `v${version}` } },
    };
    result = ["1"];
    const { data } = memo.denormalize([Ship], result, tables) as any;
    dropped.push(
      new WeakRef(tables.Ship[1]),
      new WeakRef(tables.Port.rtm),
      new WeakRef(result),
      new WeakRef(data),
      new WeakRef(data[0]),
    );
  };
  for (let version = 0; version < 400; version++) readVersion(version);
  result = [];
  // the memo may go on looking at what was read last
  assertEquals((await leftInMemory(dropped.slice(0, -5 * 210))).length, 0);
});

Deno.test("what a list showed before is collected although the list lives on [schema/REF-17]", async () => {
  const world = harbour();
  const list = ["1", "2", "3"];
  const all = new All(Ship);
  const dropped: WeakRef<object>[] = [];
  const readVersion = (version: number) => {
    world.change("Port", "rtm", { name: `v${version}` });
    world.change("Ship", "2", { name: `v${version}` });
    const ships = world.read([Ship], list);
    dropped.push(
      new WeakRef(ships),
      new WeakRef(ships[0]),
      new WeakRef(ships[1]),
      new WeakRef(ships[0].home),
      new WeakRef(world.query(all)),
      new WeakRef(world.parts.entities.Ship!["2"] as object),
      new WeakRef(world.parts.entities.Port!.rtm as object),
    );
  };
  for (let version = 0; version < 50; version++) readVersion(version);
  assertEquals((await leftInMemory(dropped.slice(0, -14))).length, 0);
});

Deno.test("paths name every entity that a value depends on, missing ones too, on a hit as on a miss [schema/REF-18]", () => {
  const world = new StoredWorld();
  world.put([Ship], [
    { id: "1", home: "rtm", stops: ["ham", "zz"] },
    { id: "2", home: "zz" },
  ]);
  world.put([Port], [{ id: "rtm" }, { id: "ham" }]);
  const result = { ships: ["1", "2", "none"] };
  const schema = { ships: [Ship] };
  const paths = () =>
    world.result(schema, result).paths
      .map(({ key, pk }) => `${key} ${pk}`).sort();
  const expected = [
    "Port ham",
    "Port rtm",
    "Port zz",
    "Ship 1",
    "Ship 2",
    "Ship none",
  ];
  assertEquals(paths(), expected);
  assertEquals(paths(), expected);
  world.read(Ship, "1");
  world.read([Port], ["rtm"]);
  assertEquals(paths(), expected);
  world.put(Crew, { id: "c" });
  assertEquals(paths(), expected);
  world.change("Ship", "2", { home: "rtm" });
  assertEquals(paths(), expected);
  world.change("Ship", "1", { stops: [] });
  assertEquals(paths(), ["Port rtm", "Ship 1", "Ship 2", "Ship none"]);
});

Deno.test("a state that comes back brings its values back, if somebody still holds them [schema/REF-1]", () => {
  const world = harbour();
  const result = ["1", "2", "3"];
  const before = world.parts;
  const ships = world.read([Ship], result);
  world.change("Port", "rtm", { name: "R." });
  const changed = world.parts;
  const others = world.read([Ship], result);
  assertNotStrictEquals(others, ships);
  for (let round = 0; round < 5; round++) {
    world.parts = before;
    assertStrictEquals(world.read([Ship], result), ships);
    assertStrictEquals(world.read(Ship, "1"), ships[0]);
    world.parts = changed;
    assertStrictEquals(world.read([Ship], result), others);
    assertStrictEquals(world.read(Ship, "1"), others[0]);
  }
});

Deno.test("in a state that comes back after many others, what contains an entity contains the one that is read now [schema/REF-1] [schema/REF-12]", () => {
  class Deck extends Entity {
    id = "";
    ship: any = null;
    port: any = null;
    static override schema = { ship: Ship, port: Port };
  }
  class Twin extends Entity {
    id = "";
    other: any = null;
  }
  Twin.schema = { other: Twin };
  const world = harbour();
  world.put([Deck], [
    { id: "x", ship: "1", port: "ham" },
    { id: "y", ship: "1", port: "ham" },
  ]);
  world.put([Twin], [{ id: "a", other: "b" }, { id: "b", other: "a" }]);
  const list = ["x", "y"];
  const ships = ["1", "2"];
  const before = world.parts;
  const decks = world.read([Deck], list);
  world.read([Ship], ships);
  world.read(Twin, "b");
  // more states than a row remembers values of; only parts are read in them
  for (let version = 0; version < 12; version++) {
    world.change("Port", "rtm", { name: `v${version}` });
    world.change("Twin", "b", { version });
    world.read(Ship, "1");
    world.read(Twin, "a");
  }
  world.parts = before;
  const ship = world.read(Ship, "1");
  for (const id of list) assertStrictEquals(world.read(Deck, id).ship, ship);
  assertStrictEquals(world.read([Deck], list)[0].ship, ship);
  assertStrictEquals(world.read([Deck], list)[0].port, decks[0].port);
  const twin = world.read(Twin, "a");
  assertStrictEquals(world.read(Twin, "b"), twin.other);
  assertStrictEquals(twin.other.other, twin);
  assertStrictEquals(world.read(Twin, "a"), twin);
  assertStrictEquals(world.read([Twin], ["b"])[0], twin.other);
  // and a list that has to be rebuilt for another member
  world.change("Ship", "2", { name: "changed" });
  assertStrictEquals(world.read([Ship], ships)[0], world.read(Ship, "1"));
});

Deno.test("deleting and reviving an entity [schema/REF-2] [schema/REF-5]", () => {
  const world = harbour();
  const list = ["1", "2", "3"];
  const before = world.read([Ship], list);
  world.put(new Invalidate(Ship), { id: "2" });
  const without = world.read([Ship], list);
  assertEquals(without, [before[0], before[2]]);
  assertStrictEquals(without[0], before[0]);
  world.put(Ship, { id: "2", name: "again" });
  const revived = world.read([Ship], list);
  assertEquals(revived.map(({ name }: Ship) => name), ["Ada", "again", "Cai"]);
  assertStrictEquals(revived[0], before[0]);
});
