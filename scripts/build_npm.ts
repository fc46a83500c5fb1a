/**
 * Builds the npm packages, ready for `npm publish`: the client into `npm/`, each
 * tool into its folder, such as `scripts/codemod/npm/`:
 * `deno task build:npm [--require-dnt]`.
 *
 * dnt compiles the client. Where dnt cannot be fetched, TypeScript does, into
 * the same files; with `--require-dnt` that is an error. What is left to do is
 * the same for both: the build checks what either of them wrote, and one
 * acceptance test judges it, `deno task test:package`.
 *
 * @module
 */
import { buildClient } from "./build_npm/client.ts";
import { fetchDnt } from "./build_npm/compile_with_dnt.ts";
import { readPlan } from "./build_npm/plan.ts";
import { buildTool, tools } from "./build_npm/tools.ts";

if (import.meta.main) await buildPackages(Deno.args.includes("--require-dnt"));

async function buildPackages(isDntRequired: boolean): Promise<void> {
  const dnt = await fetchDnt();
  const isMissing = typeof dnt === "string";
  if (isMissing && isDntRequired) {
    console.error(`Not built: dnt cannot be fetched (${dnt}).`);
    Deno.exit(1);
  }
  const plan = readPlan();
  await buildClient(plan, isMissing ? undefined : dnt);
  const compiler = isMissing
    ? `TypeScript, because dnt cannot be fetched (${dnt})`
    : "dnt";
  console.log(`Built ${plan.name} ${plan.version} with ${compiler}.`);
  for (const tool of tools) {
    console.log(`Built ${await buildTool(plan, tool)} with esbuild.`);
  }
}
