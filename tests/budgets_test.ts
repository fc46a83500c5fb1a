/**
 * What the library may weigh: bytes of small programs, calls of its functions,
 * lines, and files. The budgets are `rows` in tests/budgets.json. They are what
 * was measured, and each number is the same on every run.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { measureBudgets } from "../bench/budgets/mod.ts";

Deno.test("nothing is above its budget, or far below it", async () => {
  const rows = await measureBudgets();
  const above = rows.filter(({ value, budget }) => value > budget);
  assertEquals(
    above.map(({ name, value, budget }) =>
      `${name}: ${value}, ${value - budget} more than its budget`
    ),
    [],
    "`deno task budgets --modules` shows which modules have how much.",
  );
  // A budget far above what there is would notice nothing.
  const below = rows.filter(({ value, budget }) => value < budget * 0.95);
  assertEquals(
    below.map(({ name, value, budget }) => `${name}: ${value}, not ${budget}`),
    [],
    "Lower these budgets: deno task budgets --lower",
  );
});
