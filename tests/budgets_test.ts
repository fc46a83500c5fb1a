/**
 * What the library may weigh: bytes of small programs, calls of its functions,
 * lines, and files. The budgets are `rows` in tests/budgets.json. They are what
 * was measured, and each number is the same on every run.
 *
 * @module
 */
import { assertAlmostEquals, assertEquals } from "@std/assert";
import { measureBudgets } from "../bench/budgets/mod.ts";
import budgets from "./budgets.json" with { type: "json" };

const root = new URL("../", import.meta.url);

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

Deno.test("guides say of the application, and of managers, what they weigh", async () => {
  const size = Math.round(budgets.rows["bytes, application"].budget / 1000);
  for (
    const page of [
      "benchmarks",
      "comparison",
      "migration_from_reactive_data_client",
      "performance",
      "weight",
    ]
  ) {
    const text = await Deno.readTextFile(new URL(`docs/${page}.md`, root));
    const said = text.match(/minimal application\s+is\s+some\s+(\d+)\s+kB/)
      ?.[1];
    assertEquals(said, `${size}`, page);
  }
  const text = await Deno.readTextFile(new URL("docs/packaging.md", root));
  const additions: Record<string, number> = Object.assign(
    {},
    ...Object.values(budgets.additions),
  );
  for (
    const name of [
      "RefreshManager",
      "WebSocketManager",
      "TabSyncManager",
      "OfflineManager",
      "PersistManager",
      "getLiveManagers",
    ]
  ) {
    const said = Number(text.match(`${name}[^,]*? (\\d+\\.\\d)`)?.[1]);
    assertAlmostEquals(said, additions[name]! / 1000, 0.1, name);
  }
});
