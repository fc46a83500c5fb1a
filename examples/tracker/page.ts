import { build, type BuildOptions } from "esbuild";
import { createRequire } from "node:module";
// Deno downloads what modules import, and the page is bundled from these
import "path-to-regexp";
import "react";
import "react-dom/client";
import "react/jsx-runtime";
import configuration from "../../deno.json" with { type: "json" };

/** Answers requests for the files of the page. */
export type Page = (request: Request) => Promise<Response>;

const repository = new URL("../../", import.meta.url).pathname;

/** Where the application is. */
const application = new URL("./app/", import.meta.url);

/**
 * Serves the application, bundled anew for each load of the page. Every path
 * without a file is the page: the router of the application reads it.
 *
 * @param folder Where the modules of the page are, if not in `app/`.
 */
export function pageOf(folder: URL = application): Page {
  return async (request) => {
    const { pathname } = new URL(request.url);
    switch (pathname) {
      case "/main.js":
        return file(await bundle("development", folder), "text/javascript");
      case "/style.css":
        return file(await read("style.css"), "text/css");
      case "/service_worker.js":
        return file(await read("../service_worker.js"), "text/javascript");
      default:
        return file(await read("index.html"), "text/html");
    }
  };
}

function read(name: string): Promise<string> {
  return Deno.readTextFile(new URL(name, application));
}

/**
 * The application as one module.
 *
 * @param options What is to be different.
 */
export async function bundle(
  mode: "development" | "production",
  folder: URL = application,
  options: BuildOptions = {},
): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL("main.tsx", folder).pathname],
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    jsx: "automatic",
    minify: mode === "production",
    keepNames: mode === "development",
    sourcemap: mode === "development" ? "inline" : false,
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    logLevel: "silent",
    ...options,
    plugins: [...options.plugins ?? [], {
      name: "packages",
      setup({ onResolve }) {
        // everything but paths
        onResolve({ filter: /^[^./]/ }, ({ path, importer }) => ({
          path: resolve(path, importer),
        }));
      },
    }],
    write: false,
  });
  return outputFiles![0]!.text;
}

/** Where a module of a package is: this library is here, the others come from npm. */
function resolve(path: string, importer: string): string {
  const [, subpath] = /^@tessera\/client(.*)$/.exec(path) ?? [];
  if (subpath !== undefined) {
    const entries: Record<string, string> = configuration.exports;
    return repository + entries[`.${subpath}`]!;
  }
  return path in configuration.imports
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
