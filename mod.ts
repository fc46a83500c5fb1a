/**
 * Schemas, endpoints and a normalizing cache with a controller. Hooks for
 * React and Preact are in `@tessera/client/react`.
 *
 * @example
 * ```ts
 * import { createClient, Entity, RestEndpoint } from "@tessera/client";
 *
 * class Ship extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Ship";
 * }
 * const getShip = new RestEndpoint({
 *   urlPrefix: "https://harbour.test",
 *   path: "/ships/:id",
 *   schema: Ship,
 * });
 *
 * async function nameOf(id: string): Promise<string> {
 *   using client = createClient();
 *   return (await client.controller.fetch(getShip, { id })).name;
 * }
 * ```
 *
 * @module
 */
export * from "./schema/mod.ts";
export * from "./endpoint/mod.ts";
export * from "./controller/mod.ts";
