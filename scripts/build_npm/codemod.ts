import { build, stop } from "esbuild";
import { about } from "./about.ts";
import { installPackages } from "./packages.ts";

/**
 * Builds the npm package of the codemod into `scripts/codemod/npm/`: one
 * program with the packages it needs inside, so that it starts without
 * installing them.
 *
 * @param root Root of the repository, without a slash at the end.
 * @returns Its name and version.
 */
export async function buildCodemod(root: string): Promise<string> {
  const source = `${root}/scripts/codemod`;
  const output = `${source}/npm`;
  const { name, version, license, imports } = JSON.parse(
    await Deno.readTextFile(`${source}/deno.json`),
  ) as {
    name: string;
    version: string;
    license: string;
    imports: Record<string, string>;
  };
  const command = `${name.slice(1).replace("/", "-")}`;
  await Deno.remove(output, { recursive: true }).catch(ignoreMissing);
  await Deno.mkdir(output);
  await using packages = await installPackages(
    imports,
    Object.keys(imports).filter((name) => name !== "@babel/types"),
  );
  try {
    await build({
      absWorkingDir: root,
      entryPoints: [`${source}/main.ts`],
      outfile: `${output}/${command}.js`,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      nodePaths: [`${packages.folder}/node_modules`],
      legalComments: "eof",
      logLevel: "error",
    });
  } finally {
    await stop();
  }
  await addLicenses(`${output}/${command}.js`, root);
  for (const name of ["README.md", "LICENSE"]) {
    await Deno.copyFile(`${source}/${name}`, `${output}/${name}`);
  }
  const manifest = {
    name,
    version,
    description:
      "Moves applications from Reactive Data Client or Rest Hooks to Tessera",
    keywords: ["codemod", "migration", "tessera", "data-client", "rest-hooks"],
    license,
    ...about("scripts/codemod"),
    type: "module",
    bin: { [command]: `${command}.js` },
    files: [`${command}.js`],
    engines: { node: ">=20" },
    publishConfig: { access: "public" },
  };
  await Deno.writeTextFile(
    `${output}/package.json`,
    `${JSON.stringify(manifest, null, 2)}\n`,
  );
  return `${name} ${version}`;
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

/** What is inside comes with its license. */
async function addLicenses(command: string, root: string): Promise<void> {
  const text = await Deno.readTextFile(command);
  // comments of the bundler name the file that each part comes from
  const folders = new Map(
    [...text.matchAll(/^\/\/ (.*node_modules\/((?:@[^/]+\/)?[^/]+))\/.*$/gm)]
      .map(([, folder, name]) => [name!, folder!]),
  );
  let licenses = "";
  for (const [name, folder] of folders) {
    const license = await Deno.readTextFile(`${root}/${folder}/LICENSE`);
    licenses += `\n/*! ${name}\n\n${
      license.trim().replaceAll("*/", "* /")
    }\n*/\n`;
  }
  const clean = text.replace(/^\/\/ .*\/(?=node_modules\/)/gm, "// ");
  await Deno.writeTextFile(command, clean + licenses);
}
