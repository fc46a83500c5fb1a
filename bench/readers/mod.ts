import type { Target } from "../harness/contract.ts";
import { bundle, installCompetitors } from "../harness/bundle.ts";
import type { Driver } from "../harness/driver.ts";
import { carryOut } from "../harness/processes.ts";

/** Readers that come and go. */
export const subscriptions: Driver = driver(
  "W14",
  "Readers of one response each come and go",
  [
    {
      claim: "time against readers, exponent, less that of the floor",
      most: 0.1,
      unit: "",
      value({ growth }) {
        const [ours, floor] = ["tessera", "floor"].map((library) =>
          growth("come and go, all together", library)
        );
        return ours === undefined || floor === undefined
          ? undefined
          : ours - floor;
      },
    },
  ],
);

/** A reader of 100 rows while other rows change. */
export const manyChanges: Driver = driver(
  "W15",
  "Set one of so many articles and read a list of 100 of them",
  [
    {
      claim: "100,000 articles, 99th percentile",
      most: 5,
      unit: "µs",
      value: ({ median }) => median("99th percentile", 100_000, "tessera"),
    },
  ],
);

function driver(id: string, title: string, targets: readonly Target[]): Driver {
  return {
    id,
    title,
    targets,
    async run({ engine, effort, libraries }, found) {
      if (!libraries.includes("tessera")) return;
      await installCompetitors();
      const worker = await Deno.makeTempFile({ suffix: ".mjs" });
      try {
        await bundle(new URL("worker.ts", import.meta.url).pathname, worker);
        const order = { workload: id, cases: [], libraries, effort };
        await carryOut(order, engine, worker, found);
      } finally {
        await Deno.remove(worker);
      }
    },
  };
}
