/** An event of a trace of Chromium, as far as it matters here. Times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  /** "X" for an event with a duration. */
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread. */
  readonly tdur?: number;
}

/** Milliseconds of processor time. */
export interface ScriptTime {
  /** Compiling and running script on the thread that renders. */
  readonly main: number;
  /** Parsing and compiling on other threads, while the script arrives. */
  readonly background: number;
}

/**
 * Events that are script: a module is compiled and evaluated, a listener or a
 * timer is called, and promises are settled. The last are not part of what the
 * browser's own metric `ScriptDuration` counts, though a client that stores
 * responses does much of its work there.
 */
const scriptEvents: ReadonlySet<string> = new Set([
  "v8.compile",
  "v8.compileModule",
  "v8.evaluateModule",
  "v8.callFunction",
  "BlinkScheduler_PerformMicrotaskCheckpoint",
]);

/**
 * The script time of the only page in a trace that has a module.
 *
 * @throws {Error} if there is no such page.
 */
export function scriptTimeOf(events: readonly TraceEvent[]): ScriptTime {
  const evaluation = events.find(({ name }) => name === "v8.evaluateModule");
  if (!evaluation) throw new Error("The trace has no page that ran a module.");
  const { pid, tid } = evaluation;
  const ofPage = events.filter((event) => event.ph === "X" && event.pid === pid)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  let main = 0;
  let background = 0;
  let end = 0;
  for (const { name, tid: thread, ts, dur = 0, tdur = 0 } of ofPage) {
    if (thread !== tid) {
      if (name === "v8.parseOnBackground") background += tdur;
    } else if (scriptEvents.has(name) && ts >= end) {
      // what lies within it is part of it
      main += tdur;
      end = ts + dur;
    }
  }
  return { main: main / 1000, background: background / 1000 };
}
