/**
 * How the code reads, in numbers: words with several meanings, long functions,
 * files that import each other. tests/house.json has the limits, and they only
 * fall: `deno task house --lower`.
 */
import { assertEquals } from "@std/assert";
import { circlesOf } from "../scripts/house/circles.ts";
import { countHouse, rowsOf, usesOf } from "../scripts/house/mod.ts";
import { modulesIn } from "../scripts/house/modules.ts";
import limits from "./house.json" with { type: "json" };

Deno.test("nothing is above its limit, or far below it", () => {
  const rows = rowsOf(countHouse(new URL("../", import.meta.url).pathname));
  assertEquals([...rows.keys()], Object.keys(limits));
  const found = Object.entries(limits).map(([name, limit]) => ({
    name,
    limit,
    value: rows.get(name)!,
  }));
  assertEquals(
    found.filter(({ value, limit }) => value > limit),
    [],
    "`deno task house --word=kept` shows the lines with a word.",
  );
  // A limit far above what there is would notice nothing.
  assertEquals(
    found.filter(({ value, limit }) => value < limit * 0.9 - 2),
    [],
    "Lower these limits: deno task house --lower",
  );
});

Deno.test("a word is found in prose and as a part of a name, but not in names of React", () => {
  const uses = usesOf(
    `/** What was told, and kept. */
const keptNode = takeTold(children, await Promise.allSettled([passed]));
const isPutOff = isGivenAway;
const keeper = undue + settings + gift;
`,
  );
  assertEquals(
    uses.map(({ word, line }) => `${line} ${word.name}`),
    ["1 told", "1 keep", "2 keep", "2 told", "3 put off", "3 given"],
  );
});

Deno.test("functions have the lines of those in them, and an import knows whether it is erased", async () => {
  const root = await Deno.makeTempDir() + "/";
  try {
    await Deno.mkdir(`${root}folder`);
    const write = (name: string, text: string) =>
      Deno.writeTextFile(`${root}folder/${name}`, text);
    await write(
      "a.ts",
      `import { b } from "./b.ts";
import type { C } from "./c.ts";
export const long = () => {
  return function inner() {
    return b;
  };
};
export type Lazy = C | typeof import("./a.ts");
`,
    );
    await write(
      "b.ts",
      `import { type A } from "./a.ts";\nexport class B {}\n`,
    );
    await write("c.ts", `export * from "./b.ts";\nimport("./a.ts");\n`);
    await write("d.ts", `export { d } from "./e.ts";\n`);
    await write("e.ts", `import "./d.ts";\n`);
    const modules = [...modulesIn("folder", root)]
      .sort((a, b) => a.path < b.path ? -1 : 1);
    assertEquals(
      modules[0]!.functions.map(({ name, line, lines }) => [name, line, lines]),
      [["long", 3, 5], ["inner", 4, 3]],
    );
    const names = (circles: string[][]) =>
      circles.map((circle) => circle.map((path) => path.slice(7, -3)).join(""));
    assertEquals(names(circlesOf(modules, true)), ["abc", "de"]);
    assertEquals(names(circlesOf(modules, false)), ["de"]);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
