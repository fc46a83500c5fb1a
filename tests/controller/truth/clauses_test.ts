/**
 * The table of what holds each clause of the law of time names code and tests
 * that there are. `clauses.ts` itself takes each clause out, and says whether the
 * test fails.
 */
import { assertEquals } from "@std/assert";
import { clauses, defaultTest } from "./clauses.ts";

for (
  const { rule, clause, file, code, test = defaultTest, title } of clauses
) {
  Deno.test(`what holds a clause of the law is where the table has it: ${rule}, ${clause} [controller/OPT-12]`, async () => {
    const root = new URL("../../../", import.meta.url);
    const source = await Deno.readTextFile(new URL(file, root));
    assertEquals(source.split(code).length - 1, 1, `once in ${file}:\n${code}`);
    const tests = await Deno.readTextFile(new URL(test, import.meta.url));
    assertEquals(tests.includes(title), true, `"${title}" in ${test}`);
  });
}
