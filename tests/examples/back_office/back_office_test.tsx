/**
 * A back office, built from the guides alone: whatever its user and others do,
 * in whatever order that is answered and told, the screen shows what the server
 * has as soon as nothing is under way.
 *
 * `PROPERTY_FACTOR=20` makes more runs, `PROPERTY_SEED=7` draws others.
 */
import fc from "fast-check";
import { assertProperty } from "../../support/property.ts";
import { type Step, wrongScreen } from "./run.tsx";
import { outcomes } from "./slow_shop.ts";

const which = fc.nat(200);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("show"), page: which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("press"),
      which,
      outcome: fc.oneof(
        { weight: 3, arbitrary: fc.constant("accepted") },
        { weight: 1, arbitrary: fc.constantFrom(...outcomes) },
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("other"),
      which,
      isSilent: fc.nat(3).map((number) => number === 0),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("handle"), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("answer"), which }) },
  { weight: 3, arbitrary: fc.constant({ do: "deliver" }) },
  { weight: 1, arbitrary: fc.constant({ do: "refresh" }) },
  { weight: 1, arbitrary: fc.constant({ do: "compare" }) },
) as fc.Arbitrary<Step>;

/** About ten seconds. */
const runs = 30;

Deno.test("a back office shows what its server has, whatever happens", () =>
  assertProperty(
    fc.asyncProperty(
      which,
      fc.array(step, { maxLength: 25, size: "max" }),
      async (first, steps) => {
        const wrong = await wrongScreen(first, steps);
        if (wrong !== undefined) throw new Error(wrong);
      },
    ),
    runs,
  ));
