/**
 * One process of a run: carries out the order in its first argument, and
 * prints measurements.
 *
 * @module
 */
import process from "node:process";
import { measurementMark, type Order, work } from "../harness/work.ts";
import { workloads } from "../workloads/mod.ts";
import { adapters } from "./adapters.ts";

const order = JSON.parse(process.argv[2]!) as Order;
await work(order, workloads, adapters, (measurements) => {
  for (const measurement of measurements) {
    console.log(measurementMark + JSON.stringify(measurement));
  }
});
// some libraries keep timers
process.exit(0);
