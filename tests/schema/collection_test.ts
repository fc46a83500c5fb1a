// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { createClient, Endpoint } from "../../mod.ts";
import { All } from "../../schema/all.ts";
import { ArraySchema } from "../../schema/array.ts";
import { Collection } from "../../schema/collection.ts";
import type {
  IDenormalizeDelegate,
  INormalizeDelegate,
} from "../../schema/contract.ts";
import { denormalize } from "../../schema/memo_cache.ts";
import { Entity } from "../../schema/entity.ts";
import { SchemaError } from "../../schema/errors.ts";
import { Invalidate } from "../../schema/invalidate.ts";
import { Lazy } from "../../schema/lazy.ts";
import { normalize } from "../../schema/normalize.ts";
import { Query } from "../../schema/query.ts";
import { PolymorphicSchema } from "../../schema/polymorphic.ts";
import { Scalar } from "../../schema/scalar.ts";
import { Union } from "../../schema/union.ts";
import { Values } from "../../schema/values.ts";
import { captureConsole } from "../support/capture_console.ts";
import { metaAt } from "../support/meta_at.ts";
import { StoredWorld } from "../support/stored_world.ts";

class Berth extends Entity {
  id = "";
  depth = 0;
}
class Storm extends Entity {
  id = "";
}
class Closure extends Entity {
  id = "";
}

const berths = new Collection([Berth], {
  argsKey: ({ portId }: { portId: string }) => ({ portId }),
  nestKey: (port: any) => ({ portId: port.id }),
});
class Port extends Entity {
  id = "";
  name = "";
  berths: Berth[] = [];
  static override schema = { berths };
}

const ids = (list: readonly any[]) => list.map((item) => item.id);
const notice = () => new Union({ storm: Storm, closure: Closure }, "id");

/** A custom container: a list behind a member. */
class Wrapped extends PolymorphicSchema {
  normalize(input: any, parent: any, key: any, delegate: INormalizeDelegate) {
    return {
      items: input.items.map((item: any) =>
        this.normalizeValue(item, parent, key, delegate)
      ),
    };
  }
  denormalize(input: any, delegate: IDenormalizeDelegate) {
    return {
      items: input.items.map((item: any) =>
        this.denormalizeValue(item, delegate)
      ),
    };
  }
}

Deno.test("a Collection is made of lists, maps and schemas of that shape, and of nothing else [schema/COL-1] [schema/ERR-9]", () => {
  const share = new Scalar({ lens: () => "x", key: "share", entity: Berth });
  for (
    const [schema, input] of [
      [[Berth], [{ id: "a" }]],
      [new ArraySchema<any>(Berth), [{ id: "a" }]],
      [new Values<any>(Berth), { x: { id: "a" } }],
      [new Wrapped(Berth), { items: [{ id: "a" }] }],
      [[notice()], [{ id: "storm" }]],
      [new Values<any, any>({ storm: Storm }, "id"), { x: { id: "storm" } }],
      [[share], [{ id: "a", share: 1 }]],
      [[{ berth: Berth }], [{ berth: { id: "a" } }]],
    ] as [any, any][]
  ) {
    const collection = new Collection(schema);
    const world = new StoredWorld();
    const pk = world.put(collection, input, [{}]);
    assertEquals(pk, "{}");
    assert(world.parts.entities[collection.key]![pk] !== undefined);
    assertEquals(typeof world.read(collection, pk, [{}]), "object");
  }
  for (
    const schema of [
      Berth,
      { berth: Berth },
      notice(),
      new All(Berth),
      new Invalidate(Berth),
      [],
      [undefined],
      new Values(undefined),
      undefined,
      null,
      "text",
    ] as any[]
  ) {
    const error = assertThrows(
      () => new Collection(schema),
      SchemaError,
      "Values",
    );
    assertEquals(error.status, undefined);
  }
});

Deno.test("options may be methods of a subclass, and nonFilterArgumentKeys goes before createCollectionFilter [schema/COL-2]", () => {
  class PortBerths extends Collection<any, any[]> {
    override argsKey(params: any) {
      return { portId: params.portId, sort: params.sort };
    }
    override nestKey(parent: any) {
      return { portId: parent.id };
    }
    override nonFilterArgumentKeys(name: string) {
      return name === "sort";
    }
  }
  const world = new StoredWorld();
  const byClass = new PortBerths([Berth]);
  const pk = world.put(byClass, [], [{ portId: "rtm", sort: "up" }]);
  assertEquals(pk, '{"portId":"rtm","sort":"up"}');
  world.put(byClass.push, { id: "b" }, [{ portId: "rtm" }]);
  assertEquals(world.parts.entities["[Berth]"]![pk], ["b"]);
  class Quay extends Entity {
    id = "";
    static override schema = { berths: byClass };
  }
  world.put(Quay, { id: "q", berths: [] });
  assertEquals((world.parts.entities.Quay!.q as any).berths, '{"portId":"q"}');

  class Picky extends Collection<any, any[]> {
    override createCollectionFilter() {
      return (key: any) => key.only === "this";
    }
  }
  const picky = new Picky([Storm]);
  world.put(picky, [], [{ only: "this" }]);
  world.put(picky, [], [{ only: "that" }]);
  world.put(picky.push, { id: "s" }, [{}]);
  assertEquals(world.parts.entities["[Storm]"], {
    '{"only":"this"}': ["s"],
    '{"only":"that"}': [],
  });

  let both!: Collection<any, any>;
  const warnings = captureConsole("warn", () => {
    both = new Collection([Closure], {
      nonFilterArgumentKeys: ["page"],
      createCollectionFilter: () => () => {
        throw new Error("asked");
      },
    });
  });
  assert(warnings[0]?.includes("createCollectionFilter"));
  world.put(both, [], [{ page: 1 }]);
  world.put(both.push, { id: "c" }, [{}]);
  assertEquals(world.parts.entities["[Closure]"], { '{"page":"1"}': ["c"] });
});

Deno.test("the table is named after kind and members [schema/COL-3]", () => {
  const share = new Scalar({ lens: () => "x", key: "share", entity: Berth });
  const cases: [any, string][] = [
    [[Berth], "[Berth]"],
    [new ArraySchema<any>(Berth), "[Berth]"],
    [new Values<any>(Berth), "{Berth}"],
    [new Wrapped(Berth), "(Berth)"],
    [[notice()], "[Storm;Closure]"],
    [
      new Values<any, any>({ storm: Storm, closure: Closure }, "id"),
      "{Storm;Closure}",
    ],
    [[share], "[Scalar(share)]"],
    [[{ berth: Berth, at: "" }], "[{berth:Berth,at:}]"],
    [[[Berth]], "[[Berth]]"],
  ];
  for (const [schema, key] of cases) {
    assertEquals(new Collection(schema).key, key);
  }
  const tables = [
    [{ a: Berth }],
    [{ b: Berth }],
    [{ a: Storm }],
    [[Berth]],
    [[Storm]],
    [new Values<any>(Berth)],
    [new Values<any>(Storm)],
  ].map((schema: any) => new Collection(schema).key);
  assertEquals(new Set(tables).size, tables.length);
  assert(!tables.some((key) => key.includes("undefined")), tables.join());
});

Deno.test("Collections of different keys have different lists, those of one key share them [schema/COL-4]", () => {
  const seen: unknown[] = [];
  const open = new Collection([Berth], { key: "open" });
  const closed = new Collection([Berth], {
    key: "closed",
    createCollectionFilter: () => (key) => {
      seen.push(key);
      return true;
    },
  });
  const any = new Collection([Berth]);
  for (const collection of [open, closed, any]) {
    assertEquals(collection.key, "[Berth]");
  }
  const world = new StoredWorld();
  const port = { portId: "rtm" };
  world.put(open, [{ id: "o" }], [port]);
  assertEquals(world.query(closed, port), undefined);
  assertEquals(world.query(any, port), undefined);
  world.put(closed, [{ id: "c" }], [port]);
  world.put(any, [{ id: "a" }], [port]);
  const shown = () =>
    [open, closed, any].map((list) => ids(world.query(list, port)).join(""));
  assertEquals(shown(), ["o", "c", "a"]);
  assertStrictEquals(
    world.query(new Collection([Berth], { key: "open" }), port),
    world.query(open, port),
  );
  // a list without a key is one of all Collections, but they are none of its own
  world.put(open.push, { id: "1" }, [port]);
  assertEquals(shown(), ["o1", "c", "a1"]);
  world.put(closed.push, { id: "2" }, [port]);
  assertEquals(shown(), ["o1", "c2", "a12"]);
  assertEquals(seen, [port, port]);
  world.put(any.push, { id: "3" }, [port]);
  assertEquals(shown(), ["o1", "c2", "a123"]);
  for (const id of ["1", "2", "3"]) {
    world.put(any.push, { id }, [port]);
    world.put(open.push, { id }, [port]);
    world.put(closed.push, { id }, [port]);
  }
  assertEquals(shown(), ["o123", "c213", "a123"]);
  world.put(open.remove, { id: "1" }, [{}]);
  assertEquals(shown(), ["o23", "c213", "a23"]);
  world.put(any.remove, { id: "2" }, []);
  assertEquals(shown(), ["o23", "c213", "a3"]);
});

Deno.test("a key goes for lists inside of entities as well [schema/COL-4] [schema/COL-10]", () => {
  class Quay extends Entity {
    id = "";
    open: Berth[] = [];
    closed: Berth[] = [];
    static override schema = {
      open: new Collection([Berth], {
        key: "open",
        nestKey: (quay: any) => ({ quay: quay.id }),
      }),
      closed: new Collection([Berth], {
        key: "closed",
        nestKey: (quay: any) => ({ quay: quay.id }),
      }),
    };
  }
  const world = new StoredWorld();
  world.put(Quay, { id: "q", open: [{ id: "o" }], closed: [{ id: "c" }] });
  const { open } = Quay.schema;
  world.put(open.push, { id: "new" }, [{ quay: "q" }]);
  const quay = world.query(Quay, { id: "q" });
  assertEquals(ids(quay.open), ["o", "new"]);
  assertEquals(ids(quay.closed), ["c"]);
});

Deno.test("the table is named when the Collection is made [schema/COL-5] [schema/POL-18]", () => {
  const union = new Union({ storm: Storm }, "id") as Union;
  const before = new Collection([union]);
  union.define({ closure: Closure });
  assertEquals(before.key, "[Storm]");
  assertEquals(new Collection([union]).key, "[Storm;Closure]");
});

Deno.test("text and JSON show table and members [schema/COL-6]", () => {
  for (const text of [String(berths), JSON.stringify(berths)]) {
    assertEquals(JSON.parse(text), { key: "[Berth]", schema: "Berth" });
  }
});

Deno.test("circular schemas of every construct can be shown [schema/COL-6] [schema/ENT-7]", () => {
  class Node extends Entity {
    id = "";
    static override schema: any;
  }
  const union = new Union({ node: Node }, "id");
  const nodes = new Collection([Node]);
  const constructs = {
    nodes,
    map: new Collection(new Values(union)),
    push: nodes.push,
    remove: nodes.remove,
    union,
    all: new All(Node),
    gone: new Invalidate(union),
    lazy: new Lazy(Node),
    query: new Query(nodes, (list) => list),
    share: new Scalar({ lens: () => "A", key: "share" }),
  };
  Node.schema = constructs;
  assertEquals(JSON.stringify(Node), '"Node"');
  for (const construct of Object.values(constructs)) {
    const text = JSON.stringify(construct);
    assert(text.includes("Node") || text.includes("Scalar(share)"), text);
  }
  const shown = JSON.stringify(constructs);
  assert(!shown.includes("attribute"), "internals are not shown");
  assert(String(nodes).includes("[Node]"));
});

Deno.test("nestKey decides inside an entity, argsKey elsewhere [schema/COL-10]", () => {
  const calls: unknown[][] = [];
  const nested = new Collection([Berth], {
    argsKey: (params: any) => ({ from: "args", ...params }),
    nestKey: (parent: any, key: string) => {
      calls.push([parent, key]);
      return { from: parent.id ?? "object", key };
    },
  });
  class Quay extends Entity {
    id = "";
    static override schema = { berths: nested, more: { deep: nested } };
  }
  const { entities } = normalize(Quay, {
    id: "q",
    berths: [],
    more: { deep: [] },
  }, [{ x: 1 }]);
  assertEquals(entities.Quay!.q as any, {
    id: "q",
    berths: '{"from":"q","key":"berths"}',
    more: { deep: '{"from":"object","key":"deep"}' },
  });
  assertEquals((calls[0]![0] as any).id, "q");
  assertEquals(normalize({ list: nested }, { list: [] }, [{ x: 1 }]).result, {
    list: '{"from":"args","x":"1"}',
  });
  const plain = new Collection([Berth]);
  class Dock extends Entity {
    id = "";
    static override schema = { berths: plain };
  }
  assertEquals(
    (normalize(Dock, { id: "d", berths: [] }, [{ x: 1 }]).entities.Dock!
      .d as any).berths,
    '{"x":"1"}',
  );
});

Deno.test("the default key is the first argument [schema/COL-11]", () => {
  const list = new Collection([Berth]);
  const pkFor = (...args: unknown[]) => normalize(list, [], args).result;
  assertEquals(pkFor(), "{}");
  assertEquals(pkFor({}), "{}");
  assertEquals(
    pkFor({ b: "2", a: "1" }, { ignored: true }),
    '{"a":"1","b":"2"}',
  );
});

Deno.test("a bare argument, and one whose members show nothing, has a list of its own [schema/COL-11] [schema/COL-12a] [endpoint/END-16a] [endpoint/END-16b]", async () => {
  const search = (text: string) => new URLSearchParams(text);
  const pairs: [unknown, unknown][] = [
    [1, 2],
    ["a", "b"],
    [[1], [2]],
    [1n, 2n],
    [true, false],
    [NaN, Infinity],
    [search("a=1"), search("a=2")],
    [new Date(0), new Date(1)],
    [new Set([1]), new Set([2])],
    [new Map([["a", 1]]), new Map([["a", 2]])],
    [new Headers({ a: "1" }), new Headers({ a: "2" })],
    [new Uint8Array([1]), new Uint8Array([2])],
    [new Uint8Array([1]).buffer, new Uint8Array([2]).buffer],
    [/a/, /b/],
    [() => 1, () => 1],
    [new Blob(["a"]), new Blob(["a"])],
  ];
  const getBerths = new Endpoint(
    (_argument: unknown) => Promise.resolve([] as { id: string }[]),
    { name: "getBerths", schema: new Collection([Berth]) },
  );
  for (const [first, second] of pairs) {
    for (const given of [(one: unknown) => one, (one: unknown) => ({ one })]) {
      using client = createClient();
      await client.setResponse(getBerths, given(first), [{ id: "1" }]);
      await client.setResponse(getBerths, given(second), [{ id: "2" }]);
      const shown = [first, second].map((one) =>
        client.read(getBerths, given(one)).data?.map(({ id }) => id)
      );
      assertEquals(shown, [["1"], ["2"]], String(first));
    }
  }
});

Deno.test("a change with the same bare argument finds the list [schema/COL-11] [schema/COL-32]", async () => {
  using client = createClient();
  const list = new Collection([Berth]);
  const getBerths = new Endpoint(
    (_quay: number) => Promise.resolve([{ id: "4" }]),
    { name: "getBerths", schema: list },
  );
  const addBerth = new Endpoint(
    (_quay: number, berth: { id: string }) => Promise.resolve(berth),
    { name: "addBerth", schema: list.push, sideEffect: true },
  );
  await client.fetch(getBerths, 1);
  await client.fetch(getBerths, 2);
  await client.fetch(addBerth, 1, { id: "5" });
  const shown = [1, 2].map((quay) =>
    client.read(getBerths, quay).data?.map(({ id }) => id)
  );
  assertEquals(shown, [["4", "5"], ["4"]]);
});

Deno.test("key objects are written in one form [schema/COL-12]", () => {
  const list = new Collection([Berth]);
  const pkFor = (params: unknown) => normalize(list, [], [params]).result;
  assertEquals(pkFor({ b: 1, a: true }), '{"a":"true","b":"1"}');
  assertEquals(pkFor({ a: "1", none: undefined }), '{"a":"1"}');
  assertEquals(pkFor({ a: 1 }), pkFor({ a: "1" }));
  assertEquals(pkFor({ a: true }), pkFor({ a: "true" }));
  assertEquals(
    pkFor({ where: { z: 1, y: { d: 2, c: [1, null] } }, nil: null }),
    '{"nil":null,"where":{"y":{"c":["1",null],"d":"2"},"z":"1"}}',
  );
  assertEquals(
    pkFor({ where: { b: 1, a: 2 } }),
    pkFor({ where: { a: 2, b: 1 } }),
  );
  assertEquals(pkFor({ a: 5n }), '{"a":"5"}');
  assertEquals(pkFor({ at: new Date(0) }), '{"at":"1970-01-01T00:00:00.000Z"}');
  assertEquals(pkFor(JSON.parse('{"__proto__":1}')), '{"__proto__":"1"}');
});

Deno.test("neither arguments nor what argsKey and nestKey return is changed [schema/COL-13]", () => {
  const key = Object.freeze({ b: 1, a: Object.freeze({ d: 2, c: 3 }) });
  const args = [Object.freeze({ z: 1, y: undefined })];
  const list = new Collection([Berth], {
    argsKey: (_params: any) => key,
    nestKey: () => key,
  });
  class Quay extends Entity {
    id = "";
    static override schema = { berths: list };
  }
  normalize(list, [{ id: "a" }], args);
  normalize(Quay, { id: "q", berths: [] }, args);
  normalize(list.push, { id: "b" }, args);
  assertEquals(key, { b: 1, a: { d: 2, c: 3 } });
  assertEquals(Object.keys(key), ["b", "a"]);
});

Deno.test("argsKey makes one list for all arguments, or one for each lens [schema/COL-14]", () => {
  const world = new StoredWorld();
  const shared = new Collection([Berth], { argsKey: () => ({}) });
  world.put(shared, [{ id: "a" }], [{ portfolio: "A" }]);
  assertEquals(ids(world.query(shared, { portfolio: "B" })), ["a"]);

  const perLens = new Collection([Storm], {
    argsKey: ({ portfolio }: any) => ({ portfolio }),
  });
  world.put(perLens, [{ id: "s" }], [{ portfolio: "A", page: 2 }]);
  assertEquals(ids(world.query(perLens, { portfolio: "A" })), ["s"]);
  assertEquals(world.query(perLens, { portfolio: "B" }), undefined);

  const withoutLens = new Collection([Closure], {
    argsKey: ({ portfolio: _, ...filters }: any) => filters,
  });
  world.put(withoutLens, [{ id: "c" }], [{ portfolio: "A", kind: "x" }]);
  assertEquals(
    ids(world.query(withoutLens, { portfolio: "B", kind: "x" })),
    ["c"],
  );
  assertEquals(world.query(withoutLens, { kind: "y" }), undefined);
});

Deno.test("a nested list and the list of the same key are one row and one array [schema/COL-15] [schema/REF-8]", () => {
  const world = new StoredWorld();
  world.put(Port, { id: "rtm", berths: [{ id: "b1" }] }, [{ id: "rtm" }]);
  const args = [{ portId: "rtm" }];
  const port = world.read(Port, "rtm");
  assertStrictEquals(world.query(berths, ...args), port.berths);

  world.put(berths, [{ id: "b2" }, "b1"], args);
  const changed = world.read(Port, "rtm");
  assertEquals(ids(changed.berths), ["b2", "b1"]);
  assertStrictEquals(world.query(berths, ...args), changed.berths);
  assertStrictEquals(changed.berths[1], port.berths[0]);

  world.put(Port, { id: "rtm", berths: [{ id: "b3" }] });
  assertEquals(ids(world.query(berths, ...args)), ["b3"]);
});

Deno.test("a nested list keeps its identity when only its parent changes [schema/REF-7]", () => {
  const world = new StoredWorld();
  world.put(Port, { id: "rtm", name: "R", berths: [{ id: "b1" }] });
  const before = world.read(Port, "rtm");
  world.put([Port], [{ id: "rtm", name: "Rotterdam" }]);
  const after = world.read(Port, "rtm");
  assertNotStrictEquals(after, before);
  assertStrictEquals(after.berths, before.berths);
});

Deno.test("exceptions of key functions reach whoever stores, and no read calls them [schema/COL-16]", () => {
  let calls = 0;
  const failing = new Collection([Berth], {
    argsKey: (): any => {
      calls++;
      throw new RangeError("args");
    },
    nestKey: (): any => {
      calls++;
      throw new RangeError("nest");
    },
  });
  class Quay extends Entity {
    id = "";
    berths: Berth[] = [];
    static override schema = { berths: failing };
  }
  assertThrows(() => normalize(failing, []), RangeError, "args");
  assertThrows(
    () => normalize(Quay, { id: "q", berths: [] }),
    RangeError,
    "nest",
  );
  calls = 0;
  const world = new StoredWorld();
  world.put(Quay, { id: "q" });
  assertEquals(world.read(Quay, "q").berths, []);
  const embedded: any = denormalize(Quay, { id: "q" }, {});
  assertEquals(embedded.berths, []);
  assertEquals(calls, 0);
});

Deno.test("two parents that write one nested list are reported [schema/COL-17]", () => {
  const plain = new Collection([Berth]);
  class Quay extends Entity {
    id = "";
    berths: Berth[] = [];
    static override schema = { berths: plain };
  }
  const input = [
    { id: "q1", berths: [{ id: "a" }] },
    { id: "q2", berths: [{ id: "b" }] },
  ];
  const warnings = captureConsole("warn", () => normalize([Quay], input));
  assertEquals(warnings.length, 1);
  assert(warnings[0]!.includes("nestKey"), warnings[0]);
  assert(warnings[0]!.includes("q1") && warnings[0]!.includes("q2"));
  assertEquals(
    captureConsole("warn", () => {
      normalize([Port], input);
      normalize([Quay], [
        { id: "q1", berths: [{ id: "a" }] },
        { id: "q1", berths: [{ id: "b" }] },
      ]);
    }),
    [],
  );
});

Deno.test("members are stored first, then the row of references; its key is the result [schema/COL-20]", () => {
  const { result, entities, entitiesMeta } = normalize(
    berths,
    [{ id: 1 }, { id: 2 }],
    [{ portId: "rtm" }],
    {},
    metaAt(3),
  );
  assertEquals(result, '{"portId":"rtm"}');
  assertEquals(Object.keys(entities), ["Berth", "[Berth]"]);
  assertEquals(entities["[Berth]"], { '{"portId":"rtm"}': ["1", "2"] });
  assertEquals(entitiesMeta["[Berth]"], { '{"portId":"rtm"}': metaAt(3) });

  const map = new Collection(new Values(Berth));
  const stored = normalize(map, { north: { id: 1 } }, [{}]);
  assertEquals(stored.entities["{Berth}"], { "{}": { north: "1" } });
});

Deno.test("a newer list replaces the stored one, an older one does not [schema/COL-21]", () => {
  const world = new StoredWorld();
  const list = new Collection([Berth]);
  world.put(list, ["a", "b"], [{}], 10);
  world.put(list, ["old"], [{}], 5);
  assertEquals(world.parts.entities["[Berth]"]!["{}"], ["a", "b"]);
  assertEquals(world.parts.entitiesMeta["[Berth]"]!["{}"], metaAt(10));
  world.put(list, ["c"], [{}], 20);
  assertEquals(world.parts.entities["[Berth]"]!["{}"], ["c"]);
  assertEquals(world.parts.entitiesMeta["[Berth]"]!["{}"], metaAt(20));
});

Deno.test("merging can be overridden [schema/COL-21] [schema/MRG-8]", () => {
  class Growing extends Collection<any> {
    override merge(existing: any, incoming: any) {
      return [...existing, ...incoming];
    }
  }
  class Stubborn extends Collection<any> {
    override shouldReorder() {
      return true;
    }
  }
  class Chosen extends Collection<any> {
    override mergeWithStore() {
      return ["chosen"];
    }
    override mergeMetaWithStore() {
      return metaAt(99);
    }
  }
  const after = (collection: Collection<any>) => {
    const world = new StoredWorld();
    world.put(collection, ["a"], [{}], 1);
    world.put(collection, ["b"], [{}], 2);
    return [
      world.parts.entities["[Berth]"]!["{}"],
      world.parts.entitiesMeta["[Berth]"]!["{}"],
    ];
  };
  assertEquals(after(new Growing([Berth])), [["a", "b"], metaAt(2)]);
  assertEquals(after(new Stubborn([Berth])), [["a"], metaAt(1)]);
  assertEquals(after(new Chosen([Berth])), [["chosen"], metaAt(99)]);
});

Deno.test("references are kept, objects are taken for their values, and a single entity is reported [schema/COL-22]", () => {
  const list = new Collection([Berth]);
  const world = new StoredWorld();
  world.put(list, ["5", 6], [{}]);
  assertEquals(world.parts.entities["[Berth]"]!["{}"], ["5", "6"]);
  world.put(list, { x: { id: "a" }, y: { id: "b" } }, [{}]);
  assertEquals(world.parts.entities["[Berth]"]!["{}"], ["a", "b"]);
  const error = assertThrows(
    () => normalize(list, { results: [{ id: "a" }] }),
    SchemaError,
    "Berth",
  );
  assertEquals(error.status, 400);
  assertEquals(
    captureConsole("warn", () => {
      world.put(list, {}, [{}]);
      world.put(list, ["5"], [{}]);
    }),
    [],
  );
  const warnings = captureConsole("warn", () => {
    world.put(list, { id: "a", depth: 4 }, [{}]);
  });
  assertEquals(warnings.length, 1);
  assert(warnings[0]!.includes("one object instead of a list"), warnings[0]);
});

Deno.test("one raw value is read by each schema in its way [schema/COL-24] [schema/REF-6]", () => {
  const world = new StoredWorld();
  const raw = { x: { id: "a" } };
  const map = new Collection(new Values(Berth));
  const entity = world.read(Berth, raw);
  assert(entity instanceof Berth);
  const read = world.read(map, raw);
  assert(read.x instanceof Berth);
  assertStrictEquals(world.read(new Collection(new Values(Berth)), raw), read);
});

Deno.test("a Collection is a row of its own in what a read depends on [schema/COL-25]", () => {
  const world = new StoredWorld();
  const list = new Collection([Berth]);
  const pk = world.put(list, [{ id: "a" }], [{}], 4);
  assertEquals(world.parts.entitiesMeta["[Berth]"]![pk], metaAt(4));
  assertEquals(world.result(list, pk).paths, [
    { key: "[Berth]", pk: "{}" },
    { key: "Berth", pk: "a" },
  ]);
});

Deno.test("a query finds the list of its arguments, also an empty one, by argsKey alone [schema/COL-60]", () => {
  const world = new StoredWorld();
  assertEquals(world.query(berths, { portId: "rtm" }), undefined);
  world.put(berths, [], [{ portId: "rtm" }]);
  assertEquals(world.query(berths, { portId: "rtm" }), []);
  const nested = new Collection([Berth], {
    argsKey: (params: any) => ({ ...params }),
    nestKey: (): any => {
      throw new Error("nestKey was asked");
    },
  });
  assertEquals(world.query(nested, { portId: "rtm" }), []);
  assertEquals(
    world.memo.buildQueryKey(berths, [{ portId: "rtm" }], world.reader),
    '{"portId":"rtm"}',
  );
});

Deno.test("numbers and text as arguments ask for one list [schema/COL-12]", () => {
  const world = new StoredWorld();
  const list = new Collection([Berth]);
  world.put(list, [{ id: "a" }], [{ userId: 1 }]);
  assertEquals(ids(world.query(list, { userId: "1" })), ["a"]);
});

Deno.test("the shorthand of several members is refused [schema/ERR-6] [schema/ARR-1]", () => {
  assertThrows(() => new Collection([Berth, Storm]), SchemaError, "2");
});

Deno.test("members of classes that say nothing of themselves are told apart by them [schema/COL-3]", () => {
  class Upper {
    normalize(input: unknown) {
      return input;
    }
    denormalize(input: unknown) {
      return input;
    }
  }
  class Lower extends Upper {}
  class Wrapper extends Upper {
    schema = Berth;
  }
  const keyOf = (member: object) => new Collection([member] as any).key;
  assertEquals(keyOf(new Upper()), "[Upper]");
  assertEquals(keyOf(new Lower()), "[Lower]");
  assertEquals(keyOf(new Wrapper()), "[{schema:Berth}]");
  assertEquals(
    keyOf(Object.assign(class Static {}, new Upper(), {
      denormalize: (input: unknown) => input,
    })),
    "[Static]",
  );
});

Deno.test("circular members have a finite key [schema/COL-3]", () => {
  const node: any = { berth: Berth };
  node.children = [node];
  assertEquals(new Collection([node]).key, "[{berth:Berth,children:[…]}]");
});

Deno.test("a list whose members contain it closes, and stays stored as references [schema/REF-12]", () => {
  class Sibling extends Entity {
    id = "";
    siblings: Sibling[] = [];
    static override schema: any;
  }
  const siblings = new Collection([Sibling], {
    argsKey: () => ({}),
    nestKey: () => ({}),
  });
  Sibling.schema = { siblings };
  const world = new StoredWorld();
  world.put(siblings, [{ id: "a", siblings: ["a", "b"] }, { id: "b" }], [{}]);
  const list = world.query(siblings, {});
  assertEquals(ids(list), ["a", "b"]);
  assertStrictEquals(list[0].siblings, list);
  assertEquals(world.parts.entities["[Sibling]"], { "{}": ["a", "b"] });
});

Deno.test("a Collection of Collections is allowed [schema/COL-1]", () => {
  const world = new StoredWorld();
  const inner = new Collection([Berth], { argsKey: () => ({ inner: true }) });
  const outer = new Collection([inner]);
  const pk = world.put(outer, [[{ id: "a" }]], [{}]);
  assertEquals(ids(world.read(outer, pk)[0]), ["a"]);
});
