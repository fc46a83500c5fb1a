import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import { parse, type Token } from "path-to-regexp";
import {
  formatPathSyntax,
  parsePathSyntax,
  type PathToken,
} from "../../endpoint/path_syntax.ts";

/** Templates that are mostly valid, or nearly. */
const template = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      ...'/ab1_$é\u200d😀-.~%&= {}()[]+?!:*\\"',
      ":id",
      "*trail",
      ':"a-b"',
      "{/:x}",
      "\\:",
      '"',
    ),
    maxLength: 12,
  }),
  fc.string({ unit: "binary" }),
);

function tokensOf(path: string): readonly Token[] | undefined {
  try {
    return parse(path).tokens;
  } catch {
    return undefined;
  }
}

Deno.test("templates mean what they mean to path-to-regexp 8 [endpoint/PTH-1] [endpoint/PTH-2] [endpoint/PTH-3] [endpoint/PTH-4] [endpoint/PTH-5] [endpoint/PTH-6]", () => {
  fc.assert(
    fc.property(template, (path) => {
      const expected = tokensOf(path);
      if (expected === undefined) {
        assertThrows(() => parsePathSyntax(path), TypeError, path);
      } else {
        assertEquals(parsePathSyntax(path), expected as PathToken[]);
      }
    }),
    { numRuns: 20_000 },
  );
});

Deno.test("a template that is taken apart can be put together again [endpoint/RES-5]", () => {
  fc.assert(
    fc.property(template, (path) => {
      const tokens = tokensOf(path);
      if (tokens === undefined) return;
      const text = formatPathSyntax(tokens as readonly PathToken[]);
      assertEquals(parsePathSyntax(text), tokens as readonly PathToken[]);
    }),
    { numRuns: 20_000 },
  );
});

Deno.test("an invalid template is told where and why [endpoint/PTH-7]", () => {
  const cases: [path: string, found: string, hint: string][] = [
    ["/v/:id?", '"?" at index 6', "{/:id}"],
    ["/v/:id+", '"+" at index 6', "*id"],
    ["/v/:id*", '"*" at index 6', "{/*id}"],
    ["/v/:id(\\d+)", '"(" at index 6', "use :id"],
    ["/a?b", '"?" at index 2', "\\?"],
    ["/a+b", '"+" at index 2', "\\+"],
    ["/*", '"*" at index 1', "*name"],
    ["/(a)", '"(" at index 1', "\\("],
    ["/:", '":" at index 1', ":name"],
    ["/:1", '":" at index 1', "digit"],
    ['/:"a', '":" at index 1', ":name"],
    ['/:""', '":" at index 1', ":name"],
    ["/{a", '"{" at index 1', "not closed"],
    ["/{a{b}", '"{" at index 1', "not closed"],
    ["/a}", '"}" at index 2', "Reserved characters"],
    ["/{a]}", '"]" at index 3', "Reserved characters"],
    ["/a\\", '"\\" at index 2', "\\\\"],
  ];
  for (const [path, found, hint] of cases) {
    const { message } = assertThrows(() => parsePathSyntax(path), TypeError);
    assertStringIncludes(message, `Invalid path template ${path}:`);
    assertStringIncludes(message, found);
    assertStringIncludes(message, hint);
  }
});
