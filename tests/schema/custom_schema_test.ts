import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  Entity,
  isTemporaryPk,
  normalize,
  SchemaError,
  Values,
} from "../../schema/mod.ts";
import type { INormalizeDelegate, Schema } from "../../schema/contract.ts";
import { metaAt } from "../support/meta_at.ts";
import { StoredWorld } from "../support/stored_world.ts";

class Port extends Entity {
  id = "";
  code = "";
  static override key = "Port";
}

class Ship extends Entity {
  id = "";
  static override schema: Record<string, Schema> = { home: Port };
}

type Normalize = (
  input: Record<string, unknown>,
  parent: unknown,
  key: unknown,
  delegate: INormalizeDelegate,
  parentEntity?: unknown,
) => unknown;

/** A schema that is nothing but a function. */
function custom(normalize: Normalize) {
  return { normalize, denormalize: (input: unknown) => input };
}

Deno.test("anything with normalize and denormalize is a schema [schema/CUS-1]", () => {
  class Upper {
    static normalize(input: { text: string }) {
      return input.text.toUpperCase();
    }
    static denormalize(input: string) {
      return `${input}!`;
    }
  }
  const instance = custom((input) => input.text);
  const world = new StoredWorld();
  const schema = { byClass: Upper, list: [instance], map: new Values(Upper) };
  const stored = world.put(schema, {
    byClass: { text: "a" },
    list: [{ text: "b" }],
    map: { x: { text: "c" } },
  });
  assertEquals(stored, { byClass: "A", list: ["b"], map: { x: "C" } });
  assertEquals(world.read(schema, stored), {
    byClass: "A!",
    list: ["b"],
    map: { x: "C!" },
  });
});

Deno.test("the signatures are those of 0.18 [schema/CUS-9]", () => {
  const calls: unknown[][] = [];
  const schema = {
    normalize(...given: unknown[]) {
      calls.push(given);
      return given[0];
    },
    denormalize(...given: unknown[]) {
      calls.push(given);
      return given[0];
    },
  };
  const world = new StoredWorld();
  const input = { a: 1 };
  world.read({ schema }, world.put({ schema }, { schema: input }));
  const [normalized, denormalized] = calls;
  assertEquals(normalized!.length, 5);
  assertStrictEquals(normalized![0], input);
  assertEquals(normalized![2], "schema");
  assertEquals(typeof (normalized![3] as INormalizeDelegate).visit, "function");
  assertStrictEquals(normalized![4], undefined);
  assertEquals(denormalized!.length, 2);
  assertEquals(
    typeof (denormalized![1] as { unvisit: unknown }).unvisit,
    "function",
  );
});

Deno.test("the delegate tells arguments and times, visits, reads and writes [schema/CUS-2]", () => {
  const stored = normalize(
    [Port],
    [{ id: "old", code: "O" }],
    [],
    {},
    metaAt(1),
  );
  const args = [{ a: 1 }, 2];
  const meta = metaAt(5);
  const schema = custom((input, parent, _key, delegate) => {
    assertStrictEquals(delegate.args, args);
    assertStrictEquals(delegate.meta, meta);
    assertEquals(delegate.visit(Port, input.port, parent, "port"), "new");
    assertEquals(delegate.getEntity("Port", "new"), { id: "new", code: "N" });
    assertEquals(delegate.getEntity("Port", "old"), { id: "old", code: "O" });
    assertEquals(delegate.getEntity("Port", "none"), undefined);
    assertEquals(delegate.getEntityMeta("Port", "new"), meta);
    assertEquals([...delegate.getEntities("Port")!.keys()], ["old", "new"]);
    assertEquals([...delegate.getEntities("Port")!.entries()], [
      ["old", { id: "old", code: "O" }],
      ["new", { id: "new", code: "N" }],
    ]);
    assertEquals(delegate.getEntities("None"), undefined);

    delegate.mergeEntity(Port, "old", { depth: 5 });
    assertEquals(delegate.getEntity("Port", "old"), {
      id: "old",
      code: "O",
      depth: 5,
    });

    assertEquals(delegate.checkLoop("Port", "loop", input), false);
    assertEquals(delegate.checkLoop("Port", "loop", input), true);
    assertEquals(delegate.checkLoop("Port", "loop", {}), false);
    assertEquals(delegate.checkLoop("Port", "other", input), false);
    assertEquals(delegate.getEntity("Port", "loop"), undefined);

    delegate.createTable("Empty");
    return "done";
  });
  const { result, entities } = normalize(
    schema,
    { port: { id: "new", code: "N" } },
    args,
    stored,
    meta,
  );
  assertEquals(result, "done");
  assertEquals(entities, {
    Port: {
      old: { id: "old", code: "O", depth: 5 },
      new: { id: "new", code: "N" },
    },
    Empty: {},
  });
});

Deno.test("a creating schema lends pks to its members alone [schema/ENT-12] [controller/OPT-21]", () => {
  const create = custom((input, parent, key, delegate) =>
    delegate.visitCreating(() => delegate.visit([Ship], input, parent, key))
  );
  const { result, entities } = normalize(
    { created: create, ships: [Ship] },
    {
      created: [{ name: "a" }, { name: "b" }, { id: "3" }],
      ships: [{ id: "4" }],
    },
  );
  const [first, second, third] = result.created;
  assert(isTemporaryPk(first) && isTemporaryPk(second) && first !== second);
  assertEquals(third, "3");
  assertEquals(entities.Ship, {
    [first]: { id: first, name: "a" },
    [second]: { id: second, name: "b" },
    3: { id: "3" },
    4: { id: "4" },
  });
  for (
    const [created, ships] of [
      // another part of the response, before or after
      [[{ name: "a" }], [{ name: "no id" }]],
      // an entity inside of the created one
      [[{ name: "a", home: { code: "no id" } }], []],
    ]
  ) {
    for (
      const schema of [{ created: create, ships: [Ship] }, {
        ships: [Ship],
        created: create,
      }]
    ) {
      assertThrows(() => normalize(schema, { created, ships }), SchemaError);
    }
  }
});

Deno.test("a temporary pk that is taken is not given again [schema/ENT-12]", () => {
  const create = custom((input, parent, key, delegate) =>
    delegate.visitCreating(() => delegate.visit(Ship, input, parent, key))
  );
  const first = normalize(create, { name: "a" }, [], {}, metaAt(5));
  const second = normalize(create, { name: "b" }, [], first, metaAt(5));
  assert(first.result !== second.result);
  assertEquals(Object.values(second.entities.Ship!), [
    { id: first.result, name: "a" },
    { id: second.result, name: "b" },
  ]);
});

Deno.test("hooks get the stored row itself [schema/MRG-9]", () => {
  const existingRows: unknown[] = [];
  class Seen extends Port {
    static override merge(existing: object, incoming: object) {
      existingRows.push(existing);
      return { ...existing, ...incoming };
    }
  }
  const stored = normalize(Seen, { id: "1" }, [], {}, metaAt(1));
  normalize(Seen, { id: "1", code: "x" }, [], stored, metaAt(2));
  assertStrictEquals(existingRows[0], stored.entities.Port!["1"]);
});

Deno.test("an index is a top-level field, not a path [schema/IDX-8]", () => {
  class Nested extends Port {
    static override indexes = ["size.length"];
  }
  const original = console.warn;
  console.warn = () => {};
  try {
    assertEquals(
      normalize(Nested, { id: "1", size: { length: 5 } }).indexes,
      {},
    );
  } finally {
    console.warn = original;
  }
});
