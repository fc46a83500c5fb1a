// deno-lint-ignore-file no-explicit-any -- responses and definitions are untyped here; Denormalize types them
import type { IDenormalizeDelegate, INormalizeDelegate } from "./contract.ts";
import { setOwn } from "./own.ts";
import type { SchemaTypes } from "./inference.ts";
import type {
  ChoiceAttribute,
  ItemAttribute,
  ItemOf,
  NormalizedItem,
} from "./polymorphic_types.ts";
import { PolymorphicSchema, type SchemaAttribute } from "./polymorphic.ts";
import { isObject } from "./is_object.ts";

/**
 * An object used as a map: any names, all values of one schema or of several
 * that an attribute chooses among.
 *
 * @typeParam Definition the schema of the values, or a mapping from attribute values to schemas
 * @typeParam Attribute what chooses from the mapping
 *
 * @example
 * ```ts
 * import { createClient, Endpoint, Entity, Values } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Berth extends Entity {
 *   id = "";
 *   depth = 0;
 *   static override key = "Berth";
 * }
 * const getBerthsByQuay = new Endpoint(
 *   () => Promise.resolve({ north: { id: "b1", depth: 9 }, south: { id: "b2" } }),
 *   { name: "getBerthsByQuay", schema: new Values(Berth) },
 * );
 *
 * await using client = createClient();
 * const berths = await client.fetch(getBerthsByQuay);
 * assertEquals(berths["north"]?.depth, 9);
 * ```
 */
export class Values<
  Definition = any,
  Attribute extends ItemAttribute<Definition> = any,
> extends PolymorphicSchema {
  /** In types only. */
  declare readonly "~types": SchemaTypes<
    Record<string, ItemOf<Definition, Attribute>>,
    Record<string, ItemOf<Definition, Attribute> | undefined>,
    Record<string, NormalizedItem<Definition, Attribute>>
  >;

  /**
   * Describes a map whose values have one of several schemas.
   *
   * @param definition a mapping from attribute values to schemas
   * @param schemaAttribute name of the property that holds a key of it, or a function
   * `(value, parent, key)` that returns one
   */
  constructor(
    definition: Definition,
    schemaAttribute: ChoiceAttribute<Definition>,
  );
  /**
   * Describes a map whose values have one schema.
   *
   * @param definition the schema of the values
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

  /** Normalizes each own value under its name; entries without a value are left out. */
  override normalize(
    input: any,
    _parent: any,
    _key: any,
    delegate: INormalizeDelegate,
    parentEntity?: any,
  ): any {
    const result = {};
    const names = Object.keys(input);
    delegate.visitItems(Object.values(input), (item, index) => {
      const name = names[index]!;
      const value = this.normalizeValue(item, input, name, delegate);
      if (value !== undefined && value !== null) setOwn(result, name, value);
    }, parentEntity?.strict);
    return result;
  }

  /** The map without entries that are missing, empty or deleted. */
  override denormalize(input: any, delegate: IDenormalizeDelegate): any {
    if (!isObject(input)) return input;
    const result = {};
    for (const name of Object.keys(input)) {
      const value = this.denormalizeValue(input[name], delegate);
      if (
        value !== undefined && value !== null && typeof value !== "symbol" &&
        !delegate.isLeftOut?.(value)
      ) {
        setOwn(result, name, value);
      }
    }
    return result;
  }

  /** A map without identity in the store cannot be found by arguments. */
  queryKey(): undefined {
    return undefined;
  }

  /** Returns the definition. */
  toJSON(): unknown {
    return { values: this.schema };
  }
}
