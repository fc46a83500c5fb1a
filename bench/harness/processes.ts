import type { Measurement, Workload } from "./contract.ts";
import type { Effort } from "./measure.ts";
import { measurementMark, type Order } from "./work.ts";

/** Milliseconds after which a process is taken to be stuck. */
const patience = 6 * 60_000;

/** What executes the bundle. */
export type Engine = "deno" | "node";

/** What to run. */
export interface Plan {
  readonly engine: Engine;
  readonly effort: Effort;
  /** Leaves out large cases. */
  readonly isQuick: boolean;
  /** Only cases whose series contains one of these texts. */
  readonly series?: readonly string[] | undefined;
  /** Only cases of these sizes. */
  readonly sizes?: readonly number[] | undefined;
  /** Names of all libraries; large stores get a process for each. */
  readonly libraries: readonly string[];
}

/**
 * The orders that measure a workload: one for everything that is compared in
 * one process, and one for each large size and library.
 */
export function ordersOf(workload: Workload, plan: Plan): Order[] {
  const { effort, libraries } = plan;
  const indexes = [...workload.cases.keys()].filter((index) => {
    const { series, size, isLarge } = workload.cases[index]!;
    const isWanted = plan.series?.some((text) => series.includes(text)) ?? true;
    return isWanted &&
      (plan.sizes?.includes(size) ?? !(plan.isQuick && isLarge));
  });
  const isIsolated = (index: number) =>
    workload.cases[index]!.isIsolated ?? false;
  const shared = indexes.filter((index) => !isIsolated(index));
  // one after the other in one process, so that the payload is made once
  const isolated = Map.groupBy(
    indexes.filter(isIsolated),
    (index) => workload.cases[index]!.size,
  );
  const about = { workload: workload.id, effort };
  return [
    ...shared.length > 0 ? [{ ...about, cases: shared, libraries }] : [],
    ...[...isolated.values()].flatMap((sameSize) =>
      libraries.flatMap((library) => {
        const cases = sameSize.filter((index) =>
          workload.cases[index]!.libraries?.includes(library) ?? true
        );
        return cases.length > 0
          ? [{ ...about, cases, libraries: [library] }]
          : [];
      })
    ),
  ];
}

/**
 * Carries out an order in a process of its own.
 *
 * @param bundle Path of the bundled worker.
 * @param found Called with each measurement as it comes.
 * @throws {Error} if the process ends with an error.
 */
export async function carryOut(
  order: Order,
  engine: Engine,
  bundle: string,
  found: (measurement: Measurement) => void,
): Promise<void> {
  const flags = "--expose-gc --max-old-space-size=12000";
  const [command, args] = engine === "node"
    ? ["node", flags.split(" ")]
    : [Deno.execPath(), ["run", "-A", `--v8-flags=${flags.replace(" ", ",")}`]];
  const child = new Deno.Command(command, {
    args: [...args, bundle, JSON.stringify(order)],
    env: { NODE_ENV: "production" },
    stdout: "piped",
    stderr: "inherit",
    signal: AbortSignal.timeout(patience),
  }).spawn();
  let rest = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      if (line.startsWith(measurementMark)) {
        found(JSON.parse(line.slice(measurementMark.length)));
      } else console.log(line);
    }
  }
  const { code } = await child.status;
  if (code !== 0) {
    throw new Error(`A process for ${order.workload} ended with code ${code}.`);
  }
}
