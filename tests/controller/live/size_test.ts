/**
 * What the entries that live beside the core add to an application. The
 * budgets are `additions` in tests/budgets.json: bytes, minified for production
 * and compressed by brotli, for what is imported of an entry (`*` for all of
 * it). They are the difference to an application without it, so that they also
 * have what it uses of the core and the application does not. The difference of
 * two compressed texts moves by some hundred bytes when the core changes.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { build, stop } from "esbuild";
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

const application =
  `export { createClient, Entity, getDefaultManagers, resource } from "${
    moduleOf(".")
  }"; export { DataProvider, useSuspense } from "${moduleOf("./react")}";`;

/** Where the entries are that live beside the core. */
const beside = /\/(controller\/live|react\/img)\//;

Deno.test("an entry beside the core adds no more than its budget, and nothing where it is not imported", async () => {
  await using project = await Project.create(packages);
  try {
    const core = await bundle(application, project);
    assertEquals(core.inputs.filter((path) => beside.test(`/${path}`)), []);
    const size = compressed(core.text);
    for (const [entry, budgets] of Object.entries(additions)) {
      for (const [names, budget] of Object.entries(budgets)) {
        const imported = names === "*" ? names : `{ ${names} }`;
        const { text } = await bundle(
          `${application} export ${imported} from "${moduleOf(entry)}";`,
          project,
        );
        const added = compressed(text) - size;
        assert(
          added <= budget && added > budget * 0.9 - 150,
          `${names} of ${entry} adds ${added} bytes, its budget is ${budget}`,
        );
      }
    }
  } finally {
    await stop();
  }
});

function moduleOf(entry: string): string {
  return new URL(exports[entry]!, root).pathname;
}

async function bundle(
  contents: string,
  project: Project,
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
    logLevel: "silent",
  });
  return {
    text: outputFiles[0]!.text,
    // what is left of them
    inputs: Object.entries(Object.values(metafile.outputs)[0]!.inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
  };
}

function readJson(path: string): unknown {
  return JSON.parse(Deno.readTextFileSync(new URL(path, root)));
}
