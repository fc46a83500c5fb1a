import { build, type BuildOptions } from "esbuild";
import configuration from "../../../deno.json" with { type: "json" };

const repository = new URL("../../../", import.meta.url).pathname;

const bundles = new Map<string, Promise<string>>();

/**
 * A module of a page with those of the library that it imports, as one. The
 * library has 200 modules, and loading each takes as long as most tests.
 * Packages of others are left to the import map of the page. Each is made once.
 *
 * @param entry Path of the module in the repository, or its text.
 */
export function pageBundle(entry: Entry): Promise<string> {
  const name = JSON.stringify(entry);
  const bundle = bundles.get(name) ?? bundled(entry);
  bundles.set(name, bundle);
  return bundle;
}

type Entry = { readonly path: string } | { readonly text: string };

async function bundled(entry: Entry): Promise<string> {
  const source: BuildOptions = "path" in entry
    ? { entryPoints: [repository + entry.path] }
    : { stdin: { contents: entry.text, resolveDir: repository } };
  const { outputFiles } = await build({
    ...source,
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    logLevel: "silent",
    plugins: [{
      name: "packages",
      setup({ onResolve }) {
        onResolve({ filter: /^[^./]/ }, ({ path }) => {
          const [, subpath] = /^@tessera\/client(.*)$/.exec(path) ?? [];
          if (subpath === undefined) return { path, external: true };
          const entries: Record<string, string> = configuration.exports;
          return { path: repository + entries[`.${subpath}`]!.slice(2) };
        });
      },
    }],
  });
  return outputFiles![0]!.text;
}
