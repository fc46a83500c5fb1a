import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { parse, type Token } from "path-to-regexp";
import { parsePathParts, type PathPart } from "../../endpoint/path_syntax.ts";

/** Parts, or tokens of path-to-regexp, in one form: adjacent text is one text. */
type Shown = ["text" | ":" | "*", string] | Shown[];

function showParts(parts: readonly PathPart[]): Shown[] {
  return joined(parts.map((part): Shown => {
    if (typeof part === "string") return ["text", part];
    if (!("name" in part)) return showParts(part);
    return [part.isWildcard ? "*" : ":", part.name];
  }));
}

function showTokens(tokens: readonly Token[]): Shown[] {
  return joined(tokens.map((token): Shown => {
    if (token.type === "group") return showTokens(token.tokens);
    if (token.type === "text") return ["text", token.value];
    return [token.type === "param" ? ":" : "*", token.name];
  }));
}

function joined(parts: Shown[]): Shown[] {
  const result: Shown[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last?.[0] === "text" && part[0] === "text") {
      result[result.length - 1] = ["text", last[1] as string + part[1]];
    } else result.push(part);
  }
  return result;
}

function outcomeOf(parseTemplate: () => Shown[]): Shown[] | "invalid" {
  try {
    return parseTemplate();
  } catch (error) {
    if (error instanceof TypeError) return "invalid";
    throw error;
  }
}

const syntax = fc.constantFrom(
  ...["{", "}", ":", "*", '"', "\\", "/", "?", "+", "!", "(", ")", "[", "]"],
  ...[":id", "*rest", ':"a b"', '*"say \\"hi\\""', "{/", "\\{", "\\\\", "é"],
);
const template = fc.array(
  fc.oneof(syntax, fc.string({ maxLength: 3 }), fc.string({ unit: "binary" })),
).map((parts) => parts.join(""));

Deno.test("templates mean what they mean to path-to-regexp, and are invalid where they are there [endpoint/PTH-1] [endpoint/PTH-2] [endpoint/PTH-5] [endpoint/PTH-6]", () => {
  fc.assert(
    fc.property(template, (path) => {
      assertEquals(
        outcomeOf(() => showParts(parsePathParts(path).parts)),
        outcomeOf(() => showTokens(parse(path).tokens)),
      );
    }),
    { numRuns: 2000 },
  );
});
