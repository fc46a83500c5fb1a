import type { Outcome } from "./findings.ts";
import { formatTime, significant } from "./format.ts";
import { alignColumns } from "./table.ts";

/** One line for each target: what it is, what is to be reached, and what was measured. */
export function targetTable(outcomes: readonly Outcome[]): string {
  const lines = outcomes.map((
    { workload, claim, most, least, unit, ...rest },
  ) => [
    `${workload}  ${claim}`,
    `${least === undefined || least === most ? "" : `${least} - `}${
      least === most ? "" : "<= "
    }${quantity(most, unit)}`,
    rest.value === undefined ? "" : quantity(rest.value, unit),
    rest.isReached === undefined
      ? "not measured"
      : rest.isReached
      ? "reached"
      : "missed",
  ]);
  const reached = outcomes.filter(({ isReached }) => isReached).length;
  const measured = outcomes.filter(({ value }) => value !== undefined).length;
  return [
    alignColumns([["target", "goal", "measured", ""], ...lines]),
    "",
    `${reached} of ${measured} measured targets reached, ${
      outcomes.length - measured
    } not measured`,
  ].join("\n");
}

function quantity(value: number, unit: string): string {
  if (unit === "µs") return formatTime(value);
  if (unit === "") return value.toFixed(2);
  return unit === "x"
    ? `${significant(value)}x`
    : `${significant(value)} ${unit}`;
}
