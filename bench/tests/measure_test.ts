import { assert, assertEquals } from "@std/assert";
import type { Contestant } from "../harness/contract.ts";
import { type Effort, measure } from "../harness/measure.ts";

const situation = { series: "some", size: 10 };
/** Samples whose number does not depend on the clock. */
const fixedEffort: Effort = {
  sample: 0,
  warmUp: 0,
  budget: 1e9,
  rounds: [4, 4],
};

function contestant(
  library: string,
  log: string[],
  others: Partial<Contestant> = {},
): Contestant {
  return {
    library,
    role: "competitor",
    run: () => void log.push(library),
    ...others,
  };
}

Deno.test("who fails an assertion is reported, and not timed", async () => {
  const log: string[] = [];
  const [failing, passing] = await measure("W0", situation, [
    contestant("failing", log, {
      check() {
        throw new Error("not so: one is one\nwith details");
      },
    }),
    contestant("passing", log),
  ], fixedEffort);
  assertEquals(failing, {
    workload: "W0",
    series: "some",
    size: 10,
    library: "failing",
    role: "competitor",
    unit: "µs",
    failure: "not so: one is one",
  });
  assertEquals(passing!.summary!.samples, 4);
  assertEquals(passing!.failure, undefined);
  assert(!log.includes("failing"));
});

Deno.test("the assertion may be asynchronous", async () => {
  const [failing] = await measure("W0", situation, [
    contestant("failing", [], {
      check: () => Promise.reject(new Error("not so")),
    }),
  ], fixedEffort);
  assertEquals(failing!.failure, "not so");
  assertEquals(failing!.summary, undefined);
});

Deno.test("the reference is timed even if it fails, and its failure is told", async () => {
  const [reference] = await measure("W0", situation, [
    contestant("reference", [], {
      role: "reference",
      check() {
        throw new Error("not so");
      },
    }),
  ], fixedEffort);
  assertEquals(reference!.failure, "not so");
  assertEquals(reference!.summary!.samples, 4);
});

Deno.test("who fails while being timed has no time", async () => {
  let runs = 0;
  const log: string[] = [];
  const [failing, passing] = await measure("W0", situation, [
    contestant("failing", log, {
      run() {
        if (++runs > 3) throw new Error("broke");
      },
    }),
    contestant("passing", log),
  ], fixedEffort);
  assertEquals(failing!.failure, "broke");
  assertEquals(failing!.summary, undefined);
  assertEquals(passing!.summary!.samples, 4);
});

Deno.test("each round takes one sample of each, in a rotated order", async () => {
  const log: string[] = [];
  const names = ["a", "b", "c"];
  await measure(
    "W0",
    situation,
    names.map((name) => contestant(name, log)),
    fixedEffort,
  );
  const rounds = log.slice(-12).join("");
  assertEquals(rounds, "abc" + "bca" + "cab" + "abc");
});

Deno.test("who fails before it is ready, and cannot end, does not stop the others", async () => {
  let ready: { end(): void } | undefined;
  const [failing, passing] = await measure("W0", situation, [
    contestant("failing", [], {
      check() {
        throw new Error("not so");
      },
      close: () => ready!.end(),
    }),
    contestant("passing", []),
  ], fixedEffort);
  assertEquals(failing!.failure, "not so");
  assertEquals(passing!.summary!.samples, 4);
});

Deno.test("of what takes long, three samples have to do", async () => {
  const slow = () => {
    const end = performance.now() + 3;
    while (performance.now() < end);
  };
  const [one] = await measure("W0", situation, [
    contestant("slow", [], { run: slow }),
  ], { sample: 0, warmUp: 0, budget: 1, rounds: [5, 9] });
  assertEquals(one!.summary!.samples, 3);
});

Deno.test("assertions come before any run", async () => {
  const log: string[] = [];
  await measure("W0", situation, [
    contestant("a", log, { check: () => void log.push("check") }),
  ], fixedEffort);
  assertEquals(log[0], "check");
  assertEquals(log.filter((entry) => entry === "check").length, 1);
});

Deno.test("getting ready and letting go surround each sample", async () => {
  const log: string[] = [];
  await measure("W0", situation, [
    contestant("run", log, {
      prepare: (count) => void log.push(`prepare ${count}`),
      release: () => void log.push("release"),
      close: () => void log.push("close"),
    }),
  ], fixedEffort);
  assertEquals(log.slice(-4), ["prepare 1", "run", "release", "close"]);
});

Deno.test("a run that says how much of it counts is believed", async () => {
  const [one] = await measure("W0", situation, [
    contestant("a", [], { run: () => 5 }),
    contestant("b", [], { run: () => Promise.resolve(7) }),
  ], fixedEffort);
  assertEquals(one!.summary!.median, 5000);
});

Deno.test("a sample of short work is many runs, and a time is that of one", async () => {
  const counts: number[] = [];
  const [one] = await measure("W0", situation, [
    contestant("a", [], {
      run(count) {
        counts.push(count);
        return count * 3;
      },
    }),
  ], { ...fixedEffort, sample: 1 });
  assert(counts.at(-1)! > 1);
  assertEquals(one!.summary!.median, 3000);
});
