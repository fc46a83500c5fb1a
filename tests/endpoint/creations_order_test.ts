/**
 * What was created quickly stands in a list in the order in which it was created
 * here, in whatever order the server answers. Neighbours that were tried: three
 * creations in each order; at the start and at the end; optimistic and not; one
 * that is refused; rows that an edit takes into a list; a list that was on its way,
 * and one that was requested in between; a list with an order; a list inside an
 * entity; pages; two tabs.
 */
import { assertEquals } from "@std/assert";
import { Collection, createClient, Entity, NetworkManager } from "../../mod.ts";
import { TabSyncManager } from "../../controller/live/tabs.ts";
import { apiOf, Issue, settled } from "./list_server.ts";

const open = { status: "open" };

/** Answers each request when it is told to, by the title that was sent or the address. */
class Answers {
  readonly #waiting = new Map<string, PromiseWithResolvers<Response>>();

  readonly fetchResponse = (
    url: string,
    { method, body }: RequestInit,
  ): Promise<Response> => {
    const answer = Promise.withResolvers<Response>();
    const name = method === "GET" || method === "PATCH"
      ? `${method} ${url}`
      : JSON.parse(`${body}`).title;
    this.#waiting.set(name, answer);
    return answer.promise;
  };

  async give(name: string, answer: object): Promise<void> {
    this.#waiting.get(name)!.resolve(Response.json(answer));
    await settled();
  }

  async refuse(name: string): Promise<void> {
    const error = Object.assign(new Error("no"), { status: 400 });
    this.#waiting.get(name)!.reject(error);
    await settled();
  }
}

const titlesOf = (rows: readonly Issue[] | undefined) =>
  rows?.map(({ title }) => title).join("");

for (const optimistic of [false, true]) {
  for (
    const [where, options, change, right] of [
      ["at the end", {}, "push", "zabc"],
      ["at the start", {}, "unshift", "cbaz"],
      ["where the list adds", { addAt: "start" }, "push", "cbaz"],
    ] as const
  ) {
    for (const order of ["abc", "acb", "bac", "bca", "cab", "cba"]) {
      Deno.test(`rows that are created ${where} stand in the order of their creation, answered as ${order} (optimistic: ${optimistic}) [schema/COL-38]`, async () => {
        const api = new Answers();
        const { getList } = apiOf(api, { optimistic, ...options });
        await using client = createClient();
        await client.setResponse(getList, open, [
          { id: "z", title: "z", ...open },
        ]);
        const seen: (string | undefined)[] = [];
        client.subscribe(
          getList,
          [open],
          ({ data }) => seen.push(titlesOf(data)),
        );
        for (const title of "abc") {
          client.fetch(getList[change], { title, ...open } as never);
        }
        await settled();
        for (const title of order) {
          await api.give(title, { id: title, title, ...open });
        }
        assertEquals(seen.at(-1), right);
        // no row ever stands before another one and after it later
        for (const shown of seen) {
          const rest = [...right].filter((title) => shown!.includes(title));
          assertEquals(shown, rest.join(""));
        }
      });
    }
  }
}

Deno.test("a creation that is refused leaves the others in their order [schema/COL-38] [controller/OPT-12e]", async () => {
  const api = new Answers();
  const { getList } = apiOf(api, { optimistic: true });
  await using client = createClient();
  await client.setResponse(getList, open, []);
  for (const title of "abc") {
    client.fetch(getList.push, { title, ...open } as never).catch(() => {});
  }
  await settled();
  await api.give("c", { id: "c", title: "c", ...open });
  await api.refuse("b");
  await api.give("a", { id: "a", title: "a", ...open });
  assertEquals(titlesOf(client.read(getList, open).data), "ac");
});

Deno.test("rows that edits take into a list stand in the order of the edits [schema/COL-38] [controller/OPT-19b]", async () => {
  for (const optimistic of [false, true]) {
    const api = new Answers();
    const { getList, partialUpdate } = apiOf(api, { optimistic });
    await using client = createClient();
    const closed = { status: "closed" };
    const rows = ["a", "b"].map((id) => ({ id, title: id, ...closed }));
    await client.setResponse(getList, closed, rows);
    await client.setResponse(getList, open, []);
    for (const { id } of rows) client.fetch(partialUpdate, { id }, open);
    await settled();
    for (const id of ["b", "a"]) {
      await api.give(`PATCH /issues/${id}`, { id, title: id, ...open });
    }
    assertEquals(titlesOf(client.read(getList, open).data), "ab");
  }
});

Deno.test("a list that was on its way has creations in their order, one that was requested between them in the server's [schema/COL-38] [controller/OPT-19a]", async () => {
  const row = (id: string) => ({ id, title: id, ...open });
  for (const isBetween of [false, true]) {
    const api = new Answers();
    const { getList } = apiOf(api);
    await using client = createClient();
    await client.setResponse(getList, open, []);
    const read = () => client.fetch(getList, open);
    if (!isBetween) read();
    for (const title of "ab") {
      client.fetch(getList.push, { title, ...open } as never);
    }
    await settled();
    await api.give("b", row("b"));
    if (isBetween) {
      read();
      await settled();
      await api.give("GET /issues?status=open", [row("b")]);
    }
    await api.give("a", row("a"));
    if (!isBetween) await api.give("GET /issues?status=open", []);
    assertEquals(
      titlesOf(client.read(getList, open).data),
      isBetween ? "ba" : "ab",
    );
  }
});

Deno.test("a list with an order has creations where that has them [schema/COL-70]", async () => {
  const api = new Answers();
  const { getList } = apiOf(api, {
    optimistic: true,
    order: () => (left: Issue, right: Issue) =>
      right.title.localeCompare(left.title),
  });
  await using client = createClient();
  await client.setResponse(getList, open, [{ id: "b", title: "b", ...open }]);
  for (const title of "acd") {
    client.fetch(getList.push, { title, ...open } as never);
  }
  await settled();
  for (const title of "dca") {
    await api.give(title, { id: title, title, ...open });
    assertEquals(titlesOf(client.read(getList, open).data), "dcba");
  }
});

Deno.test("a list inside an entity, and one with its pages, have creations in their order [schema/COL-38]", async () => {
  class User extends Entity {
    id = "";
    issues: Issue[] = [];
    static override key = "OrderedUser";
    static override schema = {
      issues: new Collection([Issue], {
        nestKey: ({ id }: { id: string }) => ({ userId: id }),
      }),
    };
  }
  const api = new Answers();
  const { getList } = apiOf(api, { optimistic: true });
  const getPage = getList.paginated("page");
  await using client = createClient();
  const mine = { userId: "1" };
  await client.set(
    User,
    { id: "1" },
    { id: "1", issues: [{ id: "z", title: "z", ...mine }] } as never,
  );
  await client.setResponse(getList, open, [{ id: "x", title: "x", ...open }]);
  await client.setResponse(getPage, { ...open, page: 2 }, [
    { id: "y", title: "y", ...open },
  ]);
  for (const title of "ab") {
    client.fetch(getList.push, { title, ...open, ...mine } as never);
  }
  await settled();
  for (const title of "ba") {
    await api.give(title, { id: title, title, ...open, ...mine });
    assertEquals([
      titlesOf(client.get(User, { id: "1" })?.issues),
      titlesOf(client.read(getList, open).data),
    ], ["zab", "xyab"]);
  }
});

for (const addAt of ["start", "end"] as const) {
  Deno.test(`two tabs have creations in one order, in a list that adds at the ${addAt} [schema/COL-38]`, async () => {
    const api = new Answers();
    const { getList, partialUpdate } = apiOf(api, { addAt });
    const tab = () =>
      createClient({
        managers: [
          new TabSyncManager({ channel: `creations_order_${addAt}` }),
          new NetworkManager(),
        ],
      });
    await using here = tab();
    await using there = tab();
    const row = (id: string) => ({ id, title: id, ...open });
    const closed = { ...row("c"), status: "closed" };
    await here.setResponse(getList, { status: "closed" }, [closed]);
    for (const client of [here, there]) {
      await client.setResponse(getList, open, [row("z")]);
    }
    for (let turn = 0; turn < 3; turn++) await settled();
    for (const title of "ab") {
      here.fetch(getList.push, { title, ...open } as never);
    }
    here.fetch(partialUpdate, { id: "c" }, open);
    await settled();
    await api.give("PATCH /issues/c", row("c"));
    for (const title of "ba") await api.give(title, row(title));
    for (let turn = 0; turn < 5; turn++) await settled();
    const right = addAt === "start" ? "cbaz" : "zabc";
    for (const client of [here, there]) {
      assertEquals(titlesOf(client.read(getList, open).data), right);
    }
  });
}
