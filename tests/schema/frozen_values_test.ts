// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
/**
 * What the cache gives cannot be changed by mistake, in development.
 *
 * Neighbours that were tried: lists that contain themselves (through one and
 * through several entities, deeper than the stack), lists of which only items
 * change, values that come back when a change is refused, functions of a
 * Query, drafts of a list, reads that throw, and what users own: their input,
 * responses without a schema, deserialized and nested plain values.
 */
import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  All,
  Collection,
  createClient,
  Endpoint,
  Entity,
  Invalidate,
  Query,
  schema,
  Union,
  Values,
} from "../../mod.ts";
import { StoredWorld } from "../support/stored_world.ts";
import { inProduction } from "../support/production.ts";

class Port extends Entity {
  id = "";
  name = "";
}
class Ship extends Entity {
  id = "";
  name = "";
  home: Port | undefined = undefined;
  stops: Port[] = [];
  static override schema = { home: Port, stops: [Port] };
}

const SORT =
  "list.sort(...): This list is in the cache, and everybody who reads it would see the change. Sort a copy: list.toSorted(...) or [...list].sort(...).";

function assertGuarded(list: any): void {
  const before = [...list];
  assert(Array.isArray(list) && Object.isFrozen(list));
  assertThrows(() => list.sort(), TypeError, SORT);
  assertEquals(list, before);
  assertEquals(Object.keys(list), Object.keys(before));
}

const response = () => [
  { id: "b", name: "Bea", home: { id: "rtm" }, stops: [{ id: "rtm" }] },
  { id: "a", name: "Ada", home: { id: "ham" }, stops: [] },
];

/** Lists of each schema that has items, with the way to the list. */
const lists: Record<string, readonly [any, any, ((value: any) => any)?]> = {
  "[X]": [[Ship], response()],
  "schema.Array": [new schema.Array(Ship), response()],
  "schema.Array of several": [
    new schema.Array({ ship: Ship }, () => "ship"),
    response(),
  ],
  "Collection": [new Collection([Ship]), response()],
  "All": [new All(Ship), response()],
  "a list of a Union": [[new Union({ ship: Ship }, () => "ship")], response()],
  "a list in an object": [
    { items: [Ship], total: 0 },
    { items: response(), total: 2 },
    (value) => value.items,
  ],
  "a Collection in an object": [
    { items: new Collection([Ship]), total: 0 },
    { items: response(), total: 2 },
    (value) => value.items,
  ],
  "a list in a list": [[[Ship]], [response()], (value) => value[0]],
  "a list in an entity": [Ship, response()[0], (value) => value.stops],
  "a list in a map": [
    new Values([Ship]),
    { all: response() },
    (value) => value.all,
  ],
};

for (
  const [name, [shape, input, select = (value: any) => value]] of Object
    .entries(lists)
) {
  Deno.test(`a list cannot be sorted in place: ${name} [schema/REF-19]`, () => {
    const world = new StoredWorld();
    const result = world.put(shape, input, [{}]);
    const list = select(world.read(shape, result, [{}]));
    assert(list.length > 0);
    assertGuarded(list);
    assertGuarded(select(world.read(shape, result, [{}])));
  });
}

Deno.test("each method that changes a list says which one, and what to do [schema/REF-19]", () => {
  const world = new StoredWorld();
  const list = world.read([Ship], world.put([Ship], response()));
  const calls: Record<string, readonly [any[], string]> = {
    sort: [[], "toSorted"],
    reverse: [[], "toReversed"],
    push: [[1], "getList.push"],
    pop: [[], "getList.push"],
    shift: [[], "getList.push"],
    unshift: [[1], "getList.push"],
    splice: [[0, 1], "getList.push"],
    fill: [[0], "getList.push"],
    copyWithin: [[0, 1], "getList.push"],
  };
  for (const [method, [args, remedy]] of Object.entries(calls)) {
    const error = assertThrows(() => list[method](...args), TypeError);
    assert(error.message.startsWith(`list.${method}(...): `), error.message);
    assert(error.message.includes(remedy), error.message);
  }
  assertThrows(() => list[0] = 1, TypeError);
  assertThrows(() => list.length = 0, TypeError);
  assertEquals(list.map((ship: any) => ship.id), ["b", "a"]);
});

Deno.test("copies of a list are ordinary arrays [schema/REF-19]", () => {
  const world = new StoredWorld();
  const list: any[] = world.read([Ship], world.put([Ship], response()));
  const byName = (a: any, b: any) => a.name < b.name ? -1 : 1;
  for (
    const copy of [
      [...list],
      list.slice(),
      list.filter(() => true),
      list.concat([]),
      Array.from(list),
      list.toReversed(),
    ]
  ) {
    assertEquals(copy.sort(byName).map(({ id }) => id), ["a", "b"]);
    copy.push(1);
  }
  assertEquals(list.toSorted(byName)[0].id, "a");
  assertEquals(JSON.parse(JSON.stringify(list)).length, 2);
  assertEquals(structuredClone(list).map(({ id }) => id), ["b", "a"]);
  // what stands for a list while it is being changed, as in Immer
  const draft = new Proxy(list.slice(), {
    get: (copy, name) =>
      Reflect.get(Object.hasOwn(list, name) ? list : copy, name),
  });
  assertEquals(draft.reverse().length, 2);
});

Deno.test("objects and maps cannot be changed, one level at a time [schema/REF-19]", () => {
  const world = new StoredWorld();
  const page = { ship: Ship, next: "" };
  const value = world.read(
    page,
    world.put(page, { ship: response()[0], next: "2", raw: { a: [1] } }),
  );
  assertThrows(() => value.next = "3", TypeError);
  assertThrows(() => value.more = 1, TypeError);
  // what has no schema is what was given, and stays its owner's
  value.raw.a.push(2);
  const object = new schema.Object(page);
  assert(Object.isFrozen(world.read(object, { next: "1" })));
  const ships = new Values(Ship);
  const map = world.read(ships, world.put(ships, { first: response()[0] }));
  assertThrows(() => map.first = undefined, TypeError);
  assertThrows(() => delete map.first, TypeError);
  assertEquals(map.first.name, "Bea");
});

Deno.test("fields that a row has are read-only, and others may be used for remembering [schema/REF-19] [schema/REF-16]", () => {
  class Chart extends Entity {
    id = "";
    name = "";
    cached: string | undefined;
    #length: number | undefined;
    get length(): number {
      return this.#length ??= this.name.length;
    }
    get title(): string {
      return this.cached ??= (this as any).undeclared ??= `Chart ${this.name}`;
    }
  }
  const world = new StoredWorld();
  const result = world.put(Chart, { id: "5", name: "Elbe", depth: 3 });
  const chart = world.read(Chart, result);
  assertEquals(chart.title, "Chart Elbe");
  assertEquals([chart.cached, chart.undeclared], [chart.title, chart.title]);
  assertEquals(chart.length, 4);
  for (const name of ["id", "name", "depth"]) {
    assertThrows(() => chart[name] = "x", TypeError, "read only");
  }
  const copy = Chart.fromJS({ ...chart, name: "Oste" });
  copy.id = "6";
  assertEquals([copy.id, copy.name, chart.name], ["6", "Oste", "Elbe"]);
});

Deno.test("values without a schema inside of a row are guarded at each level, and the same in each instance [schema/REF-19]", () => {
  const Forecast = class extends Entity {
    id = "";
    name = "";
    hours: { wind: number[]; note?: string }[] = [];
    area = { corners: [{ x: 0 }] };
    seen = new Map<string, number>();
    static override key = "Forecast";
  };
  const world = new StoredWorld();
  const row = {
    id: "1",
    name: "x",
    hours: [{ wind: [5, 3] }],
    area: { corners: [{ x: 1 }] },
    seen: new Map([["a", 1]]),
  };
  const result = world.put(Forecast, row);
  const first = world.read(Forecast, result);
  assertGuarded(first.hours);
  assertGuarded(first.hours[0].wind);
  assertThrows(() => first.hours[0].note = "x", TypeError);
  assertThrows(() => first.area.corners[0].x = 2, TypeError);
  first.seen.set("b", 2);
  assertEquals(JSON.parse(JSON.stringify(first.area)), row.area);
  world.change("Forecast", "1", { name: "y" });
  const second = world.read(Forecast, result);
  assertNotStrictEquals(second, first);
  assertStrictEquals(second.hours, first.hours);
  assertStrictEquals(second.area, first.area);
  // what was read may be stored again
  world.put(Forecast, { ...second, name: "z" });
  assertStrictEquals(world.read(Forecast, result).area, first.area);
  row.hours[0]!.wind.sort();
});

Deno.test("what is built anew, of which items or fields change, is guarded as well [schema/REF-19]", () => {
  const world = new StoredWorld();
  const result = world.put([Ship], response());
  const first = world.read([Ship], result);
  world.change("Ship", "a", { name: "Ann" });
  const second = world.read([Ship], result);
  assertNotStrictEquals(second, first);
  assertStrictEquals(second[0], first[0]);
  assertGuarded(second);
  assertThrows(() => second[1].name = "x", TypeError);
});

class User extends Entity {
  id = "";
  name = "";
  friends: User[] = [];
  all: User[] = [];
}
const everybody = new Collection([User]);
User.schema = { friends: [User], all: everybody };

Deno.test("lists that contain themselves are complete, and guarded [schema/REF-19] [schema/REF-12]", () => {
  const world = new StoredWorld();
  const members = ["1", "2", "3"].map((id) => ({
    id,
    friends: [{ id: "1" }, { id: "2" }],
  }));
  world.put(everybody, members, [{}]);
  const pk = everybody.pk([], undefined, "", [{}]);
  for (const { id } of members) world.change("User", id, { all: pk });
  for (let round = 0; round < 3; round++) {
    const list = world.read(everybody, pk, [{}]);
    assertEquals(list.length, 3);
    assertGuarded(list);
    for (const user of list) {
      assertStrictEquals(user.all, list);
      assertEquals(user.friends.length, 2);
      assertStrictEquals(user.friends[0], list[0]);
      assertGuarded(user.friends);
      assertThrows(() => user.friends = [], TypeError);
    }
    world.change("User", "2", { name: `${round}` });
  }
});

Deno.test("what is nested deeper than the stack is guarded [schema/REF-19]", () => {
  const world = new StoredWorld();
  const { length } = Array.from({ length: 500 }, (_, index) =>
    world.put(User, {
      id: `${index}`,
      friends: [{ id: `${(index + 1) % 500}` }],
    }));
  const start = world.read(User, "0");
  let user = start;
  for (let index = 0; index < length; index++) {
    assertEquals(user.friends.length, 1);
    assertGuarded(user.friends);
    assertThrows(() => user.id = "x", TypeError);
    user = user.friends[0];
  }
  assertStrictEquals(user, start);
});

Deno.test("the function of a Query cannot change what it is given, and what it returns is guarded [schema/REF-19]", () => {
  const world = new StoredWorld();
  world.put([Ship], response());
  const ships = new All(Ship);
  const careless = new Query(ships, (list: any) => list.sort());
  assertThrows(() => world.query(careless), TypeError, SORT);
  assertGuarded(world.query(ships));
  const sorted = new Query(ships, (list: any) => [...list].sort());
  assertGuarded(world.query(sorted));
  const grouped = new Query(ships, (list: any) => ({ list: [...list] }));
  assertThrows(() => world.query(grouped).list = [], TypeError);
  const counted = new Query(
    ships,
    (list: any) => new Map(list.map((ship: any) => [ship.id, ship])),
  );
  assertEquals(world.query(counted).set("c", 1).size, 3);
});

Deno.test("what was built before a read throws is guarded when it is read again [schema/REF-19]", () => {
  const world = new StoredWorld();
  world.put([Ship], response());
  let isBroken = true;
  const query = new Query(new All(Ship), (list: any) => {
    if (isBroken) throw new Error("not now");
    return list;
  });
  assertThrows(() => world.query(query), Error, "not now");
  isBroken = false;
  assertGuarded(world.query(query));
  assertThrows(() => world.query(query)[0].name = "x", TypeError);
});

Deno.test("what users own is theirs: input, values of deserializers, responses without a schema [schema/REF-19] [schema/NRM-7]", async () => {
  class Event extends Entity {
    id = "";
    at = new Date(0);
    words: string[] = [];
    tags: string[] = [];
    place: { name: string } = { name: "" };
    static override schema = {
      at: Date,
      words: (text: string) => text.split(" "),
    };
  }
  await using client = createClient();
  const input = {
    id: "1",
    at: "2020-01-01T00:00:00Z",
    words: "b a",
    tags: ["b", "a"],
    place: { name: "x" },
  };
  const getEvent = new Endpoint(() => Promise.resolve(input), {
    name: "getEvent",
    schema: Event,
  });
  const event = await client.fetch(getEvent);
  event.at.setTime(5);
  event.words.sort();
  assertGuarded(event.tags);
  assertThrows(() => event.place.name = "z", TypeError);
  input.tags.push("c");
  input.place.name = "y";
  input.id = "2";
  assertEquals(event.id, "1");
  const getRaw = new Endpoint(() => Promise.resolve(["b", "a"]), {
    name: "getRaw",
  });
  assertEquals((await client.fetch(getRaw)).sort(), ["a", "b"]);
  client.read(getRaw).data?.push("c");
});

const getShips = new Endpoint(() => Promise.resolve(response()), {
  name: "getShips",
  schema: new Collection([Ship]),
});
const renameShip = new Endpoint(
  ({ id }: { id: string }) => Promise.reject(new Error(`refused: ${id}`)),
  {
    name: "renameShip",
    sideEffect: true,
    schema: Ship,
    getOptimisticResponse: (_snapshot: any, { id }: { id: string }) => ({
      id,
      name: "?",
    }),
  },
);

Deno.test("whoever reads gets guarded values: fetch, get, read, an optimistic change and its end [schema/REF-19]", async () => {
  await using client = createClient();
  assertGuarded(await client.fetch(getShips));
  const list = client.read(getShips).data as any;
  assertGuarded(list);
  const { controller } = client;
  const state = controller.getState();
  assertGuarded(controller.get(getShips.schema, state));
  const ship = controller.get(Ship, { id: "a" }, state);
  assertThrows(() => ship!.name = "x", TypeError, "read only");
  const change = client.fetch(renameShip, { id: "a" }).catch(() => "refused");
  const shown = client.read(getShips).data as any;
  assertEquals(shown[1].name, "?");
  assertGuarded(shown);
  assertThrows(() => shown[1].name = "x", TypeError);
  assertEquals(await change, "refused");
  assertStrictEquals(client.read(getShips).data, list);
  assertGuarded(list);
});

Deno.test("a row that was deleted, and what lacks it, are guarded [schema/REF-19]", () => {
  const world = new StoredWorld();
  const result = world.put([Ship], response());
  world.put(new Invalidate(Port), { id: "rtm" });
  const list = world.read([Ship], result);
  assertEquals(list[0].stops, []);
  assertGuarded(list[0].stops);
  assertGuarded(list);
});

Deno.test("production guards nothing [schema/REF-19]", () =>
  inProduction(() => {
    const world = new StoredWorld();
    const result = world.put([Ship], response());
    const list = world.read([Ship], result);
    assert(!Object.isFrozen(list));
    assert(!Object.hasOwn(list, "sort"));
    list[0].name = "Zoe";
    list.sort((a: any, b: any) => a.name < b.name ? -1 : 1);
    assertEquals(list.map(({ name }: any) => name), ["Ada", "Zoe"]);
    assert(!Object.isFrozen(world.read({ ship: Ship }, { ship: "a" })));
  }));
