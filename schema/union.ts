// deno-lint-ignore-file no-explicit-any -- responses are untyped here; Denormalize types them
import type {
  IDenormalizeDelegate,
  INormalizeDelegate,
  IQueryDelegate,
  RecurseQueryKey,
} from "./contract.ts";
import { missingArgument } from "./errors.ts";
import { isObject } from "./is_object.ts";
import { PolymorphicSchema, type SchemaAttribute } from "./polymorphic.ts";
import type { SchemaTypes } from "./inference.ts";
import type {
  ChoiceArgs,
  ChoiceAttribute,
  ChoiceOf,
  ChoiceReference,
  EntityMap,
} from "./polymorphic_types.ts";

/**
 * One of several schemas, chosen by an attribute of the value.
 *
 * @example
 * ```ts
 * import { createClient, Endpoint, Entity, Union } from "@tessera/client";
 * import { assert } from "@std/assert";
 *
 * class Storm extends Entity {
 *   id = "";
 *   kind = "storm" as const;
 *   force = 0;
 *   static override key = "Storm";
 * }
 * class Closure extends Entity {
 *   id = "";
 *   kind = "closure" as const;
 *   port = "";
 *   static override key = "Closure";
 * }
 * const notice = new Union({ storm: Storm, closure: Closure }, "kind");
 * const getNotices = new Endpoint(
 *   () => Promise.resolve([{ id: "1", kind: "storm", force: 9 }]),
 *   { name: "getNotices", schema: [notice] },
 * );
 *
 * await using client = createClient();
 * const [first] = await client.fetch(getNotices);
 * assert(first?.kind === "storm" && first.force === 9);
 * ```
 *
 * @typeParam Definition mapping from attribute values to schemas
 */
export class Union<Definition extends EntityMap = any>
  extends PolymorphicSchema {
  /** In types only. */
  declare readonly "~types": SchemaTypes<
    ChoiceOf<Definition>,
    ChoiceOf<Definition> | undefined,
    ChoiceReference<Definition>,
    ChoiceArgs<Definition>
  >;
  /** In types only. */
  declare readonly "~definition": Definition;

  /**
   * Makes a choice among schemas.
   *
   * @param definition mapping from attribute values to schemas
   * @param schemaAttribute name of the property that holds a key of the mapping, or a function
   * `(value, parent, key)` that returns one
   * @throws {SchemaError} without `schemaAttribute`
   */
  constructor(
    definition: Definition,
    schemaAttribute: ChoiceAttribute<Definition>,
  ) {
    if (!schemaAttribute) throw missingArgument("Union", "schemaAttribute");
    super(definition, schemaAttribute as SchemaAttribute);
  }

  /** Gives a reference: what the chosen schema normalizes to, and its key in the mapping. */
  override normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    _parentEntity?: any,
  ): any {
    return this.normalizeValue(input, parent, key, delegate);
  }

  /** The value that the reference stands for. */
  override denormalize(input: any, delegate: IDenormalizeDelegate): any {
    return this.denormalizeValue(input, delegate);
  }

  /**
   * Finds the stored entity that the arguments of a query describe: by the
   * discriminator if it is there, else the first of the mapping that has one.
   */
  queryKey(
    args: readonly any[],
    recurse: RecurseQueryKey,
    _delegate: IQueryDelegate,
  ): any {
    const [described] = args;
    if (described === undefined || described === null) return undefined;
    const chosen = isObject(described)
      ? this.keyOfPartial(described, "")
      : undefined;
    const names = chosen === undefined ? Object.keys(this.schema) : [chosen];
    for (const schema of names) {
      const id = recurse(this.schema[schema], args);
      if (id !== undefined) return { id: String(id), schema };
    }
    return undefined;
  }

  /** The mapping. */
  toJSON(): unknown {
    return this.schema;
  }

  /** It stands for one value, and schemas made from it use its mapping. */
  protected override get "~role"(): "choice" {
    return "choice";
  }
}
