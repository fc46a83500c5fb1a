/**
 * What the public documentation of Reactive Data Client shows about lists that
 * grow, shrink and have pages, and about optimistic updates, on entities of
 * this harbour: it runs, and compiles, with imports renamed.
 */
// deno-lint-ignore-file no-explicit-any -- as the documentation annotates
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import {
  All,
  type Client,
  Collection,
  createClient,
  Endpoint,
  Entity,
  Query,
  resource,
  RestEndpoint,
  schema,
  unshift,
  Values,
} from "@tessera/client";
import type { PolymorphicInterface } from "@tessera/client/compat";
import { RecordingServer } from "../endpoint/recording_server.ts";
import { exact } from "../support/exact.ts";

class Task extends Entity {
  id = "";
  crew = "";
  title = "";
  done = false;
  override pk() {
    return this.id;
  }
}

/** Answers reads with the rows, and changes with what was sent. */
function taskServer(rows: (address: string) => unknown): RecordingServer {
  let created = 0;
  return new RecordingServer(({ method, address, body }) => {
    if (method === "GET") return Response.json(rows(address));
    const sent = body === "" ? {} : JSON.parse(body);
    const id = /\/tasks\/(\w+)/.exec(address)?.[1] ?? `new ${++created}`;
    return Response.json({ id, ...sent });
  });
}

/** What a reader of the list sees: the titles. */
function titles(client: Client, endpoint: any, ...args: any[]): string[] {
  const list: Task[] = client.read(endpoint, ...args as [any]).data as any;
  return list.map(({ title }) => title);
}

Deno.test("a Collection takes members in front, at the end, out and elsewhere [schema/COL-36] [endpoint/COL-9] [endpoint/COL-12] [endpoint/COL-13]", async () => {
  await using server = taskServer((address) =>
    address.includes("crew=b")
      ? [{ id: "2", crew: "b", title: "paint" }]
      : [{ id: "1", crew: "a", title: "scrub" }]
  );
  const getTasks = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/tasks",
    searchParams: {} as { crew?: string; orderBy?: string } | undefined,
    schema: new Collection([Task]),
  });
  const moveTask = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/tasks/:id",
    method: "PATCH",
    body: {} as Partial<Task>,
    schema: getTasks.schema.move,
  });
  await using client = createClient();
  const { fetch } = client.controller;
  const list = await fetch(getTasks, { crew: "a" });
  exact<typeof list, Task[]>();
  await fetch(getTasks, { crew: "b" });
  const pushed = await fetch(getTasks.push, { crew: "a", title: "splice" });
  exact<typeof pushed, Task>();
  assertEquals(pushed.pk(), "new 1");
  await fetch(getTasks.unshift, { crew: "a", title: "caulk" });
  assertEquals(titles(client, getTasks, { crew: "a" }), [
    "caulk",
    "scrub",
    "splice",
  ]);
  assertEquals(titles(client, getTasks, { crew: "b" }), ["paint"]);
  const moved = await fetch(moveTask, { id: "1" }, { crew: "b" });
  assertEquals(moved.crew, "b");
  assertEquals(titles(client, getTasks, { crew: "a" }), ["caulk", "splice"]);
  assertEquals(titles(client, getTasks, { crew: "b" }), ["paint", "scrub"]);
  await fetch(getTasks.remove, { crew: "b" }, { id: "2" });
  assertEquals(titles(client, getTasks, { crew: "b" }), ["scrub"]);
  assertEquals(client.get(Task, { id: "2" })?.title, "paint");
});

Deno.test("a list inside an entity is that of an endpoint with the same key [schema/COL-10] [schema/COL-15]", async () => {
  class Crew extends Entity {
    id = "";
    tasks: Task[] = [];
    static override schema: Record<string, any> = {
      tasks: new Collection([Task], {
        nestKey: (parent: { id: string }, _key) => ({ crew: parent.id }),
      }),
    };
  }
  await using server = taskServer(() => ({
    id: "a",
    tasks: [{ id: "1", crew: "a", title: "scrub" }],
  }));
  const getCrew = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/crews/:id",
    schema: Crew,
  });
  const getTasks = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/tasks",
    searchParams: {} as { crew: string },
    schema: new Collection([Task], {
      argsKey: ({ crew }: { crew: string }) => ({ crew }),
    }),
  });
  await using client = createClient();
  const { fetch } = client.controller;
  await fetch(getCrew, { id: "a" });
  await fetch(getTasks.push, { crew: "a", title: "splice" });
  assertEquals(titles(client, getTasks, { crew: "a" }), ["scrub", "splice"]);
  assertStrictEquals(
    client.get(Crew, { id: "a" })?.tasks,
    client.read(getTasks, { crew: "a" }).data,
  );
});

Deno.test("a map takes entries by assign [schema/COL-36] [endpoint/COL-11]", async () => {
  class Depth extends Entity {
    port = "";
    metres = 0;
    override pk() {
      return this.port;
    }
  }
  await using server = new RecordingServer(({ method, body }) =>
    Response.json(
      method === "GET" ? { depths: { oslo: { metres: 12 } } } : JSON.parse(
        body,
      ),
    )
  );
  const DepthResource = resource({
    urlPrefix: server.origin,
    path: "/depths/:port",
    schema: Depth,
  }).extend({
    getList: {
      path: "/depths/all",
      schema: new Collection(new Values(Depth)),
      process(value: any) {
        const rows = value.depths ?? value;
        return Object.fromEntries(
          Object.keys(rows).map((port) => [port, { port, ...rows[port] }]),
        );
      },
    },
  });
  await using client = createClient();
  const { fetch } = client.controller;
  const depths = await fetch(DepthResource.getList);
  assertEquals(depths.oslo?.metres, 12);
  await fetch(DepthResource.getList.assign, { bergen: { metres: 20 } });
  const { data } = client.read(DepthResource.getList);
  assertEquals(Object.keys(data!), ["oslo", "bergen"]);
  assertEquals(data!.bergen?.pk(), "bergen");
});

Deno.test("a class of Collections decides which arguments filter, and where members go [schema/COL-34] [schema/COL-46] [endpoint/RES-12]", async () => {
  class OrderedCollection<
    S extends any[] | PolymorphicInterface = any,
    Args extends any[] = [] | [Record<string, any>] | [
      Record<string, any>,
      any,
    ],
  > extends schema.Collection<S, Args> {
    override nonFilterArgumentKeys(key: string) {
      return key === "sortedBy";
    }
  }
  class NewestFirst<
    S extends any[] | PolymorphicInterface = any,
    Args extends any[] = [] | [Record<string, any>] | [
      Record<string, any>,
      any,
    ],
  > extends Collection<S, Args> {
    constructor(
      members: S,
      options?: ConstructorParameters<typeof Collection<S, Args>>[1],
    ) {
      super(members, options);
      this.push = this.addWith(unshift);
      this.move = this.moveWith(unshift);
    }
  }
  await using server = taskServer((address) =>
    address.includes("crew=b")
      ? [{ id: "2", crew: "b", title: "paint" }]
      : [{ id: "1", crew: "a", title: "scrub" }]
  );
  const options = {
    urlPrefix: server.origin,
    path: "/tasks/:id",
    searchParams: {} as { crew?: string; sortedBy?: string } | undefined,
    schema: Task,
  } as const;
  {
    const { getList } = resource({ ...options, Collection: OrderedCollection });
    await using client = createClient();
    await client.fetch(getList, { crew: "a", sortedBy: "title" });
    await client.fetch(getList.push, { crew: "a", title: "splice" });
    assertEquals(
      titles(client, getList, { crew: "a", sortedBy: "title" }),
      ["scrub", "splice"],
    );
  }
  const { getList } = resource({ ...options, Collection: NewestFirst });
  await using client = createClient();
  await client.fetch(getList, { crew: "a" });
  await client.fetch(getList, { crew: "b" });
  await client.fetch(getList.push, { crew: "a", title: "splice" });
  await client.fetch(getList.move, { id: "1" }, { crew: "b" });
  assertEquals(titles(client, getList, { crew: "a" }), ["splice"]);
  assertEquals(titles(client, getList, { crew: "b" }), ["scrub", "paint"]);
});

Deno.test("an own way to add is a schema of a mutation [schema/COL-43]", async () => {
  await using server = taskServer(() => [{ id: "1", title: "scrub" }]);
  const getTasks = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/tasks",
    searchParams: {} as { crew?: string } | undefined,
    schema: new Collection([Task]),
  });
  const insertSecond = getTasks.push.extend({
    schema: getTasks.schema.addWith(
      (existing: any[], incoming: any[]) => [
        ...existing.slice(0, 1),
        ...incoming,
        ...existing.slice(1),
      ],
      () => () => true,
    ),
  });
  await using client = createClient();
  const { fetch } = client.controller;
  await fetch(getTasks);
  await fetch(getTasks.push, { title: "paint" });
  await fetch(insertSecond, { title: "caulk" });
  assertEquals(titles(client, getTasks), ["scrub", "caulk", "paint"]);
});

Deno.test("pages continue the list, by a field, by a function and beside a cursor [endpoint/PAG-1] [endpoint/PAG-2] [endpoint/PAG-10]", async () => {
  await using server = taskServer((address) => {
    const cursor = new URL(address, "http://x").searchParams.get("cursor");
    return cursor === null
      ? { tasks: [{ id: "1", title: "scrub" }], cursor: "next" }
      : { tasks: [{ id: "2", title: "paint" }], cursor: null };
  });
  const TaskResource = resource({
    urlPrefix: server.origin,
    path: "/tasks/:id",
    schema: Task,
    searchParams: {} as { crew?: string } | undefined,
    paginationField: "cursor",
  }).extend("getList", {
    schema: { tasks: new Collection([Task]), cursor: "" },
  });
  await using client = createClient();
  const { fetch } = client.controller;
  const { cursor } = await fetch(TaskResource.getList, { crew: "a" });
  exact<typeof cursor, string>();
  await fetch(TaskResource.getList.getPage, { crew: "a", cursor });
  const { data } = client.read(TaskResource.getList, { crew: "a" });
  assertEquals(data?.tasks.map(({ title }) => title), ["scrub", "paint"]);

  const getNext = TaskResource.getList.paginated(
    ({ cursor: _, ...rest }: { cursor: string; crew?: string }) => [rest],
  );
  await fetch(TaskResource.getList, { crew: "b" });
  await fetch(getNext, { crew: "b", cursor: "next" });
  assertEquals(
    client.read(TaskResource.getList, { crew: "b" }).data?.tasks.length,
    2,
  );
  const getNextByField = TaskResource.getList.paginated("cursor");
  await fetch(TaskResource.getList, { crew: "c" });
  await fetch(getNextByField, { crew: "c", cursor: "next" });
  assertEquals(
    client.read(TaskResource.getList, { crew: "c" }).data?.tasks.length,
    2,
  );
});

Deno.test("queries derive from lists and from all of a kind [schema/QRY-4] [schema/QRY-6] [schema/ALL-5]", async () => {
  await using server = taskServer(() => [
    { id: "1", crew: "a", title: "scrub", done: true },
    { id: "2", crew: "a", title: "paint" },
    { id: "3", crew: "b", title: "caulk" },
  ]);
  const TaskResource = resource({
    urlPrefix: server.origin,
    path: "/tasks/:id",
    schema: Task,
    searchParams: {} as { crew?: string } | undefined,
  });
  const queryRemaining = new Query(
    TaskResource.getList.schema,
    (tasks) => tasks.filter(({ done }) => !done).length,
  );
  const queryByCrew = new Query(
    new All(Task),
    (tasks, { crew }: { crew: string }) =>
      tasks.filter((task) => task.crew === crew),
  );
  await using client = createClient();
  await client.fetch(TaskResource.getList);
  const remaining = client.get(queryRemaining);
  exact<typeof remaining, number | undefined>();
  assertEquals(remaining, 2);
  assertEquals(
    client.get(queryByCrew, { crew: "a" })?.map(({ title }) => title),
    ["scrub", "paint"],
  );
});

Deno.test("optimistic: true shows changes of a resource before the answer [endpoint/OPT-5] [controller/OPT-1]", async () => {
  let answer = () => {};
  await using server = new RecordingServer(async ({ method, body }) => {
    if (method === "GET") {
      return Response.json([{ id: "1", crew: "a", title: "scrub" }]);
    }
    await new Promise<void>((resolve) => answer = resolve);
    return method === "DELETE"
      ? new Response(null, { status: 204 })
      : Response.json({ id: "9", ...JSON.parse(body) });
  });
  const TaskResource = resource({
    urlPrefix: server.origin,
    path: "/tasks/:id",
    schema: Task,
    searchParams: {} as { crew?: string } | undefined,
    optimistic: true,
  });
  const { getList } = TaskResource;
  await using client = createClient();
  await client.fetch(getList, { crew: "a" });
  /** The request has reached the server. */
  const asked = async (count: number) => {
    while (server.requests.length < count) {
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  const pushed = client.fetch(getList.push, { crew: "a", title: "paint" });
  assertEquals(titles(client, getList, { crew: "a" }), ["scrub", "paint"]);
  await asked(2);
  answer();
  assertEquals((await pushed).id, "9");
  const done = client.fetch(
    TaskResource.partialUpdate,
    { id: "1" },
    { done: true },
  );
  assertEquals(client.get(Task, { id: "1" })?.done, true);
  await asked(3);
  answer();
  await done;
  const deleted = client.fetch(TaskResource.delete, { id: "1" });
  assertEquals(titles(client, getList, { crew: "a" }), ["paint"]);
  await asked(4);
  answer();
  await deleted;
  assertEquals(titles(client, getList, { crew: "a" }), ["paint"]);
});

Deno.test("getOptimisticResponse reads the snapshot, may abort, and takes back what failed [controller/OPT-7] [controller/OPT-8] [controller/CTL-60]", async () => {
  class Tide extends Entity {
    port = "";
    level = 0;
    updatedAt = 0;
    override pk() {
      return this.port;
    }

    static override shouldReorder(
      _existingMeta: { date: number; fetchedAt: number },
      _incomingMeta: { date: number; fetchedAt: number },
      existing: { updatedAt: number },
      incoming: { updatedAt: number },
    ) {
      return incoming.updatedAt < existing.updatedAt;
    }
  }
  const answers: {
    resolve: (value: unknown) => void;
    reject: (error: Error) => void;
  }[] = [];
  const getTide = new Endpoint(
    ({ port }: { port: string }) =>
      Promise.resolve({ port, level: 5, updatedAt: 1 }),
    { schema: Tide, name: "getTide" },
  );
  const raise = new Endpoint(
    (_: { port: string }): Promise<unknown> =>
      new Promise((resolve, reject) => answers.push({ resolve, reject })),
    {
      name: "raise",
      schema: Tide,
      sideEffect: true,
      getOptimisticResponse(snap, { port }) {
        const tide = snap.get(Tide, { port });
        const { data } = snap.getResponse(getTide, { port });
        if (!tide || !data) throw snap.abort;
        return { port, level: tide.level + 1, updatedAt: snap.fetchedAt };
      },
    },
  );
  await using client = createClient();
  const level = () => client.get(Tide, { port: "oslo" })?.level;
  const early = client.fetch(raise, { port: "oslo" });
  assertEquals(level(), undefined);
  await client.fetch(getTide, { port: "oslo" });
  assertEquals(level(), 6);
  const late = client.fetch(raise, { port: "oslo" });
  assertEquals(level(), 7);
  answers[0]!.reject(new Error("the sluice is shut"));
  assertEquals(
    await early.catch((error: Error) => error.message),
    "the sluice is shut",
  );
  assertEquals(level(), 6);
  answers[1]!.resolve({ port: "oslo", level: 6, updatedAt: Date.now() + 1000 });
  await late;
  assertEquals(level(), 6);
  assert(answers.length === 2);
});
