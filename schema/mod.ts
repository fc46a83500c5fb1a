/**
 * Data descriptions: what responses consist of, how they are taken apart into
 * entities, and how those are put together again. Import it where nothing is
 * requested: for entity classes that a server shares, or to normalize by hand.
 * Everything here is in `@tessera/client`, too.
 *
 * @example
 * ```ts
 * import { denormalize, Entity, normalize } from "@tessera/client/schema";
 * import { assert, assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Port";
 * }
 *
 * const { result, entities } = normalize([Port], [{ id: "rtm", name: "Rotterdam" }]);
 * assertEquals(result, ["rtm"]);
 * const ports = denormalize([Port], result, entities);
 * assert(Array.isArray(ports) && ports[0] instanceof Port);
 * ```
 *
 * @module
 */
export type * from "./contract.ts";
export type { Reporter } from "./report.ts";
export type {
  Denormalize,
  DenormalizeNullable,
  EntityFields,
  Normalize,
  NormalizeNullable,
  ObjectArgs,
  Placeholder,
  Queryable,
  QueryableObject,
  QueryableSchema,
  RawValue,
  SchemaArgs,
  SchemaClass,
  SchemaTypes,
} from "./inference.ts";
export type {
  AbstractInstanceType,
  AutomaticValidation,
  EntityStatics,
  IEntityClass,
  IEntityInstance,
  MergedVersions,
  MergeHooks,
} from "./entity_types.ts";
export { All } from "./all.ts";
export { ArraySchema } from "./array.ts";
export { Collection, type RemoveCursor } from "./collection.ts";
export type {
  ChangedCollection,
  CollectionChange,
} from "./collection_change.ts";
export type * from "./collection_types.ts";
export type { Comparator } from "./list_order.ts";
export {
  denormalize,
  type DenormalizeResult,
  type EntityPath,
  MemoCache,
  type PlainEntities,
  type PlainState,
} from "./memo_cache.ts";
export { Entity } from "./entity.ts";
export {
  type BaseClass,
  type BaseWithId,
  type BaseWithPk,
  EntityMixin,
  type EntityOptions,
  type EntityPk,
  type FieldName,
  type MixedEntity,
  type RequiredPkOptions,
} from "./entity_mixin.ts";
export { SchemaError } from "./errors.ts";
export { INVALID, isInvalid } from "./invalid.ts";
export { Invalidate } from "./invalidate.ts";
export { isEntity } from "./kind.ts";
export { Lazy, type LazyArgs, type LazyQuery } from "./lazy.ts";
export {
  type ListPage,
  type MemberMerge,
  type MembershipChange,
  unshift,
} from "./merge_membership.ts";
export { normalize, type NormalizedResponse } from "./normalize.ts";
export {
  type ObjectDefinition,
  ObjectSchema,
  validateQueryKey,
} from "./object.ts";
export type { PlainStoreParts, PlainTable } from "./plain_store.ts";
export {
  type PolymorphicReference,
  PolymorphicSchema,
  type SchemaAttribute,
} from "./polymorphic.ts";
export type * from "./polymorphic_types.ts";
// React Native's compiler does not know `export * as`.
import * as schema from "./namespace.ts";
export { schema };
export { type JoinedArgs, Query, type QueryArgs } from "./query.ts";
export { type CellMarker, Scalar, type ScalarOptions } from "./scalar.ts";
export {
  SchemaValidationError,
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
} from "./standard_schema.ts";
export { isTemporaryPk } from "./entity_plan.ts";
export { Union } from "./union.ts";
export { validateRequired } from "./validate_required.ts";
export { Values } from "./values.ts";
