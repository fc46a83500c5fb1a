import { build, stop } from "esbuild";
import { createRequire } from "node:module";
import configuration from "../../deno.json" with { type: "json" };

/** The files of the page, by their path. */
export type Page = (request: Request) => Promise<Response>;

const folder = new URL("./app/", import.meta.url);
const repository = new URL("../../", import.meta.url).pathname;

/**
 * Serves the application, bundled anew for each load of the page. Every path
 * without a file is the page: the router of the application reads it.
 */
export const servePage: Page = async (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === "/main.js") {
    return file(await bundle("development"), "text/javascript");
  }
  if (pathname === "/style.css") {
    return file(
      await Deno.readTextFile(new URL("style.css", folder)),
      "text/css",
    );
  }
  return file(
    await Deno.readTextFile(new URL("index.html", folder)),
    "text/html",
  );
};

/** The application as one module. */
export async function bundle(
  mode: "development" | "production",
  entry: string = new URL("main.tsx", folder).pathname,
): Promise<string> {
  try {
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: "esm",
      platform: "browser",
      target: "es2022",
      jsx: "automatic",
      minify: mode === "production",
      keepNames: mode === "development",
      sourcemap: mode === "development" ? "inline" : false,
      define: { "process.env.NODE_ENV": JSON.stringify(mode) },
      logLevel: "silent",
      plugins: [{
        name: "packages",
        setup({ onResolve }) {
          // other than relative paths
          onResolve({ filter: /^[^./]/ }, ({ path, importer }) => ({
            path: resolve(path, importer),
          }));
        },
      }],
    });
    return outputFiles[0]!.text;
  } finally {
    await stop();
  }
}

/** Where a module of a package is: this library is here, the others come from npm. */
function resolve(path: string, importer: string): string {
  const [, subpath] = /^@tessera\/client(.*)$/.exec(path) ?? [];
  if (subpath !== undefined) {
    const entries: Record<string, string> = configuration.exports;
    return repository + entries[`.${subpath}`]!;
  }
  return importer.startsWith(repository)
    ? new URL(import.meta.resolve(path)).pathname
    : createRequire(importer).resolve(path);
}

function file(text: string, type: string): Response {
  return new Response(text, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": "no-store",
    },
  });
}
