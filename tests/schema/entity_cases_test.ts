import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
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

class Crew extends Entity {
  id = "";
  static override key = "Crew";
  static override schema: Record<string, Schema> = {};
}

class Ship extends Entity {
  id = "";
  home: Port | null = null;
  crew: Crew[] = [];
  static override key = "Ship";
  static override schema: Record<string, Schema> = { home: Port, crew: [Crew] };
}
Crew.schema = { ship: Ship };

class Voyage extends Entity {
  id = "";
  ship = Ship.fromJS();
  pilot: Crew | null = null;
  stops: Port[] = [];
  static override key = "Voyage";
  static override schema = { ship: Ship, pilot: Crew, stops: [Port] };
}

Deno.test("missing and deleted children have the effect their place says [schema/DEN-8] [schema/ENT-36]", () => {
  const row = { id: "v", ship: "s", pilot: "c", stops: ["p", "q"] };
  const complete = {
    Voyage: { v: row },
    Ship: { s: { id: "s" } },
    Crew: { c: { id: "c" } },
    Port: { p: { id: "p" }, q: { id: "q" } },
  };
  const read = (changes: object) =>
    denormalize(Voyage, "v", { ...complete, ...changes }) as Voyage | symbol;

  const withoutShip = read({ Ship: {} });
  assertInstanceOf(withoutShip, Voyage);
  assertStrictEquals(withoutShip.ship, undefined);

  assertStrictEquals(read({ Ship: { s: INVALID } }), INVALID);

  const withoutPilot = read({ Crew: { c: INVALID } });
  assertInstanceOf(withoutPilot, Voyage);
  assertStrictEquals(withoutPilot.pilot, undefined);

  const withOneStop = read({ Port: { p: INVALID, q: { id: "q" } } });
  assertInstanceOf(withOneStop, Voyage);
  assertEquals(withOneStop.stops.map(({ id }) => id), ["q"]);

  const { ship: _ship, ...shipless } = row;
  const withDefault = read({ Voyage: { v: shipless } });
  assertInstanceOf(withDefault, Voyage);
  assertInstanceOf(withDefault.ship, Ship);
  assertEquals(withDefault.ship.id, "");
});

Deno.test("a reference in place of an object fills in when its entity arrives [schema/NRM-16] [schema/REF-5]", () => {
  const world = new StoredWorld();
  world.put(Ship, { id: "s", home: "rtm" });
  assertEquals(world.parts.entities.Ship, { s: { id: "s", home: "rtm" } });
  assertStrictEquals(world.read(Ship, "s").home, undefined);
  world.put(Port, { id: "rtm", name: "Rotterdam" });
  assertEquals(world.read(Ship, "s").home.name, "Rotterdam");
});

Deno.test("values of other types in place of an entity [schema/NRM-5] [schema/ERR-4]", () => {
  assertThrows(
    () => normalize(Ship, { id: "s", home: [{ id: "p" }] }),
    SchemaError,
  );
  const rows = [["abc", "abc"], [5, "5"], [false, false]] as const;
  for (const [home, stored] of rows) {
    const { entities } = normalize(Ship, { id: "s", home });
    assertEquals(entities.Ship, { s: { id: "s", home: stored } });
  }
  const read = denormalize(Ship, "s", {
    Ship: { s: { id: "s", home: false } },
  });
  assertStrictEquals((read as Ship).home, undefined);
});

Deno.test("a map in place of a list is a list of its values, a text is kept [schema/ARR-2] [schema/ARR-3]", () => {
  const { entities } = normalize(Ship, {
    id: "s",
    crew: { a: { id: "1" }, b: { id: "2" } },
  });
  assertEquals(entities.Ship, { s: { id: "s", crew: ["1", "2"] } });
  const text = normalize(Ship, { id: "s", crew: "abc" }).entities;
  assertEquals(text.Ship, { s: { id: "s", crew: "abc" } });
  assertEquals((denormalize(Ship, "s", text) as Ship).crew as unknown, "abc");
});

Deno.test("one entity twice in a response is one row with both references [schema/MRG-7]", () => {
  const { result, entities } = normalize([Port], [
    { id: "1", name: "a" },
    { id: "1", depth: 5 },
    { id: "1", name: "b" },
  ]);
  assertEquals(result, ["1", "1", "1"]);
  assertEquals(entities.Port, { 1: { id: "1", name: "b", depth: 5 } });
});

Deno.test("entities that refer to each other close the circle [schema/REF-12]", () => {
  const world = new StoredWorld();
  world.put(Ship, { id: "s", crew: [{ id: "c", ship: "s" }] });
  const ship = world.read(Ship, "s");
  assertStrictEquals(ship.crew[0].ship, ship);
  const crew = world.read(Crew, "c");
  assertStrictEquals(crew, ship.crew[0]);
  assertStrictEquals(crew.ship.crew[0], crew);
});

Deno.test("a detail adds to what a list brought [schema/MRG-4]", () => {
  const world = new StoredWorld();
  world.put([Port], [{ id: "1", name: "a", flag: "nl" }]);
  world.put(Port, { id: "1", name: "b", depth: 5 });
  assertEquals(world.parts.entities.Port, {
    1: { id: "1", name: "b", flag: "nl", depth: 5 },
  });
});

Deno.test("classes with one key share rows, each with its own fields and merge rules [schema/ENT-3] [schema/MRG-8]", () => {
  const merged: string[] = [];
  class Summary extends Port {
    static override schema = { crew: [Crew] };
    static override merge(existing: object, incoming: object) {
      merged.push("summary");
      return { ...existing, ...incoming, by: "summary" };
    }
  }
  class Full extends Port {
    static override schema = { ship: Ship };
    static override merge(existing: object, incoming: object) {
      merged.push("full");
      return { ...existing, ...incoming, by: "full" };
    }
  }
  const { entities } = normalize({ summary: Summary, full: Full }, {
    summary: { id: "1", crew: [{ id: "c" }], ship: { id: "raw" } },
    full: { id: "1", ship: { id: "s" } },
  });
  assertEquals(entities.Port, {
    1: { id: "1", crew: ["c"], ship: "s", by: "full" },
  });
  assertEquals(merged, ["full"]);

  merged.length = 0;
  const again = normalize(
    { full: Full, summary: Summary },
    { full: { id: "1", a: 1 }, summary: { id: "1", b: 2 } },
    [],
    { entities },
  );
  assertEquals(again.entities.Port, {
    1: { id: "1", crew: ["c"], ship: "s", a: 1, b: 2, by: "summary" },
  });
  assertEquals(merged, ["full", "summary"]);
});

Deno.test("parents and children may add to each other [schema/ENT-16]", () => {
  class Item extends Entity {
    id = "";
    static override key = "Item";
    static override process(input: object, parent: { id: string }) {
      return { ...input, orderId: parent.id };
    }
  }
  class Order extends Entity {
    id = "";
    static override key = "Order";
    static override schema = { items: [Item] };
    static override process(input: { id: string; items: object[] }) {
      return {
        ...input,
        items: input.items.map((item) => ({ ...item, owner: input.id })),
      };
    }
  }
  const { entities } = normalize(Order, { id: "o", items: [{ id: "i" }] });
  assertEquals(entities.Item, { i: { id: "i", orderId: "o", owner: "o" } });
});

Deno.test("a getter wins over a response field of its name [schema/ENT-24]", () => {
  class Titled extends Entity {
    id = "";
    name = "";
    get title() {
      return `MV ${this.name}`;
    }
    get both() {
      return "got";
    }
    set both(_value: string) {}
    static override key = "Titled";
    static override schema = { title: Port };
  }
  const row = { id: "1", name: "Ada", title: "raw", both: "raw", extra: 1 };
  const read = denormalize(Titled, "1", { Titled: { 1: row } }) as Titled;
  assertInstanceOf(read, Titled);
  assertEquals(read.title, "MV Ada");
  assertEquals(read.both, "got");
  assertEquals((read as unknown as { extra: number }).extra, 1);
  assert(Titled.fromJS(row as object) instanceof Titled);
});

Deno.test("setters get response fields, the nearest definition of a name counts [schema/ENT-24]", () => {
  class Base extends Entity {
    id = "";
    static override key = "Accessed";
    get open() {
      return "base";
    }
    get closed() {
      return "base";
    }
  }
  class Sub extends Base {
    #opened = "";
    override get open() {
      return `opened by ${this.#opened}`;
    }
    override set open(value: string) {
      this.#opened = value;
    }
  }
  const read = denormalize(Sub, "1", {
    Accessed: { 1: { id: "1", open: "response", closed: "response" } },
  }) as Sub;
  assertEquals([read.open, read.closed], ["opened by response", "base"]);
});

Deno.test("classes with one key each keep their indexes of a shared row [schema/IDX-1]", () => {
  class ByName extends Port {
    static override indexes = ["name"];
    static override merge(existing: object, incoming: object) {
      return { ...existing, ...incoming };
    }
  }
  class ByCode extends Port {
    static override indexes = ["code"];
  }
  const { indexes } = normalize({ a: ByName, b: ByCode }, {
    a: { id: "1", name: "n" },
    b: { id: "1", code: "c" },
  });
  assertEquals(indexes, { Port: { name: { n: "1" }, code: { c: "1" } } });
});
