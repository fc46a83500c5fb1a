/**
 * Random runs of the library against a server that handles and answers requests
 * in any order: what somebody changed is on the screen, at each moment, and at
 * the end everything is as the server has it.
 *
 * A change makes 2,000 runs, each night 100,000 (`TRUTH_RUNS=100000`), half of
 * them with two tabs, reloads and all the rest together. `PROPERTY_SEED=7` draws
 * others; the seed is printed. `measure.ts` says how many runs are wrong,
 * and shows the shortest.
 */
import { assert, assertEquals } from "@std/assert";
import { type Part, parts, type SubjectFactory } from "./contract.ts";
import { measure } from "./measure_runs.ts";
import { modelClient, type Rule, rules } from "./model_client.ts";
import { tesseraClient } from "./tessera_client.ts";

/** What the library gets right: what it does not is left out, with what comes first of it. */
const PARTS_ON: Readonly<Record<Part, boolean>> = {
  fields: true,
  presence: true,
  restore: true,
  moves: true,
  team: true,
  statusByPatch: true,
  numbers: true,
  refusals: true,
  empty: true,
  lost: true,
  put: true,
  reported: true,
  together: true,
  foreign: true,
  tabs: true,
  reload: true,
};

/** What a part is mixed with where it changes nothing by itself. */
const COMPANIONS: Readonly<Record<Part, readonly Part[]>> = {
  fields: [],
  presence: [],
  restore: ["presence"],
  moves: [],
  team: ["fields"],
  statusByPatch: [],
  numbers: ["presence", "moves"],
  refusals: ["fields", "presence"],
  empty: ["fields", "presence"],
  lost: ["fields", "presence"],
  put: ["fields", "presence"],
  reported: ["fields"],
  together: ["fields", "presence"],
  foreign: ["fields"],
  tabs: ["fields", "presence"],
  reload: ["fields", "presence"],
};

const runs = Number(Deno.env.get("TRUTH_RUNS") ?? 2000);
const seed = Number(Deno.env.get("PROPERTY_SEED") ?? 20260101);
console.log(`TRUTH_RUNS=${runs} PROPERTY_SEED=${seed}`);

const on = parts.filter((part) => PARTS_ON[part]);
/** Half of the runs mix all parts; each part by itself has a share of the rest, which shows sooner what is wrong. */
const together = Math.ceil(runs / 2);
const share = Math.ceil(runs / 2 / on.length);

async function assertNoneWrong(
  subject: SubjectFactory,
  mixed: readonly Part[],
  runs: number,
): Promise<void> {
  const { wrong, shortest } = await measure({
    subject,
    parts: mixed,
    runs,
    seed,
    goesOn: false,
  });
  assertEquals(
    wrong,
    0,
    `${mixed.join(" + ")}, PROPERTY_SEED=${seed}:\n${shortest}`,
  );
}

for (const part of parts) {
  const mixed = [...COMPANIONS[part], part];
  Deno.test({
    name: `random runs are never wrong: ${
      mixed.join(" + ")
    } [controller/OPT-12]`,
    ignore: !mixed.every((each) => PARTS_ON[each]),
    fn: () => assertNoneWrong(tesseraClient, mixed, share),
  });
}

Deno.test({
  name:
    "random runs are never wrong: all that is on together [controller/OPT-12]",
  ignore: on.length === 0,
  fn: () => assertNoneWrong(tesseraClient, on, together),
});

Deno.test("the net finds nothing wrong in a client that follows the law", () =>
  assertNoneWrong(modelClient(), parts, Math.ceil(runs / 8)));

for (const [rule, mixed] of Object.entries(rules)) {
  Deno.test(`the net notices when a client leaves out: ${rule}`, async () => {
    const { wrong } = await measure({
      subject: modelClient(rule as Rule),
      parts: mixed,
      runs: 2000,
      // of other runs it might not be seen by chance
      seed: 20260101,
      goesOn: false,
    });
    assert(wrong > 0);
  });
}
