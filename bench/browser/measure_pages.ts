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
  readonly series: string;
  readonly size: number;
  readonly library: PageLibrary;
}

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
  const rounds = isQuick ? 3 : 9;
  const warmUps = isQuick ? 1 : 2;
  const pages = await openPages(await bundlePages(libraries, "production"));
  try {
    for (const size of isQuick ? [10_000] : [1000, 10_000]) {
      for (let round = 0; round < warmUps + rounds; round++) {
        for (const turn of libraries.keys()) {
          const library = libraries[(round + turn) % libraries.length]!;
          if (failures.has(library)) continue;
          const found = await carryOut(pages, library, reading, size)
            .catch((error) => void failures.set(library, messageOf(error)));
          if (round >= warmUps) samples.push(...found ?? []);
        }
      }
    }
  } finally {
    await pages.close();
  }
  return measurementsOf(workload, samples, failures);
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
): Promise<Sample[]> {
  const { name } = library;
  const samples: Sample[] = [];
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
  for (const group of sorted) {
    const { series, size, library: { name: library, role } } = group[0]!;
    const about = { workload, size, library, role };
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

function messageOf(error: unknown): string {
  return String(error).split("\n", 1)[0]!.slice(0, 200);
}
