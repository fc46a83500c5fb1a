import { bundle, installCompetitors } from "../harness/bundle.ts";
import type { Target } from "../harness/contract.ts";
import type { Driver } from "../harness/driver.ts";
import { carryOut } from "../harness/processes.ts";
import { contestants, mixes, type TruthOrder } from "./contract.ts";

const seed = 1;

/**
 * Runs in which the screen shows something wrong, of random runs against a
 * server that handles and answers requests in any order. Each library
 * has a process for each mix.
 */
export const truth: Driver = {
  id: "W17",
  title: `Wrong screens, of random runs; seed ${seed}`,
  targets: Object.keys(mixes).map((name): Target => ({
    claim: `${name}, wrong runs`,
    most: 0,
    unit: "runs",
    value: ({ median }) =>
      median(`${name}, wrong`, 1000, "tessera") ??
        median(`${name}, wrong`, 100, "tessera"),
  })),
  async run({ engine, effort, libraries, isQuick }, found) {
    await installCompetitors();
    const worker = await Deno.makeTempFile({ suffix: ".mjs" });
    try {
      const entry = new URL("../competitors/truth/worker.ts", import.meta.url);
      await bundle(entry.pathname, worker);
      const errors: unknown[] = [];
      const taking = contestants.filter((name) => libraries.includes(name));
      for (const mix of Object.keys(mixes)) {
        for (const library of taking) {
          const order: TruthOrder = {
            workload: "W17",
            cases: [],
            libraries: [library],
            effort,
            mix,
            runs: isQuick ? 100 : 1000,
            seed,
          };
          try {
            await carryOut(order, engine, worker, found);
          } catch (error) {
            errors.push(error);
          }
        }
      }
      if (errors.length > 0) throw new AggregateError(errors);
    } finally {
      await Deno.remove(worker);
    }
  },
};
