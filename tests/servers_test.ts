/**
 * Every endpoint of a resource on the servers that applications have. Tried
 * beside what each of them answers by itself: requests that want no JSON, and
 * paths without the slash that the server's paths have.
 *
 * @module
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  createClient,
  Entity,
  NetworkError,
  resource,
  RestEndpoint,
  type RestGenerics,
} from "../mod.ts";
import { startJsonServer } from "./support/json_server.ts";
import {
  type RestServer,
  startDjango,
  startFramework,
  startLaravel,
  startSpring,
} from "./support/rest_servers.ts";

class Vessel extends Entity {
  id = "";
  name = "";
  fleet = "";
  static override key = "Vessel";
}

/** Answers are in an envelope: see docs/how_to/envelopes.md. */
class EnvelopeEndpoint<O extends RestGenerics = RestGenerics>
  extends RestEndpoint<O> {
  override process(value: unknown): unknown {
    return typeof value === "object" && value !== null && "data" in value
      ? value.data
      : value;
  }
}

/** json-server has numbers for ids, refuses nothing, and is of an older time. */
async function startOlder(): Promise<RestServer> {
  const rows = ["Fram", "Maud", "Gjøa"].map((name, index) => ({
    id: index + 1,
    name,
    fleet: "a",
  }));
  return await startJsonServer({ vessels: rows });
}

const servers: {
  name: string;
  start: () => RestServer | Promise<RestServer>;
  /** Message of a vessel without a name, and its status. */
  refusal?: [message: string, status: number];
  Endpoint?: typeof EnvelopeEndpoint;
  slash?: "/";
}[] = [
  {
    name: "Fastify 5",
    start: () => startFramework("fastify"),
    refusal: ["body/name must NOT have fewer than 1 characters", 400],
  },
  {
    name: "Express 5",
    start: () => startFramework("express"),
    refusal: ["A vessel has a name.", 422],
  },
  { name: "json-server", start: startOlder },
  {
    name: "Django",
    start: startDjango,
    refusal: ["name: This field may not be blank.", 400],
    slash: "/",
  },
  {
    name: "Laravel",
    start: startLaravel,
    refusal: ["The name field is required.", 422],
    Endpoint: EnvelopeEndpoint,
  },
  {
    name: "Spring",
    start: startSpring,
    refusal: ["name: must not be blank", 400],
  },
];

for (const { name, start, refusal, ...options } of servers) {
  Deno.test(`${name} takes every endpoint of a resource [endpoint/RES-3]`, async () => {
    await using server = await start();
    await using client = createClient();
    const { slash = "", Endpoint = RestEndpoint } = options;
    const path = `/vessels/:id${slash}` as "/vessels/:id";
    const R = resource({
      urlPrefix: server.url,
      path,
      schema: Vessel,
      searchParams: {} as { fleet: string; _limit: number },
      paginationField: "_page",
      nonFilterArgumentKeys: ["_limit"],
      Endpoint: Endpoint as typeof RestEndpoint,
    });
    const { getList } = R;
    const list = { fleet: "a", _limit: 2 };
    const names = () =>
      client.read(getList, list).data?.map((vessel) => vessel.name);

    await client.fetch(getList, list);
    assertEquals(names(), ["Fram", "Maud"]);
    await client.fetch(getList.getPage, { ...list, _page: 2 });
    assertEquals(names(), ["Fram", "Maud", "Gjøa"]);
    assertEquals((await client.fetch(R.get, { id: 1 })).name, "Fram");

    const fleet = "a";
    const pushed = await client.fetch(getList.push, list, {
      name: "Belgica",
      fleet,
    });
    assertEquals([`${pushed.id}`, pushed.name], ["4", "Belgica"]);
    await client.fetch(getList.unshift, list, { name: "Nimrod", fleet });
    await client.fetch(R.create, list, { name: "Discovery", fleet });
    assertEquals(names(), [
      "Nimrod",
      "Fram",
      "Maud",
      "Gjøa",
      "Belgica",
      "Discovery",
    ]);

    const updated = await client.fetch(R.update, { id: 1 }, {
      name: "Fram II",
      fleet,
    });
    assertEquals(updated.name, "Fram II");
    await client.fetch(R.partialUpdate, { id: 2 }, { name: "Maud II" });
    await client.fetch(getList.move, { id: 3 }, { fleet: "b" });
    // no server has a PATCH of the list itself
    const remove = getList.remove.extend({
      path,
      searchParams: {} as { fleet: string },
    });
    await client.fetch(remove, { id: 4, fleet }, { fleet: "c" });
    await client.fetch(R.delete, { id: 5 });
    const left = ["Fram II", "Maud II", "Discovery"];
    assertEquals(names(), left);

    if (refusal) {
      const error = await assertRejects(
        () => client.fetch(getList.push, list, { name: "", fleet }),
        NetworkError,
      );
      assertEquals([error.message, error.status], refusal);
      assertEquals(names(), left);
    }
    const gone = await assertRejects(
      () => client.fetch(R.get, { id: 5 }),
      NetworkError,
    );
    assertEquals(gone.status, 404);

    // a client that comes later sees what the server has
    await using later = createClient();
    const first = await later.fetch(getList, list);
    assertEquals(first.map((vessel) => vessel.name), left.slice(0, 2));
    assertEquals((await later.fetch(R.get, { id: 3 })).fleet, "b");
    assertEquals((await later.fetch(R.get, { id: 4 })).fleet, "c");
    assertEquals((await later.fetch(R.get, { id: 6 })).name, "Discovery");
  });
}

Deno.test("a path without the slash of the server changes nothing, and says so [endpoint/FET-5]", async () => {
  await using server = startDjango();
  await using client = createClient();
  const R = resource({
    urlPrefix: server.url,
    path: "/vessels/:id",
    schema: Vessel,
  });
  await client.fetch(R.getList, { fleet: "a" });
  const error = await assertRejects(
    () => client.fetch(R.getList.push, { fleet: "a" }, { name: "Belgica" }),
    NetworkError,
    `POST ${server.url}/vessels?fleet=a was redirected to ${server.url}/vessels/`,
  );
  assert(error.message.includes("slash"));
  assertEquals(server.fleet.rows.length, 3);
  assertEquals(client.read(R.getList, { fleet: "a" }).data?.length, 2);
});

Deno.test("a page that a refused change leads to is no success [endpoint/FET-5]", async () => {
  const withoutAccept = {
    getHeaders: (headers: HeadersInit) => ({ ...headers, accept: "*/*" }),
  };
  for (const start of [startLaravel, startSpring]) {
    await using server = start();
    await using client = createClient();
    const { getList } = resource({
      urlPrefix: server.url,
      path: "/vessels/:id",
      schema: Vessel,
      ...withoutAccept,
    });
    const untyped = new RestEndpoint({
      urlPrefix: server.url,
      path: "/vessels",
      method: "POST",
      ...withoutAccept,
    });
    for (const create of [getList.push, untyped]) {
      await assertRejects(
        () => client.fetch(create, { name: "" }),
        NetworkError,
        "was redirected to",
      );
    }
    assertEquals(server.fleet.rows.length, 3);
  }
});
