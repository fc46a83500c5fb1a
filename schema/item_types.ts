// deno-lint-ignore-file no-explicit-any -- attributes are told apart by their number alone
import type { Denormalize, Normalize } from "./inference.ts";
import type { ChoiceAttribute } from "./polymorphic_types.ts";

/** The further arguments of a list or map: nothing for one schema of all items, or what chooses from a mapping. */
export type ItemAttribute<Definition> =
  | readonly []
  | readonly [schemaAttribute: ChoiceAttribute<Definition>];

/** What a reader sees of one item. */
export type ItemOf<Definition, Attribute extends readonly any[]> =
  Attribute extends readonly [] ? Denormalize<Definition>
    : Denormalize<Definition[keyof Definition]>;

/** How one item is stored. */
export type NormalizedItem<Definition, Attribute extends readonly any[]> =
  Attribute extends readonly [] ? Normalize<Definition> : {
    readonly id: Normalize<Definition[keyof Definition]>;
    readonly schema: keyof Definition & string;
  };
