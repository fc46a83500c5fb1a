/**
 * One process of a run: measures what it is told, and tells what it found.
 *
 * @module
 */
import type { Adapter, Measurement, Workload } from "./contract.ts";
import { type Effort, measure } from "./measure.ts";

/** What one process measures. */
export interface Order {
  /** Id of the workload. */
  readonly workload: string;
  /** Indexes of its cases. */
  readonly cases: readonly number[];
  /** Only libraries of these names, if given. */
  readonly libraries?: readonly string[] | undefined;
  readonly effort: Effort;
}

/** Begins each line of output that is a measurement. */
export const measurementMark = "@measurement ";

/**
 * Carries out an order, case by case.
 *
 * @param adapters What there is to compare.
 * @param found Called with the measurements of each case.
 * @throws {TypeError} if there is no such workload or case.
 */
export async function work(
  { workload: id, cases, libraries, effort }: Order,
  workloads: readonly Workload[],
  adapters: readonly Adapter[],
  found: (measurements: Measurement[]) => void,
): Promise<void> {
  const workload = workloads.find((candidate) => candidate.id === id);
  if (!workload) throw new TypeError(`There is no workload ${id}.`);
  for (const index of cases) {
    const situation = workload.cases[index];
    if (!situation) throw new TypeError(`${id} has no case ${index}.`);
    const contestants = [
      ...workload.limits?.(situation) ?? [],
      ...adapters.flatMap((adapter) =>
        isWanted(adapter) ? workload.contestant(adapter, situation) ?? [] : []
      ),
    ].filter((contestant) =>
      isWanted(contestant) &&
      (situation.libraries?.includes(contestant.library) ?? true)
    );
    found(await measure(id, situation, contestants, effort));
  }

  function isWanted({ library }: { readonly library: string }): boolean {
    return libraries?.includes(library) ?? true;
  }
}
