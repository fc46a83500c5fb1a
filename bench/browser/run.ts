/**
 * Compares what rendering and changing many rows costs in Chromium.
 *
 * Usage: `deno run -A bench/browser/run.ts [--quick] [--only=W9,W9b] [--libraries=tessera,floor]`
 *
 * @module
 */
import { tablesOf } from "../harness/table.ts";
import { pageWorkloads } from "./mod.ts";
import { pageLibraries } from "./page_bundle.ts";

const isQuick = Deno.args.includes("--quick");
const only = option("only");
const libraries = option("libraries") ?? pageLibraries.map(({ name }) => name);

for (const { id, title, run } of pageWorkloads) {
  if (only && !only.includes(id)) continue;
  const found = await run({ isQuick, libraries });
  console.log(`\n${id}  ${title}\n\n${tablesOf(found)}`);
}

/** The values of `--name=a,b`. */
function option(name: string): string[] | undefined {
  return Deno.args.find((argument) => argument.startsWith(`--${name}=`))
    ?.slice(name.length + 3).split(",");
}
