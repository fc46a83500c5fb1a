import { isDevelopment, normalizeInto } from "../../schema/engine.ts";
import type { SetAction } from "../contract.ts";
import type { Controller } from "../controller.ts";
import { Commit, type CommitOptions } from "../graph/commit.ts";
import type { State } from "../graph/state.ts";
import { type Transition, unchanged } from "./transition.ts";

const reported = new WeakSet<SetAction>();

/** Writes a value, or what an updater makes of the current one, by schema. */
export function setValue(
  controller: Controller,
  state: State,
  action: SetAction,
  options: CommitOptions = {},
): Transition {
  const { schema, args, meta } = action;
  const commit = new Commit(state, options);
  try {
    if (!schema) {
      throw new TypeError(
        "controller.set was given no schema. Do modules import each other?",
      );
    }
    let { value } = action;
    if (typeof value === "function") {
      const current = controller.get(schema, ...args, state);
      if (current === undefined) return unchanged(state);
      value = value(current);
    }
    // what the application itself gives is stored as a whole
    normalizeInto(commit, schema, value, args, meta, controller.report, true);
    return commit.seal();
  } catch (error) {
    commit.discard();
    if (isDevelopment() && !reported.has(action)) {
      reported.add(action);
      console.error(error);
    }
    return { ...unchanged(state), failure: { error } };
  }
}
