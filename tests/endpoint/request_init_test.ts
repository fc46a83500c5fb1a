/**
 * What is sent, hook by hook. Of the headers these were tried: every method and
 * kind of body with and without a payload, payloads that JSON leaves nothing of,
 * each `content`, headers of `requestInit` and of `getHeaders` in every form and
 * spelling, GraphQL (graphql_test.ts), real servers (../servers_test.ts) and another
 * origin in a browser (../browser/origins_test.ts).
 *
 * @module
 */
import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { RestEndpoint } from "./untyped.ts";
import { RecordingServer } from "./recording_server.ts";
import { spyOnConsole } from "./spies.ts";

const post = new RestEndpoint({ path: "/v", method: "POST" });
const accept = { Accept: "application/json, */*" };
const json = { ...accept, "Content-Type": "application/json" };

Deno.test("the init is requestInit, method, signal, body and headers [endpoint/INI-1]", async () => {
  const { signal } = new AbortController();
  const endpoint = post.extend({
    method: "PUT",
    requestInit: {
      credentials: "include",
      method: "PATCH",
      body: "old",
      headers: { a: "1" },
    },
    signal,
  });
  const init = await endpoint.getRequestInit({ x: 1 });
  assertStrictEquals(init.signal, signal);
  assertEquals({ ...init, signal: undefined }, {
    credentials: "include",
    method: "PUT",
    signal: undefined,
    body: '{"x":1}',
    headers: { a: "1", ...json },
  });
  assertStrictEquals((await endpoint.getRequestInit()).body, undefined);
});

Deno.test("the signal is that of the endpoint, else that of requestInit [endpoint/INI-2]", async () => {
  const own = new AbortController().signal;
  const shared = new AbortController().signal;
  const endpoint = post.extend({ requestInit: { signal: shared } });
  assertStrictEquals((await endpoint.getRequestInit()).signal, shared);
  assertStrictEquals(
    (await endpoint.extend({ signal: own }).getRequestInit()).signal,
    own,
  );
  assertStrictEquals((await post.getRequestInit()).signal, undefined);
});

Deno.test("data is sent as JSON [endpoint/INI-3] [endpoint/INI-5]", async () => {
  class Vessel {
    id = "7";
    toString(): string {
      return "no JSON";
    }
  }
  const bodies: [unknown, string][] = [
    [{ a: [1] }, '{"a":[1]}'],
    [[{ a: 1 }, 2], '[{"a":1},2]'],
    [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    [new Vessel(), '{"id":"7"}'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [5, "5"],
    [0, "0"],
    [true, "true"],
    [false, "false"],
  ];
  for (const [body, text] of bodies) {
    const init = await post.getRequestInit(body);
    assertEquals(init.body, text);
    assertEquals(init.headers, json);
  }
});

Deno.test("what fetch can send by itself is left to it, without a content type [endpoint/INI-4] [endpoint/INI-5]", async () => {
  const bodies = [
    "text",
    new FormData(),
    new Blob(["x"]),
    new File(["x"], "x"),
    new URLSearchParams("a=1"),
    new ArrayBuffer(2),
    new Uint8Array(2),
    new DataView(new ArrayBuffer(2)),
    new ReadableStream(),
  ];
  for (const body of bodies) {
    const init = await post.getRequestInit(body);
    assertStrictEquals(init.body, body);
    assertEquals(init.headers, accept);
  }
});

Deno.test("the form of React Native, which has no tag, is a form [endpoint/INI-4]", async () => {
  const original = globalThis.FormData;
  class NativeForm {
    _parts: unknown[] = [];
  }
  globalThis.FormData = NativeForm as unknown as typeof FormData;
  try {
    const body = new NativeForm();
    assertStrictEquals((await post.getRequestInit(body)).body, body);
  } finally {
    globalThis.FormData = original;
  }
});

Deno.test("a request asks for JSON, unless something else is read [endpoint/INI-12]", async () => {
  await using server = new RecordingServer();
  const options = { path: "/v", urlPrefix: server.origin };
  const accepted = async (more: Record<string, unknown>) => {
    await new RestEndpoint({ ...options, ...more })();
    return server.last.headers.get("accept");
  };
  const own = "text/csv";
  for (
    const [more, expected] of [
      [{}, accept.Accept],
      [{ content: "json" }, accept.Accept],
      [{ method: "POST" }, accept.Accept],
      [{ method: "DELETE" }, accept.Accept],
      [{ content: "blob" }, "*/*"],
      [{ content: "text" }, "*/*"],
      [{ content: "arrayBuffer" }, "*/*"],
      [{ content: "stream" }, "*/*"],
      [{ requestInit: { headers: { accept: own } } }, own],
      [{ requestInit: { headers: [["ACCEPT", own]] } }, own],
      [{ getHeaders: (all: HeadersInit) => ({ ...all, accept: own }) }, own],
      [{ getHeaders: () => new Headers({ accept: own }) }, own],
      [{ getHeaders: () => ({}) }, "*/*"],
    ] as const
  ) assertEquals(await accepted(more), expected, JSON.stringify(more));
});

Deno.test("a read has no header that another origin would have to allow [endpoint/INI-5] [endpoint/INI-12]", async () => {
  // of the Fetch standard, "CORS-safelisted request-header"
  const safelisted = /^accept(-language)?$|^content-language$/;
  for (const method of ["GET", "HEAD"]) {
    const endpoint = new RestEndpoint({ path: "/v", method });
    const { headers } = await endpoint.getRequestInit();
    for (const [name, value] of new Headers(headers)) {
      assert(safelisted.test(name), name);
      // deno-lint-ignore no-control-regex -- of the same standard
      assertFalse(/[\0-\x08\x10-\x1f"():<>?@[\\\]{}\x7f]/.test(value), value);
    }
  }
});

Deno.test("a content type of requestInit stays the only one, in any spelling [endpoint/INI-6]", async () => {
  const spellings: HeadersInit[] = [
    { "content-type": "application/vnd.api+json" },
    { "CONTENT-TYPE": "application/vnd.api+json" },
    new Headers({ "Content-Type": "application/vnd.api+json" }),
    [["Content-type", "application/vnd.api+json"]],
  ];
  for (const headers of spellings) {
    const endpoint = post.extend({ requestInit: { headers } });
    const init = await endpoint.getRequestInit({});
    assertEquals(Object.values(init.headers!), [
      accept.Accept,
      "application/vnd.api+json",
    ]);
  }
});

Deno.test("of two spellings in requestInit the last one counts [endpoint/INI-7]", async () => {
  const seen: unknown[] = [];
  const endpoint = post.extend({
    requestInit: { headers: { "x-own": "1", a: "1", "X-Own": "2" } },
    getHeaders(headers: HeadersInit) {
      seen.push(headers);
      return headers;
    },
  });
  const { headers } = await endpoint.getRequestInit("text");
  assertEquals(seen, [{ ...accept, "X-Own": "2", a: "1" }]);
  assertEquals(headers, { ...accept, "X-Own": "2", a: "1" });
});

Deno.test("getHeaders runs once, may wait, and what it returns is used as it is [endpoint/INI-8]", async () => {
  await using server = new RecordingServer();
  let runs = 0;
  const result = new Headers({ "X-CSRF": "token" });
  const endpoint = post.extend({
    urlPrefix: server.origin,
    async getHeaders(headers: HeadersInit): Promise<HeadersInit> {
      runs++;
      await Promise.resolve();
      return this.method === "GET" ? headers : result;
    },
  });
  await endpoint({ a: 1 });
  assertEquals(runs, 1);
  assertEquals(server.last.headers.get("x-csrf"), "token");
  assertStrictEquals((await endpoint.getRequestInit({})).headers, result);
  await endpoint.extend({ method: "GET" })();
  assertFalse(server.last.headers.has("x-csrf"));
  assertEquals(server.last.headers.get("accept"), accept.Accept);
  const failing = endpoint.extend({
    getHeaders: () => Promise.reject(new RangeError("no token")),
  });
  await assertRejects(() => failing({}), RangeError, "no token");
  assertEquals(server.requests.length, 2);
});

Deno.test("getRequestInit gets the body as it was given and decides what is serialized [endpoint/INI-9]", async () => {
  await using server = new RecordingServer();
  const seen: unknown[] = [];
  class Renaming extends RestEndpoint {
    override async getRequestInit(body?: unknown): Promise<RequestInit> {
      seen.push(body);
      return await super.getRequestInit(
        body && !(body instanceof FormData) ? { wrapped: body } : body,
      );
    }
  }
  const create = new Renaming({
    path: "/v",
    urlPrefix: server.origin,
    method: "POST",
  });
  const body = { a: 1 };
  await create(body);
  assertStrictEquals(seen[0], body);
  assertEquals(server.last.body, '{"wrapped":{"a":1}}');
  const form = new FormData();
  await create(form);
  assertStrictEquals(seen[1], form);
  await create.extend({ method: "GET" })({ q: 1 });
  assertStrictEquals(seen[2], undefined);
  assertEquals(server.last.address, "/v?q=1");
});

Deno.test("a body that is text already gets no JSON header [endpoint/INI-9a]", async () => {
  await using server = new RecordingServer();
  class Xml extends RestEndpoint {
    override async getRequestInit(
      body?: { name: string },
    ): Promise<RequestInit> {
      return await super.getRequestInit(body && `<name>${body.name}</name>`);
    }
    override getHeaders(headers: HeadersInit): HeadersInit {
      return { ...headers, "Content-Type": "application/xml" };
    }
  }
  const create = new Xml({
    path: "/v",
    urlPrefix: server.origin,
    method: "POST",
  });
  await create({ name: "Ada" });
  assertEquals(server.last.body, "<name>Ada</name>");
  assertEquals(server.last.headers.get("content-type"), "application/xml");
  assertEquals((await post.getRequestInit("<a/>")).headers, accept);
});

Deno.test("extend replaces requestInit as a whole [endpoint/INI-10]", async () => {
  const parent = post.extend({
    requestInit: { credentials: "include", headers: { a: "1" } },
  });
  const child = parent.extend({ requestInit: { headers: { b: "2" } } });
  const init = await child.getRequestInit("text");
  assertEquals(init.headers, { ...accept, b: "2" });
  assertFalse("credentials" in init);
});

Deno.test("aborting rejects with the error of the platform [endpoint/INI-11]", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const { promise: answer, resolve: release } = Promise.withResolvers<
    Response
  >();
  await using server = new RecordingServer(() => {
    resolve();
    return answer;
  });
  const controller = new AbortController();
  const endpoint = new RestEndpoint({
    path: "/v",
    urlPrefix: server.origin,
    signal: controller.signal,
  });
  const result = endpoint();
  await asked;
  controller.abort();
  const error = await assertRejects(() => result, DOMException);
  release(new Response());
  assertEquals(error.name, "AbortError");
  assertFalse("status" in error);
});

Deno.test("an own reason for aborting is not changed either [endpoint/INI-11]", async () => {
  await using server = new RecordingServer();
  const controller = new AbortController();
  const reason = new TypeError("left the page");
  controller.abort(reason);
  const endpoint = new RestEndpoint({
    path: "/v",
    urlPrefix: server.origin,
    signal: controller.signal,
  });
  const error = await assertRejects(() => endpoint());
  assertStrictEquals(error, reason);
  assertFalse("status" in reason);
});

Deno.test("a reason that stops the reading of a body is not changed either [endpoint/INI-11]", async () => {
  await using server = new RecordingServer(() =>
    new Response(new ReadableStream(), {
      headers: { "content-type": "text/json" },
    })
  );
  const reason = new TypeError("left the page");
  for (const name of ["signal", "requestInit"]) {
    const controller = new AbortController();
    const { signal } = controller;
    const endpoint = new RestEndpoint({
      path: "/v",
      urlPrefix: server.origin,
      ...(name === "signal" ? { signal } : { requestInit: { signal } }),
      parseResponse(this: { signal: AbortSignal }, response: Response) {
        const value = RestEndpoint.prototype.parseResponse.call(this, response);
        controller.abort(reason);
        return value;
      },
    });
    const error = await assertRejects(() => endpoint());
    assertStrictEquals(error, reason);
    assertEquals([reason.message, "status" in reason], [
      "left the page",
      false,
    ]);
  }
});

Deno.test("a stream is sent as it is, on platforms that want to be told so too [endpoint/INI-4]", async () => {
  await using server = new RecordingServer();
  const endpoint = post.extend({ urlPrefix: server.origin });
  const init = await endpoint.getRequestInit(new ReadableStream());
  assertEquals((init as { duplex?: string }).duplex, "half");
  assertFalse("duplex" in await endpoint.getRequestInit(new Blob()));
  await endpoint(new Blob(["a long ", "story"]).stream());
  assertEquals(server.last.body, "a long story");
});

Deno.test("a header value that would end its line is refused and not sent [endpoint/INI-8]", async () => {
  await using server = new RecordingServer();
  for (const value of ["a\r\nX-Evil: 1", "a\nb", "a\u0000b", "日本"]) {
    const endpoint = new RestEndpoint({
      path: "/v",
      urlPrefix: server.origin,
      getHeaders: (headers: HeadersInit) => ({ ...headers, "X-Value": value }),
    });
    await assertRejects(() => endpoint(), TypeError);
  }
  assertEquals(server.requests, []);
});

Deno.test("a body that JSON cannot hold rejects the call [endpoint/RST-5]", async () => {
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  await assertRejects(() => post(cyclic), TypeError);
  await assertRejects(() => post({ big: 1n }), TypeError);
});

Deno.test("an override that does not await what it builds on is told so [endpoint/RST-4]", async () => {
  class Hasty extends RestEndpoint {
    override getRequestInit(body?: unknown): RequestInit {
      return { ...super.getRequestInit(body), credentials: "include" };
    }
  }
  await using server = new RecordingServer();
  const options = { urlPrefix: server.origin, path: "/v" };
  using warn = spyOnConsole("warn");
  await new RestEndpoint({ ...options, method: "POST" })({ x: 1 });
  await new Hasty(options)();
  assertEquals(warn.lines, []);
  await new Hasty({ ...options, method: "POST" })({ x: 1 });
  assertEquals(server.requests.map(({ method }) => method), [
    "POST",
    "GET",
    "GET",
  ]);
  assertEquals(warn.lines.length, 1);
  assert(warn.lines[0]!.includes("POST"));
  assert(warn.lines[0]!.includes("await super.getRequestInit(body)"));
});

Deno.test("whoever sends requests in another way may leave the method out of the init [endpoint/RST-4]", async () => {
  const sent: unknown[] = [];
  class Sending extends RestEndpoint {
    override getRequestInit(body?: unknown): RequestInit {
      return { body: JSON.stringify(body) };
    }
    override fetchResponse(_input: unknown, { body }: RequestInit) {
      sent.push([this.method, body]);
      return Promise.resolve(Response.json({}));
    }
  }
  using warn = spyOnConsole("warn");
  await new Sending({ path: "/v", method: "POST" })({ x: 1 });
  assertEquals(sent, [["POST", '{"x":1}']]);
  assertEquals(warn.lines, []);
});
