/**
 * The number beside a list of which not all rows are loaded, when something is
 * set that is known from elsewhere, such as a page of its own. Neighbours that
 * were tried: set, deleted, told by a message or another tab, pending and
 * refused; a first page, further pages, one page by itself, a sorted list; the
 * same again, there and back, restored; responses that were requested before
 * and after, with the row and without; a row that stays; a reload; a filter of
 * the application's own; a list that is loaded as a whole; a creation; the same
 * list without a number.
 */
import { assertEquals } from "@std/assert";
import {
  type Client,
  Collection,
  createClient,
  ImmortalGCPolicy,
  Invalidate,
  NetworkManager,
  RestEndpoint,
} from "../../mod.ts";
import { TabSyncManager } from "../../controller/live/tabs.ts";
import { WebSocketManager } from "../../controller/live/push/mod.ts";
import { StreamServer } from "../controller/live/stream_servers.ts";
import { PretendChannel } from "../controller/truth/channel.ts";
import { apiOf, type Args, Issue, settled } from "./list_server.ts";

/** A server with six open issues and two that are done, which lists two at once. */
class IssueServer {
  readonly rows = new Map(
    ["1", "2", "3", "4", "5", "6", "7", "8"].map((id) => [
      id,
      { id, status: Number(id) < 7 ? "open" : "done", title: id },
    ]),
  );
  /** Lists that were requested. */
  readonly asked: string[] = [];
  /** Answers lists that wait for it. */
  readonly waiting: (() => void)[] = [];
  isHolding = false;

  readonly fetchResponse = (
    url: string,
    { method, body }: RequestInit,
  ): Promise<Response> => {
    const [path, query] = url.split("?") as [string, string?];
    const id = path.split("/")[2];
    if (method === "DELETE") this.rows.delete(id!);
    if (method === "POST") {
      const row = JSON.parse(`${body}`);
      this.rows.set(row.id, row);
      return Promise.resolve(Response.json(row));
    }
    if (method === "PATCH") {
      this.rows.set(id!, { ...this.rows.get(id!)!, ...JSON.parse(`${body}`) });
    }
    if (id) return Promise.resolve(Response.json(this.rows.get(id) ?? { id }));
    this.asked.push(query ?? "");
    const { cursor, page, status } = Object.fromEntries(
      new URLSearchParams(query),
    );
    const all = [...this.rows.values()]
      .filter((row) => status === undefined || row.status === status);
    const first = Number(cursor ?? 0) + (Number(page ?? 1) - 1) * 2;
    const response = Response.json({
      items: all.slice(first, first + 2),
      total: all.length,
    });
    if (!this.isHolding) return Promise.resolve(response);
    return new Promise((resolve) => this.waiting.push(() => resolve(response)));
  };
}

// deno-lint-ignore explicit-module-boundary-types -- inferred, as in an application
function issuesOf(
  server: IssueServer,
  options?: object,
  lists = new Collection([Issue]),
) {
  return apiOf(server, options).extend("getList", {
    schema: { items: lists, total: 0 },
    paginationField: "cursor",
    adjust: ({ total, ...stored }, difference) => ({
      ...stored,
      total: total + difference,
    }),
  });
}

const open = { status: "open" };
const done = { status: "done" };
/** A first page of each, one of all, and one page by itself. */
const lists: readonly Args[] = [
  {},
  open,
  done,
  { ...open, page: 1 },
  { ...open, orderBy: "title" },
];

/** An application that shows these lists, and knows each issue. */
async function showing(
  server: IssueServer,
  options?: object,
  client: Client = createClient(),
  collection?: Collection<(typeof Issue)[]>,
) {
  const issues = issuesOf(server, options, collection);
  for (const args of lists) client.subscribe(issues.getList, [args], () => {});
  for (const id of server.rows.keys()) await client.fetch(issues.get, { id });
  await client.allSettled();
  server.asked.length = 0;
  const totals = () =>
    lists.map((args) => client.read(issues.getList, args).data?.total);
  assertEquals(totals(), [8, 6, 2, 6, 6]);
  return { client, issues, totals };
}

const close = (client: Client, id: string, status = "done") =>
  client.set(Issue, { id }, { id, status, title: id });
const remove = (client: Client, id: string) =>
  client.set(new Invalidate(Issue), { id }, { id });

type World = Awaited<ReturnType<typeof showing>>;

/** What is told of an issue that is on a page that is not loaded. */
async function followed(
  { totals }: Pick<World, "totals">,
  close: (id: string, status?: string) => Promise<unknown>,
  remove: (id: string) => Promise<unknown>,
  what: string,
): Promise<void> {
  const is = (right: number[], step: string) =>
    assertEquals(totals(), right, `${step} by ${what}`);
  await close("5");
  is([8, 5, 3, 5, 5], "left");
  await close("5");
  is([8, 5, 3, 5, 5], "left again");
  await close("5", "open");
  is([8, 6, 2, 6, 6], "came back");
  await close("5");
  is([8, 5, 3, 5, 5], "left once more");
  await remove("6");
  is([7, 4, 3, 4, 4], "deleted");
  await remove("6");
  is([7, 4, 3, 4, 4], "deleted again");
  await close("6", "open");
  is([8, 5, 3, 5, 5], "restored");
  await remove("5");
  is([7, 5, 2, 5, 5], "left, and deleted");
  await close("8", "open");
  is([7, 6, 1, 6, 6], "came from elsewhere");
  await close("8", "open");
  is([7, 6, 1, 6, 6], "came again");
  await close("8");
  is([7, 5, 2, 5, 5], "went back");
}

Deno.test("a number follows what is set, or deleted by set, of a row that is not loaded, once and without a request [endpoint/COL-17] [controller/OPT-12f]", async () => {
  for (const pages of [0, 1]) {
    const server = new IssueServer();
    const { client, issues, totals } = await showing(server);
    await using _ = client;
    if (pages) {
      const page = { ...open, cursor: 2 };
      await client.fetch(issues.getList.getPage, page);
      assertEquals(client.read(issues.getList, open).data?.items.length, 4);
    }
    server.asked.length = 0;
    const set = (id: string, status?: string) => close(client, id, status);
    await followed({ totals }, set, (id) => remove(client, id), `${pages}`);
    await settled();
    assertEquals(server.asked, []);
  }
});

Deno.test("a number follows what a message tells of a row that is not loaded [endpoint/COL-17] [controller/OPT-12f]", async () => {
  await using sockets = new StreamServer();
  const stored = { told: () => {} };
  const manager = new WebSocketManager({
    url: `${sockets.wsUrl}/`,
    async handle(controller, message) {
      const { id, status } = message as { id: string; status?: string };
      await (status
        ? controller.set(Issue, { id }, { id, status, title: id })
        : controller.set(new Invalidate(Issue), { id }, { id }));
      stored.told();
    },
  });
  const client = createClient({ managers: [manager, new NetworkManager()] });
  const server = new IssueServer();
  await using world = Object.assign(await showing(server, {}, client), {
    [Symbol.asyncDispose]: () => client.dispose(),
  });
  const socket = await sockets.sockets.next();
  const tell = (message: object) =>
    new Promise<void>((resolve) => {
      stored.told = resolve;
      socket.send(message);
    });
  await followed(
    world,
    (id, status = "done") => tell({ id, status }),
    (id) => tell({ id }),
    "a message",
  );
  assertEquals(server.asked, []);
});

Deno.test("a number follows what another tab was told of a row that is not loaded here [endpoint/COL-17] [controller/NEW-83]", async () => {
  for (const isSecondLater of [false, true]) {
    const server = new IssueServer();
    const channel = new PretendChannel();
    const tabs = [0, 1].map((tab) =>
      channel.openFor(tab, () =>
        createClient({
          managers: [new TabSyncManager(), new NetworkManager()],
          gcPolicy: new ImmortalGCPolicy(),
        }))
    );
    const hear = async () => {
      await settled();
      while (tabs.some((_, tab) => channel.deliver(tab))) await settled();
    };
    const worlds: World[] = [];
    for (const client of tabs) {
      worlds.push(await showing(server, {}, client));
      await hear();
    }
    if (isSecondLater) {
      await tabs[1]!.fetch(worlds[1]!.issues.getList, open);
      await tabs[1]!.fetch(worlds[1]!.issues.getList.getPage, {
        ...open,
        cursor: 4,
      });
      await hear();
    }
    await close(tabs[0]!, "3");
    await remove(tabs[0]!, "4");
    server.rows.get("3")!.status = "done";
    server.rows.delete("4");
    await hear();
    const right = [7, 4, 3, 4, 4];
    assertEquals(worlds.map(({ totals }) => totals()), [right, right]);
    await close(tabs[1]!, "3", "open");
    server.rows.get("3")!.status = "open";
    await hear();
    const back = [7, 5, 2, 5, 5];
    assertEquals(worlds.map(({ totals }) => totals()), [back, back]);
    await close(tabs[0]!, "5");
    server.rows.get("5")!.status = "done";
    await hear();
    // the number of a page counts that, and is that of the other tab too
    await tabs[0]!.fetch(worlds[0]!.issues.getList.getPage, {
      ...open,
      cursor: 2,
    });
    await hear();
    const left = [7, 4, 3, 4, 4];
    assertEquals(worlds.map(({ totals }) => totals()), [left, left]);
    for (const client of tabs) await client.dispose();
  }
});

Deno.test("a tab that shows no list takes over the number of a page that another one has requested since [endpoint/COL-17] [controller/NEW-83]", async () => {
  const server = new IssueServer();
  const channel = new PretendChannel();
  const tabs = [0, 1].map((tab) =>
    channel.openFor(tab, () =>
      createClient({
        managers: [new TabSyncManager(), new NetworkManager()],
        gcPolicy: new ImmortalGCPolicy(),
      }))
  );
  const issues = tabs.map(() => issuesOf(server));
  for (const [tab, client] of tabs.entries()) {
    await client.fetch(issues[tab]!.get, { id: "5" });
    await client.fetch(issues[tab]!.getList, open);
  }
  const hear = async () => {
    await settled();
    while (tabs.some((_, tab) => channel.deliver(tab))) await settled();
  };
  await hear();
  const totals = () =>
    tabs.map((client, tab) =>
      client.read(issues[tab]!.getList, open).data?.total
    );
  await close(tabs[0]!, "5");
  server.rows.get("5")!.status = "done";
  await hear();
  assertEquals(totals(), [5, 5]);
  await tabs[0]!.fetch(issues[0]!.getList.getPage, { ...open, cursor: 2 });
  await hear();
  assertEquals(totals(), [5, 5]);
  for (const client of tabs) await client.dispose();
});

Deno.test("a newer response has the number, and one that was on its way is corrected [endpoint/COL-17] [controller/OPT-12f]", async () => {
  const server = new IssueServer();
  const { client, issues: { getList }, totals } = await showing(server);
  await using _ = client;
  await close(client, "5");
  server.rows.get("5")!.status = "done";
  await client.fetch(getList, open);
  assertEquals(totals(), [8, 5, 3, 6 - 1, 5]);
  await close(client, "5", "open");
  server.rows.get("5")!.status = "open";
  await client.fetch(getList.getPage, { ...open, cursor: 2 });
  assertEquals(client.read(getList, open).data?.total, 6);
  server.isHolding = true;
  const read = client.fetch(getList, open);
  await close(client, "6");
  assertEquals(totals(), [8, 5, 3, 5, 5]);
  for (let turn = 0; turn < 2; turn++) {
    for (const answer of server.waiting) answer();
    await settled();
  }
  await read;
  assertEquals(totals(), [8, 5, 3, 5, 5]);
  // only the server knows whether the number that was on its way counts it
  assertEquals(server.asked.slice(-2), ["status=open", "status=open"]);
});

Deno.test("pages and lists that are answered in another order are counted once [endpoint/COL-17]", async () => {
  const orders = ["1 2 3", "1 3 2", "2 1 3", "2 3 1", "3 1 2", "3 2 1"];
  for (const isAgain of [false, true]) {
    for (const order of orders) {
      const server = new IssueServer();
      await using client = createClient();
      const { getList, partialUpdate } = issuesOf(server);
      client.subscribe(getList, [open], () => {});
      await client.allSettled();
      assertEquals(client.read(getList, open).data?.total, 6);
      server.isHolding = true;
      const first = () => client.fetch(getList, open);
      const reads = [
        ...isAgain ? [] : [first()],
        client.fetch(getList.getPage, { ...open, cursor: 2 }),
        client.fetch(getList.getPage, { ...open, cursor: 4 }),
        ...isAgain ? [first()] : [],
      ];
      await settled();
      for (const which of order.split(" ")) {
        server.waiting[Number(which) - 1]!();
        await settled();
        const { data } = client.read(getList, open);
        const what = `${data?.items.length} rows after ${order} up to ${which}`;
        assertEquals(data?.total, 6, `${what}, ${isAgain}`);
      }
      await Promise.all(reads);
      server.isHolding = false;
      await client.fetch(partialUpdate, { id: "3" }, { status: "done" });
      const { data } = client.read(getList, open);
      assertEquals([data?.items.length, data?.total], [5, 5], order);
    }
  }
});

Deno.test("a response that was on its way and has the row counts it once [endpoint/COL-17] [controller/OPT-12f]", async () => {
  const server = new IssueServer();
  const { client, issues: { getList }, totals } = await showing(server);
  await using _ = client;
  for (const id of ["1", "2", "3", "4"]) server.rows.get(id)!.status = "done";
  server.isHolding = true;
  const read = client.fetch(getList, open);
  await settled();
  await close(client, "5");
  server.waiting[0]!();
  await read;
  const { data } = client.read(getList, open);
  assertEquals(data?.items.map(({ id }) => id), ["6"]);
  assertEquals(totals()[1], 1);
  await close(client, "5", "open");
  assertEquals(totals()[1], 2);
});

Deno.test("a mutation of a row that is not loaded is counted at once, and once: pending, beside a message, refused [endpoint/COL-17] [controller/OPT-12f]", async () => {
  for (const optimistic of [false, true]) {
    const server = new IssueServer();
    const world = await showing(server, { optimistic });
    const { client, issues, totals } = world;
    await using _ = client;
    const update = client.fetch(issues.partialUpdate, { id: "5" }, done);
    if (optimistic) assertEquals(totals(), [8, 5, 3, 5, 5]);
    await close(client, "5");
    assertEquals(totals(), [8, 5, 3, 5, 5]);
    await update;
    assertEquals(totals(), [8, 5, 3, 5, 5]);
    await close(client, "5");
    await settled();
    assertEquals(totals(), [8, 5, 3, 5, 5]);
    const refused = issues.partialUpdate.extend({
      fetchResponse: () =>
        Promise.reject(Object.assign(new Error("no"), { status: 422 })),
    });
    await client.fetch(refused, { id: "6" }, done).catch(() => {});
    assertEquals(totals(), [8, 5, 3, 5, 5]);
    const deletion = client.fetch(issues.delete, { id: "6" });
    await remove(client, "6");
    assertEquals(totals(), [7, 4, 3, 4, 4]);
    await deletion;
    await settled();
    assertEquals(totals(), [7, 4, 3, 4, 4]);
  }
});

Deno.test("a row of which it is not known whether a number counts it changes none [endpoint/COL-17]", async () => {
  const server = new IssueServer();
  const { client, totals } = await showing(server);
  await using _ = client;
  await close(client, "9", "open");
  await client.set(Issue, { id: "5" }, { id: "5", title: "new" });
  await client.set(Issue, { id: "10" }, { id: "10", title: "new" });
  await remove(client, "11");
  assertEquals(totals(), [8, 6, 2, 6, 6]);
});

for (const optimistic of [false, true]) {
  const way = optimistic ? "optimistic" : "not optimistic";
  Deno.test(`a row that is moved, and nobody knew, is counted once where no argument selects, ${way} [endpoint/COL-17] [schema/COL-55]`, async () => {
    const server = new IssueServer();
    await using client = createClient();
    const { getList } = issuesOf(server, { optimistic });
    for (const args of lists) client.subscribe(getList, [args], () => {});
    await client.allSettled();
    await client.fetch(getList.move, { id: "5" }, done);
    await settled();
    await client.allSettled();
    const shown = lists.map((args) => client.read(getList, args).data!)
      .map(({ items, total }) => `${items.map(({ id }) => id)}/${total}`);
    assertEquals(shown, ["1,2/8", "1,2/5", "5,7/3", "1,2/5", "1,2/5"]);
  });
}

Deno.test("a reload shows the number that was shown before [endpoint/COL-17] [controller/NEW-18]", async () => {
  const { client, issues } = await showing(new IssueServer());
  await using _ = client;
  await close(client, "5");
  const stored = structuredClone(client.getState().toJSON());
  await using again = createClient({ initialState: stored as never });
  assertEquals(again.read(issues.getList, open).data?.total, 5);
});

Deno.test("a number follows a row that is not loaded also where a filter of the application's own says which lists have it [endpoint/COL-17] [schema/COL-73]", async () => {
  const chosen = () =>
    new Collection([Issue], {
      createCollectionFilter: (...args) => ({ status }) =>
        status === undefined || status === args.at(-1)?.status,
    });
  const server = new IssueServer();
  const world = await showing(server, {}, createClient(), chosen());
  const { client, issues, totals } = world;
  await using _ = client;
  const set = (id: string, status?: string) => close(client, id, status);
  await followed(world, set, (id) => remove(client, id), "an own filter");
  await settled();
  assertEquals(server.asked, []);
  // of what is not stored only the server knows
  server.rows.delete("3");
  server.rows.delete("4");
  await client.fetch(issues.delete, { id: "9" });
  await settled();
  assertEquals(new Set(server.asked).size, server.asked.length);
  assertEquals(server.asked.includes("status=open"), true);
  assertEquals(totals()[1], 4);
});

Deno.test("a list that is on its way follows what a filter of the application's own says of a row that was changed meanwhile [schema/COL-73] [controller/OPT-12f]", async () => {
  const lists = new Collection([Issue], {
    createCollectionFilter: (...args) => ({ status }) =>
      status === args.at(-1)?.status,
  });
  const server = new IssueServer();
  const { getList, get, partialUpdate } = issuesOf(server, {}, lists);
  await using client = createClient();
  await client.fetch(get, { id: "1" });
  server.isHolding = true;
  const reads = [client.fetch(getList, open), client.fetch(getList, done)];
  await settled();
  await client.fetch(partialUpdate, { id: "1" }, done);
  for (const answer of server.waiting) answer();
  await Promise.all(reads);
  const shown = [open, done].map((args) =>
    client.read(getList, args).data?.items.map(({ id }) => id)
  );
  assertEquals(shown, [["2"], ["7", "8", "1"]]);
});

Deno.test("a row that comes into a list without a known place is counted also where all rows were loaded, and not one that leaves it uncounted [endpoint/COL-17] [controller/OPT-12f]", async () => {
  const server = new IssueServer();
  const { client, issues: { getList } } = await showing(server);
  await using _ = client;
  const part = { ...done, page: 1 };
  const { items, total } = await client.fetch(getList, part);
  assertEquals([items.length, total], [2, 2]);
  const shown = () => client.read(getList, part).data?.total;
  // nobody knows since when it is there
  await close(client, "9", "done");
  await close(client, "9", "open");
  assertEquals(shown(), 2);
  await close(client, "5");
  await close(client, "5");
  assertEquals(shown(), 3);
  await close(client, "5", "open");
  assertEquals(shown(), 2);
});

Deno.test("a row that is created is counted at once, once, where its place in a list is not known [endpoint/COL-17] [controller/OPT-12f]", async () => {
  const server = new IssueServer();
  const world = await showing(server, { optimistic: true });
  const { client, issues, totals } = world;
  await using _ = client;
  const created = client.fetch(issues.create, { id: "9", ...open });
  const right = [9, 7, 2, 7, 7];
  assertEquals(totals(), right);
  await created;
  assertEquals(totals(), right);
  await settled();
  assertEquals(totals(), right);
});

Deno.test("a number stays where its list comes once more without one [endpoint/COL-17]", async () => {
  const server = new IssueServer();
  const { client, issues: { getList }, totals } = await showing(server);
  await using _ = client;
  await close(client, "5");
  server.rows.get("5")!.status = "done";
  const plain = getList.extend({
    name: "plain",
    schema: getList.schema.items,
    adjust: undefined,
    process: ({ items }: { items: unknown }) => items,
    key: (args: object) => `plain ${JSON.stringify(args)}`,
  });
  await client.fetch(plain, open);
  assertEquals(totals()[1], 5);
});

Deno.test("a row that a message takes out of its list while a mutation does the same is counted once, by whatever the list is filtered [endpoint/COL-17]", async () => {
  const chosen = () =>
    new Collection([Issue], {
      createCollectionFilter: (...args) => ({ status }) =>
        status === undefined || status === args.at(-1)?.status,
    });
  for (const lists of [undefined, chosen()]) {
    for (const optimistic of [false, true]) {
      for (const change of ["partialUpdate", "delete", "move"] as const) {
        const server = new IssueServer();
        const options = { optimistic };
        const world = await showing(server, options, createClient(), lists);
        const { client, issues, totals } = world;
        await using _ = client;
        const right = change === "delete" ? [7, 5, 2, 5, 5] : [8, 5, 3, 5, 5];
        const pending = change === "delete"
          ? client.fetch(issues.delete, { id: "1" })
          : change === "move"
          ? client.fetch(issues.getList.move, { id: "1" }, done)
          : client.fetch(issues.partialUpdate, { id: "1" }, done);
        if (change === "delete") await remove(client, "1");
        else await close(client, "1");
        assertEquals(totals(), right, `${change} told, ${optimistic}`);
        await pending;
        assertEquals(totals(), right, `${change} confirmed, ${optimistic}`);
        await settled();
        assertEquals(totals(), right, `${change} at the end, ${optimistic}`);
      }
    }
  }
});

Deno.test("subscribers are told of a number that a pending change of rows beyond the loaded ones gives, and that the change was refused [endpoint/COL-17]", async () => {
  const server = new IssueServer();
  const { client, issues } = await showing(server, { optimistic: true });
  await using _ = client;
  const seen: unknown[] = [];
  const args = { ...open, page: 1 };
  const stop = client.subscribe(
    issues.getList,
    [args],
    ({ data }) => seen.push(data?.total),
  );
  const refused = new RestEndpoint({
    path: "/issues/bulk",
    body: {} as { ids: string[]; status: string },
    schema: [Issue],
    getOptimisticResponse: (
      _snapshot: unknown,
      { ids, status }: { ids: string[]; status: string },
    ) => ids.map((id) => ({ id, status })),
    fetchResponse: () =>
      settled().then(() =>
        Promise.reject(Object.assign(new Error("no"), { status: 422 }))
      ),
  });
  const update = client.fetch(refused, { ids: ["7", "8"], ...open })
    .catch(() => {});
  await settled();
  assertEquals(client.read(issues.getList, args).data?.total, 8);
  assertEquals(seen.at(-1), 8);
  await update;
  await settled();
  assertEquals(seen.at(-1), 6);
  stop();
});
