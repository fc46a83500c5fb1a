/**
 * Runs the tests of the React layer on every renderer it supports, from the
 * same files: `deno task test:renderers [name...]`. Only the import map
 * differs. Prints one line for each renderer; exits with 1 after a failure.
 *
 * @module
 */
import { packages } from "./packages.ts";
import { joinTests, testsBelow } from "./test_together.ts";

/** What is swapped in the import map for one renderer. */
interface Renderer {
  readonly name: string;
  readonly imports: Record<string, string>;
}

/** All of it: for other than Node.js, React 18 leaves out renderToPipeableStream. */
function serverOfReact(major: string): string {
  return `data:text/javascript,${
    encodeURIComponent(`
      export * from "npm:react-dom@^${major}/server.browser";
      export { renderToPipeableStream } from "npm:react-dom@^${major}/server.node";
    `)
  }`;
}

/** What `preact/compat/server` exports; Deno does not find its dependency from there. */
const serverOfPreact = `data:text/javascript,${
  encodeURIComponent(`
    export * from "npm:preact-render-to-string@^6";
    export { renderToReadableStream } from "npm:preact-render-to-string@^6/stream";
    export { renderToPipeableStream } from "npm:preact-render-to-string@^6/stream-node";
  `)
}`;

const renderers: Renderer[] = [
  react("19"),
  react("18"),
  preact("10"),
  preact("11"),
];

/** Test files that say nothing about a renderer, or nothing about some. */
const inapplicable: {
  readonly file: string;
  readonly renderers: RegExp;
  readonly reason: string;
}[] = [
  {
    file: "entry_points_test.ts",
    renderers: /^(?!react@19$)/,
    reason: "starts processes of its own, on React 19",
  },
  {
    file: "external_hooks_test.ts",
    renderers: /^(?!react@19$)/,
    reason: "starts processes of its own, on React 19",
  },
  {
    file: "production_test.ts",
    renderers: /^(?!react@19$)/,
    reason: "starts processes of its own, on React 19",
  },
  {
    file: "bundle_test.ts",
    renderers: /^(?!react@19$)/,
    reason: "bundles the sources, without a renderer",
  },
  {
    file: "size_test.ts",
    renderers: /^(?!react@19$)/,
    reason: "bundles the sources with Preact itself",
  },
  {
    file: "ssr_modules_test.ts",
    renderers: /^(?!react@19$)/,
    reason: "starts processes of its own, on React 19",
  },
  {
    file: "public_types_test.ts",
    renderers: /^(?!react@19$)/,
    reason: "reads the sources, without a renderer",
  },
  {
    file: "sources_test.ts",
    renderers: /^(?!react@19$)/,
    reason: "reads the sources, without a renderer",
  },
  {
    file: "ssr_nextjs_test.tsx",
    renderers: /^(?!react@19$)/,
    reason: "the App Router of Next.js brings React 19",
  },
  {
    file: "ssr_http_test.ts",
    renderers: /^(?!react@19$)/,
    reason: "starts processes of its own, on React 19",
  },
  {
    file: "testing_native_test.tsx",
    renderers: /^preact/,
    reason: "react-test-renderer belongs to React",
  },
  {
    file: "native",
    renderers: /^preact/,
    reason: "React Native belongs to React",
  },
  {
    file: "ssr_hydration_test.tsx",
    renderers: /^preact/,
    reason:
      "loads what React streams; hydration_everywhere_test.tsx runs instead",
  },
  {
    file: "ssr_late_test.tsx",
    renderers: /^preact/,
    reason: "loads what React streams",
  },
];

const tests = "tests/react";

/** What one renderer may take, in milliseconds. */
const timeLimit = 400_000;

if (import.meta.main) Deno.exit(await testOnRenderers(Deno.args));

/** Exit code of all runs. */
async function testOnRenderers(names: string[]): Promise<number> {
  const unknown = names.filter((name) =>
    !renderers.some((renderer) => renderer.name === name)
  );
  if (unknown.length > 0) {
    console.error(
      `No renderer is named ${unknown.join(", ")}. There are ${
        renderers.map(({ name }) => name).join(", ")
      }.`,
    );
    return 2;
  }
  const directory = await Deno.makeTempDir();
  let passed = 0;
  let failed = 0;
  try {
    for (const renderer of renderers) {
      if (names.length > 0 && !names.includes(renderer.name)) continue;
      const importMap = `${directory}/${renderer.name}.json`;
      await Deno.writeTextFile(
        importMap,
        JSON.stringify({ imports: { ...packages, ...renderer.imports } }),
      );
      const result = await run(renderer, importMap);
      passed += result.passed;
      failed += result.failed;
      console.log(
        `${renderer.name}: ${result.passed} passed, ${result.failed} failed`,
      );
    }
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
  // .ci/run counts tests by a line of this shape
  const outcome = failed === 0 ? "ok" : "FAILED";
  console.log(`${outcome} | ${passed} passed | ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** Runs the tests on one renderer; shows their output only where one fails. */
async function run(
  { name }: Renderer,
  importMap: string,
): Promise<{ passed: number; failed: number }> {
  const excluded = inapplicable.filter(({ renderers }) => renderers.test(name));
  for (const { file, reason } of excluded) {
    console.log(`${name}: without ${file}: ${reason}`);
  }
  const ignored = excluded.map(({ file }) => `${tests}/${file}`);
  await using joined = await joinTests([...testsBelow(tests, ignored)]);
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "test",
      "-A",
      // types are those of React 19, which `deno task check` compares
      "--no-check",
      "--no-lock",
      `--import-map=${importMap}`,
      ...joined.paths,
    ],
    env: { NO_COLOR: "1" },
    signal: AbortSignal.timeout(timeLimit),
  }).output();
  const output = new TextDecoder().decode(stdout);
  const summary = /^(?:ok|FAILED) \| (\d+) passed.* \| (\d+) failed/m
    .exec(output);
  const passed = Number(summary?.[1] ?? 0);
  const failed = Number(summary?.[2] ?? 0);
  if (code === 0 && passed > 0) return { passed, failed };
  console.log(output);
  console.error(new TextDecoder().decode(stderr));
  return { passed, failed: Math.max(failed, 1) };
}

function react(major: string): Renderer {
  return {
    name: `react@${major}`,
    imports: {
      "react": `npm:react@^${major}`,
      "react/jsx-runtime": `npm:react@^${major}/jsx-runtime`,
      "react-dom": `npm:react-dom@^${major}`,
      "react-dom/client": `npm:react-dom@^${major}/client`,
      "react-dom/server": serverOfReact(major),
      "react-dom/test-utils": `npm:react-dom@^${major}/test-utils`,
      "react-test-renderer": `npm:react-test-renderer@^${major}`,
    },
  };
}

function preact(major: string): Renderer {
  return {
    name: `preact@${major}`,
    imports: {
      "preact": `npm:preact@^${major}`,
      "react": `npm:preact@^${major}/compat`,
      "react/jsx-runtime": `npm:preact@^${major}/jsx-runtime`,
      "react-dom": `npm:preact@^${major}/compat`,
      "react-dom/client": `npm:preact@^${major}/compat/client`,
      "react-dom/server": serverOfPreact,
      "react-dom/test-utils": `npm:preact@^${major}/test-utils`,
    },
  };
}
