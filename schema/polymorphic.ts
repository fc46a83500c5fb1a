// deno-lint-ignore-file no-explicit-any -- responses and definitions are untyped here; subclasses type them
import type {
  IDenormalizeDelegate,
  INormalizeDelegate,
  PolymorphicInterface,
} from "./contract.ts";
import { describe } from "./describe.ts";
import { isNullRow, pkOfInput } from "./entity_plan.ts";
import { isDevelopment } from "./environment.ts";
import { MOVED } from "./invalid.ts";
import { isObject } from "./is_object.ts";
import { isInvalidate, isUnion } from "./kind.ts";
import { countOf } from "./same_value.ts";

/**
 * Chooses among the schemas of a {@linkcode Union}: the name of a property, or
 * a function that returns a key of the mapping.
 */
export type SchemaAttribute =
  | string
  | ((value: any, parent: any, key: any) => any);

/** A value of a {@linkcode Union} as it is stored. */
export interface PolymorphicReference {
  /** The normalized value of the chosen schema; for entities the primary key. */
  readonly id: any;
  /** Key of the mapping. */
  readonly schema: string;
}

/**
 * The base of Union, All, Array and Values: schemas with one member schema, or
 * with several and an attribute that chooses among them.
 *
 * Made from a Union it shares the mapping of the Union: later definitions of
 * either are seen by both.
 *
 * @example
 * ```ts
 * import { Entity, Union, Values } from "@tessera/client";
 * import { PolymorphicSchema } from "@tessera/client/schema";
 * import { assert } from "@std/assert";
 *
 * class Ship extends Entity {
 *   id = "";
 *   type = "ship";
 * }
 * class Barge extends Entity {
 *   id = "";
 *   type = "barge";
 * }
 *
 * const vessel = new Union({ ship: Ship }, "type");
 * const fleet = new Values(vessel);
 * vessel.define({ barge: Barge });
 * assert(fleet instanceof PolymorphicSchema && fleet.schema.barge === Barge);
 * ```
 */
export abstract class PolymorphicSchema implements PolymorphicInterface {
  /** The single schema, or the mapping from attribute values to schemas. */
  schema: any;
  /** How the mapping is chosen from; `undefined` for a single schema. */
  readonly schemaAttribute: SchemaAttribute | undefined;

  /**
   * Takes the single schema or the mapping.
   *
   * @param definition a schema, or a mapping from attribute values to schemas
   * @param schemaAttribute makes `definition` a mapping: name of the property that holds a key
   * of it, or a function `(value, parent, key)` that returns one
   */
  constructor(definition: any, schemaAttribute?: SchemaAttribute) {
    if (isUnion(definition)) {
      this.schema = definition.schema;
      this.schemaAttribute = definition.schemaAttribute;
    } else {
      // `define` adds to the mapping, and not to what the application has of it
      this.schema = schemaAttribute === undefined
        ? definition
        : { ...definition };
      this.schemaAttribute = schemaAttribute;
    }
  }

  /** Whether there is one schema for all values. */
  get isSingleSchema(): boolean {
    return this.schemaAttribute === undefined;
  }

  /** Takes a value of a response apart; see {@linkcode SchemaSimple}. */
  abstract normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    parentEntity?: any,
  ): any;

  /** Puts together what a reader sees; see {@linkcode SchemaSimple}. */
  abstract denormalize(input: any, delegate: IDenormalizeDelegate): any;

  /** The role of the schema, which stands for several values, one of several kinds, one to be deleted, or the rows of tables. */
  protected get "~role"(): "container" | "choice" | "deletion" | "table" {
    return "container";
  }

  /**
   * Adds to the mapping: new keys are added, known ones replaced, others stay.
   * A single schema is replaced. Serves for circular references.
   *
   * @param definition further members of the mapping, or the single schema
   */
  define(definition: any): void {
    if (this.isSingleSchema) this.schema = definition;
    else Object.assign(this.schema, definition);
  }

  /** Names the members: the key of the single one, or all keys joined with `;`. */
  schemaKey(): string {
    return this.isSingleSchema
      ? schemaKeyOf(this.schema)
      : Object.values(this.schema).map((member) => schemaKeyOf(member))
        .join(";");
  }

  /** The result of the attribute for a value, mapped or not. */
  getSchemaAttribute(value: any, parent: any, key: any): any {
    const attribute = this.schemaAttribute;
    return typeof attribute === "function"
      ? attribute(value, parent, key)
      : value[attribute!];
  }

  /** The key of the mapping that an attribute value stands for; `undefined` if there is none. */
  protected keyFor(discriminator: any): string | undefined {
    const name = String(discriminator);
    return discriminator !== undefined && discriminator !== null &&
        Object.hasOwn(this.schema, name)
      ? name
      : undefined;
  }

  /** The key of the mapping that something selects which may lack what an attribute function needs, such as a parent. */
  protected keyOfPartial(value: any, key?: any): string | undefined {
    try {
      return this.keyFor(this.getSchemaAttribute(value, undefined, key));
    } catch {
      return undefined;
    }
  }

  /**
   * Normalizes one value by its schema, to a reference if there are several schemas.
   *
   * @internal
   */
  normalizeValue(
    value: any,
    parent: any,
    key: any,
    delegate: MemberVisitor,
  ): any {
    if (this.isSingleSchema) {
      return delegate.visit(this.schema, value, parent, key);
    }
    // ids alone do not say which schema they belong to
    if (
      !isObject(value) ||
      !isInvalidate(this) && this.schemaAttribute !== "schema" &&
        this.isReference(value)
    ) return value;
    const { isChange, isUpdate, args = [] } = delegate;
    const has = (key: string, pk: string) =>
      isObject(delegate.getEntity?.(key, pk));
    let discriminator: unknown;
    try {
      discriminator = this.getSchemaAttribute(value, parent, key);
    } catch (error) {
      if (!isChange) throw error;
    }
    const schema = this.keyFor(discriminator) ??
      (isChange && (discriminator === undefined || discriminator === null)
        // what was sent may say what the response leaves out
        ? this.sentKeyOf(delegate) ?? this.storedKeyOf(value, args, has)
        : undefined);
    if (schema === undefined) {
      if (parent !== value && !Array.isArray(parent) && isNullRow(value)) {
        return null;
      }
      // what a pending change is about may have gone
      const isSilent = delegate.isPending && (discriminator ?? null) === null;
      if (isDevelopment() && !isSilent) {
        warnOfUnknown(this, discriminator, value);
      }
      return value;
    }
    const before = isUpdate ? this.storedKeyOf(args[0], args, has) : undefined;
    const replaced = this.schema[before!];
    const { key: table } = this.schema[schema];
    const isOther = before !== undefined && replaced.key !== table;
    if (isOther) delegate.former = replaced;
    const id = delegate.visit(this.schema[schema], value, parent, key);
    if (isOther) delegate.former = undefined;
    if (id === undefined || id === null) return id;
    // the same entity has become one of another kind
    if (
      isOther && has(table, id) &&
      pkOfInput(replaced, args[0], value, undefined, args, "") === id
    ) delegate.mergeEntity!(replaced, id, MOVED as any);
    return { id, schema };
  }

  /** The key of the mapping that the body of a mutation selects, for what its response is of. */
  private sentKeyOf({ args, parentRow }: MemberVisitor): string | undefined {
    return parentRow === undefined
      ? this.keyOfPartial(args?.at(-1))
      : undefined;
  }

  /** Reads a value that {@linkcode PolymorphicSchema.normalizeValue} gave, or a raw one. */
  denormalizeValue(value: any, delegate: IDenormalizeDelegate): any {
    if (this.isSingleSchema) return delegate.unvisit(this.schema, value);
    if (!value || typeof value === "symbol") return value;
    if (isObject(value)) {
      const { id, schema } = this.isReference(value)
        ? value
        : { id: value, schema: this.keyOfPartial(value) };
      if (schema !== undefined) {
        const found = delegate.unvisit(this.schema[schema], id);
        if (found !== MOVED) return found;
        const member = Object.values<any>(this.schema).find(({ key }) =>
          isObject(delegate.getEntity(key, String(id)))
        );
        return member === undefined ? found : delegate.unvisit(member, id);
      }
    }
    if (isDevelopment()) warnOfUndetermined(this, value);
    return value;
  }

  /**
   * The key of the mapping by which a value is stored that does not say it, if
   * exactly one member has its primary key.
   *
   * @internal
   * @param value what names the primary key
   * @param args of the endpoint
   * @param has whether something is stored
   */
  storedKeyOf(
    value: any,
    args: readonly any[],
    has: (key: string, pk: string) => boolean,
  ): string | undefined {
    const found = Object.keys(this.schema).filter((name, index, names) => {
      const entity = this.schema[name];
      // two names may stand for one member
      if (names.findIndex((name) => this.schema[name] === entity) < index) {
        return false;
      }
      try {
        return has(
          entity.key,
          pkOfInput(entity, value, value, undefined, args, ""),
        );
      } catch {
        return false;
      }
    });
    return found.length === 1 ? found[0] : undefined;
  }

  /** Whether a stored value is a reference, not data. */
  isReference(value: any): value is PolymorphicReference {
    return "id" in value && typeof value.schema === "string" &&
      Object.hasOwn(this.schema, value.schema) && countOf(value) === 2;
  }
}

/** What visits the values that a schema with a mapping has chosen a member for. */
type MemberVisitor =
  & Pick<INormalizeDelegate, "visit">
  & Partial<
    Pick<
      INormalizeDelegate,
      | "args"
      | "former"
      | "getEntity"
      | "isChange"
      | "isPending"
      | "isUpdate"
      | "mergeEntity"
      | "parentRow"
    >
  >;

/** What the warnings need to know of a schema with a mapping. */
interface Mapped {
  readonly schema: object;
  readonly schemaAttribute: unknown;
}

/** A value of a response says something that no schema is mapped to. */
function warnOfUnknown(
  schema: Mapped,
  discriminator: unknown,
  value: unknown,
): void {
  console.warn(
    `No schema is defined for the discriminator ${
      describe(discriminator, 80)
    }, so the value is kept as it is and no entity is stored. ` +
      `${expectation(schema)} Value: ${describe(value, 200)}`,
  );
}

/** A stored value is no reference, and does not say what it is. */
function warnOfUndetermined(schema: Mapped, value: unknown): void {
  console.warn(
    `The schema of a stored value cannot be determined, so it is given as it is. ` +
      `${expectation(schema)} Value: ${describe(value, 200)}`,
  );
}

/** What values should look like. */
function expectation({ schema, schemaAttribute }: Mapped): string {
  const source = typeof schemaAttribute === "function"
    ? "the schemaAttribute function to return"
    : `the property ${JSON.stringify(schemaAttribute)} to be`;
  return `Expected ${source} one of ${
    Object.keys(schema).map((name) => JSON.stringify(name)).join(", ")
  }.`;
}

/**
 * Names a schema for use in the key of a table: entities by their key, other
 * schemas by their structure, of which what comes again is `…`.
 *
 * @param schema any schema
 */
export function schemaKeyOf(schema: unknown): string {
  const seen = new Set<unknown>();
  const text = JSON.stringify(schema, function (this: any, name, value) {
    const member = this[name];
    if (typeof member?.denormalize === "function") {
      // schemas with behaviour of their own, in contrast to shorthands
      if (typeof member.key === "string") return member.key;
      // the last resort: names of classes differ between a server and a minified client
      if (value === member && !member.schema) {
        return (member.prototype ?? member).constructor.name;
      }
    }
    if (typeof value === "function") return value.name;
    if (!isObject(value)) return value;
    if (seen.has(value)) return "…";
    seen.add(value);
    return value;
  }) ?? "";
  return text.replaceAll('"', "");
}
