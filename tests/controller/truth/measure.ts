/**
 * How many runs of the net are wrong, and the shortest of them.
 *
 * Usage: `deno run -A tests/controller/truth/measure.ts [--parts=fields,presence]
 * [--runs=500] [--seed=1] [--client=tessera|model] [--without="writes by start"]
 * [--each]`
 *
 * - `--parts` what is mixed in a run; default all
 * - `--each` each part by itself, and then all
 * - `--without` rules that the model leaves out
 *
 * @module
 */
import { parseArgs } from "node:util";
import {
  type Part,
  parts,
  type Sequence,
  type SubjectFactory,
} from "./contract.ts";
import { modelClient, type Rule } from "./model_client.ts";
import { carryOut } from "./run.ts";
import { drawSequence, shorten } from "./sequence.ts";
import { tesseraClient } from "./tessera_client.ts";

/** What to measure. */
export interface MeasureOptions {
  readonly subject: SubjectFactory;
  readonly parts: readonly Part[];
  readonly runs: number;
  /** Draws the same runs again. */
  readonly seed: number;
  /** Whether to go on after the first run that is wrong. Default `true`. */
  readonly goesOn?: boolean;
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
  const { subject, runs, seed, goesOn = true } = options;
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
    shortest: shortest && await storyOf(subject, shortest),
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

if (import.meta.main) {
  const { values: options } = parseArgs({
    args: Deno.args,
    options: {
      parts: { type: "string" },
      runs: { type: "string", default: "500" },
      seed: { type: "string", default: "1" },
      client: { type: "string", default: "tessera" },
      without: { type: "string" },
      each: { type: "boolean", default: false },
    },
  });
  const chosen = options.parts?.split(",") ?? parts;
  for (const name of chosen) {
    if (!(parts as readonly string[]).includes(name)) {
      throw new Error(`There is no part ${name}; there are ${parts}.`);
    }
  }
  const subject = options.client === "model"
    ? modelClient(...(options.without?.split(",") ?? []) as Rule[])
    : tesseraClient;
  const mixes = options.each
    ? [...chosen.map((name) => [name]), chosen]
    : [chosen];
  for (const mix of mixes) {
    const start = performance.now();
    const { wrong, requests, background, shortest } = await measure({
      subject,
      parts: mix as Part[],
      runs: Number(options.runs),
      seed: Number(options.seed),
    });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(
      `${mix.join("+")}: wrong ${wrong} of ${options.runs}, requests ${
        requests.toFixed(1)
      } a run (${
        background.toFixed(1)
      } in the background), ${seconds} s, seed ${options.seed}`,
    );
    if (shortest) console.log(shortest);
  }
}
