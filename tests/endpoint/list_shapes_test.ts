/**
 * Arguments that lists of real APIs have: which lists a row leaves and joins
 * when it is written, and which lists the server is asked for once more. All
 * lists are on the screen. Each shape is tried with a resource, an optimistic
 * one, endpoints of an application's own, rows of several classes, maps, in
 * another tab, and after the write waited for a network. When and how often lists
 * are requested is in list_requests_test.ts; nested lists and pages are in
 * list_places_test.ts.
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
  resource,
  RestEndpoint,
  Union,
  Values,
} from "../../mod.ts";
import { OfflineManager } from "../../controller/live/offline.ts";
import { TabSyncManager } from "../../controller/live/tabs.ts";
import { Chest } from "../controller/live/offline_world.ts";
import { ManualConnection } from "../controller/outside_world.ts";
import { PretendChannel } from "../controller/truth/channel.ts";
import { settled } from "./list_server.ts";
import { type RecordedRequest, RecordingServer } from "./recording_server.ts";

type Args = Record<string, string | number | boolean | string[]>;
type Row = { readonly id: string; readonly [name: string]: unknown };

class Issue extends Entity {
  id = "";
  status = "";
  static override key = "Issue";
}

/** Rows of a class among others. */
class Bug extends Issue {
  static override key = "Bug";
}

const union = new Union({ issue: Issue, bug: Bug }, () => "bug");

/** Options of a resource. */
const optionsOf = (urlPrefix: string, path: string) => ({
  urlPrefix,
  path,
  schema: Issue,
  searchParams: {} as Args | undefined,
  body: {} as Record<string, unknown>,
});

/** The endpoints of an application. */
const resourceApi = (prefix: string, options: object = {}) => ({
  ...resource({ ...optionsOf(prefix, "/issues/:id"), ...options }),
  comments: resource({
    ...optionsOf(prefix, "/posts/:post/comments/:id"),
    ...options,
  }),
});
type Api = ReturnType<typeof resourceApi>;

/** Endpoints that are written one by one. */
function ownApi(
  urlPrefix: string,
  // deno-lint-ignore no-explicit-any -- a list or a map
  listOf: () => any = () => new Collection([Issue]),
): Api {
  const membersAt = (path: string) => {
    const item = { urlPrefix, path: `${path}/:id`, schema: Issue };
    const body = {} as Record<string, unknown>;
    const schema = listOf();
    const getList = new RestEndpoint({
      urlPrefix,
      path,
      searchParams: {} as Args | undefined,
      schema,
      process: (rows: Row[]) =>
        schema.schema instanceof Values
          ? Object.fromEntries(rows.map((row) => [row.id, row]))
          : rows,
    });
    return {
      get: new RestEndpoint(item),
      getList,
      create: new RestEndpoint({
        urlPrefix,
        path,
        method: "POST",
        body,
        schema: schema.schema instanceof Values ? schema.assign : schema.push,
        process: (row: Row) =>
          schema.schema instanceof Values ? { [row.id]: row } : row,
      }),
      partialUpdate: new RestEndpoint({ ...item, method: "PATCH", body }),
      delete: new RestEndpoint({
        ...item,
        method: "DELETE",
        schema: new Invalidate(Issue),
      }),
    };
  };
  const api = membersAt("/issues");
  const comments = membersAt("/posts/:post/comments");
  return { ...api, comments } as unknown as Api;
}

const kinds: Record<string, (prefix: string) => Api> = {
  "a resource": resourceApi,
  "an optimistic resource": (prefix) =>
    resourceApi(prefix, { optimistic: true }),
  "endpoints of one's own": ownApi,
  "rows of several classes": (prefix) => resourceApi(prefix, { schema: union }),
  "maps": (prefix) => ownApi(prefix, () => new Collection(new Values(Issue))),
};

interface Shape {
  readonly shape: string;
  /** What the server has at first. */
  readonly rows: readonly Row[];
  /** Arguments of the lists on the screen. */
  readonly lists: readonly Args[];
  /** What the server lists; by default what equals all arguments. */
  selects?(row: Row, args: Args): boolean;
  readonly write: (client: Client, api: Api) => Promise<unknown>;
  /** What the server answers to a change of a row, beside what was sent. */
  readonly answer?: object;
  /** Primary keys in each list when the write was answered. */
  readonly after: string[][];
  /** Which of the lists the server is asked for then. */
  readonly asked: readonly number[];
  /** Lists of comments in place of issues. */
  readonly isNested?: boolean;
}

const patch =
  (body: Record<string, unknown>): Shape["write"] => (client, api) =>
    client.fetch(api.partialUpdate, { id: "1" }, body);
const open = { status: "open" };
const closed = { status: "closed" };

/** Arguments that mean something else than what rows have. */
const contradicted = (args: Args, was: unknown, is: unknown): Shape => ({
  shape: `${new URLSearchParams(args as never)}, contradicted by its own rows`,
  rows: [{ id: "1", [Object.keys(args)[0]!]: was }],
  lists: [args],
  selects: () => true,
  write: patch({ [Object.keys(args)[0]!]: is }),
  after: [["1"]],
  asked: [0],
});

const shapes: readonly Shape[] = [
  {
    shape: "a tag among several",
    rows: [{ id: "1", tags: ["a"] }],
    lists: [{ tags: "a" }],
    selects: ({ tags }, args) => (tags as unknown[]).includes(args.tags),
    write: patch({ tags: ["a", "b"] }),
    after: [["1"]],
    asked: [0],
  },
  {
    shape: "a category that the detail answers as an object",
    rows: [{ id: "1", category: 3 }],
    lists: [{ category: 3 }],
    selects: () => true,
    write: async (client, api) => {
      await client.fetch(api.get, { id: "1" });
    },
    answer: { category: { id: 3 } },
    after: [["1"]],
    asked: [],
  },
  {
    shape: "a page of open issues",
    rows: [{ id: "1", ...open }, { id: "2", ...open }],
    lists: [{ ...open, page: 1 }],
    selects: ({ status }, args) => status === args.status,
    write: patch(closed),
    after: [["2"]],
    asked: [0],
  },
  {
    shape: "at most ten open issues",
    rows: [{ id: "1", ...open }, { id: "2", ...open }],
    lists: [{ ...open, limit: 10 }],
    selects: ({ status }, args) => status === args.status,
    write: patch(closed),
    after: [["2"]],
    asked: [0],
  },
  contradicted({ status: ["open", "held"] }, "open", "held"),
  contradicted({ state: "all" }, "open", "closed"),
  contradicted({ status: "open,held" }, "open", "held"),
  contradicted({ archived: 0 }, false, true),
  contradicted({ user: "me" }, "ada", "bob"),
  contradicted({ date: "2026-11" }, "2026-11-29", "2026-12-01"),
  contradicted({ price: "lt:5" }, 3, 7),
  {
    shape: "fields that rows lack, or have as null, until they are written",
    rows: [{ id: "1", user: null }],
    lists: [{ archived: false }, { user: "ada" }],
    selects: (row, { user }) => user ? row.user === user : !row.archived,
    write: patch({ archived: true, user: "ada" }),
    after: [[], ["1"]],
    asked: [0, 1],
  },
  {
    shape: "a parameter of the path that rows lack, at an edit",
    rows: [{ id: "1", post: "a" }, { id: "2", post: "b" }],
    lists: [{ post: "a" }, { post: "b" }],
    isNested: true,
    write: (client, { comments }) =>
      client.fetch(comments.partialUpdate, { post: "a", id: "1" }, {
        text: "Moth",
      }),
    after: [["1"], ["2"]],
    asked: [],
  },
  {
    shape: "a parameter of the path that neither rows nor the edit have",
    rows: [{ id: "1", post: "a" }, { id: "2", post: "b" }],
    lists: [{ post: "a" }, { post: "b" }],
    isNested: true,
    write: patch({ text: "Moth" }),
    after: [["1"], ["2"]],
    asked: [],
  },
  {
    shape: "a response of another endpoint",
    rows: [{ id: "1", ...open }],
    lists: [{}, open],
    write: (client, { get }) =>
      client.fetch(
        get.extend({ path: "/login", method: "POST", body: {} as object }),
        { id: "2" },
      ),
    after: [["1"], ["1"]],
    asked: [],
  },
  {
    shape: "a message about a row that is in no loaded page",
    rows: [{ id: "1", ...open }],
    lists: [{ page: 1 }, open, { ...open, page: 1 }],
    selects: ({ status }, args) => !args.status || status === args.status,
    write: async (client) => {
      for (const schema of [Issue, Bug]) {
        await client.set(schema, { id: "9" }, { id: "9", ...open });
      }
    },
    after: [["1"], ["1"], ["1"]],
    asked: [],
  },
  {
    shape: "a move by somebody else that a detail shows",
    rows: [{ id: "1", ...open }, { id: "2", ...closed }],
    lists: [open, closed],
    write: async (client, api) => {
      await client.fetch(api.get, { id: "1" });
    },
    answer: closed,
    after: [[], ["2"]],
    asked: [1],
  },
  {
    shape: "a default of the server",
    rows: [{ id: "1", ...open }, { id: "2", ...open }],
    lists: [{}],
    selects: ({ status }) => status === "open",
    write: patch(closed),
    after: [["1", "2"]],
    asked: [],
  },
  {
    shape: "an unread message that is opened",
    rows: [{ id: "1", unread: true, read: false }],
    lists: [{ unread: true }],
    write: patch({ read: true }),
    answer: { unread: false },
    after: [[]],
    asked: [],
  },
  {
    shape: "what is compared",
    rows: [{ id: "0", ...closed }, { id: "1", ...open }, { id: "2", ...open }],
    lists: [open, closed, {}],
    write: patch(closed),
    after: [["2"], ["0", "1"], ["0", "1", "2"]],
    asked: [],
  },
  {
    shape: "an edit beside pages, lists with parts, and sorted ones",
    rows: [{ id: "1", ...open }],
    lists: [
      { page: 1 },
      { ...open, limit: 5, offset: 0 },
      { include: "author", fields: "id" },
      { orderBy: "status" },
      { sort: "-status" },
    ],
    selects: ({ status }, args) => !args.status || status === args.status,
    write: patch({ title: "Moth" }),
    after: [["1"], ["1"], ["1"], ["1"], ["1"]],
    asked: [],
  },
  {
    shape: "lists that are sorted by what has changed",
    rows: [{ id: "1", title: "a" }, { id: "2", title: "b" }],
    lists: [{ orderBy: "title" }, { sort: "-title" }, { orderBy: "id" }, {}],
    selects: () => true,
    write: patch({ title: "c" }),
    after: [["1", "2"], ["1", "2"], ["1", "2"], ["1", "2"]],
    asked: [0, 1],
  },
  {
    shape: "a search",
    rows: [{ id: "1", title: "Moth", ...open }],
    lists: [{ q: "moth" }, { q: "ant", ...closed }],
    selects: ({ title }, { q }) => (title as string).toLowerCase() === q,
    write: patch({ title: "Wasp" }),
    after: [["1"], []],
    asked: [0],
  },
  {
    shape: "an edit of a row that nobody has read",
    rows: [{ id: "1", ...open }, { id: "2", ...closed }],
    lists: [open, { ...open, page: 1 }, { q: "moth" }, {}],
    selects: ({ id, status }, args) =>
      args.status ? status === args.status : id === "1",
    write: (client, api) => client.fetch(api.partialUpdate, { id: "2" }, open),
    after: [["1"], ["1"], ["1"], ["1"]],
    asked: [0, 1, 2],
  },
  {
    shape: "a row that was created",
    rows: [{ id: "1", ...open }],
    lists: [
      open,
      closed,
      { ...open, page: 1 },
      { ...closed, page: 1 },
      { q: "moth" },
      { orderBy: "status" },
      {},
    ],
    selects: ({ status }, args) => !args.status || status === args.status,
    write: (client, api) => client.fetch(api.create, { id: "2", ...open }),
    after: [["1", "2"], [], ["1"], [], ["1"], ["1", "2"], ["1", "2"]],
    asked: [2, 4, 5],
  },
  {
    shape: "a row that was deleted",
    rows: [{ id: "1", ...open }, { id: "2", ...open }],
    lists: [
      open,
      { ...open, page: 1 },
      { ...closed, page: 1 },
      { ...open, include: "author" },
      { orderBy: "status" },
    ],
    selects: ({ status }, args) => !args.status || status === args.status,
    write: (client, api) => client.fetch(api.delete, { id: "1" }),
    after: [["2"], ["2"], [], ["2"], ["2"]],
    asked: [1],
  },
];

/** The server of one row of the table. */
function serverOf({ rows, selects, answer, isNested }: Shape) {
  const stored = new Map(rows.map((row) => [row.id, row]));
  return new RecordingServer(({ method, address, body }) => {
    const { pathname, searchParams } = new URL(address, "http://here");
    const [, , first, nested, second] = pathname.split("/");
    const id = nested ? second : first;
    if (pathname === "/login") return Response.json({ id: "2", ...open });
    if (method === "GET" && !id) {
      const args = nested ? { post: first! } : Object.fromEntries(searchParams);
      const listed = [...stored.values()].filter((row) =>
        selects
          ? selects(row, args)
          : Object.entries(args).every(([name, value]) =>
            String(row[name]) === value
          )
      );
      // comments do not say what they are comments of
      return Response.json(
        listed.map(({ post, ...row }) => isNested ? row : { post, ...row }),
      );
    }
    const key = id ?? JSON.parse(body).id;
    if (method === "DELETE") {
      stored.delete(key);
      return Response.json({ id: key });
    }
    const sent = body ? JSON.parse(body) : {};
    const row = { id: key, ...stored.get(key), ...sent, ...answer };
    stored.set(key, row);
    const { post: _, ...told } = row;
    return Response.json(told);
  });
}

const addressOf = ({ address }: RecordedRequest) => decodeURIComponent(address);
const isRead = ({ method }: RecordedRequest) => method === "GET";

/** Primary keys of what a list shows. */
const shown = (data: object | undefined) =>
  Object.values(data ?? {}).map(({ id }) => id);

/** Who shows the lists, who writes, and what is done until readers know of it. */
interface Place {
  readonly reader: Client;
  readonly writer?: Client;
  readonly arrive?: (written: Promise<unknown>) => Promise<unknown>;
}

const places: Record<string, (api: Api) => Promise<Place> | Place> = {
  "with": () => ({ reader: createClient() }),
  "in another tab, with": async () => {
    const channel = new PretendChannel();
    const [reader, writer] = [0, 1].map((tab) =>
      channel.openFor(tab, () =>
        createClient({
          managers: [new TabSyncManager(), new NetworkManager()],
          gcPolicy: new ImmortalGCPolicy(),
        }))
    ) as [Client, Client];
    const arrive = async (written: Promise<unknown> | undefined) => {
      await written;
      await settled();
      while ([0, 1].some((tab) => channel.deliver(tab))) await settled();
    };
    // each knows of the other
    await arrive(undefined);
    return { reader, writer, arrive };
  },
  "after they waited for a network, with": (api) => {
    const connection = new ManualConnection();
    const { partialUpdate, create, delete: remove } = api;
    const edit = api.comments.partialUpdate;
    const endpoints = { partialUpdate, create, remove, edit };
    const offline = new OfflineManager({
      storage: new Chest(),
      connection,
      endpoints,
    });
    const managers = [offline, new NetworkManager({ connection })];
    connection.set(false);
    const arrive = async (written: Promise<unknown>) => {
      await settled();
      connection.set(true);
      await offline.flush();
      await written;
    };
    return { reader: createClient({ managers }), arrive };
  },
};

for (const [kind, apiAt] of Object.entries(kinds)) {
  for (const [place, placeOf] of Object.entries(places)) {
    // what waits shows at once; of a member only who has it knows its class
    if (place.startsWith("after") && !kind.includes("optimistic")) continue;
    if (place.startsWith("in") && kind.includes("classes")) continue;
    for (const shape of shapes) {
      Deno.test(`lists follow a write as their arguments say, ${place} ${kind}: ${shape.shape} [controller/OPT-19b] [controller/OPT-19c]`, async () => {
        await using server = serverOf(shape);
        const api = apiAt(server.origin);
        const { reader, writer = reader, arrive } = await placeOf(api);
        await using _ = reader;
        await using __ = writer;
        const list = (shape.isNested
          ? api.comments.getList
          : api.getList) as typeof api.getList;
        for (const args of shape.lists) {
          reader.subscribe(list, [args], () => {});
        }
        await reader.allSettled();
        assertEquals(server.requests.length, shape.lists.length);
        const addresses = shape.lists.map((args) =>
          decodeURIComponent(list.url(args).slice(server.origin.length))
        );
        const written = shape.write(writer, api);
        await (arrive?.(written) ?? written);
        // elsewhere those that are asked may have come again
        const known = (lists: unknown[]) =>
          lists.filter((_, index) =>
            !arrive || !shape.asked.includes(index)
          );
        assertEquals(
          known(shape.lists.map((args) => shown(reader.read(list, args).data))),
          known(shape.after),
        );
        await reader.allSettled();
        const asked = server.requests.slice(shape.lists.length).filter(isRead)
          .map(addressOf).filter((address) => addresses.includes(address));
        assertEquals(
          asked.sort(),
          shape.asked.map((index) => addresses[index]!).sort(),
        );
      });
    }
  }
}
