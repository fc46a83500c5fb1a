// deno-lint-ignore-file no-explicit-any -- keys and arguments of every shape
import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { All } from "../../schema/all.ts";
import { ArraySchema } from "../../schema/array.ts";
import { Collection } from "../../schema/collection.ts";
import { Entity } from "../../schema/entity.ts";
import { INVALID } from "../../schema/invalid.ts";
import { Invalidate } from "../../schema/invalidate.ts";
import { Lazy } from "../../schema/lazy.ts";
import { MemoCache } from "../../schema/memo_cache.ts";
import { ObjectSchema } from "../../schema/object.ts";
import { Query } from "../../schema/query.ts";
import { validateQueryKey } from "../../schema/object.ts";
import { Union } from "../../schema/union.ts";
import { Values } from "../../schema/values.ts";
import { StoredWorld } from "../support/stored_world.ts";

class Port extends Entity {
  id = "";
}

class Ship extends Entity {
  id = "";
  callSign = "";
  static override key = "Ship";
  static override indexes = ["callSign", "hull"] as const;
}

function harbour(): StoredWorld {
  const world = new StoredWorld();
  world.put([Ship], [
    { id: "1", callSign: "ADA", hull: 7 },
    { id: "2", callSign: "BEA", hull: 8 },
  ]);
  world.put([Port], [{ id: "1" }, { id: 0 }]);
  world.replace("Port", "gone", INVALID);
  return world;
}

function keyOf(world: StoredWorld, schema: any, ...args: any[]): any {
  return world.memo.buildQueryKey(schema, args, world.reader);
}

Deno.test("each schema has the query key of its row in the table of keys [schema/QK-1]", () => {
  const world = harbour();
  const list = new Collection([Ship]);
  world.put(list, [{ id: "1" }], [{ fleet: "a" }]);
  assertEquals(keyOf(world, Ship, { id: "1" }), "1");
  assertEquals(keyOf(world, Port, { id: "gone" }), "gone");
  const union = new Union({ ship: Ship, port: Port }, "kind" as any);
  assertEquals(keyOf(world, union, { kind: "ship", id: "2" }), {
    id: "2",
    schema: "ship",
  });
  assertEquals(keyOf(world, new All(Ship)), ["1", "2"]);
  class Never extends Entity {
    id = "";
  }
  assertStrictEquals(keyOf(world, new All(Never)), INVALID);
  assertEquals(keyOf(world, list, { fleet: "a" }), '{"fleet":"a"}');
  assertStrictEquals(keyOf(world, list, { fleet: "b" }), undefined);
  assertEquals(keyOf(world, new Query(Ship, (ship) => ship), { id: "1" }), "1");
  for (
    const schema of [
      { ship: Ship, next: "", page: 0, none: null },
      new ObjectSchema({ ship: Ship, next: "", page: 0, none: null }),
    ]
  ) {
    assertEquals(keyOf(world, schema, { id: "1" }), {
      ship: "1",
      next: "",
      page: 0,
      none: null,
    });
  }
  const lazy = new Lazy([Ship]);
  assertEquals(keyOf(world, lazy.query, ["1"]), ["1"]);
  assertEquals(keyOf(world, new Lazy(Ship).query, { id: "2" }), "2");
  for (
    const schema of [
      [Ship],
      new ArraySchema(Ship),
      new Values(Ship),
      lazy,
      new Invalidate(Ship),
      list.push,
      list.unshift,
      list.remove,
      list.move,
    ]
  ) {
    assertStrictEquals(keyOf(world, schema, { id: "1" }), undefined);
  }
  for (const schema of ["", "text", 0, 5, null]) {
    assertStrictEquals(keyOf(world, schema, { id: "1" }), schema);
  }
});

Deno.test("an entity without a first argument has no key [schema/QK-2]", () => {
  const world = harbour();
  assertStrictEquals(keyOf(world, Ship), undefined);
  assertStrictEquals(keyOf(world, Ship, undefined), undefined);
  assertStrictEquals(world.query(Ship), undefined);
});

Deno.test("text and numbers, also 0, are primary keys [schema/QK-3]", () => {
  const world = harbour();
  assertEquals(String(keyOf(world, Ship, "1")), "1");
  assertEquals(String(keyOf(world, Ship, 1)), "1");
  assertEquals(String(keyOf(world, Port, 0)), "0");
  assertEquals(world.query(Port, 0).id, 0);
  assertStrictEquals(keyOf(world, Ship, "3"), undefined);
});

Deno.test("the pk of the first argument counts if it has a row [schema/QK-4]", () => {
  const world = harbour();
  assertEquals(keyOf(world, Ship, { id: "1", callSign: "BEA" }), "1");
  assertStrictEquals(keyOf(world, Ship, { id: "3" }), undefined);
  assertStrictEquals(keyOf(world, Ship, {}), undefined);
});

Deno.test("a pk that throws, is unusable or has no row leaves it to the index [schema/QK-5]", () => {
  const calls: any[][] = [];
  class Berth extends Entity {
    name = "";
    static override indexes = ["name"] as const;
    override pk(parent?: any, key?: string, args?: readonly any[]): string {
      calls.push([parent, key, args]);
      return `${parent.id}/${(this as any).number}`;
    }
  }
  class Quay extends Entity {
    name = "";
    static override indexes = ["name"] as const;
    override pk(): string {
      return `${(this as any).code}`;
    }
  }
  const world = new StoredWorld();
  world.put({ id: "rtm", berths: [Berth] }, {
    id: "rtm",
    berths: [{ number: 4, name: "north" }],
  });
  world.put(Quay, { code: "q", name: "west" });
  calls.length = 0;
  assertEquals(keyOf(world, Berth, { name: "north" }, "more"), "rtm/4");
  assertEquals(calls, [[undefined, "", [{ name: "north" }, "more"]]]);
  assertEquals(keyOf(world, Quay, { name: "west" }), "q");
  assertEquals(keyOf(world, Quay, { code: "x", name: "west" }), "q");
  assertStrictEquals(keyOf(world, Quay, { name: "east" }), undefined);
});

Deno.test("the first index that the argument has a member for decides, compared as text [schema/QK-6]", () => {
  const world = harbour();
  assertEquals(keyOf(world, Ship, { callSign: "BEA" }), "2");
  assertEquals(keyOf(world, Ship, { hull: "7", color: "red" }), "1");
  assertEquals(keyOf(world, Ship, { hull: 7, callSign: "BEA" }), "2");
  assertStrictEquals(
    keyOf(world, Ship, { callSign: "none", hull: 7 }),
    undefined,
  );
  const inherited = Object.create({ callSign: "ADA" });
  assertStrictEquals(keyOf(world, Ship, inherited), undefined);
});

Deno.test("a key that is a number is read as its text [schema/QK-7]", () => {
  const world = harbour();
  assertEquals(keyOf(world, Ship, { id: 1 }), 1);
  assertStrictEquals(world.query(Ship, { id: 1 }), world.read(Ship, "1"));
});

Deno.test("a key is computed again only when a row, table or index it consulted changed [schema/QK-8]", () => {
  let runs = 0;
  const counting = (consult: (delegate: any) => unknown) => ({
    normalize: (input: any) => input,
    denormalize: (input: any) => input,
    queryKey(_args: any, _recurse: any, delegate: any): any {
      runs++;
      return { found: consult(delegate) };
    },
  });
  const cases: [any, (world: StoredWorld) => void][] = [
    [
      counting((delegate) => delegate.getEntity("Ship", "1") !== undefined),
      (world) => world.change("Ship", "1", { draft: 1 }),
    ],
    [
      counting((delegate) => delegate.getEntity("Ship", "new") !== undefined),
      (world) => world.put(Ship, { id: "new", callSign: "N", hull: 1 }),
    ],
    [
      counting((delegate) => [...delegate.getEntities("Ship").keys()].length),
      (world) => world.replace("Ship", "2", undefined),
    ],
    [
      counting((delegate) => delegate.getIndex("Ship", "callSign", "ADA")),
      (world) => world.put(Ship, { id: "1", callSign: "ANN", hull: 7 }),
    ],
  ];
  for (const [schema, change] of cases) {
    runs = 0;
    const world = harbour();
    const key = keyOf(world, schema, { a: 1 });
    assertStrictEquals(keyOf(world, schema, { a: 1 }), key);
    world.put(Port, { id: "unrelated" });
    assertStrictEquals(keyOf(world, schema, { a: 1 }), key);
    assertEquals(runs, 1);
    keyOf(world, schema, { a: 2 });
    assertEquals(runs, 2);
    change(world);
    keyOf(world, schema, { a: 1 });
    assertEquals(runs, 3);
  }
});

Deno.test("a key computed again keeps its identity if it says the same [schema/QK-8] [schema/ALL-11]", () => {
  const world = harbour();
  const all = new All(Ship);
  const key = keyOf(world, all);
  const ships = world.query(all);
  world.parts = {
    ...world.parts,
    entities: {
      ...world.parts.entities,
      Ship: { ...world.parts.entities.Ship },
    },
  };
  assertStrictEquals(keyOf(world, all), key);
  assertStrictEquals(world.query(all), ships);
  assertStrictEquals(keyOf(world, all, { other: "arguments" }), key);
  world.change("Ship", "2", { callSign: "CAI" });
  assertStrictEquals(keyOf(world, all), key);
  const changed = world.query(all);
  assertNotStrictEquals(changed, ships);
  assertStrictEquals(changed[0], ships[0]);
});

Deno.test("a key is complete if nothing in it is undefined [schema/QK-9]", () => {
  for (
    const complete of [
      null,
      "",
      "1",
      5,
      INVALID,
      [],
      [undefined],
      {},
      { a: "1", b: { c: null, d: [undefined] } },
    ]
  ) {
    assert(validateQueryKey(complete), String(complete));
  }
  for (
    const incomplete of [
      undefined,
      { a: undefined },
      { a: "1", b: { c: { d: undefined } } },
    ]
  ) {
    assert(!validateQueryKey(incomplete));
  }
});

Deno.test("the value of a query is read by its key, also by an incomplete one [schema/QK-10]", () => {
  const world = harbour();
  const schema = { ship: Ship, port: Port };
  assertStrictEquals(world.query([Ship], {}), undefined);
  assertEquals(world.query(schema, { callSign: "ADA" }), {
    ship: world.read(Ship, "1"),
    port: undefined,
  });
  assertStrictEquals(world.query(Port, "gone"), INVALID);
});

Deno.test("queryKey overridden to give undefined turns queries of an entity off [schema/QK-11]", () => {
  class Hidden extends Ship {
    static override key = "Ship";
    static override queryKey(): undefined {
      return undefined;
    }
  }
  const world = harbour();
  assertStrictEquals(world.query(Hidden, { id: "1" }), undefined);
  assertStrictEquals(
    keyOf(world, { ship: Hidden }, { id: "1" }).ship,
    undefined,
  );
  assertEquals(world.query(Ship, { id: "1" }).id, "1");
});

Deno.test("[null] means that nobody asks: no queryKey is called [schema/NUL-3]", () => {
  const asked: string[] = [];
  class Asked extends Ship {
    static override key = "Ship";
    static override queryKey(args: any, recurse: any, delegate: any): any {
      asked.push("entity");
      return super.queryKey(args, recurse, delegate);
    }
  }
  const world = harbour();
  const schemas: any[] = [
    Asked,
    new All(Asked),
    new Collection([Asked]),
    new Union({ ship: Asked }, "id"),
    new Query(Asked, () => asked.push("process")),
    { ship: Asked },
  ];
  for (const schema of schemas) {
    assertStrictEquals(keyOf(world, schema, null), undefined);
    assertStrictEquals(world.query(schema, null), undefined);
  }
  assertEquals(asked, []);
});

Deno.test("keys of more arguments than are remembered are still right [schema/QK-8]", () => {
  const world = new StoredWorld();
  const count = 5000;
  world.put([Port], Array.from({ length: count }, (_, id) => ({ id })));
  const memo = new MemoCache();
  for (let round = 0; round < 2; round++) {
    for (let id = 0; id < count; id++) {
      const { data } = memo.query(Port, [{ id }], world.reader);
      assertEquals((data as any).id, id);
    }
  }
});
