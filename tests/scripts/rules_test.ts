import { assertEquals } from "@std/assert";
import { citationsIn } from "../../scripts/rules/citations.ts";
import { coverage } from "../../scripts/rules/coverage.ts";
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

## 19. Limitations
| Id | Other | Here |
|---|---|---|
| **SL-1** | obs | COL-1 |
| LIM-2 | obs COL-2 | COL-1, 2; and more |
| LIM-3 | obs | COL-1..2 |
| LIM-4 | obs | section 16b |
| LIM-5 | obs | said in prose only |
| OBS-6 | obs \\| x | ERR-1 … ERR-3 |
`;

const rules = rulesOf("schema", markdown);
const pointsTo = (id: string) => rules.find((rule) => rule.id === id)?.pointsTo;

Deno.test("rules are found in bullets and in tables, with their section and line", () => {
  assertEquals(
    rules.map(({ id, section }) => `${id} ${section}`),
    [
      "schema/COL-1 1",
      "schema/COL-2 1",
      "schema/COL-2a 1",
      "schema/ERR-1 1.2",
      "schema/TYP-25 1.2",
      "schema/GQL-1 16b",
      "schema/SL-1 19",
      "schema/LIM-2 19",
      "schema/LIM-3 19",
      "schema/LIM-4 19",
      "schema/LIM-5 19",
      "schema/OBS-6 19",
    ],
  );
  assertEquals(rules[0]?.line, 4);
  assertEquals(rules[1]?.summary, "Another, in bold .");
});

Deno.test("rows about limitations point to the rules named in their last cell", () => {
  assertEquals(pointsTo("schema/COL-1"), undefined);
  assertEquals(pointsTo("schema/SL-1"), ["schema/COL-1"]);
  assertEquals(pointsTo("schema/LIM-2"), ["schema/COL-1", "schema/COL-2"]);
  assertEquals(pointsTo("schema/LIM-3"), [
    "schema/COL-1",
    "schema/COL-2",
    "schema/COL-2a",
  ]);
  assertEquals(pointsTo("schema/LIM-4"), ["schema/GQL-1"]);
  assertEquals(pointsTo("schema/LIM-5"), []);
  assertEquals(pointsTo("schema/OBS-6"), ["schema/ERR-1"]);
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

Deno.test("coverage leaves out what scope leaves out, and follows pointers", () => {
  const result = coverage(
    "schema",
    rules,
    { rules: { "GQL-1": "later", "TYP-25": "no such type yet" } },
    new Set(["schema/COL-1", "schema/COL-2", "schema/ERR-1"]),
  );
  assertEquals(result.outOfScope.map(({ id }) => id), [
    "schema/TYP-25",
    "schema/GQL-1",
    "schema/LIM-4",
  ]);
  assertEquals(result.uncited.map(({ id }) => id), [
    "schema/COL-2a",
    "schema/LIM-3",
    "schema/LIM-5",
  ]);
  assertEquals(result.inScope.length, 9);
});
