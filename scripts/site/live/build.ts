// Deno downloads what modules import, and a page is bundled from these
import "decimal.js";
import "preact/compat";
import "preact/compat/client";
import "preact/jsx-runtime";
import "temporal-polyfill";
import type { BuildOptions, Plugin } from "esbuild";
import { bundle } from "../../../examples/tracker/page.ts";

const examples = new URL("../../../examples/", import.meta.url);

/**
 * The demo and the tracker as files that need no server, by their paths: with
 * the devtools, as in development.
 */
export async function liveApplications(): Promise<Record<string, string>> {
  const tracker = await read("tracker/app/index.html");
  return {
    "tracker/index.html": tracker.replaceAll('"/', '"./'),
    "tracker/main.js": await script("tracker", {
      inject: [new URL("tracker/address.ts", import.meta.url).pathname],
    }),
    "tracker/style.css": await read("tracker/app/style.css"),
    "demo/index.html": await demo("index.html", "main.js"),
    "demo/main.js": await script("demo"),
    "demo/preact.html": await demo("preact.html", "preact.js"),
    "demo/preact.js": await script("demo", { plugins: [preact] }),
    "demo/style.css": (await Promise.all(
      [..."page cards controls content requests".split(" ")].map((name) =>
        read(`app/styles/${name}.css`)
      ),
    )).join("\n"),
    "demo/icon.svg": await read("app/icon.svg"),
  };
}

/** A page of the demo, with a bundle instead of modules and an import map. */
async function demo(page: string, script: string): Promise<string> {
  const text = await read(`app/${page}`);
  return text
    .replace(/ *<script[^]*<\/script>\n/, "")
    .replace(/ *<link rel="stylesheet"[^]*?(?=<\/head>)/, "")
    .replace(/"\/examples\/app\//, '"./')
    .replace(/ from esm\.sh/, "")
    .replace(
      "</head>",
      `<link rel="stylesheet" href="./style.css">
    <script type="module" src="./${script}"></script>
  </head>`,
    );
}

function script(name: string, options: BuildOptions = {}): Promise<string> {
  return bundle("development", new URL(`${name}/`, import.meta.url), {
    sourcemap: false,
    minifyWhitespace: true,
    ...options,
  });
}

/** Preact in the place of React. */
const preact: Plugin = {
  name: "preact",
  setup({ onResolve }) {
    const modules: Record<string, string> = {
      "react": "preact/compat",
      "react/jsx-runtime": "preact/jsx-runtime",
      "react-dom": "preact/compat",
      "react-dom/client": "preact/compat/client",
    };
    onResolve({ filter: /^react(-dom)?(\/.*)?$/ }, ({ path }) => ({
      path: new URL(import.meta.resolve(modules[path]!)).pathname,
    }));
  },
};

function read(path: string): Promise<string> {
  return Deno.readTextFile(new URL(path, examples));
}
