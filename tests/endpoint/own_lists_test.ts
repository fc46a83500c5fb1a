import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import {
  Collection,
  createClient,
  Entity,
  Query,
  resource,
  RestEndpoint,
  unshift,
} from "../../mod.ts";
import { RecordingServer } from "./recording_server.ts";
import { spyOnConsole } from "./spies.ts";
import { production } from "../support/production.ts";

class Issue extends Entity {
  id = "";
  state = "";
}

/** A server of lists: `GET /issues/open` has one issue, called `/issues/open`; whatever is sent comes back. */
function tracker(): RecordingServer {
  return new RecordingServer(({ method, address, body }) =>
    Response.json(method === "GET" ? [{ id: address }] : JSON.parse(body))
  );
}

type Client = ReturnType<typeof createClient>;

/** What an endpoint shows without a request. */
function shown(
  client: Client,
  endpoint: unknown,
  ...args: unknown[]
): string[] | undefined {
  const { controller } = client;
  const { data } = controller.getResponse(
    endpoint as RestEndpoint,
    ...args,
    controller.getState(),
  );
  return data?.map(({ id }: Issue) => id);
}

Deno.test("lists of resources of different paths are different lists [endpoint/RES-19] [schema/COL-4]", async () => {
  await using server = tracker();
  const of = (list: string) =>
    resource({
      urlPrefix: server.origin,
      path: `/users/:userId/${list}/:id`,
      schema: Issue,
    });
  const starred = of("starred");
  const watched = of("watched");
  await using client = createClient();
  const user = { userId: "7" };
  await client.fetch(starred.getList, user);
  assertEquals(shown(client, starred.getList, user), ["/users/7/starred"]);
  assertEquals(shown(client, watched.getList, user), undefined);
  await client.fetch(watched.getList, user);
  await client.fetch(starred.getList.push, user, { id: "a" });
  await client.fetch(watched.getList.unshift, user, { id: "b" });
  await client.allSettled();
  assertEquals(shown(client, starred.getList, user), ["/users/7/starred", "a"]);
  assertEquals(shown(client, watched.getList, user), ["b", "/users/7/watched"]);
  await client.fetch(watched.getList.push, user, { id: "a" });
  await client.fetch(watched.getList.remove, user, { id: "a" });
  await client.allSettled();
  assertEquals(shown(client, starred.getList, user), ["/users/7/starred", "a"]);
  assertEquals(shown(client, watched.getList, user), ["b", "/users/7/watched"]);
});

Deno.test("an endpoint that is extended to another path has lists of its own [endpoint/RES-19] [endpoint/EXT-7]", async () => {
  await using server = tracker();
  const issues = resource({
    urlPrefix: server.origin,
    path: "/issues/:id",
    schema: Issue,
  }).extend(({ getList }) => ({
    open: getList.extend({ path: "/issues/open" }),
    starred: getList.extend({ path: "/issues/starred" }),
  }));
  await using client = createClient();
  await client.fetch(issues.getList);
  await client.fetch(issues.open);
  assertEquals(shown(client, issues.starred), undefined);
  await client.fetch(issues.starred);
  await client.fetch(issues.open.push, { id: "o" });
  await client.fetch(issues.starred.push, { id: "s" });
  await client.fetch(issues.create, { id: "c" });
  await client.allSettled();
  assertEquals(shown(client, issues.getList), ["/issues", "c"]);
  assertEquals(shown(client, issues.open), ["/issues/open", "o"]);
  assertEquals(shown(client, issues.starred), ["/issues/starred", "s"]);
  // also what was derived without resource(), and inside of other schemas
  const list = new RestEndpoint({
    path: "/issues/open",
    schema: { items: new Collection([Issue]) },
  });
  const wrapped = list.extend({ path: "/issues/starred" });
  assert(wrapped.schema.items instanceof Collection);
  const pkOf = (endpoint: typeof list) =>
    endpoint.schema.items.pk([], undefined, "", []);
  assert(pkOf(wrapped as unknown as typeof list) !== pkOf(list));
});

Deno.test("endpoints of one path, and those with the same Collection, share their lists [endpoint/RES-19] [endpoint/EXT-7]", async () => {
  await using server = tracker();
  const options = {
    urlPrefix: server.origin,
    path: "/issues/:id",
    schema: Issue,
    paginationField: "page",
  } as const;
  const { getList } = resource(options);
  const { getList: again } = resource(options);
  const slow = getList.extend({ dataExpiryLength: 1 });
  const same = getList.extend({ path: "/issues", name: "same" });
  const given = getList.extend({
    path: "/issues/search",
    method: "GET",
    schema: getList.schema,
  });
  const sorted = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/issues/sorted",
    schema: new Query(getList.schema, (issues) => [...issues]),
  });
  await using client = createClient();
  await client.fetch(getList);
  await client.fetch(getList.getPage, { page: 2 });
  const expected = ["/issues", "/issues?page=2"];
  for (const endpoint of [getList, again, slow, same, given, sorted]) {
    assertEquals(shown(client, endpoint), expected);
  }
  assertStrictEquals(given.schema, getList.schema);
  assertStrictEquals(same.schema, getList.schema);
  // a page is a part of the list that it was made for, wherever it is found
  const elsewhere = getList.getPage.extend({
    path: "/issues/more",
    searchParams: {} as { page: number },
  });
  await client.fetch(elsewhere, { page: 3 });
  assertEquals(shown(client, getList), [...expected, "/issues/more?page=3"]);
  const bulk = getList.push.extend({ path: "/issues/bulk" });
  await client.fetch(bulk, [{ id: "a" }, { id: "b" }]);
  await client.allSettled();
  assertEquals(shown(client, getList)?.slice(-2), ["a", "b"]);
});

Deno.test("additions reach the lists of their path that match, and those of no path [endpoint/RES-20] [schema/COL-31]", async () => {
  await using server = tracker();
  class Project extends Entity {
    id = "";
    issues: Issue[] = [];
    static override schema = {
      issues: new Collection([Issue], {
        nestKey: ({ id }: { id: string }) => ({ project: id }),
      }),
    };
  }
  const issues = resource({
    urlPrefix: server.origin,
    path: "/issues/:id",
    schema: Issue,
    searchParams: {} as { state?: string; project?: string } | undefined,
  });
  const starred = issues.getList.extend({
    path: "/starred",
    searchParams: {} as { state?: string; project?: string } | undefined,
  });
  await using client = createClient();
  await client.set(Project, { id: "p" }, { id: "p", issues: [] });
  const filters = [{}, { state: "open" }, { state: "closed" }, {
    project: "p",
  }];
  for (const filter of filters) {
    await client.fetch(issues.getList, filter);
    await client.fetch(starred, filter);
  }
  await client.fetch(issues.getList.push, { project: "p" }, {
    id: "new",
    state: "open",
  });
  await client.allSettled();
  const isIn = (endpoint: unknown, filter: object) =>
    shown(client, endpoint, filter)?.includes("new");
  assertEquals(
    filters.map((filter) => isIn(issues.getList, filter)),
    [true, true, false, true],
  );
  assertEquals(
    filters.map((filter) => isIn(starred, filter)),
    [false, false, false, false],
  );
  assertEquals(client.get(Project, { id: "p" })?.issues.map(({ id }) => id), [
    "new",
  ]);
  await client.fetch(issues.getList.move, { id: "new" }, {
    id: "new",
    state: "closed",
  });
  await client.allSettled();
  assertEquals(
    filters.map((filter) => isIn(issues.getList, filter)),
    [true, false, true, true],
  );
  // a list without a key of its own changes none that has one
  const nested = Project.schema.issues;
  const createNested = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/projects/:project/issues",
    method: "POST",
    schema: nested.push,
    body: {} as { id: string },
  });
  await client.fetch(createNested, { project: "p" }, { id: "nested" });
  await client.allSettled();
  assertEquals(
    client.get(Project, { id: "p" })?.issues.map(({ id }) => id),
    ["new", "nested"],
  );
  for (const filter of filters) {
    assert(!shown(client, issues.getList, filter)?.includes("nested"));
  }
});

Deno.test("classes of Collections have lists of their path too, unless they have a key [endpoint/RES-19] [endpoint/RES-12]", async () => {
  await using server = tracker();
  class NewestFirst extends Collection<[typeof Issue]> {
    #isMine = true;
    constructor(schema: [typeof Issue], options?: object) {
      super(schema, options);
      this.push = this.addWith(unshift);
    }
    override argsKey(...[params]: object[]): Record<string, unknown> {
      return this.#isMine ? { ...params } : {};
    }
  }
  class Deaf extends Collection<[typeof Issue]> {
    constructor() {
      super([Issue], { argsKey: () => ({}) });
    }
  }
  class Keyed extends Collection<[typeof Issue]> {
    constructor() {
      super([Issue], { key: "all issues" });
    }
  }
  // deno-lint-ignore no-explicit-any -- classes of various arguments
  const of = (Class: any) =>
    resource({
      urlPrefix: server.origin,
      path: "/issues/:id",
      schema: Issue,
      Collection: Class,
    }).extend(({ getList }) => ({
      starred: getList.extend({ path: "/starred" }),
    }));
  for (const Class of [NewestFirst, Deaf, Keyed]) {
    const { getList, starred } = of(Class);
    assertInstanceOf(getList.schema, Class);
    assertInstanceOf(starred.schema, Class);
    await using client = createClient();
    await client.fetch(getList);
    const isShared = Class === Keyed;
    assertEquals(
      shown(client, starred),
      isShared ? ["/issues"] : undefined,
      Class.name,
    );
    await client.fetch(starred);
    await client.fetch(starred.push, { id: "a" });
    await client.allSettled();
    const first = Class === NewestFirst;
    if (isShared) assertEquals(shown(client, getList), ["/starred", "a"]);
    else {
      assertEquals(shown(client, getList), ["/issues"]);
      assertEquals(
        shown(client, starred),
        first ? ["a", "/starred"] : ["/starred", "a"],
      );
    }
  }
});

Deno.test("a class of Collections that an endpoint was given is shared, for nobody else can construct it [endpoint/EXT-7]", () => {
  class Tagged extends Collection<[typeof Issue]> {
    constructor(tag: string) {
      super([Issue], { argsKey: () => ({ tag }) });
    }
  }
  const schema = new Tagged("open");
  const getOpen = new RestEndpoint({ path: "/open", schema });
  const keyed = new Collection([Issue], { key: "open" });
  const getKeyed = new RestEndpoint({ path: "/open", schema: keyed });
  assertStrictEquals<unknown>(getOpen.extend({ path: "/x" }).schema, schema);
  assertStrictEquals<unknown>(getKeyed.extend({ path: "/x" }).schema, keyed);
});

Deno.test("schemas that contain themselves, or do not exist yet, let endpoints be extended [endpoint/EXT-7]", () => {
  const circular: Record<string, unknown> = { next: "" };
  circular.self = circular;
  const getCircular = new RestEndpoint({ path: "/a", schema: circular });
  assertStrictEquals<unknown>(
    getCircular.extend({ path: "/b" }).schema,
    circular,
  );
  const getLater = new RestEndpoint({
    path: "/a",
    get schema() {
      return later;
    },
  });
  const extended = getLater.extend({ path: "/b" });
  const later = new Collection([Issue]);
  assertStrictEquals<unknown>(extended.schema, later);
});

Deno.test("endpoints of different paths that have one list are reported, in development [schema/COL-18]", async () => {
  await using server = tracker();
  const make = (path: string, schema: Collection<[typeof Issue]>) =>
    new RestEndpoint({ urlPrefix: server.origin, path, schema });
  const two = () =>
    [
      make("/issues/open", new Collection([Issue])),
      make("/issues/starred", new Collection([Issue])),
    ] as const;
  using warnings = spyOnConsole("warn");
  await using client = createClient();
  {
    // reading
    const [open, starred] = two();
    await client.fetch(open);
    assertEquals(warnings.lines, []);
    shown(client, starred);
    assertEquals(warnings.lines.length, 1);
    const [line = ""] = warnings.lines;
    for (
      const part of [
        "/issues/open",
        "/issues/starred",
        "[Issue] {}",
        'key: "/issues/starred"',
        "the same Collection",
      ]
    ) assertStringIncludes(line, part);
    await client.fetch(starred);
    await client.fetch(starred);
    assertEquals(warnings.lines.length, 1);
  }
  {
    // writing
    warnings.lines.length = 0;
    const [open, starred] = two();
    await using other = createClient();
    await other.fetch(open);
    await other.fetch(starred);
    assertEquals(warnings.lines.length, 1);
    // a third one, of what the second has written
    const watched = make("/issues/watched", new Collection([Issue]));
    shown(other, watched);
    assertEquals(warnings.lines.length, 2);
    assertStringIncludes(
      warnings.lines[1]!,
      "/issues/starred and /issues/watched",
    );
  }
  warnings.lines.length = 0;
  const shared = new Collection([Issue]);
  const harmless: (readonly [
    ReturnType<typeof make>,
    ReturnType<typeof make>,
  ])[] = [
    // given to both, so meant
    [make("/a", shared), make("/b", shared)],
    // two lists
    [
      make("/a", new Collection([Issue], { key: "a" })),
      make("/b", new Collection([Issue], { key: "b" })),
    ],
    [
      make("/a", new Collection([Issue], { argsKey: () => ({ a: 1 }) })),
      make("/b", new Collection([Issue], { argsKey: () => ({ b: 1 }) })),
    ],
    // one path
    [make("/a", new Collection([Issue])), make("/a", new Collection([Issue]))],
  ];
  for (const [one, another] of harmless) {
    await using calm = createClient();
    await calm.fetch(one);
    shown(calm, another);
    await calm.fetch(another);
    await calm.fetch(one);
  }
  assertEquals(warnings.lines, []);
  using _production = production();
  const [open, starred] = two();
  await using quiet = createClient();
  await quiet.fetch(open);
  await quiet.fetch(starred);
  assertEquals(warnings.lines, []);
});

Deno.test("a Collection of a class of one's own has the same lists at each path, with a key and without, unless the library gave it its path [endpoint/EXT-7] [endpoint/RES-19]", () => {
  class Pile extends Collection<[typeof Issue]> {}
  const shared = [new Pile([Issue]), new Pile([Issue], { key: "pile" })];
  for (const schema of shared) {
    const open = new RestEndpoint({ path: "/issues/open", schema });
    assertStrictEquals(open.extend({ path: "/issues/starred" }).schema, schema);
  }
  const plain = new RestEndpoint({
    path: "/issues/open",
    schema: new Collection([Issue]),
  });
  const starred = plain.extend({ path: "/issues/starred" }).schema;
  assert(starred !== plain.schema);
  const ownPath = new Pile([Issue]) as unknown as {
    ofPath(path: string): { forPath(path: string): object };
  };
  const moved = ownPath.ofPath("/issues/open").forPath("/issues/starred");
  assert(moved !== ownPath);
  assertInstanceOf(moved, Pile);
});
