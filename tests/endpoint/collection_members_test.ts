import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import {
  Collection,
  createClient,
  Query,
  RestEndpoint,
  Values,
} from "../../mod.ts";
import { ArraySchema, ObjectSchema } from "../../schema/mod.ts";
import { RecordingServer } from "./recording_server.ts";
import { spyOnConsole } from "./spies.ts";
import { production } from "../support/production.ts";
import { Vessel } from "./harbour.ts";

const vessels = new Collection([Vessel]);
const list = new RestEndpoint({
  urlPrefix: "https://h.test",
  path: "/fleets/:fleet/vessels",
  schema: vessels,
  name: "Vessel.getList",
  dataExpiryLength: 5,
  getHeaders: (headers: HeadersInit) => ({ ...headers, "X-Token": "t" }),
});

Deno.test("push, unshift and assign create on the path of the list [endpoint/COL-1] [endpoint/COL-2] [endpoint/COL-3]", () => {
  const maps = new RestEndpoint({
    path: "/vessels",
    schema: new Collection(new Values(Vessel)),
  });
  const cases = [
    [list.push, vessels.push, list],
    [list.unshift, vessels.unshift, list],
    [maps.assign, maps.schema.assign, maps],
  ] as const;
  for (const [member, schema, source] of cases) {
    assert(schema !== undefined);
    assertStrictEquals(member.schema, schema);
    assertEquals(member.method, "POST");
    assertStrictEquals(member.sideEffect, true);
    assertEquals(member.path, source.path);
    assertEquals(member.name, `${source.name}.create`);
  }
});

Deno.test("remove and move update on the path of the list [endpoint/COL-4] [endpoint/COL-5]", () => {
  const cases = [
    [list.remove, vessels.remove],
    [list.move, vessels.move],
  ] as const;
  for (const [member, schema] of cases) {
    assert(schema !== undefined);
    assertStrictEquals(member.schema, schema);
    assertEquals(member.method, "PATCH");
    assertStrictEquals(member.sideEffect, true);
    assertEquals(member.path, "/fleets/:fleet/vessels");
    assertEquals(member.name, "Vessel.getList.partialUpdate");
  }
  const addressed = list.extend({ movePath: "/vessels/:id" });
  assertEquals(addressed.move.path, "/vessels/:id");
  assertEquals(addressed.remove.path, "/fleets/:fleet/vessels");
});

Deno.test("the list is the first Collection of the schema, depth first [endpoint/COL-6]", () => {
  const other = new Collection([Vessel], { argsKey: () => ({ other: 1 }) });
  const find = (schema: unknown) =>
    // deno-lint-ignore no-explicit-any -- schemas of all kinds
    new RestEndpoint({ path: "/v", schema } as any).push.schema;
  const { push } = vessels;
  assertStrictEquals(find(vessels), push);
  assertStrictEquals(find({ results: vessels, other }), push);
  assertStrictEquals(find({ a: null, b: undefined, c: "", d: vessels }), push);
  assertStrictEquals(find({ a: { b: { c: vessels } }, d: other }), push);
  assertStrictEquals(find(new ObjectSchema({ results: vessels })), push);
  assertStrictEquals(find({ a: new ObjectSchema({ b: vessels }) }), push);
  assertStrictEquals(find(new Values(vessels)), push);
  assertStrictEquals(find({ byPort: new Values({ list: vessels }) }), push);
  const newest = new Query(vessels, (list) => [...list].reverse());
  assertStrictEquals(find(newest), push);
  assertStrictEquals(find({ newest }), push);
  assertStrictEquals(
    find(new Query({ vessels }, ({ vessels }) => vessels)),
    push,
  );
  const folder = new ObjectSchema({});
  folder.define({ folders: new Values(folder) });
  assertStrictEquals(find(folder), undefined);
  folder.define({ vessels });
  assertStrictEquals(find(folder), push);
});

Deno.test("what a list is sorted by stays true when it grows [endpoint/COL-6] [schema/QRY-1]", async () => {
  await using server = new RecordingServer((request) =>
    Response.json(
      request.method === "POST"
        ? { id: "3", name: "Belgica" }
        : [{ id: "2", name: "Maud" }, { id: "1", name: "Antarctic" }],
    )
  );
  const sorted = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/vessels",
    searchParams: {} as { orderBy?: "name" } | undefined,
    schema: new Query(
      new Collection([Vessel]),
      (list, { orderBy = "name" }: { orderBy?: "name" } = {}) =>
        list.toSorted((a, b) => a[orderBy].localeCompare(b[orderBy])),
    ),
  });
  await using client = createClient();
  await client.fetch(sorted, { orderBy: "name" });
  const created = await client.fetch(sorted.push, { name: "Belgica" });
  assertEquals(created.id, "3");
  await client.allSettled();
  assertEquals(
    client.read(sorted, { orderBy: "name" }).data?.map(({ name }) => name),
    ["Antarctic", "Belgica", "Maud"],
  );
});

Deno.test("lists are searched as objects are [endpoint/COL-6]", () => {
  for (
    const schema of [
      [vessels],
      { first: [Vessel], list: [vessels] },
      new ArraySchema(vessels),
    ]
  ) {
    // deno-lint-ignore no-explicit-any -- schemas of all kinds
    const endpoint = new RestEndpoint({ path: "/v", schema } as any);
    assertStrictEquals(endpoint.push.schema, vessels.push);
  }
});

Deno.test("a call that will change no list is warned of, and made [endpoint/COL-7]", async () => {
  await using server = new RecordingServer(() => Response.json({ id: "9" }));
  using warnings = spyOnConsole("warn");
  const plain = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/v",
    name: "plain",
    schema: [Vessel],
  });
  assertEquals(await plain.push({ name: "x" }), { id: "9" });
  assertEquals(warnings.lines.length, 1);
  assertStringIncludes(warnings.lines[0]!, "plain.push");
  assertStringIncludes(warnings.lines[0]!, "no Collection");
  await plain.extend({ schema: vessels }).push({ name: "x" });
  assertEquals(warnings.lines.length, 1);
  using _production = production();
  await plain.extend({ dataExpiryLength: 5 }).push({ name: "x" });
  assertEquals(warnings.lines.length, 1);
});

Deno.test("members take parameters and a body, or the body alone [endpoint/COL-8]", async () => {
  await using server = new RecordingServer(() =>
    Response.json({ id: "9", name: "x" })
  );
  const sent = () =>
    `${server.last.method} ${server.last.address} ${server.last.body}`;
  const fleet = list.extend({ urlPrefix: server.origin });
  await fleet.push({ fleet: 1 }, { name: "x" });
  assertEquals(sent(), 'POST /fleets/1/vessels {"name":"x"}');
  const flat = list.extend({
    urlPrefix: server.origin,
    path: "/vessels",
    searchParams: {} as { berth?: number },
  });
  await flat.push({ name: "x" });
  assertEquals(sent(), 'POST /vessels {"name":"x"}');
  await flat.unshift({ berth: 4 }, { name: "x" });
  assertEquals(sent(), 'POST /vessels?berth=4 {"name":"x"}');
  await flat.remove({ berth: 4 }, { id: "9" });
  assertEquals(sent(), 'PATCH /vessels?berth=4 {"id":"9"}');
  await flat.move({ id: "9", berth: 5 });
  assertEquals(sent(), 'PATCH /vessels {"id":"9","berth":5}');
});

Deno.test("members follow what a class computes [endpoint/COL-1]", () => {
  let schema = new Collection([Vessel]);
  class FleetEndpoint extends RestEndpoint {
    anchor = "up";
    // deno-lint-ignore no-explicit-any -- any schema
    override get schema(): any {
      return schema;
    }
  }
  const fleet = new FleetEndpoint({ path: "/vessels" });
  assertStrictEquals(fleet.push.schema, schema.push);
  schema = new Collection([Vessel]);
  assertStrictEquals(fleet.push.schema, schema.push);
  fleet.anchor = "down";
  assertEquals((fleet.push as typeof fleet).anchor, "down");
});

Deno.test("members neither poll nor suspend [endpoint/COL-15]", () => {
  const polled = list.extend({ pollFrequency: 1000, invalidIfStale: true });
  for (
    const member of [
      polled.push,
      polled.unshift,
      (polled as RestEndpoint).assign,
      polled.remove,
      polled.move,
    ]
  ) {
    assertStrictEquals(member.pollFrequency, undefined);
    assertStrictEquals(member.invalidIfStale, undefined);
  }
});
