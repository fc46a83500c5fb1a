import { installCompetitors } from "../harness/bundle.ts";
import type { Measurement } from "../harness/contract.ts";
import type { Plan } from "../harness/processes.ts";
import { summarize } from "../harness/statistics.ts";
import type { Reading } from "./contract.ts";
import type { Step } from "./page.ts";
import { bundlePages, pageLibraries, type PageLibrary } from "./page_bundle.ts";
import { openPages, type Pages } from "./pages.ts";

/** A step of one library that was timed. */
interface Sample extends Step {
  readonly round: number;
  readonly series: string;
  readonly size: number;
  readonly library: PageLibrary;
}

/** How often to measure, and how long. */
interface PageEffort {
  /** Rows on the page. */
  readonly sizes: readonly number[];
  /** Rounds that do not count. */
  readonly warmUps: number;
  /** Rounds that count, at most. */
  readonly rounds: number;
  /** Milliseconds of timed steps after which a library gets no further round at a size. */
  readonly budget: number;
}

const fullEffort: PageEffort = {
  sizes: [100, 1_000, 10_000],
  warmUps: 2,
  rounds: 7,
  budget: 4_000,
};

const quickEffort: PageEffort = {
  sizes: [10_000],
  warmUps: 1,
  rounds: 3,
  budget: 2_500,
};

/**
 * Compares what rendering and changing many rows costs in Chromium: a page for
 * each library, the order rotated from round to round. Asserts first that no
 * two rows on screen ever show different states. What fails is not timed.
 *
 * @param workload Id of the workload.
 * @param reading Where rows have their article from.
 */
export async function measurePages(
  workload: string,
  reading: Reading,
  { isQuick, libraries: names }: Pick<Plan, "isQuick" | "libraries">,
): Promise<Measurement[]> {
  await installCompetitors();
  const libraries = pageLibraries.filter((library) =>
    names.includes(library.name.split(",")[0]!) &&
    library.readings.includes(reading)
  );
  const failures = await inconsistent(libraries, reading);
  const samples: Sample[] = [];
  const { sizes, warmUps, rounds, budget } = isQuick ? quickEffort : fullEffort;
  const pages = await openPages(await bundlePages(libraries, "production"));
  try {
    for (const size of sizes) {
      const spent = new Map<PageLibrary, number>();
      for (let round = 0; round < warmUps + rounds; round++) {
        for (const turn of libraries.keys()) {
          const library = libraries[(round + turn) % libraries.length]!;
          const before = spent.get(library) ?? 0;
          if (failures.has(library) || before > budget) continue;
          try {
            const found = await carryOut(pages, library, reading, size);
            samples.push(...found.map((sample) => ({ ...sample, round })));
            const timed = found.map(({ milliseconds }) => milliseconds);
            spent.set(library, timed.reduce((sum, one) => sum + one, before));
          } catch (error) {
            failures.set(library, messageOf(error));
          }
        }
      }
    }
  } finally {
    await pages.close();
  }
  return measurementsOf(workload, samples, failures, warmUps, rounds);
}

/** Libraries that show rows of different states together, and what they did not do. */
async function inconsistent(
  libraries: readonly PageLibrary[],
  reading: Reading,
): Promise<Map<PageLibrary, string>> {
  const failures = new Map<PageLibrary, string>();
  // development builds, since StrictMode asks most of them
  const pages = await openPages(await bundlePages(libraries, "development"));
  try {
    for (const library of libraries) {
      await pages.step(library.name, "verifyConsistency", reading)
        .catch((error) => failures.set(library, messageOf(error)));
    }
  } finally {
    await pages.close();
  }
  return failures;
}

/** One round of one library: mounts, changes three times in each way, unmounts. */
async function carryOut(
  pages: Pages,
  library: PageLibrary,
  reading: Reading,
  size: number,
): Promise<Omit<Sample, "round">[]> {
  const { name } = library;
  const samples: Omit<Sample, "round">[] = [];
  const add = (series: string, step: Step) =>
    samples.push({ ...step, series, size, library });
  add("mount", await pages.step(name, "mount", reading, size));
  for (let time = 0; time < 3; time++) {
    add("update one", await pages.step(name, "update"));
    add("unrelated write", await pages.step(name, "unrelated"));
  }
  for (let time = 0; time < 3; time++) {
    add("refetch, 1 % changed", await pages.step(name, "refetch"));
  }
  await pages.step(name, "unmount");
  return samples;
}

function measurementsOf(
  workload: string,
  samples: readonly Sample[],
  failures: ReadonlyMap<PageLibrary, string>,
  warmUps: number,
  rounds: number,
): Measurement[] {
  const groups = Map.groupBy(
    samples.filter(({ library }) => !failures.has(library)),
    ({ series, size, library }) => `${series}, ${size}, ${library.name}`,
  );
  const found: Measurement[] = [];
  const order = pageLibraries.indexOf.bind(pageLibraries);
  const sorted = [...groups.values()].sort(([a], [b]) =>
    order(a!.library) - order(b!.library)
  );
  for (const all of sorted) {
    const { series, size, library: { name: library, role } } = all[0]!;
    const last = all.at(-1)!.round;
    // whose time was over before it was warm is judged by its last round
    const first = Math.min(warmUps, last);
    const group = all.filter(({ round }) => round >= first);
    const remark = remarkOn(last + 1, warmUps, rounds);
    const about = { workload, size, library, role, ...remark && { remark } };
    found.push({
      ...about,
      series,
      unit: "µs",
      summary: summarize(group.map((one) => one.milliseconds * 1000)),
    }, {
      ...about,
      series: `${series}: rows rendered`,
      unit: "renders",
      summary: summarize(group.map((one) => one.renders)),
    });
  }
  for (const [{ name: library, role }, failure] of failures) {
    const about = { workload, library, role, unit: "µs" };
    found.push({ ...about, series: "mount", size: 10_000, failure });
  }
  return found;
}

/** What is to be said of a library that was too slow for all rounds. */
function remarkOn(
  done: number,
  warmUps: number,
  rounds: number,
): string | undefined {
  if (done === warmUps + rounds) return undefined;
  const warm = Math.min(warmUps, done - 1);
  return `slow, so ${
    done - warm
  } of ${rounds} rounds after ${warm} of ${warmUps} to warm up`;
}

function messageOf(error: unknown): string {
  return String(error).split("\n", 1)[0]!.slice(0, 200);
}
