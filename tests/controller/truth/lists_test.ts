/**
 * Random runs of lists of all kinds against a server that filters and sorts:
 * whatever is written, every list on the screen ends as the server has it. Where
 * the arguments tell, no list is requested for that; where they do not, once for
 * each write. Neighbours: one class and several, optimistic or not, requests
 * that are handled and answered in any order, messages of others, lists with one
 * and two arguments, sorted ones, a page, a search, lists inside of entities,
 * lists of another path, and one with a number of which not all pages are loaded;
 * two tabs that hear of each other late, and changes that wait for a network.
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  type Client,
  Collection,
  createClient,
  Entity,
  ImmortalGCPolicy,
  NetworkManager,
  resource,
  RestEndpoint,
  Union,
} from "../../../mod.ts";
import { OfflineManager } from "../../../controller/live/offline.ts";
import { TabSyncManager } from "../../../controller/live/tabs.ts";
import { assertProperty, truthRuns } from "../../support/property.ts";
import { Chest } from "../live/offline_world.ts";
import { ManualConnection } from "../outside_world.ts";
import { PretendChannel } from "./channel.ts";
import { IdleClock } from "./idle_clock.ts";
import { settleTasks } from "./settle_tasks.ts";

interface Task {
  readonly id: string;
  readonly status: string;
  readonly owner: string;
  readonly title: string;
  readonly size: string;
}

class TaskEntity extends Entity implements Task {
  id = "";
  status = "";
  owner = "";
  title = "";
  size = "";
  static override key = "Task";
}
class BugEntity extends TaskEntity {
  static override key = "Bug";
}

/** Odd ones are bugs. */
const isBug = ({ id }: { readonly id?: string }) => Number(id) % 2 === 1;
const union = new Union(
  { task: TaskEntity, bug: BugEntity },
  (row: { id?: string }) => isBug(row) ? "bug" : "task",
);

/** A page of a list with a number. */
interface Page {
  readonly items: readonly Task[];
  readonly total: number;
}

interface Pending {
  readonly method: string;
  readonly url: string;
  readonly body: Partial<Task>;
  readonly resolve: (response: Response) => void;
  answer?: unknown;
}

/** Handles requests in the order in which they were sent, or in any other, and answers them in any. */
class TaskServer {
  readonly tasks = new Map<string, Task>();
  /** Those that only the list of another path has. */
  readonly team = new Set<string>();
  waiting: Pending[] = [];
  handled: Pending[] = [];
  /** Lists that were asked for. */
  readonly reads: string[] = [];

  constructor() {
    for (const id of ["1", "2", "3"]) {
      this.tasks.set(id, {
        id,
        status: "open",
        owner: "a",
        title: id,
        size: "s",
      });
    }
  }

  readonly fetchResponse = (
    url: string,
    { method = "GET", body }: RequestInit,
  ): Promise<Response> => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    if (method === "GET") this.reads.push(url);
    const sent = JSON.parse(`${body ?? "{}"}`);
    this.waiting.push({ method, url, body: sent, resolve });
    return promise;
  };

  /** What a list has now. */
  listed(url: string): Task[] {
    const [path, query] = url.split("?") as [string, string?];
    const { page, q, orderBy, cursor: _, ...fields } = Object.fromEntries(
      new URLSearchParams(query),
    );
    const isTeam = path === "/team";
    const [, kind, owner] = path.split("/");
    if (kind === "owners") fields.owner = owner!;
    const found = [...this.tasks.values()]
      .sort((left, right) => Number(left.id) - Number(right.id))
      .filter((task) =>
        this.team.has(task.id) === isTeam &&
        Object.entries(fields).every(([name, value]) =>
          task[name as keyof Task] === value
        ) && (q === undefined || task.title.includes(q))
      );
    if (orderBy) found.sort(byTitle);
    return page ? found.slice(0, 2) : found;
  }

  /** A page of a list, and how many rows the list has. */
  page(url: string): Page {
    const all = this.listed(url);
    const { cursor } = Object.fromEntries(
      new URL(url, "https://tasks.test").searchParams,
    );
    const items = all.filter(({ id }) => Number(id) > Number(cursor ?? 0))
      .slice(0, 2);
    return { items, total: all.length };
  }

  handle(index = 0): void {
    const [request] = this.waiting.splice(index % this.waiting.length, 1);
    if (!request) return;
    const { method, url, body } = request;
    const id = body.id ?? /\/tasks\/(\w+)/.exec(url)?.[1];
    if (method === "DELETE") this.tasks.delete(id!);
    else if (method !== "GET") {
      const task = { ...this.tasks.get(id!), ...body, id } as Task;
      this.tasks.set(id!, task);
      if (url === "/team") this.team.add(id!);
    }
    const owner = /\/owners\/(\w+)/.exec(url)?.[1];
    request.answer = structuredClone(
      owner
        ? { id: owner, tasks: this.listed(url) }
        : method === "GET" && url.includes("size=")
        ? this.page(url)
        : method === "GET"
        ? this.listed(url)
        : this.tasks.get(id!) ?? { id },
    );
    this.handled.push(request);
  }

  answer(index: number): void {
    const [request] = this.handled.splice(index % this.handled.length, 1);
    request?.resolve(Response.json(request.answer));
  }
}

const byId = (left: Task, right: Task) => Number(left.id) - Number(right.id);
const byTitle = (left: Task, right: Task) =>
  left.title < right.title
    ? -1
    : left.title > right.title
    ? 1
    : Number(left.id) - Number(right.id);

/** What has to be found out by a request, and what has not. */
const told = [
  {},
  { status: "open" },
  { status: "closed" },
  { status: "open", owner: "a" },
  { status: "closed", owner: "b" },
  { orderBy: "title" },
  { status: "open", orderBy: "title" },
];
const untold = [{ page: 1 }, { q: "x" }, { status: "open", page: 1 }];

type Operation = { readonly tab?: number } & Step;

type Step =
  | { readonly do: "patch"; readonly id: string; readonly body: Partial<Task> }
  | { readonly do: "create" | "createInTeam"; readonly body: Omit<Task, "id"> }
  | { readonly do: "delete"; readonly id: string }
  | { readonly do: "hear"; readonly id: string; readonly body: Partial<Task> }
  | { readonly do: "read"; readonly list: number }
  | { readonly do: "more" }
  | { readonly do: "again" }
  | { readonly do: "deliver" }
  | { readonly do: "connect"; readonly isOnline: boolean }
  | { readonly do: "handle"; readonly which?: number }
  | { readonly do: "answer"; readonly which: number };

/** A row as it is created where nothing else is said of it. */
const plain = { status: "open", owner: "a", title: "a", size: "s" };

/** Steps from a text. `2:` stands before those of the second tab; what has no number is the first. */
function stepsOf(text: string): Operation[] {
  return text.split(";").filter(Boolean).map((each) => {
    const [, tab = 1, name, id = "0", fields = ""] = each.trim()
      .match(/^(?:(\d): )?(\w+)(?: (\d+))?(.*)$/)!;
    const values = new URLSearchParams(fields.trim().replaceAll(" ", "&"));
    const body = {
      ...name === "create" && plain,
      ...Object.fromEntries(values),
    };
    const which = Number(id);
    return { do: name, id, which, list: which, body, tab: Number(tab) - 1 };
  }) as Operation[];
}

const id = fc.constantFrom("1", "2", "3", "4", "5");
const fields = {
  status: fc.constantFrom("open", "closed"),
  owner: fc.constantFrom("a", "b"),
  title: fc.constantFrom("a", "b", "x", "y"),
  size: fc.constantFrom("s", "m"),
};
const operation: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("patch" as const),
    id,
    body: fc.record(fields, { requiredKeys: [] }),
  }),
  fc.record({ do: fc.constant("create" as const), body: fc.record(fields) }),
  fc.record({ do: fc.constant("delete" as const), id }),
  fc.record({
    do: fc.constant("hear" as const),
    id,
    body: fc.record(fields, { requiredKeys: [] }),
  }),
  fc.record({
    do: fc.constant("read" as const),
    list: fc.nat(told.length + untold.length - 1),
  }),
  fc.record({ do: fc.constant("more" as const) }),
  fc.record({ do: fc.constant("again" as const) }),
  fc.record({ do: fc.constant("handle" as const) }),
  fc.record({ do: fc.constant("answer" as const), which: fc.nat(9) }),
);

/** The same of a server that handles what was sent in any order. */
const inAnyOrder: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: operation },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("handle" as const),
      which: fc.nat(9),
    }),
  },
);

/** The same in one of two tabs, which hear of each other now and then. */
const inTabs = fc.tuple(
  fc.oneof(
    { weight: 4, arbitrary: operation },
    {
      weight: 1,
      arbitrary: fc.oneof(
        fc.record({ do: fc.constant("deliver" as const) }),
        fc.record({
          do: fc.constant("createInTeam" as const),
          body: fc.record(fields),
        }),
      ),
    },
  ),
  fc.nat(1),
).map(([step, tab]): Operation => ({ ...step, tab }));

/** The same while the network comes and goes. */
const inTunnels: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: operation },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("connect" as const),
      isOnline: fc.boolean(),
    }),
  },
);

/** How an application is made. */
interface Setting {
  readonly isOptimistic?: boolean;
  readonly isUnion?: boolean;
  readonly tabs?: number;
  /** How many of the tabs show something; by default all. */
  readonly shown?: number;
  /** Whether changes wait for a network. */
  readonly isQueued?: boolean;
}

/** What is shown in pages: it is sorted by ids, and has a number. */
const small = { size: "s" };

/** The application and its server. */
class Run implements AsyncDisposable {
  readonly server = new TaskServer();
  readonly #clock = new IdleClock();
  readonly #channel = new PretendChannel();
  readonly #connection = new ManualConnection();
  readonly #clients: readonly Client[];
  readonly #shown: number;
  readonly #offline: OfflineManager | undefined;
  /** That of the tab in which something is done. */
  #client: Client;
  readonly #tasks;
  readonly #getOwner;
  readonly #getTeam;
  readonly #getSmall;
  /** Rows with a write that is not answered. */
  readonly #busy = new Set<string>();
  /** Whether somebody else has changed something: a message asks for nothing. */
  #hasHeard = false;
  readonly #isUnion: boolean;
  #lastId = 3;
  #lastInTeam = 0;

  constructor(
    { isOptimistic = false, isUnion = false, tabs = 1, shown = tabs, isQueued }:
      Setting,
  ) {
    this.#isUnion = isUnion;
    this.#shown = shown;
    const schema = isUnion ? union as never : TaskEntity;
    const { fetchResponse } = this.server;
    this.#tasks = resource({
      path: "/tasks/:id",
      schema: schema as typeof TaskEntity,
      searchParams: {} as Record<string, string | number> | undefined,
      body: {} as Partial<Task>,
      optimistic: isOptimistic,
      order: ({ orderBy, size }) => orderBy ? byTitle : size ? byId : undefined,
      dataExpiryLength: 1e12,
      fetchResponse,
    });
    const { create, partialUpdate, delete: remove } = this.#tasks;
    const clock = this.#clock;
    const connection = this.#connection;
    this.#offline = isQueued
      ? new OfflineManager({
        storage: new Chest(),
        endpoints: { create, partialUpdate, remove },
        connection,
        clock,
      })
      : undefined;
    this.#clients = Array.from(
      { length: tabs },
      (_, tab) =>
        this.#channel.openFor(tab, () =>
          createClient({
            clock,
            managers: [
              ...this.#offline ? [this.#offline] : [],
              ...tabs > 1 ? [new TabSyncManager({ clock })] : [],
              new NetworkManager({ clock, connection }),
            ],
            gcPolicy: new ImmortalGCPolicy(),
          })),
    );
    this.#client = this.#clients[0]!;
    this.#getSmall = this.#tasks.getList.extend({
      schema: { items: this.#tasks.getList.schema, total: 0 },
      paginationField: "cursor",
      adjust: ({ total, ...stored }: Page, difference: number) => ({
        ...stored,
        total: total + difference,
      }),
    });
    this.#getTeam = new RestEndpoint({
      path: "/team",
      schema: new Collection([schema as typeof TaskEntity], { key: "team" }),
      dataExpiryLength: 1e12,
      fetchResponse,
    });
    class Owner extends Entity {
      id = "";
      tasks: Task[] = [];
      static override schema = {
        tasks: new Collection([schema as typeof TaskEntity], {
          nestKey: ({ id }: { id: string }) => ({ owner: id }),
        }),
      };
    }
    this.#getOwner = new RestEndpoint({
      path: "/owners/:id",
      schema: Owner,
      dataExpiryLength: 1e12,
      fetchResponse,
    });
  }

  static async open(setting: Setting = {}): Promise<Run> {
    const run = new Run(setting);
    await run.#open();
    return run;
  }

  async #open(): Promise<void> {
    for (const client of this.#clients.slice(0, this.#shown)) {
      for (const args of [...told, ...untold]) {
        client.subscribe(this.#tasks.getList, [args as never], () => {});
      }
      for (const id of ["a", "b"]) {
        client.subscribe(this.#getOwner, [{ id }], () => {});
      }
      client.subscribe(this.#getSmall, [small], () => {});
      client.subscribe(this.#getTeam, [], () => {});
    }
    await this.#offline?.ready;
    await this.rest();
    this.server.reads.length = 0;
  }

  #small(): Page | undefined {
    return this.#client.read(this.#getSmall, small).data as Page | undefined;
  }

  async flush(): Promise<void> {
    do await settleTasks(); while (this.#clock.run());
  }

  /** Does what a text says, step by step. */
  async all(text: string): Promise<void> {
    for (const step of stepsOf(text)) await this.do(step);
  }

  async do(operation: Operation): Promise<void> {
    const tab = operation.tab ?? 0;
    this.#client = this.#clients[tab]!;
    const { create, partialUpdate, delete: remove, getList } = this.#tasks;
    const write = (id: string, start: () => Promise<unknown>) => {
      if (this.#busy.has(id) || !this.server.tasks.has(id)) return;
      this.#busy.add(id);
      start().finally(() => this.#busy.delete(id)).catch(() => {});
    };
    switch (operation.do) {
      case "patch": {
        const { id, body } = operation;
        write(id, () => this.#client.fetch(partialUpdate, { id }, body));
        break;
      }
      case "delete": {
        const { id } = operation;
        write(id, () => this.#client.fetch(remove, { id }));
        break;
      }
      case "hear": {
        const { id, body } = operation;
        const known = this.server.tasks.get(id);
        if (!known || this.#busy.has(id)) break;
        const task = { ...known, ...body };
        this.server.tasks.set(id, task);
        this.#hasHeard = true;
        const schema = this.#isUnion && isBug(task) ? BugEntity : TaskEntity;
        await this.#client.set(schema, { id }, task);
        break;
      }
      case "create":
      case "createInTeam": {
        const isTeam = operation.do === "createInTeam";
        const id = `${isTeam ? 100 + ++this.#lastInTeam : ++this.#lastId}`;
        const body = { ...operation.body, id };
        this.#busy.add(body.id);
        this.#client.fetch(isTeam ? this.#getTeam.push : create, body)
          .finally(() => this.#busy.delete(body.id)).catch(() => {});
        break;
      }
      case "read": {
        const args = [...told, ...untold][operation.list];
        this.#client.fetch(getList, args as never).catch(() => {});
        break;
      }
      case "more": {
        const last = this.#small()?.items.at(-1)?.id;
        if (!last) break;
        this.#client.fetch(this.#getSmall.getPage, {
          ...small,
          cursor: last,
        }).catch(() => {});
        break;
      }
      case "again":
        this.#client.fetch(this.#getSmall, small).catch(() => {});
        break;
      case "deliver":
        this.#channel.deliver(tab);
        break;
      case "connect":
        this.#connection.set(operation.isOnline);
        break;
      case "handle":
        this.server.handle(operation.which);
        break;
      case "answer":
        if (this.server.handled.length > 0) this.server.answer(operation.which);
        break;
    }
    await this.flush();
  }

  /** Until nobody asks for anything. */
  async rest(): Promise<void> {
    this.#connection.set(true);
    await this.flush();
    const hear = () =>
      this.#clients.some((_, tab) => this.#channel.deliver(tab));
    for (let round = 0;; round++) {
      assert(round < 1000, `asks without end for ${this.server.reads.at(-1)}`);
      while (hear()) await this.flush();
      if (this.server.waiting.length + this.server.handled.length === 0) return;
      while (this.server.waiting.length > 0) this.server.handle();
      this.server.answer(0);
      await this.flush();
    }
  }

  /**
   * Does what a text says, after which every list is as the server has it, and
   * the small one has as many rows as expected.
   */
  async ends(text: string, what = "", count?: number): Promise<void> {
    await this.all(text);
    await this.rest();
    if (count !== undefined) {
      assertEquals(this.server.listed("/tasks?size=s").length, count);
    }
    this.check(`at the end, ${what}`);
  }

  /** How often the small list, or a page of it, was requested. */
  get readsOfSmall(): number {
    return this.server.reads.filter((url) => /size/.test(url)).length;
  }

  /** Each tab that shows something shows what the server has. */
  check(what: string): void {
    this.#clients.slice(0, this.#shown).forEach((client, tab) => {
      this.#client = client;
      this.#check(`${what}, tab ${tab}`);
    });
  }

  /** Every list is as the server has it; where nothing sorts it in any order. */
  #check(what: string): void {
    const idsOf = (rows: readonly { id: string }[] | undefined) =>
      rows?.map(({ id }) => id) ?? [];
    for (const args of this.#hasHeard ? told : [...told, ...untold]) {
      const { getList } = this.#tasks;
      const shown = idsOf(this.#client.read(getList, args as never).data);
      const right = idsOf(this.server.listed(getList.url(args as never)));
      if (!("orderBy" in args) && !("page" in args)) {
        shown.sort();
        right.sort();
      }
      assertEquals(shown, right, `${JSON.stringify(args)} ${what}`);
    }
    const team = idsOf(this.#client.read(this.#getTeam).data);
    assertEquals(
      team.sort(),
      idsOf(this.server.listed("/team")),
      `team ${what}`,
    );
    const url = this.#tasks.getList.url(small);
    const { items = [], total } = this.#small() ?? {};
    assertEquals(total, this.server.listed(url).length, `number ${what}`);
    const right = idsOf(this.server.listed(url));
    assertEquals(
      idsOf(items),
      right.filter((id) => idsOf(items).includes(id)),
      `pages ${what}`,
    );
    for (const id of ["a", "b"]) {
      const { data } = this.#client.read(this.#getOwner, { id });
      assertEquals(
        idsOf(data?.tasks).sort(),
        idsOf(this.server.listed(`/owners/${id}`)).sort(),
        `owner ${id} ${what}`,
      );
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) await client.dispose();
  }
}

for (const isOptimistic of [false, true]) {
  for (const isUnion of [false, true]) {
    const kind = `${isUnion ? "of several classes" : "of one class"}, ${
      isOptimistic ? "optimistic" : "not optimistic"
    }`;

    Deno.test(`every list ends as the server has it, ${kind} [controller/OPT-19b] [controller/OPT-19c] [schema/COL-70]`, () =>
      assertProperty(
        fc.asyncProperty(
          fc.array(inAnyOrder, { maxLength: 14 }),
          async (operations) => {
            await using run = await Run.open({ isOptimistic, isUnion });
            for (const operation of operations) await run.do(operation);
            await run.ends("");
          },
        ),
        truthRuns(100),
      ));

    Deno.test(`what arguments tell asks for nothing, and the rest once for each write, ${kind} [controller/OPT-19c]`, () =>
      assertProperty(
        fc.asyncProperty(
          fc.array(operation, { maxLength: 8 }),
          async (operations) => {
            await using run = await Run.open({ isOptimistic, isUnion });
            for (const operation of operations) {
              if (/read|again|more/.test(operation.do)) continue;
              await run.do(operation);
              await run.rest();
              run.check(JSON.stringify(operation));
              const { reads } = run.server;
              assert(
                reads.every((url) => /page=|q=/.test(url)),
                `${JSON.stringify(operation)} asked for ${reads}`,
              );
              assertEquals(new Set(reads).size, reads.length);
              reads.length = 0;
            }
          },
        ),
        truthRuns(50),
      ));
  }
}

for (
  const [name, setting, operations] of [
    ["in two tabs", { tabs: 2 }, inTabs],
    [
      "in two tabs, optimistic",
      { isOptimistic: true, tabs: 2 },
      inTabs,
    ],
    ["while changes wait for a network", {
      isOptimistic: true,
      isQueued: true,
    }, inTunnels],
  ] as const
) {
  Deno.test(`every list ends as the server has it, ${name} [controller/OPT-19b] [controller/OPT-19c]`, () =>
    assertProperty(
      fc.asyncProperty(
        fc.array(operations, { maxLength: 14 }),
        async (operations) => {
          await using run = await Run.open(setting);
          for (const operation of operations) await run.do(operation);
          await run.ends("");
        },
      ),
      truthRuns(100),
    ));
}

/** What goes on until a change is known everywhere. */
const meanwhile = fc.array(
  fc.tuple(
    fc.oneof(
      fc.record({ do: fc.constant("deliver" as const) }),
      fc.record({ do: fc.constant("handle" as const), which: fc.nat(9) }),
      fc.record({ do: fc.constant("answer" as const), which: fc.nat(9) }),
    ),
    fc.nat(1),
  ).map(([step, tab]): Operation => ({ ...step, tab })),
  { maxLength: 8 },
);

for (const isOptimistic of [false, true]) {
  Deno.test(
    `a change requests each list at most once in each tab, in whatever order tabs hear of it, ${
      isOptimistic ? "optimistic" : "not optimistic"
    } [controller/OPT-19c] [controller/NEW-83]`,
    () =>
      assertProperty(
        fc.asyncProperty(
          fc.array(fc.tuple(inTabs, meanwhile), { maxLength: 4 }),
          async (operations) => {
            await using run = await Run.open({
              isOptimistic,
              tabs: 2,
            });
            for (const [operation, steps] of operations) {
              const isChange = /patch|create|delete|hear/.test(operation.do);
              run.server.reads.length = 0;
              await run.do(operation);
              for (const step of isChange ? steps : []) await run.do(step);
              await run.rest();
              const { reads } = run.server;
              assert(
                !isChange ||
                  reads.every((url) =>
                    reads.filter((other) => other === url).length <= 2
                  ),
                `${JSON.stringify(operation)} asked for ${reads}`,
              );
            }
          },
        ),
        truthRuns(30),
      ),
  );
}

Deno.test("rows of a sorted list that were changed in one order and confirmed in another have their places in another tab [schema/COL-70] [controller/NEW-83]", async () => {
  await using run = await Run.open({ tabs: 2 });
  await run.ends("patch 1 title=y; hear 2 title=a");
});

Deno.test("a number beside pages that one tab has loaded is right in the other one, which has a later response of the list [controller/NEW-81] [endpoint/COL-17]", async () => {
  await using run = await Run.open({ tabs: 2 });
  await run.ends("create; again; more; 2: create");
});

Deno.test("rows of a sorted list that were created while another one was changed have their places in another tab [schema/COL-70] [controller/NEW-83]", async () => {
  await using run = await Run.open({ tabs: 2 });
  await run.ends(
    "create title=y; create title=x; create; patch 1 title=y; create",
  );
});

Deno.test("a number is right after a row left its list that is not loaded, and that another list brought before the write was told [controller/OPT-12f] [endpoint/COL-17]", async () => {
  for (const tabs of [1, 2]) {
    await using run = await Run.open({ tabs });
    const steps = tabs === 2
      ? "2: hear 3 size=m; read; handle; answer"
      : "patch 3 size=m; read; handle; handle; answer 1";
    await run.ends(steps, `${tabs}`);
  }
});

for (const shown of [1, 2]) {
  for (const [what, step] of [["page", "more"], ["list", "again"]] as const) {
    Deno.test(`a number beside a list is right in a tab that has heard of a row while another one was loading the ${what}, where ${shown} of the tabs show it [controller/OPT-12f] [endpoint/COL-17]`, async () => {
      for (const n of [0, 1, 2, 3]) {
        const [isLong, loading] = [n > 1, n % 2];
        await using run = await Run.open({ tabs: 2, shown });
        if (isLong) await run.all("create; create; create");
        await run.rest();
        await run.all(`${loading + 1}: ${step}; ${2 - loading}: hear 1 size=m`);
        await run.ends("handle; answer", `${isLong}, ${loading}`);
      }
    });
  }
}

Deno.test("rows of pages that two tabs have loaded from different ends are in their order after a refetch [schema/COL-70] [controller/NEW-81]", async () => {
  await using run = await Run.open({ isOptimistic: true, tabs: 2 });
  await run.ends("2: create; 2: more; more; create");
});

Deno.test("a number is right after a row left its list while that was requested once more, page by page [controller/OPT-12f] [endpoint/COL-17]", async () => {
  await using run = await Run.open({ isOptimistic: true, isQueued: true });
  await run.ends("create; create; patch 3; more; patch 1 size=m");
});

for (
  const [what, write, count] of [
    ["created", "create", 4],
    ["changed", "patch 1 size=m", 2],
    ["deleted", "delete 1", 2],
  ] as const
) {
  Deno.test(`a number that was requested before a row was ${what}, and is that of after it, counts it once [controller/OPT-12f] [endpoint/COL-17]`, async () => {
    for (const isOptimistic of [false, true]) {
      for (const read of ["again", "more"] as const) {
        for (const first of [0, 1]) {
          await using run = await Run.open({ isOptimistic });
          const steps = `${read}; ${write}; handle 1; handle; answer ${first}`;
          await run.ends(steps, `${read}, ${isOptimistic}, ${first}`, count);
        }
      }
    }
  });

  Deno.test(`a number that was requested while a row was being ${what}, and came before the response to that, counts it once [controller/OPT-12f] [endpoint/COL-17]`, async () => {
    for (const isOptimistic of [false, true]) {
      for (const read of ["again", "more"] as const) {
        await using run = await Run.open({ isOptimistic });
        const steps = `${write}; ${read}; handle; handle; answer 1`;
        await run.ends(steps, `${read}, ${isOptimistic}`, count);
        const most = read === "more" ? 3 : 2;
        assert(run.readsOfSmall <= most, `asked for ${run.server.reads}`);
      }
    }
  });
}

for (
  const [what, steps, count] of [
    ["leaves", "hear 1 size=m", 2],
    ["joins", "create; handle; answer 1", 4],
  ] as const
) {
  Deno.test(`a number that comes with a page is right after a row ${what} the list while the page is requested [controller/OPT-12f] [endpoint/COL-17]`, async () => {
    await using run = await Run.open();
    await run.ends(`more; handle; ${steps}`, "", count);
    assertEquals(run.readsOfSmall, 3);
  });
}

for (
  const [what, write] of [
    ["deleted", "delete 4"],
    ["changed", "patch 4 size=m"],
  ] as const
) {
  Deno.test(`a number is right after a row is ${what} that was in its list when that began, and is on a page that is not loaded when it is confirmed [endpoint/COL-17]`, async () => {
    for (const isOptimistic of [false, true]) {
      await using run = await Run.open({ isOptimistic });
      await run.all("create");
      await run.rest();
      const steps = `again; handle; ${write}; answer`;
      await run.ends(steps, `${isOptimistic}`, 3);
    }
  });
}

for (const isPage of [false, true]) {
  Deno.test(
    `a number stays that of the newest request where ${
      isPage ? "a page" : "a response"
    } that was requested before it comes after it [endpoint/COL-17]`,
    async () => {
      for (const isOptimistic of [false, true]) {
        await using run = await Run.open({ isOptimistic });
        await run.all(isPage ? "more" : "again");
        await run.all("handle; delete 1; handle; answer 1; again");
        while (run.server.waiting.length > 0) run.server.handle();
        while (run.server.handled.length > 1) await run.all("answer 1");
        await run.all("answer");
        run.check(`after all, ${isOptimistic}`);
        await run.ends("", `${isOptimistic}`);
      }
    },
  );
}
