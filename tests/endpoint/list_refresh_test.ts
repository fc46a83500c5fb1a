import { assert, assertEquals } from "@std/assert";
import {
  type Client,
  Collection,
  createClient,
  deserialize,
  Entity,
  RestEndpoint,
  serialize,
  Values,
} from "../../mod.ts";
import { systemClock } from "../../controller/environment.ts";
import { RecordingServer } from "./recording_server.ts";

class Entry extends Entity {
  id = "";
}

/** What the server has, page by page. */
type Content = Record<string, string[] | undefined>;

/** A log of three pages, each of which tells the next. */
function logOf(content: Content) {
  const order = ["", "a", "b"];
  const server = new RecordingServer(({ address }) => {
    const cursor = cursorOf(address);
    const ids = content[cursor];
    if (ids === undefined) return new Response("gone", { status: 404 });
    return Response.json({
      items: ids.map((id) => ({ id })),
      next: order[order.indexOf(cursor) + 1] ?? "",
    });
  });
  const getLog = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/log",
    searchParams: {} as { ship: string },
    schema: { items: new Collection([Entry]), next: "" },
    paginationField: "cursor",
  });
  return { server, getLog };
}

const ship = { ship: "7" };
const pageOf = (cursor: string) => ({ ...ship, cursor });

/** Everything a reader is shown, from now on. */
function watch(client: Client, getLog: ReturnType<typeof logOf>["getLog"]) {
  const shown: string[] = [];
  const stop = client.subscribe(getLog, [ship], ({ data }) => {
    const text = data?.items?.map(({ id }) => id).join("") ?? "nothing";
    shown.push(`${text} ${data?.next ?? ""}`.trim());
  });
  return { shown, stop };
}

/** A client that has loaded all pages. */
async function loaded(getLog: ReturnType<typeof logOf>["getLog"]) {
  const client = createClient();
  await client.fetch(getLog, ship);
  await client.fetch(getLog.getPage, pageOf("a"));
  await client.fetch(getLog.getPage, pageOf("b"));
  return client;
}

const cursorOf = (address: string) =>
  new URL(address, "http://h").searchParams.get("cursor") ?? "";

const cursorsOf = (server: RecordingServer) =>
  server.requests.map(({ address }) => cursorOf(address));

for (
  const [title, expire] of [
    ["expired", (client, getLog) => client.controller.expireAll(getLog)],
    [
      "invalidated",
      (client, getLog) => client.controller.invalidate(getLog, ship),
    ],
  ] as [string, (client: Client, getLog: RestEndpoint) => unknown][]
) {
  Deno.test(`a list that is ${title} is requested with its pages, and replaced at once [endpoint/PAG-11]`, async () => {
    const content: Content = { "": ["1", "2"], a: ["3", "4"], b: ["5"] };
    const { server, getLog } = logOf(content);
    await using _ = server;
    await using client = await loaded(getLog);
    const { shown, stop } = watch(client, getLog);
    server.requests.length = 0;
    Object.assign(content, { "": ["0", "1"], a: ["2", "4"], b: ["5", "6"] });
    await expire(client, getLog as unknown as RestEndpoint);
    await client.allSettled();
    assertEquals(cursorsOf(server), ["", "a", "b"]);
    const states = new Set(shown);
    assertEquals([...states.difference(new Set(["nothing", "12345"]))], [
      "012456",
    ]);
    assertEquals(shown.at(-1), "012456");
    // pages go on being known
    await expire(client, getLog as unknown as RestEndpoint);
    await client.allSettled();
    assertEquals(server.requests.length, 6);
    stop();
  });
}

Deno.test("a stale list is requested with its pages by whoever asks next [endpoint/PAG-11]", async () => {
  const content: Content = { "": ["1"], a: ["2"], b: ["3"] };
  const { server, getLog } = logOf(content);
  await using _ = server;
  let later = 0;
  const clock = { ...systemClock, now: () => Date.now() + later };
  await using client = createClient({ clock });
  await client.fetch(getLog, ship);
  await client.fetch(getLog.getPage, pageOf("a"));
  server.requests.length = 0;
  later = 120_000;
  content.a = ["2", "x"];
  const value = await client.fetchIfStale(getLog, ship);
  assertEquals(cursorsOf(server), ["", "a"]);
  assertEquals(value.items.map(({ id }) => id), ["1", "2", "x"]);
  assertEquals(value.next, "b");
});

for (
  const [title, answer] of [["empty", []], ["not there", undefined]] as const
) {
  Deno.test(`a page that has become ${title} ends the list [endpoint/PAG-11]`, async () => {
    const content: Content = { "": ["1", "2"], a: ["3", "4"], b: ["5"] };
    const { server, getLog } = logOf(content);
    await using _ = server;
    await using client = await loaded(getLog);
    server.requests.length = 0;
    content.a = answer as string[] | undefined;
    await client.controller.expireAll(getLog);
    const { shown, stop } = watch(client, getLog);
    await client.allSettled();
    assertEquals(cursorsOf(server), ["", "a"]);
    assertEquals(shown.at(-1)!.split(" ")[0], "12");
    await client.controller.expireAll(getLog);
    await client.allSettled();
    assertEquals(cursorsOf(server), ["", "a", ""], "it has one page now");
    content[""] = ["1"];
    await client.controller.expireAll(getLog);
    await client.allSettled();
    assertEquals(shown.at(-1)!.split(" ")[0], "1");
    assertEquals(cursorsOf(server), ["", "a", "", ""], "it is not in doubt");
    stop();
  });
}

Deno.test("a reader of a list is not taken for one of the page that was fetched last [endpoint/PAG-11] [controller/NEW-1]", async () => {
  const { server, getLog } = logOf({ "": ["1"], a: ["2"], b: ["3"] });
  await using _ = server;
  await using client = await loaded(getLog);
  const { stop } = watch(client, getLog);
  await client.fetch(getLog.getPage, pageOf("b"));
  const [reader] = [...client.controller.readers()];
  assertEquals(reader?.args, [ship]);
  server.requests.length = 0;
  await client.controller.fetchForReader(reader!.endpoint, ...reader!.args);
  assertEquals(cursorsOf(server), ["", "a", "b"]);
  stop();
});

Deno.test("pages are known in a state that was sent elsewhere [endpoint/PAG-11] [endpoint/PAG-12]", async () => {
  const content: Content = { "": ["1", "2"], a: ["3"], b: ["4"] };
  const { server, getLog } = logOf(content);
  await using _ = server;
  await using before = await loaded(getLog);
  const state = before.getState();
  const plain = JSON.parse(JSON.stringify(state));
  for (const initialState of [deserialize(serialize(state)), plain]) {
    await using client = createClient({ initialState });
    const ids = () =>
      client.read(getLog, ship).data?.items?.map(({ id }) => id).join("");
    assertEquals(ids(), "1234");
    content[""] = ["0", "1"];
    await client.fetch(getLog, ship);
    assertEquals(ids(), "01234");
    server.requests.length = 0;
    const { stop } = watch(client, getLog);
    await client.controller.expireAll(getLog);
    await client.allSettled();
    assertEquals(cursorsOf(server), ["", "a", "b"]);
    assertEquals(ids(), "0134");
    stop();
    content[""] = ["1", "2"];
  }
});

Deno.test("a page that fails leaves the list as it was [endpoint/PAG-11]", async () => {
  const content: Content = { "": ["1"], a: ["2"], b: ["3"] };
  const { getLog, server } = logOf(content);
  await using _ = server;
  const flaky = getLog.extend({
    fetchResponse(input: RequestInfo, init: RequestInit) {
      return isDown && String(input).includes("cursor=b")
        ? Promise.reject(new TypeError("offline"))
        : fetch(input, init);
    },
    errorPolicy: () => "soft" as const,
  });
  let isDown = false;
  await using client = await loaded(flaky);
  isDown = true;
  content[""] = ["0"];
  const { stop } = watch(client, flaky);
  await client.controller.expireAll(flaky);
  await client.allSettled();
  const { data, error } = client.read(flaky, ship);
  assertEquals(data?.items?.map(({ id }) => id), ["1", "2", "3"]);
  assert(error === undefined || error instanceof TypeError);
  stop();
});

Deno.test("the first page alone replaces what it brought before, keeps the others and what it has pushed out, and where that is not certain the list is stale [endpoint/PAG-12]", async () => {
  const content: Content = { "": ["1", "2"], a: ["3", "4"], b: ["5"] };
  const { server, getLog } = logOf(content);
  await using _ = server;
  await using client = await loaded(getLog);
  const idsOf = async () =>
    (await client.fetch(getLog, ship)).items.map(({ id }) => id).join("");
  const asked = async () => {
    server.requests.length = 0;
    await client.fetchIfStale(getLog, ship);
    return server.requests.length;
  };
  content[""] = ["0", "1"];
  assertEquals([await idsOf(), await asked()], ["012345", 0]);
  // a row of the second page has moved up, for 1 was deleted or moved
  content[""] = ["0", "2"];
  content.a = ["3", "5"];
  content.b = [];
  assertEquals([await idsOf(), await asked()], ["02345", 3]);
  assertEquals([await idsOf(), await asked()], ["0235", 0]);
  content[""] = ["7", "6"];
  assertEquals([await idsOf(), await asked()], ["760235", 2]);
});

Deno.test("a poll asks for the first page alone [endpoint/PAG-12] [controller/SUB-12]", async () => {
  const content: Content = { "": ["1", "2"], a: ["3", "4"], b: ["5"] };
  const { server, getLog } = logOf(content);
  await using _ = server;
  await using client = await loaded(getLog);
  server.requests.length = 0;
  content[""] = ["0", "1"];
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const stop = client.subscribe(
    getLog.extend({ pollFrequency: 1 }),
    [ship],
    ({ data }) => {
      if (data?.items?.at(0)?.id === "0") resolve(data.items);
    },
  );
  assertEquals(
    (await promise as Entry[]).map(({ id }) => id).join(""),
    "012345",
  );
  stop();
  assertEquals(new Set(cursorsOf(server)), new Set([""]));
});

Deno.test("a change of a member is kept by the pages of a list, and by its refresh [endpoint/PAG-12] [controller/OPT-19a]", async () => {
  const content: Content = { "": ["1", "2"], a: ["3"], b: ["4"] };
  const { server, getLog } = logOf(content);
  await using _ = server;
  await using client = await loaded(getLog);
  await client.setResponse(getLog.push, ship, { id: "9" }, { id: "9" });
  await client.setResponse(getLog.remove, ship, { id: "3" }, { id: "3" });
  const read = () => client.read(getLog, ship).data?.items?.map(({ id }) => id);
  assertEquals(read(), ["1", "2", "4", "9"]);
  content[""] = ["0", "1"];
  await client.fetch(getLog, ship);
  assertEquals(read(), ["0", "1", "2", "4", "9"]);
});

Deno.test("maps and lists below other members have pages too [endpoint/PAG-11] [endpoint/PAG-12]", async () => {
  const content: Record<string, Record<string, { id: string }>> = {
    "": { x: { id: "1" }, y: { id: "2" } },
    a: { z: { id: "3" } },
  };
  await using server = new RecordingServer(({ address }) => {
    return Response.json({ log: { entries: content[cursorOf(address)] } });
  });
  const getLog = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/log",
    schema: { log: { entries: new Collection(new Values(Entry)) } },
    paginationField: "cursor",
  });
  await using client = createClient();
  const read = () =>
    Object.entries(client.read(getLog).data?.log.entries ?? {})
      .map(([name, entry]) => name + entry?.id).join(" ");
  await client.fetch(getLog);
  await client.fetch(getLog.getPage, { cursor: "a" });
  assertEquals(read(), "x1 y2 z3");
  content[""] = { x: { id: "1" }, w: { id: "4" } };
  await client.fetch(getLog);
  assertEquals(read(), "x1 w4 z3");
  content.a = { v: { id: "5" } };
  const stop = client.subscribe(getLog, [], () => {});
  await client.controller.expireAll(getLog);
  await client.allSettled();
  assertEquals(read(), "x1 w4 v5");
  stop();
});

Deno.test("beside the lists of joined pages stands what the last page has; what it lacks is gone, other lists among it [endpoint/PAG-11]", async () => {
  class Tag extends Entity {
    id = "";
    static override key = "RefreshTag";
  }
  const content: Record<string, object> = {
    "": {
      items: [{ id: "1" }],
      next: "a",
      seen: 1,
      lost: [{ id: "t0" }],
      tags: [{ id: "t1" }],
      about: { total: 3, entries: [{ id: "5" }], at: "first" },
    },
    a: {
      items: [{ id: "2" }],
      next: "",
      tags: [{ id: "t2" }],
      about: { total: 4, entries: [{ id: "6" }] },
    },
  };
  await using server = new RecordingServer(({ address }) =>
    Response.json(content[cursorOf(address)])
  );
  const getLog = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/log",
    schema: {
      items: new Collection([Entry]),
      tags: [Tag],
      lost: [Tag],
      about: { entries: new Collection([Entry], { key: "about" }) },
    },
    paginationField: "cursor",
  });
  await using client = createClient();
  await client.fetch(getLog);
  await client.fetch(getLog.getPage, { cursor: "a" });
  await client.controller.expireAll(getLog);
  await client.controller.fetchIfStale(getLog);
  assertEquals(server.requests.map(({ address }) => cursorOf(address)), [
    "",
    "a",
    "",
    "a",
  ]);
  const { data } = client.read(getLog);
  assert(!Object.hasOwn(data!, "lost"));
  const shown = JSON.parse(JSON.stringify(data));
  assertEquals(shown, {
    items: [{ id: "1" }, { id: "2" }],
    next: "",
    tags: [{ id: "t2" }],
    about: { total: 4, entries: [{ id: "5" }, { id: "6" }] },
  });
});

/** A list in pages of two, after the row that a cursor is made of; rows are ordered by their ids. */
function chainOf(
  ids: string[],
  write: (last: string) => unknown,
  read: (cursor: string) => string,
  paginationField: string,
) {
  const server = new RecordingServer(({ address }) => {
    const { searchParams } = new URL(address, "http://h");
    const last = read(searchParams.get(paginationField) ?? "");
    const rest = ids.toSorted().filter((id) => id > last);
    const items = rest.slice(0, 2).map((id) => ({ id }));
    const next = rest.length > 2 ? write(items.at(-1)!.id) : null;
    return Response.json({ items, next });
  });
  const getLog = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/log",
    searchParams: {} as { ship: string },
    schema: { items: new Collection([Entry]), next: "" },
    paginationField,
  });
  return { server, getLog };
}

for (
  const [what, write, read, field] of [
    [
      "in each response",
      (id) => `after ${id}`,
      (cursor) => cursor.slice(6),
      "cursor",
    ],
    ["that is the id of the last row", (id) => id, (id) => id, "after"],
  ] as [string, (last: string) => unknown, (cursor: string) => string, string][]
) {
  for (const isNumeric of [false, true]) {
    Deno.test(
      `pages that are requested by a cursor ${what} follow from each other after others have created and deleted rows (${
        isNumeric ? "numbers" : "texts"
      }) [endpoint/PAG-11]`,
      async () => {
        const names = isNumeric ? "2345678" : "bcdefgh";
        const ids = [...names];
        const { server, getLog } = chainOf(ids, write, read, field);
        await using _ = server;
        await using client = createClient();
        const shown = () =>
          client.read(getLog, ship).data?.items?.map(({ id }) => id).join("");
        await client.fetch(getLog, ship);
        for (const _ of [1, 2]) {
          const last = client.read(getLog, ship).data!.items!.at(-1)!.id;
          await client.fetch(getLog.getPage, { ...ship, [field]: write(last) });
        }
        assertEquals(shown(), names.slice(0, 6));
        ids.push(isNumeric ? "1" : "a");
        ids.splice(3, 1);
        const stop = client.subscribe(getLog, [ship], () => {});
        await client.controller.expireAll(getLog);
        await client.allSettled();
        assertEquals(shown(), isNumeric ? "123467" : "abcdfg");
        ids.length = 1;
        await client.controller.expireAll(getLog);
        await client.allSettled();
        assertEquals(shown(), ids.join(""));
        stop();
      },
    );
  }
}

Deno.test("a number of a page is not taken for the id of a row, nor for a total [endpoint/PAG-11]", async () => {
  const ids = ["1", "2", "3", "4"];
  const server = new RecordingServer(({ address }) => {
    const page = Number(new URL(address, "http://h").searchParams.get("page"));
    const first = 2 * Math.max(0, page - 1);
    const items = ids.slice(first, first + 2).map((id) => ({ id }));
    return Response.json({ items, pages: Math.ceil(ids.length / 2) });
  });
  await using _ = server;
  const getLog = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/log",
    searchParams: {} as { ship: string },
    schema: { items: new Collection([Entry]), pages: 0 },
    paginationField: "page",
  });
  await using client = createClient();
  await client.fetch(getLog, ship);
  await client.fetch(getLog.getPage, { ...ship, page: 2 });
  ids.unshift("0");
  const stop = client.subscribe(getLog, [ship], () => {});
  await client.controller.expireAll(getLog);
  await client.allSettled();
  const { data } = client.read(getLog, ship);
  assertEquals(data?.items?.map(({ id }) => id), ["0", "1", "2", "3"]);
  stop();
});

Deno.test("a cursor follows the response before also where the list was requested again while the page was on its way [endpoint/PAG-11]", async () => {
  const ids = [..."bcdefg"];
  const { server, getLog } = chainOf(
    ids,
    (id) => `after ${id}`,
    (cursor) => cursor.slice(6),
    "cursor",
  );
  await using _ = server;
  await using client = createClient();
  await client.fetch(getLog, ship);
  const cursor = client.read(getLog, ship).data!.next!;
  const page = client.fetch(getLog.getPage, { ...ship, cursor });
  ids.push("a");
  await client.setResponse(getLog, ship, {
    items: [{ id: "a" }, { id: "b" }],
    next: "after b",
  });
  await page;
  const stop = client.subscribe(getLog, [ship], () => {});
  await client.controller.expireAll(getLog);
  await client.allSettled();
  const { data } = client.read(getLog, ship);
  assertEquals(data?.items?.map(({ id }) => id).join(""), "abcd");
  stop();
});
