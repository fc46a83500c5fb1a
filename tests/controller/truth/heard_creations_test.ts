/**
 * A tab that hears of a creation has the row in the lists that it would have it
 * in if this tab had created it, and requests no more. Neighbours: a list of
 * another path, with and without arguments; a list that the creating tab has, or
 * has not; `unshift`, `addWith`, maps, a Union, lists inside entities, a filter
 * of the application's own, parameters of the path that rows lack, a POST whose
 * response is an entity that it has not created, a row that is there again, an
 * edit, a creation of which the other tab remembers nothing, and a tab that
 * creates the row before it shows the lists.
 */
import { assertEquals } from "@std/assert";
import {
  type Client,
  Collection,
  createClient,
  Entity,
  ImmortalGCPolicy,
  NetworkManager,
  resource,
  RestEndpoint,
  schema,
  Union,
  unshift,
} from "../../../mod.ts";
import { TabSyncManager } from "../../../controller/live/tabs.ts";
import { PretendChannel } from "./channel.ts";
import { IdleClock } from "./idle_clock.ts";
import { settleTasks } from "./settle_tasks.ts";

class Task extends Entity {
  id = "";
  status = "open";
  userId = "";
  static override key = "Task";
}
class Bug extends Task {
  static override key = "Bug";
}

interface Row {
  readonly id: string;
  readonly status?: string;
  readonly userId?: string;
  readonly kind?: string;
}

/** Answers at once: a GET with what there is at its address, everything else with what was sent, and an id. */
class Server {
  readonly rows = new Map<string, unknown>();
  reads: string[] = [];

  readonly fetchResponse = (
    url: string,
    { method = "GET", body }: RequestInit,
  ): Promise<Response> => {
    if (method === "GET") {
      this.reads.push(url);
      return Promise.resolve(Response.json(this.rows.get(url) ?? []));
    }
    const [, id = "9"] = /\/(\d+)$/.exec(url) ?? [];
    return Promise.resolve(
      Response.json({
        ...{ id, status: "open", userId: "" },
        ...JSON.parse(`${body ?? "{}"}`),
      }),
    );
  };
}

// deno-lint-ignore no-explicit-any -- endpoints of every kind
type Call = readonly [endpoint: any, ...args: any[]];

/** What a tab shows, and what another one does. */
interface Application {
  /** Lists that are on the screen, by name. */
  readonly lists: Readonly<Record<string, Call>>;
  /** What happens in the other tab. */
  readonly calls: readonly Call[];
  /** Where the row is then. */
  readonly has: readonly string[];
  /** What is requested for that. */
  readonly asks?: readonly string[];
}

/** Tabs of an application. */
class Tabs implements AsyncDisposable {
  readonly #clock = new IdleClock();
  readonly #channel = new PretendChannel();
  readonly #clients: Client[] = [];

  open(initialState?: ReturnType<Client["getState"]>): Client {
    const clock = this.#clock;
    const client = this.#channel.openFor(
      this.#clients.length,
      () =>
        createClient({
          clock,
          managers: [
            new TabSyncManager({ clock }),
            new NetworkManager({ clock }),
          ],
          gcPolicy: new ImmortalGCPolicy(),
          ...initialState && { initialState },
        }),
    );
    this.#clients.push(client);
    return client;
  }

  /** Until everything has arrived that is on its way. */
  async rest(): Promise<void> {
    do {
      do await settleTasks(); while (this.#clock.run());
    } while (this.#clients.some((_, tab) => this.#channel.deliver(tab)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) await client.dispose();
  }
}

function show(client: Client, { lists }: Application): void {
  for (const [endpoint, ...args] of Object.values(lists)) {
    client.subscribe(endpoint, args as never, () => {});
  }
}

/** Names of the lists in which the row is. */
function listsOf(client: Client, { lists }: Application): string[] {
  return Object.entries(lists)
    .filter(([_, [endpoint, ...args]]) =>
      JSON.stringify(client.read(endpoint, ...args as []).data)
        .includes('"id":"9"')
    ).map(([name]) => name);
}

const options = { dataExpiryLength: 1e12 };

/** An application, given its server. */
const applications: Readonly<Record<string, (server: Server) => Application>> =
  {
    "a row that is created at one path joins no list of another path": (
      { fetchResponse },
    ) => {
      const Tasks = resource({
        path: "/tasks/:id",
        schema: Task,
        searchParams: {} as { status?: string } | undefined,
        fetchResponse,
        ...options,
      });
      const getTeam = Tasks.getList.extend({ path: "/team/tasks" });
      const open = { status: "open" };
      return {
        lists: {
          all: [Tasks.getList],
          open: [Tasks.getList, open],
          closed: [Tasks.getList, { status: "closed" }],
          team: [getTeam],
          "team, open": [getTeam, open],
          "team, a page": [getTeam, { page: 1 }],
        },
        calls: [[Tasks.create, open]],
        has: ["all", "open"],
      };
    },
    "a row that is created in a list with a key joins no other": (
      { fetchResponse },
    ) => {
      const Mine = new Collection([Task], { key: "mine" });
      const Theirs = new Collection([Task], { key: "theirs" });
      const listOf = (path: string, schema: typeof Mine) =>
        new RestEndpoint({ path, schema, fetchResponse, ...options });
      const getMine = listOf("/mine", Mine);
      return {
        lists: { mine: [getMine], theirs: [listOf("/theirs", Theirs)] },
        calls: [[getMine.unshift, { status: "open" }]],
        has: ["mine"],
      };
    },
    "a row that is added in a way of its own joins the lists of its path": (
      { fetchResponse },
    ) => {
      const Tasks = resource({
        path: "/tasks/:id",
        schema: Task,
        searchParams: {} as { status?: string } | undefined,
        fetchResponse,
        ...options,
      });
      const addFirst = Tasks.getList.push.extend({
        schema: Tasks.getList.schema.addWith(unshift),
      });
      const open = { status: "open" };
      return {
        lists: {
          all: [Tasks.getList],
          open: [Tasks.getList, open],
          team: [Tasks.getList.extend({ path: "/team/tasks" })],
        },
        calls: [[addFirst, open]],
        has: ["all", "open"],
      };
    },
    "a member that is created of a Union joins the lists of its path": (
      { fetchResponse },
    ) => {
      const Kinds = new Union(
        { task: Task, bug: Bug },
        ({ kind }: Row) => kind as "bug",
      );
      const Tasks = resource({
        path: "/tasks/:id",
        schema: Kinds as never as typeof Task,
        searchParams: {} as { status?: string; kind?: string } | undefined,
        body: {} as Partial<Row>,
        fetchResponse,
        ...options,
      });
      return {
        lists: {
          all: [Tasks.getList],
          bugs: [Tasks.getList, { kind: "bug" }],
          tasks: [Tasks.getList, { kind: "task" }],
          team: [Tasks.getList.extend({ path: "/team/tasks" })],
        },
        calls: [[Tasks.create, { kind: "bug" }]],
        has: ["all", "bugs"],
      };
    },
    "a row that is created joins the list inside of an entity that is that of its path":
      ({ fetchResponse, rows }) => {
        const Tasks = resource({
          path: "/tasks/:id",
          schema: Task,
          searchParams: {} as { userId?: string } | undefined,
          fetchResponse,
          ...options,
        });
        class User extends Entity {
          id = "";
          tasks: Task[] = [];
          static override key = "User";
          static override schema = {
            tasks: new Collection([Task], {
              nestKey: ({ id }: { id: string }) => ({ userId: id }),
            }),
          };
        }
        const getUser = new RestEndpoint({
          path: "/users/:id",
          schema: User,
          fetchResponse,
          ...options,
        });
        for (const id of ["1", "2"]) {
          rows.set(`/users/${id}`, { id, tasks: [] });
        }
        return {
          lists: {
            all: [Tasks.getList],
            one: [getUser, { id: "1" }],
            other: [getUser, { id: "2" }],
          },
          calls: [[Tasks.create, { userId: "1" }]],
          has: ["all", "one"],
        };
      },
    "a row that is created joins no list inside of an entity that has a key of its own":
      ({ fetchResponse, rows }) => {
        const Tasks = resource({
          path: "/tasks/:id",
          schema: Task,
          searchParams: {} as { userId?: string } | undefined,
          fetchResponse,
          ...options,
        });
        class Board extends Entity {
          id = "";
          pinned: Task[] = [];
          static override key = "Board";
          static override schema = {
            pinned: new Collection([Task], {
              key: "pinned",
              nestKey: ({ id }: { id: string }) => ({ userId: id }),
            }),
          };
        }
        rows.set("/boards/1", { id: "1", pinned: [] });
        return {
          lists: {
            all: [Tasks.getList],
            board: [
              new RestEndpoint({
                path: "/boards/:id",
                schema: Board,
                fetchResponse,
                ...options,
              }),
              { id: "1" },
            ],
          },
          calls: [[Tasks.create, { userId: "1" }]],
          has: ["all"],
        };
      },
    "a row that is created joins the lists that a filter of the application's own selects":
      ({ fetchResponse }) => {
        const Tasks = resource({
          path: "/tasks/:id",
          schema: Task,
          searchParams: {} as { group?: string } | undefined,
          body: {} as Partial<Row>,
          Collection: class<S extends never> extends Collection<S> {
            override createCollectionFilter({ status }: Row) {
              return ({ group }: { group?: string }) =>
                group === (status === "closed" ? "old" : "new");
            }
          } as never as typeof Collection,
          fetchResponse,
          ...options,
        });
        return {
          lists: {
            new: [Tasks.getList, { group: "new" }],
            old: [Tasks.getList, { group: "old" }],
          },
          calls: [[Tasks.create, { status: "closed" }]],
          has: ["old"],
        };
      },
    "a row that is created joins the list of its path, by parameters that it lacks":
      ({ fetchResponse }) => {
        const Comments = resource({
          path: "/issues/:issue/comments/:id",
          schema: Task,
          body: {} as Partial<Row>,
          fetchResponse,
          ...options,
        });
        return {
          lists: {
            one: [Comments.getList, { issue: "1" }],
            other: [Comments.getList, { issue: "2" }],
          },
          calls: [[Comments.create, { issue: "1" }, { status: "open" }]],
          has: ["one"],
        };
      },
    "an entry that is assigned to a map is in no other map": (
      { fetchResponse, rows },
    ) => {
      const mapAt = (path: string) => {
        rows.set(path, {});
        return new RestEndpoint({
          path,
          schema: new Collection(new schema.Values(Task), { key: path }),
          method: "GET",
          body: {} as Record<string, Row>,
          fetchResponse,
          ...options,
        });
      };
      const getAll = mapAt("/map");
      return {
        lists: { all: [getAll], team: [mapAt("/team/map")] },
        calls: [[
          getAll.assign.extend({
            fetch: () => Promise.resolve({ 9: { id: "9" } }),
          }),
          { 9: { id: "9" } },
        ]],
        has: ["all"],
      };
    },
    "what a POST answers that creates nothing joins no list": (
      { fetchResponse },
    ) => {
      const Tasks = resource({
        path: "/tasks/:id",
        schema: Task,
        searchParams: {} as { status?: string } | undefined,
        fetchResponse,
        ...options,
      });
      const pick = new RestEndpoint({
        path: "/pick",
        method: "POST",
        body: {} as Partial<Row>,
        schema: Task,
        fetchResponse,
      });
      return {
        lists: {
          all: [Tasks.getList],
          open: [Tasks.getList, { status: "open" }],
        },
        calls: [[pick, { status: "open" }]],
        has: [],
      };
    },
    "a row that is edited goes from one list to the other": (server) => {
      const Tasks = resource({
        path: "/tasks/:id",
        schema: Task,
        searchParams: {} as { status?: string } | undefined,
        fetchResponse: server.fetchResponse,
        ...options,
      });
      server.rows.set("/tasks?status=open", [{ id: "9", status: "open" }]);
      return {
        lists: {
          open: [Tasks.getList, { status: "open" }],
          closed: [Tasks.getList, { status: "closed" }],
        },
        calls: [
          [Tasks.partialUpdate, { id: "9" }, { status: "closed" }],
        ],
        has: ["closed"],
      };
    },
    "a row that is there again joins each list that selects it": (
      { fetchResponse },
    ) => {
      const Tasks = resource({
        path: "/tasks/:id",
        schema: Task,
        searchParams: {} as { status?: string } | undefined,
        fetchResponse,
        ...options,
      });
      const open = { status: "open" };
      return {
        lists: {
          all: [Tasks.getList],
          team: [Tasks.getList.extend({ path: "/team/tasks" }), open],
        },
        calls: [
          [Tasks.create, { ...open, id: "9" }],
          [Tasks.delete, { id: "9" }],
          [Tasks.create, { ...open, id: "9" }],
        ],
        has: ["all", "team"],
      };
    },
    "a row that is taken out leaves the lists of that path": (server) => {
      const { getTeam, lists } = teams(server, { has: true });
      return {
        lists,
        calls: [[getTeam.remove, { team: "a" }, { id: "9" }]],
        has: ["all", "theirs"],
      };
    },
    "a row that is taken out leaves all lists of that path where the call names none":
      (server) => {
        const { getTeam, lists } = teams(server, { has: true });
        return {
          lists,
          calls: [[getTeam.remove.extend({ path: "/teams" }), { id: "9" }]],
          has: ["all"],
        };
      },
    "a row that was there already is put into a list that does not follow": (
      server,
    ) => {
      const { getTeam, lists } = teams(server, { follow: false });
      return {
        lists,
        calls: [[getTeam.push, { team: "a" }, { id: "9" }]],
        has: ["ours"],
      };
    },
    "a row moves between lists that do not follow": (server) => {
      const { getTask } = teams(server, { follow: false });
      server.rows.set("/tasks?status=open", [{ id: "9", status: "open" }]);
      return {
        lists: {
          open: [getTask, { status: "open" }],
          closed: [getTask, { status: "closed" }],
          another: [getTask, { status: "another" }],
        },
        calls: [[getTask.move, { id: "9" }, { status: "closed" }]],
        has: ["closed"],
      };
    },
  };

/** What asks for lists, where only the tab that writes could say which it has changed. */
const askings: Readonly<
  Record<string, (server: Server) => Omit<Application, "has">>
> = {
  "a filter of its own selected them": (server) => {
    const { getTask, getTeam } = teams(server, { follow: false });
    const { schema } = getTeam;
    const isOfTeam = () => ({ team }: { team: string }) => team === "a";
    const addTo = getTeam.push.extend({
      schema: schema.addWith(unshift, isOfTeam as never),
    });
    return {
      lists: { all: [getTask], ours: [getTeam, { team: "a" }] },
      calls: [[addTo, { team: "c" }, { id: "9" }]],
      asks: ["/teams/a"],
    };
  },
  "its arguments cannot be sent": (server) => {
    const { getTask, getTeam } = teams(server, { follow: false });
    return {
      lists: { all: [getTask], ours: [getTeam, { team: "a" }] },
      calls: [[getTeam.push, { team: "a", log() {} }, { id: "9" }]],
      asks: ["/teams/a"],
    };
  },
  "a number counts rows that are not loaded": (server) => {
    const { getTeam } = teams(server, {});
    server.rows.set("/teams/a", { items: [{ id: "8" }], total: 5 });
    const getPage = getTeam.extend({
      schema: { items: getTeam.schema, total: 0 },
    });
    return {
      lists: { ours: [getPage, { team: "a" }] },
      calls: [[getTeam.remove, { team: "a" }, { id: "9" }]],
      asks: ["/teams/a"],
    };
  },
};

for (const [why, make] of Object.entries(askings)) {
  Deno.test(`lists are asked for which a tab may have changed that lacks them, as ${why} [controller/NEW-82] [controller/NEW-85]`, async () => {
    const server = new Server();
    const application = { ...make(server), has: [] };
    await using tabs = new Tabs();
    const here = tabs.open();
    show(here, application);
    await tabs.rest();
    server.reads = [];
    // the other tab has the row alone
    const there = tabs.open();
    await there.set(Task, { id: "9" }, { id: "9" });
    for (const [endpoint, ...args] of application.calls) {
      await there.fetch(endpoint, ...args as []);
    }
    await tabs.rest();
    assertEquals(server.reads, application.asks);
  });
}

Deno.test("a list goes by what another tab takes out with `set`, which stores nothing by that [controller/NEW-82]", async () => {
  const server = new Server();
  const { getTeam } = teams(server, { has: true });
  const team = { team: "a" };
  const application = { lists: { ours: [getTeam, team] as const }, calls: [] };
  await using tabs = new Tabs();
  const here = tabs.open();
  show(here, { ...application, has: [] });
  await tabs.rest();
  await tabs.open().set(getTeam.schema.remove, team as object, { id: "9" });
  await tabs.rest();
  assertEquals(listsOf(here, { ...application, has: [] }), []);
});

/** Tasks, and those of teams, which rows do not name. */
function teams(
  { fetchResponse, rows }: Server,
  { has = false, follow = true }: { has?: boolean; follow?: boolean },
) {
  const { getList } = resource({
    path: "/tasks/:id",
    schema: Task,
    searchParams: {} as { status?: string } | undefined,
    follow,
    fetchResponse,
    ...options,
  });
  for (const url of has ? ["/tasks", "/teams/a", "/teams/b"] : []) {
    rows.set(url, [{ id: "9" }]);
  }
  const getTeam = getList.extend({
    path: "/teams/:team",
    searchParams: undefined,
  });
  const lists: Application["lists"] = {
    all: [getList],
    ours: [getTeam, { team: "a" }],
    theirs: [getTeam, { team: "b" }],
  };
  return { getTask: getList, getTeam, lists };
}

for (const [title, make] of Object.entries(applications)) {
  for (
    const where of [
      "one tab shows the lists",
      "both tabs show the lists",
      "the tab that writes shows the lists later",
    ]
  ) {
    const isShownThere = where.startsWith("both");
    const isShownLater = where.endsWith("later");
    Deno.test(`${title}, where ${where} [controller/OPT-19b] [controller/NEW-82]`, async () => {
      const server = new Server();
      const application = make(server);
      await using tabs = new Tabs();
      const here = tabs.open();
      // what is requested before it is opened, a tab does not have
      const early = isShownLater ? tabs.open() : undefined;
      await tabs.rest();
      show(here, application);
      await tabs.rest();
      const there = early ?? tabs.open();
      if (isShownThere) show(there, application);
      await tabs.rest();
      server.reads = [];
      for (const [endpoint, ...args] of application.calls) {
        await there.fetch(endpoint, ...args as []);
      }
      if (isShownThere) {
        assertEquals(listsOf(there, application), application.has);
      }
      await tabs.rest();
      if (isShownLater) show(there, application);
      await tabs.rest();
      assertEquals(server.reads, application.asks ?? []);
      for (const tab of isShownLater ? [here, there] : [here]) {
        assertEquals(listsOf(tab, application), application.has);
      }
    });
  }
}

Deno.test("lists ask for a row that another tab tells of, which has forgotten where it created it [controller/OPT-19c] [controller/NEW-82]", async () => {
  const server = new Server();
  const { fetchResponse } = server;
  const Tasks = resource({
    path: "/tasks/:id",
    schema: Task,
    searchParams: {} as { status?: string } | undefined,
    fetchResponse,
    ...options,
  });
  const application: Application = {
    lists: {
      open: [Tasks.getList, { status: "open" }],
      closed: [Tasks.getList, { status: "closed" }],
    },
    calls: [],
    has: ["open"],
  };
  await using tabs = new Tabs();
  const closed = tabs.open();
  show(closed, application);
  await tabs.rest();
  const kept = closed.getState();
  await closed.dispose();
  const there = tabs.open();
  await there.fetch(Tasks.create, { status: "open" });
  // a tab remembers the last thousand writes, and at most as many more
  for (let write = 0; write < 2100; write++) {
    await there.set(Task, { id: "8" }, { id: "8", userId: `${write}` });
  }
  await tabs.rest();
  const here = tabs.open(kept);
  show(here, application);
  await tabs.rest();
  server.reads = [];
  server.rows.set("/tasks?status=open", [{ id: "9", status: "open" }]);
  await there.fetch(Tasks.partialUpdate, { id: "9" }, { userId: "1" });
  await tabs.rest();
  assertEquals(server.reads, ["/tasks?status=open"]);
  assertEquals(listsOf(here, application), application.has);
});
