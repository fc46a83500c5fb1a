// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { All } from "../../../schema/all.ts";
import { Collection } from "../../../schema/collection.ts";
import { Entity } from "../../../schema/entity.ts";
import { Query } from "../../../schema/query.ts";
import { Scalar } from "../../../schema/scalar.ts";
import { GraphWorld } from "./graph_world.ts";

/** Instances made since the last look. */
let made = 0;

class Port extends Entity {
  id = "";
  constructor() {
    super();
    made++;
  }
}

class Ship extends Entity {
  id = "";
  name = "";
  home: Port | null = null;
  constructor() {
    super();
    made++;
  }
  static override schema = { home: Port };
}

class Share extends Entity {
  id = "";
  value = 0;
  constructor() {
    super();
    made++;
  }
  static override schema = {
    value: new Scalar({
      lens: (args) => (args[0] as any)?.portfolio,
      key: "portfolio",
    }),
  };
}

const fleet = new Collection([Ship], {
  argsKey: ({ fleet }: { fleet: string }) => ({ fleet }),
});

/** A list of ten ships, in a store of many more. */
function harbour(size: number): GraphWorld {
  const world = new GraphWorld();
  world.put([Ship], range(size).map((id) => ({ id, name: "", home: id % 7 })));
  world.put([Port], range(7).map((id) => ({ id })));
  world.put(fleet, range(10), [{ fleet: "a" }]);
  world.put(fleet, range(size).map(String), [{ fleet: "all" }]);
  return world;
}

function range(size: number): any[] {
  return Array.from({ length: size }, (_, index) => index);
}

/** What a read looks up and makes. */
function costOf(world: GraphWorld, read: () => unknown): number[] {
  const { reader } = world;
  reader.rows = 0;
  reader.listings = 0;
  made = 0;
  read();
  return [reader.rows, reader.listings, made];
}

const sizes = [100, 10_000];

/** The costs in a small and in a large store, which must be the same. */
function assertCost(
  run: (world: GraphWorld) => () => unknown,
  [rows, listings, instances]: [number, number, number],
): void {
  for (const size of sizes) {
    const world = harbour(size);
    const read = run(world);
    const cost = costOf(world, read);
    assert(cost[0]! <= rows, `${cost[0]} rows looked up of ${size}`);
    assert(cost[1]! <= listings, `${cost[1]} tables listed`);
    assert(cost[2]! <= instances, `${cost[2]} instances made`);
  }
}

Deno.test("a second read looks up nothing and makes nothing [schema/REF-1]", () => {
  for (const size of sizes) {
    const world = harbour(size);
    const list = range(size).map(String);
    const schema = { ships: [Ship] };
    const stored = { ships: list };
    const all = new All(Ship);
    world.read(schema, stored);
    world.query(all);
    const cost = costOf(world, () => {
      world.read(schema, stored);
      world.query(all);
    });
    assertEquals(cost, [0, 0, 0]);
  }
});

Deno.test("a change elsewhere in the same tables costs a list only its own members [schema/REF-3]", () => {
  assertCost((world) => {
    const read = () => world.query(fleet, { fleet: "a" });
    const before = read();
    world.change("Ship", "50", { name: "changed" });
    return () => assertStrictEquals(read(), before);
  }, [25, 0, 0]);
});

Deno.test("a change in tables that a value does not use costs nothing, however long it is [schema/REF-3]", () => {
  assertCost((world) => {
    const read = () => world.query(fleet, { fleet: "all" });
    const before = read();
    world.put(Share, { id: "1", value: 5 }, [{ portfolio: "A" }]);
    return () => assertStrictEquals(read(), before);
  }, [2, 0, 0]);
});

Deno.test("an update of one entity makes one instance [schema/REF-2]", () => {
  assertCost((world) => {
    const read = () => world.read(Ship, "5");
    read();
    world.change("Ship", "5", { name: "changed" });
    return () => assertEquals(read().name, "changed");
  }, [5, 0, 1]);
});

Deno.test("an update of one member rebuilds that member and the list [schema/REF-4]", () => {
  assertCost((world) => {
    const read = () => world.query(fleet, { fleet: "a" });
    const before = read();
    world.change("Ship", "5", { name: "changed" });
    return () => {
      const after = read();
      assertEquals(after[5].name, "changed");
      assertStrictEquals(after[4], before[4]);
    };
  }, [40, 0, 1]);
  // as many look-ups as members, and one instance
  const size = 10_000;
  const world = harbour(size);
  world.query(fleet, { fleet: "all" });
  world.change("Ship", "5", { name: "changed" });
  const [rows, , instances] = costOf(
    world,
    () => world.query(fleet, { fleet: "all" }),
  );
  assert(rows! <= size + 50, `${rows} rows looked up`);
  assertEquals(instances, 1);
});

Deno.test("a push makes one instance and looks up the members of the list [schema/COL-36] [schema/REF-8]", () => {
  assertCost((world) => {
    const read = () => world.query(fleet, { fleet: "a" });
    const before = read();
    world.put(fleet.push, { id: "new", home: 3 }, [{ fleet: "a" }]);
    return () => {
      const after = read();
      assertEquals(after.length, 11);
      assertStrictEquals(after[9], before[9]);
    };
  }, [40, 0, 2]);
});

Deno.test("identical data stored again costs no read anything [schema/REF-15]", () => {
  assertCost((world) => {
    const read = () => world.query(fleet, { fleet: "all" });
    const before = read();
    world.put(fleet, range(10).map((id) => ({ id, name: "", home: id % 7 })), [
      { fleet: "a" },
    ]);
    return () => assertStrictEquals(read(), before);
  }, [2, 0, 0]);
});

Deno.test("what a response says twice, at last as it was, changes no identity, also where it contains itself [schema/REF-15]", () => {
  class Buoy extends Entity {
    id = "";
    name = "";
    next: Buoy | undefined = undefined;
    static override schema: any = {};
  }
  Buoy.schema = { next: Buoy };
  const world = new GraphWorld();
  const say = (first: string, last: string) =>
    world.put(Buoy, { id: "1", name: last, next: { id: "1", name: first } });
  say("", "last");
  const before = world.query(Buoy, { id: "1" });
  say("first", "last");
  assertStrictEquals(world.query(Buoy, { id: "1" }), before);
  say("last", "other");
  assertEquals(world.query(Buoy, { id: "1" }).name, "other");
});

Deno.test("all of a kind after one change: one listing, one instance, one look-up each [schema/ALL-11]", () => {
  const all = new All(Ship);
  for (const size of sizes) {
    const world = harbour(size);
    world.query(all);
    world.change("Ship", "5", { name: "changed" });
    const [rows, listings, instances] = costOf(world, () => world.query(all));
    assert(rows! <= size + 10, `${rows} rows looked up of ${size}`);
    assert(listings! <= 2, `${listings} listings`);
    assertEquals(instances, 1);
    world.put(Ship, { id: "new" });
    const added = costOf(world, () => world.query(all));
    assert(added[0]! <= size + 10, `${added[0]} rows looked up of ${size}`);
    assertEquals(added[2], 1);
  }
});

Deno.test("a lens read of a list costs its members, and none the second time [schema/REF-9]", () => {
  const shares = [Share];
  const list = range(10).map(String);
  for (const size of sizes) {
    const world = new GraphWorld();
    for (const portfolio of ["A", "B"]) {
      world.put([Share], range(size).map((id) => ({ id, value: id })), [
        { portfolio },
      ]);
    }
    const read = (portfolio: string) => () =>
      world.read(shares, list, [{ portfolio }]);
    read("A")();
    // rows and cells
    assertEquals(costOf(world, read("B")), [20, 0, 10]);
    assertEquals(costOf(world, read("A")), [0, 0, 0]);
    assertEquals(costOf(world, read("B")), [0, 0, 0]);
    world.put([Share], [{ id: 3, value: 99 }], [{ portfolio: "B" }]);
    const changed = costOf(world, read("B"));
    assert(changed[0]! <= 60, `${changed[0]} rows looked up`);
    assertEquals(changed[2], 1);
    assertEquals(costOf(world, read("A"))[2], 0);
    // another list of the same companies takes over what this lens showed
    const shown = read("B")();
    const others = list.slice(1);
    const cost = costOf(world, () => {
      const rest = world.read(shares, others, [{ portfolio: "B" }]);
      assertStrictEquals(rest[0], shown[1]);
    });
    assertEquals(cost, [others.length, 0, 0]);
  }
});

Deno.test("a query over all is not run again for a change elsewhere [schema/QRY-4]", () => {
  let runs = 0;
  const count = new Query(new All(Ship), (ships) => {
    runs++;
    return ships.length;
  });
  const world = harbour(1000);
  assertEquals(world.query(count), 1000);
  world.put(Share, { id: "1", value: 5 }, [{ portfolio: "A" }]);
  const cost = costOf(world, () => world.query(count));
  assertEquals([cost[0], cost[2], runs], [0, 0, 1]);
});

Deno.test("a parent that many share is verified once for all of them [schema/REF-4]", () => {
  const world = harbour(10_000);
  const list = range(10_000).map(String);
  world.read([Ship], list);
  world.change("Port", "3", { name: "changed" });
  const [rows, , instances] = costOf(world, () => world.read([Ship], list));
  // each ship once, and the ports
  assert(rows! <= 10_000 + 1500 * 2, `${rows} rows looked up`);
  assertEquals(instances, 1 + Math.ceil((10_000 - 3) / 7));
});
