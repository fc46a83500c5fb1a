/**
 * Compares what rendering and changing many rows costs in Chromium.
 *
 * Usage: `deno run -A bench/browser/run.ts [--quick] [--only=W9,W9b] [--libraries=tessera,floor]`
 *
 * @module
 */
import type { Measurement } from "../harness/contract.ts";
import { fullEffort, quickEffort } from "../harness/measure.ts";
import { tablesOf } from "../harness/table.ts";
import { libraries } from "../libraries.ts";
import { entityRows, listRows } from "./mod.ts";

const isQuick = Deno.args.includes("--quick");
const only = option("only");

for (const { id, title, run } of [entityRows, listRows]) {
  if (only && !only.includes(id)) continue;
  const found: Measurement[] = [];
  await run({
    engine: "deno",
    effort: isQuick ? quickEffort : fullEffort,
    isQuick,
    libraries: option("libraries") ?? libraries,
  }, (measurement) => found.push(measurement));
  console.log(`\n${id}  ${title}\n\n${tablesOf(found)}`);
}

/** The values of `--name=a,b`. */
function option(name: string): string[] | undefined {
  return Deno.args.find((argument) => argument.startsWith(`--${name}=`))
    ?.slice(name.length + 3).split(",");
}
