import {
  denormalize,
  isInvalid,
  normalize,
  type PlainEntities,
} from "../schema/mod.ts";
import type { EndpointInterface } from "../endpoint/contract.ts";
import type { ActionArgs, ActionMeta } from "./contract.ts";
import { plainArgs } from "./plain_args.ts";
import { type ReadContext, readStored } from "./read.ts";
import { isLiteralSchema } from "./schema_shape.ts";
import type { State } from "./state/state.ts";

/**
 * What a fetch resolves with. A read gives what the store now holds under its
 * key. A mutation, and a read whose key has nothing to show, gives what this
 * response alone says.
 *
 * @param context Cache and reference counts to read with; a controller.
 * @param endpoint What was fetched.
 * @param args With what.
 * @param response What the endpoint resolved with.
 * @param state Base state after the response was stored.
 * @param fetchedAt Stamp of the fetch, in milliseconds.
 * @throws What the schema throws for a malformed response.
 */
export function fetchedValue(
  context: ReadContext,
  endpoint: EndpointInterface,
  args: ActionArgs,
  response: unknown,
  state: State,
  fetchedAt: number,
): unknown {
  const { schema } = endpoint;
  if (schema === undefined || schema === null) return response;
  if (!endpoint.sideEffect) {
    const reading = readStored(context, endpoint, args, state);
    if (reading.isUsable) return reading.data;
  }
  if (isLiteralSchema(schema)) return response;
  const readArgs = plainArgs(args);
  const meta: ActionMeta = { fetchedAt, date: fetchedAt, expiresAt: Infinity };
  const { result, entities } = normalize(
    schema,
    response,
    readArgs,
    undefined,
    meta,
  );
  // what the response says of the entities it deletes is in the response only
  const value = hasDeletions(entities)
    ? denormalize(schema, response, {}, readArgs)
    : denormalize(schema, result, entities, readArgs);
  return isInvalid(value) ? undefined : value;
}

function hasDeletions(entities: PlainEntities): boolean {
  return Object.values(entities).some((table) =>
    Object.values(table ?? {}).some(isInvalid)
  );
}
