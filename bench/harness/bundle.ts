import { build, stop } from "esbuild";

/** Where the competitors are declared and installed. */
const competitors = new URL("../competitors/", import.meta.url).pathname;

/**
 * Installs the competitors in their folder, as their lock file says. Does
 * nothing if they are there.
 *
 * @throws {Error} with what the installer said.
 */
export async function installCompetitors(): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["install", "--quiet", "--frozen"],
    cwd: competitors,
    stdout: "null",
  }).output();
  if (!success) {
    throw new Error(
      `Installing the competitors failed: ${new TextDecoder().decode(stderr)}`,
    );
  }
}

/**
 * Makes one file for Node.js and Deno, as for production: what is compared
 * runs without the checks and warnings of development.
 *
 * @param entry Path of a module.
 * @param outfile Path of the file to write.
 */
export async function bundle(entry: string, outfile: string): Promise<void> {
  try {
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "es2022",
      define: { "process.env.NODE_ENV": '"production"' },
      alias: {
        "@tessera/client": new URL("../../mod.ts", import.meta.url).pathname,
      },
      nodePaths: [`${competitors}node_modules`],
      // packages that are CommonJS ask for modules of Node.js
      banner: {
        js: 'import { createRequire as __createRequire } from "node:module"; ' +
          "const require = __createRequire(import.meta.url);",
      },
      logLevel: "error",
    });
  } finally {
    await stop();
  }
}
