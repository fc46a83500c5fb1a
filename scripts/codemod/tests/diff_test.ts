import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { unifiedDiff } from "../diff.ts";

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`);

Deno.test("changes that are far apart are hunks of their own, near ones are one", () => {
  const before = numbered(30);
  const after = [...before];
  after[2] = "changed\n";
  after[8] = "changed, too\n";
  after.splice(24, 1);
  assertEquals(
    unifiedDiff("a.ts", before.join(""), after.join("")),
    `--- a.ts
+++ a.ts
@@ -1,12 +1,12 @@
 line 1
 line 2
-line 3
+changed
 line 4
 line 5
 line 6
 line 7
 line 8
-line 9
+changed, too
 line 10
 line 11
 line 12
@@ -22,7 +22,6 @@
 line 22
 line 23
 line 24
-line 25
 line 26
 line 27
 line 28
`,
  );
});

Deno.test("a missing line break at the end is told", () => {
  assertEquals(
    unifiedDiff("a.ts", "one\ntwo", "one\nthree\n"),
    "--- a.ts\n+++ a.ts\n@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+three\n",
  );
});

Deno.test("a diff holds all that is needed to make the new text", () => {
  const text = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "\n"), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(text, text, fc.boolean(), (before, after, cut) => {
      const old = before.join("");
      const now = cut ? after.join("").trimEnd() : after.join("");
      assertEquals(applied(old, unifiedDiff("a", old, now)), now);
    }),
    { seed: 5, numRuns: 300 },
  );
});

Deno.test("a long file costs what differs, not what it is long", () => {
  const before = numbered(200_000);
  const after = ["first\n", ...before, "last\n"];
  const diff = unifiedDiff("a.ts", before.join(""), after.join(""));
  assertEquals(diff.match(/^[-+](?![-+])/gm), ["+", "+"]);
});

Deno.test("as few lines as can be are changed", () => {
  const text = fc.array(fc.constantFrom("a\n", "b\n", "c\n"), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = unifiedDiff("a.ts", before.join(""), after.join(""));
      const changed = diff.match(/^[-+](?![-+])/gm)?.length ?? 0;
      assertEquals(
        changed,
        before.length + after.length - 2 * common(before, after),
      );
    }),
    { seed: 7, numRuns: 300 },
  );
});

/** Length of the longest common subsequence. */
function common(before: readonly string[], after: readonly string[]): number {
  const [a, ...rest] = before;
  const at = a === undefined ? -1 : after.indexOf(a);
  const without = a === undefined ? 0 : common(rest, after);
  return at < 0
    ? without
    : Math.max(without, 1 + common(rest, after.slice(at + 1)));
}

/** What `patch` makes of a text. */
function applied(text: string, diff: string): string {
  const old = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const result: string[] = [];
  let position = 0;
  for (const line of diff.split("\n").slice(2, -1)) {
    const hunk = /^@@ -(\d+)(?:,(\d+))? /.exec(line);
    if (hunk) {
      const start = Number(hunk[1]) - (hunk[2] === "0" ? 0 : 1);
      result.push(...old.slice(position, start));
      position = start;
    } else if (line.startsWith("\\")) {
      // the old text ends with a line break, so this is about the new one
      result.push(result.pop()!.slice(0, -1));
    } else {
      if (line[0] !== "+") {
        assertEquals(`${line.slice(1)}\n`, old[position]);
        position++;
      }
      if (line[0] !== "-") result.push(`${line.slice(1)}\n`);
    }
  }
  return [...result, ...old.slice(position)].join("");
}
