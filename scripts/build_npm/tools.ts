import { build, stop } from "esbuild";
import { about } from "./about.ts";
import { installPackages } from "./packages.ts";

/** A package of its own beside the client, in `scripts/`. */
export interface Tool {
  /** Its folder in `scripts/`. */
  readonly folder: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** Folders that are copied beside the program. */
  readonly copied?: readonly string[];
}

/** All of them. What deno.json says of them is not repeated here. */
export const tools: readonly Tool[] = [
  {
    folder: "codemod",
    description:
      "Moves applications from Reactive Data Client or Rest Hooks to Tessera",
    keywords: ["codemod", "migration", "data-client", "rest-hooks"],
  },
  {
    folder: "create",
    description:
      "Starts an application of Tessera with React, Next.js, Preact or Deno",
    keywords: ["create", "template", "react", "preact", "vite", "nextjs"],
    copied: ["templates"],
  },
];

/** Folder of the npm package of a tool, below the root of the repository. */
export function outputOf({ folder }: Tool): string {
  return `scripts/${folder}/npm`;
}

/**
 * Builds the npm package of a tool: one module for each entry, with the
 * packages it needs inside, so that it starts without installing them.
 *
 * @param root Root of the repository, without a slash at the end.
 * @returns Its name and version.
 */
export async function buildTool(root: string, tool: Tool): Promise<string> {
  const source = `${root}/scripts/${tool.folder}`;
  const output = `${root}/${outputOf(tool)}`;
  const { name, version, license, imports = {}, exports } = JSON.parse(
    await Deno.readTextFile(`${source}/deno.json`),
  ) as {
    name: string;
    version: string;
    license: string;
    imports?: Record<string, string>;
    exports: string;
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
      entryPoints: [`${source}/${exports}`],
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
  for (const folder of tool.copied ?? []) {
    copyFolder(`${source}/${folder}`, `${output}/${folder}`);
  }
  const manifest = {
    name,
    version,
    description: tool.description,
    keywords: ["tessera", ...tool.keywords],
    license,
    ...about(`scripts/${tool.folder}`),
    type: "module",
    bin: { [command]: `${command}.js` },
    files: [`${command}.js`, ...tool.copied ?? []],
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

function copyFolder(from: string, to: string): void {
  Deno.mkdirSync(to);
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    const copy = isDirectory ? copyFolder : Deno.copyFileSync;
    copy(`${from}/${name}`, `${to}/${name}`);
  }
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
