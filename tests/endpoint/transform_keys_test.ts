import {
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
} from "@std/assert";
import { createClient, Entity, RestEndpoint } from "../../mod.ts";
import { RecordingServer } from "./recording_server.ts";

type Data = unknown;

function isData(value: Data): value is Record<string, Data> | Data[] {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype;
}

function mapKeys(value: Data, map: (key: string) => string): Data {
  if (!isData(value)) return value;
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, map));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [map(key), mapKeys(item, map)]),
  );
}

const snake = (key: string) =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (key: string) =>
  key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** The pattern under test: keys change on the way out and on the way in. */
class CamelEndpoint extends RestEndpoint {
  override getRequestInit(body?: Data): Promise<RequestInit> {
    return super.getRequestInit(
      body ? mapKeys(body, snake) : body,
    ) as Promise<RequestInit>;
  }
  override process(value: Data): Data {
    return mapKeys(value, camel);
  }
}

const answerOf = (answer: Data) =>
  new RecordingServer(() =>
    answer === undefined
      ? new Response(null, { status: 204 })
      : Response.json(answer)
  );

Deno.test("keys of a body are changed at every depth, and the caller's object is not [endpoint/XFM-1]", async () => {
  await using server = answerOf({});
  const create = new CamelEndpoint({
    urlPrefix: server.origin,
    path: "/crew",
    method: "POST",
  });
  const body = {
    fullName: "Ada",
    homePort: { berthNo: 4, oldTags: ["A-1", null] },
    retiredAt: null,
  };
  const before = structuredClone(body);
  await create(body);
  assertEquals(
    [server.last.method, server.last.address, server.last.body],
    [
      "POST",
      "/crew",
      '{"full_name":"Ada","home_port":{"berth_no":4,"old_tags":["A-1",null]},"retired_at":null}',
    ],
  );
  assertEquals(server.last.headers.get("content-type"), "application/json");
  assertEquals(body, before);
});

Deno.test("keys of a response are changed at every depth, values are not [endpoint/XFM-2]", async () => {
  await using server = answerOf({
    crew_id: "7",
    berth_list: [{ deck_level: 2 }, null, 3, ["x_y"]],
    next_port: null,
    is_active: false,
  });
  const get = new CamelEndpoint({ urlPrefix: server.origin, path: "/crew" });
  assertEquals(await get(), {
    crewId: "7",
    berthList: [{ deckLevel: 2 }, null, 3, ["x_y"]],
    nextPort: null,
    isActive: false,
  });
});

Deno.test("lists are changed item by item, other values pass [endpoint/XFM-3]", async () => {
  for (
    const [answer, expected] of [
      [[{ crew_id: "7" }, { crew_id: "8" }], [{ crewId: "7" }, {
        crewId: "8",
      }]],
      [undefined, null],
      ["a_b", "a_b"],
      [5, 5],
    ]
  ) {
    await using server = answerOf(answer);
    const get = new CamelEndpoint({ urlPrefix: server.origin, path: "/crew" });
    assertEquals(await get(), expected);
  }
});

Deno.test("a request without body stays without [endpoint/XFM-4]", async () => {
  await using server = answerOf({});
  const bodies: Data[] = [];
  class Recording extends CamelEndpoint {
    override getRequestInit(body?: Data): Promise<RequestInit> {
      bodies.push(body);
      return super.getRequestInit(body);
    }
  }
  await new Recording({ urlPrefix: server.origin, path: "/crew" })();
  assertEquals(bodies, [undefined]);
  assertEquals(server.last.body, "");
});

Deno.test("bodies that are no data are passed on untouched [endpoint/XFM-5]", async () => {
  const create = new CamelEndpoint({ path: "/crew", method: "POST" });
  const form = new FormData();
  form.append("fullName", "Ada");
  for (const body of [form, new Blob(["fullName"]), "fullName"]) {
    assertStrictEquals((await create.getRequestInit(body)).body, body);
  }
});

Deno.test("entities have the changed fields; keys and addresses stay as called [endpoint/XFM-6]", async () => {
  class Crew extends Entity {
    id = "";
    fullName = "";
    homePort = { berthNo: 0 };
  }
  await using server = answerOf({
    id: "7",
    full_name: "Ada",
    home_port: { berth_no: 4 },
  });
  const get = new CamelEndpoint({
    urlPrefix: server.origin,
    path: "/crew/:crewId",
    schema: Crew,
  });
  using client = createClient();
  const crew = await client.controller.fetch(get, { crewId: 7, deckLevel: 2 });
  assertInstanceOf(crew, Crew);
  assertEquals(crew.fullName, "Ada");
  assertEquals(crew.homePort, { berthNo: 4 });
  assertEquals(server.last.address, "/crew/7?deckLevel=2");
  assertEquals(
    get.key({ crewId: 7, deckLevel: 2 }),
    `GET ${server.origin}/crew/7?deckLevel=2`,
  );
});

/** The pattern under test: one key has another name on the wire. */
class DraughtEndpoint extends RestEndpoint {
  override getRequestInit(body?: Data): Promise<RequestInit> {
    if (isData(body) && !Array.isArray(body) && "draft" in body) {
      const { draft, ...rest } = body;
      body = { ...rest, draughtBelowKeelMetres: draft };
    }
    return super.getRequestInit(body) as Promise<RequestInit>;
  }
  override process(value: Data): Data {
    if (Array.isArray(value)) return value.map((item) => this.process(item));
    if (!isData(value) || !("draughtBelowKeelMetres" in value)) return value;
    const { draughtBelowKeelMetres, ...rest } = value as Record<string, Data>;
    return { ...rest, draft: draughtBelowKeelMetres };
  }
}

Deno.test("one key of a body is renamed in a copy, other bodies pass [endpoint/XFM-28]", async () => {
  await using server = answerOf({});
  const create = new DraughtEndpoint({
    urlPrefix: server.origin,
    path: "/vessels",
    method: "POST",
  });
  const body = { draft: 4, name: "x" };
  await create(body);
  assertEquals(JSON.parse(server.last.body), {
    name: "x",
    draughtBelowKeelMetres: 4,
  });
  assertEquals(body, { draft: 4, name: "x" });
  await create({ name: "x" });
  assertEquals(server.last.body, '{"name":"x"}');
  const form = new FormData();
  form.append("draft", "4");
  assertStrictEquals((await create.getRequestInit(form)).body, form);
  assertStrictEquals((await create.getRequestInit()).body, undefined);
});

Deno.test("the key of a response is renamed back, in lists and for null too [endpoint/XFM-29]", async () => {
  class Vessel extends Entity {
    id = "";
    draft = 0;
  }
  await using server = new RecordingServer(({ address, method }) => {
    if (method === "DELETE") return new Response(null, { status: 204 });
    const vessel = { id: "1", draughtBelowKeelMetres: 4 };
    return Response.json(address === "/vessels" ? [vessel] : vessel);
  });
  const urlPrefix = server.origin;
  using client = createClient();
  const { controller } = client;
  const get = new DraughtEndpoint({
    urlPrefix,
    path: "/vessels/:id",
    schema: Vessel,
  });
  const vessel = await controller.fetch(get, { id: "1" });
  assertEquals(vessel.draft, 4);
  assertEquals(Object.keys(vessel).sort(), ["draft", "id"]);
  const list = new DraughtEndpoint({
    urlPrefix,
    path: "/vessels",
    schema: [Vessel],
  });
  const vessels = await controller.fetch(list);
  assertEquals(vessels.map(({ draft }: Vessel) => draft), [4]);
  const remove = new DraughtEndpoint({
    urlPrefix,
    path: "/vessels/:id",
    method: "DELETE",
  });
  assertStrictEquals(await remove({ id: "1" }), null);
});
