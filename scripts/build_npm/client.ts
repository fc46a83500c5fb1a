import { checkBuild } from "./check_build.ts";
import { type Build, compileWithDnt } from "./compile_with_dnt.ts";
import { compileWithTypeScript } from "./compile_with_typescript.ts";
import { writeManifest } from "./manifest.ts";
import { installPackages } from "./packages.ts";
import type { Plan } from "./plan.ts";
import { writeProductionModules } from "./production_modules.ts";
import { removeUnreachable } from "./remove_unreachable.ts";
import { findSources } from "./sources.ts";

/** What goes into the package beside modules. */
const documents = ["README.md", "LICENSE", "CHANGELOG.md"];

/**
 * Builds the npm package of the client into the folder of the plan, which is
 * emptied before.
 *
 * @param dnt What compiles it; TypeScript if left out.
 * @throws {Error} If the compiler complains, or what it wrote is not as it should be.
 */
export async function buildClient(plan: Plan, dnt?: Build): Promise<void> {
  const { root, entries, output, imports } = plan;
  const sources = findSources(root, entries);
  await Deno.remove(output, { recursive: true }).catch(ignoreMissing);
  await Deno.mkdir(output);

  await using packages = await installPackages(
    imports,
    [...sources.packages, "typescript"],
  );
  if (dnt) await compileWithDnt(dnt, plan, sources);
  else await compileWithTypeScript(plan, sources, packages);
  removeUnreachable(plan);
  await writeProductionModules(plan);
  checkBuild(plan, sources);
  writeManifest(plan, sources);
  for (const name of documents) {
    await Deno.copyFile(`${root}/${name}`, `${output}/${name}`);
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
