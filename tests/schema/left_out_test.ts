// deno-lint-ignore-file no-explicit-any -- responses of every shape
import {
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { z } from "zod";
import { normalizeInto } from "../../schema/engine.ts";
import {
  All,
  Collection,
  type DataReport,
  Entity,
  normalize,
  schema,
  SchemaError,
  Union,
  Values,
} from "../../schema/mod.ts";
import { PlainStore } from "../../schema/plain_store.ts";
import {
  answering,
  harbour,
  mutating,
  reading,
  recordingConsole,
} from "../controller/harbour.ts";
import { metaAt } from "../support/meta_at.ts";

class Port extends Entity {
  id = "";
  depth = 0;
  type = "port";
  static override key = "Port";
  static override schema: Record<string, any> = { depth: z.number() };
}
class Ship extends Entity {
  id = "";
  type = "ship";
  stops: Port[] = [];
  home: Port | undefined = undefined;
  static override schema: Record<string, any> = { stops: [Port], home: Port };
}

const good = { id: "rtm", depth: 9 };
const noPk = { depth: 4 };
const refused = { id: "ham", depth: "deep" };
const kinds = { ship: Ship, port: Port };

function store(schema: any, input: any, isStrict = false) {
  const store = new PlainStore({});
  const reports: DataReport[] = [];
  const result = normalizeInto(
    store,
    schema,
    input,
    [{}],
    metaAt(1),
    (report) => reports.push(report),
    isStrict,
  );
  return {
    result,
    places: reports.map(({ place }) => place),
    ports: Object.keys(store.parts.entities.Port ?? {}),
    reports,
  };
}

const lists: Record<string, [schema: any, input: any, place: string]> = {
  "without a primary key": [[Port], [good, noPk], "[1]"],
  "that a validator refuses": [[Port], [refused, good], "[0]"],
  "of schema.Array": [
    { all: new schema.Array(Port) },
    { all: [noPk, good] },
    "all[0]",
  ],
  "of several kinds": [
    [new Union(kinds, "type")],
    [{ ...good, type: "port" }, { type: "ship" }],
    "[1]",
  ],
  "of a Collection": [new Collection([Port]), [good, noPk], "[1]"],
  "of All": [new All(Port), [good, noPk], "[1]"],
  "of a map": [new Values(Port), { a: noPk, b: good }, "a"],
  "of a list in an entity": [
    Ship,
    { id: "1", stops: [good, noPk] },
    "stops[1]",
  ],
  "for something in it": [
    [Ship],
    [{ id: "1", home: good }, { id: "2", home: noPk }],
    "[1].home",
  ],
};
for (const [name, [schema, input, place]] of Object.entries(lists)) {
  Deno.test(`a row ${name} is left out, and reported with its place [schema/ERR-17]`, () => {
    const { places, ports, reports } = store(schema, input);
    assertEquals(places, [place]);
    assertEquals(ports, ["rtm"]);
    assertStringIncludes(reports[0]!.message, "left out");
    assertStringIncludes(
      reports[0]!.message,
      (reports[0]!.cause as any).message,
    );
    assertThrows(() => store(schema, input, true), Error);
  });
}

Deno.test("a strict Collection refuses the response because of any member [schema/ERR-17] [schema/COL-2]", () => {
  const list = new Collection([Port], { strict: true });
  const map = new Collection(new Values(Port), { strict: true });
  const refusing: [schema: any, input: any][] = [
    [list, [good, noPk]],
    [{ others: [Port], list }, { others: [good, noPk], list: [good, noPk] }],
    [list.push, [good, refused]],
    [list.pageWith(() => []), [good, noPk]],
    [list.forPath("/ports"), [good, noPk]],
    [map, { a: good, b: noPk }],
    [map.assign, { a: good, b: refused }],
  ];
  for (const [schema, input] of refusing) {
    assertThrows(() => store(schema, input), Error);
  }
  const { places } = store({ others: [Port], list }, {
    others: [good, noPk],
    list: [good],
  });
  assertEquals(places, ["others[1]"]);
});

Deno.test("a single entity, and what the code of the application throws, refuses the response [schema/ERR-17]", () => {
  assertThrows(() =>
    store({ port: Port, list: [Port] }, {
      port: noPk,
      list: [good],
    }), SchemaError);
  class Broken extends Port {
    static override process(input: any): any {
      return { ...input, name: input.name.trim() };
    }
  }
  assertThrows(
    () => store([Broken], [{ id: "1", name: "a" }, { id: "2" }]),
    TypeError,
  );
});

Deno.test("normalize alone prints what it leaves out [schema/ERR-17]", async () => {
  const lines = await recordingConsole(() => {
    assertEquals(normalize([Port], [good, noPk]).result, ["rtm"]);
  });
  assertEquals(lines.map(({ method }) => method), ["error"]);
});

Deno.test("a client shows the rows that are right, and tells once of the others [schema/ERR-17] [controller/CTL-6a]", async () => {
  const reports: DataReport[] = [];
  await using client = harbour({ onReport: (report) => reports.push(report) });
  const answer = answering<any, []>([good, noPk, refused]);
  const getPorts = reading("getPorts", answer, { schema: [Port] });
  await recordingConsole(async () => {
    for (let turn = 0; turn < 2; turn++) {
      const ports = await client.fetch(getPorts);
      assertEquals(ports.map(({ id }: Port) => id), ["rtm"]);
    }
    assertEquals(client.read(getPorts).error, undefined);
    assertEquals(
      reports.map(({ key, place }) => [key, place]),
      [[getPorts.key(), "[1]"], [getPorts.key(), "[2]"]],
    );
    const strict = reading("strict", answer, { schema: [Port], strict: true });
    await assertRejects(() => client.fetch(strict), Error, "primary key");
  });
});

Deno.test("what the application itself gives is stored as a whole or not at all [schema/ERR-17] [controller/OPT-9]", async () => {
  await using client = harbour();
  const create = mutating("create", answering<any, []>([good]), {
    schema: [Port],
    getOptimisticResponse: () => [{ id: "osl", depth: 1 }, noPk],
  });
  await recordingConsole(async () => {
    const settled = client.fetch(create);
    assertEquals(client.get(Port, { id: "osl" }), undefined);
    await settled;
    await client.set([Port] as never, [{ id: "osl", depth: 1 }, noPk] as never)
      .catch(() => {});
  });
  assertEquals(client.get(Port, { id: "osl" }), undefined);
  assertEquals(client.get(Port, { id: "rtm" })?.depth, 9);
});
