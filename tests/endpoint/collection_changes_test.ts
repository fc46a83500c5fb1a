import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { Collection, createClient, RestEndpoint, Values } from "../../mod.ts";
import { type RecordedRequest, RecordingServer } from "./recording_server.ts";
import { Vessel } from "./harbour.ts";
import { exact } from "../support/exact.ts";

const vessels = new Collection([Vessel]);
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

const flatOf = ({ origin }: RecordingServer) =>
  new RestEndpoint({ urlPrefix: origin, path: "/vessels", schema: vessels });

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
  const flat = flatOf(server);
  using client = createClient();
  await client.fetch(flat);
  const one = await client.fetch(flat.push, { name: "one" });
  await client.allSettled();
  assertInstanceOf(one, Vessel);
  assertEquals([one.id, one.name, one.berth], ["100", "one", 0]);
  const several = await client.fetch(flat.push, [
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
  const formed = await client.fetch(flat.unshift, form);
  await client.allSettled();
  assertInstanceOf(formed, Vessel);
  assertEquals(reader(client, flat)(), ["103", "100", "101", "102"]);
});

Deno.test("without a stored list push stores the entity only [endpoint/COL-10]", async () => {
  await using server = harbour();
  const flat = flatOf(server);
  using client = createClient();
  await client.fetch(flat.push, { name: "x" });
  await client.allSettled();
  assertEquals(
    client.get(Vessel, { id: "100" })?.name,
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
  await client.fetch(maps);
  await client.fetch(maps.assign, { stern: { id: "2", name: "b" } });
  await client.allSettled();
  const { data } = client.controller.getResponse(maps, client.getState());
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
  const read = reader(client, flat as unknown as RestEndpoint);
  await client.fetch(flat);
  await client.fetch(flat, { berth: 4 });
  const removed = await client.fetch(
    flat.remove,
    { berth: 4 },
    { id: "1", berth: 0 },
  );
  await client.allSettled();
  exact<typeof removed, Vessel>();
  assertInstanceOf(removed, Vessel);
  assertEquals([removed.id, removed.berth], ["1", 0]);
  assertEquals(read({ berth: 4 }), ["2"]);
  assertEquals(read(), ["2"]);
  assertEquals(
    client.get(Vessel, { id: "1" })?.berth,
    0,
  );
});

Deno.test("a DELETE can remove too [endpoint/COL-12]", async () => {
  await using server = new RecordingServer(({ method }) =>
    method === "GET"
      ? Response.json([{ id: "1" }, { id: "2" }])
      : Response.json({ id: "1" })
  );
  const flat = flatOf(server);
  const leave = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    method: "DELETE",
    schema: flat.schema.remove,
  });
  using client = createClient();
  await client.fetch(flat);
  await client.fetch(leave, { id: "1" });
  await client.allSettled();
  assertEquals(reader(client, flat)(), ["2"]);
  assertInstanceOf(
    client.get(Vessel, { id: "1" }),
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
  const read = reader(client, flat as unknown as RestEndpoint);
  await client.fetch(flat, { berth: 4 });
  await client.fetch(flat, { berth: 5 });
  assertStrictEquals(flat.move.searchParams, undefined);
  const moved = await client.fetch(flat.move, { id: "v4" }, { berth: 5 });
  await client.allSettled();
  assertEquals(server.last.method, "PATCH");
  assertEquals(server.last.address, "/vessels/v4");
  assertInstanceOf(moved, Vessel);
  assertEquals(read({ berth: 4 }), []);
  assertEquals(read({ berth: 5 }), ["v5", "v4"]);
  const form = new FormData();
  form.append("berth", "4");
  await client.fetch(flat.move, { id: "v4" }, form);
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
  await client.fetch(groups, { group: 5 });
  await client.fetch(groups, { group: 10 });
  const body = { group: 10 } as { name?: string };
  await client.fetch(groups.move, { group: 5, id: "in 5" }, body);
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
  await client.fetch(keyed);
  await client.fetch(keyed.push, { name: "x" });
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

Deno.test("a creation that fails changes no list [endpoint/COL-9]", async () => {
  await using server = new RecordingServer(({ method }) =>
    method === "GET" ? Response.json([{ id: "1" }]) : new Response(
      "<!doctype html>",
      { status: 200, headers: { "content-type": "text/html" } },
    )
  );
  const flat = flatOf(server);
  using client = createClient();
  await client.fetch(flat);
  await assertRejects(() => client.fetch(flat.push, { name: "x" }), Error);
  assertEquals(reader(client, flat)(), ["1"]);
});
