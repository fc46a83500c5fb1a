import type { Step } from "./contract.ts";

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

function valueOf(member: string, text = ""): unknown {
  if (member === "which") return Number(text);
  if (member === "isOnline") return text === "on";
  return member === "fields" ? text.split("+") : text;
}
