/** The code blocks of guides are type-checked and run. */
import { assert, assertEquals } from "@std/assert";
import others from "../bench/competitors/deno.json" with { type: "json" };
import { examplesIn } from "./support/examples.ts";

const root = new URL("../", import.meta.url).pathname;

/** Guides whose packages look at the conditions of a bundler. */
const bundled = "docs/routers.md";

Deno.test("the examples of all guides run and show what the guides say", () =>
  runExamples(guides(), (page) => page !== bundled));

Deno.test("the examples of guides that need a bundler run, too", () =>
  // the test above has checked their types
  runExamples(
    guides().filter((page) => page === bundled),
    () => true,
    "--conditions=development",
    "--no-check",
  ));

/**
 * Checks the types of the examples of pages.
 *
 * @param isRun Tells of which pages they are run as well.
 */
async function runExamples(
  pages: string[],
  isRun: (page: string) => boolean,
  ...options: string[]
) {
  if (pages.length === 0) return;
  const folder = await Deno.makeTempDir();
  try {
    const tests: string[] = [];
    for (const page of pages) {
      const place = page.replaceAll("/", "_").slice(0, -".md".length);
      for (const { line, name, code } of examplesIn(readText(page))) {
        const path = `${place}/${name}`;
        Deno.mkdirSync(`${folder}/${place}`, { recursive: true });
        Deno.writeTextFileSync(
          `${folder}/${path}`,
          withPackages(
            code.replaceAll("tests/support/", `file://${root}tests/support/`),
          ),
        );
        tests.push(
          isRun(page)
            ? `Deno.test("${page}:${line}", async () => void await import("./${path}"));`
            : `export type At${tests.length} = typeof import("./${path}");`,
        );
      }
      if (page.startsWith("docs/how_to/")) {
        for (const { name, code } of examplesIn(readText(shared))) {
          Deno.writeTextFileSync(`${folder}/${place}/${name}`, code);
        }
      }
    }
    assert(tests.length > 0);
    Deno.writeTextFileSync(
      `${folder}/examples_test.ts`,
      `import "file://${root}tests/support/guide.tsx";\n${tests.join("\n")}\n`,
    );
    // what else examples import stays out of the lock file of the library
    Deno.copyFileSync(`${root}deno.lock`, `${folder}/deno.lock`);
    const { success, stdout, stderr } = await new Deno.Command(
      Deno.execPath(),
      {
        args: [
          "test",
          "-A",
          ...options,
          `--config=${root}deno.json`,
          `--lock=${folder}/deno.lock`,
          `${folder}/examples_test.ts`,
        ],
        env: { NO_COLOR: "1" },
      },
    ).output();
    const text = new TextDecoder();
    assert(success, text.decode(stdout) + text.decode(stderr));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("what is shared stands before later blocks, and a check after its own", () => {
  const page = `
<!-- shared
const port = "aden";
-->

\`\`\`ts
const tide = port.length;
\`\`\`

<!-- check
guide.assertEquals(tide, 4);
-->

\`\`\`ts ignore
app.use(nothing);
\`\`\`

\`\`\`ts
// tides.ts
export const tides = [];
\`\`\`
`;
  assertEquals(
    examplesIn(page).map(({ line, name, code }) => [
      line,
      name,
      code.split("\n").filter((text) => text !== ""),
    ]),
    [
      [6, "6.ts", [
        'import * as guide from "tests/support/guide.tsx";',
        'const port = "aden";',
        "const tide = port.length;",
        "guide.assertEquals(tide, 4);",
        "export {};",
      ]],
      [18, "tides.ts", [
        'const port = "aden";',
        "// tides.ts",
        "export const tides = [];",
        "export {};",
      ]],
    ],
  );
});

/** The page with the files that examples of how-to pages import. */
const shared = "docs/how_to/README.md";

/** Libraries that pages on migration show, in the versions of the benchmarks. */
const packages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["swr", "@reduxjs/toolkit", "react-redux", "@apollo/client"]
      .map((name) => [name, (others.imports as Record<string, string>)[name]!]),
  ),
  axios: "npm:axios@^1",
};

function withPackages(code: string): string {
  return code.replace(
    /(from ")((?:@[^/"]+\/)?[^/"]+)((?:\/[^"]*)?";)/g,
    (whole, from, name, rest) =>
      Object.hasOwn(packages, name) ? from + packages[name] + rest : whole,
  );
}

function guides(): string[] {
  const only = Deno.env.get("GUIDE");
  const folders = ["docs", "docs/how_to", "docs/concepts"];
  const pages = folders.flatMap((folder) => {
    try {
      return [...Deno.readDirSync(root + folder)]
        .filter(({ name }) => name.endsWith(".md"))
        .map(({ name }) => `${folder}/${name}`);
    } catch {
      return []; // no such folder
    }
  });
  return ["README.md", ...pages].filter((page) =>
    !only || only.split(",").some((name) => page.includes(name))
  );
}

function readText(page: string): string {
  return Deno.readTextFileSync(root + page);
}
