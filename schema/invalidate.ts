// deno-lint-ignore-file no-explicit-any -- responses are untyped here; Denormalize types them
import type {
  EntityInterface,
  IDenormalizeDelegate,
  INormalizeDelegate,
} from "./contract.ts";
import { describe } from "./describe.ts";
import { pkOfInput } from "./entity_plan.ts";
import { isDevelopment } from "./environment.ts";
import { missingArgument } from "./errors.ts";
import { isObject } from "./is_object.ts";
import { PolymorphicSchema, type SchemaAttribute } from "./polymorphic.ts";
import type { SchemaTypes } from "./inference.ts";
import type {
  AllAttribute,
  AllDefinition,
  ChoiceOf,
  ChoiceReference,
} from "./polymorphic_types.ts";

/**
 * An entity that a response says was deleted. It disappears from lists, and
 * what needs it is fetched again.
 *
 * @example
 * ```ts
 * import { createClient, Entity, Invalidate, RestEndpoint } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Ship extends Entity {
 *   id = "";
 *   static override key = "Ship";
 * }
 * const deleteShip = new RestEndpoint({
 *   path: "/ships/:id",
 *   method: "DELETE",
 *   schema: new Invalidate(Ship),
 * });
 *
 * await using client = createClient();
 * await client.set(Ship, { id: "7" }, { id: "7" });
 * await client.setResponse(deleteShip, { id: "7" }, { id: "7" });
 * assertEquals(client.get(Ship, { id: "7" }), undefined);
 * ```
 *
 * @typeParam Definition an Entity, a Union, or a mapping from attribute values to Entities
 */
export class Invalidate<Definition extends AllDefinition = any>
  extends PolymorphicSchema {
  /** In types only. */
  declare readonly "~types": SchemaTypes<
    ChoiceOf<Definition>,
    ChoiceOf<Definition> | undefined,
    ChoiceReference<Definition>
  >;

  /**
   * Makes a schema of deleted entities.
   *
   * @param definition an Entity, a Union, or a mapping from attribute values to Entities
   * @param schemaAttribute for a mapping: name of the property that holds a key of it, or a
   * function `(value, parent, key)` that returns one
   * @throws {SchemaError} without `definition`
   */
  constructor(
    definition: Definition,
    ...schemaAttribute: AllAttribute<Definition>
  ) {
    if (!definition) throw missingArgument("Invalidate", "entity");
    const [attribute] = schemaAttribute;
    super(definition, attribute as SchemaAttribute | undefined);
  }

  /** Key of the entity; `undefined` if there are several. */
  get key(): string | undefined {
    return this.isSingleSchema ? this.schema.key : undefined;
  }

  /** Bare primary keys are reported. */
  get acceptsPrimitives(): true {
    return true;
  }

  /** Deletes the entity from the cache; gives the reference to it. */
  override normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    _parentEntity?: any,
  ): any {
    if (isDevelopment() && !isObject(input) && input !== null) {
      warnOfBarePk(this, input);
    }
    const { args, isChange, isPending } = delegate;
    return this.normalizeValue(input, parent, key, {
      args,
      isChange: isChange === true,
      isPending: isPending === true,
      getEntity: (key, pk) => delegate.getEntity(key, pk),
      visit: (entity: EntityInterface, value: unknown) => {
        if (!isObject(value)) return value;
        const by = "Invalidate: ";
        const pk = pkOfInput(entity, value, parent, key, args, by);
        delegate.invalidate(entity, pk);
        return pk;
      },
    });
  }

  /** The entity that the response contains. */
  override denormalize(input: any, delegate: IDenormalizeDelegate): any {
    return this.denormalizeValue(input, delegate);
  }

  /** Deleted data cannot be asked for. */
  queryKey(): undefined {
    return undefined;
  }

  /** Returns the definition. */
  toJSON(): unknown {
    return { invalidate: this.schema };
  }

  /** It stands for one value, which is not stored. */
  protected override get "~role"(): "deletion" {
    return "deletion";
  }
}

/** A bare primary key is a reference, so nothing is deleted. */
function warnOfBarePk(schema: Invalidate, input: unknown): void {
  console.warn(
    `Invalidate(${schema.schemaKey()}) was given ${
      describe(input, 80)
    } instead of an object, so nothing was deleted from the cache. Return ` +
      `an object with the fields of the primary key, such as { id }, from ` +
      `process() of the endpoint.`,
  );
}

/**
 * The primary key of the entity of a table that a deletion names; `undefined`
 * if it names none.
 *
 * @param schema of the deletion
 * @param input what it was asked to delete
 * @param args of the call
 * @param key of the table
 */
export function referenceBy(
  schema: Invalidate,
  input: unknown,
  args: readonly unknown[],
  key: string,
): string | undefined {
  const { schema: definition, isSingleSchema } = schema;
  const members: { readonly key?: string }[] = isSingleSchema
    ? [definition]
    : Object.values(definition);
  if (members.every((member) => member.key !== key)) return;
  let pk: string | undefined;
  try {
    schema.normalizeValue(input, input, undefined, {
      args,
      isChange: true,
      // as if it were stored
      getEntity: (table) => table === key ? {} : undefined,
      visit(entity: EntityInterface, value: unknown) {
        if (entity.key === key) {
          pk = pkOfInput(entity, value, value, undefined, args, "Invalidate: ");
        }
      },
    });
  } catch {
    // what it deletes is not known before its response
  }
  return pk;
}
