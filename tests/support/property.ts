/**
 * Property tests: as many runs as the environment asks for, on examples that
 * are the same each time.
 *
 * `PROPERTY_FACTOR=20` makes 20 times as many runs, `PROPERTY_SEED=7` takes
 * other examples; where either is set, the seed is printed. `PROPERTY_PATH` takes
 * the path that a failure names, and goes straight to its example.
 *
 * @module
 */
import fc from "fast-check";

const factor = Number(Deno.env.get("PROPERTY_FACTOR") ?? 1);
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
    numRuns: runs * factor,
    ...path !== undefined && { path },
  });
}
