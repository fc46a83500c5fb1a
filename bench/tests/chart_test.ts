import { assert, assertEquals, assertMatch } from "@std/assert";
import { readmeChart } from "../chart/readme_chart.ts";
import type { Measurement, Role } from "../harness/contract.ts";
import { formatTime } from "../harness/format.ts";
import { wrongScreensChart } from "../chart/wrong_screens_chart.ts";
import { tablesOf } from "../harness/table.ts";

function measurement(
  library: string,
  role: Role,
  size: number,
  median: number,
): Measurement {
  return {
    workload: "W4",
    series: "random string ids",
    size,
    library,
    role,
    unit: "µs",
    summary: { median, low: median, high: median, samples: 9 },
  };
}

const measurements = [
  measurement("tessera", "ours", 100, 2),
  measurement("tessera", "ours", 10_000, 2),
  measurement("data-client", "reference", 100, 8),
  measurement("data-client", "reference", 10_000, 5_900),
  measurement("only <one> size", "competitor", 100, 1),
];

Deno.test("the chart has a line for each library that was measured at several sizes", () => {
  const chart = readmeChart({
    measurements,
    engine: "Deno",
    machine: "2 x Some & Such, 16 GiB",
    date: "2026-01-01",
  });
  assertEquals(chart.match(/class="line /g)!.length, 2);
  assertMatch(chart, />tessera</);
  assertMatch(chart, />Change one of N entities</);
  assertMatch(chart, /2 x Some &amp; Such, 2026-01-01/);
  assertMatch(chart, /prefers-color-scheme: dark/);
  assert(!chart.includes("Read a list"), "nothing was measured of it");
  assert(!/NaN|undefined|Infinity/.test(chart));
});

Deno.test("labels of lines that end together do not touch", () => {
  const together = ["a", "b", "c", "d"].flatMap((name) => [
    measurement(name, "competitor", 100, 1),
    measurement(name, "competitor", 10_000, 1),
  ]);
  const chart = readmeChart({
    measurements: together,
    engine: "Deno",
    machine: "",
    date: "",
  });
  const heights = [...chart.matchAll(/class="label[^>]* y="([\d.]+)"/g)]
    .map(([, y]) => Number(y)).sort((a, b) => a - b);
  assertEquals(heights.length, 4);
  for (let index = 1; index < heights.length; index++) {
    assert(heights[index]! - heights[index - 1]! >= 12);
  }
});

Deno.test("a table has libraries as rows, sizes as columns, ratios to ours, and the growth", () => {
  const [head, ...rows] = tablesOf(measurements.slice(0, 4)).split("\n")
    .map((line) => line.trim().split(/ {2,}/));
  assertEquals(head, ["random string ids", "100", "10,000", "growth"]);
  assertEquals(rows, [
    ["tessera", "2.00 µs ±0%", "2.00 µs ±0%", "0.00"],
    ["data-client", "8.00 µs ±0% (4.00x)", "5.90 ms ±0% (2,950x)", "1.43"],
  ]);
});

Deno.test("who failed stands in the table with the assertion below", () => {
  const { summary: _, ...failed } = measurement("other", "competitor", 100, 1);
  const table = tablesOf([
    measurements[0]!,
    { ...failed, failure: "not so: one is one" },
  ]);
  assertMatch(table, /^other +fails$/m);
  assertMatch(table, /! other: not so: one is one \(100\)/);
});

Deno.test("times are written with three digits in a fitting unit", () => {
  assertEquals(
    [0.0123, 0.999, 0.9996, 5.678, 123.4, 45_678, 3_110_000, 12_345_678_900]
      .map(formatTime),
    [
      "12.3 ns",
      "999 ns",
      "1.00 µs",
      "5.68 µs",
      "123 µs",
      "45.7 ms",
      "3.11 s",
      "12,346 s",
    ],
  );
});

Deno.test("the bars of the README are the numbers of the page on performance", async () => {
  const read = (path: string) =>
    Deno.readTextFile(new URL(`../../${path}`, import.meta.url));
  const chart = await read("docs/images/wrong_screens.svg");
  const readme = await read("README.md");
  assertEquals(chart, wrongScreensChart(await read("docs/performance.md")));
  const rows = [...chart.matchAll(
    /text-anchor="end"[^>]*>([^<]+)<.*>(\d+)<\/text>/g,
  )].map(([, library, wrong]) => `${library} ${wrong}`);
  assert(rows.length > 3);
  assert(readme.includes(`runs: ${rows.join(", ")}]`), rows.join(", "));
});
