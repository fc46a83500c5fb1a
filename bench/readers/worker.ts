/**
 * One process: readers that come and go, and readers during many changes.
 *
 * @module
 */
import process from "node:process";
import { measure, quickEffort } from "../harness/measure.ts";
import { measurementMark, type Order } from "../harness/work.ts";
import { churn } from "./churn.ts";
import { floorSubscribers, subscribers } from "./subscribe.ts";

const { workload, effort } = JSON.parse(process.argv[2]!) as Order;
const isQuick = effort.sample <= quickEffort.sample;
if (workload === "W14") {
  for (const size of [100, 1000, 10_000]) {
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
  for (const size of [1000, 10_000, 100_000]) {
    print(churn(size, isQuick ? 50_000 : 1_000_000));
  }
}
process.exit(0);

function print(measurements: readonly unknown[]): void {
  for (const one of measurements) {
    console.log(measurementMark + JSON.stringify(one));
  }
}
