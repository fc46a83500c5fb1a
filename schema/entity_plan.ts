// deno-lint-ignore-file no-explicit-any -- schemas of every kind meet here
import { isDefault } from "./entity_defaults.ts";
import { isDevelopment } from "./environment.ts";
import { warnOfMissingField } from "./entity_warnings.ts";
import { missingFieldSchema } from "./errors.ts";
import { isOrderedByFields } from "./merge.ts";
import { isValidator } from "./standard_schema.ts";

/** One field of an entity that has a schema. */
export interface PlannedField {
  readonly name: string;
  readonly schema: any;
  readonly kind: FieldKind;
  /** Entity and field, for messages. */
  readonly where: string;
}

/** What is done with a field. */
export const FieldKind = {
  /** Normalized and denormalized by its schema. */
  nested: 0,
  /** A function or constructor applied on read. */
  deserializer: 1,
  /** A Standard Schema: checks on write, and gives the value on read. */
  validator: 2,
} as const;

/** One of the kinds. */
export type FieldKind = typeof FieldKind[keyof typeof FieldKind];

/** What `static schema` of a class says, sorted by what is done with it. */
export interface EntityPlan {
  /** The object that the plan was made from. */
  readonly schema: object;
  /** Fields to be processed on read, in declaration order. */
  readonly fields: readonly PlannedField[];
  /** Fields to be normalized, in declaration order. */
  readonly nested: readonly PlannedField[];
  /** Fields to be checked on write. */
  readonly validated: readonly PlannedField[];
  /** Fields computed from the tables, whatever is stored. */
  readonly live: readonly PlannedField[];
  /** The `process` that the plan was made for. */
  readonly process: object | undefined;
  /** Whether `process` is the default one, whose result belongs to the library. */
  readonly copiesInput: boolean;
  /** The `validate` that the plan was made for. */
  readonly validate: object | undefined;
  /** Whether inputs are stored as they come: the class keeps all defaults, and no field is nested or checked. */
  readonly isPlain: boolean;
}

/** The part of an entity class that a plan is made from. */
export interface PlannedEntity {
  readonly key: string;
  /** An instance with the defaults of the class. */
  readonly defaults?: object;
  readonly schema?: Record<string, any> | undefined;
  readonly process?: object;
  readonly validate?: object;
}

const plans = new WeakMap<object, EntityPlan>();
const noSchema: Record<string, never> = Object.freeze({});

/** The plan of a class; made again when another `schema` or `process` was assigned. */
export function planOf(entity: PlannedEntity): EntityPlan {
  const schema = entity.schema ?? noSchema;
  let plan = plans.get(entity);
  if (
    plan === undefined || plan.schema !== schema ||
    plan.process !== entity.process || plan.validate !== entity.validate
  ) {
    plan = compile(entity, schema);
    plans.set(entity, plan);
  }
  return plan;
}

function compile(
  entity: PlannedEntity,
  schema: Record<string, any>,
): EntityPlan {
  const fields: PlannedField[] = [];
  for (const name of Object.keys(schema)) {
    const kind = kindOf(schema[name]);
    const where = `${entity.key}.${name}`;
    if (isDevelopment()) {
      if (isMissing(schema[name])) {
        console.warn(missingFieldSchema(where, entity.key));
      }
      warnOfMissingField(entity, name);
    }
    if (kind !== undefined) {
      fields.push({ name, schema: schema[name], kind, where });
    }
  }
  const nested = fields.filter(({ kind }) => kind === FieldKind.nested);
  const validated = fields.filter(({ kind }) => kind === FieldKind.validator);
  return {
    schema,
    fields,
    nested,
    validated,
    live: fields.filter((field) => field.schema.isLive === true),
    process: entity.process,
    copiesInput: isDefault(entity.process),
    validate: entity.validate,
    isPlain: isDefault(entity.process) && isDefault(entity.validate) &&
      isOrderedByFields(entity) && nested.length === 0 &&
      validated.length === 0,
  };
}

/** Whether a class was named that was not there yet, alone or as `[Class]`. */
function isMissing(schema: any): boolean {
  return schema === undefined ||
    Array.isArray(schema) && schema.length === 1 && schema[0] === undefined;
}

/** `undefined` for placeholders, whose values pass through. */
function kindOf(schema: any): FieldKind | undefined {
  if (isValidator(schema)) return FieldKind.validator;
  if (typeof schema === "object" && schema !== null) return FieldKind.nested;
  if (typeof schema !== "function") return undefined;
  return typeof schema.normalize === "function" ||
      typeof schema.denormalize === "function"
    ? FieldKind.nested
    : FieldKind.deserializer;
}
