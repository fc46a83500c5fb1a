import { isInvalidate, normalizeInto } from "../schema/engine.ts";
import { isInvalid } from "../schema/mod.ts";
import { ReadPass } from "../schema/reading.ts";
import type { ActionArgs, ActionMeta, FetchAction } from "./contract.ts";
import { nothing } from "./promises.ts";
import { plainArgs } from "./arguments.ts";
import { type ReadContext, readStored } from "./read.ts";
import { isLiteralSchema, membersOf } from "./schema_shape.ts";
import { Commit } from "./graph/commit.ts";
import { initialState, spaceOf, type State } from "./graph/state.ts";

/**
 * What a fetch resolves with. A read gives what the store now holds under its
 * key. A mutation, and a read whose key has nothing to show, gives what this
 * response alone says.
 *
 * @param context Cache and reference counts to read with; a controller.
 * @param action What was fetched.
 * @param response What the endpoint resolved with.
 * @param state Base state after the response was stored.
 * @throws What the schema throws for a malformed response.
 */
export function fetchedValue(
  context: ReadContext,
  { endpoint, args, key, meta: { fetchedAt } }: FetchAction,
  response: unknown,
  state: State,
): unknown {
  const { schema } = endpoint;
  if (!endpoint.sideEffect) {
    const reading = readStored(context, endpoint, args, state, key);
    if (reading.isUsable) return reading.data;
  }
  if (isLiteralSchema(schema)) return response;
  const meta: ActionMeta = { fetchedAt, date: fetchedAt, expiresAt: Infinity };
  return valueOf(schema, response, plainArgs(args), meta);
}

/** The value of a response as if nothing else were known. */
function valueOf(
  schema: unknown,
  response: unknown,
  args: ActionArgs,
  meta: ActionMeta,
): unknown {
  const commit = new Commit(initialState);
  const result = normalizeInto(
    commit,
    schema,
    response,
    args,
    meta,
    nothing, // it was reported when the response was stored
  );
  const { state } = commit.seal();
  const value = assemble(schema, response, result);
  return isInvalid(value) ? undefined : value;

  function read(schema: unknown, input: unknown, from: State): unknown {
    return new ReadPass(spaceOf(from), args).read(schema, input).value;
  }

  function assemble(
    schema: unknown,
    response: unknown,
    result: unknown,
  ): unknown {
    // what is known of deleted entities is in the response only
    if (isDeletion(schema)) return read(schema, response, initialState);
    if (isChange(schema)) {
      const { remove, move } = schema.collection;
      // a removal stores no entity that is unknown; a move has the same members, and stores all
      if (schema === remove) return valueOf(move, response, args, meta);
      const member = Array.isArray(result) && !Array.isArray(response)
        ? result[0]
        : result;
      return read(schema, member, state);
    }
    const members = membersOf(schema);
    const isSpecial = members !== undefined && isRecord(response) &&
      isRecord(result) &&
      Object.values(members).some((member) =>
        isDeletion(member) || isChange(member) || membersOf(member)
      );
    if (!isSpecial) return read(schema, result, state);
    const value = { ...result };
    for (const [name, member] of Object.entries(members)) {
      if (Object.hasOwn(result, name)) {
        value[name] = assemble(member, response[name], result[name]);
      }
    }
    return value;
  }
}

function isDeletion(schema: unknown): boolean {
  return Array.isArray(schema) ? schema.some(isDeletion) : isInvalidate(schema);
}

/** Whether a schema describes a change of the members of collections. */
function isChange(
  schema: unknown,
): schema is { readonly collection: Record<string, unknown> } {
  return isRecord(schema) && typeof schema.normalize === "function" &&
    isRecord(schema.collection);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
