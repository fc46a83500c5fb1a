/**
 * Draws the charts of the README and of the page on performance, and writes the results into the page on
 * performance.
 *
 * Usage: `deno task bench:report [results.json [other.json]]`, by default the
 * results of Deno, and those of Node.js if there are any
 *
 * @module
 */
import { readmeChart } from "../chart/readme_chart.ts";
import { wrongScreensChart } from "../chart/wrong_screens_chart.ts";
import type { Results } from "../harness/results.ts";
import { resultsSection } from "./results_section.ts";

const root = new URL("../../", import.meta.url).pathname;
const begin = "<!-- results begin: written by deno task bench:report -->";
const end = "<!-- results end -->";

if (import.meta.main) {
  const [
    from = `${root}bench/results/deno.json`,
    beside = `${root}bench/results/node.json`,
  ] = Deno.args;
  const results = JSON.parse(await Deno.readTextFile(from)) as Results;
  const other = await readIfThere(beside);
  await Deno.writeTextFile(
    `${root}docs/images/bench.svg`,
    readmeChart(results),
  );
  await Deno.writeTextFile(
    `${root}docs/images/wrong_screens.svg`,
    wrongScreensChart(await Deno.readTextFile(`${root}docs/performance.md`)),
  );
  const page = `${root}docs/benchmarks.md`;
  await Deno.writeTextFile(
    page,
    replaceSection(
      await Deno.readTextFile(page),
      resultsSection(results, other),
    ),
  );
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", page] })
    .output();
}

async function readIfThere(path: string): Promise<Results | undefined> {
  try {
    return JSON.parse(await Deno.readTextFile(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/**
 * A page with other text between its marks.
 *
 * @throws {RangeError} if the marks are not there.
 */
export function replaceSection(page: string, section: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) {
    throw new RangeError(`The page has no section from ${begin} to ${end}.`);
  }
  return `${page.slice(0, from)}${begin}\n\n${section}\n\n${page.slice(to)}`;
}
