import type { AnyPart, Sequence, SubjectFactory } from "./contract.ts";
import { carryOut } from "./run.ts";
import { drawSequence, shorten } from "./sequence.ts";

/** What to measure. */
export interface MeasureOptions {
  readonly subject: SubjectFactory;
  readonly parts: readonly AnyPart[];
  readonly runs: number;
  /** Draws the same runs again. */
  readonly seed: number;
  /** Whether to go on after the first run that is wrong. Default `true`. */
  readonly goesOn?: boolean;
  /** Whether only figures are asked for, and no shortest run. Default `false`. */
  readonly isBrief?: boolean;
}

/** What was found. */
export interface Measured {
  /** How many runs were wrong. */
  readonly wrong: number;
  /** Requests a run. */
  readonly requests: number;
  /** Requests a run that nobody called a method for. */
  readonly background: number;
  /** What happens in the shortest run that is wrong, and what is wrong then; `undefined` if none is. */
  readonly shortest: string | undefined;
}

/**
 * Carries out random runs.
 *
 * @param options What to measure.
 */
export async function measure(options: MeasureOptions): Promise<Measured> {
  const { subject, runs, seed, goesOn = true, isBrief = false } = options;
  const on = new Set(options.parts);
  let wrong = 0;
  let requests = 0;
  let background = 0;
  let done = 0;
  let shortest: Sequence | undefined;
  while (done < runs && (goesOn || wrong === 0)) {
    const sequence = drawSequence(on, seed * 1_000_003 + done++);
    const report = await carryOut(subject, sequence);
    requests += report.requests;
    background += report.background;
    if (report.fault === undefined) continue;
    wrong++;
    if (!shortest || sequence.steps.length < shortest.steps.length) {
      shortest = sequence;
    }
  }
  return {
    wrong,
    requests: requests / done,
    background: background / done,
    shortest: isBrief
      ? undefined
      : shortest && await storyOf(subject, shortest),
  };
}

/** The shortest run that a wrong one can be reduced to, for people. */
async function storyOf(
  subject: SubjectFactory,
  sequence: Sequence,
): Promise<string> {
  const isWrong = async (candidate: Sequence) =>
    (await carryOut(subject, candidate)).fault !== undefined;
  const short = await shorten(sequence, isWrong);
  const { story, fault } = await carryOut(subject, short);
  return [...story, `WRONG: ${fault}`].map((line) => `  ${line}`).join("\n");
}
