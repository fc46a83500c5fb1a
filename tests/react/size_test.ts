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
  const sizes: [entry: string, size: number, budget: number][] = [];
  try {
    for (const [entry, budget] of Object.entries(budgets)) {
      sizes.push([entry, await sizeOf(exports[entry]!, project), budget]);
    }
  } finally {
    await stop();
  }
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

async function sizeOf(path: string, project: Project): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export * from ${
        JSON.stringify(new URL(path, root).pathname)
      };`,
      resolveDir: "/",
    },
    absWorkingDir: root.pathname,
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
  });
  const inputs = Object.keys(metafile.inputs);
  const renders = inputs.some((name) => name.startsWith("react/"));
  assertEquals(inputs.some((name) => name.includes("/preact/")), renders);
  return gzipSync(outputFiles[0]!.contents).length;
}

function readJson(path: string): unknown {
  return JSON.parse(Deno.readTextFileSync(new URL(path, root)));
}
