import { assert, assertEquals, assertThrows } from "@std/assert";
import { Collection, createClient, Entity } from "../../mod.ts";
import { production } from "../support/production.ts";
import { spyOnConsole } from "./spies.ts";
import { RestEndpoint } from "./untyped.ts";

Deno.test("an own prefix replaces that of the class [endpoint/URL-3] [endpoint/TBL-13]", () => {
  class Harbour extends RestEndpoint {
    constructor(options: Record<string, unknown>) {
      super({ urlPrefix: "https://base.test", ...options });
    }
  }
  assertEquals(
    new Harbour({ path: "/users" }).url(),
    "https://base.test/users",
  );
  assertEquals(
    new Harbour({ path: "/:username", urlPrefix: "https://streams.test" })
      .url({ username: "ada" }),
    "https://streams.test/ada",
  );
  assertEquals(
    new Harbour({ path: "/users" }).extend({ urlPrefix: "" }).url(),
    "/users",
  );
});

Deno.test("undefined entries are left out, other values are made text [endpoint/URL-5]", () => {
  const endpoint = new RestEndpoint({ path: "/v" });
  assertEquals(endpoint.url({ q: undefined }), "/v");
  assertEquals(endpoint.url({ q: undefined, z: null }), "/v?z=null");
  assertEquals(
    endpoint.url({ arr: [1, 2], yes: true, n: 0, empty: "" }),
    "/v?arr=1%2C2&empty=&n=0&yes=true",
  );
  assertEquals(endpoint.url({ o: { a: 1 } }), "/v?o=%5Bobject+Object%5D");
  assertEquals(endpoint.searchToString({ q: undefined, a: 1 }), "a=1");
});

Deno.test("dates are ISO 8601, sets and maps are what they hold [endpoint/URL-5] [endpoint/PTH-8]", () => {
  const endpoint = new RestEndpoint({ path: "/v{/:day}" });
  const date = new Date(Date.UTC(2024, 2, 1, 10, 20, 30, 4));
  const iso = "2024-03-01T10%3A20%3A30.004Z";
  const cases: [value: unknown, text: string][] = [
    [date, iso],
    [[date, null, "a"], `${iso}%2C%2Ca`],
    [new Set([date, 1]), `${iso}%2C1`],
    [new Map<string, unknown>([["a", 1], ["b", date]]), `a%2C1%2Cb%2C${iso}`],
    [[[1, 2], [3]], "1%2C2%2C3"],
    [new Set(), ""],
  ];
  for (const [value, text] of cases) {
    assertEquals(endpoint.url({ q: value }), `/v?q=${text}`);
    assertEquals(endpoint.key({ q: value }), `GET /v?q=${text}`);
    assertEquals(endpoint.searchToString({ q: value }), `q=${text}`);
  }
  assertEquals(endpoint.url({ day: date }), `/v/${iso}`);
  assertThrows(() => endpoint.url({ q: new Date(NaN) }), RangeError);
});

Deno.test("an object that cannot be sent is told of once, in development [endpoint/URL-5]", () => {
  using warn = spyOnConsole("warn");
  const search = new RestEndpoint({ path: "/search" });
  search.key({ where: { flag: "NO" }, near: { lat: 1 }, at: new Date(0) });
  search.key({ where: { flag: "SE" } });
  assertEquals(warn.lines.length, 2);
  assert(warn.lines[0]!.startsWith("/search: the search parameter where is"));
  assert(warn.lines[0]!.includes("override searchToString"));
  assert(warn.lines[1]!.includes("parameter near"));
  using _production = production();
  search.key({ other: {} });
  assertEquals(warn.lines.length, 2);
});

Deno.test("an entry that is left out is not in the key either [endpoint/URL-5a]", () => {
  const list = new RestEndpoint({ path: "/v" });
  assertEquals(list.key({ q: undefined }), list.key({}));
  assertEquals(list.key({}), list.key());
});

Deno.test("an entry that is left out does not make another list [endpoint/URL-5a]", async () => {
  class Vessel extends Entity {
    id = "";
  }
  using client = createClient();
  let calls = 0;
  const list = new RestEndpoint({
    path: "/v",
    schema: new Collection([Vessel]),
    fetch: () => Promise.resolve([{ id: `${++calls}` }]),
  });
  await client.fetch(list, { q: undefined });
  const { entities } = client.getState().toJSON();
  assertEquals(Object.keys(entities["[Vessel]"]!), ["{}"]);
  await client.fetchIfStale(list, {});
  assertEquals(calls, 1);
  const create = list.push.extend({
    fetch: () => Promise.resolve({ id: "9" }),
  });
  await client.fetch(create, { q: undefined }, {});
  await client.allSettled();
  const { data } = client.read(list);
  assertEquals(data.map(({ id }: Vessel) => id), ["1", "9"]);
});

Deno.test("names of query entries are data [endpoint/URL-4]", () => {
  const endpoint = new RestEndpoint({ path: "/v" });
  assertEquals(
    endpoint.url(JSON.parse('{"__proto__":"x","constructor":1}')),
    "/v?__proto__=x&constructor=1",
  );
});

Deno.test("a query that comes out empty has no question mark [endpoint/URL-6]", () => {
  const endpoint = new RestEndpoint({ path: "/v", searchToString: () => "" });
  assertEquals(endpoint.url({ q: 1 }), "/v");
});

Deno.test("further entries join a query of the template [endpoint/URL-7]", () => {
  assertEquals(
    new RestEndpoint({ path: "/v\\?x=1" }).url({ q: 1 }),
    "/v?x=1&q=1",
  );
  const optional = new RestEndpoint({ path: "/v\\?{q=:q}{&page=:page}" });
  assertEquals(optional.url({ z: 1 }), "/v?z=1");
  assertEquals(optional.url({ q: "a", z: 1 }), "/v?q=a&z=1");
  assertEquals(
    new RestEndpoint({ urlPrefix: "/proxy?to=", path: "/v" }).url({ q: 1 }),
    "/proxy?to=/v&q=1",
  );
});

Deno.test("no parameter changes the host of an address [endpoint/URL-9]", () => {
  const refused: [
    urlPrefix: string,
    path: string,
    parameters: Record<string, unknown>,
  ][] = [
    ["", "/:a/:b", { a: "", b: "evil.test" }],
    ["/", ":a/:b", { a: "", b: "evil.test" }],
    ["", "/*trail", { trail: ["", "evil.test"] }],
    ["", "*trail", { trail: ["", "", "evil.test"] }],
    ["", "/:a\\\\:b", { a: "", b: "evil.test" }],
    ["", "/{:a}\t/:b", { b: "evil.test" }],
    ["", ":a\\:b", { a: "javascript", b: 1 }],
    ["https://h.test", ":rest", { rest: ".evil.test" }],
    ["https://h.test", ":rest/v", { rest: ".evil.test" }],
    ["https://h.test:80", ":rest", { rest: 80 }],
    ["https://", ":host/v", { host: "evil.test" }],
    ["https://", "*trail", { trail: ["", "evil.test"] }],
    ["https:", "*trail", { trail: ["", "", "evil.test"] }],
    ["", "https\\://:host/v", { host: "evil.test" }],
    ["https://h.test", ":user\\@evil.test", { user: "" }],
    ["app://h.test", ":rest", { rest: ".evil.test" }],
  ];
  for (const [urlPrefix, path, parameters] of refused) {
    const endpoint = new RestEndpoint({ urlPrefix, path });
    for (const member of ["url", "key"] as const) {
      assertThrows(
        () => endpoint[member](parameters),
        TypeError,
        "another host",
        `${urlPrefix}${path}`,
      );
    }
  }
});

Deno.test("addresses on the host of their prefix are as they were [endpoint/URL-9]", () => {
  const filled: [
    urlPrefix: string,
    path: string,
    parameters: Record<string, unknown>,
    address: string,
  ][] = [
    ["", "/:a/:b", { a: "x", b: "evil.test" }, "/x/evil.test"],
    ["", "//cdn.test/:id", { id: 1 }, "//cdn.test/1"],
    ["//cdn.test", "/:id", { id: "" }, "//cdn.test/"],
    ["https://h.test", "/:a/:b", { a: "", b: 1 }, "https://h.test//1"],
    ["https://h.test", "*trail", { trail: ["", 1] }, "https://h.test/1"],
    ["https://h.test", "{\\?q=:q}", { q: 1 }, "https://h.test?q=1"],
    ["", "https\\://h.test/:id", { id: 1 }, "https://h.test/1"],
    ["", "/:id", { id: "" }, "/"],
    ["https://h.test", "{/:id}", {}, "https://h.test"],
    ["", "{/:id}", {}, "/"],
    ["", "/at\\::time", { time: "12" }, "/at:12"],
    ["file:///data", "/:name", { name: "a" }, "file:///data/a"],
    ["", ":id", { id: "a" }, "a"],
    ["", "\\?q=:q", { q: 1 }, "?q=1"],
    ["app://h.test", "/:id", { id: 1 }, "app://h.test/1"],
  ];
  for (const [urlPrefix, path, parameters, address] of filled) {
    const endpoint = new RestEndpoint({ urlPrefix, path });
    assertEquals(endpoint.url(parameters), address);
  }
});

Deno.test("what is no object cannot be parameters [endpoint/MTH-5]", () => {
  const endpoint = new RestEndpoint({ path: "/vessels/:id" });
  for (const value of ["7", 7, true]) {
    assertThrows(
      // deno-lint-ignore no-explicit-any -- the types forbid this
      () => endpoint.key(value as any),
      TypeError,
      "must be an object of parameters",
    );
  }
});
