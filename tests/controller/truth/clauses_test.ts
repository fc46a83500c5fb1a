/**
 * The table of what holds each clause of the law of time has code and tests that
 * there are. `clauses.ts` itself takes each clause out, and says whether the test
 * fails.
 */
import { assertEquals } from "@std/assert";
import { clauses, finder } from "./clauses.ts";

const [find, findTest] = [await finder(""), await finder("tests/")];

for (const { clause, code, title } of clauses) {
  Deno.test(`what holds a clause of the law is there, once, and so is its test: ${clause} [controller/OPT-12]`, () => {
    assertEquals(find(code).length, 1, `${code}\nis in ${find(code)}`);
    const tests = [...new Set(findTest(title))];
    assertEquals(tests.length, 1, `"${title}" is in ${tests}`);
  });
}
