// deno-lint-ignore-file no-explicit-any -- raw values that attributes look at are untyped
import type { EntityInterface } from "./contract.ts";
import type { AbstractInstanceType } from "./entity_types.ts";
import type { Denormalize, EntityFields } from "./inference.ts";
import type { SchemaAttribute } from "./polymorphic.ts";
import type { Union } from "./union.ts";

/** Entities by the value of the attribute that chooses among them. */
export type EntityMap<T = any> = {
  readonly [name: string]: EntityInterface<T>;
};

/** A function that chooses a key of a mapping for a value: `parent` contains it, or the list it is in, as `key`. */
export type SchemaFunction<Name extends PropertyKey = string> = (
  value: any,
  parent: any,
  key: any,
) => Name;

/** What chooses among the members of a mapping: a property that all have, or a function that returns a key. */
export type ChoiceAttribute<Definition> = 0 extends 1 & Definition
  ? SchemaAttribute
  :
    | (keyof AbstractInstanceType<Definition[keyof Definition]> & string)
    | SchemaFunction<keyof Definition>;

/** What an All can be made of. */
export type AllDefinition = EntityInterface | EntityMap | Union<any>;

/** The further arguments of an All: nothing, or for a mapping what chooses. */
export type AllAttribute<Definition> = Definition extends
  Union<any> | EntityInterface ? []
  : [schemaAttribute: ChoiceAttribute<Definition>];

/** The mapping of what a polymorphic schema is made of: of the Union, or the mapping itself. */
export type MappingOf<Definition> = Definition extends Union<infer Mapping>
  ? Mapping
  : Definition;

/** What a reader sees of one item: of the single entity, or any of the mapping. */
export type ChoiceOf<Definition> = Definition extends
  EntityInterface | Union<any> ? Denormalize<Definition>
  : Denormalize<Definition[keyof Definition]>;

/** How one item is stored. */
export type ChoiceReference<Definition> = Definition extends EntityInterface
  ? string
  : {
    readonly id: string;
    readonly schema: keyof MappingOf<Definition> & string;
  };

/** Fields, or the primary key, by which one of several entities is asked for. */
export type ChoiceArgs<Definition> = [
  args:
    | FieldsOf<AbstractInstanceType<Definition[keyof Definition]>>
    | string
    | number,
];

type FieldsOf<Instance> = Instance extends unknown ? EntityFields<Instance>
  : never;
