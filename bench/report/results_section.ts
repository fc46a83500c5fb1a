import type { Measurement } from "../harness/contract.ts";
import type { Outcome } from "../harness/findings.ts";
import { formatQuantity, significant } from "../harness/format.ts";
import type { Results } from "../harness/results.ts";

/** What a page says of the results of a run, as Markdown. */
export function resultsSection(
  results: Results,
): string {
  const { engine, machine, date, measurements, outcomes } = results;
  const remarks = [
    ...results.isQuick
      ? ["A quick run: only orders of magnitude mean something."]
      : [],
    ...results.isProcessorTime
      ? ["Times of W1 to W10 are processor time, on a busy machine."]
      : [],
  ];
  return [
    [`Measured on ${date} with ${engine} on ${machine}.`, ...remarks].join(" "),
    timesTable(measurements),
    failureList(measurements),
    targetsTable(outcomes),
  ].filter((part) => part !== "").join("\n\n");
}

/** A row for each situation at the largest size at which it is compared, and what the others need there. */
function timesTable(measurements: readonly Measurement[]): string {
  const series = Map.groupBy(
    measurements,
    ({ workload, series }) => `${workload}, ${series}`,
  );
  const rows = [...series].flatMap(([name, found]) => {
    const ours = found.filter((one) => one.role === "ours" && one.summary);
    const compared = ours.filter(({ size }) =>
      found.some((one) => one.size === size && one.summary && isOther(one))
    );
    const [largest] = (compared.length > 0 ? compared : ours)
      .toSorted((a, b) => b.size - a.size);
    if (!largest) return [];
    const others = found.filter((one) =>
      one.size === largest.size && one.summary
    );
    const competitor = fastest(
      others.filter(({ role }) => role === "competitor"),
    );
    const bound = fastest(others.filter(({ role }) => role === "floor")) ??
      fastest(others.filter(({ role }) => role === "limit"));
    return [[
      name,
      largest.size.toLocaleString("en-US"),
      valueOf(largest),
      valueOf(fastest(others.filter(({ role }) => role === "reference"))),
      competitor ? `${valueOf(competitor)} ${competitor.library}` : "",
      bound ? `${valueOf(bound)} ${bound.library}` : "",
    ]];
  });
  return markdownTable([
    ["Situation", "N", "Tessera", "Data Client", "Fastest other", "Limit"],
    ...rows,
  ]);
}

function isOther({ role }: Measurement): boolean {
  return role === "competitor" || role === "reference";
}

function fastest(
  measurements: readonly Measurement[],
): Measurement | undefined {
  return measurements.toSorted((a, b) =>
    a.summary!.median - b.summary!.median
  )[0];
}

function valueOf(measurement: Measurement | undefined): string {
  if (!measurement) return "";
  const { summary, unit, isQuoted } = measurement;
  return formatQuantity(summary!.median, unit) + (isQuoted ? " (quoted)" : "");
}

/** Which assertions were failed, and by whom. */
function failureList(measurements: readonly Measurement[]): string {
  const failures = Map.groupBy(
    measurements.filter(({ failure }) => failure !== undefined),
    ({ workload, library, failure }) =>
      `- ${workload}: ${library}, ${failure!.replace(/^not so: /, "")}`,
  );
  return failures.size === 0
    ? ""
    : "What did not hold:\n\n" + [...failures.keys()].join("\n");
}

/** What is to be reached, and what was measured. */
function targetsTable(outcomes: readonly Outcome[]): string {
  if (outcomes.length === 0) return "";
  const rows = outcomes.map((
    { workload, claim, most, least, unit, value, isReached },
  ) => [
    `${workload}: ${claim}`,
    least === most ? quantity(most, unit) : `at most ${quantity(most, unit)}`,
    value === undefined ? "not measured" : quantity(value, unit),
    isReached === undefined ? "" : isReached ? "reached" : "**missed**",
  ]);
  return markdownTable([["Target", "Goal", "Measured", ""], ...rows]);
}

function quantity(value: number, unit: string): string {
  if (unit === "") return value.toFixed(2);
  return unit === "x" ? `${significant(value)} x` : formatQuantity(value, unit);
}

function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head, ...body] = rows.map((row) =>
    `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
  );
  const line = `| ${rows[0]!.map(() => "---").join(" | ")} |`;
  return [head, line, ...body].join("\n");
}
