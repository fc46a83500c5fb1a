import { isDevelopment, normalizeInto } from "../../schema/engine.ts";
import type { SetAction } from "../contract.ts";
import type { Controller } from "../controller.ts";
import { Commit } from "./commit.ts";
import type { State } from "./state.ts";
import { type Transition, unchanged } from "./transition.ts";

const reported = new WeakSet<SetAction>();

/** Writes a value, or what an updater makes of the current one, by schema. */
export function setValue(
  controller: Controller,
  state: State,
  action: SetAction,
  twin?: State,
): Transition {
  const { schema, args, meta } = action;
  const commit = new Commit(state, { twin });
  try {
    if (schema === undefined || schema === null) throw noSchema(schema);
    let { value } = action;
    if (typeof value === "function") {
      const current = controller.get(schema, ...args, state);
      if (current === undefined) return unchanged(state);
      value = value(current);
    }
    normalizeInto(commit, schema, value, args, meta);
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

function noSchema(schema: unknown): TypeError {
  return new TypeError(
    `controller.set takes a schema first, but got ${schema}.` +
      (isDevelopment()
        ? " Where it is imported, look whether modules import each other in a circle."
        : ""),
  );
}
