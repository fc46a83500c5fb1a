import type { Measurement, Role } from "./contract.ts";
import { alignColumns, exponentOf } from "./table.ts";

/** How the time of one library grows in one situation. */
export interface Growth {
  readonly workload: string;
  readonly series: string;
  readonly library: string;
  readonly role: Role;
  /** Of the power law fitted to the times: 0 is flat, 1 linear. */
  readonly exponent: number;
  /** What it was fitted over, ascending. */
  readonly sizes: readonly number[];
}

/** Of two sizes one can say little about growth. */
const fewestSizes = 3;

/** The growth of every library that was timed at three sizes or more, in the order of the measurements. */
export function growthsOf(measurements: readonly Measurement[]): Growth[] {
  const timed = measurements.filter(({ unit, summary }) =>
    unit === "µs" && summary
  );
  const groups = Map.groupBy(
    timed,
    ({ workload, series, library }) => `${workload}\n${series}\n${library}`,
  );
  return [...groups.values()].flatMap((group): Growth[] => {
    const { workload, series, library, role } = group[0]!;
    const sizes = group.map(({ size }) => size).sort((a, b) => a - b);
    const exponent = exponentOf(group);
    return exponent === undefined || sizes.length < fewestSizes
      ? []
      : [{ workload, series, library, role, exponent, sizes }];
  });
}

/** Such as "100 - 1M". */
export function formatSizes(sizes: readonly number[]): string {
  return `${compact.format(sizes[0]!)} - ${compact.format(sizes.at(-1)!)}`;
}

/** Such as "0.98", or "0.98 to 10K" where others went further. */
export function formatGrowth(
  { exponent, sizes }: Growth,
  largest: number,
): string {
  // what rounds to nothing has no sign
  const value = exponent.toFixed(2).replace(/^-(0\.00)$/, "$1");
  const last = sizes.at(-1)!;
  return last < largest ? `${value} to ${compact.format(last)}` : value;
}

/**
 * The growth of each library, a row for each situation: its name, the sizes
 * that the furthest library was measured at, and a cell for each library.
 */
export function growthRows(growths: readonly Growth[]): string[][] {
  const libraries = [...new Set(growths.map(({ library }) => library))];
  const situations = Map.groupBy(
    growths,
    ({ workload, series }) => `${workload}, ${series}`,
  );
  return [
    ["growth", "sizes", ...libraries],
    ...[...situations].map(([name, found]) => {
      const furthest = found.toSorted((a, b) =>
        b.sizes.at(-1)! - a.sizes.at(-1)!
      )[0]!;
      return [
        name,
        formatSizes(furthest.sizes),
        ...libraries.map((library) => {
          const one = found.find((growth) => growth.library === library);
          return one ? formatGrowth(one, furthest.sizes.at(-1)!) : "";
        }),
      ];
    }),
  ];
}

/** The same for a terminal. */
export function growthTable(growths: readonly Growth[]): string {
  return growths.length === 0 ? "" : alignColumns(growthRows(growths));
}

/** Such as 100, 10K, 1M. */
const compact = new Intl.NumberFormat("en-US", { notation: "compact" });
