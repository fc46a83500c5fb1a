import { declareDefaults } from "../../schema/engine.ts";
import { Entity } from "../../schema/mod.ts";

/**
 * An entity of a GraphQL server: identified by its `id`.
 *
 * @example
 * ```ts
 * import { GQLEntity } from "@tessera/client/graphql";
 * import { assertEquals } from "@std/assert";
 *
 * class Vessel extends GQLEntity {
 *   name = "";
 *   static override key = "Vessel";
 * }
 * assertEquals(Vessel.fromJS({ id: "7" }).pk(), "7");
 * ```
 */
export class GQLEntity extends Entity {
  /** Identifier, unique within the class; the primary key. */
  readonly id: string = "";
}

declareDefaults(GQLEntity);
