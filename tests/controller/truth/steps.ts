import type { ListName, Sequence, Step } from "./contract.ts";

/** What follows the name of a step, in order. */
const members: Readonly<Record<Step["do"], readonly string[]>> = {
  list: ["list"],
  get: ["id"],
  patch: ["id", "fields"],
  put: ["id"],
  move: ["id", "status"],
  patchStatus: ["id", "status"],
  delete: ["id"],
  restore: ["id"],
  leave: ["id"],
  join: ["id"],
  create: ["id", "status"],
  foreign: ["id", "what"],
  tell: ["id", "field", "how"],
  reset: [],
  invalidate: [],
  abort: [],
  connect: ["isOnline"],
  handle: ["which"],
  answer: ["which"],
  hear: [],
  reload: [],
};

const mutations = "patch put move patchStatus delete restore leave join create";

/**
 * Steps from a text, separated by semicolons: the name of each, and what follows
 * it. `2:` stands before those of the second tab. Mutations end with their outcome
 * unless they are answered, and `handle` or `answer` takes the first request
 * unless it has a number.
 *
 * @example
 * ```ts
 * steps("list open; 2: move 1 closed, lost answer; handle; answer 1");
 * ```
 */
export function steps(text: string): Step[] {
  return text.split(";").map((each) => {
    const [, tab, name = "", values = "", outcome = "answered"] = each.trim()
      .match(/^(?:(\d): )?(\w+)\s*([^,]*?)(?:,\s+(.*))?$/) ?? [];
    const known = members[name as Step["do"]];
    if (!known) throw new Error(`There is no step "${each.trim()}".`);
    const words = values.split(/\s+/);
    return {
      do: name,
      ...Object.fromEntries(
        known.map((member, index) => [member, valueOf(member, words[index])]),
      ),
      ...mutations.split(" ").includes(name) && { outcome },
      ...tab && { tab: Number(tab) - 1 },
    } as Step;
  });
}

const plainest: Sequence = {
  isOptimistic: false,
  keepsOrder: true,
  hasTotals: false,
  countsRevisions: false,
  tabs: 1,
  clockError: 0,
  mayOverlap: false,
  loaded: [],
  steps: [],
  ending: 0,
};

const switches: Readonly<Record<string, Partial<Sequence>>> = {
  optimistic: { isOptimistic: true },
  "any order": { keepsOrder: false },
  overlapping: { mayOverlap: true },
  totals: { hasTotals: true },
  revisions: { countsRevisions: true },
  "1 tab": { tabs: 1 },
  "2 tabs": { tabs: 2 },
};

/**
 * A sequence from a text: in what it differs from the plainest one, a bar, and its
 * steps. `clock` is in hours.
 *
 * @example
 * ```ts
 * sequence("2 tabs, clock -1, totals, loaded open all, ending 3 | move 1 closed");
 * ```
 */
export function sequence(text: string, others: Partial<Sequence> = {}) {
  const [last = "", settings] = text.split("|").reverse();
  return Object.assign(
    { ...plainest, ...others, steps: steps(last) },
    ...settings?.split(",").map((each) => settingOf(each.trim())) ?? [],
  ) as Sequence;
}

function settingOf(text: string): Partial<Sequence> {
  const [name, ...values] = text.split(" ");
  if (name === "loaded") return { loaded: values as ListName[] };
  if (name === "ending") return { ending: Number(values[0]) };
  if (name === "clock") return { clockError: Number(values[0]) * 3_600_000 };
  if (switches[text]) return switches[text];
  throw new Error(`There is no setting "${text}".`);
}

function valueOf(member: string, text = ""): unknown {
  if (member === "which") return Number(text);
  if (member === "isOnline") return text === "on";
  return member === "fields" ? text.split("+") : text;
}
