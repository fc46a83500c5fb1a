// deno-lint-ignore-file no-explicit-any -- attributes are told apart by their number alone
import type { Denormalize, Normalize } from "./inference.ts";
import type { ChoiceAttribute } from "./polymorphic_types.ts";

/**
 * The further arguments of an {@linkcode ArraySchema} or {@linkcode Values}:
 * nothing for one schema of all items, or what chooses from a mapping.
 */
export type ItemAttribute<Definition> =
  | readonly []
  | readonly [schemaAttribute: ChoiceAttribute<Definition>];

/**
 * What a reader sees of one item of an {@linkcode ArraySchema} or
 * {@linkcode Values}.
 */
export type ItemOf<Definition, Attribute extends readonly any[]> =
  Attribute extends readonly [] ? Denormalize<Definition>
    : Denormalize<Definition[keyof Definition]>;

/**
 * How one item of an {@linkcode ArraySchema} or {@linkcode Values} is stored.
 */
export type NormalizedItem<Definition, Attribute extends readonly any[]> =
  Attribute extends readonly [] ? Normalize<Definition> : {
    readonly id: Normalize<Definition[keyof Definition]>;
    readonly schema: keyof Definition & string;
  };
