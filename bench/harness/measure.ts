/**
 * Measures contestants side by side.
 *
 * @module
 */
import process from "node:process";
import type { Case, Contestant, Measurement } from "./contract.ts";
import { summarize } from "./statistics.ts";

/** How long to measure. Times in milliseconds. */
export interface Effort {
  /** Least time of a sample: short work is repeated in it. */
  readonly sample: number;
  /** Least time of runs before the first sample of a contestant. */
  readonly warmUp: number;
  /** Time after which a contestant gets no further samples. */
  readonly budget: number;
  /** Fewest and most samples. */
  readonly rounds: readonly [least: number, most: number];
  /** Counts processor time of all threads instead of elapsed time. */
  readonly isProcessorTime?: boolean;
}

/** What the printed numbers are made with. */
export const fullEffort: Effort = {
  sample: 4,
  warmUp: 150,
  budget: 200,
  rounds: [5, 25],
};

/** Enough to see whether something works. */
export const quickEffort: Effort = {
  sample: 2,
  warmUp: 60,
  budget: 150,
  rounds: [3, 15],
};

/**
 * Measures contestants in one situation: asserts first, warms each up, then
 * takes one sample of each in every round, in an order that is rotated from
 * round to round.
 *
 * @returns One measurement for each contestant, in their order. What fails is
 * reported, and not timed.
 */
export async function measure(
  workload: string,
  { series, size }: Case,
  contestants: readonly Contestant[],
  effort: Effort,
): Promise<Measurement[]> {
  const failures = new Map<Contestant, string>();
  const runners: Runner[] = [];
  for (const contestant of contestants) {
    try {
      await contestant.check?.();
    } catch (error) {
      failures.set(contestant, messageOf(error));
      if (contestant.role !== "reference") continue;
    }
    try {
      const runner = new Runner(contestant, effort);
      await runner.warmUp();
      runners.push(runner);
    } catch (error) {
      failures.set(contestant, messageOf(error));
    }
  }
  for (let round = 0; runners.some((runner) => runner.wantsSample()); round++) {
    for (let turn = 0; turn < runners.length; turn++) {
      const runner = runners[(round + turn) % runners.length]!;
      if (!runner.wantsSample()) continue;
      try {
        await runner.sample();
      } catch (error) {
        failures.set(runner.contestant, messageOf(error));
        runner.stop();
      }
    }
  }
  const samplesOf = new Map(
    runners.map(({ contestant, samples }) => [contestant, samples]),
  );
  const measurements: Measurement[] = [];
  for (const contestant of contestants) {
    const { library, role } = contestant;
    const about = { workload, series, size, library, role, unit: "µs" };
    const failure = failures.get(contestant);
    const samples = samplesOf.get(contestant) ?? [];
    const isTimed = failure === undefined ||
      role === "reference" && samples.length > 0;
    measurements.push({
      ...about,
      ...isTimed && { summary: summarize(samples) },
      ...failure !== undefined && { failure },
    });
    try {
      await contestant.close?.();
    } catch {
      // who failed before it was ready may have nothing to end
    }
  }
  return measurements;
}

/** Takes the samples of one contestant. */
class Runner {
  readonly contestant: Contestant;
  /** Microseconds for one run. */
  readonly samples: number[] = [];
  readonly #effort: Effort;
  /** Runs in a sample. */
  #count = 1;
  /** Milliseconds spent in samples. */
  #spent = 0;
  #isStopped = false;

  constructor(contestant: Contestant, effort: Effort) {
    this.contestant = contestant;
    this.#effort = effort;
  }

  /** Runs for a while, and finds out how many runs make a sample. */
  async warmUp(): Promise<void> {
    const { warmUp, sample } = this.#effort;
    let warm = 0;
    do {
      const { wall } = await this.#time();
      warm += wall;
      if (wall < sample) {
        const factor = sample * 1.2 / Math.max(wall, sample / 10);
        this.#count = Math.ceil(this.#count * factor);
      }
    } while (warm < warmUp);
    // what the first, slow runs needed is no measure: settle with warm ones
    for (let attempt = 0; attempt < 2 && this.#count > 1; attempt++) {
      const { wall } = await this.#time();
      const fitting = this.#count * sample / Math.max(wall, sample / 10);
      this.#count = Math.max(1, Math.ceil(fitting));
    }
  }

  /** Whether the samples so far are too few. */
  wantsSample(): boolean {
    const { budget, rounds: [least, most] } = this.#effort;
    const taken = this.samples.length;
    // of what takes long, three have to do
    const enough = this.#spent > 2 * budget ? Math.min(3, least) : least;
    return !this.#isStopped && taken < most &&
      (taken < enough || this.#spent < budget);
  }

  /** Takes one sample. */
  async sample(): Promise<void> {
    const { wall, counted } = await this.#time();
    this.#spent += wall;
    this.samples.push(counted * 1000 / this.#count);
  }

  /** Takes no further samples. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Milliseconds that one sample takes, and how many of them count. */
  async #time(): Promise<{ wall: number; counted: number }> {
    const { contestant } = this;
    const count = this.#count;
    await contestant.prepare?.(count);
    collectYoung();
    const usage = process.cpuUsage();
    const start = performance.now();
    let counted = contestant.run(count);
    if (counted instanceof Promise) counted = await counted;
    const wall = performance.now() - start;
    const { user, system } = process.cpuUsage(usage);
    await contestant.release?.();
    if (typeof counted === "number") return { wall, counted };
    return {
      wall,
      counted: this.#effort.isProcessorTime ? (user + system) / 1000 : wall,
    };
  }
}

/**
 * Frees what died young, where the engine lets us, so that nobody pays for the
 * litter of the one before. Never a full collection: that drops compiled code
 * and shrinks the nursery, and would measure a cold engine.
 */
export function collectYoung(): void {
  (globalThis as { gc?: (options: { type: "minor" }) => void }).gc?.({
    type: "minor",
  });
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n", 1)[0]!.slice(0, 200);
}
