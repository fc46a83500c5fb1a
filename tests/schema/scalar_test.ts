// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { Commit } from "../../controller/graph/commit.ts";
import { Collection } from "../../schema/collection.ts";
import type { DataReport } from "../../schema/contract.ts";
import { denormalize, MemoCache } from "../../schema/memo_cache.ts";
import { Entity } from "../../schema/entity.ts";
import { SchemaError } from "../../schema/errors.ts";
import { INVALID } from "../../schema/invalid.ts";
import { Invalidate } from "../../schema/invalidate.ts";
import { normalize, normalizeInto } from "../../schema/normalize.ts";
import { Query } from "../../schema/query.ts";
import { Scalar } from "../../schema/scalar.ts";
import { Union } from "../../schema/union.ts";
import { Values } from "../../schema/values.ts";
import { metaAt } from "../support/meta_at.ts";
import { StoredWorld } from "../support/stored_world.ts";

const lens = (args: readonly any[]) => args[0]?.portfolio;
const portfolio = new Scalar({ lens, key: "portfolio" });

class Company extends Entity {
  id = "";
  name = "";
  share = 0;
  votes = 0;
  static override schema = { share: portfolio, votes: portfolio };
}
class Fund extends Entity {
  id = "";
  share = 0;
  static override schema = { share: portfolio };
}
/** For use outside of the fields of Company; the same cells. */
const columns = new Scalar({ lens, key: "portfolio", entity: Company });

const A = [{ portfolio: "A" }];
const B = [{ portfolio: "B" }];
const C = [{ portfolio: "C" }];

function cells(world: StoredWorld): any {
  return world.parts.entities["Scalar(portfolio)"];
}

Deno.test("each lens has a cell of its own; the row is the same under all [schema/SCA-1] [schema/SCA-2] [schema/SCA-3] [schema/SCA-10]", () => {
  const world = new StoredWorld();
  world.put([Company], [{ id: 1, name: "Ada", share: 0.5 }], A);
  const row = world.parts.entities.Company![1];
  assertEquals(row, { id: 1, name: "Ada", share: ["1", "share", "Company"] });
  world.put([Company], [{ id: 1, name: "Ada", share: 0.3 }], B);
  assertStrictEquals(world.parts.entities.Company![1], row);
  assertEquals(cells(world), {
    "Company|1|A": { share: 0.5 },
    "Company|1|B": { share: 0.3 },
  });
  assertEquals(world.read(Company, "1", A).share, 0.5);
  assertEquals(world.read(Company, "1", B).share, 0.3);
  assertEquals(world.read(Company, "1", C).share, undefined);
  assertEquals(world.read(Company, "1", []).share, undefined);
});

Deno.test("the worked example of the specification [schema/SCA-10] [schema/SCA-16] [schema/SCA-18]", () => {
  const world = new StoredWorld();
  world.put([Company], [{ id: "1", name: "Ada", share: 0.5 }], A);
  const result = world.put([columns], [{ id: "1", share: 0.3 }], B);
  assertEquals(result, ["Company|1|B"]);
  assertEquals(cells(world), {
    "Company|1|A": { share: 0.5 },
    "Company|1|B": { id: "1", share: 0.3 },
  });
  assertEquals(world.read(Company, "1", B).share, 0.3);
});

Deno.test("primary keys and lenses may contain the delimiter and never mix [schema/SCA-3] [schema/ERR-12]", () => {
  const world = new StoredWorld();
  const pks = ["x", "x|y", "x|A", "x%7Cy", "|", "x|y|A"];
  const lenses = ["A", "y|A", "|", "||", "%7C", "%257C", "%", "y%7CA", "a\\|"];
  const value = (pk: string, lens: string) => `${pk} under ${lens}`;
  for (const portfolio of lenses) {
    const rows = pks.map((id) => ({ id, share: value(id, portfolio) }));
    world.put([Company], rows, [{ portfolio }]);
  }
  assertEquals(Object.keys(cells(world)).length, pks.length * lenses.length);
  for (const portfolio of lenses) {
    for (const id of pks) {
      assertEquals<unknown>(
        world.read(Company, id, [{ portfolio }]).share,
        value(id, portfolio),
      );
    }
    assertEquals<unknown>(
      world.query(columns, { portfolio }),
      pks.map((id) => ({ share: value(id, portfolio) })),
      "the cells of this lens and no other",
    );
  }
});

Deno.test("cells of entities whose keys contain the delimiter never mix [schema/SCA-3] [schema/SCA-5]", () => {
  const world = new StoredWorld();
  class Plain extends Entity {
    id = "";
    share = 0;
    static override key = "A";
    static override schema = { share: portfolio };
  }
  class Delimited extends Plain {
    static override key = "A|B";
  }
  world.put([Plain], [{ id: "B|1", share: 1 }], A);
  world.put([Delimited], [{ id: "1", share: 2 }], A);
  assertEquals(world.read(Plain, "B|1", A).share, 1);
  assertEquals(world.read(Delimited, "1", A).share, 2);
});

Deno.test("lenses are compared as text; undefined and null are none, the empty text is one [schema/SCA-4]", () => {
  const world = new StoredWorld();
  world.put([Company], [{ id: "1", share: 1 }], [{ portfolio: 7 }]);
  world.put([Company], [{ id: "1", share: 2 }], [{ portfolio: "" }]);
  assertEquals(world.read(Company, "1", [{ portfolio: 7 }]).share, 1);
  assertEquals(world.read(Company, "1", [{ portfolio: "7" }]).share, 1);
  assertEquals(world.read(Company, "1", [{ portfolio: "" }]).share, 2);
  assertEquals(world.query(columns, { portfolio: 7 }), [{ share: 1 }]);
  for (const none of [undefined, null]) {
    assertEquals(
      world.read(Company, "1", [{ portfolio: none }]).share,
      undefined,
    );
    world.put([Company], [{ id: "1", share: 3 }], [{ portfolio: none }]);
    assertEquals(world.query(columns, { portfolio: "" }), [{ share: 2 }]);
  }
});

Deno.test("one Scalar serves many fields and entities without mixing them [schema/SCA-5] [schema/SCA-11]", () => {
  const world = new StoredWorld();
  world.put([Company], [{ id: "1", share: 1, votes: 10 }], A);
  world.put([Fund], [{ id: "1", share: 2 }], A);
  world.put([Company], [{ id: "1", votes: 11 }], A);
  assertEquals(cells(world), {
    "Company|1|A": { share: 1, votes: 11 },
    "Fund|1|A": { share: 2 },
  });
  const company = world.read(Company, "1", A);
  assertEquals([company.share, company.votes], [1, 11]);
  assertEquals(world.read(Fund, "1", A).share, 2);
});

Deno.test("an older response changes no newer column of a cell, however many it has [schema/SCA-11] [schema/MRG-7]", () => {
  const world = new StoredWorld();
  world.put([Company], [{ id: "1", share: 1, votes: 1 }], A, 10);
  world.put([Company], [{ id: "1", share: 0, votes: 0 }], A, 5);
  assertEquals(cells(world)["Company|1|A"], { share: 1, votes: 1 });
  assertEquals(
    world.parts.entitiesMeta["Scalar(portfolio)"]!["Company|1|A"],
    metaAt(10),
  );
  world.put([columns], [{ id: "1", share: 0, extra: 5 }], A, 6);
  assertEquals(cells(world)["Company|1|A"], {
    id: "1",
    share: 1,
    votes: 1,
    extra: 5,
  });
  world.put([Company], [{ id: "1", votes: 2 }], A, 20);
  world.put([Company], [{ id: "1", share: 9, votes: 9 }], A, 15);
  assertEquals(cells(world)["Company|1|A"].share, 9);
  assertEquals(cells(world)["Company|1|A"].votes, 2);
});

Deno.test("all fields of an entity are merged into their cell at once [schema/SCA-11] [schema/MRG-7]", () => {
  let merges = 0;
  class Counting extends Scalar {
    override merge(existing: any, incoming: any): any {
      merges++;
      return { ...existing, ...incoming };
    }
  }
  const field = new Counting({
    lens: (args) => (args[0] as any)?.portfolio,
    key: "counting",
  });
  class Holding extends Entity {
    id = "";
    share = 0;
    votes = 0;
    seats = 0;
    static override schema = { share: field, votes: field, seats: field };
  }
  const world = new StoredWorld();
  world.put([Holding], [{ id: "1", share: 1, votes: 2, seats: 3 }], A);
  assertEquals(merges, 0);
  // the first of them may be left out, or say nothing
  world.put([Holding], [{ id: "1", seats: 30, votes: 20 }], A);
  world.put([Holding], [{ id: "1", share: undefined, seats: 31 }], A);
  assertEquals(merges, 2);
  const { share, votes, seats } = world.read(Holding, "1", A);
  assertEquals([share, votes, seats], [1, 20, 31]);
});

Deno.test("an object in an entity has fields of its own, whatever they are called [schema/SCA-14] [schema/SCA-11]", () => {
  const world = new StoredWorld();
  const read = (name: "share" | "votes", row: object) => {
    class Both extends Entity {
      id = "";
      share = 0;
      votes = 0;
      detail: Record<string, unknown> = {};
      static override key = `Both ${name}`;
      static override schema = {
        share: portfolio,
        votes: portfolio,
        detail: { [name]: portfolio },
      };
    }
    world.put([Both], [row], A);
    return world.read(Both, "1", A);
  };
  const detail = { share: "n/a", votes: 2 };
  assertEquals(read("votes", { id: "1", detail }).detail, detail);
  const row = { id: "1", share: 1, votes: 2, detail: { share: 9, votes: 77 } };
  assertEquals(read("share", row).votes, 2);
});

Deno.test("any value is a scalar [schema/SCA-12]", () => {
  const world = new StoredWorld();
  for (
    const value of [0, "", false, "text", { a: { b: 1 } }, [1, 2], [], true]
  ) {
    world.put([Company], [{ id: "1", share: value }], A);
    assertStrictEquals(cells(world)["Company|1|A"].share, value);
    assertEquals(world.read(Company, "1", A).share, value);
  }
});

Deno.test("null is a scalar of its lens, and absent fields write nothing [schema/SCA-13] [schema/NUL-1]", () => {
  const world = new StoredWorld();
  world.put([Company], [{ id: "1", share: 5 }], A);
  world.put([Company], [{ id: "1", share: null }], B);
  assertEquals(world.read(Company, "1", A).share, 5);
  assertEquals(world.read(Company, "1", B).share, null);
  world.put([Company], [{ id: "1", name: "Ada" }], A);
  world.put([Company], [{ id: "1", share: undefined }], A);
  assertEquals(world.read(Company, "1", A).share, 5);
  assertEquals(
    world.parts.entities.Company!["1"],
    { id: "1", share: ["1", "share", "Company"], name: "Ada" },
  );
});

Deno.test("a cell belongs to the primary key that its entity is stored under [schema/SCA-14]", () => {
  class Placed extends Entity {
    share = 0;
    stats = { share: 0, deep: { votes: 0 } };
    static override schema = {
      share: portfolio,
      stats: { share: portfolio, deep: { votes: portfolio } },
    };
    override pk(parent?: any, key?: string, args?: readonly any[]) {
      return `${parent.name}-${key}-${args![0].portfolio}`;
    }
  }
  const world = new StoredWorld();
  const result = world.put(new Values(Placed), {
    name: "map",
    x: { share: 1, stats: { deep: { votes: 3 } } },
    y: { share: 2 },
  }, A);
  assertEquals(result, { name: "map", x: "map-x-A", y: "map-y-A" });
  assertEquals(cells(world), {
    "Placed|map-x-A|A": { share: 1, votes: 3 },
    "Placed|map-y-A|A": { share: 2 },
  });
  const x = world.read(Placed, "map-x-A", A);
  assertEquals(x.share, 1);
  assertEquals(x.stats.deep.votes, 3);
});

Deno.test("of a response without a lens the rest is stored, and the field reported [schema/SCA-15] [schema/ERR-10]", () => {
  for (const value of [5, null]) {
    const writer = new Commit();
    const reports: DataReport[] = [];
    const rows = [{ id: "1", name: "Ada", share: value }, { id: "2" }];
    const result = normalizeInto(
      writer,
      [Company],
      rows,
      [{ other: 1 }],
      metaAt(1),
      (report) => reports.push(report),
    );
    assertEquals(result, ["1", "2"]);
    assertEquals(writer.getEntity("Company", "1"), { id: "1", name: "Ada" });
    assertEquals(reports.map(({ place }) => place), ["Company.share"]);
    const [{ message, cause } = { message: "" }] = reports;
    assert(message.includes("Scalar(portfolio)"), message);
    assert(message.includes("args"), message);
    assert(cause instanceof SchemaError);
  }
  // cells have nothing else to store
  assertThrows(() => normalize([columns], [{ id: "1" }], []), SchemaError);
  assertEquals(
    normalize(Company, { id: "1", name: "Ada" }, []).entities.Company,
    { 1: { id: "1", name: "Ada" } },
  );
});

Deno.test("a field is found by its entity and the lens, whichever came first, also if no row has named it [schema/SCA-18] [schema/SCA-21]", () => {
  const rows = [{ id: "1", name: "Ada", share: 0.5 }, { id: "1", name: "Ada" }];
  for (const row of rows) {
    for (const isFirst of [true, false]) {
      const world = new StoredWorld();
      const putCells = () =>
        world.put(new Values(columns), { 1: { share: 0.3, votes: 4 } }, B);
      if (isFirst) putCells();
      world.put([Company], [row], A);
      // read before the cells are there
      if (!isFirst) assertEquals(world.read(Company, "1", B).share, undefined);
      if (!isFirst) putCells();
      const { name, share, votes } = world.read(Company, "1", B);
      assertEquals({ name, share, votes }, {
        name: "Ada",
        share: 0.3,
        votes: 4,
      });
      assertEquals(world.read(Company, "1", A).share, row.share);
      assertEquals(world.read(Company, "1", []).share, undefined);
    }
  }
});

Deno.test("a field is found of entities whose pk needs the response, in Unions, in lists and nested [schema/SCA-14] [schema/SCA-18]", () => {
  class Held extends Entity {
    name = "";
    type = "held" as const;
    share: number | undefined = undefined;
    static override schema = { share: portfolio };
    override pk(_parent?: unknown, key?: string, args?: readonly any[]) {
      return key === undefined || args === undefined ? undefined : `${key}!`;
    }
  }
  const cellsOfHeld = new Scalar({ lens, key: "portfolio", entity: Held });
  class Owner extends Entity {
    id = "";
    first: Held | undefined = undefined;
    static override schema = { first: new Union({ held: Held }, "type") };
  }
  const world = new StoredWorld();
  const first = { name: "x", type: "held" };
  world.put(Owner, { id: "1", first }, []);
  world.put(new Values(cellsOfHeld), { "first!": { share: 2 } }, A);
  assertEquals(world.read(Owner, "1", A).first.share, 2);
  assertEquals(world.read([Owner], ["1"], A)[0].first.share, 2);
  assertEquals(world.read(Owner, "1", B).first.share, undefined);
});

Deno.test("outside of fields whole cells are stored, for the entity given [schema/SCA-16] [schema/ERR-11]", () => {
  const cell = { id: "1", share: 1, votes: 2 };
  for (
    const [schema, input, result] of [
      [[columns], [cell], ["Company|1|A"]],
      [new Values(columns), { 1: cell }, { 1: "Company|1|A" }],
      [new Collection([columns]), [cell], '{"portfolio":"A"}'],
      [columns, cell, "Company|1|A"],
      [{ companies: [columns] }, { companies: [cell] }, {
        companies: ["Company|1|A"],
      }],
    ] as [any, any, any][]
  ) {
    const world = new StoredWorld();
    assertEquals(world.put(schema, input, A), result);
    assertEquals(cells(world), { "Company|1|A": cell });
  }
  const error = assertThrows(
    () => normalize([portfolio], [cell], A),
    SchemaError,
    "entity",
  );
  assertEquals(error.status, undefined);
});

Deno.test("lists and Collections inside an entity hold cells too [schema/SCA-16] [schema/SCA-2]", () => {
  class Report extends Entity {
    id = "";
    static override schema = {
      listed: [columns],
      collected: new Collection([columns]),
      named: new Collection(new Values(columns), {
        argsKey: () => ({ named: true }),
      }),
      share: portfolio,
    };
  }
  const world = new StoredWorld();
  world.put(Report, {
    id: "r",
    listed: [{ id: "1", share: 1 }],
    collected: [{ id: "2", share: 2 }],
    named: { 3: { share: 3 } },
    share: 4,
  }, A);
  assertEquals(cells(world), {
    "Company|1|A": { id: "1", share: 1 },
    "Company|2|A": { id: "2", share: 2 },
    "Company|3|A": { share: 3 },
    "Report|r|A": { share: 4 },
  });
  const report = world.read(Report, "r", A);
  assertEquals(
    [report.listed[0].share, report.collected[0].share, report.share],
    [1, 2, 4],
  );
  assertEquals(report.named, { 3: { share: 3 } });
});

Deno.test("a cell is of the entity that its name in a map, its pk or entityPk says [schema/SCA-17] [schema/ERR-11]", () => {
  const world = new StoredWorld();
  assertEquals(
    world.put(new Values(columns), { 7: { share: 1 } }, A),
    { 7: "Company|7|A" },
  );
  assertEquals(
    world.put({ stock: [columns] }, { stock: [{ id: 8, share: 1 }] }, A),
    { stock: ["Company|8|A"] },
  );
  class ByTicker extends Scalar {
    override entityPk(input: any) {
      return input.ticker;
    }
  }
  const byTicker = new ByTicker({ lens, key: "portfolio", entity: Company });
  assertEquals(world.put([byTicker], [{ ticker: "ADA", share: 2 }], A), [
    "Company|ADA|A",
  ]);
  const error = assertThrows(
    () => normalize([columns], [{ share: 1 }], A),
    SchemaError,
    "entityPk",
  );
  assert(error.message.includes("map key"), error.message);
});

Deno.test("null items and keys of cells are kept, and what is stored is not the input [schema/SCA-16] [schema/NRM-16] [schema/NUL-1]", () => {
  const world = new StoredWorld();
  const cell = { id: "1", share: 1 };
  assertEquals(
    world.put([columns], [null, cell, "Company|9|B"], A),
    [null, "Company|1|A", "Company|9|B"],
  );
  assertEquals(cells(world), { "Company|1|A": cell });
  assertNotStrictEquals(cells(world)["Company|1|A"], cell);
  assertEquals(world.read([columns], [null, "Company|9|B"], A), [null]);
});

Deno.test("a value that is no cell is refused with an explanation [schema/SCA-19] [schema/ERR-11]", () => {
  for (const value of [5, "text", true, [1]]) {
    const error = assertThrows(
      () => normalize(new Values(columns), { 1: value }, A),
      SchemaError,
      "column",
    );
    assert(error.message.includes("Scalar(portfolio)"), error.message);
  }
  assertThrows(() => normalize(columns, "text", A), SchemaError, "column");
});

Deno.test("cells read as they are stored, in lists and by name [schema/SCA-20]", () => {
  const world = new StoredWorld();
  const list = world.put([columns], [{ id: "2", share: 2 }, { id: "1" }], A);
  const [two, one] = world.read([columns], list, A);
  assertStrictEquals(two, cells(world)["Company|2|A"]);
  assertEquals(one, { id: "1" });
  const map = world.put(new Values(columns), { 2: { votes: 5 } }, A);
  assertEquals(world.read(new Values(columns), map, A), {
    2: { id: "2", share: 2, votes: 5 },
  });
  const collection = new Collection([columns], {
    argsKey: ({ portfolio }: any) => ({ portfolio }),
  });
  world.put(collection, [{ id: "1", share: 1 }], A);
  assertEquals(world.query(collection, { portfolio: "A" }), [
    { id: "1", share: 1 },
  ]);
  world.replace("Scalar(portfolio)", "Company|2|A", INVALID);
  assertEquals(world.read([columns], list, A), [{ id: "1", share: 1 }]);
  assertEquals(
    denormalize([columns], [{ id: "1", share: 3 }], {}) as any,
    [{ id: "1", share: 3 }],
  );
});

Deno.test("a column that was never fetched makes nothing invalid [schema/SCA-22]", () => {
  const world = new StoredWorld();
  const list = world.put([Company], [{ id: "1", share: 1 }], A);
  const [company] = world.read([Company], list, C);
  assert(company instanceof Company);
  assertEquals(company.share, undefined);
});

Deno.test("values that are no markers are read as they are [schema/SCA-23] [schema/SCA-24] [schema/DEN-6]", () => {
  const world = new StoredWorld();
  for (
    const value of [
      "x",
      "1",
      5,
      true,
      [1, 2],
      ["a", "b"],
      ["a", "b", "c", "d"],
      { a: 1 },
    ]
  ) {
    world.replace("Company", "old", { id: "old", share: value });
    assertEquals(world.read(Company, "old", A).share, value);
    const embedded: any = denormalize(
      Company,
      { id: "1", share: value },
      {},
      A,
    );
    assertEquals(embedded.share, value);
  }
});

Deno.test("a query lists the cells of a lens, of all entities [schema/SCA-26]", () => {
  const world = new StoredWorld();
  assertEquals(world.query(columns, ...A), undefined);
  world.put([Company], [{ id: "1", share: 1 }, { id: "2|x", share: 2 }], A);
  world.put([Fund], [{ id: "1", share: 3 }], A);
  world.put([Company], [{ id: "1", share: 9 }], B);
  assertEquals(world.query(columns, ...A), [
    { share: 1 },
    { share: 2 },
    { share: 3 },
  ]);
  assertEquals(world.query(columns, ...B), [{ share: 9 }]);
  assertEquals(world.query(columns, ...C), undefined);
  assertEquals(world.query(columns), undefined);
  assertEquals(world.query(columns, { portfolio: "x|A" }), undefined);
  world.replace("Scalar(portfolio)", "Company|2|x|A", INVALID);
  assertEquals(world.query(columns, ...A).length, 2);
  const total = new Query(columns, (list: any) => list.length);
  assertEquals(world.query(total, ...A), 2);
});

Deno.test("the list of cells is the same while its cells are [schema/SCA-26] [schema/REF-3]", () => {
  const world = new StoredWorld();
  world.put([columns], [{ id: "1", share: 1 }, { id: "2", share: 2 }], A);
  const before = world.query(columns, ...A);
  world.put([columns], [{ id: "1", share: 5 }], B);
  assertStrictEquals(world.query(columns, ...A), before);
  world.put([columns], [{ id: "1", share: 7 }], A);
  assertEquals(world.query(columns, ...A).map((cell: any) => cell.share), [
    7,
    2,
  ]);
});

Deno.test("a query looks at no cell of another lens [schema/SCA-26]", () => {
  const commit = new Commit();
  for (let lens = 0; lens < 500; lens++) {
    normalizeInto(
      commit,
      [columns],
      [{ id: "1", share: lens }],
      [{ portfolio: lens }],
      metaAt(1),
    );
  }
  const { state } = commit.seal();
  const result = new MemoCache().query(columns, [{ portfolio: 499 }], state);
  assertEquals(result.data as any, [{ id: "1", share: 499 }]);
  assertEquals(result.paths, [
    { key: "Scalar(portfolio)", pk: "Company|1|499" },
  ]);
});

Deno.test("names of fields never collide with the marker [schema/SCA-10]", () => {
  class Odd extends Entity {
    id = "";
    field = "";
    entity = "";
    static override schema = { field: portfolio, entity: portfolio };
  }
  const world = new StoredWorld();
  const input = { id: "1", field: "f", entity: "e" };
  world.put(Odd, input, A);
  const odd = world.read(Odd, "1", A);
  assertEquals({ ...odd }, input);
  const proto = JSON.parse('{"id":"2","__proto__":{"x":1}}');
  world.put([columns], [proto], A);
  assertEquals(Object.keys(cells(world)["Company|2|A"]), ["id", "__proto__"]);
});

Deno.test("a deleted entity leaves its cells, and sees them again when it comes back [schema/SCA-18] [schema/INV-6]", () => {
  const world = new StoredWorld();
  world.put([Company], [{ id: "1", share: 1 }], A);
  world.put(new Invalidate(Company), { id: "1" });
  assertEquals(cells(world), { "Company|1|A": { share: 1 } });
  world.put([Company], [{ id: "1", share: 2 }], B);
  assertEquals(world.read(Company, "1", A).share, 1);
});
