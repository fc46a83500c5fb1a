/**
 * Compares Tessera with other libraries and with what is physically possible.
 *
 * Usage: `deno task bench [--quick] [--node] [--cpu] [--only=W1,W4]
 * [--libraries=a,b] [--series=text,text] [--sizes=100,1000] [--update]
 * [--out=results.json]`
 *
 * - `--quick` few samples and small sizes, to see whether it works
 * - `--node` on Node.js instead of Deno
 * - `--cpu` counts processor time, for machines that are busy otherwise
 * - `--only` these workloads
 * - `--libraries` these libraries
 * - `--series` only situations whose name contains one of these texts
 * - `--sizes` only situations of these sizes, large ones also with `--quick`
 * - `--update` keeps what the results say of workloads that do not run now
 * - `--out` where to write the results; default `bench/results/<engine>.json`
 *
 * @module
 */
import { drivers } from "./drivers.ts";
import type { Measurement, Workload } from "./harness/contract.ts";
import type { Driver } from "./harness/driver.ts";
import { evaluate } from "./harness/findings.ts";
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
    effort: {
      ...isQuick ? quickEffort : fullEffort,
      isProcessorTime: Deno.args.includes("--cpu"),
    },
    isQuick,
    series: option("series")?.split(","),
    sizes: option("sizes")?.split(",").map(Number),
    libraries: option("libraries")?.split(",") ?? libraries,
  };
  const folder = new URL("results/", import.meta.url).pathname;
  const out = option("out") ?? `${folder}${plan.engine}.json`;
  await Deno.mkdir(folder, { recursive: true });

  const worker = await Deno.makeTempFile({ suffix: ".mjs" });
  const results: Mutable<Results> = {
    date: new Date().toISOString().slice(0, 10),
    engine: await describeEngine(plan.engine),
    machine: await describeMachine(),
    isQuick,
    isProcessorTime: Deno.args.includes("--cpu"),
    measurements: [],
    outcomes: [],
  };
  const broken: string[] = [];
  try {
    await installCompetitors();
    await bundle(
      new URL("competitors/worker.ts", import.meta.url).pathname,
      worker,
    );
    const all = [
      ...workloads.map((workload) => driverOf(workload, worker)),
      ...drivers,
    ];
    if (Deno.args.includes("--update")) {
      const former = JSON.parse(await Deno.readTextFile(out)) as Results;
      results.measurements = former.measurements.filter(({ workload }) =>
        only !== undefined && !only.includes(workload)
      );
    }
    for (const driver of all) {
      if (only && !only.includes(driver.id)) continue;
      const found: Measurement[] = [];
      try {
        await driver.run(plan, (one) => found.push(one));
      } catch (error) {
        // such as a browser that is not installed: the others go on
        console.error(`${driver.id} ended early:`, error);
        broken.push(driver.id);
      }
      console.log(`\n${driver.id}  ${driver.title}\n\n${tablesOf(found)}`);
      results.measurements = [...results.measurements, ...found];
      results.outcomes = all.flatMap(({ id, targets = [] }) =>
        results.measurements.some(({ workload }) => workload === id)
          ? evaluate(id, targets, results.measurements)
          : []
      );
      await Deno.writeTextFile(out, JSON.stringify(results, null, 1) + "\n");
    }
  } finally {
    await Deno.remove(worker);
  }
  console.log(`\n${targetTable(results.outcomes)}\n\nResults are in ${out}`);
  if (broken.length > 0) {
    console.error(`Not finished: ${broken.join(", ")}`);
    Deno.exit(1);
  }
}

/** A workload as something that runs by itself: in processes that execute the bundle. */
function driverOf(workload: Workload, bundle: string): Driver {
  return {
    ...workload,
    async run(plan, found) {
      const situations = new Set<string>();
      for (const order of ordersOf(workload, plan)) {
        await carryOut(order, plan.engine, bundle, (one) => {
          situations.add(`${one.series}, ${one.size}`);
          found(one);
        });
      }
      for (const figure of quotedOf(workload.id, plan.engine)) {
        if (situations.has(`${figure.series}, ${figure.size}`)) found(figure);
      }
    },
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The value of `--name=value`. */
function option(name: string): string | undefined {
  return Deno.args.find((argument) => argument.startsWith(`--${name}=`))
    ?.slice(name.length + 3);
}
