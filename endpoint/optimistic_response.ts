// deno-lint-ignore-file no-explicit-any -- responses and payloads of any type
import { isDevelopment, isObject, plainForm } from "../schema/engine.ts";
import type { SnapshotInterface } from "./types/snapshot.ts";

/** The response to expect of a mutation that answers with what it stored: parameters and payload. */
export function optimisticResponse(
  this: any,
  _snap: SnapshotInterface,
  ...args: unknown[]
): unknown {
  const [params, body] = splitPayload(args);
  // parameters are no entries of the map
  return isMapAdder(this?.schema) ? body : merged(params, body);
}

/** The response to expect of a change of some fields: the stored entity with these fields. */
export function optimisticPartial(
  this: any,
  snap: SnapshotInterface,
  ...args: unknown[]
): unknown {
  const [params, body] = splitPayload(args);
  const schemas = storedBy(this.schema);
  if (isDevelopment()) warnOfUnqueryable(this.name, this.schema, schemas);
  let entity: unknown;
  for (const schema of schemas) {
    entity ??= snap.get(schema, params ?? body as any);
  }
  if (!entity) throw snap.abort;
  return { ...params, ...entity as object, ...body as object };
}

/** Schemas by which the store can be asked for what a response changes: of a change of lists those of the members. */
function storedBy(schema: any): readonly any[] {
  const list = schema?.collection?.schema;
  if (list === undefined) return [schema];
  return list.isSingleSchema ? [list.schema] : Object.values(list.schema);
}

/** Whether the store can be asked for a schema; objects of schemas member by member. */
function isQueryable(schema: any): boolean {
  return typeof schema?.queryKey === "function" ||
    isObject(schema) && !Array.isArray(schema) &&
      typeof schema.denormalize !== "function";
}

/** Schemas of which it was said that they cannot be asked for. */
const reported = new WeakSet<object>();

/** Warns once of a schema of which no partial update can be expected. */
export function warnOfUnqueryable(
  name: string,
  schema: any,
  schemas: readonly any[] = [schema],
): void {
  if (schemas.some(isQueryable) || !isObject(schema) || reported.has(schema)) {
    return;
  }
  reported.add(schema);
  console.warn(
    `${name} cannot be optimistic, because the store cannot be asked for the ` +
      "present value of its schema. Use an Entity, a Union, or a change of " +
      "a Collection of these; or write a getOptimisticResponse.",
  );
}

/** The response to expect of a deletion: what tells what is deleted. */
export function optimisticDelete(
  _snap: SnapshotInterface,
  params: unknown,
): unknown {
  return plainForm(params);
}

/** A single argument is the payload. */
function splitPayload(
  args: readonly unknown[],
): [params: object | undefined, body: unknown] {
  return args.length > 1
    ? [plainForm(args[0]) as object, plainForm(args[1])]
    : [undefined, plainForm(args[0])];
}

/** Parameters and payload, or each item of a payload, in one object. */
export function merged(params: object | undefined, body: unknown): unknown {
  return Array.isArray(body)
    ? body.map((item) => ({ ...params, ...item }))
    : { ...params, ...body as object };
}

/** Whether a schema adds entries to a Collection of values. */
export function isMapAdder(schema: any): boolean {
  return schema !== undefined && schema === schema?.collection?.assign;
}
