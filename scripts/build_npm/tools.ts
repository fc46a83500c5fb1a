import { build, stop } from "esbuild";
import { relative } from "node:path";
import { about } from "./about.ts";
import { runTypeScript } from "./compile_with_typescript.ts";
import { installPackages, type Packages } from "./packages.ts";
import type { Plan } from "./plan.ts";

/** A package of its own beside the client, in `scripts/`. */
export interface Tool {
  /** Its folder in `scripts/`. */
  readonly folder: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** Folders that are copied beside the program. */
  readonly copied?: readonly string[];
  /** Whether it is imported. Otherwise it is a command. */
  readonly isLibrary?: boolean;
  /** Packages that it imports. */
  readonly packages?: readonly string[];
}

/** All of them. What deno.json says of them is not repeated here. */
export const tools: readonly Tool[] = [
  {
    folder: "codemod",
    description:
      "Moves applications from Reactive Data Client or Rest Hooks to Tessera",
    keywords: ["codemod", "migration", "data-client", "rest-hooks"],
    packages: ["@babel/parser", "@typescript-eslint/scope-manager", "diff"],
  },
  {
    folder: "create",
    description:
      "Starts an application of Tessera with React, Next.js, Preact or Deno",
    keywords: ["create", "template", "react", "preact", "vite", "nextjs"],
    copied: ["templates"],
  },
  {
    folder: "lint",
    description:
      "Finds mistakes in the use of Tessera, by deno lint and ESLint",
    keywords: ["eslint", "eslintplugin", "eslint-plugin", "deno-lint"],
    isLibrary: true,
  },
  {
    folder: "openapi",
    description:
      "Writes entities, resources and endpoints of Tessera for an OpenAPI 3 document",
    keywords: ["openapi", "codegen", "rest", "typescript"],
    packages: ["@readme/openapi-parser", "pluralize"],
  },
];

/** Folder of the npm package of a tool, below the root of the repository. */
export function outputOf({ folder }: Tool): string {
  return `scripts/${folder}/npm`;
}

/**
 * Builds the npm package of a tool: one module, with the packages it
 * needs inside, so that it starts without installing them.
 *
 * @param plan Where the repository is, and the version of the compiler.
 * @returns Its name and version.
 */
export async function buildTool(
  { root, imports }: Plan,
  tool: Tool,
): Promise<string> {
  const source = `${root}/scripts/${tool.folder}`;
  const output = `${root}/${outputOf(tool)}`;
  const { name, version, license, exports } = JSON.parse(
    await Deno.readTextFile(`${source}/deno.json`),
  ) as {
    name: string;
    version: string;
    license: string;
    exports: string;
  };
  const command = `${name.slice(1).replace("/", "-")}`;
  await Deno.remove(output, { recursive: true }).catch(ignoreMissing);
  await Deno.mkdir(output);
  await using packages = await installPackages(
    imports,
    [...tool.packages ?? [], ...tool.isLibrary ? ["typescript"] : []],
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
  // esbuild names modules by where they are installed, which is another place each time
  const installed = `${relative(root, packages.folder)}/`;
  const program = await Deno.readTextFile(`${output}/${command}.js`);
  await Deno.writeTextFile(
    `${output}/${command}.js`,
    program.replaceAll(installed, ""),
  );
  if (tool.isLibrary) {
    await writeDeclarations(
      `${source}/${exports}`,
      `${output}/${command}.d.ts`,
      packages,
    );
  }
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
    ...tool.isLibrary
      ? {
        sideEffects: false,
        exports: {
          types: `./${command}.d.ts`,
          default: `./${command}.js`,
        },
      }
      : { bin: { [command]: `${command}.js` } },
    files: [
      `${command}.js`,
      ...tool.isLibrary ? [`${command}.d.ts`] : [],
      ...tool.copied ?? [],
    ],
    engines: { node: ">=20" },
    publishConfig: { access: "public" },
  };
  await Deno.writeTextFile(
    `${output}/package.json`,
    `${JSON.stringify(manifest, null, 2)}\n`,
  );
  return `${name} ${version}`;
}

/** Writes the declarations of a module, which import none of another. */
async function writeDeclarations(
  path: string,
  file: string,
  packages: Packages,
): Promise<void> {
  const folder = `${packages.folder}/declarations`;
  await runTypeScript(packages, {
    compilerOptions: {
      target: "es2022",
      module: "nodenext",
      types: [],
      strict: true,
      allowImportingTsExtensions: true,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: path.slice(0, path.lastIndexOf("/")),
      outDir: folder,
    },
    files: [path],
  });
  const text = await Deno.readTextFile(`${folder}/mod.d.ts`);
  if (/from "\./.test(text)) throw new Error(`${path} exports types of others`);
  await Deno.writeTextFile(file, text);
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
    const license = await licenseOf(`${root}/${folder}`);
    licenses += `\n/*! ${name}\n\n${
      license.trim().replaceAll("*/", "* /")
    }\n*/\n`;
  }
  const clean = text.replace(/^\/\/ .*\/(?=node_modules\/)/gm, "// ");
  await Deno.writeTextFile(command, clean + licenses);
}

/** Text of the license of a package; its name, if the package has no text. */
async function licenseOf(folder: string): Promise<string> {
  for await (const { name } of Deno.readDir(folder)) {
    if (/^licen[cs]e(?:\.|$)/i.test(name)) {
      return await Deno.readTextFile(`${folder}/${name}`);
    }
  }
  const text = await Deno.readTextFile(`${folder}/package.json`);
  return JSON.parse(text).license;
}
