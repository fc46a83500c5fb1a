/**
 * Everything that needs no view: schemas that say what responses consist of,
 * endpoints that request them, and the controller with its normalizing cache.
 * Scripts and servers need nothing else; hooks for React and Preact are in
 * `@tessera/client/react`.
 *
 * The same symbols are in `@tessera/client/schema`, `/endpoint` and
 * `/controller`, for modules that want only one of the layers.
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
