import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import {
  Collection,
  createClient,
  Entity,
  Invalidate,
  ObjectSchema,
  Query,
  RestEndpoint,
  Values,
} from "../../mod.ts";
import { type RecordedRequest, RecordingServer } from "./recording_server.ts";
import { inProduction, spyOnConsole } from "./spies.ts";

class Vessel extends Entity {
  id = "";
  name = "";
  berth = 0;
  static override key = "Vessel";
}

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

Deno.test("members inherit everything else from the list as it is [endpoint/COL-1] [endpoint/EXT-5]", async () => {
  class Tagged extends RestEndpoint {
    tag = "class";
  }
  const tagged = new Tagged({
    path: "/a",
    schema: vessels,
    dataExpiryLength: 5,
  });
  for (const name of ["push", "unshift", "remove", "move"] as const) {
    const member = tagged[name];
    assertInstanceOf(member, Tagged);
    assertEquals((member as unknown as Tagged).tag, "class");
    assertEquals(member.dataExpiryLength, 5);
  }
  const { headers } = await list.push.getRequestInit({});
  assertEquals(headers, {
    "Content-Type": "application/json",
    "X-Token": "t",
  });
  const child = list.extend({
    path: "/all",
    schema: new Collection([Vessel], { argsKey: () => ({}) }),
    process: (value: unknown) => value,
  });
  assertEquals(child.push.path, "/all");
  assertStrictEquals(child.push.schema, child.schema.push);
  assertStrictEquals(child.push.process, child.process);
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
});

Deno.test("lists and entities are not searched [endpoint/COL-6] [endpoint/COL-7]", () => {
  class Port extends Entity {
    id = "";
    vessels: Vessel[] = [];
    static override key = "Port";
    static override schema = { vessels };
  }
  for (
    const schema of [
      undefined,
      null,
      "text",
      [vessels],
      { list: [vessels] },
      Port,
      { port: Port },
      [Vessel],
      new Query(vessels, (value) => value),
      new Invalidate(Vessel),
    ]
  ) {
    // deno-lint-ignore no-explicit-any -- schemas of all kinds
    const endpoint = new RestEndpoint({ path: "/v", schema } as any);
    for (
      const name of ["push", "unshift", "assign", "remove", "move"] as const
    ) {
      assertEquals(typeof endpoint[name], "function");
      assertStrictEquals(endpoint[name].schema, undefined);
    }
  }
});

Deno.test("a Collection may lack the operation [endpoint/COL-7]", () => {
  assertStrictEquals(list.assign.schema, undefined);
  const maps = list.extend({ schema: new Collection(new Values(Vessel)) });
  assertStrictEquals(maps.push.schema, undefined);
  assertStrictEquals(maps.unshift.schema, undefined);
  assert(maps.remove.schema !== undefined);
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
  using _production = inProduction();
  await plain.push({ name: "x" });
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

/** A server with one list that answers a creation with what it got. */
function harbour(stored: Record<string, unknown>[] = []): RecordingServer {
  let next = 100;
  const create = (body: Record<string, unknown>) => ({
    id: String(next++),
    ...body,
  });
  return new RecordingServer(({ method, body, headers }: RecordedRequest) => {
    if (method === "GET") return Response.json(stored);
    if (headers.get("content-type")?.startsWith("multipart")) {
      return Response.json(create({ name: "from form", berth: 4 }));
    }
    const data = JSON.parse(body);
    return Response.json(
      method === "PATCH"
        ? data
        : Array.isArray(data)
        ? data.map(create)
        : create(data),
    );
  });
}

function reader(
  client: ReturnType<typeof createClient>,
  endpoint: RestEndpoint,
) {
  const { controller } = client;
  return (args?: Record<string, unknown>): string[] | undefined => {
    const { data } = controller.getResponse(
      endpoint,
      ...(args === undefined ? [] : [args]),
      controller.getState(),
    );
    return data?.map(({ id }: Vessel) => id);
  };
}

Deno.test("push creates one item, several, or one from a form [endpoint/COL-9]", async () => {
  await using server = harbour();
  const flat = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/vessels",
    schema: vessels,
  });
  using client = createClient();
  const { controller } = client;
  await controller.fetch(flat);
  const one = await controller.fetch(flat.push, { name: "one" });
  await client.allSettled();
  assertInstanceOf(one, Vessel);
  assertEquals([one.id, one.name, one.berth], ["100", "one", 0]);
  const several = await controller.fetch(flat.push, [
    { name: "two" },
    { name: "three" },
  ]);
  await client.allSettled();
  assertEquals(server.last.body, '[{"name":"two"},{"name":"three"}]');
  assert(Array.isArray(several));
  assertEquals(several.map(({ name }: Vessel) => name), ["two", "three"]);
  assertInstanceOf(several[0], Vessel);
  const form = new FormData();
  form.append("name", "from form");
  const formed = await controller.fetch(flat.unshift, form);
  await client.allSettled();
  assertInstanceOf(formed, Vessel);
  assertEquals(
    reader(client, flat)(),
    ["103", "100", "101", "102"],
  );
});

Deno.test("push reaches every stored list that matches [endpoint/COL-10] [endpoint/TBL-12]", async () => {
  await using server = harbour();
  const sorted = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/vessels",
    searchParams: {} as { [name: string]: string | number },
    schema: new Collection([Vessel], {
      nonFilterArgumentKeys: ["sort"],
    }),
  });
  using client = createClient();
  const { controller } = client;
  const read = reader(client, sorted as unknown as RestEndpoint);
  const stored = [
    undefined,
    { berth: "4" },
    { berth: 5 },
    { berth: 4, sort: "name" },
    { berth: 4, flag: "nl" },
  ];
  for (const args of stored) {
    await (args === undefined
      ? controller.fetch(sorted)
      : controller.fetch(sorted, args as { [name: string]: string }));
  }
  await controller.fetch(sorted.push, { name: "x", berth: 4 });
  await client.allSettled();
  assertEquals(stored.map((args) => read(args)), [
    ["100"],
    ["100"],
    [],
    ["100"],
    [],
  ]);
  await controller.fetch(
    sorted.push,
    { berth: 4 },
    { flag: "nl" } as { name?: string },
  );
  await client.allSettled();
  assertEquals(read({ berth: 4, flag: "nl" }), ["101"]);
  assertEquals(read({ berth: 4 }), ["100", "101"]);
  assertEquals(read({ berth: 5 }), []);
});

Deno.test("without a stored list push stores the entity only [endpoint/COL-10]", async () => {
  await using server = harbour();
  const flat = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/vessels",
    schema: vessels,
  });
  using client = createClient();
  const { controller } = client;
  await controller.fetch(flat.push, { name: "x" });
  await client.allSettled();
  assertEquals(
    controller.get(Vessel, { id: "100" }, controller.getState())?.name,
    "x",
  );
  assertStrictEquals(reader(client, flat)(), undefined);
});

Deno.test("assign merges into the stored map [endpoint/COL-11]", async () => {
  await using server = new RecordingServer(({ method, body }) =>
    method === "GET"
      ? Response.json({ bow: { id: "1", name: "a" } })
      : Response.json(JSON.parse(body))
  );
  const maps = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/vessels",
    schema: new Collection(new Values(Vessel)),
  });
  using client = createClient();
  const { controller } = client;
  await controller.fetch(maps);
  await controller.fetch(maps.assign, { stern: { id: "2", name: "b" } });
  await client.allSettled();
  const { data } = controller.getResponse(maps, controller.getState());
  assertEquals(Object.keys(data), ["bow", "stern"]);
  assertInstanceOf(data.stern, Vessel);
  assertEquals(data.stern.name, "b");
});

Deno.test("remove updates the entity and takes it out of the lists [endpoint/COL-12]", async () => {
  await using server = harbour([{ id: "1", berth: 4 }, { id: "2", berth: 4 }]);
  const flat = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/vessels",
    searchParams: {} as { berth?: number },
    schema: vessels,
  });
  using client = createClient();
  const { controller } = client;
  const read = reader(client, flat as unknown as RestEndpoint);
  await controller.fetch(flat);
  await controller.fetch(flat, { berth: 4 });
  await controller.fetch(flat.remove, { berth: 4 }, { id: "1", berth: 0 });
  await client.allSettled();
  assertEquals(read({ berth: 4 }), ["2"]);
  assertEquals(read(), ["2"]);
  assertEquals(
    controller.get(Vessel, { id: "1" }, controller.getState())?.berth,
    0,
  );
});

Deno.test("a DELETE can remove too [endpoint/COL-12]", async () => {
  await using server = new RecordingServer(({ method }) =>
    method === "GET"
      ? Response.json([{ id: "1" }, { id: "2" }])
      : Response.json({ id: "1" })
  );
  const flat = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/vessels",
    schema: vessels,
  });
  const leave = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    method: "DELETE",
    schema: flat.schema.remove,
  });
  using client = createClient();
  const { controller } = client;
  await controller.fetch(flat);
  await controller.fetch(leave, { id: "1" });
  await client.allSettled();
  assertEquals(reader(client, flat)(), ["2"]);
  assertInstanceOf(
    controller.get(Vessel, { id: "1" }, controller.getState()),
    Vessel,
  );
});

Deno.test("move takes an item from the lists of its old values to those of its new ones [endpoint/COL-13]", async () => {
  await using server = new RecordingServer(({ method, address, body }) => {
    if (method === "GET") {
      const berth = new URL(address, "http://h").searchParams.get("berth");
      return Response.json([{ id: `v${berth}`, berth: Number(berth) }]);
    }
    const id = address.split("/").at(-1)!.split("?")[0];
    const data = body.startsWith("{") ? JSON.parse(body) : { berth: 4 };
    return Response.json({ id, ...data });
  });
  const flat = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/vessels",
    searchParams: {} as { berth?: number },
    movePath: "/vessels/:id",
    schema: vessels,
  });
  using client = createClient();
  const { controller } = client;
  const read = reader(client, flat as unknown as RestEndpoint);
  await controller.fetch(flat, { berth: 4 });
  await controller.fetch(flat, { berth: 5 });
  assertStrictEquals(flat.move.searchParams, undefined);
  const moved = await controller.fetch(flat.move, { id: "v4" }, { berth: 5 });
  await client.allSettled();
  assertEquals(server.last.method, "PATCH");
  assertEquals(server.last.address, "/vessels/v4");
  assertInstanceOf(moved, Vessel);
  assertEquals(read({ berth: 4 }), []);
  assertEquals(read({ berth: 5 }), ["v5", "v4"]);
  const form = new FormData();
  form.append("berth", "4");
  await controller.fetch(flat.move, { id: "v4" }, form);
  await client.allSettled();
  assertEquals(read({ berth: 4 }), ["v4"]);
  assertEquals(read({ berth: 5 }), ["v5"]);
});

Deno.test("parameters of the path count for a move too [endpoint/COL-13]", async () => {
  await using server = new RecordingServer(({ method, address }) =>
    Response.json(
      method === "GET"
        ? [{ id: `in ${address.split("/")[2]}` }]
        : { id: "in 5" },
    )
  );
  const groups = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/groups/:group/vessels",
    movePath: "/groups/:group/vessels/:id",
    schema: vessels,
  });
  using client = createClient();
  const { controller } = client;
  await controller.fetch(groups, { group: 5 });
  await controller.fetch(groups, { group: 10 });
  const body = { group: 10 } as { name?: string };
  await controller.fetch(groups.move, { group: 5, id: "in 5" }, body);
  await client.allSettled();
  assertEquals(server.last.address, "/groups/5/vessels/in%205");
  const idsOf = (group: number) =>
    client.read(groups, { group }).data?.map(({ id }) => id);
  assertEquals(idsOf(5), []);
  assertEquals(idsOf(10), ["in 10", "in 5"]);
});

Deno.test("members have their own keys, not that of the list [endpoint/COL-14]", async () => {
  await using server = harbour();
  const keyed = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/vessels",
    schema: vessels,
    key: () => "the list",
    testKey: (key: string) => key === "the list",
  });
  assertEquals(keyed.push.key({}), `POST ${server.origin}/vessels`);
  assert(keyed.push.testKey(keyed.push.key({})));
  assertEquals(keyed.remove.key({}), `PATCH ${server.origin}/vessels`);
  using client = createClient();
  const { controller } = client;
  await controller.fetch(keyed);
  await controller.fetch(keyed.push, { name: "x" });
  await client.allSettled();
  assertEquals(reader(client, keyed)(), ["100"]);
  class Keyed extends RestEndpoint {
    override key(...args: unknown[]): string {
      return `class ${super.key(...args)}`;
    }
  }
  assertEquals(
    new Keyed({ path: "/v", schema: vessels }).push.key({}),
    "class POST /v",
  );
});

Deno.test("members neither poll nor suspend [endpoint/COL-15]", () => {
  const polled = list.extend({ pollFrequency: 1000, invalidIfStale: true });
  for (
    const member of [
      polled.push,
      polled.unshift,
      polled.assign,
      polled.remove,
      polled.move,
    ]
  ) {
    assertStrictEquals(member.pollFrequency, undefined);
    assertStrictEquals(member.invalidIfStale, undefined);
  }
});

Deno.test("members take a body, whatever the list says [endpoint/COL-16]", async () => {
  await using server = harbour();
  const bodyless = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/vessels",
    method: "GET",
    body: undefined,
    schema: vessels,
  });
  // deno-lint-ignore no-explicit-any -- the body is that of the schema
  await (bodyless.push as any)({ name: "x" });
  assertEquals(
    [server.last.address, server.last.body],
    ["/vessels", '{"name":"x"}'],
  );
  // deno-lint-ignore no-explicit-any -- the body is that of the schema
  await (bodyless.remove as any)({ id: "1" });
  assertEquals(
    [server.last.address, server.last.body],
    ["/vessels", '{"id":"1"}'],
  );
});

Deno.test("a creation that fails changes no list [endpoint/COL-9]", async () => {
  await using server = new RecordingServer(({ method }) =>
    method === "GET" ? Response.json([{ id: "1" }]) : new Response(
      "<!doctype html>",
      { status: 200, headers: { "content-type": "text/html" } },
    )
  );
  const flat = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/vessels",
    schema: vessels,
  });
  using client = createClient();
  const { controller } = client;
  await controller.fetch(flat);
  await assertRejects(() => controller.fetch(flat.push, { name: "x" }), Error);
  assertEquals(reader(client, flat)(), ["1"]);
});
