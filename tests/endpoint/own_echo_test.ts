/**
 * A server may tell of an own change by a message before it answers: lists end
 * as without the message. Neighbours that were tried: parts of lists by each
 * argument; messages of a list and of an entity; optimistic or not; primary keys
 * made by the client; totals beside pages; a Union; a list inside an entity; a
 * list of another path; another tab.
 */
import { assertEquals } from "@std/assert";
import {
  type Client,
  Collection,
  createClient,
  Entity,
  NetworkManager,
  RestEndpoint,
  Union,
} from "../../mod.ts";
import { TabSyncManager } from "../../controller/live/tabs.ts";
import { apiOf, type Args, Issue, PretendApi, settled } from "./list_server.ts";

const open = { status: "open" };
const created = { id: "9", title: "new", ...open };

/** A server with two open issues that makes primary keys. */
class EchoApi extends PretendApi {
  constructor() {
    super();
    for (const id of ["1", "2"]) this.rows.set(id, { id, ...open });
  }

  readonly respond = (url: string, init: RequestInit): Promise<Response> => {
    const body = init.method === "POST"
      ? JSON.stringify({ id: "9", ...JSON.parse(`${init.body}`) })
      : init.body;
    return this.fetchResponse(url, { ...init, body: body ?? null });
  };
}

const ids = (rows: readonly object[] | undefined) =>
  rows?.map((row) => (row as Issue).id).join("");

for (const optimistic of [false, true]) {
  for (const message of ["of the list", "of the entity", undefined]) {
    for (
      const part of [
        { page: 1 },
        { limit: 10 },
        { cursor: "0" },
        { q: "new" },
        { include: "user" },
      ] as Args[]
    ) {
      const name = message ? `a message ${message}` : "no message";
      Deno.test(`a list that an argument makes a part of others is asked for once after a POST, with ${name} before its response: ${Object.keys(part)} (optimistic: ${optimistic}) [controller/OPT-19c]`, async () => {
        const api = new EchoApi();
        const { getList } = apiOf({ fetchResponse: api.respond }, {
          optimistic,
        });
        await using client = createClient();
        const lists: Args[] = [open, { ...open, ...part }, {
          status: "closed",
          ...part,
        }];
        for (const args of lists) client.subscribe(getList, [args], () => {});
        await client.allSettled();
        api.asked.length = 0;
        api.isHolding = true;
        const made = client.fetch(
          getList.push,
          { title: "new", ...open } as never,
        );
        await settled();
        if (message) {
          await (message === "of the list"
            ? client.set(getList.push.schema, open, created as never)
            : client.set(Issue, { id: "9" }, created));
        }
        api.isHolding = false;
        await api.answer();
        await made;
        await settled();
        await client.allSettled();
        assertEquals(
          lists.map((args) => ids(client.read(getList, args).data)),
          ["129", "129", ""],
        );
        assertEquals(
          api.asked.map((query) => /status=(\w+)/.exec(query)![1]),
          ["open"],
        );
      });
    }
  }
}

Deno.test("an item whose primary key the client has made is one, whatever comes first [controller/OPT-19b]", async () => {
  for (const first of ["message", "response"]) {
    const api = new EchoApi();
    const { getList } = apiOf({ fetchResponse: api.respond }, {
      optimistic: true,
    });
    await using client = createClient();
    const seen: (string | undefined)[] = [];
    client.subscribe(getList, [open], ({ data }) => seen.push(ids(data)));
    await client.allSettled();
    api.asked.length = 0;
    api.isHolding = true;
    const made = client.fetch(getList.push, created as never);
    await settled();
    const tell = () => client.set(getList.push.schema, open, created as never);
    if (first === "message") await tell();
    await settled();
    await api.answer();
    await made;
    if (first === "response") await tell();
    await settled();
    assertEquals([...new Set(seen.filter(Boolean))], ["12", "129"]);
    assertEquals(api.asked, []);
  }
});

Deno.test("the total beside a page counts a created row once, with a message before the response, and the row that is pending until then [endpoint/COL-17]", async () => {
  for (const optimistic of [false, true]) {
    for (const isTold of [false, true]) {
      const api = new EchoApi();
      const rows = apiOf({
        async fetchResponse(url: string, init: RequestInit) {
          const response = await api.respond(url, init);
          if (init.method !== "GET") return response;
          const items = await response.json();
          return Response.json({ items, total: 10 + api.rows.size });
        },
      }, { optimistic });
      const getList = rows.getList.extend({
        schema: { items: rows.getList.schema, total: 0 },
        adjust: (
          response: { items: Issue[]; total: number },
          by: number,
        ) => ({ ...response, total: response.total + by }),
      } as never) as never as typeof rows.getList;
      await using client = createClient();
      const args = { ...open, page: 1 };
      const total = () =>
        (client.read(getList, args).data as never as { total: number }).total;
      const seen = new Set<number>();
      client.subscribe(
        getList,
        [args],
        ({ data }) => data && seen.add((data as never as { total: 1 }).total),
      );
      await client.allSettled();
      api.isHolding = true;
      const made = client.fetch(
        getList.push,
        { title: "new", ...open } as never,
      );
      await settled();
      if (isTold) {
        await client.set(rows.getList.push.schema, open, created as never);
      }
      await settled();
      api.isHolding = false;
      await api.answer();
      await made;
      await settled();
      await client.allSettled();
      assertEquals(total(), 13);
      // nobody knows until the response that the message is of the row that is pending
      const isTwice = optimistic && isTold;
      assertEquals(
        [...seen].filter((total) => total > 0),
        isTwice ? [12, 13, 14] : [12, 13],
      );
    }
  }
});

Deno.test("a list of another path is not asked for by a creation, told before its response or not [controller/OPT-19c]", async () => {
  for (const isTold of [false, true]) {
    const api = new EchoApi();
    const { getList } = apiOf({ fetchResponse: api.respond });
    const getRecent = new RestEndpoint({
      path: "/recent",
      searchParams: {} as Args,
      schema: new Collection([Issue]),
      fetchResponse: api.fetchResponse,
    });
    await using client = createClient();
    client.subscribe(getRecent, [{ page: 1 }], () => {});
    await client.allSettled();
    api.asked.length = 0;
    api.isHolding = true;
    const made = client.fetch(getList.push, { title: "new", ...open } as never);
    await settled();
    if (isTold) await client.set(Issue, { id: "9" }, created);
    await api.answer();
    await made;
    await settled();
    assertEquals(api.asked, []);
  }
});

Deno.test("a page of a Union, and of each tab, is asked for after a POST with a message before its response [controller/OPT-19c]", async () => {
  class Bug extends Issue {
    type = "bug";
    static override key = "EchoBug";
  }
  const api = new EchoApi();
  for (const [id, row] of api.rows) {
    api.rows.set(id, { ...row, type: "bug" } as never);
  }
  const { getList } = apiOf({ fetchResponse: api.respond }, {
    schema: new Union({ bug: Bug }, "type"),
  });
  const tab = () =>
    createClient({
      managers: [
        new TabSyncManager({ channel: "own_echo" }),
        new NetworkManager(),
      ],
    });
  await using here = tab();
  await using there = tab();
  const args = { ...open, page: 1 };
  for (const client of [here, there]) {
    client.subscribe(getList, [args], () => {});
    await client.allSettled();
  }
  api.isHolding = true;
  const body = { title: "new", type: "bug", ...open };
  const made = here.fetch(getList.push, body as never);
  await settled();
  const tell = (client: Client) =>
    client.set(getList.push.schema, open, { ...body, id: "9" } as never);
  for (const client of [here, there]) await tell(client);
  api.isHolding = false;
  await api.answer();
  await made;
  for (let turn = 0; turn < 5; turn++) await settled();
  for (const client of [here, there]) {
    assertEquals(ids(client.read(getList, args).data), "129");
  }
});

Deno.test("a list inside an entity shows what was created once, told before the response or not [schema/COL-74]", async () => {
  class User extends Entity {
    id = "";
    issues: Issue[] = [];
    static override key = "EchoUser";
    static override schema = {
      issues: new Collection([Issue], {
        nestKey: ({ id }: { id: string }) => ({ userId: id }),
      }),
    };
  }
  for (const isTold of [false, true]) {
    const api = new EchoApi();
    const { getList } = apiOf({ fetchResponse: api.respond });
    await using client = createClient();
    const user = { id: "a", issues: [{ id: "1", userId: "a" }] };
    await client.set(User, { id: "a" }, user as never);
    api.isHolding = true;
    const body = { title: "new", userId: "a" };
    const made = client.fetch(getList.push, body as never);
    await settled();
    const row = { ...body, id: "9" };
    if (isTold) {
      await client.set(getList.push.schema, { userId: "a" }, row as never);
    }
    await api.answer();
    await made;
    assertEquals(ids(client.get(User, { id: "a" })?.issues), "19");
  }
});

for (
  const [message, shown] of [
    ["the whole row", ["old1", "new1", "old3", "new3"]],
    ["the changed field", ["old1", "new1", "new3"]],
    ["a request for the row", ["old1", "new1", "new3"]],
  ] as const
) {
  Deno.test(`a pending edit beside a message about another field, with ${message} [controller/OPT-12]`, async () => {
    const api = new EchoApi();
    api.rows.set("1", { id: "1", title: "old", userId: "1" });
    const { get, partialUpdate } = apiOf({ fetchResponse: api.respond }, {
      optimistic: true,
    });
    const getOne = get.extend({
      process: (rows: Issue[]) => rows.find(({ id }) => id === "1"),
    } as never) as never as typeof get;
    await using client = createClient();
    const seen: string[] = [];
    client.subscribe(getOne, [{ id: "1" }], ({ data }) => {
      const text = `${data?.title}${data?.userId}`;
      if (data?.title && text !== seen.at(-1)) seen.push(text);
    });
    await client.allSettled();
    api.isHolding = true;
    const edit = client.fetch(partialUpdate, { id: "1" }, { title: "new" });
    await settled();
    // somebody else
    const row = { id: "1", title: "old", userId: "3" };
    api.rows.set("1", row);
    const { title: _, ...changed } = row;
    api.isHolding = false;
    if (message === "a request for the row") {
      await client.expireAll(getOne);
    } else {
      await client.set(
        Issue,
        { id: "1" },
        message === "the whole row" ? row : changed,
      );
    }
    await settled();
    await api.answer();
    await edit;
    await settled();
    assertEquals(seen, [...shown]);
  });
}
