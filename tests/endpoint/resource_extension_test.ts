import {
  assertEquals,
  assertInstanceOf,
  assertNotStrictEquals,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import {
  Collection,
  createClient,
  Endpoint,
  Entity,
  Invalidate,
  type Manager,
  NetworkManager,
  resource,
  Values,
} from "../../mod.ts";
import { RecordingServer } from "./recording_server.ts";

class User extends Entity {
  id = "";
  name = "";
}

const R = resource({
  urlPrefix: "https://h.test",
  path: "/users/:id",
  schema: User,
  getHeaders: (headers) => ({ ...headers, "X-Token": "t" }),
});

Deno.test("extend needs no this [endpoint/REX-1]", () => {
  const { extend } = R;
  // deno-lint-ignore no-explicit-any -- types ask for `this` only to keep what it knows
  const derived = (extend as any)("current", { path: "/users/current" });
  assertEquals(derived.current.key(), "GET https://h.test/users/current");
  assertEquals(derived.extend("a", { path: "/a" }).current, derived.current);
});

Deno.test("a name that exists is a member to change [endpoint/REX-2]", () => {
  const X = R.extend("get", { path: "/one/:id", dataExpiryLength: 5 });
  assertEquals(X.get.key({ id: 1 }), "GET https://h.test/one/1");
  assertEquals(X.get.dataExpiryLength, 5);
  assertEquals(X.get.name, "User.get");
  assertStrictEquals(X.get.schema, User);
  const Y = R.extend("update", { method: "PATCH" });
  assertEquals(Y.update.method, "PATCH");
  assertStrictEquals(Y.get, R.get);
});

Deno.test("a new name is a member derived from get [endpoint/REX-3]", async () => {
  const X = R.extend("current", { path: "/users/current" });
  assertStrictEquals(X.current.schema, User);
  assertEquals(X.current.method, "GET");
  assertEquals(X.current.urlPrefix, "https://h.test");
  assertEquals(X.current.name, "User.current");
  const { headers } = await X.current.getRequestInit();
  assertEquals(new Headers(headers).get("x-token"), "t");
  const named = R.extend("current", { path: "/me", name: "whoami" });
  assertEquals(named.current.name, "whoami");
});

Deno.test("several members are changed by an object [endpoint/REX-4]", () => {
  const X = R.extend({
    get: { dataExpiryLength: 5 },
    getList: { path: "/all" },
  });
  assertEquals(X.get.dataExpiryLength, 5);
  assertEquals(X.getList.key(), "GET https://h.test/all");
  assertStrictEquals(X.update, R.update);
});

Deno.test("a member that does not exist is reported [endpoint/REX-4]", () => {
  for (const name of ["nope", "extend", "toString"]) {
    const error = assertThrows(
      // @ts-expect-error no such member
      () => R.extend({ [name]: {} } as Record<"nope", object>),
      Error,
    );
    assertStringIncludes(error.message, name);
    assertStringIncludes(error.message, `extend("${name}", options)`);
  }
});

Deno.test("a function that returns nothing changes nothing [endpoint/REX-5]", () => {
  const X = R.extend(() => {});
  assertEquals(Object.keys(X), Object.keys(R));
  assertStrictEquals(X.get, R.get);
  assertStrictEquals(X.getList, R.getList);
});

Deno.test("members of the list follow it when it is changed [endpoint/REX-6]", () => {
  const schema = new Collection([User], { argsKey: () => ({ all: true }) });
  const options = { path: "/all", schema } as const;
  const forms = [
    R.extend("getList", options),
    R.extend({ getList: options }),
    R.extend((base) => ({ getList: base.getList.extend(options) })),
  ];
  for (const X of forms) {
    assertEquals(X.getList.push.key({ name: "x" }), "POST https://h.test/all");
    assertStrictEquals(X.getList.push.schema, schema.push);
    assertEquals(
      X.getList.move.key({ id: 1 }, {}),
      "PATCH https://h.test/users/1",
    );
    assertStrictEquals(X.get, R.get);
    assertStrictEquals(X.update, R.update);
    assertStrictEquals(X.partialUpdate, R.partialUpdate);
    assertStrictEquals(X.delete, R.delete);
  }
});

Deno.test("create follows the list until it is changed itself [endpoint/REX-7]", () => {
  const X = R.extend("getList", { path: "/all" });
  assertEquals(X.create.key({ name: "x" }), "POST https://h.test/all");
  assertEquals(X.create.name, "User.create");
  assertStrictEquals(X.create.schema, X.getList.schema.push);
  const pushing = R.extend((base) => ({
    create: base.getList.push,
    getList: base.getList.extend({ path: "/all" }),
  }));
  assertEquals(pushing.create.key({ name: "x" }), "POST https://h.test/all");
  const own = R.extend("create", { path: "/new" });
  assertEquals(own.create.key({ name: "x" }), "POST https://h.test/new");
  assertStrictEquals(own.create.schema, own.getList.schema.push);
  const named = own.extend("getList", { name: "list" });
  assertStrictEquals(named.create, own.create);
  const later = own.extend("getList", { path: "/all" });
  assertEquals(later.create.key({ name: "x" }), "POST https://h.test/new");
  assertStrictEquals(later.create.schema, later.getList.schema.push);
  const both = R.extend({
    create: { path: "/new" },
    getList: { path: "/all" },
  });
  assertEquals(both.create.key({ name: "x" }), "POST https://h.test/new");
  assertStrictEquals(both.create.schema, both.getList.schema.push);
  const other = R.extend("get", { dataExpiryLength: 5 });
  assertStrictEquals(other.create, R.create);
  assertNotStrictEquals<unknown>(X.create, R.create);
});

Deno.test("an added member reads an entity, or changes one [endpoint/REX-8] [endpoint/TBL-11]", async () => {
  await using server = new RecordingServer(() =>
    Response.json({ id: "7", name: "Ada" })
  );
  const Users = resource({
    urlPrefix: server.origin,
    path: "/users/:id",
    schema: User,
  })
    .extend("current", { path: "/users/current" })
    .extend("vote", {
      path: "/users/:id/vote",
      method: "POST",
      body: undefined,
    });
  using client = createClient();
  const current = await client.fetch(Users.current);
  assertInstanceOf(current, User);
  assertEquals(current.name, "Ada");
  assertEquals(
    [server.last.method, server.last.address],
    ["GET", "/users/current"],
  );
  assertEquals(Users.vote.sideEffect, true);
  const voted = await client.fetch(Users.vote, { id: 7 });
  assertInstanceOf(voted, User);
  assertEquals(
    [server.last.method, server.last.address, server.last.body],
    ["POST", "/users/7/vote", ""],
  );
});

Deno.test("a list of values can take the place of the list [endpoint/REX-6]", () => {
  const schema = new Collection(new Values(User));
  const X = R.extend("getList", { schema });
  assertStrictEquals(X.getList.assign.schema, schema.assign);
  assertStrictEquals(X.getList.remove.schema, schema.remove);
  assertInstanceOf(X.delete.schema, Invalidate);
});

Deno.test("endpoints are known by the names that they have in the resource, in logs as well [endpoint/RES-3] [endpoint/REX-3] [endpoint/REX-5]", async () => {
  const X = R.extend((base) => ({
    rename: base.get.extend({
      path: "/users/:id/name",
      method: "POST",
      body: undefined,
    }),
    invite: base.getList.push.extend({ path: "/invitations" }),
    page: base.getList.paginated("page"),
    same: base.get,
    named: base.get.extend({ name: "whoami" }),
    ask: new Endpoint(() => Promise.resolve(""), { name: "ask" }),
    feed: getFeed.extend({ dataExpiryLength: 5 }),
    update: base.update.extend({ path: "/users/:id/all" }),
  })).extend("remind", { path: "/users/:id/remind" });
  const names = Object.entries(X).flatMap(([member, endpoint]) =>
    member === "extend" ? [] : [`${member}: ${endpoint.name}`]
  );
  assertEquals(names, [
    "get: User.get",
    "getList: User.getList",
    "create: User.create",
    "update: User.update",
    "partialUpdate: User.partialUpdate",
    "delete: User.delete",
    "rename: User.rename",
    "invite: User.invite",
    "page: User.getList.getPage",
    "same: User.get",
    "named: whoami",
    "ask: ask",
    // those of others keep theirs, which may be part of their key
    "feed: getFeed",
    "remind: User.remind",
  ]);
  assertEquals([R.getList.push.name, R.get.name], [
    "User.getList.create",
    "User.get",
  ]);

  const log: string[] = [];
  const logger: Manager = {
    middleware: () => (next) => (action) => {
      if ("endpoint" in action && action.endpoint) {
        log.push(
          `${action.type} ${(action.endpoint as { name: string }).name}`,
        );
      }
      return next(action);
    },
    cleanup() {},
  };
  await using client = createClient({
    managers: [logger, new NetworkManager()],
  });
  const answering = {
    fetchResponse: () => Promise.resolve(Response.json({ id: "1" })),
  };
  await client.fetch(X.create.extend(answering), { name: "Ada" });
  await client.fetch(X.rename.extend(answering), { id: "1" });
  assertEquals(log, [
    "rdc/fetch User.create",
    "rdc/setresponse User.create",
    "rdc/fetch User.rename",
    "rdc/setresponse User.rename",
  ]);
});

const getFeed = new Endpoint(function getFeed(_: { page: number }) {
  return Promise.resolve("");
});
