/**
 * A list inside an entity and the list of a resource with equal arguments are
 * one list. Tried as well: several paths, paths without a resource, a list that
 * the application set, previews, numbers and texts, writes through either.
 */
import { assertEquals } from "@std/assert";
import {
  type Client,
  Collection,
  createClient,
  Entity,
  resource,
  RestEndpoint,
} from "../../mod.ts";
import { settled } from "./list_server.ts";

/** Classes and endpoints that no other test knows. */
// deno-lint-ignore explicit-module-boundary-types -- inferred, as in an application
function application(shown: readonly string[] = ["1", "2", "3"]) {
  class Todo extends Entity {
    id = "";
    userId = "";
  }
  class User extends Entity {
    id = "";
    todos: Todo[] = [];
    static override schema = {
      todos: new Collection([Todo], {
        nestKey: ({ id }: { id: string }) => ({ userId: id }),
      }),
    };
  }
  const asked: string[] = [];
  const todos = resource({
    path: "/todos/:id",
    schema: Todo,
    searchParams: {} as { userId?: string | number } | undefined,
    fetchResponse(url: string) {
      asked.push(url);
      const rows = shown.map((id) => ({ id, userId: "7" }));
      return Promise.resolve(Response.json(rows));
    },
  });
  const getUser = new RestEndpoint({ path: "/users/:id", schema: User });
  return { ...todos, Todo, User, getUser, asked };
}

type App = ReturnType<typeof application>;
const userId = "7";
const embedded = {
  id: userId,
  todos: [{ id: "1", userId }, { id: "2", userId }],
};

const plain = (client: Client, { getList }: App, args = { userId: 7 }) =>
  client.read(getList, args).data?.map(({ id }) => id).join("");
const nested = (client: Client, { User }: App) =>
  client.get(User, { id: userId })?.todos.map(({ id }) => id).join("");

Deno.test("a list inside an entity is the list of the resource with equal arguments, and what is added to one is in both [schema/COL-15] [schema/COL-74]", async () => {
  const app = application();
  await using client = createClient();
  await client.setResponse(app.getUser, { id: userId }, embedded as never);
  assertEquals([plain(client, app), nested(client, app)], ["12", "12"]);
  await client.setResponse(app.create, { userId }, { id: "9", userId });
  assertEquals([plain(client, app), nested(client, app)], ["129", "129"]);
  await client.setResponse(app.delete, { id: "1" }, { id: "1" } as never);
  assertEquals([plain(client, app), nested(client, app)], ["29", "29"]);
  await client.setResponse(app.getList, { userId }, [{ id: "2", userId }]);
  assertEquals([plain(client, app), nested(client, app)], ["2", "2"]);
});

Deno.test("it may be a preview: a read of the list shows it, and requests the list in the background, once [schema/COL-74]", async () => {
  const app = application();
  await using client = createClient();
  await client.setResponse(app.getUser, { id: userId }, embedded as never);
  const told: unknown[] = [];
  const stop = client.subscribe(app.getList, [{ userId }], ({ data }) => {
    told.push(data?.map(({ id }) => id).join(""));
  });
  await settled();
  assertEquals(told, ["12", "123"]);
  assertEquals(app.asked, ["/todos?userId=7"]);
  stop();
  client.subscribe(app.getList, [{ userId }], () => {});
  await settled();
  assertEquals(app.asked.length, 1);
  assertEquals(nested(client, app), "123");
  // what has all that the list had says nothing else; a part of it is asked about
  const all = ["1", "2", "3", "4"].map((id) => ({ id, userId }));
  for (const todos of [all, embedded.todos]) {
    const asked = app.asked.length;
    const brought = { id: userId, todos };
    await client.setResponse(app.getUser, { id: userId }, brought as never);
    await settled();
    assertEquals(app.asked.length - asked, todos === all ? 0 : 1);
    assertEquals(plain(client, app), todos === all ? "1234" : "123");
  }
});

Deno.test("where entities bring parts of a list, that is requested, and not they [schema/COL-74]", async () => {
  const app = application();
  const asked: string[] = [];
  await using client = createClient();
  client.subscribe(app.getList, [{ userId }], () => {});
  for (const id of ["1", "2"]) {
    const getPart = new RestEndpoint({
      path: `/parts/${id}`,
      schema: app.User,
      fetchResponse(url) {
        asked.push(`${url}`);
        const part = { id: userId, todos: [{ id, userId }] };
        return Promise.resolve(Response.json(part));
      },
    });
    client.subscribe(getPart, [], () => {});
  }
  await settled();
  await settled();
  assertEquals(asked, ["/parts/1", "/parts/2"]);
  assertEquals(plain(client, app), "123");
});

Deno.test("a read of the entity asks for nothing, and a list that the application set is no preview [schema/COL-74]", async () => {
  const app = application();
  await using client = createClient();
  await client.set(app.User, { id: userId }, embedded as never);
  assertEquals(client.read(app.getUser, { id: userId }).data?.todos.length, 2);
  client.subscribe(app.getUser, [{ id: userId }], () => {}, { fetch: true });
  const other = { userId: "8" };
  await client.set(app.getList.schema, other as never, [] as never);
  client.subscribe(app.getList, [other], () => {});
  await settled();
  assertEquals(app.asked, []);
});

Deno.test("where several paths list an entity, only a shared Collection joins lists [schema/COL-74]", async () => {
  const app = application();
  const getMine = app.getList.extend({
    path: "/todos/mine",
    searchParams: {} as { userId?: string },
  });
  await using client = createClient();
  await client.setResponse(app.getUser, { id: userId }, embedded as never);
  assertEquals(plain(client, app), undefined);
  assertEquals(client.read(getMine, { userId }).data, undefined);
  const getTodos = new RestEndpoint({
    path: "/users/:userId/todos",
    schema: app.User.schema.todos,
  });
  assertEquals(
    client.read(getTodos, { userId }).data?.map(({ id }) => id),
    ["1", "2"],
  );
});

Deno.test("two paths without a list inside an entity stay two lists [schema/COL-18]", async () => {
  const { getList } = application();
  const getMine = getList.extend({
    path: "/todos/mine",
    searchParams: {} as { userId?: string },
  });
  await using client = createClient();
  await client.setResponse(getList, { userId }, [{ id: "1", userId }]);
  assertEquals(client.read(getMine, { userId }).data, undefined);
});
