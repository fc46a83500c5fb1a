import type { Measurement } from "./contract.ts";
import { formatQuantity, formatRatio } from "./format.ts";
import { growthExponent, spread } from "./statistics.ts";

/**
 * The measurements of one workload as a table for each series: a row for each
 * library, a column for each size, and the exponent of growth. Beside a value
 * stands half the spread of its middle half, and the ratio to ours.
 */
export function tablesOf(measurements: readonly Measurement[]): string {
  const series = [...new Set(measurements.map(({ series }) => series))];
  return series.map((name) =>
    tableOf(
      name,
      measurements.filter((measurement) => measurement.series === name),
    )
  ).join("\n\n");
}

function tableOf(name: string, measurements: readonly Measurement[]): string {
  const sizes = [...new Set(measurements.map(({ size }) => size))]
    .sort((a, b) => a - b);
  const libraries = [...new Set(measurements.map(({ library }) => library))];
  const ours = measurements.filter(({ role }) => role === "ours");
  const rows = [
    [
      name,
      ...sizes.map((size) => size.toLocaleString("en-US")),
      ...sizes.length > 1 ? ["growth"] : [],
    ],
    ...libraries.map((library) => {
      const own = measurements.filter((one) => one.library === library);
      const cells = sizes.map((size) =>
        cellOf(
          own.find((one) => one.size === size),
          ours.find((one) => one.size === size),
        )
      );
      return [
        library,
        ...cells,
        ...sizes.length > 1 ? [exponentOf(own)?.toFixed(2) ?? ""] : [],
      ];
    }),
  ];
  return [alignColumns(rows), ...remarksOn(measurements)].join("\n");
}

/** What libraries failed, and what is to be known of their samples, each once. */
function remarksOn(measurements: readonly Measurement[]): string[] {
  const sizes = new Map<string, number[]>();
  for (const { library, size, failure, remark } of measurements) {
    if (failure === undefined && remark === undefined) continue;
    const line = failure === undefined
      ? `  ${library}: ${remark}`
      : `  ! ${library}: ${failure}`;
    sizes.set(line, [...sizes.get(line) ?? [], size]);
  }
  return [...sizes].map(([line, at]) =>
    `${line} (${at.map((size) => size.toLocaleString("en-US")).join(", ")})`
  );
}

/** The exponent of growth of one library in one series; 0 is flat. */
export function exponentOf(
  measurements: readonly Measurement[],
): number | undefined {
  return growthExponent(
    measurements.flatMap(({ size, summary }) =>
      summary && size > 0 && summary.median > 0
        ? [[size, summary.median] as const]
        : []
    ),
  );
}

function cellOf(
  measurement: Measurement | undefined,
  ours: Measurement | undefined,
): string {
  if (!measurement) return "-";
  const { summary, unit, failure, role, isQuoted } = measurement;
  if (!summary) return "fails";
  const value = `${failure ? "! " : ""}${formatQuantity(summary.median, unit)}${
    isQuoted ? "" : ` ±${Math.round(spread(summary) * 100)}%`
  }`;
  const base = ours?.summary?.median;
  return role === "ours" || !base
    ? value
    : `${value} (${formatRatio(summary.median / base)})`;
}

/** Lines of text in columns; the first column to the left, others to the right. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length))
  );
  return rows.map((row) =>
    row.map((cell, column) =>
      column === 0
        ? cell.padEnd(widths[column]!)
        : cell.padStart(widths[column]!)
    ).join("  ").trimEnd()
  ).join("\n");
}
