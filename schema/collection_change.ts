// deno-lint-ignore-file no-explicit-any -- responses and references are untyped here
import { ArraySchema } from "./array.ts";
import type {
  EntityInterface,
  IDenormalizeDelegate,
  INormalizeDelegate,
  SchemaSimple,
} from "./contract.ts";
import { usablePkOfInput } from "./entity_identity.ts";
import type { SchemaTypes } from "./inference.ts";
import { PolymorphicSchema } from "./polymorphic.ts";
import type { StoredCollection } from "./stored_collection.ts";
import { Values } from "./values.ts";

/**
 * A schema for responses that change the members of stored lists or maps,
 * derived from the Collection they belong to.
 *
 * @typeParam Types of the members
 */
export abstract class CollectionChange<
  Types extends SchemaTypes<any, any, any, any> = any,
> implements SchemaSimple {
  /** In types only. */
  declare readonly "~types": Types;
  /** The Collection that is changed. */
  readonly collection: StoredCollection<any, any>;

  /** @param collection the Collection to change */
  constructor(collection: StoredCollection<any, any>) {
    this.collection = collection;
  }

  /** The schema of the list or map. */
  get schema(): any {
    return this.collection.schema;
  }

  /** Applies the change to stored lists or maps; gives the references of the members. */
  abstract normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    parentEntity?: any,
  ): any;

  /** The members as they were given: one, a list, or a map. */
  denormalize(input: any, delegate: IDenormalizeDelegate): any {
    const { schema } = this;
    if (schema instanceof ArraySchema) {
      return Array.isArray(input)
        ? schema.denormalize(input, delegate)
        : schema.denormalizeValue(input, delegate);
    }
    return schema.denormalize(input, delegate);
  }

  /** A change cannot be asked for. */
  queryKey(): undefined {
    return undefined;
  }

  /** The Collection. */
  toJSON(): unknown {
    return this.collection;
  }
}

/** One member of the input of a change. */
export interface ChangedMember {
  readonly input: any;
  /** The entity class of the member; `undefined` for members that are not entities. */
  readonly entity: EntityInterface | undefined;
  /** Key of the mapping that selects the class, where there are several. */
  readonly name: string | undefined;
}

/** The members of the input of a change that identifies members: one, a list, or for maps also a map. */
export function changedMembers(
  schema: any,
  input: any,
  parent: any,
  key: any,
  args: readonly any[],
): readonly ChangedMember[] {
  if (Array.isArray(input)) {
    return input.map((item) => changedMember(schema, item, parent, key));
  }
  const member = changedMember(schema, input, parent, key);
  return schema instanceof Values && !isOneMember(member, parent, key, args)
    ? Object.keys(input).map((name) =>
      changedMember(schema, input[name], input, name)
    )
    : [member];
}

function changedMember(
  schema: any,
  input: any,
  parent: any,
  key: any,
): ChangedMember {
  const none = { input, entity: undefined, name: undefined };
  if (!(schema instanceof PolymorphicSchema)) return none;
  if (schema.isSingleSchema) {
    return hasTable(schema.schema) ? { ...none, entity: schema.schema } : none;
  }
  if (typeof input !== "object" || input === null) return none;
  if (schema.isReference(input)) return none;
  const entity = schema.inferSchema(input, parent, key);
  return entity === undefined || !hasTable(entity) ? none : {
    input,
    entity,
    name: String(schema.getSchemaAttribute(input, parent, key)),
  };
}

/** Tells an entity from a map of entities: only the entity has a primary key. */
function isOneMember(
  { entity, input }: ChangedMember,
  parent: any,
  key: any,
  args: readonly any[],
): boolean {
  return entity !== undefined &&
    usablePkOfInput(entity, input, parent, key, args) !== undefined;
}

function hasTable(schema: any): schema is EntityInterface {
  return typeof schema?.pk === "function" && typeof schema.key === "string";
}
