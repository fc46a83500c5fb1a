// deno-lint-ignore-file no-explicit-any -- responses and payloads of any type
import { plainForm } from "../schema/engine.ts";
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
  const entity = snap.get(this.schema, params ?? body as any);
  if (!entity) throw snap.abort;
  return { ...params, ...entity as object, ...body as object };
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
