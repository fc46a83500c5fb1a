/**
 * Figures of Reactive Data Client 0.18.1 where npm lacks the packages to run
 * it. They are from a separate measurement of its public source on a machine
 * of the same kind (2 x AMD EPYC 2.6 GHz; medians, Node.js 20 and Deno 2.9), not
 * from this run: good for orders of magnitude.
 *
 * @module
 */
import type { Measurement } from "./harness/contract.ts";
import type { Engine } from "./harness/processes.ts";

/** Name under which quoted figures appear. */
export const quotedLibrary = "data-client (quoted)";

/** The quoted figures of a workload on an engine. */
export function quotedOf(workload: string, engine: Engine): Measurement[] {
  return figures.flatMap(([id, series, size, node, deno]) => {
    const median = engine === "node" ? node : deno;
    if (id !== workload || median === undefined) return [];
    return [{
      workload,
      series,
      size,
      library: quotedLibrary,
      role: "reference",
      unit: "µs",
      summary: { median, low: median, high: median, samples: 0 },
      isQuoted: true,
    }];
  });
}

type Figure = readonly [
  workload: string,
  series: string,
  size: number,
  /** Microseconds on Node.js. */
  node: number,
  /** Microseconds on Deno. */
  deno?: number,
];

const results = "one of N results";
const collections = "one of N collections";

const figures: readonly Figure[] = [
  ["W4", "random string ids", 1_000_000, 3_110_000, 2_600_000],
  ["W4", "random integer ids", 1_000_000, 71_700, 17_550],
  ["W5", results, 10, 1.44, 0.69],
  ["W5", results, 1_000, 631, 394],
  ["W5", results, 100_000, 245_000, 131_000],
  ["W6", collections, 10, 528, 502],
  ["W6", collections, 1_000, 4_690, 4_850],
  ["W6", collections, 10_000, 89_690, 64_060],
  ["W6b", collections, 10, 53],
  ["W6b", collections, 1_000, 1_380],
  ["W6b", collections, 10_000, 12_930],
  ["W7", "after one change", 1_000, 1_380, 2_030],
  ["W7", "after one change", 10_000, 14_740, 12_630],
  ["W7", "nothing changed", 1_000, 128, 74],
  ["W7", "nothing changed", 10_000, 1_630, 946],
  ["W8", "write one lens of N", 5, 7_930, 7_550],
  ["W8", "first read of N lenses", 5, 87_200, 64_540],
  ["W8", "switch between N lenses", 5, 1_310, 1_780],
  ["W10", "0 pending", 1_000, 649, 463],
  ["W10", "1 pending", 1_000, 1_440, 913],
  ["W10", "20 pending", 1_000, 13_230, 9_670],
  ["W10", "0 pending", 10_000, 6_630, 5_330],
  ["W10", "1 pending", 10_000, 14_100, 14_080],
  ["W10", "20 pending", 10_000, 198_000, 103_000],
];
