// deno-lint-ignore-file no-explicit-any -- responses and references are untyped here
import { readItems } from "./array.ts";
import type {
  EntityInterface,
  IDenormalizeDelegate,
  INormalizeDelegate,
} from "./contract.ts";
import { pkOfInput, usablePkOfInput } from "./entity_identity.ts";
import { PolymorphicSchema } from "./polymorphic.ts";
import { Values } from "./values.ts";
import { isObject } from "./is_object.ts";

/** One member of the input of a change. */
interface ChangedMember {
  readonly input: any;
  /** The entity class of the member; `undefined` for members that are not entities. */
  readonly entity: EntityInterface | undefined;
  /** Key of the mapping that selects the class, where there are several. */
  readonly name: string | undefined;
}

/**
 * Normalizes the input of a change that identifies members.
 *
 * @param by names the change in messages
 * @param store decides what is stored of an entity, and may change lists
 * @returns the references under which the members are listed
 */
export function identifyMembers(
  schema: any,
  input: any,
  parent: any,
  key: any,
  delegate: INormalizeDelegate,
  by: string,
  store: (
    entity: EntityInterface,
    pk: string,
    input: object,
    reference: any,
  ) => void,
): any[] {
  return changedMembers(schema, input, parent, key, delegate.args).map(
    ({ entity, input, name }) => {
      if (
        entity === undefined || !isObject(input)
      ) return schema.normalizeValue(input, parent, key, delegate);
      const pk = pkOfInput(entity, input, parent, key, delegate.args, by);
      const reference = name === undefined ? pk : { id: pk, schema: name };
      store(entity, pk, input, reference);
      return reference;
    },
  );
}

/** The members of the input of a change that identifies members: one, a list, or for maps also a map. */
function changedMembers(
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
  return schema instanceof Values && typeof input === "object" &&
      !isOneMember(member, parent, key, args)
    ? Object.keys(input).map((name) =>
      changedMember(schema, input[name], input, name)
    )
    : [member];
}

/** What a reader sees of the input, or the references, of a change that identifies members. */
export function readMembers(
  schema: any,
  input: any,
  delegate: IDenormalizeDelegate,
): any {
  if (Array.isArray(input)) {
    return readItems(input, (item) => schema.denormalizeValue(item, delegate));
  }
  const [member] = changedMembers(schema, input, undefined, "", delegate.args);
  return member !== undefined && member.input === input
    ? schema.denormalizeValue(input, delegate)
    : schema.denormalize(input, delegate);
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
  if (!isObject(input)) return none;
  if (schema.isReference(input)) return none;
  const entity = schema.inferSchema(input, parent, key);
  return entity === undefined || !hasTable(entity) ? none : {
    input,
    entity,
    name: String(schema.getSchemaAttribute(input, parent, key)),
  };
}

/** Tells an entity from a map of entities: only the entity has a primary key; without a class, only the map has objects inside. */
function isOneMember(
  { entity, input }: ChangedMember,
  parent: any,
  key: any,
  args: readonly any[],
): boolean {
  return entity === undefined
    ? !Object.values(input).some((value) => isObject(value))
    : usablePkOfInput(entity, input, parent, key, args) !== undefined;
}

function hasTable(schema: any): schema is EntityInterface {
  return typeof schema?.pk === "function" && typeof schema.key === "string";
}
