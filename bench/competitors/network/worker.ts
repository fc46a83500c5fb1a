/**
 * One process: requests articles in every way, and prints measurements.
 *
 * @module
 */
import process from "node:process";
import { measure } from "../../harness/measure.ts";
import { measurementMark } from "../../harness/work.ts";
import { contestant } from "../../network/contestant.ts";
import { manners } from "../../network/contract.ts";
import type { FetchOrder } from "../../network/mod.ts";
import { fetchers } from "./fetchers.ts";

const order = JSON.parse(process.argv[2]!) as FetchOrder;
for (const manner of manners) {
  const { series } = manner;
  const contestants = fetchers
    .filter(({ library }) => order.libraries!.includes(library.split(",")[0]!))
    .flatMap((fetcher) => contestant(fetcher, manner, order.url) ?? []);
  const found = await measure("W13", { series, size: 1 }, contestants, order.effort);
  for (const one of found) console.log(measurementMark + JSON.stringify(one));
}
process.exit(0);
