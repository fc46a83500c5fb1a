import { isInvalidate, isObject } from "../../schema/engine.ts";
import { isInvalid } from "../../schema/mod.ts";
import type { ResponseMeta, SetResponseAction } from "../contract.ts";
import type { Commit } from "../graph/commit.ts";

/** Endpoints of which it was said that they changed nothing. */
const reported = new Set<string>();

/**
 * Says once of an endpoint that its response changed nothing, because what it
 * was to change was not found. For development.
 *
 * @param commit what the response has written
 * @param action the response
 * @param counted how many members lists had in it
 */
export function warnOfNoEffect(
  commit: Commit,
  { endpoint, args }: SetResponseAction,
  counted: ResponseMeta["counted"],
): void {
  const { name, schema, sideEffect } = endpoint;
  const { adjust } = endpoint as { readonly adjust?: unknown };
  const changed = schema as {
    readonly collection?: { readonly key: string };
    readonly kind?: string;
  } | undefined;
  const isChanged = (table: string | undefined) =>
    [...commit.log].some(([{ value, table: { key, kind } }, { value: was }]) =>
      value !== was && kind === "entity" && isObject(was) &&
      (table === undefined ? isInvalid(value) : key === table)
    );
  const list = changed?.collection?.key;
  const text = adjust && !sideEffect && counted === undefined
    ? "adjust is never called: the schema has no Collection, or the response " +
      "has no list there."
    : isInvalidate(schema) && !isChanged(undefined)
    ? "nothing was deleted from the cache: what was deleted was not stored."
    : list && changed.kind === "remove" && !isChanged(list)
    ? `nothing was taken out: no stored list of ${list} has it.`
    : undefined;
  if (text === undefined || reported.has(`${name} ${text}`)) return;
  reported.add(`${name} ${text}`);
  const sought = args.filter(isObject).map((part) => JSON.stringify(part));
  console.warn(`${name}: ${text} Looked for: ${sought.join(", ") || "all"}.`);
}
