/// <reference lib="deno.unstable" />
/** The rules in `deno lint`. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import plugin from "../mod.ts";
import { type Case, cases, typedCases } from "./cases.ts";

// what the linter loads, by its own type
const loaded: Deno.lint.Plugin = plugin;

for (const [list, file] of [[cases, "a.jsx"], [typedCases, "a.tsx"]] as const) {
  for (const { name, source, complaints = [] } of list) {
    Deno.test(`deno lint: ${name}`, () => {
      const found = Deno.lint.runPlugin(loaded, file, source);
      assertEquals(
        found.map(({ id, range }) => {
          const line = source.slice(0, range[0]).split("\n").length;
          return `${id.replace("tessera/", "")}:${line}`;
        }).sort(byLine),
        [...complaints].sort(byLine),
      );
    });
  }
}

Deno.test("every rule is found in some case", () => {
  const found = new Set([...cases, ...typedCases].flatMap(rulesOf));
  assertEquals([...found].sort(), Object.keys(plugin.rules).sort());
});

Deno.test("deno lint loads the plugin by deno.json, and a comment silences a rule", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(
    `${folder}/deno.json`,
    JSON.stringify({
      lint: {
        plugins: [new URL("../mod.ts", import.meta.url).href],
        rules: { exclude: ["no-unversioned-import"] },
      },
    }),
  );
  await Deno.writeTextFile(
    `${folder}/ships.ts`,
    `import { Entity } from "@tessera/client";
export class Ship extends Entity {
  id = "";
}
// deno-lint-ignore tessera/entity-key
export class Port extends Entity {
  id = "";
}
`,
  );
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["lint", "--json"],
    cwd: folder,
    env: { NO_COLOR: "1" },
  }).output();
  const { diagnostics, errors } = JSON.parse(new TextDecoder().decode(stdout));
  assertEquals(errors, []);
  assertEquals(
    diagnostics.map((
      { code, range }: { code: string; range: { start: { line: number } } },
    ) => [code, range.start.line]),
    [["tessera/entity-key", 2]],
    new TextDecoder().decode(stderr),
  );
  assertStringIncludes(diagnostics[0].message, 'static key = "Ship"');
  assertEquals(code, 1);
  await Deno.remove(folder, { recursive: true });
});

function rulesOf({ complaints = [] }: Case): string[] {
  return complaints.map((complaint) => complaint.replace(/:.*/, ""));
}

function byLine(a: string, b: string): number {
  const line = (text: string) => Number(text.split(":")[1]);
  return line(a) - line(b) || (a < b ? -1 : 1);
}
