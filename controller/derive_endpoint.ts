import { defineOwn } from "../schema/engine.ts";
import type { EndpointInterface } from "../endpoint/contract.ts";

/** Members that replace those of an endpoint. */
type Replacements = Readonly<Record<string, unknown>>;

/**
 * Returns an endpoint that behaves like another one except for some members.
 * Endpoints with `extend` do it themselves; for any other callable a wrapper
 * inherits every other member, own and inherited ones alike.
 */
export function deriveEndpoint<E extends EndpointInterface>(
  endpoint: E,
  members: Replacements,
): E {
  const { extend } = endpoint as { extend?: unknown };
  if (typeof extend === "function") {
    const extended = extend.call(endpoint, members);
    if (typeof extended === "function") return extended;
  }
  const call = endpoint as unknown as (...args: unknown[]) => unknown;
  const derived = function (this: unknown, ...args: unknown[]): unknown {
    return call.apply(this, args);
  };
  // own name and length of the wrapper would hide those of the endpoint
  Reflect.deleteProperty(derived, "name");
  Reflect.deleteProperty(derived, "length");
  Object.setPrototypeOf(derived, endpoint);
  for (const [name, value] of Object.entries(members)) {
    defineOwn(derived, name, value);
  }
  return derived as unknown as E;
}
