import { build, stop } from "esbuild";

const root = new URL("../", import.meta.url).pathname;

/** Where the competitors are declared and installed. */
const competitors = `${root}competitors/`;

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
 * @param before Path of another checkout, whose library takes part as `before`.
 */
export async function bundle(
  entry: string,
  outfile: string,
  before?: string,
): Promise<void> {
  const earlier = before && await Deno.makeTempFile({ suffix: ".mjs" });
  try {
    if (earlier) await write(`${root}adapters/before.ts`, earlier, before, "");
    await write(entry, outfile, `${root}..`, requiring, earlier);
  } finally {
    await stop();
    if (earlier) await Deno.remove(earlier);
  }
}

/** Packages that are CommonJS ask for modules of Node.js. */
const requiring = `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);`;

/** Bundles with the library of a checkout, and with an earlier one that is bundled already. */
async function write(
  entry: string,
  outfile: string,
  checkout: string,
  banner: string,
  earlier?: string,
): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"' },
    alias: { "@tessera/client": `${checkout}/mod.ts` },
    plugins: [{
      name: "before",
      setup: ({ onResolve }) =>
        onResolve(
          { filter: /\/adapters\/before\.ts$/ },
          ({ kind }) =>
            kind === "entry-point"
              ? undefined
              : { path: earlier ?? `${root}adapters/none.ts` },
        ),
    }],
    nodePaths: [`${competitors}node_modules`],
    banner: { js: banner },
    logLevel: "error",
  });
}
