import {
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { getUrlBase, getUrlTokens, RestEndpoint } from "../../endpoint/mod.ts";
import { parsePath } from "../../endpoint/path_template.ts";
import { production } from "../support/production.ts";

type Parameters = Record<string, unknown>;

function fill(path: string, parameters?: Parameters): string {
  return new RestEndpoint({ path }).url(parameters);
}

Deno.test("a name ends at the first character that no identifier has [endpoint/PTH-1]", () => {
  assertEquals(fill("/:hull.json", { hull: 7 }), "/7.json");
  assertEquals(fill("/:a-:b", { a: 1, b: 2 }), "/1-2");
  assertEquals(fill("/:a~:b", { a: 1, b: 2 }), "/1~2");
  assertEquals(fill("/:a%20:b", { a: 1, b: 2 }), "/1%202");
  assertEquals(
    fill("/:año/:_x/:$y/:z9", { año: 1, _x: 2, $y: 3, z9: 4 }),
    "/1/2/3/4",
  );
});

Deno.test("a quoted name is taken literally [endpoint/PTH-2]", () => {
  assertEquals(fill('/:"berth-no"', { "berth-no": 4 }), "/4");
  assertEquals(fill('/:"a.b c"/x', { "a.b c": 4 }), "/4/x");
  assertEquals(fill('/:"say \\"hi\\""', { 'say "hi"': 4 }), "/4");
});

Deno.test("a wildcard takes segments [endpoint/PTH-3]", () => {
  assertEquals(
    fill("/manifests/*trail", { trail: ["2024", "a b", "c/d"] }),
    "/manifests/2024/a%20b/c%2Fd",
  );
  assertEquals(fill('/*"the trail"', { "the trail": [1, true] }), "/1/true");
});

Deno.test("a group is there when all parameters directly in it are [endpoint/PTH-4]", () => {
  assertEquals(fill("/v{/:id}"), "/v");
  assertEquals(fill("/v{/:id}", { id: 1 }), "/v/1");
  assertEquals(fill("/v{/:a-:b}", { a: 1 }), "/v");
  assertEquals(fill("/v{/:a-:b}", { a: 1, b: 2 }), "/v/1-2");
  assertEquals(fill("/v{/:a{/:b}}", { a: 1 }), "/v/1");
  assertEquals(fill("/v{/:a{/:b}}", { a: 1, b: 2 }), "/v/1/2");
  assertEquals(fill("/v{/:a{/:b}}", { b: 2 }), "/v");
  assertEquals(fill("/api{/:ver}/v/:id", { id: 1 }), "/api/v/1");
  assertEquals(fill("/api{/:ver}/v/:id", { id: 1, ver: 2 }), "/api/2/v/1");
  assertEquals(fill("/v{/page-:page/end}", { page: 3 }), "/v/page-3/end");
});

Deno.test("a backslash makes the next character literal [endpoint/PTH-5]", () => {
  assertEquals(fill("https\\://h.io/:id", { id: 1 }), "https://h.io/1");
  assertEquals(fill("/v/:id\\+:b", { id: 1, b: 2 }), "/v/1+2");
  assertEquals(fill("/\\:lit/:real", { real: 1 }), "/:lit/1");
  assertEquals(fill("/:id/a\\}b", { id: 1 }), "/1/a}b");
});

Deno.test("reserved characters outside the syntax are errors [endpoint/PTH-6]", () => {
  for (
    const path of [
      "/v?sort=name",
      "/a+b",
      "/a!",
      "/a(b)",
      "/a[b]",
      "/a]",
      "/a}",
      "/{a",
      "/:",
      "/*",
    ]
  ) {
    assertThrows(() => fill(path), TypeError, path);
  }
});

Deno.test("a query can be part of the template [endpoint/PTH-6]", () => {
  assertEquals(fill("/v\\?sort=name"), "/v?sort=name");
  const path = "/v\\?{q=:q}{&page=:page}";
  assertEquals(fill(path, { q: "a b", page: 1 }), "/v?q=a%20b&page=1");
});

Deno.test("a template that is not valid is reported with the character and its place [endpoint/PTH-7]", async () => {
  const endpoint = new RestEndpoint({ path: "/vessels/a!b" });
  for (
    const use of [
      () => endpoint.url(),
      () => endpoint.key(),
      () => endpoint.testKey("GET /"),
    ]
  ) {
    const error = assertThrows(use, TypeError);
    assertStringIncludes(error.message, "/vessels/a!b");
    assertStringIncludes(error.message, '("!")');
    assertStringIncludes(error.message, "index 10");
  }
  await assertRejects(() => endpoint(), TypeError, "/vessels/a!b");
  using _production = production();
  const error = assertThrows(() => endpoint.url(), TypeError);
  assertStringIncludes(error.message, "Unexpected ! at index 10: /vessels/a!b");
});

Deno.test("the syntax of version 6 is told its replacement [endpoint/PTH-7]", () => {
  const replacements = {
    "/v/:id?": "{/:id}",
    "/v/:id+": "*id",
    "/v/:id*": "{/*id}",
    "/v/:id(\\d+)": "Patterns in parameters are not supported: use :id",
    "/v/:id(\\d+)?": "Patterns in parameters are not supported: use :id",
    "/v?q=1": "\\?",
    "/a+b": "\\+",
  };
  for (const [path, replacement] of Object.entries(replacements)) {
    const error = assertThrows(() => fill(path), TypeError);
    assertStringIncludes(error.message, path);
    assertStringIncludes(error.message, replacement);
  }
});

Deno.test("an origin in a path is told its place [endpoint/PTH-7]", () => {
  for (const path of ["https://h.io/:id", "http\\://localhost:3000/:id"]) {
    const error = assertThrows(() => fill(path), TypeError);
    assertStringIncludes(error.message, "\\:");
    assertStringIncludes(error.message, "urlPrefix");
  }
  const { message } = assertThrows(() => fill("/v\\:?q=1"), TypeError);
  assertStringIncludes(message, "literal question mark");
});

Deno.test("values are encoded as one segment [endpoint/PTH-8]", () => {
  assertEquals(
    fill("/v/:id", { id: "x/y z?&#é" }),
    "/v/x%2Fy%20z%3F%26%23%C3%A9",
  );
  assertEquals(fill("/v/:id", { id: 0 }), "/v/0");
  assertEquals(fill("/v/:id", { id: "" }), "/v/");
  assertEquals(fill("/v/:id", { id: false }), "/v/false");
  assertEquals(fill("/v/:id", { id: 12n }), "/v/12");
});

Deno.test("hostile values stay inside their segment [endpoint/PTH-8]", () => {
  const hostile = [
    "a/../../admin",
    "\\..\\admin",
    "//evil.test",
    "https://evil.test/",
    "x?admin=1",
    "x#fragment",
    "x\r\nHost: evil.test",
    "%2e%2e",
    "%2F",
    "@evil.test",
    "\u0000",
    ":8080",
  ];
  for (const id of hostile) {
    const url = fill("/vessels/:id/crew", { id });
    const { pathname, host, search, hash } = new URL(url, "https://h.test");
    const segments = pathname.split("/");
    assertEquals(segments.length, 4, id);
    assertEquals(decodeURIComponent(segments[2]!), id);
    assertEquals([host, search, hash], ["h.test", "", ""]);
  }
  assertEquals(fill("/v/:id", { id: "\uD800" }), "/v/%EF%BF%BD");
});

Deno.test("a value of dots, which would name another path, is refused [endpoint/PTH-8]", () => {
  for (const id of ["..", "."]) {
    assertThrows(() => fill("/vessels/:id/crew", { id }), TypeError, "dots");
    assertThrows(() => fill("/vessels/:id", { id }), TypeError, "dots");
    assertThrows(() => fill("/../v/:id", { id }), TypeError, "dots");
    assertThrows(() => fill("/f/*trail", { trail: ["a", id] }), TypeError);
  }
  assertEquals(fill("/v/:id.json", { id: ".." }), "/v/...json");
  assertEquals(fill("/v/:id", { id: "..." }), "/v/...");
  assertEquals(fill("/v/../:id", { id: "7" }), "/v/../7");
});

Deno.test("a parameter that is not given leaves its group out or is missed [endpoint/PTH-9]", () => {
  for (const id of [undefined, null]) {
    assertEquals(fill("/v{/:id}", { id }), "/v");
    assertThrows(
      () => fill("/v/:id", { id }),
      TypeError,
      `Missing parameter id for the path /v/:id. Given: id (${id}).`,
    );
  }
  assertThrows(
    () => fill("/v/:id/*trail/:deck", { deck: 1 }),
    TypeError,
    "Missing parameters id, trail",
  );
});

Deno.test("inherited members are no parameters [endpoint/PTH-9]", () => {
  assertThrows(() => fill("/v/:toString", {}), TypeError, "Missing parameter");
  assertThrows(() => fill("/v/:constructor", {}), TypeError, "constructor");
  assertEquals(
    fill("/v/:constructor", JSON.parse('{"constructor":"x"}')),
    "/v/x",
  );
});

Deno.test("values of the wrong shape are refused [endpoint/PTH-10]", () => {
  assertThrows(
    () => fill("/f/*trail", { trail: "a" }),
    TypeError,
    "Parameter trail of the path /f/*trail must be an array of segments",
  );
  assertThrows(
    () => fill("/f/*trail", { trail: [] }),
    TypeError,
    "Missing parameter trail for the path /f/*trail. Given: trail ([])",
  );
  assertThrows(
    () => fill("/v/:id", { id: ["a"] }),
    TypeError,
    "Parameter id of the path /v/:id must be a single value",
  );
  assertEquals(fill("/f{/*trail}", { trail: [] }), "/f");
});

Deno.test("an object is no value, unless it is text too [endpoint/PTH-10]", () => {
  assertThrows(
    () => fill("/v/:id", { id: { id: 7 } }),
    TypeError,
    "Parameter id of the path /v/:id must be a single value",
  );
  assertThrows(() => fill("/f/*trail", { trail: ["a", {}] }), TypeError);
  assertEquals(
    fill("/v/:day", { day: Temporal.PlainDate.from("2024-03-01") }),
    "/v/2024-03-01",
  );
});

Deno.test("literal text is emitted as it is written [endpoint/PTH-11]", () => {
  assertEquals(fill("/a%20b/é"), "/a%20b/é");
});

Deno.test("a template is parsed when it is first used, and only then [endpoint/PTH-12]", () => {
  const endpoint = new RestEndpoint({ path: "/v/:id?" }).extend({ extra: 1 });
  assertInstanceOf(endpoint, RestEndpoint);
  assertThrows(() => endpoint.url(), TypeError);
  const path = "/cached/:id";
  assertStrictEquals(parsePath(path), parsePath(`${path.slice(0, 8)}:id`));
});

Deno.test("getUrlBase fills a path, getUrlTokens names its parameters [endpoint/PTH-13]", () => {
  const base = getUrlBase("/fleets/:fleet{/:id}");
  assertEquals(base({ fleet: "a b" }), "/fleets/a%20b");
  assertEquals(base({ fleet: 1, id: 2 }), "/fleets/1/2");
  assertEquals(getUrlBase("/fleets")(), "/fleets");
  assertEquals(
    getUrlTokens('/a/:b{/:c{/*d}}/:"e f"'),
    new Set(["b", "c", "d", "e f"]),
  );
  assertEquals(getUrlTokens("/a\\:b").size, 0);
  const tokens = getUrlTokens("/:id");
  tokens.add("own");
  assertFalse(getUrlTokens("/:id").has("own"));
  assertThrows(() => getUrlBase("/:id?"), TypeError, "/:id?");
  assertThrows(() => getUrlTokens("/:id?"), TypeError, "/:id?");
});
