/**
 * What the entries that live beside the core add to an application. The
 * budgets are `additions` in tests/budgets.json: bytes, minified
 * for production and compressed by brotli, on top of an application that uses
 * the core. They are what was measured and about five percent.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { build, stop } from "esbuild";
import { brotliCompressSync } from "node:zlib";
import { Project } from "../../package/support/project.ts";

const root = new URL("../../../", import.meta.url);
const { exports } = readJson("deno.json") as {
  exports: Record<string, string>;
};
const { packages, additions } = readJson("tests/budgets.json") as {
  packages: Record<string, string>;
  /** Bytes by entry point. */
  additions: Record<string, number>;
};

const application = `
  export { createClient, Entity, getDefaultManagers, resource } from "${
  moduleOf(".")
}";
`;

Deno.test("an entry beside the core adds no more than its budget, and nothing where it is not imported", async () => {
  await using project = await Project.create(packages);
  try {
    const core = await bundle(application, project);
    assertEquals(core.inputs.filter((path) => path.includes("/live/")), []);
    for (const [entry, budget] of Object.entries(additions)) {
      const together = await bundle(
        `${application} export * from "${moduleOf(entry)}";`,
        project,
      );
      const size = together.size - core.size;
      assert(
        size <= budget,
        `${entry} adds ${size} bytes, ${size - budget} more than its budget`,
      );
      assert(
        size > budget * 0.7,
        `${entry} adds only ${size} bytes: lower its budget of ${budget}`,
      );
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
): Promise<{ readonly size: number; readonly inputs: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: "/" },
    absWorkingDir: root.pathname,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"' },
    nodePaths: [`${project.folder}/node_modules`],
    logLevel: "silent",
  });
  return {
    size: brotliCompressSync(outputFiles[0]!.contents).length,
    inputs: Object.keys(metafile.inputs),
  };
}

function readJson(path: string): unknown {
  return JSON.parse(Deno.readTextFileSync(new URL(path, root)));
}
