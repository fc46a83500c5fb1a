/**
 * Compares Tessera with other libraries and with what is physically possible.
 *
 * Usage: `deno task bench [--quick] [--node] [--cpu] [--only=W1,W4]
 * [--libraries=a,b] [--series=text,text] [--sizes=100,1000] [--update]
 * [--before=checkout] [--out=results.json]`
 *
 * - `--quick` few samples and small sizes, to see whether it works
 * - `--node` on Node.js instead of Deno
 * - `--cpu` counts processor time, for machines that are busy otherwise
 * - `--only` these workloads
 * - `--libraries` these libraries
 * - `--series` only situations whose name contains one of these texts
 * - `--sizes` only situations of these sizes, large ones also with `--quick`
 * - `--before` the path of another checkout: its library takes part as `before`
 *   in the workloads that need neither a network nor a browser
 * - `--update` keeps what the results say of workloads that do not run now
 * - `--out` where to write the results; default `bench/results/<engine>.json`,
 *   and `<engine>.quick.json` with `--quick`
 *
 * @module
 */
import { parseArgs } from "node:util";
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
  formatResults,
  type Results,
} from "./harness/results.ts";
import { growthsOf, growthTable } from "./harness/growth.ts";
import { alignColumns, tablesOf } from "./harness/table.ts";
import { libraries } from "./libraries.ts";
import { quotedOf } from "./quoted.ts";
import { workloads } from "./workloads/mod.ts";

if (import.meta.main) await main();

async function main(): Promise<void> {
  const { values: options } = parseArgs({
    args: Deno.args,
    options: {
      quick: { type: "boolean", default: false },
      node: { type: "boolean", default: false },
      cpu: { type: "boolean", default: false },
      only: { type: "string" },
      libraries: { type: "string" },
      series: { type: "string" },
      sizes: { type: "string" },
      update: { type: "boolean", default: false },
      before: { type: "string" },
      out: { type: "string" },
    },
  });
  const { quick: isQuick, cpu: isProcessorTime } = options;
  const only = options.only?.split(",");
  const plan: Plan = {
    engine: options.node ? "node" : "deno",
    effort: { ...isQuick ? quickEffort : fullEffort, isProcessorTime },
    isQuick,
    series: options.series?.split(","),
    sizes: options.sizes?.split(",").map(Number),
    libraries: options.libraries?.split(",") ??
      libraries.filter((name) => name !== "before" || options.before),
  };
  const folder = new URL("results/", import.meta.url).pathname;
  const out = options.out ??
    `${folder}${plan.engine}${isQuick ? ".quick" : ""}.json`;
  await Deno.mkdir(folder, { recursive: true });

  const worker = await Deno.makeTempFile({ suffix: ".mjs" });
  const results: Mutable<Results> = {
    date: new Date().toISOString().slice(0, 10),
    engine: await describeEngine(plan.engine),
    machine: await describeMachine(),
    isQuick,
    isProcessorTime,
    seconds: {},
    measurements: [],
    outcomes: [],
  };
  const broken: string[] = [];
  try {
    await installCompetitors();
    await bundle(
      new URL("competitors/worker.ts", import.meta.url).pathname,
      worker,
      options.before && await Deno.realPath(options.before),
    );
    const all = [
      ...workloads.map((workload) => driverOf(workload, worker)),
      ...drivers,
    ];
    if (options.update) {
      const former = JSON.parse(await Deno.readTextFile(out)) as Results;
      results.measurements = former.measurements.filter(({ workload }) =>
        only !== undefined && !only.includes(workload)
      );
      results.seconds = { ...former.seconds };
    }
    for (const driver of all) {
      if (only ? !only.includes(driver.id) : isNeedless(driver, plan)) continue;
      const found: Measurement[] = [];
      const start = performance.now();
      try {
        await inTime(driver.run(plan, (one) => found.push(one)));
      } catch (error) {
        // such as a browser that is not installed: the others go on
        console.error(`${driver.id} ended early:`, error);
        broken.push(driver.id);
      }
      results.seconds = {
        ...results.seconds,
        [driver.id]: Math.round((performance.now() - start) / 1000),
      };
      console.log(`\n${driver.id}  ${driver.title}\n\n${tablesOf(found)}`);
      const measured = [...results.measurements, ...found];
      // what is updated stays in its place
      results.measurements = all.flatMap(({ id }) =>
        measured.filter(({ workload }) => workload === id)
      );
      results.outcomes = all.flatMap(({ id, targets = [] }) =>
        results.measurements.some(({ workload }) => workload === id)
          ? evaluate(id, targets, results.measurements)
          : []
      );
      await Deno.writeTextFile(out, formatResults(results));
    }
  } finally {
    await Deno.remove(worker);
  }
  console.log(`
${growthTable(growthsOf(results.measurements))}

${targetTable(results.outcomes)}

${timeTable(results.seconds)}

Results are in ${out}`);
  if (broken.length > 0) console.error(`Not finished: ${broken.join(", ")}`);
  // what came to no end, such as a browser, ends with us
  Deno.exit(broken.length > 0 ? 1 : 0);
}

/** A workload as something that runs by itself: in processes that execute the bundle. */
function driverOf(workload: Workload, bundle: string): Driver {
  return {
    ...workload,
    async run(plan, found) {
      const situations = new Set<string>();
      const errors: unknown[] = [];
      for (const order of ordersOf(workload, plan)) {
        try {
          await carryOut(order, plan.engine, bundle, (one) => {
            situations.add(`${one.series}, ${one.size}`);
            found(one);
          });
        } catch (error) {
          // such as too little memory for one library: the others go on
          errors.push(error);
        }
      }
      for (const figure of quotedOf(workload.id, plan.engine)) {
        if (situations.has(`${figure.series}, ${figure.size}`)) found(figure);
      }
      if (errors.length > 0) throw new AggregateError(errors);
    },
  };
}

/** Whether the other engine's run says the same already. */
function isNeedless({ isEngineless }: Driver, { engine }: Plan): boolean {
  return engine === "node" && (isEngineless ?? false);
}

/**
 * The same promise, with an end to patience.
 *
 * @throws {Error} if it has not settled after ten minutes.
 */
async function inTime(running: Promise<void>): Promise<void> {
  let timer;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It takes too long.")), 600_000);
  });
  try {
    await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** How long each workload took. */
function timeTable(seconds: Results["seconds"] = {}): string {
  const entries = Object.entries(seconds);
  const total = entries.reduce((sum, [, time]) => sum + time, 0);
  return alignColumns(
    [...entries, ["all", total] as const]
      .map(([id, time]) => [id, `${time} s`]),
  );
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
