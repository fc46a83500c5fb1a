import {
  assert,
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { Endpoint } from "./untyped.ts";
import { spyOnConsole } from "./spies.ts";
import { production } from "../support/production.ts";

function loadVessel(id: string, options?: { deck: number }): Promise<unknown> {
  return Promise.resolve({ id, ...options });
}

Deno.test("an endpoint is a function and an instance of Endpoint [endpoint/END-1]", () => {
  const endpoint = new Endpoint(loadVessel);
  assertEquals(typeof endpoint, "function");
  assertInstanceOf(endpoint, Endpoint);
  assertInstanceOf(endpoint, Function);
});

Deno.test("a call returns what the function returns, unwrapped and unchanged [endpoint/END-2]", () => {
  const promise = Promise.resolve(1);
  const endpoint = new Endpoint(() => promise, { name: "one" });
  assertStrictEquals(endpoint(), promise);
});

Deno.test("unknown options become members that the functions can use [endpoint/END-3]", async () => {
  const endpoint = new Endpoint(
    function (this: { token: string }, id: string) {
      return Promise.resolve(`${this.token}-${id}`);
    },
    {
      token: "secret",
      url: "/vessels",
      key(this: { token: string }, id: string) {
        return `${this.token} ${id}`;
      },
    },
  );
  assertEquals(endpoint.token, "secret");
  assertEquals(endpoint.url, "/vessels");
  assertEquals(await endpoint("7"), "secret-7");
  assertEquals(endpoint.key("7"), "secret 7");
});

Deno.test("the option fetch runs, the function argument names [endpoint/END-4]", async () => {
  const endpoint = new Endpoint(loadVessel, {
    fetch: (id: string) => Promise.resolve(`other ${id}`),
  });
  assertEquals(await endpoint("7"), "other 7");
  assertEquals(endpoint.name, "loadVessel");
});

Deno.test("a page that forbids code from text can call endpoints [endpoint/END-5]", async () => {
  const program = `
    import { Endpoint } from "${import.meta.resolve("../../endpoint/mod.ts")}";
    const endpoint = new Endpoint(async (id) => id, { name: "echo" });
    const bound = endpoint.extend({ dataExpiryLength: 5 }).bind(undefined, "7");
    let isForbidden = false;
    try {
      Function("return 1");
    } catch {
      isForbidden = true;
    }
    console.log(isForbidden, await bound());
  `;
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    // as a Content-Security-Policy without unsafe-eval does
    args: [
      "eval",
      "--quiet",
      "--v8-flags=--disallow-code-generation-from-strings",
      program,
    ],
    cwd: new URL("../..", import.meta.url),
    env: { NO_COLOR: "1" },
  }).output();
  assertEquals(new TextDecoder().decode(stderr), "");
  assertEquals(new TextDecoder().decode(stdout), "true 7\n");
});

Deno.test("nothing steers the store by default [endpoint/END-6]", () => {
  const endpoint = new Endpoint(loadVessel);
  assertStrictEquals(endpoint.sideEffect, undefined);
  assertStrictEquals(endpoint.schema, undefined);
  assertStrictEquals(endpoint.errorPolicy, undefined);
  assertStrictEquals(endpoint.dataExpiryLength, undefined);
  assertStrictEquals(endpoint.errorExpiryLength, undefined);
  assertStrictEquals(endpoint.pollFrequency, undefined);
});

Deno.test("call and apply ignore the receiver [endpoint/END-7]", async () => {
  const endpoint = new Endpoint(
    function (this: { prefix: string }, id: string) {
      return Promise.resolve(this.prefix + id);
    },
    { prefix: "own ", name: "prefixed" },
  );
  const receiver = { prefix: "foreign " };
  assertEquals(await endpoint.call(receiver, "7"), "own 7");
  assertEquals(await endpoint.apply(receiver, ["7"]), "own 7");
});

Deno.test("bind gives an endpoint that shares the cache entry of the full call [endpoint/END-8]", async () => {
  const endpoint = new Endpoint(loadVessel, { dataExpiryLength: 5 });
  const bound = endpoint.bind(undefined, "7");
  assertInstanceOf(bound, Endpoint);
  assertEquals(bound.dataExpiryLength, 5);
  assertEquals(bound.name, "loadVessel");
  assertEquals(await bound({ deck: 2 }), { id: "7", deck: 2 });
  assertEquals(bound.key({ deck: 2 }), endpoint.key("7", { deck: 2 }));
  assert(endpoint.testKey(bound.key({ deck: 2 })));
});

Deno.test("bind can be repeated and given a receiver [endpoint/END-8]", async () => {
  const endpoint = new Endpoint(
    function sum(this: { base: number }, a: number, b: number, c: number) {
      return Promise.resolve(this.base + a + b + c);
    },
    { base: 1000 },
  );
  const twice = endpoint.bind(undefined, 1).bind(undefined, 10);
  assertEquals(await twice(100), 1111);
  assertEquals(twice.key(100), "sum [1,10,100]");
  assertEquals(await endpoint.bind({ base: 0 }, 1)(10, 100), 111);
  const rebased = twice.extend({ base: 2000 });
  assertEquals(await rebased(100), 2111);
});

Deno.test("fetch functions take any arguments [endpoint/END-9]", async () => {
  const none = new Endpoint(() => Promise.resolve("none"), { name: "none" });
  const numeric = new Endpoint((n: number) => Promise.resolve(n + 1), {
    name: "numeric",
  });
  const several = new Endpoint(
    (a: string, b: { c: number }, d: boolean[]) =>
      Promise.resolve([a, b.c, d[0]]),
    { name: "several" },
  );
  assertEquals(await none(), "none");
  assertEquals(await numeric(1), 2);
  assertEquals(await several("a", { c: 3 }, [true]), ["a", 3, true]);
  assertEquals(
    several.key("a", { c: 3 }, [true]),
    'several ["a",{"c":3},[true]]',
  );
});

Deno.test("a call rejects with what its function throws [endpoint/END-9a]", async () => {
  const endpoint = new Endpoint(function fail(): Promise<void> {
    throw new RangeError("too deep");
  });
  await assertRejects(() => endpoint(), RangeError, "too deep");
});

Deno.test("without any fetch function a call says what to do [endpoint/END-10]", async () => {
  const endpoint = new Endpoint(undefined, { name: "empty" });
  await assertRejects(
    () => endpoint(),
    TypeError,
    '"empty" has no fetch function',
  );
});

Deno.test("the automatic name survives extend [endpoint/END-11]", () => {
  const child = new Endpoint(loadVessel).extend({ dataExpiryLength: 5 });
  assertEquals(child.name, "loadVessel");
  assertEquals(child.key("7"), 'loadVessel ["7"]');
  assertEquals(child.extend({ name: "second" }).name, "second");
});

Deno.test("another fetch function brings its name, unless one is given [endpoint/END-12]", () => {
  function loadBerth(): Promise<unknown> {
    return Promise.resolve({});
  }
  const endpoint = new Endpoint(loadVessel);
  assertEquals(endpoint.extend({ fetch: loadBerth }).name, "loadBerth");
  assertEquals(
    endpoint.extend({ fetch: loadBerth, name: "mine" }).name,
    "mine",
  );
  const named = new Endpoint(loadVessel, { name: "explicit" });
  assertEquals(named.extend({ fetch: loadBerth }).name, "loadBerth");
  assertEquals(named.extend({ dataExpiryLength: 1 }).name, "explicit");
  assertEquals(
    named.extend({ fetch: (() => () => Promise.resolve({}))() }).name,
    "explicit",
  );
});

Deno.test("reading the name of a nameless endpoint reports it once, in development [endpoint/END-13]", () => {
  using errors = spyOnConsole("error");
  const endpoint = new Endpoint((() => () => Promise.resolve())());
  endpoint.key();
  endpoint.key();
  assertEquals(errors.lines.length, 1);
  assertStringIncludes(errors.lines[0]!, "automatic naming failed");
  assertStringIncludes(errors.lines[0]!, "anonymous");
  assertStringIncludes(errors.lines[0]!, "`name`");
  assertStringIncludes(errors.lines[0]!, "named declaration");
});

Deno.test("no name is needed where key is overridden, nor reported in production [endpoint/END-13]", () => {
  using errors = spyOnConsole("error");
  const keyed = new Endpoint((() => () => Promise.resolve())(), {
    key: () => "mine",
  });
  assertEquals(keyed.name, "");
  using _production = production();
  assertEquals(new Endpoint((() => () => Promise.resolve())()).name, "");
  assertEquals(errors.lines, []);
});

Deno.test("the name is the same in every call [endpoint/END-14]", async () => {
  const names: string[] = [];
  const endpoint = new Endpoint(
    function named(this: { name: string }, _id: string) {
      names.push(this.name);
      return Promise.resolve();
    },
  );
  await endpoint("1");
  await endpoint("2");
  assertEquals(names, ["named", "named"]);
  assertEquals(endpoint.name, "named");
});

Deno.test("the key is the name and the arguments as JSON [endpoint/END-15]", () => {
  const endpoint = new Endpoint(loadVessel);
  assertEquals(endpoint.key("7", { deck: 2 }), 'loadVessel ["7",{"deck":2}]');
  const none = new Endpoint(function loadVessel() {
    return Promise.resolve();
  });
  assertEquals(none.key(), "loadVessel []");
});

Deno.test("arguments of a key are data, whatever they are called [endpoint/END-16]", () => {
  const endpoint = new Endpoint(
    function search(_filter: unknown) {
      return Promise.resolve();
    },
  );
  const hostile = JSON.parse('{"z":1,"__proto__":{"x":1},"constructor":2}');
  assertEquals(
    endpoint.key(hostile),
    'search [{"__proto__":{"x":1},"constructor":2,"z":1}]',
  );
});

Deno.test("testKey accepts the keys of this name and of no longer one [endpoint/END-18]", () => {
  const endpoint = new Endpoint(loadVessel);
  assert(endpoint.testKey(endpoint.key("7")));
  assert(endpoint.testKey("loadVessel []"));
  assert(endpoint.testKey("loadVessel"));
  assertFalse(endpoint.testKey("loadVessels []"));
  assertFalse(endpoint.testKey("GET loadVessel []"));
  assertFalse(endpoint.testKey(""));
});

Deno.test("who overrides key overrides testKey: the library does not guess [endpoint/END-19]", () => {
  const endpoint = new Endpoint(loadVessel, { key: (id: string) => `v:${id}` });
  assertFalse(endpoint.testKey(endpoint.key("7")));
  const matched = endpoint.extend({
    testKey: (key: string) => key.startsWith("v:"),
  });
  assert(matched.testKey(matched.key("7")));
});

Deno.test("extra is carried along [endpoint/END-29]", () => {
  const extra = { audit: true };
  const endpoint = new Endpoint(loadVessel, { extra });
  assertStrictEquals(endpoint.extra, extra);
  assertStrictEquals(endpoint.extend({ schema: undefined }).extra, extra);
});

Deno.test("two endpoints of one function are independent [endpoint/END-30]", () => {
  const first = new Endpoint(loadVessel);
  const second = new Endpoint(loadVessel);
  assertNotStrictEquals(first, second);
  first.name = "first";
  assertEquals(second.name, "loadVessel");
});

Deno.test("a validator sees the result and may replace it [controller/NEW-124]", async () => {
  const validator = {
    "~standard": {
      version: 1 as const,
      vendor: "test",
      validate: (value: unknown) =>
        Promise.resolve(
          typeof value === "string"
            ? { value: value.length }
            : { issues: [{ message: "not text" }] },
        ),
    },
  };
  const endpoint = new Endpoint(
    function echo(value: unknown) {
      return Promise.resolve(value);
    },
    { validator },
  );
  assertEquals(await endpoint("four"), 4);
  const error = await assertRejects(
    async () => await endpoint(5),
    Error,
    "the response of echo",
  );
  assertEquals((error as { status?: number }).status, 400);
});
