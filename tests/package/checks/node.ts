/** What Node.js makes of the package. */
import { assertEquals, assertMatch } from "@std/assert";
import { Project } from "../support/project.ts";
import {
  entriesOf,
  type Manifest,
  packageFolder,
  packTarball,
  toolFolders,
} from "../support/tarball.ts";

/** Imports every entry, and by `require` where Node.js can do that. */
export async function checkImports(
  project: Project,
  manifest: Manifest,
): Promise<void> {
  const names = entriesOf(manifest).map(([name]) => name);
  project.write("import_all.mjs", importOf(names));
  assertEquals(await importAll(project), [[], []]);
}

/** Without React, what does not render works all the same, and nothing else is installed. */
export async function checkWithoutReact(
  project: Project,
  manifest: Manifest,
): Promise<void> {
  const installed = [...Deno.readDirSync(`${project.folder}/node_modules`)]
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("."));
  const dependencies = Object.keys(manifest.dependencies);
  const owners = dependencies.map((name) => name.split("/")[0]!);
  assertEquals(
    installed.filter((name) =>
      !owners.includes(name) && !name.startsWith("@tessera")
    ),
    [],
  );
  const names = entriesOf(manifest)
    .filter(([, target]) => !target.default.startsWith("./esm/react/"))
    .map(([name]) => name);
  project.write("import_all.mjs", importOf(names));
  assertEquals(await importAll(project), [[], []]);
}

/** Installs the codemod, which needs nothing else, and runs its command on a file of another library. */
export async function checkCodemod(): Promise<void> {
  await using tarball = await packTarball(toolFolders.get("codemod"));
  const { name, version } = tarball.manifest;
  await using project = await Project.create({
    [name]: `file:${tarball.path}`,
  });
  const client = JSON.parse(
    await Deno.readTextFile(`${packageFolder}/package.json`),
  );
  assertEquals(version, client.version);
  const installed = [...Deno.readDirSync(`${project.folder}/node_modules`)];
  assertEquals(
    installed.map(({ name }) => name).filter((name) => !name.startsWith(".")),
    ["@tessera"],
  );
  project.write(
    "application.ts",
    'import { Entity } from "@data-client/rest";\nexport class Ship extends Entity {}\n',
  );
  await project.run("npx", "--no", "tessera-codemod", "application.ts");
  assertEquals(
    project.read("application.ts"),
    'import { Entity } from "@tessera/client";\nexport class Ship extends Entity {}\n',
  );
}

/** Compiles a script of a user, and runs it against a server. */
export async function checkScript(
  project: Project,
  tsc: string,
  server: string,
): Promise<void> {
  project.write(
    "server.tsx",
    Deno.readTextFileSync(new URL("../consumer/server.tsx", import.meta.url)),
  );
  project.write(
    "tsconfig.server.json",
    JSON.stringify({
      compilerOptions: {
        target: "es2022",
        lib: ["esnext", "dom", "dom.iterable"],
        module: "nodenext",
        types: ["node"],
        jsx: "react-jsx",
        strict: true,
      },
      files: ["server.tsx"],
    }),
  );
  assertEquals(
    await project.run("node", tsc, "-p", "tsconfig.server.json"),
    "",
  );
  for (const flags of [[], ["--conditions=production"]]) {
    const output = await project.run("node", ...flags, "server.js", server);
    const [written, identical, rendered, streamed] = output.trim().split("\n");
    assertMatch(
      written!,
      /^\d then Ada Lovelace, Grace Hopper, .*Mary Shelley$/,
    );
    assertEquals(identical, "true true");
    assertEquals(rendered, "Grace Hopper");
    assertEquals(streamed, "true function");
  }
}

/** Errors of `import` and of `require`, with the entry that had them. */
async function importAll(project: Project): Promise<[string[], string[]]> {
  return JSON.parse(await project.run("node", "import_all.mjs"));
}

function importOf(names: readonly string[]): string {
  return `
    import { createRequire } from "node:module";
    const require = createRequire(import.meta.url);
    const imports = [];
    const requires = [];
    for (const name of ${JSON.stringify(names)}) {
      try {
        const module = await import(name);
        if (Object.keys(module).length === 0) imports.push(name + " is empty");
        if (!process.features.require_module) continue;
        if (require(name) !== module) requires.push(name + " is a copy");
      } catch (error) {
        imports.push(name + ": " + error.stack);
      }
    }
    console.log(JSON.stringify([imports, requires]));
  `;
}
