import type { Measurement } from "../harness/contract.ts";
import type { Results } from "../harness/results.ts";
import { growthChart, type Panel } from "./growth_chart.ts";
import type { Line } from "./panel.ts";

/** The workloads that show how cost depends on what is stored, and what they are called here. */
const panels = [
  {
    workload: "W4",
    series: "random string ids",
    title: "Change one of N entities",
  },
  {
    workload: "W3",
    series: "nothing changed",
    title: "Read a list of N again",
  },
  {
    workload: "W5",
    series: "one of N results",
    title: "Store one response beside N others",
  },
  {
    workload: "W6",
    series: "one of N collections",
    title: "Add to one of N lists",
  },
  {
    workload: "W7",
    series: "after one change",
    title: "Read all N there are after one change",
  },
  {
    workload: "W10",
    series: "20 pending",
    title: "Change one of N beside 20 pending changes",
  },
] as const;

/** The chart of the page on performance: what work costs beside few and many records. */
export function readmeChart(
  { measurements, engine, machine, date, isProcessorTime = false }: Pick<
    Results,
    "measurements" | "engine" | "machine" | "date" | "isProcessorTime"
  >,
): string {
  const drawn = panels.flatMap(({ workload, series, title }): Panel[] => {
    const lines = linesOf(
      measurements.filter((one) =>
        one.workload === workload && one.series === series
      ),
    );
    return lines.length > 0 ? [{ title, lines }] : [];
  });
  return growthChart({
    title: "What work costs beside few and many records",
    caption: `${
      isProcessorTime ? "Processor time" : "Time"
    } over N, both logarithmic; lower and flatter is better. ${engine}, ${
      machine.replace(/,.*/, "")
    }, ${date}`,
  }, drawn);
}

function linesOf(measurements: readonly Measurement[]): Line[] {
  const timed = measurements.filter(({ summary }) => summary);
  const libraries = new Set(timed.map(({ library }) => library));
  return [...libraries].flatMap((library): Line[] => {
    const own = timed.filter((one) => one.library === library);
    const { role, isQuoted = false } = own[0]!;
    if (role === "limit" || own.length < 2) return [];
    return [{
      label: library,
      role,
      isQuoted,
      points: own.map(({ size, summary }) => [size, summary!.median] as const)
        .toSorted(([a], [b]) => a - b),
    }];
  });
}
