import { type Measured, measureRows } from "./measure.ts";

/** What a row of tests/budgets.json may have. */
export interface Budget {
  /** The most it may have. Only falls. */
  readonly budget: number;
  /** Where it is to go. */
  readonly goal?: number;
}

/** A row, and what it has now. */
export type BudgetRow = Budget & Measured & { readonly name: string };

const file = new URL("../../tests/budgets.json", import.meta.url);

/** Measures each row of tests/budgets.json. */
export async function measureBudgets(): Promise<BudgetRow[]> {
  const { packages, rows } = JSON.parse(await Deno.readTextFile(file)) as {
    packages: Record<string, string>;
    rows: Record<string, Budget>;
  };
  const found = await measureRows(packages);
  const names = Object.keys(rows);
  if (names.join() !== [...found.keys()].join()) {
    throw new Error(
      `tests/budgets.json has budgets for ${names.join("; ")}. Measured are ${
        [...found.keys()].join("; ")
      }.`,
    );
  }
  return names.map((name) => ({ name, ...rows[name]!, ...found.get(name)! }));
}

/** Lowers in tests/budgets.json what is above its value. */
export async function lowerBudgets(rows: readonly BudgetRow[]): Promise<void> {
  let text = await Deno.readTextFile(file);
  for (const { name, value, budget } of rows) {
    if (value >= budget) continue;
    text = text.replace(
      `"${name}": { "budget": ${budget}`,
      `"${name}": { "budget": ${value}`,
    );
  }
  await Deno.writeTextFile(file, text);
}
