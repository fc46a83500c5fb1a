import {
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { RestEndpoint } from "./untyped.ts";
import { RecordingServer } from "./recording_server.ts";

const path = "/v";

Deno.test("without a method side effect and body decide it [endpoint/MTH-1]", () => {
  assertEquals(new RestEndpoint({ path }).method, "GET");
  assertEquals(new RestEndpoint({ path, sideEffect: true }).method, "POST");
  assertEquals(new RestEndpoint({ path, body: {} }).method, "POST");
  assertEquals(new RestEndpoint({ path, body: undefined }).method, "GET");
  assertEquals(new RestEndpoint({ path, sideEffect: false }).method, "GET");
  assertEquals(
    new RestEndpoint({ path }).extend({ sideEffect: true }).method,
    "POST",
  );
  class Mutation extends RestEndpoint {
    override sideEffect = true as const;
  }
  assertEquals(new Mutation({ path }).method, "POST");
});

Deno.test("an explicit side effect wins and stays [endpoint/MTH-3]", () => {
  const read = new RestEndpoint({ path, method: "POST", sideEffect: false });
  assertStrictEquals(read.sideEffect, false);
  const children = [
    read.extend({ path: "/b" }),
    read.extend({ searchParams: {} as { q: string } }),
    read.extend({ body: {} as { q: string } }),
  ];
  for (const child of children) {
    assertStrictEquals(child.sideEffect, false);
    assertEquals(child.method, "POST");
  }
  const mutation = new RestEndpoint({ path, method: "GET", sideEffect: true });
  assertStrictEquals(mutation.sideEffect, true);
  assertEquals(mutation.method, "GET");
});

Deno.test("a missing parameter says that the only argument was taken as the body [endpoint/MTH-6]", async () => {
  const update = new RestEndpoint({ path: "/v/:id", method: "PUT" });
  // deno-lint-ignore no-explicit-any -- the types forbid this
  const call = update as any;
  const error = await assertRejects(
    () => call({ id: 1 }),
    TypeError,
    "Missing parameter id",
  );
  assertEquals(
    error.message.includes("A single argument is taken as the body"),
    true,
  );
  assertThrows(
    () => call.key({ id: 1 }),
    TypeError,
    "A single argument is taken as the body",
  );
  const other = await assertRejects(() => call({ no: 1 }, {}), TypeError);
  assertEquals(other.message.includes("taken as the body"), false);
});

Deno.test("another method brings its own side effect [endpoint/MTH-7] [endpoint/EXT-2]", () => {
  const read = new RestEndpoint({ path, method: "POST", sideEffect: false });
  assertStrictEquals(read.extend({ method: "PUT" }).sideEffect, true);
  const get = read.extend({ method: "GET" });
  assertStrictEquals(get.sideEffect, undefined);
  assertStrictEquals(get.extend({ method: "DELETE" }).sideEffect, true);
  assertStrictEquals(
    read.extend({ method: "PUT", sideEffect: false }).sideEffect,
    false,
  );
});

Deno.test("methods are known in any case and sent in upper case [endpoint/MTH-9]", async () => {
  await using server = new RecordingServer();
  const urlPrefix = server.origin;
  const get = new RestEndpoint({ path, urlPrefix, method: "get" });
  assertStrictEquals(get.sideEffect, undefined);
  assertEquals(get.key({ q: 1 }), `GET ${urlPrefix}/v?q=1`);
  assertEquals(get.testKey(get.key()), true);
  await get();
  assertEquals(server.last.method, "GET");
  const patch = new RestEndpoint({ path, urlPrefix, method: "patch" });
  assertStrictEquals(patch.sideEffect, true);
  await patch({ a: 1 });
  assertEquals([server.last.method, server.last.body], ["PATCH", '{"a":1}']);
  const head = new RestEndpoint({ path, urlPrefix, method: "head" });
  assertStrictEquals(await head({ q: 1 }), null);
  assertEquals([server.last.method, server.last.address], ["HEAD", "/v?q=1"]);
});

Deno.test("a field of a subclass is as good as the option [endpoint/MTH-10]", async () => {
  await using server = new RecordingServer();
  class Create extends RestEndpoint {
    override method = "POST" as const;
  }
  const create = new Create({ path, urlPrefix: server.origin });
  assertStrictEquals(create.sideEffect, true);
  await create({ a: 1 });
  assertEquals([server.last.method, server.last.body], ["POST", '{"a":1}']);
  const update = create.extend({ method: "PUT" });
  assertEquals(update.method, "PUT");
  assertEquals(update.extend({ path: "/b" }).method, "PUT");
  assertStrictEquals(create.extend({ method: "GET" }).sideEffect, undefined);
});

Deno.test("an assignment is as good as the option [endpoint/MTH-2] [endpoint/MTH-3]", () => {
  const endpoint = new RestEndpoint({ path });
  Object.assign(endpoint, { method: "PUT" });
  assertStrictEquals(endpoint.sideEffect, true);
  Object.assign(endpoint, { sideEffect: false });
  assertStrictEquals(endpoint.sideEffect, false);
  const child = endpoint.extend({ path: "/b" });
  assertEquals([child.method, child.sideEffect], ["PUT", false]);
});
