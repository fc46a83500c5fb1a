import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertThrows,
} from "@std/assert";
import {
  growthExponent,
  quantile,
  spread,
  summarize,
} from "../harness/statistics.ts";

Deno.test("the median and the quartiles do not depend on the order of samples", () => {
  const summary = { median: 3, low: 2, high: 4, samples: 5 };
  assertEquals(summarize([1, 2, 3, 4, 5]), summary);
  assertEquals(summarize([4, 1, 5, 3, 2]), summary);
});

Deno.test("an even number of samples has its median between two", () => {
  assertEquals(summarize([4, 1, 3, 2]).median, 2.5);
});

Deno.test("one sample is its own median", () => {
  assertEquals(summarize([7]), { median: 7, low: 7, high: 7, samples: 1 });
});

Deno.test("samples that are summarized stay in their order", () => {
  const samples = [3, 1, 2];
  summarize(samples);
  assertEquals(samples, [3, 1, 2]);
});

Deno.test("no samples have no median", () => {
  assertThrows(() => summarize([]), RangeError, "no samples");
});

Deno.test("a quantile lies between neighbours", () => {
  assertAlmostEquals(quantile([0, 10], 0.99), 9.9);
  assertEquals(quantile([1, 2, 3], 0), 1);
  assertEquals(quantile([1, 2, 3], 1), 3);
});

Deno.test("the spread is half of the middle half, over the median", () => {
  assertEquals(spread({ median: 10, low: 9, high: 12, samples: 9 }), 0.15);
  assertEquals(spread({ median: 0, low: 0, high: 0, samples: 9 }), 0);
});

Deno.test("what takes the same time at any size grows with exponent 0", () => {
  assertEquals(growthExponent([[100, 3], [1e4, 3], [1e6, 3]]), 0);
});

Deno.test("the exponent of growth is that of the power law behind the times", () => {
  for (const exponent of [0.1, 0.5, 1, 2]) {
    const points = [10, 100, 1e4].map((size) =>
      [size, 7 * size ** exponent] as const
    );
    assertAlmostEquals(growthExponent(points)!, exponent);
  }
});

Deno.test("one size tells nothing of growth", () => {
  assertEquals(growthExponent([]), undefined);
  assertEquals(growthExponent([[10, 1]]), undefined);
  assertEquals(growthExponent([[10, 1], [10, 2]]), undefined);
});

Deno.test("an outlier moves the mean, not the median", () => {
  assert(summarize([1, 1, 1, 1, 1000]).median === 1);
});
