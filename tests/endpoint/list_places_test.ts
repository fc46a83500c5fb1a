/**
 * Lists follow writes wherever they are shown: in an entity, in pages, while a
 * change is pending, waits for a network or was refused, and in other tabs.
 * Neighbours that were tried: a move there and back, lists with two arguments,
 * a page that is one short, the number beside a list; rows of a sorted list that
 * are not loaded, edited, set and pending, with a number beside it and without.
 */
import { assertEquals } from "@std/assert";
import {
  type Client,
  Collection,
  createClient,
  Entity,
  ImmortalGCPolicy,
  Invalidate,
  NetworkManager,
  RestEndpoint,
} from "../../mod.ts";
import { OfflineManager } from "../../controller/live/offline.ts";
import { TabSyncManager } from "../../controller/live/tabs.ts";
import { Chest } from "../controller/live/offline_world.ts";
import { ManualConnection } from "../controller/outside_world.ts";
import { PretendChannel } from "../controller/truth/channel.ts";
import { apiOf, type Args, Issue, PretendApi, settled } from "./list_server.ts";

const open = { status: "open" };
const closed = { status: "closed" };

/** A server with two open issues and a closed one. */
function board(): PretendApi {
  const api = new PretendApi();
  for (const id of ["1", "2"]) api.rows.set(id, { id, ...open });
  api.rows.set("3", { id: "3", ...closed });
  return api;
}

// deno-lint-ignore explicit-module-boundary-types -- inferred, as in an application
const shown = (
  client: Client,
  { getList }: ReturnType<typeof apiOf>,
  args: Args,
) => client.read(getList, args).data?.map(({ id }) => id).join("");

Deno.test("rows move between lists inside of entities, and stay where the entity does not say [controller/OPT-19b]", async () => {
  class User extends Entity {
    id = "";
    issues: Issue[] = [];
    static override schema = {
      issues: new Collection([Issue], {
        nestKey: ({ id }: { id: string }) => ({ userId: id }),
      }),
    };
  }
  const api = new PretendApi();
  const issues = apiOf(api);
  await using client = createClient();
  for (const [id, userId] of [["1", "a"], ["2", "b"]] as const) {
    api.rows.set(id, { id, userId });
    const user = { id: userId, issues: [{ id, userId }] };
    await client.set(User, { id: userId }, user as never);
  }
  const of = (id: string) =>
    client.get(User, { id })?.issues.map(({ id }) => id).join("");
  await client.fetch(issues.partialUpdate, { id: "1" }, { userId: "b" });
  assertEquals([of("a"), of("b")], ["", "21"]);
  await client.fetch(issues.partialUpdate, { id: "1" }, { title: "new" });
  assertEquals([of("a"), of("b")], ["", "21"]);
  await client.fetch(issues.partialUpdate, { id: "1" }, { userId: "a" });
  assertEquals([of("a"), of("b")], ["1", "2"]);
});

Deno.test("a list with its pages is requested as a whole where a row left it beside an unknown argument [controller/OPT-19c]", async () => {
  const api = board();
  api.pageSize = 1;
  const issues = apiOf(api);
  await using client = createClient();
  const args = { ...open, q: "x" };
  client.subscribe(issues.getList, [args], () => {});
  await client.allSettled();
  const getPage = issues.getList.paginated("page");
  await client.fetch(getPage, { ...args, page: 2 });
  assertEquals(shown(client, issues, args), "12");
  api.asked.length = 0;
  await client.fetch(issues.partialUpdate, { id: "1" }, closed);
  assertEquals(shown(client, issues, args), "2");
  await settled();
  assertEquals(api.asked.map((query) => /page=\d/.exec(query)?.[0]), [
    undefined,
    "page=2",
  ]);
  assertEquals(shown(client, issues, args), "2");
});

Deno.test("a pending change is followed at once, and asks only when it is answered [controller/OPT-19b] [controller/OPT-19c]", async () => {
  const api = board();
  const issues = apiOf(api, { optimistic: true });
  await using client = createClient();
  for (const args of [open, closed, { ...open, page: 1 }]) {
    client.subscribe(issues.getList, [args], () => {});
  }
  await client.allSettled();
  api.asked.length = 0;
  api.isHolding = true;
  const lists = () =>
    [open, closed, { ...open, page: 1 }]
      .map((args) => shown(client, issues, args));
  client.fetch(issues.partialUpdate, { id: "1" }, closed);
  assertEquals(lists(), ["2", "31", "2"]);
  client.fetch(issues.partialUpdate, { id: "2" }, closed);
  await settled();
  assertEquals(lists(), ["", "312", ""]);
  assertEquals(api.asked, []);
  for (let count = 0; count < 2; count++) await api.answer();
  assertEquals(lists(), ["", "312", ""]);
  assertEquals(api.asked, ["page=1&status=open"]);
});

Deno.test("a change that waits for a network is followed at once, and asks when it was sent [controller/OPT-19b] [controller/OPT-19c]", async () => {
  const api = board();
  const issues = apiOf(api, { optimistic: true });
  const connection = new ManualConnection();
  const offline = new OfflineManager({
    storage: new Chest(),
    endpoints: { edit: issues.partialUpdate },
    connection,
  });
  await using client = createClient({
    managers: [offline, new NetworkManager({ connection })],
  });
  for (const args of [open, closed, { ...open, page: 1 }]) {
    client.subscribe(issues.getList, [args], () => {});
  }
  await client.allSettled();
  await offline.ready;
  api.asked.length = 0;
  connection.set(false);
  client.fetch(issues.partialUpdate, { id: "1" }, closed).catch(() => {});
  const lists = () =>
    [open, closed, { ...open, page: 1 }]
      .map((args) => shown(client, issues, args));
  await settled();
  assertEquals(lists(), ["2", "31", "2"]);
  assertEquals(api.asked, []);
  connection.set(true);
  await offline.flush();
  await settled();
  assertEquals(lists(), ["2", "31", "2"]);
  assertEquals(api.asked, ["page=1&status=open"]);
});

Deno.test("what is set in one tab asks for nothing in another one, and its lists follow [controller/OPT-19c]", async () => {
  const api = board();
  const issues = apiOf(api);
  const channel = new PretendChannel();
  const [left, right] = [0, 1].map((tab) =>
    channel.openFor(tab, () =>
      createClient({
        managers: [new TabSyncManager(), new NetworkManager()],
        gcPolicy: new ImmortalGCPolicy(),
      }))
  ) as [Client, Client];
  await using _left = left;
  await using _right = right;
  const hear = async () => {
    await settled();
    while ([0, 1].some((tab) => channel.deliver(tab))) await settled();
  };
  for (const args of [open, closed, { ...open, page: 1 }, { q: "x" }]) {
    right.subscribe(issues.getList, [args], () => {});
  }
  await hear();
  api.asked.length = 0;
  await left.set(Issue, { id: "1" }, { id: "1", ...closed });
  await left.set(Issue, { id: "4" }, { id: "4", ...open });
  await left.set(new Invalidate(Issue), { id: "2" }, { id: "2" });
  while (shown(right, issues, closed) !== "31") await hear();
  assertEquals(
    [open, closed, { ...open, page: 1 }]
      .map((args) => shown(right, issues, args)),
    ["", "31", ""],
  );
  assertEquals(api.asked, []);
  // what is sent asks
  await left.fetch(issues.partialUpdate, { id: "1" }, open);
  await hear();
  assertEquals(api.asked.toSorted(), ["page=1&status=open", "q=x"]);
});

Deno.test("a sorted list of another tab, and one inside of an entity, have a row in its place [schema/COL-70] [controller/NEW-83]", async () => {
  class Board extends Entity {
    id = "";
    issues: Issue[] = [];
    static override schema = {
      issues: new Collection([Issue], {
        nestKey: ({ id }: { id: string }) => ({ userId: id }),
        order: () => (left, right) => left.title < right.title ? -1 : 1,
      }),
    };
  }
  const api = new PretendApi();
  for (const id of ["1", "2", "3"]) {
    api.rows.set(id, { id, title: id, userId: "a", ...open });
  }
  const getBoard = new RestEndpoint({ path: "/boards/:id", schema: Board });
  const issues = apiOf(api, {
    path: "/sorted/:id",
    order: () => (left: Issue, right: Issue) =>
      left.title < right.title ? -1 : 1,
  });
  const tab = () =>
    createClient({
      managers: [
        new TabSyncManager({ channel: "sorted lists follow" }),
        new NetworkManager(),
      ],
      gcPolicy: new ImmortalGCPolicy(),
    });
  await using left = tab();
  await using right = tab();
  const tabs = [left, right];
  for (const client of tabs) client.subscribe(issues.getList, [open], () => {});
  for (const client of tabs) await client.allSettled();
  const board = { id: "a", issues: [...api.rows.values()] };
  await left.setResponse(getBoard, { id: "a" }, board as never);
  await settled();
  await left.fetch(issues.partialUpdate, { id: "1" }, { title: "25" });
  while (right.get(Issue, { id: "1" })?.title !== "25") await settled();
  await settled();
  assertEquals(tabs.map((client) => shown(client, issues, open)), [
    "213",
    "213",
  ]);
  assertEquals(
    tabs.map((client) =>
      client.read(getBoard, { id: "a" }).data?.issues
        .map(({ id }) => id).join("")
    ),
    ["213", "213"],
  );
});

for (const creates of ["that requested it first", "that requested it last"]) {
  Deno.test(`a row that the tab creates ${creates} has its place in the sorted list of the other [schema/COL-70] [controller/NEW-83]`, async () => {
    const api = new PretendApi();
    for (const id of ["1", "2"]) {
      api.rows.set(id, { id, title: id, userId: "a", ...open });
    }
    const issues = apiOf(api, {
      path: "/created/:id",
      order: () => (left: Issue, right: Issue) =>
        left.title < right.title ? -1 : 1,
    });
    const tab = () =>
      createClient({
        managers: [
          new TabSyncManager({ channel: `created by the one ${creates}` }),
          new NetworkManager(),
        ],
        gcPolicy: new ImmortalGCPolicy(),
      });
    await using left = tab();
    await using right = tab();
    const tabs = [left, right];
    for (const client of tabs) {
      await client.fetch(issues.getList, open);
      await settled();
    }
    if (creates.endsWith("last")) tabs.reverse();
    const row = { id: "0", title: "0", userId: "a", ...open };
    await tabs[0]!.fetch(issues.getList.push, row);
    while (tabs[1]!.get(Issue, { id: "0" }) === undefined) await settled();
    await settled();
    assertEquals(tabs.map((client) => shown(client, issues, open)), [
      "012",
      "012",
    ]);
  });
}

Deno.test("the number beside a list follows as well [endpoint/COL-17] [controller/OPT-12f]", async () => {
  const api = board();
  const getList = new RestEndpoint({
    path: "/issues",
    searchParams: {} as Args,
    schema: { items: new Collection([Issue]), total: 0 },
    fetchResponse: api.fetchResponse,
    process: (items: unknown[]) => ({ items, total: items.length + 40 }),
    adjust: (stored, difference) => ({
      ...stored,
      total: stored.total + difference,
    }),
  });
  const issues = apiOf(api);
  await using client = createClient();
  for (const args of [open, closed]) await client.fetch(getList, args);
  const totals = () =>
    [open, closed].map((args) => client.read(getList, args).data?.total);
  await client.fetch(issues.partialUpdate, { id: "1" }, closed);
  assertEquals(totals(), [41, 42]);
  await client.set(Issue, { id: "2" }, { id: "2", ...closed } as never);
  assertEquals(totals(), [40, 43]);
  await client.fetch(issues.delete, { id: "3" });
  assertEquals(totals(), [40, 42]);
});

/** A server that lists five issues by their titles, two at once, and an application that knows all of them. */
async function sorted(schema: (items: unknown) => unknown, optimistic = false) {
  const api = board();
  api.pageSize = 2;
  api.filters = [];
  for (const id of ["1", "2", "3", "4", "5"]) {
    api.rows.set(id, { id, title: id });
  }
  const issues = apiOf(api, {
    order: () => ({ title }: Issue, other: Issue) =>
      title < other.title ? -1 : title > other.title ? 1 : 0,
    optimistic,
    async fetchResponse(url: string, init: RequestInit) {
      const rows = [...api.rows].sort(([_, { title }], [__, other]) =>
        title! < other.title! ? -1 : 1
      );
      api.rows.clear();
      for (const [id, row] of rows) api.rows.set(id, row);
      const response = await api.fetchResponse(url, init);
      if (/issues\/|POST/.test(url + init.method)) return response;
      const items = await response.json();
      return Response.json(
        schema(1) === 1 ? items : { items, total: api.rows.size },
      );
    },
  });
  const getList = issues.getList.extend({
    schema: schema(issues.getList.schema) as typeof issues.getList.schema,
  });
  const client = createClient();
  client.subscribe(getList, [], () => {});
  for (const id of api.rows.keys()) {
    await client.set(Issue, { id }, { ...new Issue(), id, title: id });
  }
  await client.allSettled();
  api.asked.length = 0;
  const ids = () =>
    client.get(issues.getList.schema, {})?.map(({ id }) => id).join("");
  const edit = (id: string, title: string) =>
    client.fetch(issues.partialUpdate, { id }, { title });
  return { api, client, ids, edit };
}

for (
  const [what, schema] of [
    ["", (items: unknown) => items],
    [
      " with a total",
      (items: unknown) => items === 1 ? 0 : { items, total: 0 },
    ],
  ] as const
) {
  Deno.test(`a list${what} is asked once where a row that it has not loaded is moved among those that it has, and not where it stays behind them [controller/OPT-19c] [schema/COL-70]`, async () => {
    for (const optimistic of [true, false]) {
      const { api, client, ids, edit } = await sorted(schema, optimistic);
      await using _ = client;
      assertEquals(ids(), "12");
      await edit("5", "4a");
      await settled();
      assertEquals([ids(), api.asked], ["12", []]);
      await edit("5", "0");
      await settled();
      assertEquals([ids(), api.asked.length], ["51", 1]);
      await client.set(Issue, { id: "4" }, {
        ...new Issue(),
        id: "4",
        title: "00",
      });
      await settled();
      assertEquals([ids(), api.asked.length], ["51", 1]);
    }
  });
}

Deno.test("a sorted list that has all rows by its number is not asked where another row is edited [controller/OPT-19c] [schema/COL-70]", async () => {
  const { api, client, ids, edit } = await sorted((items) =>
    items === 1 ? 0 : { items, total: 0 }
  );
  await using _ = client;
  // the number is that of the rows on the page
  for (const id of ["3", "4", "5"]) api.rows.delete(id);
  client.controller.expireAll({ testKey: () => true });
  await settled();
  api.asked.length = 0;
  api.rows.set("9", { id: "9", title: "9" });
  await client.set(Issue, { id: "9" }, { ...new Issue(), id: "9", title: "9" });
  await edit("9", "0");
  await settled();
  assertEquals([ids(), api.asked], ["12", []]);
});
