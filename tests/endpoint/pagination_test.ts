import {
  assert,
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  Collection,
  createClient,
  Entity,
  Query,
  RestEndpoint,
  Union,
  Values,
} from "../../mod.ts";
import { ObjectSchema } from "../../schema/mod.ts";
import { RecordingServer } from "./recording_server.ts";
import { replaceFetch } from "./spies.ts";

class Entry extends Entity {
  id = 0;
  type = "";
}

const log = new RestEndpoint({
  path: "/log",
  searchParams: {} as { kind?: string },
  schema: { items: new Collection([Entry]), next: "" },
  paginationField: "cursor",
});

type Items = { items: Entry[]; next?: string };

function reading(client: ReturnType<typeof createClient>, list: RestEndpoint) {
  const { controller } = client;
  return (...args: unknown[]): Items | undefined =>
    controller.getResponse(list, ...args, controller.getState()).data;
}

const idsOf = (value: Items | undefined) => value?.items.map(({ id }) => id);

/** A server whose pages are arrays of ids by the cursor in the address. */
function pages(content: Record<string, Record<string, unknown>>) {
  return new RecordingServer(({ address }) => {
    const { searchParams } = new URL(address, "http://h");
    return Response.json(content[searchParams.get("cursor") ?? ""]!);
  });
}

const items = (...ids: unknown[]) => ids.map((id) => ({ id }));

Deno.test("pages by field and by function continue the list [endpoint/PAG-1] [endpoint/PAG-2]", async () => {
  await using server = pages({
    "": { items: items(1) },
    "a": { items: items(2) },
    "b": { items: items(3) },
  });
  const list = log.extend({ urlPrefix: server.origin });
  const seen: unknown[][] = [];
  const byFunction = list.paginated(
    ({ cursor: _, ...rest }: { cursor: string; kind?: string }) => {
      seen.push([rest]);
      return [rest];
    },
  );
  assertEquals(list.paginated("cursor").name, `${list.name}.getPage`);
  assertEquals(byFunction.name, `${list.name}.getPage`);
  using client = createClient();
  const read = reading(client, list as unknown as RestEndpoint);
  await client.fetch(list, { kind: "x" });
  await client.fetch(list.paginated("cursor"), { kind: "x", cursor: "a" });
  await client.fetch(byFunction, { kind: "x", cursor: "b" });
  assertEquals(idsOf(read({ kind: "x" })), [1, 2, 3]);
  assert(seen.every(([rest]) => (rest as { kind: string }).kind === "x"));
});

Deno.test("the field is removed from parameters and body, other arguments stay [endpoint/PAG-3]", () => {
  const search = new RestEndpoint({
    path: "/s/:fleet",
    method: "POST",
    sideEffect: false,
    schema: new Collection([Entry]),
  });
  const page = search.paginated("cursor");
  assertEquals(
    // deno-lint-ignore no-explicit-any -- the field may be in either
    (page as any).key({ fleet: 1, cursor: "a" }, { q: 1 }),
    'POST /s/1 {"q":1}',
  );
  assertEquals(
    // deno-lint-ignore no-explicit-any -- the field may be in either
    (page as any).key({ fleet: 1 }, { q: 1, cursor: "a" }),
    'POST /s/1 {"q":1}',
  );
  const form = new FormData();
  form.append("cursor", "a");
  assertEquals(
    // deno-lint-ignore no-explicit-any -- the field may be in either
    (page as any).key({ fleet: 1, cursor: "a" }, form),
    'POST /s/1 {"$FormData":[["cursor","a"]]}',
  );
});

Deno.test("arguments that are no plain objects stay as they are [endpoint/PAG-3]", () => {
  class Filter {
    cursor = "kept";
  }
  const seen: unknown[][] = [];
  const list = new RestEndpoint({
    path: "/s",
    method: "POST",
    sideEffect: false,
    schema: new Collection([Entry]),
    key(...args: unknown[]) {
      seen.push(args);
      return "key";
    },
  });
  // deno-lint-ignore no-explicit-any -- arguments of all kinds
  const page = list.paginated("cursor") as any;
  const filter = new Filter();
  page.key();
  page.key(undefined, null);
  page.key(filter, "cursor");
  page.key(Object.assign(Object.create(null), { cursor: 1, q: 2 }), ["cursor"]);
  assertEquals(seen, [
    [],
    [undefined, null],
    [filter, "cursor"],
    [{ q: 2 }, ["cursor"]],
  ]);
  assertStrictEquals(seen[2]![0], filter);
});

Deno.test("a page has the key of its list, and its own address [endpoint/PAG-4] [endpoint/KEY-7]", async () => {
  await using server = pages({ "a": { items: items(2) } });
  const list = log.extend({ urlPrefix: server.origin });
  const { getPage } = list;
  assertEquals(
    getPage.key({ cursor: "a", kind: "x" }),
    list.key({ kind: "x" }),
  );
  assertEquals(getPage.key({ cursor: "a" }), list.key());
  assert(list.testKey(getPage.key({ cursor: "a" })));
  assert(getPage.testKey(getPage.key({ cursor: "a" })));
  await getPage({ cursor: "a", kind: "x" });
  assertEquals(server.last.address, "/log?cursor=a&kind=x");
  const keyed = list.extend({ key: () => "mine" });
  assertEquals(keyed.getPage.key({ cursor: "a" }), "mine");
});

Deno.test("members are added in order and once [endpoint/PAG-5]", async () => {
  await using server = pages({
    "": { items: items(5, 3) },
    "a": { items: items(3, 7, "5", 8, 7) },
  });
  const list = log.extend({ urlPrefix: server.origin });
  using client = createClient();
  const read = reading(client, list as unknown as RestEndpoint);
  await client.fetch(list);
  for (let count = 0; count < 2; count++) {
    await client.fetch(list.getPage, { cursor: "a" });
    assertEquals(idsOf(read())!.map(String), ["5", "3", "7", "8"]);
  }
  const before = read()!.items;
  await client.fetch(list.getPage, { cursor: "a" });
  assertStrictEquals(read()!.items, before);
});

Deno.test("a map is continued too [endpoint/PAG-5]", async () => {
  await using server = pages({
    "": { items: { a: { id: 1 } } },
    "a": { items: { b: { id: 2 }, a: { id: 1 } } },
  });
  const list = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/log",
    schema: { items: new Collection(new Values(Entry)) },
    paginationField: "cursor",
  });
  using client = createClient();
  await client.fetch(list);
  await client.fetch(list.getPage, { cursor: "a" });
  const { data } = client.controller.getResponse(list, client.getState());
  assertEquals(Object.keys(data.items), ["a", "b"]);
});

Deno.test("all lists of a schema are continued, and its other parts stay what they are [endpoint/PAG-6]", () => {
  const entries = new Collection([Entry]);
  const values = new Values(Entry);
  const union = new Union({ entry: Entry }, "type");
  const query = new Query(entries, (list) => list);
  const toDate = (iso: string) => new Date(iso);
  const schema = {
    array: [Entry],
    values,
    union,
    toDate,
    query,
    plain: { count: 0 },
    entries,
    nested: new ObjectSchema({ entries, values }),
    maps: new Values(entries),
    lists: [entries],
    none: null,
  };
  const before = { ...schema };
  const assertContinues = (page: Collection<[typeof Entry]>) =>
    assertEquals(page.pk([], undefined, "", [{ cursor: "a" }]), "{}");
  const page = new RestEndpoint({ path: "/v", schema }).paginated("cursor")
    .schema as unknown as typeof schema;
  assertEquals(Object.keys(page), Object.keys(schema));
  assertStrictEquals(page.array, schema.array);
  assertStrictEquals(page.values, values);
  assertStrictEquals(page.union, union);
  assertStrictEquals(page.toDate, toDate);
  assertStrictEquals(page.plain, schema.plain);
  assertStrictEquals(page.none, null);
  assertInstanceOf(page.query, Query);
  assertContinues(page.entries);
  assertInstanceOf(page.nested, ObjectSchema);
  assertContinues(page.nested.schema.entries);
  assertStrictEquals(page.nested.schema.values, values);
  assertInstanceOf(page.maps, Values);
  assertContinues(page.maps.schema);
  assert(Array.isArray(page.lists));
  assertContinues(page.lists[0]!);
  assertEquals({ ...schema }, before);
  assertStrictEquals(schema.nested.schema.entries, entries);
});

Deno.test("the list of a page is that of the arguments without cursor, kept or not [endpoint/PAG-6]", async () => {
  await using server = pages({ "a": { items: items(2) } });
  const list = log.extend({ urlPrefix: server.origin });
  using client = createClient();
  await client.fetch(list.getPage, { kind: "x", cursor: "a" });
  const { entities } = JSON.parse(JSON.stringify(client.getState()));
  assertEquals(entities["[Entry]"], { '{"kind":"x"}': ["2"] });
  const read = reading(client, list as unknown as RestEndpoint);
  assertEquals(idsOf(read({ kind: "x" })), [2]);
});

Deno.test("a list that was asked for before a page arrived keeps the page [endpoint/PAG-5]", async () => {
  const answers = new Map<string, (response: Response) => void>();
  let asked = Promise.withResolvers<void>();
  using _fetch = replaceFetch((input) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answers.set(String(input), resolve);
    if (answers.size === 2) asked.resolve();
    return promise;
  });
  const list = new RestEndpoint({
    path: "/log",
    schema: new Collection([Entry]),
    key: () => "list",
  });
  const page = list.paginated("cursor").extend({ key: () => "page" });
  for (const isListFirst of [true, false]) {
    answers.clear();
    asked = Promise.withResolvers();
    using client = createClient();
    const listed = client.fetch(list);
    const paged = client.fetch(page, { cursor: "a" });
    await asked.promise;
    const answerList = async () => {
      answers.get("/log")!(Response.json(items(1, 2)));
      await listed;
    };
    const answerPage = async () => {
      answers.get("/log?cursor=a")!(Response.json(items(2, 3)));
      await paged;
    };
    if (isListFirst) {
      await answerList();
      await answerPage();
    } else {
      await answerPage();
      await answerList();
    }
    const { data } = client.controller.getResponse(list, client.getState());
    assertEquals(data!.map(({ id }: Entry) => id), [1, 2, 3]);
  }
});

Deno.test("without a Collection there are no pages [endpoint/PAG-7]", () => {
  for (const schema of [undefined, Entry, [Entry], { items: [Entry] }]) {
    // deno-lint-ignore no-explicit-any -- schemas of all kinds
    const list: any = new RestEndpoint({ path: "/v", schema } as any);
    const uses = [
      () => list.paginated("cursor"),
      () => list.paginated(() => []),
      () => list.extend({ paginationField: "cursor" }).getPage,
    ];
    for (const use of uses) {
      const { message } = assertThrows(use, Error, "Missing Collection");
      assert(message.includes("new Collection([Entity])"));
    }
    assertStrictEquals(list.getPage, undefined);
  }
});

Deno.test("getPage needs a paginationField [endpoint/PAG-8]", () => {
  const list = new RestEndpoint({
    path: "/v",
    schema: new Collection([Entry]),
  });
  assertStrictEquals(list.getPage, undefined);
  const paged = list.extend({ paginationField: "cursor" });
  assertEquals(paged.getPage.key({ cursor: 1 }), "GET /v");
});

Deno.test("a page inherits the request of its list [endpoint/PAG-9]", async () => {
  class Tagged extends RestEndpoint {
    tag = "class";
  }
  const list = new Tagged({
    urlPrefix: "https://h.test",
    path: "/v",
    schema: new Collection([Entry]),
    paginationField: "cursor",
    getHeaders: (headers: HeadersInit) => ({ ...headers, "X-Token": "t" }),
    process: (value: unknown) => value,
  });
  const { getPage } = list;
  assertInstanceOf(getPage, Tagged);
  assertEquals(getPage.tag, "class");
  assertEquals(getPage.method, "GET");
  assertFalse(Boolean(getPage.sideEffect));
  assertEquals(getPage.url({ cursor: 1 }), "https://h.test/v?cursor=1");
  assertStrictEquals(getPage.process, list.process);
  assertEquals((await getPage.getRequestInit()).headers, {
    Accept: "application/json, */*",
    "X-Token": "t",
  });
  const search = list.extend({ method: "POST", sideEffect: false });
  assertEquals(search.getPage.method, "POST");
  assertStrictEquals(search.getPage.sideEffect, false);
});

Deno.test("a list and its next page, from end to end [endpoint/PAG-10]", async () => {
  await using server = pages({
    "": { items: items(5, 3), next: "2" },
    "2": { items: items(3, 7, 8) },
  });
  const list = log.extend({ urlPrefix: server.origin });
  using client = createClient();
  const read = reading(client, list as unknown as RestEndpoint);
  await client.fetch(list);
  assertEquals(idsOf(read()), [5, 3]);
  assertEquals(read()!.next, "2");
  await client.fetch(list.getPage, { cursor: read()!.next! });
  assertEquals(
    server.requests.map(({ method, address }) => `${method} ${address}`),
    ["GET /log", "GET /log?cursor=2"],
  );
  assertEquals(idsOf(read()), [5, 3, 7, 8]);
  assertStrictEquals(read()!.next, undefined);
});

Deno.test("what a page adds can be pushed to [endpoint/EXT-5]", () => {
  const list = new RestEndpoint({
    path: "/v",
    schema: new Collection([Entry]),
    paginationField: "cursor",
  });
  assertStrictEquals(list.getPage.push.schema, list.schema.push);
  const child = list.extend({ path: "/w" });
  assertEquals(child.getPage.url({ cursor: 1 }), "/w?cursor=1");
});
