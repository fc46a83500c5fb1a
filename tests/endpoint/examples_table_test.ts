import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import {
  type ReferenceServer,
  startReferenceServer,
} from "../../examples/reference_server.ts";
import {
  All,
  type Client,
  Collection,
  createClient,
  Entity,
  resource,
  RestEndpoint,
  Scalar,
  Union,
} from "../../mod.ts";
import { spyOnConsole } from "./spies.ts";

class User extends Entity {
  id = "";
  name = "";
}

abstract class FeedItem extends Entity {
  id = 0;
  abstract type: "link" | "post";
}

class Link extends FeedItem {
  type = "link" as const;
  url = "";
  title = "";
  static override key = "Link";
}

class Post extends FeedItem {
  type = "post" as const;
  content = "";
  static override key = "Post";
}

/** Gives a test a started server and a client of its own. */
function withServer(
  run: (server: ReferenceServer, client: Client) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const server = startReferenceServer();
    try {
      using client = createClient();
      await run(server, client);
    } finally {
      await server.close();
    }
  };
}

function lastRequest({ requests }: ReferenceServer): string {
  const { method, path } = requests.at(-1)!;
  return `${method} ${path}`;
}

Deno.test(
  "all users, of whatever endpoint [endpoint/TBL-1]",
  withServer(async (server, client) => {
    const urlPrefix = server.url;
    const getUsers = new RestEndpoint({
      urlPrefix,
      path: "/users",
      schema: new All(User),
    });
    const users = await client.fetch(getUsers);
    assertEquals(lastRequest(server), "GET /users");
    assertEquals(users.map(({ name }) => name), [
      "Ada Lovelace",
      "Grace Hopper",
    ]);
    assertInstanceOf(users[0], User);
    client.set(User, { id: "9" }, { id: "9", name: "Elsewhere" });
    assertEquals(client.read(getUsers).data?.map(({ id }) => id), [
      "1",
      "2",
      "9",
    ]);
  }),
);

Deno.test(
  "a created user is among all users [endpoint/TBL-2]",
  withServer(async (server, client) => {
    const urlPrefix = server.url;
    const getUsers = new RestEndpoint({
      urlPrefix,
      path: "/users",
      schema: new All(User),
    });
    const createUser = new RestEndpoint({
      urlPrefix,
      path: "/users",
      method: "POST",
      body: {} as { id: string; name: string },
      schema: User,
    });
    await client.fetch(getUsers);
    const user = await client.fetch(createUser, { id: "7", name: "B" });
    assertEquals(lastRequest(server), "POST /users");
    assertEquals(server.requests.at(-1)!.body, '{"id":"7","name":"B"}');
    assertInstanceOf(user, User);
    assertEquals([user.id, user.name], ["7", "B"]);
    await client.allSettled();
    assertEquals(client.read(getUsers).data?.map(({ id }) => id), [
      "1",
      "2",
      "7",
    ]);
  }),
);

const kindsOf = (items: readonly unknown[]) =>
  items.map((item) =>
    item instanceof Link
      ? `link ${item.id}`
      : item instanceof Post
      ? `post ${item.id}`
      : `${(item as { type: string }).type} as it was`
  );

Deno.test(
  "a feed of several kinds; an unknown one is as it was [endpoint/TBL-3]",
  withServer(async (server, client) => {
    using _warnings = spyOnConsole("warn");
    const getFeed = new RestEndpoint({
      urlPrefix: server.url,
      path: "/feed",
      schema: new All({ link: Link, post: Post }, "type"),
    });
    const feed = await client.fetch(getFeed);
    assertEquals(lastRequest(server), "GET /feed");
    assertEquals(
      new Set(kindsOf(feed)),
      new Set(["link 1", "link 4", "post 2"]),
    );
    const raw = await getFeed();
    const list = new RestEndpoint({
      urlPrefix: server.url,
      path: "/feed",
      name: "list",
      schema: [new Union({ link: Link, post: Post }, "type")],
    });
    const unknown = (await client.fetch(list)).at(2);
    assertEquals(unknown as unknown, raw[2]);
    assertEquals((unknown as { type: string }).type, "ad");
  }),
);

Deno.test(
  "the kind can be computed [endpoint/TBL-4]",
  withServer(async (server, client) => {
    using _warnings = spyOnConsole("warn");
    const seen: unknown[][] = [];
    const getFeed = new RestEndpoint({
      urlPrefix: server.url,
      path: "/feed",
      schema: new All(
        { links: Link, posts: Post },
        (value: { type: "link" | "post" }, parent, key) => {
          seen.push([parent, key]);
          return `${value.type}s` as const;
        },
      ),
    });
    const feed = await client.fetch(getFeed);
    assertEquals(
      new Set(kindsOf(feed)),
      new Set(["link 1", "link 4", "post 2"]),
    );
    assert(seen.length > 0);
  }),
);

Deno.test(
  "a list of several kinds keeps its order [endpoint/TBL-5]",
  withServer(async (server, client) => {
    using _warnings = spyOnConsole("warn");
    const getFeed = new RestEndpoint({
      urlPrefix: server.url,
      path: "/feed",
      schema: [new Union({ link: Link, post: Post }, "type")],
    });
    assertEquals(kindsOf(await client.fetch(getFeed)), [
      "link 1",
      "post 2",
      "ad as it was",
      "link 4",
    ]);
  }),
);

class Company extends Entity {
  id = "";
  name = "";
  price = 0;
  pct_equity = 0;
  shares = 0;
}

const portfolioScalar = new Scalar({
  lens: (args) => args[0]?.portfolio,
  key: "portfolio",
  entity: Company,
});
Company.schema = { pct_equity: portfolioScalar, shares: portfolioScalar };

function companies(urlPrefix: string) {
  const searchParams = {} as { portfolio: string };
  return {
    getCompanies: new RestEndpoint({
      urlPrefix,
      path: "/companies",
      searchParams,
      schema: new Collection([Company], { argsKey: () => ({}) }),
    }),
    getColumns: new RestEndpoint({
      urlPrefix,
      path: "/companies/columns",
      searchParams,
      schema: new Collection([portfolioScalar], {
        argsKey: ({ portfolio }: { portfolio: string }) => ({ portfolio }),
      }),
    }),
  };
}

Deno.test(
  "one list of companies serves all portfolios [endpoint/TBL-8]",
  withServer(async (server, client) => {
    const { getCompanies } = companies(server.url);
    const list = await client.fetch(getCompanies, { portfolio: "A" });
    assertEquals(lastRequest(server), "GET /companies?portfolio=A");
    assertInstanceOf(list[0], Company);
    assertEquals(list.map(({ shares }) => shares), [32, 10]);
    assertEquals(
      getCompanies.key({ portfolio: "B" }),
      `GET ${server.url}/companies?portfolio=B`,
    );
    const { data } = client.read(getCompanies, { portfolio: "B" });
    assertEquals(data?.map(({ name, shares }) => [name, shares]), [
      ["Analytical Engines", undefined],
      ["Difference Works", undefined],
    ] as unknown);
    assertEquals(server.requests.length, 1);
    const { entities } = client.getState().toJSON();
    assertEquals(entities["[Company]"], { "{}": ["1", "2"] });
  }),
);

Deno.test(
  "each portfolio has columns of its own [endpoint/TBL-9]",
  withServer(async (server, client) => {
    const { getCompanies, getColumns } = companies(server.url);
    await client.fetch(getCompanies, { portfolio: "A" });
    await client.fetch(getColumns, { portfolio: "B" });
    assertEquals(lastRequest(server), "GET /companies/columns?portfolio=B");
    const sharesOf = (portfolio: string) =>
      client.read(getCompanies, { portfolio }).data
        ?.map(({ shares }) => shares);
    assertEquals(sharesOf("A"), [32, 10]);
    assertEquals(sharesOf("B"), [16, 90]);
    await client.fetch(getColumns, { portfolio: "A" });
    const { entities } = client.getState().toJSON();
    assertEquals(Object.keys(entities["[Scalar(portfolio)]"]!).sort(), [
      '{"portfolio":"A"}',
      '{"portfolio":"B"}',
    ]);
  }),
);

Deno.test(
  "a resource gets one user, and can be extended by the current one [endpoint/TBL-10] [endpoint/TBL-11]",
  withServer(async (server, client) => {
    const UserResource = resource({
      urlPrefix: server.url,
      path: "/users/:id",
      schema: User,
    }).extend("current", { path: "/users/current" });
    const user = await client.fetch(UserResource.get, { id: "1" });
    assertEquals(lastRequest(server), "GET /users/1");
    assertInstanceOf(user, User);
    assertEquals(user.name, "Ada Lovelace");
    const current = await client.fetch(UserResource.current);
    assertEquals(lastRequest(server), "GET /users/current");
    assertInstanceOf(current, User);
  }),
);

class Todo extends Entity {
  id = "";
  userId = "";
  title = "";
  completed = false;
}

Deno.test(
  "a pushed item is in every list it matches [endpoint/TBL-12]",
  withServer(async (server, client) => {
    const TodoResource = resource({
      urlPrefix: server.url,
      path: "/todos/:id",
      schema: Todo,
      searchParams: {} as { userId?: string },
    });
    const { getList } = TodoResource;
    await client.fetch(getList);
    await client.fetch(getList, { userId: "1" });
    await client.fetch(getList, { userId: "2" });
    const created = await client.fetch(getList.push, {
      userId: "2",
      title: "Tape the moth",
      id: "44",
    });
    assertEquals(lastRequest(server), "POST /todos");
    assertEquals(
      JSON.parse(server.requests.at(-1)!.body),
      { userId: "2", title: "Tape the moth", id: "44" },
    );
    assertInstanceOf(created, Todo);
    await client.allSettled();
    const idsOf = (...args: [] | [{ userId: string }]) =>
      client.read(getList, ...args).data?.map(({ id }) => id);
    assertEquals(idsOf(), ["1", "2", "3", "44"]);
    assertEquals(idsOf({ userId: "1" }), ["1", "2"]);
    assertEquals(idsOf({ userId: "2" }), ["3", "44"]);
  }),
);
