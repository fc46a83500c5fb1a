/**
 * Lists of a part of the rows, with an order: a row whose place changes to an
 * edge of what is loaded, or over one, may be on another part, so the server is
 * asked. Neighbours that were tried: pages, cursors, limit and offset; the whole
 * list beside them; optimistic and not; each way to write a row; a Union; ties;
 * a page that was on its way; another tab; messages.
 */
import { assertEquals } from "@std/assert";
import {
  type Client,
  createClient,
  Entity,
  NetworkManager,
  resource,
  Union,
} from "../../mod.ts";
import { TabSyncManager } from "../../controller/live/tabs.ts";
import { settled } from "./list_server.ts";

class Row extends Entity {
  id = "";
  kind = "";
  n = 0;
  note = "";
  static override key = "EdgeRow";
}

type Args = Record<string, string | number>;

/** Seven rows, three on a page: A has 10, C 20, and so on. */
class SortedApi {
  rows = Array.from("ACEGIKM", (id, index) => ({
    id,
    kind: "x",
    n: 10 * (index + 1),
    note: "",
  }));
  readonly asked: string[] = [];
  /** Responses wait for it. */
  gate: Promise<void> | undefined;

  readonly fetchResponse = async (
    url: string,
    { method, body }: RequestInit,
  ): Promise<Response> => {
    const [path, query = ""] = url.split("?") as [string, string?];
    const { gate } = this;
    const answer = method === "GET"
      ? this.listed(Object.fromEntries(new URLSearchParams(query)))
      : this.#write(path.split("/")[2]!, JSON.parse(`${body}`));
    if (method === "GET") this.asked.push(query);
    await gate;
    return Response.json(answer);
  };

  listed({ page, cursor, limit = 3, offset }: Args): object[] {
    const sorted = this.rows.toSorted((left, right) => left.n - right.n);
    const start = page
      ? Number(page) * 3 - 3
      : cursor
      ? sorted.findIndex(({ id }) => id === cursor) + 1
      : Number(offset ?? 0);
    const isWhole = !page && !cursor && offset === undefined && limit === 3;
    return isWhole ? sorted : sorted.slice(start, start + Number(limit));
  }

  #write(id: string, fields: object): object {
    this.rows = this.rows.map((row) =>
      row.id === id ? { ...row, ...fields } : row
    );
    return this.rows.find((row) => row.id === id)!;
  }
}

// deno-lint-ignore explicit-module-boundary-types -- inferred, as in an application
function apiOf(api: SortedApi, options: object = {}) {
  return resource({
    path: "/rows/:id",
    schema: Row,
    searchParams: {} as Args,
    body: {} as Partial<Row>,
    fetchResponse: api.fetchResponse,
    order: () => (left: Row, right: Row) => left.n - right.n,
    ...options,
  });
}

/** What the lists show after a write, and the arguments of those that were requested for it. */
async function after(
  api: SortedApi,
  rows: ReturnType<typeof apiOf>,
  lists: readonly Args[],
  write: (client: Client) => unknown,
): Promise<{ shown: string[]; right: string[]; asked: string[] }> {
  await using client = createClient();
  for (const args of lists) client.subscribe(rows.getList, [args], () => {});
  await client.allSettled();
  api.asked.length = 0;
  await write(client);
  await settled();
  await client.allSettled();
  const idsOf = (rows: readonly object[] | undefined) =>
    rows?.map((row) => (row as Row).id).join("") ?? "";
  return {
    shown: lists.map((args) => idsOf(client.read(rows.getList, args).data)),
    right: lists.map((args) => idsOf(api.listed(args))),
    asked: [...api.asked].sort(),
  };
}

const all = { kind: "x" };
const pages = [1, 2, 3].map((page) => ({ ...all, page }));
const cursors = ["C", "G"].map((cursor) => ({ ...all, cursor, limit: 2 }));
const offsets = [0, 2, 4].map((offset) => ({ ...all, offset, limit: 2 }));

for (
  const [name, lists, id, n, asked] of [
    ["to the last of three pages", [all, ...pages], "A", 95, [0, 1, 2]],
    ["to the second of two pages", [all, ...pages.slice(0, 2)], "A", 45, [
      0,
      1,
    ]],
    ["over two pages", [all, ...pages.slice(0, 2)], "A", 95, [0, 1]],
    ["back from the last page", [all, ...pages], "M", 5, [0, 1, 2]],
    ["back to a page that alone is shown", [all, pages[0]!], "M", 15, [0]],
    ["within a page", [all, ...pages], "A", 25, []],
    ["nowhere", [all, ...pages], "C", 21, []],
    ["to the value of another row", [pages[0]!], "C", 30, [0]],
    ["behind pages that stay as they are", [all, ...pages], "M", 99, [2]],
    ["between two cursors", [all, ...cursors], "E", 65, [0, 1]],
    ["before a cursor", [all, cursors[1]!], "A", 25, []],
    ["between limits", [all, ...offsets], "A", 55, [0, 1, 2]],
    ["within limits", [all, { ...all, limit: 4 }], "A", 35, []],
    ["to the end of a limit", [all, { ...all, limit: 4 }], "A", 45, [0]],
  ] as const
) {
  for (const optimistic of [false, true]) {
    Deno.test(`a row that moves ${name} asks for the parts that it may have left, entered or crossed, and not for the whole list (optimistic: ${optimistic}) [controller/OPT-19c] [schema/COL-72]`, async () => {
      const api = new SortedApi();
      const rows = apiOf(api, { optimistic });
      const { shown, right, asked: requested } = await after(
        api,
        rows,
        lists,
        (client) => client.fetch(rows.partialUpdate, { id }, { n }),
      );
      assertEquals(shown, right);
      const parts = lists.filter((args) => args !== all);
      assertEquals(
        requested,
        asked.map((index) =>
          new URLSearchParams(
            Object.entries(parts[index]!).sort().map((
              [name, value],
            ) => [name, `${value}`]),
          ).toString()
        ).sort(),
      );
    });
  }
}

const ways: Record<
  string,
  (client: Client, rows: ReturnType<typeof apiOf>) => unknown
> = {
  update: (client, { update }) =>
    client.fetch(update, { id: "A" }, { id: "A", kind: "x", n: 95 }),
  move: (client, { getList }) =>
    client.fetch(getList.move, { id: "A" }, { n: 95 }),
  "an endpoint of its own": (client, { partialUpdate }) =>
    client.fetch(
      partialUpdate.extend({
        path: "/rows/:id/rank",
        body: {} as { rank: number },
        process: (row: object) => ({ ...row, n: 95 }),
      }),
      { id: "A" },
      { rank: 9 },
    ),
};

for (const [way, write] of Object.entries(ways)) {
  Deno.test(`pages are asked for where ${way} takes a row to another one [controller/OPT-19c]`, async () => {
    const api = new SortedApi();
    const rows = apiOf(api);
    const { asked } = await after(
      api,
      rows,
      pages.slice(0, 2),
      (client) => write(client, rows),
    );
    assertEquals(asked, ["kind=x&page=1", "kind=x&page=2"]);
  });
}

for (const way of ["move", "partialUpdate"] as const) {
  Deno.test(`a row stands where the order has it within a page after ${way} [schema/COL-70]`, async () => {
    const api = new SortedApi();
    const rows = apiOf(api);
    const { partialUpdate, getList: { move } } = rows;
    const { shown, asked } = await after(
      api,
      rows,
      pages.slice(0, 1),
      (client) =>
        client.fetch(
          way === "move" ? move : partialUpdate,
          { id: "A" },
          { n: 25 },
        ),
    );
    assertEquals([shown, asked], [["CAE"], []]);
  });
}

const silent: Record<
  string,
  (client: Client, rows: ReturnType<typeof apiOf>) => unknown
> = {
  "another field": (client, { partialUpdate }) =>
    client.fetch(partialUpdate, { id: "A" }, { note: "new" }),
  "the same value": (client, { partialUpdate }) =>
    client.fetch(partialUpdate, { id: "A" }, { n: 10 }),
  "a message": (client) => client.set(Row, { id: "A" }, { id: "A", n: 95 }),
};

for (const [what, write] of Object.entries(silent)) {
  Deno.test(`pages with an order are not asked for by ${what} [controller/OPT-19c]`, async () => {
    const api = new SortedApi();
    const rows = apiOf(api);
    const { asked } = await after(
      api,
      rows,
      pages,
      (client) => write(client, rows),
    );
    assertEquals(asked, []);
  });
}

Deno.test("pages that were on their way when a row came to their edge are asked for once more [controller/OPT-19c]", async () => {
  const api = new SortedApi();
  const rows = apiOf(api);
  await using client = createClient();
  const gate = Promise.withResolvers<void>();
  await client.setResponse(rows.get, { id: "A" }, api.rows[0]!);
  api.gate = gate.promise;
  client.subscribe(rows.getList, [pages[0]!], () => {});
  await settled();
  api.gate = undefined;
  await client.fetch(rows.partialUpdate, { id: "A" }, { n: 95 });
  gate.resolve();
  await settled();
  await client.allSettled();
  assertEquals(
    client.read(rows.getList, pages[0]!).data?.map(({ id }) => id),
    ["C", "E", "G"],
  );
});

Deno.test("pages of a Union are asked for where a member came to their edge [controller/OPT-19c]", async () => {
  class Task extends Row {
    static override key = "EdgeTask";
  }
  class Note extends Row {
    static override key = "EdgeNote";
  }
  const api = new SortedApi();
  api.rows = api.rows.map((row, index) => ({
    ...row,
    kind: index % 2 ? "note" : "task",
  }));
  const { getList, partialUpdate } = resource({
    path: "/rows/:id",
    schema: new Union({ task: Task, note: Note }, "kind"),
    searchParams: {} as Args,
    body: {} as Partial<Row>,
    fetchResponse: api.fetchResponse,
    order: () => (left, right) => left.n - right.n,
  });
  await using client = createClient();
  for (const page of [1, 2, 3]) {
    client.subscribe(getList, [{ page }], () => {});
  }
  await client.allSettled();
  api.asked.length = 0;
  await client.fetch(partialUpdate, { id: "A" }, { kind: "task", n: 45 });
  await settled();
  assertEquals(api.asked.sort(), ["page=1", "page=2"]);
});

Deno.test("a tab asks for its page where another tab took a row to an edge of it [controller/OPT-19c]", async () => {
  const api = new SortedApi();
  const rows = apiOf(api);
  const tab = () =>
    createClient({
      managers: [
        new TabSyncManager({ channel: "list_edges" }),
        new NetworkManager(),
      ],
    });
  await using here = tab();
  await using there = tab();
  for (const client of [here, there]) {
    await client.setResponse(
      rows.getList,
      pages[0]!,
      api.listed(pages[0]!) as Row[],
    );
    client.subscribe(rows.getList, [pages[0]!], () => {});
  }
  await settled();
  api.asked.length = 0;
  await here.fetch(rows.partialUpdate, { id: "A" }, { n: 95 });
  for (let turn = 0; turn < 5; turn++) await settled();
  for (const client of [here, there]) {
    assertEquals(
      client.read(rows.getList, pages[0]!).data?.map(({ id }) => id),
      ["C", "E", "G"],
    );
  }
});

Deno.test("a list that does not follow, or has no order, asks nothing [schema/COL-71] [controller/OPT-19c]", async () => {
  const api = new SortedApi();
  const rows = apiOf(api, { follow: false });
  const { asked } = await after(
    api,
    rows,
    pages,
    (client) => client.fetch(rows.partialUpdate, { id: "A" }, { n: 95 }),
  );
  assertEquals(asked, []);
  const unsorted = apiOf(api, { order: () => undefined });
  const { asked: none } = await after(
    api,
    unsorted,
    pages,
    (client) => client.fetch(unsorted.partialUpdate, { id: "C" }, { n: 5 }),
  );
  assertEquals(none, []);
});
