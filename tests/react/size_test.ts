/**
 * What a page with Preact loads for each entry point. The budgets are
 * `entries` in tests/budgets.json: bytes of the whole program, Preact included,
 * minified for production and compressed by gzip. They are what was measured and about five
 * percent, so whoever makes an entry point smaller lowers its budget.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { build, stop } from "esbuild";
import { gzipSync } from "node:zlib";
import { Project } from "../package/support/project.ts";

const root = new URL("../../", import.meta.url);
const { exports } = readJson("deno.json") as {
  exports: Record<string, string>;
};
const { packages, entries: budgets } = readJson("tests/budgets.json") as {
  /** Exact versions, so that a budget is about this library. */
  packages: Record<string, string>;
  /** Bytes by entry point. */
  entries: Record<string, number>;
};

Deno.test("no entry point is larger than its budget, with Preact [react/NEW-23]", async () => {
  assertEquals(
    Object.keys(budgets).toSorted(),
    Object.keys(exports).toSorted(),
  );
  await using project = await Project.create(packages);
  const sizes = Object.entries(await sizesOf(exports, project))
    .map(([entry, size]) => [entry, size, budgets[entry]!] as const);
  const tooLarge = sizes.filter(([, size, budget]) => size > budget);
  assertEquals(
    tooLarge.map(([entry, size, budget]) =>
      `${entry} has ${size} bytes, ${size - budget} more than its budget`
    ),
    [],
  );
  // A budget far above what there is would notice nothing.
  for (const [entry, size, budget] of sizes) {
    assert(
      size > budget * 0.7,
      `${entry} has only ${size} bytes: lower its budget of ${budget}`,
    );
  }
});

/** Bytes of each entry, all bundled in one go, which reads each module once. */
async function sizesOf(
  entries: Readonly<Record<string, string>>,
  project: Project,
): Promise<Record<string, number>> {
  const names = Object.keys(entries);
  const { outputFiles, metafile } = await build({
    entryPoints: names.map((name, index) => ({
      in: new URL(entries[name]!, root).pathname,
      out: String(index),
    })),
    absWorkingDir: root.pathname,
    outdir: "/",
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"' },
    alias: {
      "react/jsx-runtime": "preact/jsx-runtime",
      "react-dom/client": "preact/compat/client",
      "react-dom/test-utils": "preact/test-utils",
      "react-dom": "preact/compat",
      "react": "preact/compat",
    },
    nodePaths: [`${project.folder}/node_modules`],
    // optional, and not for pages
    external: ["react-native", "@react-navigation/native"],
    logLevel: "silent",
  }).finally(stop);
  for (const { inputs } of Object.values(metafile.outputs)) {
    const paths = Object.keys(inputs);
    const renders = paths.some((path) => path.startsWith("react/"));
    assertEquals(paths.some((path) => path.includes("/preact/")), renders);
  }
  return Object.fromEntries(
    outputFiles.map(({ path, contents }) => [
      names[Number(/(\d+)\.js$/.exec(path)![1])]!,
      gzipSync(contents).length,
    ]),
  );
}

function readJson(path: string): unknown {
  return JSON.parse(Deno.readTextFileSync(new URL(path, root)));
}
