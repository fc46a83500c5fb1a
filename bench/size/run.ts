/**
 * Prints the sizes of programs and, with `--modules`, what ours consist of.
 *
 * Usage: `deno run -A bench/size/run.ts [--modules] [--libraries=tessera,swr]`
 *
 * @module
 */
import { stop } from "esbuild";
import type { Measurement } from "../harness/contract.ts";
import { fullEffort } from "../harness/measure.ts";
import { tablesOf } from "../harness/table.ts";
import { buildProgram } from "./build_program.ts";
import { sizes } from "./mod.ts";
import { programs } from "./programs.ts";

const libraries =
  Deno.args.find((argument) => argument.startsWith("--libraries="))?.slice(
    "--libraries=".length,
  ).split(",") ??
    programs.map(({ library }) => library);

const found: Measurement[] = [];
await sizes.run(
  { engine: "deno", effort: fullEffort, isQuick: false, libraries },
  (measurement) => found.push(measurement),
);
console.log(tablesOf(found));
if (Deno.args.includes("--modules")) {
  for (const { library, role, kind, module } of programs) {
    if (role === "ours") await printModules(`${library}, ${kind}`, module);
  }
  await stop();
}

async function printModules(title: string, module: string): Promise<void> {
  const { modules } = await buildProgram(module);
  const sorted = [...modules].sort(([, a], [, b]) => b - a)
    .filter(([, bytes]) => bytes > 0);
  const folders = Map.groupBy(sorted, ([path]) => path.split("/", 1)[0]!);
  console.log(`\n${title}: minified bytes of each module\n`);
  for (const [path, bytes] of sorted) print(bytes, path);
  console.log("\nof each folder\n");
  for (const [folder, files] of folders) {
    print(files.reduce((sum, [, bytes]) => sum + bytes, 0), folder);
  }
}

function print(bytes: number, name: string): void {
  console.log(`${String(bytes).padStart(7)}  ${name}`);
}
