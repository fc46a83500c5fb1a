// deno-lint-ignore-file no-explicit-any -- members are endpoints of any kind
import { isIterable, mergedHeaders } from "./rest_endpoint.ts";

/**
 * Makes a hook of each endpoint of a resource; the hook adds what another hook
 * returns, such as headers of the session, to the request of the endpoint.
 *
 * @param resource any object of endpoints
 * @param useRequestInit called once by each hook, while rendering
 *
 * @example
 * ```ts
 * import { Entity, hookifyResource, resource } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Vessel extends Entity {
 *   id = "";
 * }
 * const useToken = () => "secret";
 *
 * const VesselHooks = hookifyResource(
 *   resource({ path: "/vessels/:id", schema: Vessel }),
 *   () => ({ headers: { Authorization: `Bearer ${useToken()}` } }),
 * );
 *
 * // in a component: const vessel = useSuspense(VesselHooks.useGet(), { id });
 * assertEquals(VesselHooks.useGet().key({ id: 7 }), "GET /vessels/7");
 * ```
 */
export function hookifyResource<R extends object>(
  resource: R,
  useRequestInit: () => RequestInit | undefined,
): HookResource<R> {
  const hooks: Record<string, () => unknown> = {};
  for (const [name, member] of Object.entries(resource)) {
    if (typeof member?.extend !== "function") continue;
    const hook = `use${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    hooks[hook] = createHook(member, useRequestInit);
  }
  return hooks as unknown as HookResource<R>;
}

/** Endpoints made for an init, newest first. */
interface Made {
  readonly init: RequestInit | undefined;
  readonly endpoint: unknown;
}

/** So many different inits at a time get a stable endpoint. */
const REMEMBERED = 8;

function createHook(
  member: any,
  useRequestInit: () => RequestInit | undefined,
): () => unknown {
  let recent: readonly Made[] = [];
  return () => {
    const init = useRequestInit();
    const known = recent.find((made) => isSameInit(made.init, init));
    if (known !== undefined) return known.endpoint;
    const endpoint = member.extend({
      requestInit: laidOver(member.requestInit, init),
    });
    recent = [{ init, endpoint }, ...recent].slice(0, REMEMBERED);
    return endpoint;
  };
}

function laidOver(
  own: RequestInit | undefined,
  init: RequestInit | undefined,
): RequestInit | undefined {
  if (own === undefined || init === undefined) return init ?? own;
  return own.headers === undefined || init.headers === undefined
    ? { ...own, ...init }
    : { ...own, ...init, headers: mergedHeaders(own.headers, init.headers) };
}

function isSameInit(
  one: RequestInit | undefined,
  other: RequestInit | undefined,
): boolean {
  return isShallowEqual(
    one,
    other,
    (a, b, member) =>
      Object.is(a, b) ||
      member === "headers" && isShallowEqual(asPlain(a), asPlain(b), Object.is),
  );
}

function asPlain(headers: any): unknown {
  return isIterable(headers) ? mergedHeaders(headers) : headers;
}

function isShallowEqual(
  one: any,
  other: any,
  isEqual: (a: unknown, b: unknown, member: string) => boolean,
): boolean {
  if (Object.is(one, other)) return true;
  if (!one || !other) return false;
  const members = Object.keys(one);
  return members.length === Object.keys(other).length &&
    members.every((member) =>
      Object.hasOwn(other, member) &&
      isEqual(one[member], other[member], member)
    );
}

/** A member of a resource that {@linkcode hookifyResource} makes a hook of. */
export interface HookableEndpointInterface {
  /** Derives endpoints. */
  readonly extend: (...args: any) => any;
}

/**
 * What {@linkcode hookifyResource} gives: a hook for each endpoint of a
 * resource, `useGet` for `get`.
 */
export type HookResource<R> = {
  readonly [
    K in keyof R as R[K] extends HookableEndpointInterface
      ? `use${Capitalize<Extract<K, string>>}`
      : never
  ]: () => R[K];
};
