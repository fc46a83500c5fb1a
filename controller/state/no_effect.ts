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
  const rows = [...commit.log].filter(([{ table: { kind } }]) =>
    kind === "entity"
  );
  // what was deleted before, such as by a message, was known
  const isUnknown =
    rows.every(([{ value }, { value: was }]) =>
      !isInvalid(value) || was === undefined
    ) && rows.some(([{ value }]) => isInvalid(value));
  const list = changed?.collection?.key;
  const text = adjust && !sideEffect && counted === undefined
    ? "adjust is never called: the schema has no Collection, or the response " +
      "has no list there."
    : isInvalidate(schema) && isUnknown
    ? "nothing was deleted from the cache: what was deleted was not stored."
    : list && changed.kind === "remove" &&
        !rows.some(([{ value, table: { key } }, { value: was }]) =>
          key === list && value !== was
        )
    ? `nothing was taken out: no stored list of ${list} has it.`
    : undefined;
  if (text === undefined || reported.has(`${name} ${text}`)) return;
  reported.add(`${name} ${text}`);
  const sought = args.filter(isObject).map((part) => JSON.stringify(part));
  console.warn(`${name}: ${text} Looked for: ${sought.join(", ") || "all"}.`);
}
