/**
 * Prints how the code reads, in numbers: `deno task house`. Words with several
 * meanings, long functions, files that import each other, lines of tests.
 * tests/house.json says how many of each there may be.
 *
 * - `--word=kept` prints each line with the word, `--word` all of them;
 *   `--in=react/` only those of a folder.
 * - `--lower` lowers the limits of tests/house.json to what there is.
 * - A path counts in another checkout: `deno task house ../before/`.
 *
 * @module
 */
import { countHouse, rowsOf } from "./house/mod.ts";

const here = new URL("../", import.meta.url).pathname;
const limitsFile = `${here}tests/house.json`;
const limits: Record<string, number> = JSON.parse(
  await Deno.readTextFile(limitsFile),
);
const elsewhere = Deno.args.find((argument) => !argument.startsWith("--"));
const house = countHouse(elsewhere?.replace(/\/?$/, "/") ?? here);
const rows = rowsOf(house);

for (const [name, value] of rows) {
  console.log(`${name.padEnd(38)}${String(value).padStart(8)}`);
}
for (const { path, line, name, lines } of house.longFunctions) {
  console.log(`${path}:${line} ${name}: ${lines} lines`);
}
for (const circle of house.circles) {
  console.log(`with types: ${circle.join(" ")}`);
}
for (const circle of house.valueCircles) {
  console.log(`by value: ${circle.join(" ")}`);
}
for (const path of house.aboveContract) {
  console.log(`controller/contract.ts imports ${path}`);
}

const wanted = option("word");
for (const [{ name, instead }, uses] of house.uses) {
  if (wanted === undefined || wanted && wanted !== name) continue;
  console.log(`\n${name}: say ${instead}\n`);
  for (const { path, line, text } of uses) {
    if (path.startsWith(option("in") ?? "")) {
      console.log(`${path}:${line}: ${text.trim()}`);
    }
  }
}

if (Deno.args.includes("--lower")) {
  const lowered = [...rows].map(([name, value]) =>
    [name, Math.min(value, limits[name] ?? value)] as const
  );
  await Deno.writeTextFile(
    limitsFile,
    JSON.stringify(Object.fromEntries(lowered), null, 2) + "\n",
  );
}

/** The value of `--name=value`; empty for `--name`. */
function option(name: string): string | undefined {
  const found = Deno.args.find((argument) =>
    argument === `--${name}` || argument.startsWith(`--${name}=`)
  );
  return found?.slice(name.length + 3);
}
