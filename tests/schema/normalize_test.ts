import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  Entity,
  INVALID,
  normalize,
  SchemaError,
  Values,
} from "../../schema/mod.ts";
import { denormalize } from "../../schema/memo_cache.ts";
import type { INormalizeDelegate, Schema } from "../../schema/contract.ts";
import { isSameValue } from "../../schema/same_value.ts";
import { withProtoAccessor } from "../support/proto_accessor.ts";
import { metaAt } from "../support/meta_at.ts";
import { Port } from "./harbour.ts";

class Ship extends Entity {
  id = "";
  name = "";
  home = Port.fromJS();
  crewSize = 0;
  static override key = "Ship";
  static override schema = { home: Port };
}

Deno.test("entities go to tables and leave references in the response [schema/NRM-1] [schema/NRM-11]", () => {
  const extra = { nested: [1] };
  const normalized = normalize(
    { list: [Ship], page: 1 },
    {
      list: [{ id: 7, name: "Ada", home: { id: "rtm", name: "Rotterdam" } }],
      page: 3,
      more: true,
      extra,
    },
    [],
    {},
    metaAt(5),
  );
  assertEquals(normalized, {
    result: { list: ["7"], page: 3, more: true, extra },
    entities: {
      Port: { rtm: { id: "rtm", name: "Rotterdam" } },
      Ship: { 7: { id: 7, name: "Ada", home: "rtm" } },
    },
    entitiesMeta: { Port: { rtm: metaAt(5) }, Ship: { 7: metaAt(5) } },
    indexes: {},
  });
  assertStrictEquals(normalized.result.extra, extra);
});

Deno.test("without arguments for them, meta is of now and the store empty [schema/NRM-1]", () => {
  const before = Date.now();
  const { entitiesMeta, indexes } = normalize(Port, { id: "rtm" });
  const meta = entitiesMeta.Port!.rtm!;
  assertEquals(indexes, {});
  assertEquals(meta.fetchedAt, 0);
  assertEquals(meta.expiresAt, Infinity);
  assert(meta.date >= before && meta.date <= Date.now());
});

Deno.test("without a schema the input is the result and the store stays [schema/NRM-2]", () => {
  const store = normalize(Port, { id: "rtm" });
  const blob = new Blob(["x"]);
  for (const schema of [undefined, null]) {
    for (const input of [null, undefined, 5, "text", blob, { id: "1" }]) {
      const { result, ...parts } = normalize(schema, input, [], store);
      assertStrictEquals(result, input);
      assertStrictEquals(parts.entities, store.entities);
      assertStrictEquals(parts.entitiesMeta, store.entitiesMeta);
      assertStrictEquals(parts.indexes, store.indexes);
    }
  }
});

Deno.test("a bare function as schema of a response takes objects only [schema/NRM-4]", () => {
  const toDate = (text: string) => new Date(text);
  assertThrows(() => normalize(toDate, "2024-01-01"), SchemaError);
  const input = { at: 1 };
  assertStrictEquals(normalize(toDate, input).result, input);
});

Deno.test("a primitive where an entity stands is its primary key, also 0 [schema/NRM-5] [schema/NRM-16]", () => {
  const { result, entities } = normalize(
    { a: Ship, b: Ship, c: Ship, d: Ship, e: Ship, list: [Ship] },
    { a: "x", b: 5, c: 0, d: "", e: false, list: ["1", 2, { id: "3" }] },
  );
  assertEquals(result, {
    a: "x",
    b: "5",
    c: "0",
    d: "",
    e: false,
    list: ["1", "2", "3"],
  });
  assertEquals(Object.keys(entities.Ship!), ["3"]);
});

interface Visit {
  readonly parent: unknown;
  readonly key: unknown;
}

/** A schema that notes where its values were found. */
class Probe {
  readonly visits: Visit[] = [];
  normalize(
    input: unknown,
    parent: unknown,
    key: unknown,
    _delegate: INormalizeDelegate,
  ): unknown {
    this.visits.push({ parent, key });
    return input;
  }
  denormalize(input: unknown): unknown {
    return input;
  }
}

Deno.test("a field sees the processed entity, earlier fields as references [schema/NRM-6]", () => {
  const probe = new Probe();
  const seen: unknown[] = [];
  probe.normalize = (input, parent, key) => {
    seen.push({ ...(parent as object) }, key);
    return input;
  };
  class Voyage extends Entity {
    id = "";
    static override schema = { ship: Ship, log: probe };
    static override process(input: object) {
      return { ...input, added: true };
    }
  }
  normalize(Voyage, { id: "v", log: { a: 1 }, ship: { id: "s" } });
  assertEquals(seen, [
    { id: "v", log: { a: 1 }, ship: "s", added: true },
    "log",
  ]);
});

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

Deno.test("the input is never changed, whatever process returns of it [schema/NRM-7]", () => {
  class Same extends Entity {
    id = "";
    static override key = "Same";
    static override schema = { home: Port };
    static override process(input: object) {
      return input;
    }
  }
  class Part extends Same {
    static override key = "Part";
    static override process(input: { data: object }) {
      return input.data;
    }
  }
  const input = deepFreeze({
    same: { id: "1", home: { id: "rtm" } },
    part: { data: { id: "2", home: { id: "ham" } } },
    ships: [{ id: "3", home: { id: "rtm", name: "Rotterdam" } }],
    map: { a: { id: "4" } },
  });
  const { entities } = normalize(
    { same: Same, part: Part, ships: [Ship], map: new Values(Ship) },
    input,
  );
  assertEquals(entities.Same, { 1: { id: "1", home: "rtm" } });
  assertEquals(entities.Part, { 2: { id: "2", home: "ham" } });
  assert(entities.Same!["1"] !== input.same);
  assertEquals(input.same.home, { id: "rtm" });
});

Deno.test("cyclic input is visited once [schema/NRM-10]", () => {
  let processed = 0;
  class Crew extends Entity {
    id = "";
    static override schema: Record<string, Schema> = {};
    static override process(input: object) {
      processed++;
      return { ...input };
    }
  }
  Crew.schema = { boss: Crew, team: [Crew] };
  const boss: Record<string, unknown> = { id: "b" };
  const mate = { id: "m", boss };
  boss.boss = boss;
  boss.team = [mate, mate];
  const { result, entities } = normalize(Crew, boss);
  assertEquals(result, "b");
  assertEquals(entities.Crew, {
    b: { id: "b", boss: "b", team: ["m", "m"] },
    m: { id: "m", boss: "b" },
  });
  // process and pk run again for every occurrence, fields do not
  assertEquals(processed, 5);
});

Deno.test("names of prototype members are ordinary keys [schema/NRM-12]", () => {
  withProtoAccessor(() => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    class Hostile extends Entity {
      id = "";
      static override key = "__proto__";
      static override indexes = ["name"];
    }
    const map = Object.fromEntries(names.map((id) => [id, { id, name: id }]));
    const store = normalize(
      { list: [Hostile], map: new Values(Hostile) },
      { list: names.map((id) => ({ id, name: id })), map },
    );
    assertEquals(store.result.list, names);
    assertEquals(Object.keys(store.result.map), names);
    assertEquals(Object.keys(store.entities), ["__proto__"]);
    const table =
      Object.getOwnPropertyDescriptor(store.entities, "__proto__")!.value;
    assertEquals(Object.keys(table), names);
    assertEquals(Object.getPrototypeOf(table), Object.prototype);
    const index =
      Object.getOwnPropertyDescriptor(store.indexes, "__proto__")!.value;
    assertEquals(Object.keys(index.name), names);
    assertEquals(({} as Record<string, unknown>).name, undefined);
    const read = denormalize(
      [Hostile],
      store.result.list,
      store.entities,
    ) as Hostile[];
    assertEquals(read.map(({ id }) => id), names);
    // nothing stored: nothing found on prototypes
    assertEquals(denormalize(Ship, "toString", {}), undefined);
    assertEquals(denormalize(Ship, "constructor", { Ship: {} }), undefined);
  });
});

Deno.test("members named __proto__ stay data [schema/NRM-12]", () => {
  withProtoAccessor(() => {
    const input = JSON.parse(
      '{"__proto__":{"id":"1","__proto__":{"polluted":true}},"x":{"id":"2"}}',
    );
    const { result, entities } = normalize(new Values(Ship), input);
    assertEquals(Object.keys(result), ["__proto__", "x"]);
    assertEquals(Object.keys(entities.Ship!["1"]!), ["id", "__proto__"]);
    const ship = denormalize(Ship, "1", entities) as Ship & {
      polluted?: boolean;
    };
    assert(ship instanceof Ship);
    assertEquals(ship.polluted, undefined);
    assertEquals(({} as { polluted?: boolean }).polluted, undefined);
  });
});

Deno.test("objects without a prototype are taken [schema/NRM-12]", () => {
  const bare = (members: object) => Object.assign(Object.create(null), members);
  const { result, entities } = normalize(
    bare({ ships: [Ship], map: new Values(Ship) }),
    bare({
      ships: [bare({ id: "1", home: bare({ id: "rtm" }) })],
      map: bare({ a: bare({ id: "2" }) }),
    }),
  );
  assertEquals({ ...result }, { ships: ["1"], map: { a: "2" } });
  assertEquals(entities.Ship, { 1: { id: "1", home: "rtm" }, 2: { id: "2" } });
});

Deno.test("result and rows are JSON if the input is, tombstones apart [schema/NRM-13]", () => {
  class Sunk extends Ship {
    static override process(input: { sunk?: boolean }) {
      return input.sunk ? undefined : { ...input };
    }
  }
  const { result, entities } = normalize(
    { ships: [Sunk], page: 1 },
    { ships: [{ id: "1", home: { id: "rtm" } }], page: 2 },
  );
  assertEquals(JSON.parse(JSON.stringify({ result, entities })), {
    result,
    entities,
  });
  assertStrictEquals(
    normalize(Sunk, { id: "1", sunk: true }).entities.Ship!["1"],
    INVALID,
  );
});

Deno.test("placeholders are legal members of a schema [schema/GEN-3]", () => {
  const schema = {
    ship: Ship,
    next: "",
    total: 0,
    none: null,
    absent: undefined,
  };
  const input = {
    ship: { id: "1" },
    next: "p2",
    total: 9,
    none: { a: 1 },
    absent: [2],
  };
  assertEquals(normalize(schema, input).result, { ...input, ship: "1" });
});

Deno.test("an object schema with a member named key takes no text [schema/NRM-3]", () => {
  assertThrows(() => normalize({ key: "", ship: Ship }, "text"), SchemaError);
});

Deno.test("a process function assigned later is heeded [schema/NRM-7]", () => {
  class Late extends Entity {
    id = "";
    static override schema = { home: Port };
  }
  normalize(Late, { id: "1", home: { id: "rtm" } });
  Late.process = (input) => input;
  const input = deepFreeze({ id: "1", home: { id: "rtm" } });
  assertEquals(normalize(Late, input).entities.Late, {
    1: { id: "1", home: "rtm" },
  });
});

Deno.test("two objects of one entity that refer to each other are each visited once [schema/NRM-10]", () => {
  class Crew extends Entity {
    id = "";
    static override schema: Record<string, Schema> = {};
  }
  Crew.schema = { next: Crew };
  const second: Record<string, unknown> = { id: "1", b: 2 };
  const third = { id: "1", c: 3, next: second };
  second.next = third;
  const first = { id: "1", a: 1, next: second };
  assertEquals(normalize(Crew, first).entities.Crew, {
    1: { id: "1", a: 1, b: 2, c: 3, next: "1" },
  });
});

Deno.test("very deep values learn what is around them too [schema/NRM-14] [schema/CUS-6]", () => {
  const seen: unknown[] = [];
  class Link extends Entity {
    id = 0;
    static override schema: Record<string, Schema> = {};
  }
  class Outer extends Entity {
    id = 0;
    static override schema = { chain: Link };
  }
  Link.schema = {
    next: Link,
    probe: {
      normalize(
        ...[input, parent, , delegate, parentEntity]: [
          unknown,
          { id: number },
          unknown,
          INormalizeDelegate,
          unknown,
        ]
      ) {
        seen.push([parentEntity, delegate.parentPk, parent.id]);
        return input;
      },
      denormalize: (input: unknown) => input,
    },
  };
  let chain: unknown = { id: 0, probe: {} };
  for (let id = 1; id <= 300; id++) chain = { id, next: chain };
  normalize(Outer, { id: 1, chain });
  assertEquals(seen, [[Link, "0", 0]]);
});

Deno.test("an object with a member __proto__ says something else than one without [schema/NRM-12]", () => {
  withProtoAccessor(() => {
    const [hostile, other] = ['{"__proto__":{}}', '{"b":1}'].map((text) =>
      JSON.parse(text)
    );
    assertEquals(
      [isSameValue(hostile, other), isSameValue(other, hostile)],
      [false, false],
    );
    assert(isSameValue(hostile, JSON.parse('{"__proto__":{}}')));
  });
});
