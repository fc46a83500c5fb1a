import {
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { NetworkError } from "../../endpoint/mod.ts";
import { Endpoint, RestEndpoint } from "./untyped.ts";
import { RecordingServer } from "./recording_server.ts";
import { replaceFetch } from "./spies.ts";

Deno.test("a RestEndpoint is an Endpoint [endpoint/RST-1]", () => {
  const endpoint = new RestEndpoint({ path: "/vessels/:id" });
  assertInstanceOf(endpoint, RestEndpoint);
  assertInstanceOf(endpoint, Endpoint);
  assertInstanceOf(endpoint, Function);
});

Deno.test("a missing path is reported as such [endpoint/RST-1]", async () => {
  for (const options of [undefined, {}, { path: undefined }, { path: 5 }]) {
    // deno-lint-ignore no-explicit-any -- the types forbid this
    const endpoint = new RestEndpoint(options as any);
    for (
      const use of [
        () => endpoint.url(),
        () => endpoint.key(),
        () => endpoint.testKey("GET /"),
      ]
    ) {
      assertThrows(use, TypeError, "`path` is required");
    }
    await assertRejects(() => endpoint(), TypeError, "`path` is required");
  }
});

Deno.test("one call runs the hooks in order, each with what the one before it gave [endpoint/RST-2]", async () => {
  await using server = new RecordingServer(() =>
    Response.json({ saved: true })
  );
  const steps: unknown[] = [];
  class Traced extends RestEndpoint {
    override url(parameters?: unknown): string {
      steps.push(["url", parameters]);
      return super.url(parameters);
    }
    override searchToString(entries: Record<string, unknown>): string {
      steps.push(["searchToString", entries]);
      return super.searchToString(entries);
    }
    override async getRequestInit(body?: unknown): Promise<RequestInit> {
      steps.push(["getRequestInit", body]);
      return await super.getRequestInit(body);
    }
    override getHeaders(headers: HeadersInit): HeadersInit {
      steps.push(["getHeaders", headers]);
      return { ...headers, "X-Trace": "1" };
    }
    override async fetchResponse(
      input: RequestInfo,
      init: RequestInit,
    ): Promise<Response> {
      steps.push(["fetchResponse", input, init.method, init.body]);
      return await super.fetchResponse(input, init);
    }
    override parseResponse(response: Response): Promise<unknown> {
      steps.push(["parseResponse", response.status]);
      return super.parseResponse(response);
    }
    override process(value: unknown, ...args: unknown[]): unknown {
      steps.push(["process", value, ...args]);
      return { value };
    }
  }
  const endpoint = new Traced({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    method: "PUT",
  });
  const parameters = { id: "7", deck: 2 };
  const body = { name: "Ada" };
  assertEquals(await endpoint(parameters, body), { value: { saved: true } });
  assertEquals(steps, [
    ["url", parameters],
    ["searchToString", { deck: 2 }],
    ["getRequestInit", body],
    ["getHeaders", {
      Accept: "application/json, */*",
      "Content-Type": "application/json",
    }],
    [
      "fetchResponse",
      `${server.origin}/vessels/7?deck=2`,
      "PUT",
      '{"name":"Ada"}',
    ],
    ["parseResponse", 200],
    ["process", { saved: true }, parameters, body],
  ]);
  assertEquals(server.last.address, "/vessels/7?deck=2");
  assertEquals(server.last.method, "PUT");
  assertEquals(server.last.body, '{"name":"Ada"}');
  assertEquals(server.last.headers.get("x-trace"), "1");
});

Deno.test("every hook can be overridden by option, extend and subclass, and see the endpoint [endpoint/RST-3]", async () => {
  await using server = new RecordingServer(() => Response.json([1]));
  const receivers = new Set<unknown>();
  const hooks = {
    url(this: unknown, parameters: unknown) {
      receivers.add(this);
      return RestEndpoint.prototype.url.call(this, parameters) + "?u=1";
    },
    getRequestInit(this: unknown, body: unknown) {
      receivers.add(this);
      return RestEndpoint.prototype.getRequestInit.call(this, body);
    },
    getHeaders(this: unknown, headers: HeadersInit) {
      receivers.add(this);
      return { ...headers, "X-Hook": "1" };
    },
    fetchResponse(this: unknown, input: RequestInfo, init: RequestInit) {
      receivers.add(this);
      return RestEndpoint.prototype.fetchResponse.call(this, input, init);
    },
    async parseResponse(this: unknown, response: Response) {
      receivers.add(this);
      return [await RestEndpoint.prototype.parseResponse.call(this, response)];
    },
    process(this: unknown, value: unknown) {
      receivers.add(this);
      return { value };
    },
    key(this: unknown, ...args: unknown[]) {
      receivers.add(this);
      return `my ${RestEndpoint.prototype.key.apply(this, args)}`;
    },
    testKey(this: unknown, key: string) {
      receivers.add(this);
      return key.startsWith("my ");
    },
    errorPolicy(this: unknown) {
      receivers.add(this);
      return "hard" as const;
    },
  };
  class Hooked extends RestEndpoint {}
  Object.assign(Hooked.prototype, hooks);
  const base = { path: "/a", urlPrefix: server.origin };
  for (
    const endpoint of [
      new RestEndpoint({ ...base, ...hooks }),
      new RestEndpoint(base).extend(hooks),
      new Hooked(base),
      new Hooked(base).extend({ dataExpiryLength: 1 }),
    ]
  ) {
    receivers.clear();
    assertEquals(await endpoint(), { value: [[1]] });
    assertEquals(server.last.address, "/a?u=1");
    assertEquals(server.last.headers.get("x-hook"), "1");
    assertEquals(endpoint.key(), `my GET ${server.origin}/a?u=1`);
    assertEquals(endpoint.testKey("my x"), true);
    assertEquals(endpoint.errorPolicy(new Error()), "hard");
    assertEquals([...receivers], [endpoint]);
  }
});

Deno.test("a subclass overrides fetch and calls the parent's [endpoint/RST-3] [endpoint/END-10]", async () => {
  await using server = new RecordingServer(() => Response.json({ n: 1 }));
  class Wrapped extends RestEndpoint {
    override async fetch(...args: unknown[]): Promise<unknown> {
      return { args, result: await super.fetch(...args) };
    }
  }
  const endpoint = new Wrapped({ path: "/a/:id", urlPrefix: server.origin });
  assertEquals(await endpoint({ id: 1 }), {
    args: [{ id: 1 }],
    result: { n: 1 },
  });
  assertEquals(await endpoint.extend({ path: "/b" })(), {
    args: [],
    result: { n: 1 },
  });
});

Deno.test("hooks may be synchronous or asynchronous [endpoint/RST-4]", async () => {
  await using server = new RecordingServer(() => new Response(null));
  const synchronous = new RestEndpoint({
    path: "/a",
    urlPrefix: server.origin,
    getRequestInit: () => ({ method: "POST", body: "sync" }),
    parseResponse(response: Response) {
      response.body?.cancel();
      return response.status;
    },
    process: (value: number) => value + 1,
  });
  assertEquals(await synchronous(), 201);
  assertEquals(server.last.body, "sync");
  const later = <T>(value: T) =>
    new Promise<T>((resolve) => queueMicrotask(() => resolve(value)));
  const asynchronous = new RestEndpoint({
    path: "/a",
    urlPrefix: server.origin,
    method: "POST",
    async getRequestInit(body: unknown) {
      const init = await RestEndpoint.prototype.getRequestInit.call(this, body);
      return await later({ ...init, body: "async" });
    },
    getHeaders: (headers: HeadersInit) => later({ ...headers, "X-A": "1" }),
    fetchResponse: async (input: RequestInfo, init: RequestInit) =>
      await later(await fetch(input, init)),
    async parseResponse(response: Response) {
      await response.body?.cancel();
      return await later(response.status);
    },
    process: (value: number) => later(value + 2),
  });
  assertEquals(await asynchronous({}), 202);
  assertEquals(server.last.body, "async");
  assertEquals(server.last.headers.get("x-a"), "1");
});

Deno.test("the default getRequestInit returns a promise [endpoint/RST-4]", () => {
  const endpoint = new RestEndpoint({ path: "/a" });
  assertInstanceOf(endpoint.getRequestInit(), Promise);
});

Deno.test("a call rejects and never throws; url and key throw [endpoint/RST-5]", async () => {
  const missing = new RestEndpoint({ path: "/vessels/:id" });
  // deno-lint-ignore no-explicit-any -- the types forbid this
  const call = missing as any;
  assertThrows(() => call.url({}), TypeError, "Missing parameter id");
  assertThrows(() => call.key({}), TypeError, "Missing parameter id");
  const promise = call({});
  await assertRejects(() => promise, TypeError, "Missing parameter id");
  const fail = () => {
    throw new RangeError("hook");
  };
  for (
    const hook of [
      "url",
      "getRequestInit",
      "getHeaders",
      "fetchResponse",
      "parseResponse",
      "process",
      "fetch",
    ]
  ) {
    using _fetch = replaceFetch(() => Promise.resolve(Response.json(1)));
    const endpoint = new RestEndpoint({ path: "/a", [hook]: fail });
    const promise = endpoint();
    await assertRejects(() => promise, RangeError, "hook");
  }
});

Deno.test("the name is explicit, inherited, or the address template as it is now [endpoint/RST-8]", () => {
  const endpoint = new RestEndpoint({ path: "/a/:id", urlPrefix: "/v1" });
  assertEquals(endpoint.name, "/v1/a/:id");
  assertEquals(endpoint.extend({ path: "/b" }).name, "/v1/b");
  assertEquals(endpoint.extend({ urlPrefix: "/v2" }).name, "/v2/a/:id");
  const named = endpoint.extend({ name: "mine" });
  assertEquals(named.name, "mine");
  assertEquals(named.extend({ path: "/b" }).name, "mine");
  assertEquals(named.key({ id: 1 }), endpoint.key({ id: 1 }));
  const assigned = new RestEndpoint({ path: "/c" });
  assigned.name = "assigned";
  assertEquals(assigned.extend({ path: "/d" }).name, "assigned");
});

Deno.test("failures that say nothing of the data are soft, others are not [endpoint/RST-9]", () => {
  const { errorPolicy } = new RestEndpoint({ path: "/a" });
  const policy = (status?: unknown) =>
    errorPolicy(Object.assign(new Error(), { status }));
  assertEquals(policy(500), "soft");
  assertEquals(policy(599), "soft");
  for (const status of [408, 425, 429]) assertEquals(policy(status), "soft");
  assertStrictEquals(policy(499), undefined);
  assertStrictEquals(policy(404), undefined);
  assertStrictEquals(policy(), undefined);
});

Deno.test("failures of an own fetchResponse are soft, unless they have a status that is not [endpoint/RST-9]", async () => {
  const getVessel = new RestEndpoint({
    path: "/vessels/:id",
    fetchResponse(url: string): Promise<Response> {
      return Promise.reject(
        url.endsWith("/none")
          ? new NetworkError(new Response(null, { status: 404 }))
          : new Error("the bridge is down"),
      );
    },
  });
  const policyOf = async (id: string) =>
    getVessel.errorPolicy(await getVessel({ id }).catch((e: unknown) => e));
  assertEquals(await policyOf("any"), "soft");
  assertEquals(await policyOf("none"), undefined);
  const own = new RestEndpoint({
    path: "/a",
    fetchResponse: () => Promise.resolve(Response.json({})),
    process(): never {
      throw new Error("the code is wrong");
    },
  });
  const error = await own().catch((e: unknown) => e);
  assertStrictEquals(own.errorPolicy(error), undefined);
});

Deno.test("the values of searchParams and body are types and are never sent [endpoint/RST-10]", async () => {
  await using server = new RecordingServer();
  const get = new RestEndpoint({
    path: "/a",
    urlPrefix: server.origin,
    searchParams: { secret: 1 },
  });
  await get({ secret: 2 });
  assertEquals(server.last.address, "/a?secret=2");
  const post = new RestEndpoint({
    path: "/a",
    urlPrefix: server.origin,
    method: "POST",
    body: { name: "default" },
  });
  await post({ name: "given" });
  assertEquals(server.last.body, '{"name":"given"}');
  // deno-lint-ignore no-explicit-any -- the types ask for a body
  await (post as any)();
  assertEquals(server.last.body, "");
});

Deno.test("the global fetch is looked up when it is called, and gets text and init [endpoint/RST-11]", async () => {
  const endpoint = new RestEndpoint({
    path: "/a",
    urlPrefix: "https://h.test",
  });
  const calls: unknown[][] = [];
  using _fetch = replaceFetch((...args) => {
    calls.push(args);
    return Promise.resolve(Response.json(1));
  });
  await endpoint();
  assertEquals(calls.length, 1);
  assertEquals(calls[0]!.length, 2);
  assertEquals(calls[0]![0], "https://h.test/a");
  assertEquals((calls[0]![1] as RequestInit).method, "GET");
});

Deno.test("unknown options become members [endpoint/RST-12]", () => {
  const endpoint = new RestEndpoint({ path: "/a", additional: 5 });
  assertEquals(endpoint.additional, 5);
  assertEquals(endpoint.extend({ path: "/b" }).additional, 5);
  assertFalse("additional" in new RestEndpoint({ path: "/a" }));
});

Deno.test("bind gives the first arguments of a request [endpoint/END-8]", async () => {
  await using server = new RecordingServer(() => Response.json({ ok: true }));
  const update = new RestEndpoint({
    path: "/vessels/:id",
    urlPrefix: server.origin,
    method: "PATCH",
    process: (value: { ok: boolean }, parameters: { id: number }) => ({
      ...value,
      ...parameters,
    }),
  });
  const bound = update.bind(undefined, { id: 7 });
  assertEquals(await bound({ name: "Ada" }), { ok: true, id: 7 });
  assertEquals(server.last.address, "/vessels/7");
  assertEquals(server.last.body, '{"name":"Ada"}');
  assertEquals(bound.key({ name: "Ada" }), update.key({ id: 7 }, {}));
});
