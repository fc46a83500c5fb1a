/**
 * Random runs of clients that write in other ways than by the endpoints of a
 * resource: `set`, updaters, `setResponse` and messages of a socket; resets and
 * aborts; requests that are sent again; an offline queue; fixtures in
 * place of a server; functions of one's own; GraphQL.
 *
 * `TRUTH_RUNS=100000` makes more runs, `PROPERTY_SEED=7` draws others; where
 * either is set, the seed is printed.
 */
import { assertEquals } from "@std/assert";
import type { AnyPart, Setting, SubjectFactory } from "./contract.ts";
import { measure } from "./measure_runs.ts";
import {
  functionClient,
  graphqlClient,
  interceptedClient,
  layeredClient,
  mockedClient,
  queueingClient,
  retryingClient,
  toldClient,
} from "./other_writers.ts";

interface Way {
  readonly subject: SubjectFactory;
  readonly mixes: readonly (readonly AnyPart[])[];
}

const changes = ["fields", "presence", "statusByPatch"] as const;

const everything = [
  ...changes,
  "moves",
  "numbers",
  "refusals",
  "empty",
  "lost",
  "restore",
  "put",
  "reported",
  "together",
] as const;

const ways: Readonly<Record<string, Way>> = {
  "a client that is told": {
    subject: toldClient,
    mixes: [["told", "fields"], ["told", ...changes, "moves", "numbers"], [
      "told",
      "fields",
      "refusals",
      "empty",
      "reported",
      "put",
    ]],
  },
  "a client that forgets": {
    subject: toldClient,
    mixes: [["resets", "fields"], ["resets", ...changes, "moves", "numbers"]],
  },
  "a client that aborts": {
    subject: toldClient,
    mixes: [["aborts", "fields"], ["aborts", ...changes, "moves"]],
  },
  "a client that sends again": {
    subject: retryingClient,
    mixes: [
      ["lost", "fields"],
      ["lost", "refusals", ...changes, "moves", "restore", "put", "numbers"],
      ["lost", "fields", "together"],
    ],
  },
  "an offline queue": {
    subject: queueingClient,
    mixes: [
      ["offline", "fields"],
      ["offline", ...changes, "moves", "numbers", "team", "reported"],
      ["offline", ...changes, "refusals", "empty", "restore", "put"],
      ["offline", ...everything, "team"],
    ],
  },
  "an offline queue that survives": {
    subject: queueingClient,
    mixes: [
      ["offline", "reload", "fields", "lost"],
      [
        "offline",
        "reload",
        ...changes,
        "moves",
        "numbers",
        "lost",
        "refusals",
        "empty",
      ],
      ["offline", "reload", ...changes, "foreign"],
      ["offline", "reload", ...everything, "team"],
    ],
  },
  "fixtures that answer everything": {
    subject: (setting: Setting) => mockedClient(setting, "all"),
    mixes: [everything],
  },
  "fixtures that answer reads": {
    subject: (setting: Setting) => mockedClient(setting, "reads"),
    mixes: [["fields"], everything],
  },
  "fixtures that answer mutations": {
    subject: (setting: Setting) => mockedClient(setting, "mutations"),
    mixes: [["fields"], everything],
  },
  "interceptors of the network": {
    subject: interceptedClient,
    mixes: [everything],
  },
  "a layer of fixtures": {
    subject: layeredClient,
    mixes: [["fields", "together"], everything],
  },
  "functions of its own": {
    subject: functionClient,
    mixes: [["fields"], ["fields", "together"], [...changes], [
      ...changes,
      "refusals",
      "empty",
      "lost",
      "moves",
      "numbers",
    ], everything],
  },
  "an offline queue of functions": {
    subject: (setting: Setting) => functionClient(setting, true),
    mixes: [
      ["offline", "fields", "statusByPatch"],
      ["offline", ...everything],
    ],
  },
  "GraphQL with flat variables": {
    subject: (setting: Setting) => graphqlClient(setting, false),
    mixes: [["fields"], [...changes, "refusals", "lost", "together", "moves"]],
  },
  "GraphQL with an input": {
    subject: (setting: Setting) => graphqlClient(setting, true),
    mixes: [["fields"], [...changes, "refusals", "lost", "together", "moves"]],
  },
};

const all = Object.values(ways).flatMap(({ mixes }) => mixes);
const runs = Number(Deno.env.get("TRUTH_RUNS") ?? 2000);
const seed = Number(Deno.env.get("PROPERTY_SEED") ?? 20260101);
if (Deno.env.has("TRUTH_RUNS") || Deno.env.has("PROPERTY_SEED")) {
  console.log(`TRUTH_RUNS=${runs} PROPERTY_SEED=${seed}`);
}

for (const [name, { subject, mixes }] of Object.entries(ways)) {
  for (const parts of mixes) {
    const mixed = parts.join(" + ");
    Deno.test(`random runs are never wrong: ${name}: ${mixed} [controller/OPT-12] [controller/OPT-12j]`, async () => {
      const { wrong, shortest } = await measure({
        subject,
        parts,
        runs: Math.ceil(runs / all.length),
        seed,
        goesOn: false,
      });
      assertEquals(wrong, 0, `PROPERTY_SEED=${seed}:\n${shortest}`);
    });
  }
}
