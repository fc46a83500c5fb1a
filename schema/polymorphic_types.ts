// deno-lint-ignore-file no-explicit-any -- raw values that attributes look at are untyped
import type { EntityInterface } from "./contract.ts";
import type { AbstractInstanceType } from "./entity_types.ts";
import type { Denormalize, EntityFields, Normalize } from "./inference.ts";
import type { PolymorphicSchema, SchemaAttribute } from "./polymorphic.ts";

/**
 * Entities by the value of the attribute that chooses among them: the mapping
 * that a {@linkcode Union} is made of.
 */
export type EntityMap<T = any> = {
  readonly [name: string]: EntityInterface<T>;
};

/**
 * A function that chooses a key of a mapping for a value: `parent` contains it,
 * or the list it is in, as `key`.
 *
 * @example
 * ```ts
 * import { Entity, Union } from "@tessera/client";
 * import { type SchemaFunction } from "@tessera/client/schema";
 * import { normalize } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * class Berth extends Entity {
 *   id = "";
 *   depth = 0;
 * }
 * class Anchorage extends Entity {
 *   id = "";
 * }
 *
 * const byDepth: SchemaFunction<"berth" | "anchorage"> = (value) =>
 *   "depth" in value ? "berth" : "anchorage";
 * const mooring = new Union({ berth: Berth, anchorage: Anchorage }, byDepth);
 * assertEquals(normalize(mooring, { id: "7", depth: 9 }).result, {
 *   id: "7",
 *   schema: "berth",
 * });
 * ```
 */
export type SchemaFunction<Name extends PropertyKey = string> = (
  value: any,
  parent: any,
  key: any,
) => Name;

/**
 * The choice among the members of a mapping, by a property that all have or a
 * {@linkcode SchemaFunction} that returns a key of it.
 */
export type ChoiceAttribute<Definition> = 0 extends 1 & Definition
  ? SchemaAttribute
  :
    | (keyof AbstractInstanceType<Definition[keyof Definition]> & string)
    | SchemaFunction<keyof Definition>;

/**
 * A {@linkcode Union}, as far as types ask for one.
 *
 * @internal
 */
interface UnionOf<Definition> extends PolymorphicSchema {
  readonly "~definition": Definition;
}

/**
 * A schema that an {@linkcode All} can be made of: one entity class, a mapping,
 * or a Union.
 */
export type AllDefinition = EntityInterface | EntityMap | UnionOf<any>;

/**
 * The further arguments of an {@linkcode All}: nothing, or for a mapping what
 * chooses.
 */
export type AllAttribute<Definition> = Definition extends
  UnionOf<any> | EntityInterface ? []
  : [schemaAttribute: ChoiceAttribute<Definition>];

/**
 * The mapping that a polymorphic schema chooses from: of the {@linkcode Union},
 * or the mapping itself.
 */
export type MappingOf<Definition> = Definition extends UnionOf<infer Mapping>
  ? Mapping
  : Definition;

/**
 * The type of one item of an {@linkcode All} for readers: the single entity, or
 * any of the mapping.
 */
export type ChoiceOf<Definition> = Definition extends
  EntityInterface | UnionOf<any> ? Denormalize<Definition>
  : Denormalize<Definition[keyof Definition]>;

/**
 * How one item of a {@linkcode Union} is stored: the mapping key says which
 * table the primary key belongs to.
 */
export type ChoiceReference<Definition> = Definition extends EntityInterface
  ? string
  : {
    readonly id: string;
    readonly schema: keyof MappingOf<Definition> & string;
  };

/**
 * Fields, or the primary key, by which one entity of a {@linkcode Union} is
 * asked for.
 */
export type ChoiceArgs<Definition> = [
  args:
    | FieldsOf<AbstractInstanceType<Definition[keyof Definition]>>
    | string
    | number,
];

/**
 * {@linkcode EntityFields} of each member of a union of instances.
 *
 * @internal
 */
type FieldsOf<Instance> = Instance extends unknown ? EntityFields<Instance>
  : never;

/**
 * The further arguments of an {@linkcode ArraySchema} or {@linkcode Values}:
 * nothing for one schema of all items, or what chooses from a mapping.
 */
export type ItemAttribute<Definition> =
  | readonly []
  | readonly [schemaAttribute: ChoiceAttribute<Definition>];

/**
 * The type of one item of an {@linkcode ArraySchema} or {@linkcode Values} for
 * readers.
 */
export type ItemOf<Definition, Attribute extends readonly any[]> =
  IsChosen<Definition, Attribute> extends true
    ? Denormalize<Definition[keyof Definition]>
    : Denormalize<Definition>;

/**
 * How one item of an {@linkcode ArraySchema} or {@linkcode Values} is stored.
 */
export type NormalizedItem<Definition, Attribute extends readonly any[]> =
  IsChosen<Definition, Attribute> extends true ? {
      readonly id: Normalize<Definition[keyof Definition]>;
      readonly schema: keyof Definition & string;
    }
    : Normalize<Definition>;

/**
 * Whether an attribute chooses from a mapping: where it is not known, a plain
 * object is a mapping.
 *
 * @internal
 */
type IsChosen<Definition, Attribute> = 0 extends 1 & Attribute
  ? Definition extends readonly any[] | Callable | { normalize: unknown }
    ? false
  : true
  : Attribute extends readonly [] ? false
  : true;

type Callable = (abstract new (...args: any) => any) | ((...args: any) => any);
