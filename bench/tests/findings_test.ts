import { assertEquals } from "@std/assert";
import type { Measurement, Target } from "../harness/contract.ts";
import { evaluate, ratio } from "../harness/findings.ts";
import { targetTable } from "../harness/target_table.ts";

function measurement(
  library: string,
  size: number,
  median: number,
  others: Partial<Measurement> = {},
): Measurement {
  return {
    workload: "W0",
    series: "some",
    size,
    library,
    role: "competitor",
    unit: "µs",
    summary: { median, low: median, high: median, samples: 1 },
    ...others,
  };
}

const overFloor: Target = {
  claim: "over the floor",
  most: 2,
  unit: "x",
  value: ({ median }) =>
    ratio(median("some", 10, "tessera"), median("some", 10, "floor")),
};

Deno.test("a target is reached up to its limit, and missed beyond", () => {
  const floor = measurement("floor", 10, 1);
  const valueAt = (median: number) =>
    evaluate("W0", [overFloor], [floor, measurement("tessera", 10, median)])[0];
  assertEquals(valueAt(2), {
    workload: "W0",
    claim: "over the floor",
    most: 2,
    unit: "x",
    value: 2,
    isReached: true,
  });
  assertEquals(valueAt(2.1)!.isReached, false);
});

Deno.test("a target may have a lower limit, too", () => {
  const renders: Target = {
    claim: "renders",
    most: 1,
    least: 1,
    unit: "renders",
    value: ({ median }) => median("some", 10, "tessera"),
  };
  const reached = [0, 1, 2].map((median) =>
    evaluate("W0", [renders], [measurement("tessera", 10, median)])[0]!
      .isReached
  );
  assertEquals(reached, [false, true, false]);
});

Deno.test("what was not measured is neither reached nor missed", () => {
  const [outcome] = evaluate("W0", [overFloor], [
    measurement("tessera", 10, 1),
  ]);
  assertEquals(outcome!.value, undefined);
  assertEquals(outcome!.isReached, undefined);
});

Deno.test("who failed has no value to compare with", () => {
  const { summary: _, ...failed } = measurement("floor", 10, 1);
  const [outcome] = evaluate("W0", [overFloor], [
    measurement("tessera", 10, 1),
    { ...failed, failure: "not so" },
  ]);
  assertEquals(outcome!.value, undefined);
});

Deno.test("values are those of the same workload, unless another one is named", () => {
  const both = [
    measurement("tessera", 10, 3, { workload: "W9" }),
    measurement("tessera", 10, 5),
  ];
  const valueOf = (workload?: string) =>
    evaluate("W0", [{
      ...overFloor,
      value: ({ median }) => median("some", 10, "tessera", workload),
    }], both)[0]!.value;
  assertEquals(valueOf(), 5);
  assertEquals(valueOf("W9"), 3);
});

Deno.test("growth is fitted over the sizes of one series", () => {
  const growth: Target = {
    claim: "growth",
    most: 0.1,
    unit: "",
    value: ({ growth }) => growth("some", "tessera"),
  };
  const [outcome] = evaluate("W0", [growth], [
    measurement("tessera", 10, 1),
    measurement("tessera", 1000, 100),
    measurement("tessera", 1e6, 1, { series: "other" }),
    measurement("floor", 1000, 1),
  ]);
  assertEquals(outcome!.value, 1);
});

Deno.test("the table says of each target what became of it", () => {
  const outcomes = evaluate("W0", [overFloor], [
    measurement("tessera", 10, 3),
    measurement("floor", 10, 1),
  ]);
  const lines = targetTable([
    ...outcomes,
    { workload: "W1", claim: "time", most: 1, unit: "µs" },
    {
      workload: "W2",
      claim: "flat",
      most: 0.1,
      unit: "",
      value: 0,
      isReached: true,
    },
  ]).split("\n");
  assertEquals(lines[1]!.split(/ {2,}/), [
    "W0",
    "over the floor",
    "<= 2.00x",
    "3.00x",
    "missed",
  ]);
  assertEquals(lines[2]!.split(/ {2,}/), [
    "W1",
    "time",
    "<= 1.00 µs",
    "not measured",
  ]);
  assertEquals(lines[3]!.split(/ {2,}/), [
    "W2",
    "flat",
    "<= 0.10",
    "0.00",
    "reached",
  ]);
  assertEquals(
    lines.at(-1),
    "1 of 2 measured targets reached, 1 not measured",
  );
});
