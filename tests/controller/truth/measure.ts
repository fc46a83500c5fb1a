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
import { type Part, parts } from "./contract.ts";
import { measure } from "./measure_runs.ts";
import { modelClient, type Rule } from "./model_client.ts";
import { tesseraClient } from "./tessera_client.ts";

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
