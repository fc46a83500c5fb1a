import { assert, assertEquals } from "@std/assert";
import { build, stop } from "esbuild";

const react = new URL("../../react/mod.ts", import.meta.url).pathname;
const main = new URL("../../mod.ts", import.meta.url).pathname;

interface Bundle {
  /** Texts of the files a page loads at once. */
  readonly initial: string;
  /** Texts of files that are loaded later, if at all. */
  readonly later: string;
}

/** Bundles a module for browsers; other packages stay outside. */
async function bundle(
  source: string,
  environment: "production" | "development",
): Promise<Bundle> {
  try {
    const { outputFiles, metafile } = await build({
      stdin: { contents: source, loader: "ts", resolveDir: "/" },
      bundle: true,
      splitting: true,
      minify: environment === "production",
      write: false,
      metafile: true,
      outdir: "bundle",
      format: "esm",
      platform: "browser",
      external: ["react", "react/*", "path-to-regexp"],
      define: { "process.env.NODE_ENV": JSON.stringify(environment) },
      logLevel: "silent",
    });
    const outputs = Object.entries(metafile.outputs);
    const entry = outputs.find(([, { entryPoint }]) =>
      entryPoint === "<stdin>"
    );
    const initial = new Set([entry![0]]);
    for (const path of initial) {
      for (const { kind, path: imported } of metafile.outputs[path]!.imports) {
        if (kind === "import-statement" && imported in metafile.outputs) {
          initial.add(imported);
        }
      }
    }
    const textOf = (isInitial: boolean) =>
      outputFiles.filter(({ path }) =>
        [...initial].some((name) => path.endsWith(name)) === isInitial
      )
        .map(({ text }) => text)
        .join("\n");
    return { initial: textOf(true), later: textOf(false) };
  } finally {
    await stop();
  }
}

const application = `
  import { createElement } from "react";
  import { DataProvider, useSuspense } from ${JSON.stringify(react)};
  export { useSuspense };
  export const page = createElement(DataProvider);
`;

Deno.test("a production bundle contains nothing of the devtools [react/DVT-7] [react/NEW-59]", async () => {
  const { initial, later } = await bundle(application, "production");
  assert(initial.length > 10_000);
  assertEquals(later, "");
  for (const trace of traces) assert(!initial.includes(trace), trace);
});

Deno.test("a development bundle has the devtools in a file of their own [react/DVT-3]", async () => {
  const { initial, later } = await bundle(application, "development");
  for (const trace of traces) {
    assert(later.includes(trace), trace);
    if (trace !== "dev_panel") assert(!initial.includes(trace), trace);
  }
});

/** Texts, attributes and names of files that only the button has. */
const traces = [
  "data-tessera-devtools",
  "Open data devtools",
  "Redux DevTools",
  "dev_panel",
  "Why did it render?",
  "tessera-view",
];

Deno.test("a production bundle has nothing of infinite lists where it shows none [react/NEW-40] [react/PUB-4]", async () => {
  const trace = "getNextPageParam";
  const { initial } = await bundle(application, "production");
  assert(!initial.includes(trace));
  const lists = await bundle(
    `export { useInfinite } from ${JSON.stringify(react)};`,
    "production",
  );
  assert(lists.initial.includes(trace));
});

Deno.test("a production bundle with a single hook has nothing of the devtools, and no provider [react/PUB-4]", async () => {
  const source = `export { useSuspense } from ${JSON.stringify(react)};`;
  const { initial, later } = await bundle(source, "production");
  assertEquals(later, "");
  assert(initial.includes("useSyncExternalStore"));
  for (
    const trace of [
      ...traces,
      "__REDUX_DEVTOOLS_EXTENSION__",
      "__DC_CONTROLLERS__",
      "<DataProvider> was rendered",
    ]
  ) assert(!initial.includes(trace), trace);
});

Deno.test("a production bundle has of the schemas those that the application names [react/NEW-23]", async () => {
  const everything = await bundle(
    `export * from ${JSON.stringify(main)};
    export * from ${
      JSON.stringify(main.replace("/mod.ts", "/schema/mod.ts"))
    };`,
    "production",
  );
  const { initial } = await bundle(
    `${application}
    import { Collection, Entity, resource } from ${JSON.stringify(main)};
    class Article extends Entity { id = ""; static key = "Article"; }
    export const articles = resource({ path: "/articles/:id", schema: Article });
    export const top = new Collection([Article]);`,
    "production",
  );
  for (const trace of ["nonFilterArgumentKeys", "isReference"]) {
    assert(initial.includes(trace), trace);
  }
  for (const trace of otherSchemas) {
    assert(everything.initial.includes(trace), trace);
    assert(!initial.includes(trace), trace);
  }
});

/** Members that only All, Union, Scalar and the normalizing of plain objects have. */
const otherSchemas = [
  "chosenReferencesIn",
  '"Union"',
  "entityPk",
  '("entitiesMeta",',
];
