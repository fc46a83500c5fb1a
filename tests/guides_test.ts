/** The code blocks of guides are run; `deno task check` checks their types. */
import { assert, assertEquals } from "@std/assert";
import { examplesIn, guides, writeExamples } from "./support/examples.ts";

const root = new URL("../", import.meta.url).pathname;

/** Guides whose packages look at the conditions of a bundler. */
const bundled = "docs/routers.md";

/** Pages whose examples say in another way that a change was refused. */
const otherwise: ReadonlyMap<string, string> = new Map([
  ["docs/how_to/error_toasts.md", "leaves 422 to the form that was sent"],
  ["docs/how_to/refresh_token.md", "is about 401, and has no page of its own"],
  ["docs/how_to/streaming.md", "shows what arrives of a response"],
  ["docs/how_to/storybook.md", "has no server"],
]);

/** Code of other libraries is shown as their documentation has it. */
const ofOthers = /from "npm:(?:swr|@reduxjs|react-redux|@apollo|@tanstack)/;

Deno.test("the examples of all guides run and show what the guides say", () =>
  runExamples(guides().filter((page) => page !== bundled)));

Deno.test("the examples of guides that need a bundler run, too", () =>
  runExamples(
    guides().filter((page) => page === bundled),
    { options: ["--conditions=development"] },
  ));

Deno.test("examples that send a change show why it is refused, keep what was typed, and send once for two clicks", () =>
  runExamples(
    guides().filter((page) => page !== bundled && !otherwise.has(page)),
    { refuses: true },
  ));

function isClicked(code: string): boolean {
  return /\bclick\(|requestSubmit\(/.test(code) && !ofOthers.test(code);
}

/** Runs the examples of pages. */
async function runExamples(
  pages: string[],
  { refuses = false, options = [] }: {
    refuses?: boolean;
    options?: readonly string[];
  } = {},
) {
  if (pages.length === 0) return;
  const folder = await Deno.makeTempDir();
  try {
    const written = writeExamples(folder, pages).filter(({ path }) =>
      !refuses || isClicked(Deno.readTextFileSync(`${folder}/${path}`))
    );
    if (refuses && written.length === 0) return;
    const tests = written.map(({ page, line, path }) =>
      refuses
        ? `Deno.test("${page}:${line}", async () => {
  await import("./${path}").catch(() => {});
  assertEquals(refused(), []);
});`
        : `Deno.test("${page}:${line}", async () => void await import("./${path}"));`
    );
    assert(tests.length > 0);
    Deno.writeTextFileSync(
      `${folder}/examples_test.ts`,
      `import { assertEquals, refused } from "file://${root}tests/support/guide.tsx";
assertEquals(refused(), []);
${tests.join("\n")}
`,
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
        env: { NO_COLOR: "1", ...refuses && { GUIDE_REFUSES: "1" } },
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
