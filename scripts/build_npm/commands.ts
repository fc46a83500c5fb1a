import { build, stop } from "esbuild";
import type { Packages } from "./packages.ts";
import { commandPath } from "./paths.ts";
import type { Plan } from "./plan.ts";
import type { Sources } from "./sources.ts";

/**
 * Makes one file of each program, with the packages it needs inside: an
 * application that only reads data should not install them.
 *
 * @param library What the other entries reach. Other modules are removed.
 */
export async function bundleCommands(
  { root, entries, output }: Plan,
  sources: Sources,
  library: Sources,
  packages: Packages,
): Promise<void> {
  try {
    for (const entry of entries) {
      if (!entry.isCommand) continue;
      await build({
        absWorkingDir: root,
        entryPoints: [entry.source],
        outfile: `${output}/${commandPath(entry)}`,
        bundle: true,
        platform: "node",
        format: "esm",
        target: "node20",
        nodePaths: [`${packages.folder}/node_modules`],
        define: { "import.meta.main": "isMain" },
        inject: ["scripts/build_npm/is_main.ts"],
        legalComments: "eof",
        logLevel: "error",
      });
      await addLicenses(`${output}/${commandPath(entry)}`, packages);
    }
  } finally {
    await stop();
  }
  for (const file of sources.files) {
    if (library.files.includes(file)) continue;
    const path = `${output}/esm/${file.replace(/\.ts$/, ".js")}`;
    for (const unused of [path, `${path}.map`]) await Deno.remove(unused);
  }
}

/** What is inside comes with its license. */
async function addLicenses(command: string, packages: Packages): Promise<void> {
  const text = await Deno.readTextFile(command);
  const names = new Set(
    [...text.matchAll(/^\/\/ .*node_modules\/((?:@[^/]+\/)?[^/]+)\/.*$/gm)]
      .map(([, name]) => name!),
  );
  let licenses = "";
  for (const name of names) {
    const license = await Deno.readTextFile(
      `${packages.folder}/node_modules/${name}/LICENSE`,
    );
    licenses += `\n/*! ${name}\n\n${
      license.trim().replaceAll("*/", "* /")
    }\n*/\n`;
  }
  // comments of the bundler name folders of the machine
  const clean = text.replace(/^\/\/ .*\/(?=node_modules\/)/gm, "// ");
  await Deno.writeTextFile(command, clean + licenses);
}
