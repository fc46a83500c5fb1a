/**
 * What the panel of the devtools costs a page with 100,000 entities and 1,000
 * actions a second, in Chromium: `deno run -A bench/devtools/run.ts`.
 *
 * Nobody but the panel asks for frames on this page, so what a frame costs is
 * the panel's: its own code, and the style, layout and paint that follow. The
 * times are those of the thread, from Chromium's own trace. Time during which
 * other programs have the processor is not among them; the last column has the
 * longest frame with it. The application's actions run in tasks of their own.
 *
 * With the name of a tab as its argument it measures that one alone, and prints
 * the functions in which most of its time was spent.
 *
 * @module
 */
import type { Page } from "playwright-core";
import {
  type DevtoolsPage,
  withDevtoolsPage,
} from "../../tests/browser/support/devtools_page.ts";

const entities = 100_000;
const actionsPerSecond = 1000;
const seconds = 3;

const [only] = Deno.args;
const categories = [
  "toplevel",
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  ...only ? ["disabled-by-default-v8.cpu_profiler"] : [],
];

/** A part of Chromium's trace. Times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** How long it took. */
  readonly dur?: number;
  /** How long of that its thread ran. */
  readonly tdur?: number;
  readonly args: { readonly data?: ProfileData };
}

/** A part of a profile: functions, and which of them ran when. */
interface ProfileData {
  readonly startTime?: number;
  readonly timeDeltas?: readonly number[];
  readonly cpuProfile?: {
    readonly nodes?: readonly {
      readonly id: number;
      readonly callFrame: { readonly functionName: string };
    }[];
    readonly samples?: readonly number[];
  };
}

/** A frame that the panel has asked for, in microseconds. */
interface Frame {
  readonly start: number;
  readonly end: number;
  /** Of the panel's code. */
  readonly code: number;
  /** With style, layout and paint. */
  readonly all: number;
  /** In which memory was freed; the application's is most of it. */
  readonly collecting: number;
}

await withDevtoolsPage({}, async (devtools) => {
  const { panel, open, openPanel, run } = devtools;
  await open();
  await run((harbour, count) => harbour.fill(count), entities);
  console.log(
    `${entities} entities, ${actionsPerSecond} actions a second, ${seconds} s; ms of work of the panel in a frame`,
  );
  console.log(
    "                            its code           with style and layout   of which   with what the",
  );
  console.log(
    "tab                 frames  median  99 %  most  median  99 %  most   collecting  machine did",
  );
  if (!only) print("closed", await measure(devtools));
  await openPanel();
  await panel.getByText("100000").first().waitFor();
  await panel.locator("tbody .row").first().click();
  const search = panel.getByLabel("Search in all tabs");
  const tabs: Record<string, (() => Promise<void>) | undefined> = {
    "Entities": undefined,
    "Entities, ordered": () =>
      panel.locator("thead button", { hasText: "berth" }).click(),
    "Entities, searched": () => search.fill("99"),
    "Endpoints": undefined,
    "Actions": undefined,
    "Pending": undefined,
    "Why did it render?": undefined,
    "Cells": undefined,
  };
  for (const [tab, prepare] of Object.entries(tabs)) {
    if (only && tab !== only) continue;
    await panel.getByRole("tab", { name: tab.split(",")[0]! }).click();
    await search.fill("");
    if (prepare) await prepare();
    const row = panel.locator("tbody .row").first();
    if (!prepare && await row.count() > 0) await row.click();
    print(tab, await measure(devtools));
  }
});

/** Acts for a while, and looks at the frames meanwhile. */
async function measure({ page, run }: DevtoolsPage): Promise<Frame[]> {
  const act = () =>
    run(async ({ controller, Vessel }, [perSecond, seconds]) => {
      let number = 0;
      const start = performance.now();
      while (performance.now() < start + seconds! * 1000) {
        const due = Math.floor(
          (performance.now() - start) / 1000 * perSecond!,
        );
        for (; number < due; number++) {
          const id = String(number % 90_000 + 1);
          controller.set(Vessel, { id }, { id, name: `Renamed ${number}` });
        }
        await new Promise((resolve) => setTimeout(resolve, 4));
      }
    }, [actionsPerSecond, seconds]);
  const events = await traced(page, act);
  const frames = framesIn(events);
  if (only) printFunctions(events, frames);
  return frames;
}

async function traced(
  page: Page,
  act: () => Promise<void>,
): Promise<TraceEvent[]> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories });
  await act();
  const trace = new TextDecoder().decode(await browser.stopTracing());
  return JSON.parse(trace).traceEvents;
}

function framesIn(events: readonly TraceEvent[]): Frame[] {
  const calls = events.filter(({ name, ph }) =>
    name === "FireAnimationFrame" && ph === "X"
  );
  const { pid, tid } = calls[0] ?? {};
  const ofPage = events.filter((event) =>
    event.pid === pid && event.tid === tid && event.ph === "X"
  );
  const tasks = ofPage.filter(({ name }) => /RunTask$/.test(name));
  const within = (outer: TraceEvent, { ts, dur = 0 }: TraceEvent) =>
    ts >= outer.ts && ts + dur <= outer.ts + outer.dur!;
  return calls.map((call): Frame => {
    // the inner of nested tasks is its frame
    const [task = call] = tasks.filter((task) => within(task, call))
      .sort((a, b) => a.dur! - b.dur!);
    const collecting = ofPage
      .filter(({ name }) => /^M(in|aj)orGC$/.test(name))
      .filter((event) => within(task, event))
      .reduce((sum, { tdur = 0 }) => sum + tdur, 0);
    return {
      start: task.ts,
      end: task.ts + task.dur!,
      code: call.tdur!,
      all: task.tdur!,
      collecting,
    };
  });
}

function print(name: string, frames: readonly Frame[]): void {
  const column = (valueOf: (frame: Frame) => number, ...shares: number[]) => {
    const sorted = frames.map(valueOf).sort((a, b) => a - b);
    return shares.map((share) => {
      const place = Math.min(
        sorted.length - 1,
        Math.floor(sorted.length * share),
      );
      return ((sorted[place] ?? 0) / 1000).toFixed(1).padStart(6);
    }).join("");
  };
  console.log([
    name.padEnd(19),
    String(frames.length).padStart(6),
    " ",
    column(({ code }) => code, 0.5, 0.99, 1),
    "  ",
    column(({ all }) => all, 0.5, 0.99, 1),
    "      ",
    column(({ collecting }) => collecting, 1),
    "       ",
    column(({ start, end }) => end - start, 1),
  ].join(""));
}

/** Where most of the time of frames that took long was spent. */
function printFunctions(
  events: readonly TraceEvent[],
  frames: readonly Frame[],
): void {
  const long = frames.filter(({ all }) => all > 8000);
  const names = new Map<number, string>();
  const times = new Map<string, number>();
  let time = 0;
  for (const { name, args: { data } } of events) {
    if (name === "Profile") time = data!.startTime!;
    if (name !== "ProfileChunk") continue;
    const { nodes = [], samples = [] } = data!.cpuProfile ?? {};
    for (const { id, callFrame } of nodes) {
      names.set(id, callFrame.functionName || "(anonymous)");
    }
    for (const [index, sample] of samples.entries()) {
      const took = data!.timeDeltas![index]!;
      time += took;
      if (!long.some(({ start, end }) => time >= start && time <= end)) {
        continue;
      }
      const name = names.get(sample) ?? "?";
      times.set(name, (times.get(name) ?? 0) + took);
    }
  }
  const most = [...times].sort(([, a], [, b]) => b - a).slice(0, 15);
  for (const [name, took] of most) {
    console.log(`${(took / 1000).toFixed(1).padStart(10)} ms  ${name}`);
  }
}
