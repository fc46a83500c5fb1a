import { build, type Plugin } from "esbuild";

/** A program as it is sent to a browser, without React. */
export interface BuiltProgram {
  /** Minified. */
  readonly text: string;
  /** Bytes of each module in it. */
  readonly modules: ReadonlyMap<string, number>;
}

const repository = new URL("../../", import.meta.url).pathname;
const folder = `${repository}bench/`;
const installed = `${folder}competitors/node_modules`;

/**
 * Bundles a program as the npm package has it bundled.
 *
 * @param module Path relative to the folder of the benchmarks, without ".ts".
 * @param packages Folder of installed packages.
 * @param isReadable Keeps names, lines and a comment before each module.
 */
export async function buildProgram(
  module: string,
  packages = installed,
  isReadable = false,
): Promise<BuiltProgram> {
  const { outputFiles, metafile } = await build({
    entryPoints: [`${folder}${module}.ts`],
    absWorkingDir: repository,
    bundle: true,
    write: false,
    outdir: "/",
    format: "esm",
    platform: "browser",
    target: "es2022",
    minifySyntax: true,
    minifyIdentifiers: !isReadable,
    minifyWhitespace: !isReadable,
    metafile: true,
    external: ["react", "react-dom", "react-test-renderer"],
    define: { "process.env.NODE_ENV": '"production"' },
    alias: {
      "@tessera/client/react": `${repository}react/mod.ts`,
      "@tessera/client": `${repository}mod.ts`,
    },
    nodePaths: [packages],
    plugins: [asPublished],
    logLevel: "error",
  });
  const [{ inputs }] = Object.values(metafile.outputs) as [
    (typeof metafile.outputs)[string],
  ];
  return {
    text: outputFiles[0]!.text,
    modules: new Map(
      Object.entries(inputs).map(([path, { bytesInOutput }]) => [
        `/${path}`.replace(/^.*\/node_modules\//, "").replace(
          /^.*\/(?=(schema|endpoint|controller|react|bench)\/)/,
          "",
        ),
        bytesInOutput,
      ]),
    ),
  };
}

/** What the npm package does to our modules: no side effects, and no questions for development. */
export const asPublished: Plugin = {
  name: "as published",
  setup(build) {
    build.onLoad(
      { filter: /\/(schema|endpoint|controller|react)\/.*\.ts$/ },
      async ({ path }) => {
        if (!path.startsWith(repository) || path.startsWith(folder)) return;
        const source = await Deno.readTextFile(path);
        return {
          contents: source.replace(
            /(?<!function )\bisDevelopment\(\)/g,
            "false",
          ),
          loader: "ts",
        };
      },
    );
    build.onResolve({ filter: /./ }, async (wanted) => {
      const { kind, importer, resolveDir, pluginData } = wanted;
      if (pluginData === asPublished || kind === "entry-point") return;
      const options = { kind, importer, resolveDir, pluginData: asPublished };
      const found = await build.resolve(wanted.path, options);
      const isOurs = found.path.startsWith(repository) &&
        !found.path.startsWith(folder);
      return isOurs ? { path: found.path, sideEffects: false } : undefined;
    });
  },
};

/** Packages that are CommonJS ask for React in this way. */
const requireReact =
  'import * as react from "react"; const require = () => react;';

/** Bundles a built program with React and what starts it, for a browser that has nothing. */
export async function withReact(text: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import * as program from "program";
        import { createRoot } from "react-dom/client";
        const root = document.getElementById("root");
        if (program.app) createRoot(root).render(program.app);
        else root.textContent = await program.run();`,
      resolveDir: folder,
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"' },
    nodePaths: [installed],
    plugins: [{
      name: "program",
      setup(build) {
        build.onResolve({ filter: /^program$/ }, () => ({
          path: "program",
          namespace: "built",
        }));
        build.onLoad({ filter: /./, namespace: "built" }, () => ({
          contents: requireReact + text,
          resolveDir: folder,
        }));
      },
    }],
    logLevel: "error",
  });
  return outputFiles[0]!.text;
}
