import { assertEquals } from "@std/assert";
import { citationsIn } from "../../scripts/rules/citations.ts";
import { duplicates, rulesOf } from "../../scripts/rules/documents.ts";

const markdown = `# Rules

## 1. Lists
- **COL-1** A list. See **COL-2**.
- **COL-2** Another, in **bold**.
  - **COL-2a** A nested one.
Not a rule: COL-9 is only mentioned.

### 1.2 Rows
| Id | When |
|---|---|
| **ERR-1** | bold |
| TYP-25 | plain |

## 16b. Later
- **GQL-1** Later.
`;

const rules = rulesOf("schema", markdown);

Deno.test("rules are found in bullets and in tables, with their line", () => {
  assertEquals(
    rules.map(({ id }) => id),
    [
      "schema/COL-1",
      "schema/COL-2",
      "schema/COL-2a",
      "schema/ERR-1",
      "schema/TYP-25",
      "schema/GQL-1",
    ],
  );
  assertEquals(rules[0]?.line, 4);
  assertEquals(rules[1]?.summary, "Another, in bold .");
});

Deno.test("a number defined twice is reported", () => {
  assertEquals(duplicates(rules), []);
  assertEquals(
    duplicates(rulesOf("react", "- **A-1** x\n- **AB-1** x\n- **AB-1** y")),
    ["react/AB-1"],
  );
});

/** Fixtures have angle brackets, so that this file cites nothing itself. */
const inBrackets = (source: string) =>
  citationsIn(source.replaceAll("<", "[").replaceAll(">", "]"));

Deno.test("citations are read from names of tests and steps, not from comments or skipped tests", () => {
  const { citations, malformed } = inBrackets(`
    // <schema/COL-1> in a comment
    Deno.test("adds <schema/COL-7> <schema/COL-8>", () => {});
    Deno.test(
      'adds <endpoint/COL-19a>',
      async (t) => { await t.step(\`step <react/NEW-1>\`, () => {}); },
    );
    Deno.test({ name: "a" + "b <controller/ACC-1>", fn() {} });
    Deno.test.ignore("skipped <schema/COL-9>", () => {});
    const value = "<schema/COL-10>";
  `);
  assertEquals(citations, [
    { rule: "schema/COL-7", line: 3 },
    { rule: "schema/COL-8", line: 3 },
    { rule: "endpoint/COL-19a", line: 4 },
    { rule: "react/NEW-1", line: 6 },
    { rule: "controller/ACC-1", line: 8 },
  ]);
  assertEquals(malformed, []);
});

Deno.test("ranges, lists and other separators are malformed citations", () => {
  const { citations, malformed } = inBrackets(`
    Deno.test("a <schema/COL-1..3>", () => {});
    Deno.test("b <schema/COL-1, COL-2>", () => {});
    Deno.test("c <schema:COL-1> and <not a citation>", () => {});
  `);
  assertEquals(citations, []);
  assertEquals(malformed.map(({ text }) => text), [
    "[schema/COL-1..3]",
    "[schema/COL-1, COL-2]",
    "[schema:COL-1]",
  ]);
});
