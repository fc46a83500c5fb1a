import {
  assert,
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertMatch,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import {
  Collection,
  createClient,
  createResource,
  Entity,
  EntityMixin,
  Invalidate,
  resource,
  RestEndpoint,
  type RestGenerics,
  Union,
} from "../../mod.ts";
import { type RecordedRequest, RecordingServer } from "./recording_server.ts";
import { spyOnConsole } from "./spies.ts";
import { production } from "../support/production.ts";
import { Vessel } from "./harbour.ts";
import type { ItemSchema } from "../../endpoint/mod.ts";

/** The paths of lists, by those of items. */
const listPaths: [path: string, list: string][] = [
  ["/vessels/:id", "/vessels"],
  ["/fleets/:fleet/vessels/:id", "/fleets/:fleet/vessels"],
  ["/repos/:owner/*trail", "/repos/:owner"],
  ["https\\://h.io/v/:id", "https\\://h.io/v"],
  ["/vessels/:id.json", "/vessels"],
  ["/vessels/:id/", "/vessels/"],
  ["/fleets/:fleet/vessels/:id/", "/fleets/:fleet/vessels/"],
  ["/vessels/:id/details/", "/vessels/"],
  ["/repos/:owner/*trail/", "/repos/:owner/"],
  ["/f/:fleet/v{/:id}/", "/f/:fleet/v/"],
  ["/f{/:fleet{/:id}}/", "/f{/:fleet}/"],
  ["/f{/:fleet/{:id}}", "/f{/:fleet}"],
  ["/v{/:id/}", "/v"],
  ["/:id/", "/"],
  [":id/", ""],
  ["/:id", ""],
  [":id", ""],
  ["/f/:fleet/v{/:id}", "/f/:fleet/v"],
  ["/f{/*p}", "/f"],
  ["/f{/:fleet{/:id}}", "/f{/:fleet}"],
  ["/f/:fleet/:id/\\:text", "/f/:fleet"],
  ["/f//:id", "/f/"],
];

/** A server that answers requests for items, lists and changes with what they ask for. */
function harbour(): RecordingServer {
  return new RecordingServer(({ method, address, body }: RecordedRequest) => {
    if (method === "DELETE") return new Response(null, { status: 204 });
    if (method !== "GET") {
      const data = body === "" ? {} : JSON.parse(body);
      const id = /\/(\d+)$/.exec(address)?.[1] ?? "100";
      return Response.json({ id, ...data });
    }
    return Response.json(
      /\/\d+$/.test(address) ? { id: "7", name: "Fram" } : [
        { id: "7", name: "Fram" },
        { id: "8", name: "Gjøa" },
      ],
    );
  });
}

Deno.test("resource has two names [endpoint/RES-1]", () => {
  assertStrictEquals(createResource, resource);
});

Deno.test("options that are not of the resource itself go to every endpoint [endpoint/RES-2]", async () => {
  const errorPolicy = () => "hard" as const;
  const R = resource({
    urlPrefix: "https://h.test",
    path: "/vessels/:id",
    schema: Vessel,
    dataExpiryLength: 5,
    errorExpiryLength: 6,
    pollFrequency: 7,
    invalidIfStale: true,
    errorPolicy,
    requestInit: { credentials: "include" },
    getHeaders: (headers) => ({ ...headers, "X-Token": "t" }),
    flag: "no",
  });
  const { get, getList, create, update, partialUpdate } = R;
  for (const endpoint of [get, getList, update, partialUpdate, R.delete]) {
    assertEquals(endpoint.urlPrefix, "https://h.test");
    assertEquals(endpoint.dataExpiryLength, 5);
    assertEquals(endpoint.errorExpiryLength, 6);
    assertEquals(endpoint.pollFrequency, 7);
    assertEquals(endpoint.invalidIfStale, true);
    assertStrictEquals(endpoint.errorPolicy, errorPolicy);
    assertEquals((endpoint as unknown as { flag: string }).flag, "no");
  }
  for (const endpoint of [get, create, update, R.delete]) {
    const init = await endpoint.getRequestInit();
    assertEquals(init.credentials, "include");
    assertEquals(new Headers(init.headers).get("x-token"), "t");
  }
});

Deno.test("a resource has endpoints for items and lists [endpoint/RES-3] [endpoint/RES-15]", () => {
  const R = resource({
    path: "/fleets/:fleet/vessels/:id",
    schema: Vessel,
    paginationField: "page",
  });
  const item = "/fleets/:fleet/vessels/:id";
  const list = "/fleets/:fleet/vessels";
  const { getList } = R;
  const lists = getList.schema;
  const table = [
    [R.get, "GET", item, Vessel, "Vessel.get"],
    [getList, "GET", list, lists, "Vessel.getList"],
    [getList.push, "POST", list, lists.push, "Vessel.getList.create"],
    [getList.unshift, "POST", list, lists.unshift, "Vessel.getList.create"],
    [
      getList.remove,
      "PATCH",
      list,
      lists.remove,
      "Vessel.getList.partialUpdate",
    ],
    [getList.move, "PATCH", item, lists.move, "Vessel.getList.partialUpdate"],
    [R.create, "POST", list, lists.push, "Vessel.create"],
    [R.update, "PUT", item, Vessel, "Vessel.update"],
    [R.partialUpdate, "PATCH", item, Vessel, "Vessel.partialUpdate"],
  ] as const;
  for (const [endpoint, method, path, schema, name] of table) {
    assertEquals(endpoint.name, name);
    assertEquals(endpoint.method, method);
    assertEquals(endpoint.path as string, path);
    assertStrictEquals<unknown>(endpoint.schema, schema);
    assertEquals(endpoint.sideEffect, method === "GET" ? undefined : true);
  }
  assertInstanceOf(lists, Collection);
  assertEquals(getList.getPage.name, "Vessel.getList.getPage");
  assertEquals(getList.getPage.method, "GET");
  assertEquals(getList.getPage.path as string, list);
  assertEquals(R.delete.method, "DELETE");
  assertEquals(R.delete.path, item);
  assertEquals(R.delete.name, "Vessel.delete");
  assertInstanceOf(R.delete.schema, Invalidate);
  assertEquals(getList.movePath, item);
  assertEquals(typeof R.extend, "function");
});

Deno.test("endpoints send the requests of their table [endpoint/RES-3] [endpoint/TBL-10]", async () => {
  await using server = harbour();
  const R = resource({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    schema: Vessel,
  });
  const sent = async (call: Promise<unknown>) => {
    await call;
    const { method, address, body } = server.last;
    return `${method} ${address} ${body}`.trim();
  };
  assertEquals(await sent(R.get({ id: 7 })), "GET /vessels/7");
  assertEquals(await sent(R.getList()), "GET /vessels");
  assertEquals(await sent(R.getList({ berth: 4 })), "GET /vessels?berth=4");
  assertEquals(
    await sent(R.getList.push({ name: "x" })),
    'POST /vessels {"name":"x"}',
  );
  assertEquals(
    await sent(R.create({ name: "x" })),
    'POST /vessels {"name":"x"}',
  );
  assertEquals(
    await sent(R.update({ id: 7 }, { name: "x" })),
    'PUT /vessels/7 {"name":"x"}',
  );
  assertEquals(
    await sent(R.partialUpdate({ id: 7 }, { name: "x" })),
    'PATCH /vessels/7 {"name":"x"}',
  );
  assertEquals(
    await sent(R.getList.move({ id: 7 }, { berth: 2 })),
    'PATCH /vessels/7 {"berth":2}',
  );
  assertEquals(await sent(R.delete({ id: 7 })), "DELETE /vessels/7");
});

Deno.test("endpoints are named after the key of the schema [endpoint/RES-4]", () => {
  class Minified extends Entity {
    id = "";
    static override key = "Barge";
  }
  class Unnamed extends Entity {
    id = "";
  }
  class Plain {
    id = "";
  }
  const Mixed = EntityMixin(Plain, { key: "Mixed" });
  const union = new Union({ vessel: Vessel, barge: Minified }, () => "vessel");
  const nameOf = (schema: ItemSchema) =>
    resource({ path: "/v/:id", schema }).get.name;
  assertEquals(nameOf(Minified), "Barge.get");
  assertEquals(nameOf(Unnamed), "Unnamed.get");
  assertEquals(nameOf(Mixed), "Mixed.get");
  assertMatch(nameOf(union), /Vessel.*Barge.*\.get$/);
  assertEquals(nameOf({ vessel: Vessel }), "/v.get");
  // a member of the response that is called so, and a text
  assertEquals(nameOf({ key: "", vessel: Vessel } as never), "/v.get");
});

Deno.test("the path of the list ends before the last parameter [endpoint/RES-5]", () => {
  for (const [path, list] of listPaths) {
    const { getList, get } = resource({ path, schema: Vessel });
    assertEquals<string>(getList.path, list, path);
    assertEquals<string>(get.path, path);
  }
});

Deno.test("a path that ends in a slash is that of every request, with whatever is around it [endpoint/RES-5] [endpoint/RES-20]", async () => {
  await using server = new RecordingServer(({ method, address, body }) => {
    const [path] = address.split("?") as [string];
    if (!path.endsWith("/")) throw new Error(`${address} has no slash`);
    if (method === "DELETE") return new Response(null, { status: 204 });
    const row = { id: /\/(\d+)\/$/.exec(path)?.[1] ?? "9" };
    if (method !== "GET") return Response.json({ ...row, ...JSON.parse(body) });
    return Response.json(/\d\/$/.test(path) ? row : [{ id: "1" }]);
  });
  class Prefixed extends RestEndpoint {
    override urlPrefix = server.origin;
  }
  const options = {
    schema: Vessel,
    searchParams: {} as { flag?: string } | undefined,
    paginationField: "page",
  };
  const plain = resource({
    ...options,
    urlPrefix: server.origin,
    path: "/api/vessels/:id/",
  });
  const starred = plain.extend({ getList: { path: "/api/starred/" } });
  const variants = [
    [plain, {}, "/api/vessels/"],
    [starred, {}, "/api/starred/"],
    [
      resource({ ...options, path: "/vessels/:id/", Endpoint: Prefixed }),
      {},
      "/vessels/",
    ],
    [
      resource({ ...options, urlPrefix: `${server.origin}/`, path: ":id/" }),
      {},
      "/",
    ],
    [
      resource({ ...options, urlPrefix: `${server.origin}/v`, path: "/:id/" }),
      {},
      "/v/",
    ],
    [
      resource({
        ...options,
        urlPrefix: server.origin,
        path: "/fleets/:fleet/vessels/:id/",
      }),
      { fleet: "3" },
      "/fleets/3/vessels/",
    ],
    // deno-lint-ignore no-explicit-any -- their parameters differ
  ] as [any, object, string][];
  for (const [R, params, path] of variants) {
    await using client = createClient();
    const { getList } = R;
    const list = { ...params, flag: "NO" };
    await client.fetch(getList, list);
    assertEquals(server.last.address, `${path}?flag=NO`);
    await client.fetch(getList.getPage, { ...list, page: 2 });
    assertEquals(server.last.address, `${path}?flag=NO&page=2`);
    for (const member of ["push", "unshift"]) {
      await client.fetch(getList[member], list, { name: member });
      assertEquals(server.last.address, `${path}?flag=NO`, member);
      assertEquals(client.get(Vessel, { id: "9" })?.name, member);
    }
    await client.fetch(getList.remove, list, { id: "9" });
    assertEquals(server.last.address, `${path}?flag=NO`);
    const item = { ...params, id: "1" };
    for (
      const [member, ...body] of [
        [R.get],
        [R.update, {}],
        [R.partialUpdate, {}],
        [getList.move, {}],
        [R.delete],
      ]
    ) {
      await client.fetch(member, item, ...body);
      const itemPath = R === starred ? "/api/vessels/" : path;
      assertEquals(server.last.address, `${itemPath}1/`, member.name);
    }
    assert(getList.testKey(getList.key(list)));
    assertFalse(getList.testKey(R.get.key(item)));
    assertFalse(R.get.testKey(getList.key(list)));
  }
});

Deno.test("a list that the prefix alone addresses has no slash of its own [endpoint/RES-5]", () => {
  class Prefixed extends RestEndpoint {
    override urlPrefix = "https://x.test/article";
  }
  const prefixed = { path: "/:id", schema: Vessel } as const;
  for (
    const { get, getList } of [
      resource({ ...prefixed, urlPrefix: "https://x.test/article" }),
      resource({ ...prefixed, Endpoint: Prefixed }),
    ]
  ) {
    assertEquals(getList.url(), "https://x.test/article");
    assertEquals(getList.key({ q: 1 }), "GET https://x.test/article?q=1");
    assertEquals(
      getList.push.key({ name: "x" }),
      "POST https://x.test/article",
    );
    assertEquals(get.url({ id: 7 }), "https://x.test/article/7");
    assert(getList.testKey(getList.key({ q: 1 })));
    assertFalse(getList.testKey(get.key({ id: 7 })));
    assertEquals(
      getList.move.key({ id: 7 }, { berth: 2 }),
      "PATCH https://x.test/article/7",
    );
  }
  const { getList } = resource({ path: "/:id", schema: Vessel });
  assertEquals(getList.url(), "/");
  assertEquals(getList.key({ q: 1 }), "GET /?q=1");
  const elsewhere = getList.extend({ urlPrefix: "https://x.test/article" });
  assertEquals(elsewhere.url(), "https://x.test/article");
});

Deno.test("a path without parameter is refused [endpoint/RES-6]", () => {
  for (const path of ["/vessels", "", "https\\://h.io/v", "/a\\:b"]) {
    const error = assertThrows(() => resource({ path, schema: Vessel }), Error);
    assertStringIncludes(error.message, ":parameter");
    assertStringIncludes(error.message, "*wildcard");
    assertStringIncludes(error.message, path);
  }
});

Deno.test("what has a primary key is invalidated by delete, anything else is not [endpoint/RES-7]", () => {
  const union = new Union({ vessel: Vessel }, () => "vessel");
  const object = { vessel: Vessel };
  const list = new Collection([Vessel]);
  const deleted = (schema: ItemSchema | unknown[]) =>
    resource({ path: "/v/:id", schema: schema as ItemSchema }).delete.schema;
  assertInstanceOf(deleted(Vessel), Invalidate);
  assertInstanceOf(deleted(union), Invalidate);
  assertStrictEquals(deleted(object), object);
  assertStrictEquals(deleted(list), list);
});

Deno.test("query entries are those of the list alone [endpoint/RES-9]", () => {
  const R = resource({
    path: "/vessels/:id",
    schema: Vessel,
    searchParams: {} as { q?: string },
    paginationField: "page",
  });
  const { getList } = R;
  assertEquals(getList.key({ q: "x" }), "GET /vessels?q=x");
  assertEquals(
    getList.push.key({ q: "x" }, { name: "y" }),
    "POST /vessels?q=x",
  );
  assertEquals(
    getList.remove.key({ q: "x" }, { id: "1" }),
    "PATCH /vessels?q=x",
  );
  assertEquals(getList.getPage.url({ q: "x", page: 2 }), "/vessels?page=2&q=x");
  for (const member of [R.get, R.update, R.partialUpdate, R.delete]) {
    assertEquals("searchParams" in member && member.searchParams, false);
  }
  assertEquals(getList.move.searchParams, undefined);
});

Deno.test("a declared payload does not make a change of a read [endpoint/RES-10]", async () => {
  await using server = harbour();
  const R = resource({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    schema: Vessel,
    body: {} as { name: string },
  });
  assertEquals([R.get.method, R.getList.method], ["GET", "GET"]);
  assertEquals(R.get.sideEffect, undefined);
  assertEquals(R.getList.sideEffect, undefined);
  await R.getList({ q: "x" });
  assertEquals(server.last.address, "/vessels?q=x");
  await R.update({ id: 7 }, { name: "x" });
  assertEquals(server.last.body, '{"name":"x"}');
  const undeclared = resource({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    schema: Vessel,
    body: undefined,
  });
  await undeclared.update({ id: 7 }, { name: "y" });
  assertEquals(server.last.body, '{"name":"y"}');
});

Deno.test("nonFilterArgumentKeys says which arguments do not tell lists apart for changes [endpoint/RES-11]", async () => {
  for (
    const nonFilterArgumentKeys of [
      ["sort"],
      /^so/,
      (key: string) => key === "sort",
      undefined,
    ]
  ) {
    await using server = harbour();
    const R = resource({
      urlPrefix: server.origin,
      path: "/vessels/:id",
      schema: Vessel,
      nonFilterArgumentKeys,
    });
    using client = createClient();
    const idsOf = (args: Record<string, string>) =>
      client.get(R.getList.schema, args)?.map(({ id }) => id);
    await client.fetch(R.getList, { sort: "name" });
    await client.fetch(R.getList, { orderBy: "name" });
    await client.fetch(R.getList.push, { name: "x" });
    await client.allSettled();
    const grows = ["7", "8", "100"];
    const stays = ["7", "8"];
    const isDefault = nonFilterArgumentKeys === undefined;
    assertEquals(idsOf({ sort: "name" }), isDefault ? stays : grows);
    assertEquals(idsOf({ orderBy: "name" }), isDefault ? grows : stays);
  }
});

Deno.test("Endpoint and Collection are the classes that are used [endpoint/RES-12]", () => {
  // deno-lint-ignore no-explicit-any -- the form in which subclasses are written
  class Tagged<O extends RestGenerics = any> extends RestEndpoint<O> {
    tag = "x";
  }
  const given: unknown[][] = [];
  class Lists extends Collection {
    // deno-lint-ignore no-explicit-any -- what resource() gives
    constructor(...args: any[]) {
      given.push(args);
      super(args[0], args[1]);
    }
  }
  const R = resource({
    path: "/v/:id",
    schema: Vessel,
    Endpoint: Tagged,
    Collection: Lists,
    paginationField: "page",
  });
  for (
    const endpoint of [
      R.get,
      R.getList,
      R.getList.push,
      R.getList.move,
      R.getList.getPage,
      R.create,
      R.update,
      R.partialUpdate,
      R.delete,
      R.extend("current", { path: "/me" }).current,
    ]
  ) {
    assertInstanceOf(endpoint, Tagged);
    assertEquals(endpoint.tag, "x");
  }
  assertInstanceOf(R.getList.schema, Lists);
  assertEquals(given, [[[Vessel], undefined]]);
  resource({
    path: "/v/:id",
    schema: Vessel,
    Collection: Lists,
    nonFilterArgumentKeys: ["sort"],
  });
  assertEquals(given[1], [[Vessel], { nonFilterArgumentKeys: ["sort"] }]);
});

Deno.test("classes given in lower case are reported [endpoint/RES-13]", () => {
  class MyEndpoint extends RestEndpoint {}
  class MyCollection extends Collection {}
  const options = { path: "/v/:id", schema: Vessel };
  const warnings = (extra: object) => {
    using warned = spyOnConsole("warn");
    resource({ ...options, ...extra });
    return warned.lines;
  };
  {
    using _production = production();
    assertEquals(warnings({ endpoint: MyEndpoint }), []);
  }
  assertEquals(warnings({ endpoint: "text", collection: {} }), []);
  const [endpoint] = warnings({ endpoint: MyEndpoint });
  assertMatch(endpoint!, /"endpoint" is no option.*"Endpoint"/s);
  const [collection] = warnings({ collection: MyCollection });
  assertMatch(collection!, /"collection" is no option.*"Collection"/s);
});

Deno.test("misspelt options of every kind are reported [endpoint/RES-13]", () => {
  for (const name of ["coalesce", "errorPolicy", "idempotencyHeader"]) {
    using warned = spyOnConsole("warn");
    const misspelt = name.slice(0, -2) + name.at(-1);
    resource({ path: "/v/:id", schema: Vessel, [misspelt]: undefined });
    assertMatch(
      warned.lines.join(),
      RegExp(`"${misspelt}" is no option.*"${name}"`),
    );
  }
});

Deno.test("a pagination field gives the list pages [endpoint/RES-14]", async () => {
  await using server = harbour();
  const R = resource({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    schema: Vessel,
    paginationField: "page",
  });
  using client = createClient();
  await client.fetch(R.getList, { berth: 1 });
  await client.fetch(R.getList.push, { berth: 1 }, { name: "x" });
  await client.fetch(R.getList.getPage, { berth: 1, page: 2 });
  await client.allSettled();
  assertEquals(server.last.address, "/vessels?berth=1&page=2");
  assertEquals(
    client.get(R.getList.schema, { berth: 1 })?.map(({ id }) => id),
    ["7", "8", "100"],
  );
  assertStrictEquals(
    resource({ path: "/v/:id", schema: Vessel }).getList.getPage,
    undefined,
  );
});

Deno.test("fetch gives instances, a direct call what the server sent [endpoint/RES-16]", async () => {
  await using server = harbour();
  const R = resource({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    schema: Vessel,
  });
  using client = createClient();
  const results = [
    await client.fetch(R.get, { id: 7 }),
    await client.fetch(R.update, { id: 7 }, { name: "Fram" }),
    await client.fetch(R.partialUpdate, { id: 7 }, { name: "Fram" }),
    await client.fetch(R.getList.push, { name: "Fram" }),
  ];
  for (const vessel of results) {
    assertInstanceOf(vessel, Vessel);
    assertEquals([vessel.name, vessel.berth], ["Fram", 0]);
  }
  assertEquals(await R.get({ id: 7 }), { id: "7", name: "Fram" });
});

Deno.test("a resource of a Union keeps the class of each item [endpoint/RES-18]", async () => {
  class Tug extends Entity {
    id = "";
    type = "tug" as const;
  }
  class Ferry extends Entity {
    id = "";
    type = "ferry" as const;
  }
  const items = [{ id: "1", type: "tug" }, { id: "1", type: "ferry" }];
  await using server = new RecordingServer(({ method, address, body }) => {
    if (method === "POST") {
      return Response.json({ id: "9", ...JSON.parse(body) });
    }
    if (method === "DELETE") return Response.json(items[0]);
    return Response.json(address === "/v" ? items : items[1]);
  });
  const R = resource({
    urlPrefix: server.origin,
    path: "/v/:id",
    schema: new Union({ tug: Tug, ferry: Ferry }, "type"),
  });
  using client = createClient();
  const list = await client.fetch(R.getList);
  assertInstanceOf(list[0], Tug);
  assertInstanceOf(list[1], Ferry);
  assertInstanceOf(await client.fetch(R.get, { id: 1 }), Ferry);
  assertInstanceOf(await client.fetch(R.getList.push, { type: "tug" }), Tug);
  await client.allSettled();
  const stored = () => client.get(R.getList.schema);
  assertEquals(stored()?.map(({ type }) => type), ["tug", "ferry", "tug"]);
  assertInstanceOf(stored()?.[2], Tug);
  await client.fetch(R.delete, { id: 1 });
  await client.allSettled();
  assertEquals(stored()?.map(({ id, type }) => type + id), ["ferry1", "tug9"]);
});

Deno.test("a parameter of the path selects, also if its name is one of those that order [schema/COL-34]", async () => {
  class Line extends Entity {
    id = "";
  }
  const lines = new Collection([Line], {
    nestKey: ({ id }: { id: string }) => ({ order: id }),
  });
  class Order extends Entity {
    id = "";
    lines: Line[] = [];
    static override schema = { lines };
  }
  const { getList } = resource({
    path: "/orders/:order/lines/:id",
    schema: Line,
  });
  for (const isNested of [false, true]) {
    await using client = createClient();
    for (const order of ["1", "2"]) {
      if (isNested) {
        await client.set(Order, { id: order }, { id: order, lines: [] });
      } else await client.setResponse(getList, { order }, []);
    }
    const push = isNested
      ? getList.push.extend({ schema: lines.push })
      : getList.push;
    await client.setResponse(push, { order: "2" }, {}, { id: "a" });
    const lengths = ["1", "2"].map((order) =>
      isNested
        ? client.get(Order, { id: order })?.lines.length
        : client.read(getList, { order }).data?.length
    );
    assertEquals(lengths, [0, 1], `nested: ${isNested}`);
  }
});
