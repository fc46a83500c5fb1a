import type { Project } from "./project.ts";

/** Bundlers. */
export type Bundler = "esbuild" | "vite";

/** How to bundle. */
export interface BundleOptions {
  /** What `process.env.NODE_ENV` is. */
  readonly mode: "production" | "development";
  /** Conditions to tell esbuild, which knows none by itself; Vite does. */
  readonly conditions?: readonly string[];
}

/**
 * Bundles a module of a project into one minified file for browsers.
 *
 * @param project Has the bundlers installed.
 * @param entry Path of the module in the project.
 * @returns Text of the file, which is also in the project as `bundle.mjs`.
 */
export async function bundle(
  project: Project,
  bundler: Bundler,
  entry: string,
  { mode, conditions = [] }: BundleOptions,
): Promise<string> {
  project.write(
    "bundle_it.mjs",
    bundler === "esbuild"
      ? withEsbuild(entry, mode, conditions)
      : withVite(entry, mode),
  );
  await project.run("node", "bundle_it.mjs");
  return project.read("bundle.mjs");
}

function withEsbuild(
  entry: string,
  mode: string,
  conditions: readonly string[],
): string {
  return `
    import { build } from "esbuild";
    await build({
      entryPoints: [${JSON.stringify(entry)}],
      outfile: "bundle.mjs",
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      target: "es2022",
      conditions: ${JSON.stringify(["module", ...conditions])},
      define: { "process.env.NODE_ENV": ${JSON.stringify(`"${mode}"`)} },
      logLevel: "error",
    });
  `;
}

function withVite(entry: string, mode: string): string {
  return `
    process.env.NODE_ENV = ${JSON.stringify(mode)};
    const { build } = await import("vite");
    await build({
      configFile: false,
      mode: ${JSON.stringify(mode)},
      logLevel: "error",
      build: {
        target: "es2022",
        outDir: ".",
        emptyOutDir: false,
        minify: true,
        modulePreload: false,
        rollupOptions: {
          input: ${JSON.stringify(entry)},
          output: { entryFileNames: "bundle.mjs", codeSplitting: false },
        },
      },
    });
  `;
}
