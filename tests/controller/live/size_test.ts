/**
 * What the entries that live beside the core add to an application. The
 * budgets are `additions` in tests/budgets.json: bytes, minified
 * for production and compressed by brotli behind the core, for what is imported
 * of an entry (`*` for all of it). What is measured moves by some percent with
 * the core, whose text the compression knows already.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { build, type Plugin, stop } from "esbuild";
import { compressed } from "../../../bench/size/compressed.ts";
import { Project } from "../../package/support/project.ts";

const root = new URL("../../../", import.meta.url);
const { exports } = readJson("deno.json") as {
  exports: Record<string, string>;
};
const { packages, additions } = readJson("tests/budgets.json") as {
  packages: Record<string, string>;
  /** Bytes by entry point, and by what is imported of it. */
  additions: Record<string, Record<string, number>>;
};

/** Where the entries are that live beside the core. */
const beside = /\/(controller\/live|react\/img)\//;

Deno.test("an entry beside the core adds no more than its budget, and nothing where it is not imported", async () => {
  await using project = await Project.create(packages);
  try {
    const core = await bundle(
      `export { createClient, Entity, getDefaultManagers, resource } from "${
        moduleOf(".")
      }"; export { DataProvider, useSuspense } from "${moduleOf("./react")}";`,
      project,
    );
    assertEquals(core.inputs.filter((path) => beside.test(`/${path}`)), []);
    const size = compressed(core.text);
    for (const [entry, budgets] of Object.entries(additions)) {
      for (const [names, budget] of Object.entries(budgets)) {
        const imported = names === "*" ? names : `{ ${names} }`;
        const addition = await bundle(
          `export ${imported} from "${moduleOf(entry)}";`,
          project,
          [withoutCore],
        );
        const added = compressed(core.text + addition.text) - size;
        assert(
          added <= budget,
          `${names} of ${entry} adds ${added} bytes, ${
            added - budget
          } more than its budget`,
        );
      }
    }
  } finally {
    await stop();
  }
});

/** Leaves out what an application has loaded already. */
const withoutCore: Plugin = {
  name: "without core",
  setup({ onResolve }) {
    onResolve({ filter: /^[.\w]/ }, ({ path, importer }) => {
      if (importer === "") return;
      const isBeside = path.startsWith(".") &&
        beside.test(new URL(path, `file://${importer}`).pathname);
      return isBeside ? undefined : { path: "core", external: true };
    });
  },
};

function moduleOf(entry: string): string {
  return new URL(exports[entry]!, root).pathname;
}

async function bundle(
  contents: string,
  project: Project,
  plugins: Plugin[] = [],
): Promise<{ readonly text: string; readonly inputs: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: "/", sourcefile: "" },
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
      "react-dom": "preact/compat",
      "react": "preact/compat",
    },
    nodePaths: [`${project.folder}/node_modules`],
    plugins,
    logLevel: "silent",
  });
  return {
    // in an application there is nothing to import where everything is one file
    text: outputFiles[0]!.text.replace(/import\{[^}]*\}from"core";/g, ""),
    // what is left of them
    inputs: Object.entries(Object.values(metafile.outputs)[0]!.inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
  };
}

function readJson(path: string): unknown {
  return JSON.parse(Deno.readTextFileSync(new URL(path, root)));
}
