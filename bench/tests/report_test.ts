import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import type { Measurement } from "../harness/contract.ts";
import { replaceSection } from "../report/main.ts";
import { formatResults, type Results } from "../harness/results.ts";
import { resultsSection } from "../report/results_section.ts";

const about = { workload: "W4", series: "random", unit: "µs" } as const;

function at(size: number, median: number) {
  return { size, summary: { median, low: median, high: median, samples: 9 } };
}

const measurements: Measurement[] = [
  { ...about, library: "tessera", role: "ours", ...at(100, 2) },
  { ...about, library: "tessera", role: "ours", ...at(10_000, 2.5) },
  { ...about, library: "slow", role: "competitor", ...at(10_000, 900) },
  { ...about, library: "quick", role: "competitor", ...at(10_000, 3) },
  {
    ...about,
    library: "data-client (quoted)",
    role: "reference",
    isQuoted: true,
    ...at(10_000, 5_900),
  },
  { ...about, library: "floor", role: "floor", ...at(10_000, 0.5) },
  {
    ...about,
    library: "wrong",
    role: "competitor",
    size: 10_000,
    failure: "not so: one is one",
  },
];

Deno.test("the report compares at the largest size, and names the fastest other", () => {
  const text = resultsSection({
    date: "2026-01-01",
    engine: "Deno",
    machine: "a machine",
    isQuick: false,
    measurements,
    outcomes: [
      {
        workload: "W4",
        claim: "over | the floor",
        most: 2,
        unit: "x",
        value: 5,
        isReached: false,
      },
      { workload: "W4", claim: "growth", most: 0.1, unit: "" },
    ],
  });
  assertMatch(text, /^Measured on 2026-01-01 with Deno on a machine\.$/m);
  assertEquals(
    text.split("\n").filter((line) => line.startsWith("| W4")),
    [
      "| W4, random | 10,000 | 2.50 µs | 5.90 ms (quoted) | 3.00 µs quick | 500 ns floor |",
      "| W4: over \\| the floor | at most 2.00 x | **5.00 x**, missed |",
      "| W4: growth | at most 0.10 |  |",
    ],
  );
  assertMatch(text, /^Deno: 0 of 1 targets reached\.$/m);
  assertMatch(text, /^- W4: wrong, one is one$/m);
});

Deno.test("the report shows the targets of two engines beside each other", () => {
  const run = (engine: string, value: number): Results => ({
    date: "2026-01-01",
    engine,
    machine: "a machine",
    isQuick: false,
    measurements: [],
    outcomes: [{
      workload: "W4",
      claim: "growth",
      most: 0.1,
      unit: "",
      value,
      isReached: value <= 0.1,
    }],
  });
  const text = resultsSection(run("Deno 2", 0.05), run("Node.js 20", 0.2));
  assertMatch(text, /^\| Target \| Goal \| Deno \| Node\.js \|$/m);
  assertMatch(
    text,
    /^\| W4: growth \| at most 0\.10 \| 0\.05 \| \*\*0\.20\*\*, missed \|$/m,
  );
  assertMatch(text, /^Node\.js: 0 of 1 targets reached\.$/m);
});

Deno.test("the report names the growth of each library, and how far it was measured", () => {
  const times = (library: string, last: number, exponent: number) =>
    [100, 1_000, 10_000, 100_000, 1_000_000]
      .filter((size) => size <= last)
      .map((size): Measurement => ({
        ...about,
        library,
        role: "competitor",
        ...at(size, size ** exponent),
      }));
  const text = resultsSection({
    date: "2026-01-01",
    engine: "Deno",
    machine: "a machine",
    isQuick: false,
    measurements: [
      ...times("flat", 1_000_000, 0),
      ...times("linear", 10_000, 1),
      ...times("twice", 1_000, 1),
      { ...times("slow", 100, 1)[0]!, remark: "one round" },
    ],
    outcomes: [],
  });
  assertMatch(text, /^\| growth \| sizes \| flat \| linear \|$/m);
  assertMatch(text, /^\| W4, random \| 100 - 1M \| 0\.00 \| 1\.00 to 10K \|$/m);
  assertMatch(text, /^- W4: slow, 100: one round$/m);
});

Deno.test("the report replaces what is between the marks, and nothing else", async () => {
  const page = await Deno.readTextFile(
    new URL("../../docs/benchmarks.md", import.meta.url),
  );
  const once = replaceSection(page, "something");
  assertEquals(replaceSection(once, "something"), once);
  assertMatch(once, /report -->\n\nsomething\n\n<!-- results end -->\n$/);
  assert(once.startsWith("# Benchmarks\n"));
  assertThrows(() => replaceSection("no marks", ""), RangeError, "no section");
});

Deno.test("the file of results has a line for each measurement and each target", () => {
  const results: Results = {
    date: "2026-01-01",
    engine: "Deno",
    machine: "a machine",
    isQuick: false,
    seconds: { W4: 3 },
    measurements: [
      ...measurements,
      { ...about, library: "exact", role: "limit", ...at(1, 1.23456789) },
      { ...about, library: "whole", role: "limit", ...at(1, 12_345_678) },
    ],
    outcomes: [{ workload: "W4", claim: "fast", most: 1, unit: "µs" }],
  };
  const text = formatResults(results);
  const rows = text.split("\n").filter((line) => line.includes('"workload"'));
  assertEquals(rows.length, results.measurements.length + 1);
  const [exact, whole] = JSON.parse(text).measurements.slice(-2);
  assertEquals(exact.summary.median, 1.23457);
  assertEquals(whole.summary.median, 12_345_678);
  assertEquals(
    { ...JSON.parse(text), measurements: measurements },
    { ...results, measurements: measurements },
  );
});
