/**
 * Prints what an application loads for each entry of the package in `npm/`:
 * `deno task size`. Bundled by esbuild for production, without React.
 *
 * @module
 */
import { build, stop } from "esbuild";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { installPackages } from "./build_npm/packages.ts";
import { readPlan } from "./build_npm/plan.ts";
import { findSources } from "./build_npm/sources.ts";

/** A module of an application. */
interface Usage {
  readonly name: string;
  readonly source: string;
}

/** What small applications use. */
const selections: readonly Usage[] = [
  selection("Entity, RestEndpoint", ["Entity", "RestEndpoint"]),
  selection("createClient, Entity, resource", [
    "createClient",
    "Entity",
    "resource",
  ]),
  {
    name: "the same with DataProvider, useSuspense",
    source: `
      export { Entity, resource } from "@tessera/client";
      export { DataProvider, useSuspense } from "@tessera/client/react";
    `,
  },
];

if (import.meta.main) await printSizes();

async function printSizes(): Promise<void> {
  const plan = readPlan();
  if (!isBuilt(plan.output)) {
    console.error("There is no npm/. Run: deno task build:npm");
    Deno.exit(1);
  }
  const { packages: names } = findSources(plan.root, plan.entries);
  await using packages = await installPackages(plan.imports, names);
  const usages = plan.entries.map(({ name }): Usage => ({
    name,
    source: `export * from "${plan.name}${name.slice(1)}";`,
  }));
  console.log(row("", ["minified", "gzip", "brotli"]));
  try {
    for (const { name, source } of [...usages, ...selections]) {
      const text = await bundle(source, plan.output, packages.folder);
      const sizes = [
        text.length,
        gzipSync(text).length,
        brotliCompressSync(text).length,
      ];
      console.log(row(name, sizes.map((size) => (size / 1000).toFixed(1))));
    }
  } finally {
    await stop();
  }
  console.log("\nIn kB. React and React DOM are not counted.");
}

function isBuilt(folder: string): boolean {
  try {
    return Deno.statSync(`${folder}/package.json`).isFile;
  } catch {
    return false;
  }
}

/** What a bundler for production makes of a module. */
async function bundle(
  source: string,
  npm: string,
  packages: string,
): Promise<Uint8Array> {
  const { outputFiles } = await build({
    // the package finds itself by its name
    stdin: { contents: source, resolveDir: npm },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    conditions: ["module", "production"],
    define: { "process.env.NODE_ENV": '"production"' },
    external: ["react", "react-dom", "react/*", "react-dom/*"],
    nodePaths: [`${packages}/node_modules`],
    logLevel: "error",
  });
  return outputFiles[0]!.contents;
}

function selection(name: string, names: readonly string[]): Usage {
  return {
    name,
    source: `export { ${names.join(", ")} } from "@tessera/client";`,
  };
}

function row(name: string, cells: readonly string[]): string {
  return name.padEnd(42) + cells.map((cell) => cell.padStart(10)).join("");
}
