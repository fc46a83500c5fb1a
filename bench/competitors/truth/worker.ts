/**
 * One process: random runs of one library. Prints how many of them
 * were wrong, and how many requests a run took.
 *
 * @module
 */
import process from "node:process";
import type { SubjectFactory } from "../../../tests/controller/truth/contract.ts";
import { measure } from "../../../tests/controller/truth/measure_runs.ts";
import { tesseraClient } from "../../../tests/controller/truth/tessera_client.ts";
import type { Measurement } from "../../harness/contract.ts";
import { summarize } from "../../harness/statistics.ts";
import { measurementMark } from "../../harness/work.ts";
import { mixes, type TruthOrder } from "../../truth/contract.ts";
import { apolloClient } from "./apollo_client.ts";
import { rtkQuery } from "./rtk_query.ts";
import { swr } from "./swr.ts";
import { tanstackQuery } from "./tanstack_query.ts";

const subjects: Record<string, SubjectFactory> = {
  "tessera": tesseraClient,
  "tanstack-query": tanstackQuery,
  "swr": swr,
  "redux-toolkit": rtkQuery,
  "apollo": apolloClient,
};

const order = JSON.parse(process.argv[2]!) as TruthOrder;
const { libraries = [], mix, runs, seed } = order;
// what a refused mutation leaves behind in a library is none of its faults
process.on("unhandledRejection", () => {});
for (const library of libraries) {
  const { wrong, requests } = await measure({
    subject: subjects[library]!,
    parts: mixes[mix]!,
    runs,
    seed,
    isBrief: true,
  });
  const print = (what: string, unit: string, value: number) => {
    const one: Measurement = {
      workload: "W17",
      series: `${mix}, ${what}`,
      size: runs,
      library,
      role: library === "tessera" ? "ours" : "competitor",
      unit,
      summary: summarize([value]),
    };
    console.log(measurementMark + JSON.stringify(one));
  };
  print("wrong", "runs", wrong);
  print("requests a run", "requests", requests);
}
process.exit(0);
