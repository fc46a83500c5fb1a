import {
  type Controller,
  createDataStore,
  ImmortalGCPolicy,
  NetworkManager,
} from "../controller/mod.ts";
import { serialize, type SerializedState } from "../controller/state/mod.ts";
import type { CheckedCalls, EndpointCall } from "./fetching_hooks.ts";

/**
 * Requests what a page needs, for a server component or the loader of a route:
 * what it resolves with goes to `HydrateData`. Each call has a store of its own,
 * which nobody else sees.
 *
 * @param requests Endpoints, each with its arguments; or a function that requests by a controller.
 * @returns The state as text. It lacks what could not be requested, which the client tries again.
 * @throws The error of the function, for instance because of
 * `controller.fetch`.
 *
 * @example
 * ```ts
 * import { deserialize, Entity, RestEndpoint } from "@tessera/client";
 * import { prefetchState } from "@tessera/client/react";
 * import { assertEquals } from "@std/assert";
 *
 * class Ship extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Ship";
 * }
 * const getShip = new RestEndpoint({
 *   path: "/ships/:id",
 *   schema: Ship,
 *   // stands for the server
 *   fetchResponse: () => Promise.resolve(Response.json({ id: "7", name: "Ada" })),
 * });
 *
 * const state = await prefetchState([[getShip, { id: "7" }]]);
 * assertEquals(deserialize(state).getEntity("Ship", "7"), { id: "7", name: "Ada" });
 * ```
 */
export async function prefetchState<
  const Calls extends readonly EndpointCall[],
>(
  requests:
    | (Calls & CheckedCalls<Calls>)
    | ((controller: Controller) => Promise<unknown>),
): Promise<SerializedState> {
  const { controller, store, start, dispose } = createDataStore({
    managers: [new NetworkManager()],
    // all of it is wanted, and goes with the call
    gcPolicy: new ImmortalGCPolicy(),
  });
  start();
  try {
    if (typeof requests === "function") await requests(controller);
    else {
      await Promise.all((requests as readonly EndpointCall[]).map((call) => {
        if (call === null) return;
        const [endpoint, ...args] = call;
        return controller.prefetch(endpoint, ...args as never[]);
      }));
    }
    return serialize(store.getState());
  } finally {
    dispose();
  }
}
