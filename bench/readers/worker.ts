/**
 * One process: readers that come and go, and readers during many changes.
 *
 * @module
 */
import process from "node:process";
import { measure, quickEffort } from "../harness/measure.ts";
import { measurementMark, type Order } from "../harness/work.ts";
import { everySize, sizes } from "../workloads/scale.ts";
import { churn } from "./churn.ts";
import { floorSubscribers, subscribers } from "./subscribe.ts";

const { workload, effort } = JSON.parse(process.argv[2]!) as Order;
const isQuick = effort.sample <= quickEffort.sample;
if (workload === "W14") {
  for (const size of isQuick ? sizes : [...sizes, 100_000]) {
    const situation = { series: "come and go, all together", size };
    print(
      await measure(workload, situation, [
        subscribers(size),
        floorSubscribers(size),
      ], effort),
    );
  }
} else {
  churn(10_000, 20_000);
  for (const size of isQuick ? [1_000, 10_000, 100_000] : everySize) {
    // a million where the target asks for it; elsewhere the same to see growth
    const sets = isQuick ? 50_000 : size === 100_000 ? 1_000_000 : 200_000;
    print(churn(size, sets));
  }
}
process.exit(0);

function print(measurements: readonly unknown[]): void {
  for (const one of measurements) {
    console.log(measurementMark + JSON.stringify(one));
  }
}
