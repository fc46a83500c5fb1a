/**
 * How actions look in the devtools.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import type { ActionTypes } from "./contract.ts";

const endpointMembers = [
  "dataExpiryLength",
  "errorExpiryLength",
  "errorPolicy",
  "invalidIfStale",
  "pollFrequency",
  "getOptimisticResponse",
  "update",
] as const satisfies readonly (keyof EndpointInterface)[];

const timeFormat = new Intl.DateTimeFormat(undefined, {
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

/** Replaces the endpoint of an action by what is worth seeing of it. */
export function presentAction(action: ActionTypes): unknown {
  if (!("endpoint" in action) || action.endpoint === undefined) return action;
  return { ...action, endpoint: presentEndpoint(action.endpoint) };
}

/** Shows times as local time with milliseconds when JSON is made. */
export function devToolsReplacer(key: string, value: unknown): unknown {
  const isTime = key === "date" || key.endsWith("At");
  if (!isTime || typeof value !== "number" || !Number.isFinite(value)) {
    return value;
  }
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return value;
  return timeFormat.format(time);
}

function presentEndpoint(endpoint: EndpointInterface): object {
  const { name, schema, sideEffect } = endpoint as EndpointInterface & {
    readonly name?: string;
  };
  const shown: Record<string, unknown> = {
    name,
    schema: presentSchema(schema),
    sideEffect,
  };
  for (const member of endpointMembers) {
    if (member in endpoint) shown[member] = endpoint[member];
  }
  return shown;
}

function presentSchema(schema: unknown): unknown {
  const { toJSON } = (schema ?? {}) as { toJSON?: unknown };
  return typeof toJSON === "function" ? toJSON.call(schema) : schema;
}
