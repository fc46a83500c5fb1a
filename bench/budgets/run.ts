/**
 * Prints what the library has of each row in tests/budgets.json, its budget,
 * and its goal: `deno task budgets`. `--modules` adds which modules have it;
 * `--modules=set` only for rows whose name contains "set". `--lower` lowers
 * budgets to the values where these have become smaller.
 *
 * @module
 */
import { lowerBudgets, measureBudgets } from "./mod.ts";

const rows = await measureBudgets();
console.log(line("", "value", "budget", "goal"));
for (const { name, value, budget, goal } of rows) {
  console.log(line(name, value, budget, goal ?? ""));
}

const modules = Deno.args.find((argument) => argument.startsWith("--modules"));
if (modules !== undefined) {
  const wanted = modules.slice("--modules=".length);
  for (const row of rows) {
    if (!row.name.includes(wanted)) continue;
    const unit = row.name.startsWith("bytes") ? ", minified" : "";
    console.log(`\n${row.name}${unit}\n`);
    for (
      const [path, value] of [...row.modules].sort(([, a], [, b]) => b - a)
    ) {
      if (value > 0) console.log(`${String(value).padStart(7)}  ${path}`);
    }
  }
}

if (Deno.args.includes("--lower")) await lowerBudgets(rows);

function line(name: string, ...cells: (string | number)[]): string {
  return name.padEnd(32) +
    cells.map((cell) => cell.toLocaleString("en").padStart(9)).join("");
}
