import { isForm, isObject } from "../schema/engine.ts";
import { isMapAdder, merged } from "./optimistic_response.ts";
import { isSchemaSet } from "./parse_response.ts";
import { isDelete, splitArguments } from "./request_arguments.ts";
import { isJsonBody } from "./request_init.ts";
import type { RestEndpointImpl } from "./rest_endpoint.ts";

/**
 * Whether the answer to a call may be without the data that the schema
 * describes: the answer to a change whose arguments say what it changed.
 */
export function isImplied(endpoint: RestEndpointImpl): boolean {
  return Boolean(endpoint.sideEffect) && isSchemaSet(endpoint.schema) &&
    /^(?:PUT|PATCH|POST|DELETE)$/i.test(endpoint.method);
}

/**
 * The value of an answer that may be without data: for a deletion what names
 * the entity, for other changes what was sent.
 *
 * @param endpoint an endpoint that {@linkcode isImplied}
 * @param value what the endpoint made of the answer
 * @param args arguments of the call
 */
export function impliedValue(
  endpoint: RestEndpointImpl,
  value: unknown,
  args: readonly unknown[],
): unknown {
  if (isDelete(endpoint)) {
    const isFilled = isObject(value) && Object.keys(value).length > 0;
    return isFilled ? value : dataOf(args[0]) ?? value;
  }
  if (value !== null && value !== undefined) return value;
  const [params, body] = splitArguments(endpoint, args);
  const sent = isJsonBody(body)
    // as the server has got it
    ? JSON.parse(JSON.stringify(body))
    : isForm(body)
    ? dataOf(body)
    : undefined;
  return isMapAdder(endpoint.schema)
    ? sent
    : merged(dataOf(params) as object, isObject(sent) ? sent : undefined);
}

/** Named values of an argument: a bare one is a primary key, files of a form are no data. */
function dataOf(argument: unknown): unknown {
  if (isForm(argument)) {
    return Object.fromEntries(
      [...argument].filter(([_name, value]) => typeof value === "string"),
    );
  }
  return isObject(argument) || argument === undefined
    ? argument
    : { id: argument };
}
