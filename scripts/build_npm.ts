/**
 * Builds the npm packages, ready for `npm publish`: the client into `npm/`, the
 * codemod into `scripts/codemod/npm/`: `deno task build:npm [--require-dnt]`.
 *
 * dnt compiles the client. Where dnt cannot be fetched, TypeScript does, into the same
 * files; with `--require-dnt` that is an error. What is left to do is the same
 * for both, and one acceptance test judges either: `deno task test:package`.
 *
 * @module
 */
import { buildCodemod } from "./build_npm/codemod.ts";
import { compileWithDnt, fetchDnt } from "./build_npm/compile_with_dnt.ts";
import { compileWithTypeScript } from "./build_npm/compile_with_typescript.ts";
import { writeManifest } from "./build_npm/manifest.ts";
import { installPackages } from "./build_npm/packages.ts";
import { readPlan } from "./build_npm/plan.ts";
import { writeProductionModules } from "./build_npm/production_modules.ts";
import { findSources } from "./build_npm/sources.ts";

/** What goes into the package beside modules, where it exists. */
const documents = ["README.md", "LICENSE", "CHANGELOG.md"];

if (import.meta.main) await buildPackage(Deno.args.includes("--require-dnt"));

async function buildPackage(isDntRequired: boolean): Promise<void> {
  const started = performance.now();
  const dnt = await fetchDnt();
  if (typeof dnt === "string" && isDntRequired) {
    console.error(`Not built: dnt cannot be fetched (${dnt}).`);
    Deno.exit(1);
  }
  const plan = readPlan();
  const { root, entries } = plan;
  const sources = findSources(root, entries);
  await remove(plan.output);
  await Deno.mkdir(plan.output);

  await using packages = await installPackages(plan.imports, sources.packages);
  if (typeof dnt === "string") compileWithTypeScript(plan, sources, packages);
  else await compileWithDnt(dnt, plan, sources);
  await writeProductionModules(plan);
  writeManifest(plan, sources);
  for (const name of documents) await copyDocument(name, plan.output);

  const compiler = typeof dnt === "string"
    ? `TypeScript, because dnt cannot be fetched (${dnt})`
    : "dnt";
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `Built ${plan.name} ${plan.version} into npm/ with ${compiler}: ` +
      `${plan.entries.length} entries, ${sources.files.length} modules, ` +
      `${seconds} s.`,
  );
  console.log(`Built ${await buildCodemod(root)} with esbuild.`);
}

async function remove(folder: string): Promise<void> {
  try {
    await Deno.remove(folder, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function copyDocument(name: string, folder: string): Promise<void> {
  const from = new URL(`../${name}`, import.meta.url);
  try {
    await Deno.copyFile(from, `${folder}/${name}`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
