import type { Role } from "../harness/contract.ts";
import { formatTime } from "../harness/format.ts";
import { escapeText } from "./growth_chart.ts";

/** The times of one library. */
export interface Line {
  /** Written at its end. */
  readonly label: string;
  readonly role: Role;
  /** Whether the times are from a separate measurement. */
  readonly isQuoted?: boolean;
  /** Size and microseconds, by ascending size. */
  readonly points: readonly (readonly [size: number, time: number])[];
}

/** Room for one panel, in pixels. */
export const panelWidth = 440;
/** Room for one panel, in pixels. */
export const panelHeight = 280;

const plot = { left: 52, top: 34, width: 262, height: 202 };
const labelHeight = 13;

/** Such as 100, 10K, 1M. */
const compact = new Intl.NumberFormat("en-US", { notation: "compact" });

/** One small chart: axes, lines, and the name of each library at the end of its line. */
export function layOutPanel(title: string, lines: readonly Line[]): string {
  const points = lines.flatMap(({ points }) => points);
  const x = decades(points.map(([size]) => size), plot.left, plot.width);
  const y = decades(
    points.map(([, time]) => time),
    plot.top + plot.height,
    -plot.height,
  );
  const right = plot.left + plot.width;
  const bottom = plot.top + plot.height;
  const parts = [
    `<text class="panel" x="0" y="16">${escapeText(title)}</text>`,
    ...y.ticks.map((time) =>
      `<path class="grid" d="M${plot.left} ${round(y.at(time))}H${right}"/>` +
      `<text class="tick" text-anchor="end" x="${plot.left - 6}" y="${
        round(y.at(time) + 4)
      }">${formatTime(time).replace(/\.0+ /, " ")}</text>`
    ),
    ...x.ticks.map((size) =>
      `<text class="tick" text-anchor="middle" x="${round(x.at(size))}" y="${
        bottom + 16
      }">${compact.format(size)}</text>`
    ),
    // ours is drawn last, above the others
    ...lines.toSorted((a, b) =>
      Number(a.role === "ours") - Number(b.role === "ours")
    ).map(({ role, isQuoted, points }) => {
      const path = points.map(([size, time]) =>
        `${round(x.at(size))} ${round(y.at(time))}`
      ).join("L");
      return `<path class="line ${role}${
        isQuoted ? " quoted" : ""
      }" d="M${path}"/>`;
    }),
  ];
  const ends = lines.map(({ points }) => {
    const [size, time] = points.at(-1)!;
    return { x: x.at(size), y: y.at(time) };
  });
  const heights = spreadOut(ends.map(({ y }) => y), bottom);
  lines.forEach(({ label, role }, index) => {
    const end = ends[index]!;
    parts.push(
      `<path class="grid" d="M${round(end.x + 2)} ${round(end.y)}L${
        right + 8
      } ${round(heights[index]!)}"/>` +
        `<text class="label ${role}" x="${right + 12}" y="${
          round(heights[index]! + 4)
        }">${escapeText(label)}</text>`,
    );
  });
  return parts.join("\n");
}

interface Axis {
  /** Position of a value. */
  at(value: number): number;
  /** Powers of ten to write beside the axis, at most six. */
  readonly ticks: readonly number[];
}

/** A logarithmic axis over the powers of ten around values. */
function decades(
  values: readonly number[],
  start: number,
  length: number,
): Axis {
  const logs = values.map(Math.log10);
  const low = Math.floor(Math.min(...logs) + 0.02);
  const high = Math.max(low + 1, Math.ceil(Math.max(...logs) - 0.02));
  const step = Math.ceil((high - low) / 6);
  const ticks: number[] = [];
  for (let power = low; power <= high; power += step) ticks.push(10 ** power);
  return {
    at: (value) => start + (Math.log10(value) - low) / (high - low) * length,
    ticks,
  };
}

/** Heights as near to the given ones as labels can stand without touching. */
function spreadOut(heights: readonly number[], bottom: number): number[] {
  const order = [...heights.keys()].sort((a, b) => heights[a]! - heights[b]!);
  const placed = [...heights];
  let above = -Infinity;
  for (const index of order) {
    above = placed[index] = Math.max(placed[index]!, above + labelHeight);
  }
  let below = bottom + labelHeight;
  for (const index of order.toReversed()) {
    below = placed[index] = Math.min(placed[index]!, below - labelHeight);
  }
  return placed;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
