import {
  assert,
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { createClient, Entity, resource } from "../../mod.ts";
import { Endpoint, RestEndpoint } from "./untyped.ts";
import { replaceFetch } from "./spies.ts";

function loadVessel(id: string): Promise<{ id: string }> {
  return Promise.resolve({ id });
}

Deno.test("what extend is not given is that of the parent, whenever it is assigned [endpoint/END-31]", () => {
  class Expiring extends Endpoint {
    override dataExpiryLength = 1;
  }
  for (const Class of [Endpoint, Expiring]) {
    const parent = new Class(loadVessel, { token: "a", extra: 1 });
    parent.dataExpiryLength = 2;
    const child = parent.extend({ extra: 2 });
    assertEquals([child.dataExpiryLength, child.token], [2, "a"]);
    Object.assign(parent, { dataExpiryLength: 3, token: "b", extra: 3 });
    assertEquals([child.dataExpiryLength, child.token], [3, "b"]);
    assertEquals(child.extra, 2);
    child.token = "c";
    assertEquals(parent.token, "b");
  }
});

Deno.test("members of frozen options can be assigned [endpoint/END-31]", () => {
  const endpoint = new Endpoint(loadVessel, Object.freeze({ token: "a" }));
  const child = endpoint.extend({});
  child.token = "b";
  endpoint.token = "c";
  assertEquals([child.token, endpoint.token], ["b", "c"]);
});

Deno.test("explicit options of any ancestor outrank fields and constructor defaults [endpoint/END-32]", () => {
  class Fields extends RestEndpoint {
    override urlPrefix = "https://field.test";
    override content = "blob" as const;
    override dataExpiryLength = 10;
    constructor(options: { path: string; [member: string]: unknown }) {
      super({
        errorExpiryLength: 5,
        requestInit: { mode: "cors" },
        ...options,
      });
    }
  }
  const parent = new Fields({ path: "/a", errorExpiryLength: 50 });
  const child = parent.extend({ content: "json", dataExpiryLength: 20 });
  const grandchild = child.extend({ path: "/b" });
  assertEquals(parent.content, "blob");
  assertEquals(grandchild.content, "json");
  assertEquals(grandchild.dataExpiryLength, 20);
  assertEquals(grandchild.errorExpiryLength, 50);
  assertEquals(grandchild.requestInit, { mode: "cors" });
  assertEquals(grandchild.url(), "https://field.test/b");
  assertEquals(
    grandchild.extend({ urlPrefix: "" }).extend({ path: "/c" }).url(),
    "/c",
  );
});

Deno.test("an explicit schema is not reset by a default that a subclass passes on [endpoint/END-32]", () => {
  class Standard extends RestEndpoint {
    constructor(options: { path: string; [member: string]: unknown }) {
      super({ ...options, schema: "default" in options ? undefined : "class" });
    }
  }
  const explicit = { explicit: "" };
  const child = new Standard({ path: "/a" }).extend({ schema: explicit });
  assertEquals(child.schema, explicit);
  assertEquals(child.extend({ path: "/b" }).schema, explicit);
});

Deno.test("a field of a class outranks an option given to the constructor, and development says so [endpoint/END-33]", async () => {
  class Prefixed extends RestEndpoint {
    override urlPrefix = "https://field.test";
  }
  const reports: string[] = [];
  const { warn } = console;
  console.warn = (text) => reports.push(text);
  try {
    const own = new Prefixed({ path: "/a", urlPrefix: "https://own.test" });
    assertEquals(own.url(), "https://field.test/a");
    new Prefixed({ path: "/a" }).extend({ urlPrefix: "https://own.test" });
    await Promise.resolve();
  } finally {
    console.warn = warn;
  }
  assertEquals(reports.length, 1);
  assertStringIncludes(reports[0]!, '"urlPrefix" has no effect');
  assertStringIncludes(reports[0]!, "Prefixed has a field of that name");
  const child = new Prefixed({ path: "/a" })
    .extend({ urlPrefix: "https://own.test" });
  assertEquals(child.extend({ path: "/b" }).url(), "https://own.test/b");
});

Deno.test("undefined is a value [endpoint/END-34]", () => {
  const endpoint = new RestEndpoint({
    path: "/vessels",
    method: "POST",
    schema: "vessel",
    dataExpiryLength: 5,
  });
  const child = endpoint.extend({
    schema: undefined,
    dataExpiryLength: undefined,
    body: undefined,
  });
  assertStrictEquals(child.schema, undefined);
  assertStrictEquals(child.dataExpiryLength, undefined);
  assertEquals(child.key({ q: 1 }), "POST /vessels?q=1");
});

Deno.test("what no request can do without is not given when it is undefined [endpoint/END-34]", async () => {
  class Prefixed extends RestEndpoint {
    override urlPrefix = "https://class.test";
    override process(value: unknown): unknown {
      return { class: value };
    }
  }
  using _fetch = replaceFetch(() => Promise.resolve(Response.json(1)));
  const own = {
    urlPrefix: "https://own.test",
    process: (value: unknown) => ({ own: value }),
    key: () => "own",
    testKey: () => true,
    getHeaders: () => ({ own: "1" }),
  };
  const none = {
    urlPrefix: undefined,
    url: undefined,
    searchToString: undefined,
    getRequestInit: undefined,
    getHeaders: undefined,
    fetchResponse: undefined,
    parseResponse: undefined,
    process: undefined,
    key: undefined,
    testKey: undefined,
  };
  const parent = new Prefixed({ path: "/a", ...own });
  assertEquals(await parent(), { own: 1 });
  const child = parent.extend(none).extend({ path: "/a" });
  assertEquals([child.key(), child.testKey("any")], ["own", true]);
  assertEquals(await child(), { own: 1 });
  const endpoint = new Prefixed({ path: "/a", ...none });
  assertEquals(endpoint.url({ q: 1 }), "https://class.test/a?q=1");
  assertEquals(endpoint.key(), "GET https://class.test/a");
  assertFalse(endpoint.testKey("own"));
  assertEquals(await endpoint(), { class: 1 });
  assertEquals(new RestEndpoint({ path: "/a", ...none }).url(), "/a");
});

Deno.test("function, method and name stay when they are undefined [endpoint/END-34] [endpoint/MTH-8]", async () => {
  const none = { fetch: undefined, name: undefined, method: undefined };
  const loaded = new Endpoint(loadVessel, none);
  assertEquals(loaded.name, "loadVessel");
  assertEquals(await loaded("7"), { id: "7" });
  // deno-lint-ignore no-explicit-any -- the types want a function or none
  const child = loaded.extend({ name: "mine" }).extend(none as any);
  assertEquals(child.name, "mine");
  assertEquals(await child("7"), { id: "7" });
  const put = new RestEndpoint({ path: "/a", method: "PUT", name: "put" });
  assertEquals(put.extend(none).name, "put");
  assertEquals(put.extend(none).method, "PUT");
});

Deno.test("an option can call what it overrides, on the parent or the class [endpoint/END-35]", async () => {
  const parent = new RestEndpoint({
    path: "/vessels",
    token: "parent",
    getHeaders(headers: HeadersInit) {
      return { ...headers, token: this.token };
    },
  });
  const child = parent.extend({
    token: "child",
    getHeaders(headers: HeadersInit) {
      return { ...parent.getHeaders.call(this, headers), via: this.token };
    },
  });
  assertEquals(await child.getHeaders({ a: "1" }), {
    a: "1",
    token: "child",
    via: "child",
  });
});

Deno.test("every method of the class can be called on another endpoint [endpoint/END-35]", async () => {
  using _fetch = replaceFetch(() =>
    Promise.resolve(Response.json({ found: true }))
  );
  const endpoint = new RestEndpoint({
    path: "/vessels/:id",
    fetch(...args: unknown[]) {
      return RestEndpoint.prototype.fetch.apply(this, args);
    },
    url(parameters: { id: string }) {
      return RestEndpoint.prototype.url.call(this, parameters) + "#url";
    },
    searchToString(entries: Record<string, unknown>) {
      return RestEndpoint.prototype.searchToString.call(this, entries) + "&s=1";
    },
    async getRequestInit(body: unknown) {
      const init = await RestEndpoint.prototype.getRequestInit.call(this, body);
      return { ...init, mode: "cors" as const };
    },
    getHeaders(headers: HeadersInit) {
      return RestEndpoint.prototype.getHeaders.call(this, headers);
    },
    fetchResponse(input: RequestInfo, init: RequestInit) {
      return RestEndpoint.prototype.fetchResponse.call(this, input, init);
    },
    parseResponse(response: Response) {
      return RestEndpoint.prototype.parseResponse.call(this, response);
    },
    process(value: unknown, ...args: unknown[]) {
      return RestEndpoint.prototype.process.call(this, value, ...args);
    },
    key(...args: unknown[]) {
      return RestEndpoint.prototype.key.apply(this, args) + "#key";
    },
    testKey(key: string) {
      return RestEndpoint.prototype.testKey.call(this, key.slice(0, -8));
    },
    errorPolicy(error: { status: number }) {
      return RestEndpoint.prototype.errorPolicy.call(this, error);
    },
  });
  assertEquals(await endpoint({ id: "7", q: 1 }), { found: true });
  assertEquals(
    endpoint.key({ id: "7", q: 1 }),
    "GET /vessels/7?q=1&s=1#url#key",
  );
  assert(endpoint.testKey(endpoint.key({ id: "7" })));
  assertEquals(endpoint.errorPolicy({ status: 500 }), "soft");
  assertEquals((await endpoint.getRequestInit()).mode, "cors");
});

Deno.test("super in the methods of an options object is what the options override [endpoint/END-36]", async () => {
  const root = new RestEndpoint({
    path: "/vessels",
    getHeaders(headers: HeadersInit): HeadersInit {
      return { ...super.getHeaders(headers), root: this.path };
    },
  });
  const child = root.extend({
    path: "/berths",
    async getHeaders(headers: HeadersInit): Promise<HeadersInit> {
      return { ...await super.getHeaders(headers), child: "1" };
    },
  });
  const grandchild = child.extend({ path: "/crew" }).extend({
    url(parameters: unknown) {
      return `https://h.test${super.url(parameters)}`;
    },
  });
  assertEquals(await grandchild.getHeaders({ a: "1" }), {
    a: "1",
    root: "/crew",
    child: "1",
  });
  assertEquals(grandchild.url({ q: 1 }), "https://h.test/crew?q=1");
  assertEquals(await root.getHeaders({}), { root: "/vessels" });
});

Deno.test("one options object can serve several endpoints [endpoint/END-36]", () => {
  const options = {
    url(this: unknown, parameters: unknown): string {
      // @ts-ignore: the type of an object literal does not know what it extends
      return `${super.url(parameters)}/end`;
    },
  };
  const first = new RestEndpoint({ path: "/first" }).extend(options);
  const second = new RestEndpoint({ path: "/second" }).extend(options);
  assertEquals(first.url(), "/first/end");
  assertEquals(second.url(), "/second/end");
  assertEquals(second.extend(options).url(), "/second/end");
});

Deno.test("super works on engines that do not tell the source text of functions [endpoint/END-36]", () => {
  using _ = withoutSourceText();
  const root = new RestEndpoint({
    path: "/vessels",
    url(parameters: unknown) {
      return `https://h.test${super.url(parameters)}`;
    },
  });
  const child = root.extend({
    url(parameters: unknown) {
      return `${super.url(parameters)}#end`;
    },
    get dataExpiryLength(): number {
      return 1 + (super.dataExpiryLength ?? 0);
    },
  });
  assertEquals(child.url({}), "https://h.test/vessels#end");
  assertEquals(child.extend({ dataExpiryLength: 5 }).dataExpiryLength, 5);
  assertEquals(child.dataExpiryLength, 1);
});

Deno.test("super works in the options of a resource and of its extensions [endpoint/END-36] [endpoint/REX-3]", async () => {
  class Vessel extends Entity {
    id = "";
  }
  // deno-lint-ignore no-explicit-any -- the type of an object literal does not know what it extends
  const make = resource as any;
  const R = make({
    urlPrefix: "https://h.test",
    path: "/vessels/:id",
    schema: Vessel,
    getHeaders(headers: HeadersInit): HeadersInit {
      return { ...super.getHeaders(headers), root: this.path };
    },
  });
  assertEquals(R.get.getHeaders({}), { root: "/vessels/:id" });
  assertEquals(R.getList.push.getHeaders({}), { root: "/vessels" });
  assertEquals(R.delete.getHeaders({}), { root: "/vessels/:id" });
  const extended = R.extend("vote", {
    path: "/vessels/:id/vote",
    getHeaders(headers: HeadersInit) {
      return { ...super.getHeaders(headers), own: "1" };
    },
  }).extend({
    getList: {
      url(parameters: unknown) {
        return `${super.url(parameters)}#list`;
      },
    },
  });
  assertEquals(extended.vote.getHeaders({}), {
    root: "/vessels/:id/vote",
    own: "1",
  });
  assertEquals(extended.vote.name, "Vessel.vote");
  assertEquals(extended.getList.url({}), "https://h.test/vessels#list");
  const request = extended.vote.extend({
    signal: new AbortController().signal,
  });
  assertEquals((await request.getRequestInit()).headers.own, "1");
});

Deno.test("options that cannot be linked work without super [endpoint/END-36]", () => {
  const options = Object.freeze({ path: "/frozen" });
  assertEquals(new RestEndpoint(options).url(), "/frozen");
});

Deno.test("a spread endpoint is no endpoint [endpoint/END-37]", () => {
  const spread = { ...new RestEndpoint({ path: "/vessels" }) };
  assertEquals(typeof spread, "object");
  assertFalse("extend" in spread);
  assertFalse((spread as object) instanceof Endpoint);
});

Deno.test("extending the path changes address, key and name [endpoint/EXT-1]", () => {
  const child = new RestEndpoint({ path: "/vessels/:id", urlPrefix: "/v1" })
    .extend({ path: "/berths/:no" });
  assertEquals(child.url({ no: 4 }), "/v1/berths/4");
  assertEquals(child.key({ no: 4 }), "GET /v1/berths/4");
  assertEquals(child.name, "/v1/berths/:no");
});

Deno.test("a body does not change the method of what it extends [endpoint/EXT-2]", async () => {
  const list = new RestEndpoint({ path: "/vessels" }).extend({
    body: {} as { name: string },
  });
  assertEquals(list.method, "GET");
  assertStrictEquals(list.sideEffect, undefined);
  assertEquals(list.key({ q: 1 }), "GET /vessels?q=1");
  const inits: RequestInit[] = [];
  using _fetch = replaceFetch((_input, init) => {
    inits.push(init!);
    return Promise.resolve(Response.json([]));
  });
  await list({ q: 1 });
  assertStrictEquals(inits[0]!.body, undefined);
  const create = new RestEndpoint({ path: "/vessels", body: {} as object })
    .extend({ body: undefined });
  assertEquals(create.method, "POST");
});

Deno.test("fetch replaces the network step, url and key stay [endpoint/EXT-3]", async () => {
  using _fetch = replaceFetch(() => Promise.reject(new Error("no network")));
  const endpoint = new RestEndpoint({ path: "/vessels/:id" }).extend({
    fetch({ id }: { id: string }) {
      return Promise.resolve({ id, mocked: this.url({ id }) });
    },
  });
  assertEquals(await endpoint({ id: "7" }), { id: "7", mocked: "/vessels/7" });
  assertEquals(endpoint.key({ id: "7" }), "GET /vessels/7");
});

Deno.test("overrides accumulate from generation to generation [endpoint/EXT-4]", async () => {
  const headers: unknown[] = [];
  using _fetch = replaceFetch((_input, init) => {
    headers.push(init?.headers);
    return Promise.resolve(Response.json({ name: "Ada" }));
  });
  const endpoint = new RestEndpoint({
    path: "/vessels/:id",
    process: (value: { name: string }) => value.name,
  })
    .extend({ dataExpiryLength: 5 })
    .extend({ getHeaders: () => ({ token: "t" }) });
  assertEquals(await endpoint({ id: "7" }), "Ada");
  assertEquals(headers, [{ token: "t" }]);
  assertEquals(endpoint.dataExpiryLength, 5);
});

Deno.test("fields and private state of a subclass exist on extended children [endpoint/EXT-6]", async () => {
  class Counting extends RestEndpoint {
    additional = 5;
    #calls = 0;
    label = (): string => `${this.path} ${this.#calls}`;
    override fetch(...args: unknown[]): Promise<unknown> {
      this.#calls++;
      return Promise.resolve([this.#calls, ...args]);
    }
  }
  const parent = new Counting({ path: "/a" });
  await parent();
  const child = parent.extend({ path: "/b", given: true });
  assertEquals(child.additional, 5);
  assertEquals(child.label(), "/b 0");
  assertEquals(await child({ q: 1 }), [1, { q: 1 }]);
  assertEquals(parent.label(), "/a 1");
  assert(child.given);
});

Deno.test("children and requests have the values of fields, and functions of their own [endpoint/EXT-6]", async () => {
  let last = 0;
  class Numbered extends RestEndpoint {
    number = ++last;
    list: number[] = [];
    unit = "metres";
    override getHeaders = (headers: HeadersInit): HeadersInit => {
      this.list.push(this.number);
      return { ...headers, unit: this.unit, path: this.path };
    };
  }
  const parent = new Numbered({ path: "/a" });
  const child = parent.extend({ path: "/b" }).extend({ unit: "miles" });
  assertEquals(child.getHeaders({}), { unit: "miles", path: "/b" });
  assertEquals(parent.list, [1]);
  const own = child.extend({ getHeaders: () => ({ own: "1" }) });
  assertEquals(own.extend({ path: "/c" }).getHeaders({}), { own: "1" });
  parent.unit = "feet";
  const sent: Headers[] = [];
  using _fetch = replaceFetch((_input, init) => {
    sent.push(new Headers(init!.headers));
    return Promise.resolve(Response.json(1));
  });
  await using client = createClient();
  // deno-lint-ignore no-explicit-any -- an endpoint of any call
  const fetch = client.fetch as any;
  await fetch(parent);
  await fetch(parent);
  assertEquals(sent.map((headers) => headers.get("unit")), ["feet", "feet"]);
  assertEquals(parent.list, [1, 1, 1]);
});

Deno.test("a subclass may have a constructor of its own form [endpoint/END-30]", () => {
  class Named extends RestEndpoint {
    readonly label: string;
    constructor(name: string, dataExpiryLength = 5) {
      super({ path: `/${name}/:id`, dataExpiryLength });
      this.label = `label of ${this.path}`;
    }
  }
  const parent = new Named("vessels", 10);
  const child = parent.extend({ urlPrefix: "/v1", getHeaders: () => ({}) });
  assertInstanceOf(child, Named);
  assertEquals(child.url({ id: 1 }), "/v1/vessels/1");
  assertEquals(child.dataExpiryLength, 10);
  assertEquals(child.extend({ path: "/b" }).url(), "/v1/b");
});

Deno.test("a constructor may make another endpoint of its class [endpoint/END-30]", () => {
  class Paired extends RestEndpoint {
    twin?: Paired;
    constructor(options: { path: string; hasTwin?: boolean }) {
      super(options);
      if (options.hasTwin) this.twin = new Paired({ path: "/twin" });
    }
  }
  const parent = new Paired({ path: "/a", hasTwin: true });
  const child = parent.extend({ path: "/b" });
  assertEquals([child.url(), child.twin!.url()], ["/b", "/twin"]);
});

Deno.test("classes can be mixed [endpoint/END-30]", async () => {
  const Timed = (Base: typeof RestEndpoint) =>
    class extends Base {
      times: string[] = [];
      override async fetchResponse(
        input: RequestInfo,
        init: RequestInit,
      ): Promise<Response> {
        this.times.push(`${init.method} ${input}`);
        return await super.fetchResponse(input, init);
      }
    };
  const Labelled = (Base: typeof RestEndpoint) =>
    class extends Base {
      override async process(value: unknown): Promise<unknown> {
        return { label: this.path, value: await super.process(value) };
      }
    };
  using _fetch = replaceFetch(() => Promise.resolve(Response.json(1)));
  const endpoint = new (Labelled(Timed(RestEndpoint)))({ path: "/a" });
  const child = endpoint.extend({ path: "/b" });
  assertEquals(await child(), { label: "/b", value: 1 });
  assertEquals(child.times, ["GET /b"]);
});

/** As Hermes, the engine of React Native, answers for compiled functions. */
function withoutSourceText(): Disposable {
  const { toString } = Function.prototype;
  Function.prototype.toString = () => "function () { [bytecode] }";
  return {
    [Symbol.dispose]() {
      Function.prototype.toString = toString;
    },
  };
}
