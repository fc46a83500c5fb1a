import { assertEquals } from "@std/assert";
import { pathText } from "../../schema/describe.ts";

Deno.test("a place in a value is shown as it would be written", () => {
  const cases: [path: PropertyKey[], text: string][] = [
    [[], ""],
    [["data", 1, "home"], "data[1].home"],
    [[0, "año"], "[0].año"],
    [["data", "first mate", "7"], 'data["first mate"]["7"]'],
    [["a", Symbol("s")], "a[Symbol(s)]"],
  ];
  for (const [path, text] of cases) assertEquals(pathText(path), text);
});

Deno.test("keys of a Map that a validator names are shown, also those that are no JSON", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const path = ["sold", 10n, NaN, circular] as unknown as PropertyKey[];
  assertEquals(pathText(path), "sold[10][NaN][[object Object]]");
});
