import type { Measurement } from "../harness/contract.ts";
import type { Outcome } from "../harness/findings.ts";
import { formatQuantity, significant } from "../harness/format.ts";
import { growthRows, growthsOf } from "../harness/growth.ts";
import type { Results } from "../harness/results.ts";

/**
 * What a page says of the results of a run, as Markdown.
 *
 * @param other A run on another engine, whose targets stand beside.
 */
export function resultsSection(results: Results, other?: Results): string {
  const { engine, machine, date, measurements } = results;
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
    remarkList(measurements),
    failureList(measurements),
    growthSection(measurements),
    targetsSection(results, other),
  ].filter((part) => part !== "").join("\n\n");
}

/** A row for each situation at the largest size at which most others were measured, and what they need there. */
function timesTable(measurements: readonly Measurement[]): string {
  const series = Map.groupBy(
    measurements,
    ({ workload, series }) => `${workload}, ${series}`,
  );
  const rows = [...series].flatMap(([name, found]) => {
    const ours = found.filter((one) => one.role === "ours" && one.summary);
    const measuredAt = (size: number) =>
      found.filter((one) => one.size === size && one.summary);
    const othersAt = ({ size }: Measurement) =>
      measuredAt(size).filter(isOther).length;
    const [shown] = ours.toSorted((a, b) =>
      othersAt(b) - othersAt(a) || b.size - a.size
    );
    if (!shown) return [];
    const others = measuredAt(shown.size);
    const competitor = fastest(
      others.filter(({ role }) => role === "competitor"),
    );
    const bound = fastest(others.filter(({ role }) => role === "floor")) ??
      fastest(others.filter(({ role }) => role === "limit"));
    return [[
      name,
      shown.size.toLocaleString("en-US"),
      valueOf(shown),
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

/** Who was too slow for all samples. */
function remarkList(measurements: readonly Measurement[]): string {
  const remarks = new Set(
    measurements.flatMap(({ workload, library, size, remark }) =>
      remark === undefined ? [] : [
        `- ${workload}: ${library}, ${size.toLocaleString("en-US")}: ${remark}`,
      ]
    ),
  );
  return remarks.size === 0
    ? ""
    : "Fewer samples than the others:\n\n" + [...remarks].join("\n");
}

/** How times grow, a row for each situation and a column for each library. */
function growthSection(measurements: readonly Measurement[]): string {
  const growths = growthsOf(
    measurements.filter(({ role }) => role !== "limit"),
  );
  if (growths.length === 0) return "";
  return [
    "Growth of the time with N, as an exponent: 0 is flat, 1 linear. Fitted " +
    "over the sizes from the first to the last, for some libraries to a " +
    "smaller one.",
    markdownTable(growthRows(growths)),
  ].join("\n\n");
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
    : "These did not hold:\n\n" + [...failures.keys()].join("\n");
}

/** What is to be reached, and what was measured. */
function targetsSection(results: Results, other: Results | undefined): string {
  const runs = other ? [results, other] : [results];
  const { outcomes } = results;
  if (outcomes.length === 0) return "";
  const rows = outcomes.map((target) => [
    `${target.workload}: ${target.claim}`,
    target.least === target.most
      ? quantity(target.most, target.unit)
      : `at most ${quantity(target.most, target.unit)}`,
    ...runs.map(({ outcomes }) =>
      measured(
        outcomes.find((one) =>
          one.workload === target.workload && one.claim === target.claim
        ),
      )
    ),
  ]);
  const engines = runs.map(({ engine }) => engine.split(" ")[0]!);
  return [
    ...other
      ? [
        `The second column of measurements is of ${other.engine}, ${other.date}.`,
      ]
      : [],
    markdownTable([["Target", "Goal", ...engines], ...rows]),
    ...runs.map(({ engine, outcomes }) =>
      `${engine.split(" ")[0]}: ${
        outcomes.filter(({ isReached }) => isReached).length
      } of ${
        outcomes.filter(({ value }) => value !== undefined).length
      } targets reached.`
    ),
  ].join("\n\n");
}

function measured(outcome: Outcome | undefined): string {
  if (outcome?.value === undefined) return "";
  const value = quantity(outcome.value, outcome.unit);
  return outcome.isReached ? value : `**${value}**, missed`;
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
