import { build, stop } from "esbuild";
import type { Role } from "../harness/contract.ts";
import { asPublished } from "../size/build_program.ts";
import type { Reading } from "./contract.ts";

/** A library that has a page. */
export interface PageLibrary {
  /** Name in the tables, unique. */
  readonly name: string;
  /** What it stands for. */
  readonly role: Role;
  /** Module of its adapter, relative to the folder of the benchmarks. */
  readonly module: string;
  /** What the module exports it as. */
  readonly exported: string;
  /** What it can be asked for. */
  readonly readings: readonly Reading[];
}

const both: readonly Reading[] = ["entity", "list"];

/** Everything that has a page, in the order of the tables. */
export const pageLibraries: readonly PageLibrary[] = [
  {
    name: "tessera",
    role: "ours",
    module: "browser/tessera",
    exported: "withQuery",
    readings: both,
  },
  {
    name: "tessera, useSuspense",
    role: "ours",
    module: "browser/tessera",
    exported: "withSuspense",
    readings: ["entity"],
  },
  {
    name: "floor",
    role: "floor",
    module: "browser/floor",
    exported: "floor",
    readings: both,
  },
  competitor("tanstack-query", "tanstack_query", "tanstackQuery"),
  competitor("swr", "swr", "swr"),
  competitor("redux-toolkit", "rtk_query", "rtkQuery"),
  competitor("apollo", "apollo_client", "apolloClient"),
];

function competitor(
  name: string,
  file: string,
  exported: string,
): PageLibrary {
  const module = `competitors/browser/${file}`;
  return { name, role: "competitor", module, exported, readings: both };
}

const folder = new URL("../", import.meta.url).pathname;

/** Bundles the pages: the text of a script for each library, by its name. */
export async function bundlePages(
  libraries: readonly PageLibrary[],
  mode: BundleMode,
): Promise<Map<string, string>> {
  const scripts = new Map<string, string>();
  try {
    for (const library of libraries) {
      scripts.set(library.name, await bundlePage(library, mode));
    }
  } finally {
    await stop();
  }
  return scripts;
}

function bundlePage(
  { module, exported }: PageLibrary,
  mode: BundleMode,
): Promise<string> {
  return bundleScript(
    `import { serve } from "./browser/page.ts";
     import { ${exported} } from "./${module}";
     serve(${exported});`,
    mode,
  );
}

/** What the bundle of a page is for. Only that for production is minified. */
export type BundleMode = "production" | "development";

/**
 * Bundles a script for a page, in production as an application has it that
 * takes the library out of the npm package.
 *
 * @param contents A module; its imports are relative to the folder of the benchmarks.
 */
export async function bundleScript(
  contents: string,
  mode: BundleMode,
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    jsx: "automatic",
    minify: mode === "production",
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    alias: {
      "@tessera/client/react": `${folder}../react/mod.ts`,
      "@tessera/client": `${folder}../mod.ts`,
    },
    nodePaths: [`${folder}competitors/node_modules`],
    plugins: mode === "production" ? [asPublished] : [],
    logLevel: "error",
  });
  return outputFiles[0]!.text;
}
