// deno-lint-ignore-file no-explicit-any -- responses and definitions are untyped here; Denormalize types them
import type { IDenormalizeDelegate, INormalizeDelegate } from "./contract.ts";
import { isDevelopment } from "./environment.ts";
import { severalMembers } from "./errors.ts";
import type { SchemaTypes } from "./inference.ts";
import type {
  ChoiceAttribute,
  ItemAttribute,
  ItemOf,
  NormalizedItem,
} from "./polymorphic_types.ts";
import { PolymorphicSchema, type SchemaAttribute } from "./polymorphic.ts";

/**
 * A list of values of one schema, or of several that an attribute chooses
 * among. Exported as `schema.Array`; `[X]` is short for `new schema.Array(X)`.
 *
 * @typeParam Definition the schema of the items, or a mapping from attribute values to schemas
 * @typeParam Attribute what chooses from the mapping
 *
 * @example
 * ```ts
 * import { Entity, schema } from "@tessera/client";
 * import { normalize } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * class Tug extends Entity {
 *   id = "";
 *   kind = "tug" as const;
 *   static override key = "Tug";
 * }
 * class Ferry extends Entity {
 *   id = "";
 *   kind = "ferry" as const;
 *   seats = 0;
 *   static override key = "Ferry";
 * }
 *
 * const fleet = new schema.Array({ tug: Tug, ferry: Ferry }, "kind");
 * const { entities } = normalize(fleet, [
 *   { id: "1", kind: "tug" },
 *   { id: "2", kind: "ferry", seats: 200 },
 * ]);
 * assertEquals(Object.keys(entities), ["Tug", "Ferry"]);
 * ```
 */
export class ArraySchema<
  Definition = any,
  Attribute extends ItemAttribute<Definition> = any,
> extends PolymorphicSchema {
  /** In types only. */
  declare readonly "~types": SchemaTypes<
    ItemOf<Definition, Attribute>[],
    ItemOf<Definition, Attribute>[] | undefined,
    NormalizedItem<Definition, Attribute>[]
  >;
  /** In types only. */
  declare readonly "~items": Definition;

  /**
   * Describes a list whose items have one of several schemas.
   *
   * @param definition a mapping from attribute values to schemas
   * @param schemaAttribute name of the property that holds a key of it, or a function
   * `(item, parent, key)` that returns one
   */
  constructor(
    definition: Definition,
    schemaAttribute: ChoiceAttribute<Definition>,
  );
  /**
   * Describes a list whose items have one schema.
   *
   * @param definition the schema of the items
   * @param none nothing chooses
   */
  constructor(definition: Definition, ...none: Attribute & readonly []);
  /**
   * Either of them.
   *
   * @param definition one schema, or a mapping
   * @param schemaAttribute what chooses from a mapping
   */
  constructor(definition: Definition, schemaAttribute?: SchemaAttribute) {
    super(definition, schemaAttribute);
  }

  /** Normalizes each item of a list, or each own value of an object. */
  override normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    parentEntity?: any,
  ): any {
    return normalizeItems(
      input,
      (item) => this.normalizeValue(item, parent, key, delegate),
      delegate,
      parentEntity?.strict,
    );
  }

  /** Items in order, without those that are missing or were deleted. */
  override denormalize(input: any, delegate: IDenormalizeDelegate): any {
    if (!Array.isArray(input)) return input;
    return this.isSingleSchema
      ? delegate.unvisitItems!(this.schema, input)
      : readItems(
        input,
        (item) => this.denormalizeValue(item, delegate),
        delegate,
      );
  }

  /** A list without identity in the store cannot be found by arguments. */
  queryKey(): undefined {
    return undefined;
  }

  /** The definition in an array. */
  toJSON(): unknown {
    return [this.schema];
  }
}

/** Normalizes by `[X]`. */
export function normalizeArray(
  schema: readonly any[],
  input: any,
  parent: any,
  key: any,
  delegate: INormalizeDelegate,
): any {
  const [member] = schema;
  if (isDevelopment() && schema.length > 1) throw severalMembers(schema.length);
  if (!member) return input;
  return normalizeItems(
    input,
    (item) => delegate.visit(member, item, parent, key),
    delegate,
  );
}

/** Denormalizes by `[X]`. */
export function denormalizeArray(
  schema: readonly any[],
  input: any,
  delegate: IDenormalizeDelegate,
): any {
  const member = schema[0];
  return Array.isArray(input) && member
    ? delegate.unvisitItems!(member, input)
    : input;
}

/** What is read of each item, without what is missing or was deleted. */
export function readItems(
  items: readonly any[],
  read: (item: any) => any,
  delegate?: IDenormalizeDelegate,
): any[] {
  const result = [];
  for (let index = 0; index < items.length; index++) {
    const item = read(items[index]);
    if (
      item !== undefined && typeof item !== "symbol" &&
      !delegate?.isLeftOut?.(item)
    ) result.push(item);
  }
  return result;
}

/** What a list schema sees in a response: the items of a list, or the own values of an object. */
export function itemsOf(input: any): readonly any[] {
  return Array.isArray(input) ? input : Object.values(input);
}

/** Visits the items of a response; those that are refused are left out, unless the list is strict. */
export function normalizeItems(
  input: any,
  visit: (item: any) => any,
  delegate: INormalizeDelegate,
  isStrict?: boolean,
): any[] {
  // an object where a list should be is more likely something else than a list
  const isAllOrNone = isStrict || !Array.isArray(input);
  return delegate.visitItems(itemsOf(input), visit, isAllOrNone);
}
