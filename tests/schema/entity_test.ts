import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import {
  denormalize,
  Entity,
  INVALID,
  normalize,
  SchemaError,
} from "../../schema/mod.ts";
import type { Schema } from "../../schema/contract.ts";
import { StoredWorld } from "../support/stored_world.ts";
import { Port } from "./harbour.ts";

class Ship extends Entity {
  id = "";
  name = "";
  home = Port.fromJS();
  static override key = "Ship";
  static override schema: Record<string, Schema> = { home: Port };
}

Deno.test("a class with fields is a complete entity [schema/ENT-1] [schema/ENT-2]", () => {
  class Buoy extends Entity {
    id = "";
    light = "";
  }
  const { result, entities } = normalize([Buoy], [{ id: "1", light: "Fl" }]);
  assertEquals(result, ["1"]);
  assertEquals(entities, { Buoy: { 1: { id: "1", light: "Fl" } } });
  assertEquals(Buoy.schema, {});
  const buoy = denormalize(Buoy, "1", entities);
  assertInstanceOf(buoy, Buoy);
  assertEquals({ ...buoy }, { id: "1", light: "Fl" });
});

Deno.test("the key is the class name, a static value, a getter or assigned [schema/ENT-2]", () => {
  class ByName extends Entity {}
  class ByValue extends Entity {
    static override key = "Value";
  }
  class ByGetter extends Entity {
    static override get key() {
      return "Getter";
    }
  }
  class Assigned extends Entity {}
  Assigned.key = "Assigned2";
  class BelowAssigned extends Assigned {}
  assertEquals(
    [ByName, ByValue, ByGetter, Assigned, BelowAssigned].map(({ key }) => key),
    ["ByName", "Value", "Getter", "Assigned2", "Assigned2"],
  );
  assertEquals(Entity.key, "Entity");
});

Deno.test("a class without name and key says so [schema/ENT-2] [schema/ERR-13]", () => {
  const nameless = (() => class extends Entity {})();
  const error = assertThrows(() => nameless.key, SchemaError);
  assertStringIncludes(error.message, "static key");
});

Deno.test("abstract bases lend fields to concrete classes [schema/ENT-4] [schema/ENT-38]", () => {
  abstract class FeedItem extends Entity {
    id = 0;
    title = "untitled";
    abstract type: "link" | "post";
  }
  class Link extends FeedItem {
    readonly type = "link";
    url = "";
  }
  class Post extends FeedItem {
    readonly type = "post";
    body = "";
  }
  const { result, entities } = normalize(
    { link: Link, post: Post },
    { link: { id: 1, url: "u" }, post: { id: 1, title: "T" } },
  );
  const read = denormalize({ link: Link, post: Post }, result, entities);
  assert(typeof read === "object");
  assertInstanceOf(read.link, FeedItem);
  assertEquals({ ...read.link }, {
    id: 1,
    title: "untitled",
    type: "link",
    url: "u",
  });
  assertEquals({ ...read.post }, { id: 1, title: "T", type: "post", body: "" });
});

Deno.test("a schema is inherited, extended by spreading, and may be assigned later [schema/ENT-5] [schema/ENT-6]", () => {
  class Ferry extends Ship {
    static override key = "Ferry";
  }
  class Liner extends Ship {
    static override key = "Liner";
    static override schema = { ...Ship.schema, calls: [Port] };
  }
  class Barge extends Ship {
    static override key = "Barge";
  }
  Barge.schema = { ...Ship.schema, tug: Barge };
  const input = {
    id: "1",
    home: { id: "rtm" },
    calls: [{ id: "ham" }],
    tug: { id: "2" },
  };
  const { entities } = normalize(
    { ferry: Ferry, liner: Liner, barge: Barge },
    { ferry: input, liner: input, barge: input },
  );
  assertEquals(entities.Ferry, { 1: { ...input, home: "rtm" } });
  assertEquals(entities.Liner, {
    1: { ...input, home: "rtm", calls: ["ham"] },
  });
  assertEquals(entities.Barge, {
    2: { id: "2" },
    1: { ...input, home: "rtm", tug: "2" },
  });
  const liner = denormalize(Liner, "1", entities) as Liner & { calls: Port[] };
  assertInstanceOf(liner.calls[0], Port);
});

Deno.test("a class shows itself by its key, also where schemas are circular [schema/ENT-7]", () => {
  class Voyage extends Entity {
    static override key = "Voyage";
    static override schema: Record<string, Schema> = {};
  }
  Voyage.schema = { ship: Ship, self: Voyage };
  assertEquals(String(Voyage), "Voyage");
  assertEquals(
    JSON.stringify({ v: [Voyage], ship: Ship }),
    '{"v":["Voyage"],"ship":"Ship"}',
  );
});

Deno.test("the default pk is the field id of the plain value [schema/ENT-8] [schema/ENT-9]", () => {
  assertEquals(Ship.pk({ id: 5 }), 5);
  assertEquals(Ship.fromJS({ id: "7" }).pk(), "7");
  const { result, entities } = normalize({ ship: Ship }, { ship: { id: 5 } });
  assertEquals(result, { ship: "5" });
  assertEquals(entities, { Ship: { "5": { id: 5 } } });
});

Deno.test("pks that cannot be keys are refused [schema/ENT-10] [schema/ENT-11]", () => {
  class Free extends Entity {
    static override key = "Free";
    override pk() {
      return (this as unknown as { found: string }).found;
    }
  }
  for (
    const found of [
      undefined,
      null,
      "",
      NaN,
      "undefined",
      {},
      ["a"],
      new Date(0),
    ]
  ) {
    const error = assertThrows(() => normalize(Free, { found }), SchemaError);
    assertEquals(error.status, 400);
  }
  for (const found of [0, "0", -1, 1.5, "a b", "null", true, 5n]) {
    const { result, entities } = normalize(Free, { found });
    assertEquals(result, String(found));
    assertEquals(Object.keys(entities.Free!), [String(found)]);
  }
});

Deno.test("a missing pk is refused in production too [schema/ENT-11]", () => {
  const before = Deno.env.get("NODE_ENV");
  Deno.env.set("NODE_ENV", "production");
  try {
    assertThrows(() => normalize([Ship], [{ name: "Ada" }]), SchemaError);
  } finally {
    if (before === undefined) Deno.env.delete("NODE_ENV");
    else Deno.env.set("NODE_ENV", before);
  }
});

Deno.test("pks may be composed, constant, or still missing [schema/ENT-13]", () => {
  class Berth extends Entity {
    port = "";
    nr = 0;
    override pk() {
      return this.port && `${this.port}:${this.nr}`;
    }
    static override key = "Berth";
  }
  class Harbour extends Entity {
    override pk() {
      return "the";
    }
    static override key = "Harbour";
  }
  const { result } = normalize(
    { berth: Berth, harbour: Harbour },
    { berth: { port: "rtm", nr: 5 }, harbour: {} },
  );
  assertEquals(result, { berth: "rtm:5", harbour: "the" });
  assertStrictEquals(
    Port.fromJS({ id: undefined as unknown as string }).pk(),
    undefined,
  );
});

Deno.test("pk may be found in parent, key and arguments [schema/ENT-14]", () => {
  class ByKey extends Entity {
    override pk(_parent: unknown, key?: string) {
      return key;
    }
    static override key = "ByKey";
  }
  class ByParent extends Entity {
    override pk(
      parent?: { id: string },
      key?: string,
      args?: readonly unknown[],
    ) {
      return `${parent?.id}.${key}.${args?.[0]}`;
    }
    static override key = "ByParent";
  }
  class Holder extends Entity {
    id = "";
    static override key = "Holder";
    static override schema = { part: ByParent };
  }
  const { entities } = normalize(
    { rtm: ByKey, holder: Holder },
    { rtm: { depth: 5 }, holder: { id: "h", part: { x: 1 } } },
    ["arg"],
  );
  assertEquals(entities.ByKey, { rtm: { depth: 5 } });
  assertEquals(entities.ByParent, { "h.part.arg": { x: 1 } });
});

Deno.test("what process returns is what pk, validate, fields and the store see [schema/ENT-15] [schema/ENT-16]", () => {
  const validated: unknown[] = [];
  class Ticker extends Entity {
    username = "";
    price = 0;
    static override key = "Ticker";
    static override schema = { home: Port, amounts: [Port] };
    override pk() {
      return this.username;
    }
    static override process(
      input: readonly [number, object],
      _parent: unknown,
      key: string | undefined,
      args: readonly [{ username: string }],
    ) {
      return {
        username: args[0].username,
        price: input[0],
        home: input[1],
        key,
      };
    }
    static override validate(processed: object) {
      validated.push({ ...processed });
      return undefined;
    }
  }
  const home = { id: "rtm" };
  const { result, entities } = normalize(
    { ticker: Ticker },
    { ticker: [0.5, home] },
    [{ username: "eve" }],
  );
  assertEquals(result, { ticker: "eve" });
  assertEquals(validated, [{
    username: "eve",
    price: 0.5,
    home,
    key: "ticker",
  }]);
  assertEquals(entities.Ticker, {
    eve: { username: "eve", price: 0.5, home: "rtm", key: "ticker" },
  });
});

Deno.test("children see what the parent's process added [schema/ENT-16]", () => {
  class Crew extends Entity {
    id = "";
    static override key = "Crew";
    static override process(
      input: object,
      parent: { id: string; fleet: string },
    ) {
      return { ...input, ship: parent.id, fleet: parent.fleet };
    }
  }
  class Manned extends Entity {
    id = "";
    static override key = "Manned";
    static override schema = { crew: [Crew] };
    static override process(...args: Parameters<typeof Entity.process>) {
      return { ...super.process(...args), fleet: "north" };
    }
  }
  const { entities } = normalize(Manned, { id: "s", crew: [{ id: "c" }] });
  assertEquals(entities.Crew, { c: { id: "c", ship: "s", fleet: "north" } });
});

Deno.test("process that gives undefined invalidates the entity [schema/ENT-17]", () => {
  class Wreck extends Ship {
    static override process(input: { sunk?: boolean }) {
      return input.sunk ? undefined : { ...input };
    }
  }
  const world = new StoredWorld();
  world.put([Wreck], [{ id: "1" }, { id: "2" }]);
  const list = world.put([Wreck], [{ id: "1", sunk: true }, { id: "2" }]);
  assertEquals(list, ["1", "2"]);
  assertStrictEquals(world.parts.entities.Ship!["1"], INVALID);
  assertEquals(world.read([Wreck], list).length, 1);
  assertThrows(() => normalize(Wreck, { sunk: true }), SchemaError);
});

Deno.test("a deleted entity is found by its value as it came [schema/ENT-17] [schema/ERR-3]", () => {
  class Level extends Entity {
    price = 0;
    amount = 0;
    override pk(): string | number | undefined {
      return this.price;
    }
    static override key = "Level";
    static override process([price, amount]: [number, number]) {
      return amount === 0 ? undefined : { price, amount };
    }
  }
  class Found extends Level {
    static override pk(value: Level | [number, number]) {
      return Array.isArray(value) ? value[0] : value.price;
    }
  }
  const { message } = assertThrows(
    () => normalize([Level], [[5, 0]]),
    SchemaError,
  );
  assertStringIncludes(message, "process() returned undefined: Level");
  const world = new StoredWorld();
  const levels = world.put([Found], [[5, 1], [6, 2]]);
  world.put([Found], [[5, 0]]);
  assertEquals(world.read([Found], levels).length, 1);
});

Deno.test("process that gives no object is an error that shows it [schema/ENT-18]", () => {
  for (const given of [null, 5, "text", false]) {
    class Odd extends Ship {
      static override process() {
        return given;
      }
    }
    const error = assertThrows(() => normalize(Odd, { id: "1" }), SchemaError);
    assertEquals(error.status, 400);
    assertStringIncludes(error.message, String(given));
  }
});

Deno.test("a list in place of an entity is an error, a warning or nothing [schema/ENT-19]", () => {
  const warnings: string[] = [];
  const original = console.warn;
  console.warn = (text: string) => warnings.push(text);
  try {
    assertThrows(() => normalize(Ship, [{ id: "1" }]), SchemaError, "array");
    class Warned extends Entity {
      static override key = "Warned";
      static override automaticValidation = "warn" as const;
      override pk() {
        return "1";
      }
    }
    normalize(Warned, [5]);
    assertEquals(warnings.length, 1);
    assertStringIncludes(warnings[0]!, "Warned");
    class Silent extends Warned {
      static override automaticValidation = "silent" as const as "warn";
    }
    assertEquals(normalize(Silent, [5]).entities.Warned, { 1: { 0: 5 } });
    class Tuple extends Ship {
      static override process([id]: readonly [string]) {
        return { id };
      }
    }
    assertEquals(normalize(Tuple, ["9"]).result, "9");
    assertEquals(warnings.length, 1);
  } finally {
    console.warn = original;
  }
});

Deno.test("objects with a usable pk are taken whatever fields they have [schema/ENT-19] [schema/ENT-22]", () => {
  const { entities } = normalize(Ship, {
    id: "1",
    unknown: { a: [1] },
    other: null,
  });
  assertEquals(entities.Ship, {
    1: { id: "1", unknown: { a: [1] }, other: null },
  });
  const ship = denormalize(Ship, "1", entities) as Ship & { unknown: unknown };
  assertEquals(ship.unknown, { a: [1] });
});

Deno.test("an entity is processed in a fixed order [schema/ENT-20]", () => {
  const steps: string[] = [];
  class Part extends Entity {
    id = "";
    static override key = "Part";
    static override process(input: { id: string }) {
      steps.push(input.id);
      return { ...input };
    }
  }
  class Whole extends Entity {
    id = "";
    static override key = "Whole";
    static override schema = { b: Part, a: Part };
    override pk() {
      steps.push("pk");
      return this.id;
    }
    static override process(input: object) {
      steps.push("process");
      return { ...input };
    }
    static override validate() {
      steps.push("validate");
      return undefined;
    }
    static override merge(existing: object, incoming: object) {
      steps.push("merge");
      return { ...existing, ...incoming };
    }
  }
  const input = { id: "w", a: { id: "part a" }, b: { id: "part b" } };
  normalize([Whole], [input, input, { id: "w" }]);
  assertEquals(steps, [
    ...["process", "pk", "validate", "part b", "part a"],
    // the very same object again
    ...["process", "pk"],
    ...["process", "pk", "validate", "merge"],
  ]);
});

Deno.test("validate refuses an incoming value before it is merged [schema/ENT-23] [schema/ENT-24] [schema/ENT-26]", () => {
  const seen: unknown[] = [];
  class Checked extends Ship {
    static override validate(processed: { name?: string; bad?: unknown }) {
      seen.push(processed.constructor === Object, { ...processed });
      return processed.bad as string | undefined;
    }
  }
  const world = new StoredWorld();
  world.put(Checked, { id: "1", name: "Ada" });
  const home = { id: "rtm" };
  for (const falsy of ["", null, 0, false, undefined]) {
    world.put(Checked, { id: "1", bad: falsy });
  }
  const before = world.parts;
  const error = assertThrows(
    () => world.put(Checked, { id: "1", home, bad: "no good" }),
    SchemaError,
  );
  assertEquals(error.message, "no good");
  assertStrictEquals(world.parts, before);
  // nested values are raw, and the stored row is not mixed in
  assertEquals(seen.at(-1), { id: "1", home, bad: "no good" });
  assertEquals(seen.at(-2), true);
});

Deno.test("a stored row that is not valid for a class is invalid to its readers [schema/ENT-25] [schema/ENT-29]", () => {
  class Detail extends Ship {
    log = "";
    static override validate(processed: object) {
      return "log" in processed ? undefined : "no log";
    }
  }
  const world = new StoredWorld();
  world.put([Ship], [{ id: "1", home: { id: "rtm" } }]);
  assertInstanceOf(world.read(Ship, "1"), Ship);
  assertStrictEquals(world.read(Detail, "1"), INVALID);
  world.put(Detail, { id: "1", log: "calm" });
  assertEquals(world.read(Detail, "1").log, "calm");
  assertStrictEquals(Detail.createIfValid({ id: "1" }), undefined);
  assertInstanceOf(Detail.createIfValid({ id: "1", log: "" }), Detail);
});

Deno.test("getters and methods work on instances and are not stored [schema/ENT-28]", () => {
  class Titled extends Ship {
    get title() {
      return `MV ${this.name}`;
    }
    shout() {
      return this.name.toUpperCase();
    }
  }
  const { entities } = normalize(Titled, { id: "1", name: "Ada" });
  assertEquals(entities.Ship, { 1: { id: "1", name: "Ada" } });
  const ship = denormalize(Titled, "1", entities) as Titled;
  assertEquals([ship.title, ship.shout()], ["MV Ada", "ADA"]);
});

Deno.test("objects without identity are data of their entity [schema/ENT-30]", () => {
  class Sized extends Entity {
    id = "";
    size = { length: 0, harbour: undefined as Port | undefined };
    static override key = "Sized";
    static override schema = { size: { harbour: Port } };
  }
  const world = new StoredWorld();
  world.put(Sized, { id: "1", size: { length: 5, harbour: { id: "rtm" } } });
  assertEquals(world.parts.entities.Sized, {
    1: { id: "1", size: { length: 5, harbour: "rtm" } },
  });
  assertInstanceOf(world.read(Sized, "1").size.harbour, Port);
});

Deno.test("absent fields start from the class default, which is denormalized too [schema/ENT-36]", () => {
  class Fleet extends Entity {
    id = "";
    flagship = Ship.fromJS({ name: "default" });
    ships: Ship[] = [];
    founded = new Date(0);
    static override key = "Fleet";
    static override schema = { flagship: Ship, ships: [Ship], founded: Date };
  }
  const fleet = denormalize(Fleet, "1", { Fleet: { 1: { id: "1" } } }) as Fleet;
  assertInstanceOf(fleet.flagship, Ship);
  assertInstanceOf(fleet.flagship.home, Port);
  assertEquals(fleet.flagship.name, "default");
  assertEquals(fleet.ships, []);
  assertEquals(fleet.founded, new Date(0));
});

Deno.test("defaults are one instance for each class [schema/ENT-37]", () => {
  class Below extends Port {
    extra = 1;
  }
  assertStrictEquals(Port.defaults, Port.defaults);
  assertStrictEquals(Below.defaults, Below.defaults);
  assertEquals({ ...Port.defaults }, { id: "", name: "" });
  assertEquals({ ...Below.defaults }, { id: "", name: "", extra: 1 });
  assertInstanceOf(Below.defaults, Below);
});

Deno.test("an instance is a plain object to normalize [schema/ENT-39]", () => {
  const ship = Ship.fromJS({
    id: "1",
    name: "Ada",
    home: Port.fromJS({ id: "rtm" }),
  });
  const { result, entities } = normalize([Ship], [ship]);
  assertEquals(result, ["1"]);
  assertEquals(entities, {
    Port: { rtm: { id: "rtm", name: "" } },
    Ship: { 1: { id: "1", name: "Ada", home: "rtm" } },
  });
  assertEquals(Object.getPrototypeOf(entities.Ship!["1"]), Object.prototype);
});

Deno.test("denormalize of a symbol is that symbol [schema/ENT-41]", () => {
  const delegate = {} as Parameters<typeof Ship.denormalize>[1];
  assertStrictEquals(Ship.denormalize(INVALID, delegate), INVALID);
  assertStrictEquals(denormalize(Ship, "1", { Ship: { 1: INVALID } }), INVALID);
});

Deno.test("static normalize and denormalize may be overridden [schema/ENT-42]", () => {
  class Loud extends Port {
    static override normalize(
      ...[input, ...rest]: Parameters<typeof Entity.normalize>
    ) {
      return super.normalize({ ...input, loud: true }, ...rest);
    }
    static override denormalize(
      ...args: Parameters<typeof Entity.denormalize>
    ) {
      const port = super.denormalize(...args);
      port.name = port.name.toUpperCase();
      return port;
    }
  }
  const { result, entities } = normalize(Loud, { id: "1", name: "rtm" });
  assertEquals(entities.Port, { 1: { id: "1", name: "rtm", loud: true } });
  assertEquals((denormalize(Loud, result, entities) as Loud).name, "RTM");
});

Deno.test("what is no object is refused whatever pk says of it [schema/ENT-18]", () => {
  class Constant extends Entity {
    override pk() {
      return "the";
    }
    static override key = "Constant";
    static override process() {
      return 5;
    }
  }
  assertThrows(() => normalize(Constant, {}), SchemaError, "5");
});
