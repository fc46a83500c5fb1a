import type { Findings, Target } from "../harness/contract.ts";
import { bundle, installCompetitors } from "../harness/bundle.ts";
import type { Driver } from "../harness/driver.ts";
import { carryOut } from "../harness/processes.ts";

/** What stays in memory; a process for each library. */
export const memory: Driver = {
  id: "W11",
  title: "Bytes of heap for each of 100,000 articles",
  targets: [
    overParsed("stored", 60),
    overParsed("read", 300),
    {
      claim: "after a sweep",
      most: 5,
      unit: " bytes",
      value: ({ median }) => median("after a sweep", 100_000, "tessera"),
    },
  ],
  async run({ engine, effort, libraries }, found) {
    await installCompetitors();
    const worker = await Deno.makeTempFile({ suffix: ".mjs" });
    try {
      const entry = new URL("../competitors/memory/worker.ts", import.meta.url);
      await bundle(entry.pathname, worker);
      const errors: unknown[] = [];
      for (const library of ["parsed objects", ...libraries]) {
        const order = {
          workload: "W11",
          cases: [],
          libraries: [library],
          effort,
        };
        try {
          await carryOut(order, engine, worker, found);
        } catch (error) {
          // such as too little memory for one library: the others go on
          errors.push(error);
        }
      }
      if (errors.length > 0) throw new AggregateError(errors);
    } finally {
      await Deno.remove(worker);
    }
  },
};

function overParsed(series: string, most: number): Target {
  return {
    claim: `${series}, over the parsed objects`,
    most,
    unit: " bytes",
    value({ median }: Findings) {
      const ours = median(series, 100_000, "tessera");
      const parsed = median("stored", 100_000, "parsed objects");
      return ours === undefined || parsed === undefined
        ? undefined
        : ours - parsed;
    },
  };
}
