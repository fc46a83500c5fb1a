/**
 * Draws the chart of the README from the results of a run.
 *
 * Usage: `deno run -A bench/chart/main.ts [results.json] [chart.svg]`
 *
 * @module
 */
import type { Results } from "../harness/results.ts";
import { readmeChart } from "./readme_chart.ts";

const [
  from = new URL("../results/deno.json", import.meta.url).pathname,
  to = new URL("../../docs/images/bench.svg", import.meta.url).pathname,
] = Deno.args;
const results = JSON.parse(await Deno.readTextFile(from)) as Results;
await Deno.writeTextFile(to, readmeChart(results));
