/**
 * Publishes the packages to a registry on loopback, and looks at them as a user
 * does: `deno task publish:rehearse`. Finds what `deno publish --dry-run` does
 * not show, such as a file that is left out or types that became `any`.
 *
 * Builds the npm package with each of its compilers, which must write the same
 * files; says so where one of them cannot be had.
 *
 * Nothing leaves the machine; packages from npm come from there or the cache.
 *
 * @module
 */
import configuration from "../deno.json" with { type: "json" };
import { buildClient } from "./build_npm/client.ts";
import { type Build, fetchDnt } from "./build_npm/compile_with_dnt.ts";
import { filesBelow } from "./build_npm/files_below.ts";
import { readPlan } from "./build_npm/plan.ts";
import { startRegistry } from "./rehearse_publish/registry.ts";
import { startVesselServer } from "./rehearse_publish/vessel_server.ts";

const root = new URL("../", import.meta.url).pathname;
const { name, version, exports } = configuration;

if (import.meta.main) {
  await rehearse();
  await compareCompilers();
}

/**
 * Builds the npm package with TypeScript and with dnt. Where dnt cannot be
 * fetched, there is nothing to compare: `deno task build:npm` builds with
 * TypeScript, and has the same checks.
 */
async function compareCompilers(): Promise<void> {
  const dnt = await fetchDnt();
  if (typeof dnt === "string") {
    console.log(`Not compared with dnt, which cannot be fetched: ${dnt}`);
    return;
  }
  const folder = await Deno.makeTempDir();
  const filesOf = async (compiler: string, dnt?: Build) => {
    const plan = { ...readPlan(), output: `${folder}/${compiler}` };
    await buildClient(plan, dnt);
    const files = [...filesBelow(plan.output)].sort();
    console.log(`Built with ${compiler}: ${files.length} files`);
    return files;
  };
  try {
    const files = await filesOf("TypeScript");
    const others = await filesOf("dnt", dnt);
    const different = [...new Set(files).symmetricDifference(new Set(others))];
    if (different.length > 0) {
      throw new Error(
        `Only one of dnt and TypeScript writes ${different.join(", ")}.`,
      );
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function rehearse(): Promise<void> {
  await using registry = startRegistry();
  await using server = startVesselServer();
  const directory = await Deno.makeTempDir();
  const consumer = `${directory}/consumer`;
  // a cache of its own: nothing is there that only this machine has
  const env = { JSR_URL: registry.url, DENO_DIR: `${directory}/cache` };
  const run = (...args: string[]) => deno(args, consumer, env);
  try {
    const folders = ["codemod", "lint", "openapi"];
    for (const folder of ["", ...folders.map((name) => `scripts/${name}`)]) {
      await deno(
        // types are checked by `deno task check`, and by the consumer below
        [
          "publish",
          "--no-check",
          "--allow-dirty",
          "--no-provenance",
          "--token=none",
        ],
        root + folder,
        { JSR_URL: registry.url },
      );
    }
    console.log(
      `Published ${name} ${version} and ${
        folders.join(", ")
      } to ${registry.url}`,
    );

    await copyConsumer(consumer);
    await run("add", `jsr:${name}`, "npm:react@^19");
    const files = [...Deno.readDirSync(consumer)]
      .map((entry) => entry.name).filter((file) => file.endsWith(".ts"));
    await run("check", ...files);
    console.log(`Checked ${files.sort().join(", ")}`);

    const entries = await run("run", "--allow-env", "entries.ts");
    console.log(`Imported ${entries.trim()} entries`);
    for (const script of ["main.ts", "readme.ts"]) {
      const output = await run("run", "--allow-net", script, server.url);
      console.log(`Ran ${script}: ${output.trim().replaceAll("\n", "; ")}`);
      if (!output.includes(server.expected[script]!)) {
        throw new Error(
          `${script} should have printed "${server.expected[script]}".`,
        );
      }
    }

    await runCodemod(consumer, run);
    await runOpenapi(consumer, run);
    await runLint(consumer, run);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Moves a file from another library, as the documentation says. */
async function runCodemod(
  folder: string,
  run: (...args: string[]) => Promise<string>,
): Promise<void> {
  const path = `${folder}/application.tsx`;
  await Deno.writeTextFile(
    path,
    "export { createResource } from '@data-client/rest';\n",
  );
  const output = await run("run", "-A", "jsr:@tessera/codemod", path);
  console.log(`Ran the codemod: ${output.trim().split("\n").at(-1)}`);
  const expected = `export { resource as createResource } from '${name}';\n`;
  if (await Deno.readTextFile(path) !== expected) {
    throw new Error(`The codemod should have written ${expected}`);
  }
}

/** Writes a module for a document as small as can be, and compiles it. */
async function runOpenapi(
  folder: string,
  run: (...args: string[]) => Promise<string>,
): Promise<void> {
  await Deno.writeTextFile(
    `${folder}/openapi.json`,
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Tides", version: "1" },
      paths: { "/tide": { get: { responses: { 200: { description: "" } } } } },
    }),
  );
  await run(
    ...["run", "-A", "jsr:@tessera/openapi", "openapi.json"],
    ...["--output", "api.ts"],
  );
  await run("check", "api.ts");
  console.log("Wrote a module for an OpenAPI document");
}

/** Finds a mistake in a file, by the plugin as deno.json names it. */
async function runLint(
  folder: string,
  run: (...args: string[]) => Promise<string>,
): Promise<void> {
  const path = `${folder}/deno.json`;
  const configuration = JSON.parse(await Deno.readTextFile(path));
  configuration.lint = { plugins: ["jsr:@tessera/lint"] };
  await Deno.writeTextFile(path, JSON.stringify(configuration));
  await Deno.writeTextFile(
    `${folder}/mistake.ts`,
    'import { Entity } from "@tessera/client";\nexport class Ship extends Entity {}\n',
  );
  const found = await run("lint", "--json", "mistake.ts")
    .then(() => "", (error: Error) => error.message);
  if (!found.includes("tessera/entity-key")) {
    throw new Error(`deno lint should have found a mistake: ${found}`);
  }
  console.log("Found a mistake by deno lint");
}

/** A project of its own: the files here, and those that follow from the package. */
async function copyConsumer(folder: string): Promise<void> {
  await Deno.mkdir(folder);
  const source = new URL("./rehearse_publish/consumer/", import.meta.url);
  for await (const { name } of Deno.readDir(source)) {
    await Deno.copyFile(new URL(name, source), `${folder}/${name}`);
  }
  await Deno.writeTextFile(`${folder}/entries.ts`, importsOfAllEntries());
  const [todos, script] = await scriptOfReadme();
  await Deno.writeTextFile(`${folder}/todos.ts`, todos);
  await Deno.writeTextFile(`${folder}/readme.ts`, script);
  await Deno.writeTextFile(
    `${folder}/deno.json`,
    JSON.stringify({
      compilerOptions: {
        lib: ["deno.window", "dom", "dom.iterable", "dom.asynciterable"],
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
      },
    }),
  );
}

/** Imports every entry, and refuses those that export something of type `any`. */
function importsOfAllEntries(): string {
  const paths = Object.keys(exports).map((path) => name + path.slice(1));
  return `
type IsAny<T> = 0 extends 1 & T ? true : false;
type Untyped<M> = {
  [K in keyof M]: IsAny<M[K]> extends true ? K : never;
}[keyof M];
${
    paths.map((path, index) => `
import * as entry${index} from "${path}";
const untyped${index}: Untyped<typeof entry${index}>[] = [];
const none${index}: readonly never[] = untyped${index};
`).join("")
  }
const entries = [${paths.map((_, index) => `entry${index}`).join(", ")}];
console.log(entries.filter((entry) => Object.keys(entry).length > 0).length);
`;
}

/** What the README shows for scripts, with the address of its server as an argument: the resource, and the script. */
async function scriptOfReadme(): Promise<[string, string]> {
  const readme = await Deno.readTextFile(`${root}README.md`);
  const [todos, script] = Array.from(
    readme.matchAll(/^```ts ignore\n(.*?)^```/gms),
    ([, code]) => code,
  );
  const address = '"https://jsonplaceholder.typicode.com"';
  if (!todos?.includes(address) || script === undefined) {
    throw new Error(`README.md has no script for Deno that uses ${address}.`);
  }
  return [todos.replace(address, "Deno.args[0]!"), script];
}

async function deno(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd,
    env: { ...env, NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder();
  if (success) return text.decode(stdout);
  throw new Error(
    `deno ${args.join(" ")} failed in ${cwd}\n${text.decode(stdout)}${
      text.decode(stderr)
    }`,
  );
}
