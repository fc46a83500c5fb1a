import { assertEquals, assertThrows } from "@std/assert";
import { scriptTimeOf, type TraceEvent } from "../first_page/script_time.ts";

/** An event of thread 1, during which the thread worked half of the time. */
function event(
  name: string,
  ts: number,
  dur: number,
  others: Partial<TraceEvent> = {},
): TraceEvent {
  return { name, ph: "X", pid: 5, tid: 1, ts, dur, tdur: dur / 2, ...others };
}

const evaluation = event("v8.evaluateModule", 1_000, 4_000);

Deno.test("script time is processor time of modules, callbacks and promises", () => {
  const events = [
    event("v8.callFunction", 6_000, 2_000),
    event("BlinkScheduler_PerformMicrotaskCheckpoint", 9_000, 1_000),
    event("Layout", 11_000, 8_000),
    evaluation,
  ];
  assertEquals(scriptTimeOf(events), { main: 3.5, background: 0 });
});

Deno.test("script within script counts once", () => {
  const events = [
    event("v8.callFunction", 1_000, 500),
    evaluation,
    event("v8.callFunction", 4_000, 1_000),
    event("v8.callFunction", 5_000, 1_000),
  ];
  assertEquals(scriptTimeOf(events), { main: 2.5, background: 0 });
});

Deno.test("other processes do not count, and other threads for what they compile", () => {
  const events = [
    evaluation,
    event("v8.callFunction", 6_000, 2_000, { pid: 6 }),
    event("v8.callFunction", 6_000, 2_000, { tid: 2 }),
    event("v8.parseOnBackground", 0, 3_000, { tid: 2 }),
  ];
  assertEquals(scriptTimeOf(events), { main: 2, background: 1.5 });
});

Deno.test("a trace without a module is refused", () => {
  assertThrows(
    () => scriptTimeOf([event("v8.callFunction", 0, 1)]),
    Error,
    "no page that ran a module",
  );
});
