/**
 * What a schema says about its values without looking at any.
 *
 * @module
 */
import { setOwn } from "../schema/engine.ts";
import { ObjectSchema } from "../schema/mod.ts";

/**
 * Whether nothing in a schema normalizes: it is absent, or made of literals
 * only. Values of such a schema are stored and returned by reference.
 *
 * @param schema Any schema; a plain object is looked through.
 * @param visited Objects that are being looked through.
 */
export function isLiteralSchema(
  schema: unknown,
  visited?: Set<object>,
): boolean {
  if (typeof schema === "function") return false;
  if (typeof schema !== "object" || schema === null) return true;
  if (!isPlain(schema)) return false;
  const nested = visited ?? new Set();
  if (nested.has(schema)) return true;
  nested.add(schema);
  return Object.values(schema).every((member) =>
    isLiteralSchema(member, nested)
  );
}

/**
 * The shape of a value without data: literals are kept, everything that is
 * looked up is `undefined`. The same schema object gives the identical skeleton.
 *
 * @param schema Any schema.
 */
export function skeletonOf(schema: unknown): unknown {
  const members = membersOf(schema);
  if (members === undefined) {
    return schema === null ||
        /object|function|symbol/.test(typeof schema)
      ? undefined
      : schema;
  }
  let skeleton = skeletons.get(members);
  if (skeleton === undefined) {
    // known before its members, so that a schema that contains itself ends
    skeletons.set(members, skeleton = {});
    for (const [name, member] of Object.entries(members)) {
      // only in place of a whole schema does null mean that there is none
      setOwn(skeleton, name, member === null ? null : skeletonOf(member));
    }
  }
  return skeleton;
}

/** Derived from schemas alone, hence good for every store. */
const skeletons = new WeakMap<object, object>();

/**
 * The members of an object schema, in both of its forms; `undefined` for every other schema.
 *
 * @param schema Any schema.
 */
export function membersOf(
  schema: unknown,
): Readonly<Record<string, unknown>> | undefined {
  if (schema instanceof ObjectSchema) return schema.schema;
  return typeof schema === "object" && schema !== null && isPlain(schema)
    ? schema as Record<string, unknown>
    : undefined;
}

function isPlain(schema: object): boolean {
  return !Array.isArray(schema) &&
    !("~standard" in schema) &&
    typeof (schema as { normalize?: unknown }).normalize !== "function";
}
