import fc from "fast-check";
import { assertProperty } from "../../../tests/support/property.ts";
import { assertEquals, assertThrows } from "@std/assert";
import { compile } from "path-to-regexp";
import { compile as compileOld, parse as parseOld } from "path-to-regexp-6";
import { convertPath } from "../path_language.ts";

type Values = Record<string, string | string[] | undefined>;

/** A template of version 6, of version 8, and values to fill both with. */
const converted: readonly [before: string, after: string, ...Values[]][] = [
  ["/users", "/users", {}],
  ["/users/:id", "/users/:id", { id: "7" }],
  ["/users/:id?", "/users{/:id}", { id: "7" }, {}],
  ["/:a?/b/:c?", "{/:a}/b{/:c}", {}, { a: "1" }, { c: "2" }],
  ["/files/:path+", "/files/*path", { path: ["a", "b"] }],
  ["/files/:path*", "/files{/*path}", { path: ["a", "b"] }, {}],
  ["/years/:year(\\d{4})", "/years/:year", { year: "1999" }],
  ["/years/:year(\\d+)?", "/years{/:year}", { year: "1999" }, {}],
  ["/:kind(a|b(?:c|d)|e\\)f)/x", "/:kind/x", { kind: "bc" }],
  ["/list/:ids(\\d+)+", "/list/*ids", { ids: ["1", "2"] }],
  ["/file.:ext?", "/file{.:ext}", { ext: "ts" }, {}],
  ["/:name.:ext", "/:name.:ext", { name: "a", ext: "b" }],
  ["/:from-:to", "/:from-:to", { from: "a", to: "b" }],
  ["/x:id?", "/x{:id}", { id: "7" }, {}],
  ["/users{/:id}?", "/users{/:id}", { id: "7" }, {}],
  ["/users{-:id(\\d+)}?.json", "/users{-:id}.json", { id: "7" }, {}],
  ["/a{/b}?", "/a{/b}"],
  ["/files{/:path}+", "/files/*path", { path: ["a", "b"] }],
  ["/files{/:path}*", "/files{/*path}", { path: ["a", "b"] }, {}],
  ["/a{-:b}/:c?", "/a-:b{/:c}", { b: "1" }, { b: "1", c: "2" }],
  ["/search\\?q=:q", "/search\\?q=:q", { q: "x" }],
  ["/search\\?q=:q?", "/search\\?q={:q}", { q: "x" }, {}],
  ["https\\://a.test/:id?", "https\\://a.test{/:id}", { id: "1" }, {}],
  ["/a!b/[c]/:d?", "/a\\!b/\\[c\\]{/:d}", { d: "1" }],
  ["/a\\+b/:c*", "/a\\+b{/*c}", { c: ["x"] }],
  ["/:a?/:b?", "{/:a}{/:b}", {}, { b: "1" }],
  ["/:0", '/:"0"', { "0": "x" }],
];

for (const [before, after, ...values] of converted) {
  Deno.test(`${before} becomes ${after} [endpoint/MOD-20]`, () => {
    assertEquals(convertPath(before), { path: after, remarks: [] });
    assertEquals(convertPath(after), { path: after, remarks: [] });
    for (const each of values) {
      assertEquals(
        compile(after)(each as never),
        compileOld(before)(each as never),
        "both versions make the same address of the same values",
      );
    }
  });
}

/** What no version 6 could read: the intention is clear. */
const escaped: readonly [before: string, after: string][] = [
  ["/search?q=:q", "/search\\?q=:q"],
  ["/search?q=:q&page=:page?", "/search\\?q=:q&page={:page}"],
  ["https://a.test/:id", "https\\://a.test/:id"],
  ["/files/*", "/files/\\*"],
];

for (const [before, after] of escaped) {
  Deno.test(`reserved characters of ${before} are escaped [endpoint/MOD-20]`, () => {
    assertThrows(() => parseOld(before));
    assertEquals(convertPath(before), { path: after, remarks: [] });
    assertEquals(convertPath(after), { path: after, remarks: [] });
    compile(after);
  });
}

Deno.test("templates of version 8 stay as they are [endpoint/MOD-20]", () => {
  for (
    const path of [
      "/users{/:id}",
      "/files/*path",
      "/files{/*path}",
      '/:"with-dash"',
      '/*"with-dash"',
      "/a{/:b{/:c}}{.:d}",
      "/search\\?q=:q",
      "/:id\\-live",
    ]
  ) {
    assertEquals(convertPath(path), { path, remarks: [] });
    compile(path);
  }
});

Deno.test("names with dashes are quoted, and told of [endpoint/MOD-20]", () => {
  const remark =
    ":user-id is taken for one parameter; if it is :user and a text, write :user\\-id";
  assertEquals(convertPath("/users/:user-id/x"), {
    path: '/users/:"user-id"/x',
    remarks: [remark],
  });
  assertEquals(convertPath("/users/:user-id?"), {
    path: '/users{/:"user-id"}',
    remarks: [remark],
  });
  const quoted = compile('/users{/:"user-id"}');
  assertEquals(quoted({ "user-id": "7" }), "/users/7");
  assertEquals(compile("/users/:user\\-id")({ user: "7" }), "/users/7-id");
});

Deno.test("what has another meaning is told of [endpoint/MOD-20]", () => {
  assertEquals(convertPath("/files/:path(.*)"), {
    path: "/files/:path",
    remarks: [
      "slashes in path are encoded now: to keep them, write *path and pass a list of segments",
    ],
  });
  assertEquals(convertPath("/years/(\\d+)/(\\w+)?"), {
    path: '/years/:"0"{/:"1"}',
    remarks: [
      '(\\d+) has no name: the parameter is called "0"',
      '(\\w+) has no name: the parameter is called "1"',
    ],
  });
  assertEquals(convertPath("/list/:ids-:more+"), {
    path: "/list/:ids-*more",
    remarks: ["the values of more are joined by slashes now"],
  });
  assertEquals(convertPath("/a{b}+"), {
    path: "/a{b}",
    remarks: ["a text cannot be repeated: write it anew"],
  });
  assertEquals(convertPath("/a{/:b"), {
    path: "/a{/:b",
    remarks: ["/a{/:b cannot be read: write it anew"],
  });
});

/** Part of a template of version 6, and values for its parameters. */
interface Part {
  readonly text: (name: string) => string;
  readonly value?: string | readonly string[];
}

const value = fc.stringMatching(/^[a-z0-9]{1,5}$/);
const pattern = fc.constantFrom(
  "",
  "(\\w+)",
  "([^/]+?)",
  "([a-z0-9]|(?:\\w+))",
);
const literal: fc.Arbitrary<Part> = fc.constantFrom(
  "/",
  "/users",
  "/a.b",
  "/it's",
  "-",
  ".json",
  "/a!b",
  "/[x]",
  "/~me@",
  "\\?q=",
  "\\:8080",
  "/a\\+b",
).map((text) => ({ text: () => text }));
const required: fc.Arbitrary<Part> = fc.record({
  slash: fc.boolean(),
  pattern,
  value,
}).map(({ slash, pattern, value }) => ({
  text: (name) => `${slash ? "/" : ""}:${name}${pattern}`,
  value,
}));
const optional: fc.Arbitrary<Part> = fc.record({
  before: fc.constantFrom("/", "."),
  form: fc.constantFrom("modifier", "group"),
  pattern,
  value: fc.option(value, { nil: undefined }),
}).map(({ before, form, pattern, value }) => ({
  text: (name) =>
    form === "modifier"
      ? `${before}:${name}${pattern}?`
      : `{${before}:${name}${pattern}}?`,
  ...(value === undefined ? {} : { value }),
}));
const repeated: fc.Arbitrary<Part> = fc.record({
  modifier: fc.constantFrom("+", "*"),
  form: fc.constantFrom("modifier", "group"),
  value: fc.array(value, { minLength: 1, maxLength: 3 }),
}).map(({ modifier, form, value }) => ({
  text: (name) =>
    form === "modifier" ? `/:${name}${modifier}` : `{/:${name}}${modifier}`,
  value,
}));

/** Whether version 6 takes a template. */
function isReadable(template: string): boolean {
  try {
    parseOld(template);
    return true;
  } catch {
    return false;
  }
}

Deno.test("any template makes the same addresses in both versions [endpoint/MOD-20]", () => {
  const part = fc.oneof(literal, required, optional, repeated);
  assertProperty(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const before = parts.map(({ text }, index) => text(`p${index}_`)).join(
        "",
      );
      const values = Object.fromEntries(
        parts.flatMap(({ value }, index) =>
          value === undefined ? [] : [[`p${index}_`, value]]
        ),
      ) as Record<string, string>;
      // a text right behind a name belongs to the name
      fc.pre(!/_-?\w/.test(before.replaceAll(/\([^/]*?\)/g, "")));
      fc.pre(isReadable(before));
      const { path, remarks } = convertPath(before);
      assertEquals(remarks, []);
      assertEquals(compile(path)(values), compileOld(before)(values), path);
      assertEquals(convertPath(path), { path, remarks: [] });
    }),
    500,
  );
});
