// deno-lint-ignore-file no-explicit-any -- members are endpoints of any kind
import { isSameValue } from "../schema/engine.ts";
import { mergedHeaders } from "./response.ts";

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

/** So many different inits at a time get a stable endpoint. */
const REMEMBERED = 8;

function createHook(
  member: any,
  useRequestInit: () => RequestInit | undefined,
): () => unknown {
  let recent: readonly any[] = [];
  return () => {
    const { headers, ...init } = useRequestInit() ?? {};
    const own: RequestInit | undefined = member.requestInit;
    const requestInit = {
      ...own,
      ...init,
      headers: mergedHeaders(own?.headers, headers),
    };
    const known = recent.find((made) =>
      isSameValue(made.requestInit, requestInit)
    );
    if (known !== undefined) return known;
    const endpoint = member.extend({ requestInit });
    recent = [endpoint, ...recent].slice(0, REMEMBERED);
    return endpoint;
  };
}

/** A member of a resource that {@linkcode hookifyResource} makes a hook of. */
export interface HookableEndpointInterface {
  /** Derives endpoints. */
  readonly extend: (...args: any) => any;
}

/**
 * The result of {@linkcode hookifyResource}: a hook for each endpoint of a
 * resource, such as `useGet` for `get`.
 */
export type HookResource<R> = {
  readonly [
    K in keyof R as R[K] extends HookableEndpointInterface
      ? `use${Capitalize<Extract<K, string>>}`
      : never
  ]: () => R[K];
};
