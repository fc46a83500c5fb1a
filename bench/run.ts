/**
 * Compares Tessera with other libraries and with what is physically possible.
 *
 * Usage: `deno task bench [--quick] [--node] [--only=W1,W4] [--libraries=a,b]
 * [--series=text] [--sizes=100,1000] [--out=results.json]`
 *
 * - `--quick` few samples and small sizes, to see whether it works
 * - `--node` on Node.js instead of Deno
 * - `--only` these workloads
 * - `--libraries` these libraries
 * - `--series` only situations whose name contains this text
 * - `--sizes` only situations of these sizes, large ones also with `--quick`
 * - `--out` where to write the results; default `bench/results/<engine>.json`
 *
 * @module
 */
import { drivers } from "./drivers.ts";
import type { Measurement, Workload } from "./harness/contract.ts";
import type { Driver } from "./harness/driver.ts";
import { evaluate, type Outcome } from "./harness/findings.ts";
import { targetTable } from "./harness/target_table.ts";
import { bundle, installCompetitors } from "./harness/bundle.ts";
import { fullEffort, quickEffort } from "./harness/measure.ts";
import { carryOut, ordersOf, type Plan } from "./harness/processes.ts";
import {
  describeEngine,
  describeMachine,
  type Results,
} from "./harness/results.ts";
import { tablesOf } from "./harness/table.ts";
import { libraries } from "./libraries.ts";
import { quotedOf } from "./quoted.ts";
import { workloads } from "./workloads/mod.ts";

if (import.meta.main) await main();

async function main(): Promise<void> {
  const isQuick = Deno.args.includes("--quick");
  const only = option("only")?.split(",");
  const plan: Plan = {
    engine: Deno.args.includes("--node") ? "node" : "deno",
    effort: isQuick ? quickEffort : fullEffort,
    isQuick,
    series: option("series"),
    sizes: option("sizes")?.split(",").map(Number),
    libraries: option("libraries")?.split(",") ?? libraries,
  };
  const folder = new URL("results/", import.meta.url).pathname;
  const out = option("out") ?? `${folder}${plan.engine}.json`;

  await installCompetitors();
  await Deno.mkdir(folder, { recursive: true });
  const worker = await Deno.makeTempFile({ suffix: ".mjs" });
  const measurements: Measurement[] = [];
  const outcomes: Outcome[] = [];
  try {
    await bundle(
      new URL("competitors/worker.ts", import.meta.url).pathname,
      worker,
    );
    for (const workload of workloads) {
      if (only && !only.includes(workload.id)) continue;
      const found: Measurement[] = [];
      for (const order of ordersOf(workload, plan)) {
        await carryOut(order, plan.engine, worker, (one) => found.push(one));
      }
      const quoted = quotedOf(workload.id, plan.engine);
      const sizes = new Set(found.map(({ size }) => size));
      found.push(...quoted.filter(({ size }) => sizes.has(size)));
      report(workload, found);
    }
    for (const driver of drivers) {
      if (only && !only.includes(driver.id)) continue;
      const found: Measurement[] = [];
      await driver.run(plan, (one) => found.push(one));
      report(driver, found);
    }
  } finally {
    await Deno.remove(worker);
  }
  console.log(`\n${targetTable(outcomes)}`);
  const results: Results = {
    date: new Date().toISOString().slice(0, 10),
    engine: await describeEngine(plan.engine),
    machine: await describeMachine(),
    isQuick,
    measurements,
    outcomes,
  };
  await Deno.writeTextFile(out, JSON.stringify(results, null, 1) + "\n");
  console.log(`\nResults are in ${out}`);

  function report(
    { id, title, targets = [] }: Driver | Workload,
    found: Measurement[],
  ) {
    console.log(`\n${id}  ${title}\n\n${tablesOf(found)}`);
    measurements.push(...found);
    outcomes.push(...evaluate(id, targets, measurements));
  }
}

/** The value of `--name=value`. */
function option(name: string): string | undefined {
  return Deno.args.find((argument) => argument.startsWith(`--${name}=`))
    ?.slice(name.length + 3);
}
