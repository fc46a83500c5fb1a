import type { Findings, Measurement, Target } from "./contract.ts";
import { exponentOf } from "./table.ts";

/** What became of a target. */
export interface Outcome {
  readonly workload: string;
  readonly claim: string;
  readonly most: number;
  readonly least?: number | undefined;
  readonly unit: string;
  /** Absent if what it needs was not measured. */
  readonly value?: number | undefined;
  /** Absent if what it needs was not measured. */
  readonly isReached?: boolean | undefined;
}

/** Compares the targets of a workload with what was found of it. */
export function evaluate(
  workload: string,
  targets: readonly Target[],
  measurements: readonly Measurement[],
): Outcome[] {
  const findings = findingsOf(workload, measurements);
  return targets.map(({ claim, most, least, unit, value: valueOf }) => {
    const value = valueOf(findings);
    return {
      workload,
      claim,
      most,
      ...least !== undefined && { least },
      unit,
      ...value !== undefined && {
        value,
        isReached: value <= most && value >= (least ?? -Infinity),
      },
    };
  });
}

/** Looks measurements of a workload up. */
export function findingsOf(
  workload: string,
  measurements: readonly Measurement[],
): Findings {
  return {
    median: (series, size, library, other = workload) =>
      measurements.find((one) =>
        one.workload === other && one.series === series && one.size === size &&
        one.library === library
      )?.summary?.median,
    growth: (series, library, from = 0) =>
      exponentOf(
        measurements.filter((one) =>
          one.workload === workload && one.series === series &&
          one.library === library && one.size >= from
        ),
      ),
  };
}

/** A ratio of two medians; `undefined` if one is missing. */
export function ratio(
  numerator: number | undefined,
  denominator: number | undefined,
): number | undefined {
  return numerator === undefined || !denominator
    ? undefined
    : numerator / denominator;
}
