/** The code blocks of guides are run; `deno task check` checks their types. */
import { assert, assertEquals } from "@std/assert";
import { examplesIn, guides, writeExamples } from "./support/examples.ts";

const root = new URL("../", import.meta.url).pathname;

/** Guides whose packages look at the conditions of a bundler. */
const bundled = "docs/routers.md";

Deno.test("the examples of all guides run and show what the guides say", () =>
  runExamples(guides().filter((page) => page !== bundled)));

Deno.test("the examples of guides that need a bundler run, too", () =>
  runExamples(
    guides().filter((page) => page === bundled),
    "--conditions=development",
  ));

/** Runs the examples of pages. */
async function runExamples(pages: string[], ...options: string[]) {
  if (pages.length === 0) return;
  const folder = await Deno.makeTempDir();
  try {
    const tests = writeExamples(folder, pages).map(({ page, line, path }) =>
      `Deno.test("${page}:${line}", async () => void await import("./${path}"));`
    );
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
          "--no-check",
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
