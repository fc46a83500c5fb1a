// deno-lint-ignore-file no-explicit-any -- endpoints of every kind
/** Calls that change rows of which nothing was known, or several at once, and lists of an application's own. */
import { assertEquals } from "@std/assert";
import { Collection, Entity, resource, RestEndpoint } from "../../../mod.ts";
import { type Sent, ServerInAnyOrder } from "./server_in_any_order.ts";

class Row extends Entity {
  id = "";
  status = "";
}
const open = { status: "open" };
const both = { ids: ["6", "7"] };

function begin() {
  const rows = [["1", "open"], ["6", "closed"], ["7", "closed"]]
    .map(([id, status]) => ({ id: id!, status: status! }));
  let gone: typeof rows = [];
  const server = new ServerInAnyOrder(({ method, path, query, body }: Sent) => {
    const id = path.split("/")[2];
    if (method === "DELETE") {
      gone = rows.splice(rows.findIndex((row) => row.id === id), 1);
      return { body: { id } };
    }
    if (method === "GET") {
      if (id) return { body: rows.find((row) => row.id === id) };
      if (path === "/starred") return { body: [rows[0]] };
      const items = rows.filter(({ status }) => status === query.status);
      return { body: { items: items.slice(0, 2), total: items.length } };
    }
    // a restored one, too
    rows.push(...gone.splice(0));
    const { ids = [id ?? "7"], status } = body as any;
    const changed = rows.filter((row) => ids.includes(row.id));
    for (const row of changed) {
      row.status = status ?? (row.status === "open" ? "closed" : "open");
    }
    return { body: id ? changed[0] : changed };
  });
  const options = {
    dataExpiryLength: 1e12,
    fetchResponse: (url: RequestInfo, init: RequestInit) =>
      server.fetchResponse(String(url), init),
  };
  const endpoint = (path: string, schema: any, more: object = {}): any =>
    new RestEndpoint({ ...options, path, schema, ...more });
  const rest: any = resource({ ...options, path: "/rows/:id", schema: Row });
  const getList = rest.getList.extend({
    schema: { items: rest.getList.schema, total: 0 },
    adjust: ({ items, total }: any, by: number) => ({
      items,
      total: total + by,
    }),
  });
  const starred = new Collection([Row], { key: "starred" });
  const getStarred = endpoint("/starred", starred);
  const change = endpoint("/change", [Row], { method: "POST", body: {} });
  const restore = rest.get.extend({ method: "POST", body: undefined });
  const client = server.open();
  const show = (endpoint: any, ...args: any[]) =>
    client.subscribe(endpoint, args as never, () => {});
  const ids = (list: any) => list.map(({ id }: Row) => id).join("");
  const read = () => {
    const { items, total }: any = client.read(getList, open).data;
    return [ids(items), total];
  };
  const stars = () => ids(client.read(getStarred).data);
  const act = async (endpoint: any, ...args: object[]) => {
    client.fetch(endpoint, ...args);
    await server.rest();
  };
  return {
    ...{ act, change, client, getList, getStarred, read, rest, restore },
    ...{ server, show, stars },
  };
}

Deno.test("a list that an unknown row belongs into by a call is asked [controller/OPT-19c]", async () => {
  for (const isLoaded of [true, false]) {
    for (const sent of [undefined, { ...both, ...open }, both]) {
      const { act, change, getList, read, rest, server, show } = begin();
      show(getList, open);
      if (isLoaded) await server.rest();
      if (sent) await act(change, sent);
      else await act(rest.partialUpdate, { id: "7" }, open);
      assertEquals(read(), sent ? ["16", 3] : ["17", 2]);
    }
  }
});

Deno.test("a list of which not all rows are loaded is asked when an unknown row may have left it [controller/OPT-19c]", async () => {
  const { act, change, getList, read, server, show } = begin();
  server.open().fetch(change, both);
  await server.rest();
  show(getList, open);
  await server.rest();
  await act(change, { ids: ["7"], status: "closed" });
  assertEquals(read(), ["16", 2]);
});

Deno.test("a list of which not all rows are loaded is asked when an unknown row is deleted while it is requested [controller/OPT-19c]", async () => {
  const { client, getList, read, rest, server, show } = begin();
  server.open().fetch(rest.partialUpdate, { id: "6" }, open);
  server.open().fetch(rest.partialUpdate, { id: "7" }, open);
  await server.rest();
  show(getList, open);
  client.fetch(rest.delete, { id: "7" });
  await server.rest();
  assertEquals(read(), ["16", 2]);
});

Deno.test("a list of an application's own is asked for a row that is there again [controller/OPT-19b]", async () => {
  const { act, getStarred, rest, restore, show, stars } = begin();
  show(getStarred);
  await act(rest.delete, { id: "7" });
  await act(restore, { id: "7" });
  assertEquals(stars(), "1");
});

Deno.test("a list of an application's own is asked for a row that a call has, and that was read meanwhile [controller/OPT-19b]", async () => {
  for (const order of [[0, 0, 0], [1, 1, 0], [1, 0, 0]]) {
    const { change, client, getStarred, rest, server, show, stars } = begin();
    show(getStarred);
    show(rest.get, { id: "7" });
    client.fetch(change, {});
    await server.flush();
    for (const _ of order) await server.handle();
    for (const index of order) await server.answer(index);
    await server.rest();
    assertEquals(stars(), "1", order.join());
  }
});

Deno.test("of two calls that name a row among others the server says which came last [controller/OPT-12g]", async () => {
  for (const first of [0, 1]) {
    const { change, client, rest, server, show } = begin();
    show(rest.get, { id: "1" });
    await server.rest();
    for (const id of both.ids) client.fetch(change, { ids: [id, "1"] });
    await server.flush();
    for (const _ of both.ids) await server.handle();
    await server.answer(first);
    await server.rest();
    assertEquals((client.get(Row, { id: "1" }) as Row).status, "open");
  }
});
