// deno-lint-ignore-file no-explicit-any -- responses are untyped
import type { EntityRow, INormalizeDelegate } from "./contract.ts";
import { isDefault } from "./entity_defaults.ts";
import { type EntityPlan, planOf } from "./entity_plan.ts";
import { usablePk } from "./entity_pk.ts";
import type { IEntityClass } from "./entity_types.ts";
import { failedValidation, missingPk, unusableProcess } from "./errors.ts";
import { isPlainObject } from "./is_object.ts";
import { validateOnWrite } from "./standard_schema.ts";

/**
 * Stores one entity of a response: process, pk, cycle check, validate, fields,
 * write.
 *
 * @returns the primary key, which is how the entity is referred to
 * @throws {SchemaError} if there is no usable primary key, or `validate` reports
 * @throws {SchemaValidationError} if a validator refuses a field
 */
export function normalizeEntity(
  entity: IEntityClass,
  input: any,
  parent: any,
  key: any,
  delegate: INormalizeDelegate,
): string {
  const plan = planOf(entity);
  if (plan.isPlain && isPlainObject(input)) {
    // a pk of the application's own may write to what it is given
    const isOwned = !isDefault(entity.prototype?.pk) || !isDefault(entity.pk);
    const row: EntityRow = isOwned ? { ...input } : input;
    const pk = pkOf(entity, row, parent, key, delegate);
    delegate.mergeEntity(entity, pk, row, !isOwned);
    return pk;
  }
  const processed = entity.process(input, parent, key, delegate.args);
  if (processed === undefined) { // the entity is taken for deleted
    const pk = pkOf(entity, input, parent, key, delegate, true);
    delegate.invalidate(entity, pk);
    return pk;
  }
  if (typeof processed !== "object" || processed === null) {
    throw unusableProcess(entity, processed, input);
  }
  const pk = pkOf(entity, processed, parent, key, delegate);
  if (delegate.checkLoop(entity.key, pk, input)) return pk;
  const problem = entity.validate(processed);
  if (problem) throw failedValidation(problem);
  // what an override returned may be the input, or a part of it
  const row: EntityRow = plan.copiesInput ? processed : { ...processed };
  if (plan.validated.length > 0) validateFields(plan, row);
  delegate.visitAndMerge(entity, pk, row, plan.nested);
  return pk;
}

/** The usable primary key of a processed value, or a temporary one if the entity is being created. */
function pkOf(
  entity: IEntityClass,
  processed: any,
  parent: any,
  key: any,
  delegate: INormalizeDelegate,
  isDeleted = false,
): string {
  const found = entity.pk(processed, parent, key, delegate.args);
  const pk = usablePk(found) ??
    (isDeleted ? undefined : delegate.temporaryPk(entity.key));
  if (pk === undefined) {
    const by = isDeleted ? "process() returned undefined: " : "";
    throw missingPk(entity, processed, found, by);
  }
  return pk;
}

function validateFields(plan: EntityPlan, row: EntityRow): void {
  for (const { name, schema, where } of plan.validated) {
    if (!Object.hasOwn(row, name)) continue;
    const value = row[name];
    if (value !== undefined && value !== null) {
      validateOnWrite(schema, value, where);
    }
  }
}
