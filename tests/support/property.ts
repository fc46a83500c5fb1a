/**
 * Property tests: as many runs as the environment asks for, on examples that
 * are the same each time.
 *
 * A test names a number of runs. A change makes a third of them, since its
 * examples are always the same; each night makes twenty times as many, on other
 * examples: `PROPERTY_FACTOR=20`, `PROPERTY_SEED=7`. Where either is set, both are
 * printed. `PROPERTY_PATH` takes the path that a failure names, and goes straight
 * to its example.
 *
 * @module
 */
import fc from "fast-check";

const factor = Number(Deno.env.get("PROPERTY_FACTOR") ?? 1 / 3);
/** Fewer runs than this are not made for a change, unless the test names fewer. */
const least = 40;
const seed = Number(Deno.env.get("PROPERTY_SEED") ?? 20260101);
const path = Deno.env.get("PROPERTY_PATH");

if (Deno.env.has("PROPERTY_FACTOR") || Deno.env.has("PROPERTY_SEED")) {
  console.log(`PROPERTY_FACTOR=${factor} PROPERTY_SEED=${seed}`);
}

/**
 * Fails with the smallest example for which a property does not hold.
 *
 * @param runs On how many examples, before the environment multiplies them.
 */
export function assertProperty<Values>(
  property: fc.IAsyncProperty<Values>,
  runs?: number,
): Promise<void>;
export function assertProperty<Values>(
  property: fc.IProperty<Values>,
  runs?: number,
): void;
export function assertProperty<Values>(
  property: fc.IRawProperty<Values>,
  runs = 100,
): Promise<void> | void {
  return fc.assert(property, {
    seed,
    numRuns: rounds(runs),
    ...path !== undefined && { path },
  });
}

/**
 * As many random runs against a server as `TRUTH_RUNS` asks for, which is 2,000
 * where it is not set.
 *
 * @param number How many of 2,000.
 */
export function truthRuns(number: number): number {
  const wanted = Number(Deno.env.get("TRUTH_RUNS") ?? 2000) / 2000;
  return Math.ceil(number * Math.max(wanted / factor, 1));
}

/** How many rounds to make of a test that does not use fast-check, by `PROPERTY_FACTOR`. */
export function rounds(number: number): number {
  return Math.max(Math.round(number * factor), Math.min(number, least));
}

/**
 * Runs a test that draws its own numbers, of `PROPERTY_SEED`. The seed is
 * printed when the test fails.
 *
 * @param run Is given a function that draws a whole number from 0 up to, and without, a bound.
 */
export async function withRandomNumbers(
  run: (random: (below: number) => number) => void | Promise<void>,
): Promise<void> {
  let state = seed;
  try {
    await run((below) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (state >>> 8) % below;
    });
  } catch (error) {
    console.error(`PROPERTY_SEED=${seed}`);
    throw error;
  }
}
