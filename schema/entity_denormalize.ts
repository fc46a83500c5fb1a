// deno-lint-ignore-file no-explicit-any -- stored values are untyped until an entity class types them
import type { IDenormalizeDelegate } from "./contract.ts";
import { deserialize, throwFromField } from "./deserializer.ts";
import { readOnlyNamesOf } from "./entity_instance.ts";
import { FieldKind, type PlannedField, planOf } from "./entity_plan.ts";
import type { IEntityClass } from "./entity_types.ts";
import { INVALID } from "./invalid.ts";
import { validateOnRead } from "./standard_schema.ts";

/**
 * Replaces the fields of a new instance that have a schema by what a reader
 * sees.
 *
 * @param instance made by `createIfValid` from the row; changed in place
 * @returns the instance, or `INVALID` if it lacks something it requires
 */
export function denormalizeEntity(
  entity: IEntityClass,
  instance: any,
  delegate: IDenormalizeDelegate,
): any {
  if (typeof instance !== "object" || instance === null) return instance;
  const { fields } = planOf(entity);
  if (fields.length === 0) return instance;
  const readOnly = readOnlyNamesOf(entity);
  for (let index = 0; index < fields.length; index++) {
    const field = fields[index]!;
    const { name } = field;
    if (readOnly.size > 0 && readOnly.has(name)) continue;
    const stored = instance[name];
    if (
      stored === null || stored === undefined && field.schema.isLive !== true
    ) continue;
    const value = readField(entity, field, stored, delegate);
    if (typeof value === "symbol" && field.kind !== FieldKind.deserializer) {
      if (field.kind === FieldKind.validator || entity.defaults[name]) {
        return INVALID;
      }
      instance[name] = undefined;
    } else {
      instance[name] = value;
    }
  }
  return instance;
}

function readField(
  entity: IEntityClass,
  { name, schema, kind, where }: PlannedField,
  stored: any,
  delegate: IDenormalizeDelegate,
): any {
  if (kind === FieldKind.nested) return delegate.unvisit(schema, stored);
  if (kind === FieldKind.validator) {
    return validateOnRead(schema, stored, where);
  }
  try {
    return deserialize(schema, stored);
  } catch (error) {
    throwFromField(error, entity.key, name);
  }
}
