/**
 * All constructs that describe data, under one name. `Array` and `Object` are
 * found here only, since their names are taken elsewhere.
 *
 * @example
 * ```ts
 * import { Entity, schema } from "@tessera/client";
 * import { normalize } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * class Ship extends Entity {
 *   id = "";
 *   static override key = "Ship";
 * }
 *
 * const ships = new schema.Array(Ship);
 * const page = new schema.Object({ ships, next: "" });
 * const { result } = normalize(page, { ships: [{ id: "7" }], next: "8" });
 * assertEquals(result, { ships: ["7"], next: "8" });
 * ```
 *
 * @module
 */
export { All } from "./all.ts";
export { ArraySchema as Array } from "./array.ts";
export { Collection } from "./collection.ts";
export type { EntityInterface } from "./contract.ts";
export { EntityMixin, EntityMixin as Entity } from "./entity_mixin.ts";
export { Invalidate } from "./invalidate.ts";
export { Lazy } from "./lazy.ts";
export { ObjectSchema as Object } from "./object.ts";
export { Query } from "./query.ts";
export { Scalar } from "./scalar.ts";
export { Union } from "./union.ts";
export { Values } from "./values.ts";
