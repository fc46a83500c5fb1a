/** The rules in ESLint, with its own parser and with that of TypeScript. */
import { assertEquals } from "@std/assert";
import * as typescript from "@typescript-eslint/parser";
import { type ESLint, Linter } from "eslint";
import plugin from "../mod.ts";
import { cases, typedCases } from "./cases.ts";

// what configurations of ESLint take, by its own type
const loaded: ESLint.Plugin = plugin;

const both = [...cases, ...typedCases];
for (
  const [parser, list, language] of [
    ["espree", cases, { parserOptions: { ecmaFeatures: { jsx: true } } }],
    ["typescript-eslint", both, { parser: typescript }],
  ] as const
) {
  for (const { name, source, complaints = [] } of list) {
    Deno.test(`ESLint with ${parser}: ${name}`, () => {
      const found = new Linter().verify(source, [
        { files: ["**/*.tsx"] },
        loaded.configs!.recommended as Linter.Config,
        { languageOptions: language },
      ], "a.tsx");
      assertEquals(
        found.map(({ ruleId, line, message }) =>
          `${ruleId?.replace("tessera/", "") ?? message}:${line}`
        ).sort(byLine),
        [...complaints].sort(byLine),
      );
    });
  }
}

function byLine(a: string, b: string): number {
  const line = (text: string) => Number(text.split(":").at(-1));
  return line(a) - line(b) || (a < b ? -1 : 1);
}
