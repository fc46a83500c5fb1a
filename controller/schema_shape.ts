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
 */
export function isLiteralSchema(schema: unknown): boolean {
  return isLiteral(schema, undefined);
}

/**
 * The shape of a value without data: literals are kept, everything that is
 * looked up is `undefined`. The same schema object gives the identical skeleton.
 *
 * @param schema Any schema.
 */
export function skeletonOf(schema: unknown): unknown {
  if (typeof schema === "function" || typeof schema !== "object") {
    return isLiteralValue(schema) ? schema : undefined;
  }
  if (schema === null) return undefined;
  const members = membersOf(schema);
  if (members === undefined) return undefined;
  let skeleton = skeletons.get(schema);
  if (skeleton === undefined) {
    skeleton = {};
    // known before its members, so that a schema that contains itself ends
    skeletons.set(schema, skeleton);
    for (const [name, member] of Object.entries(members)) {
      setOwn(skeleton, name, skeletonOf(member));
    }
  }
  return skeleton;
}

/** Derived from schemas alone, hence good for every store. */
const skeletons = new WeakMap<object, object>();

function isLiteral(
  schema: unknown,
  visited: Set<object> | undefined,
): boolean {
  if (schema === null || schema === undefined) return true;
  if (typeof schema !== "object") return typeof schema !== "function";
  if (Array.isArray(schema) || !isPlain(schema)) return false;
  if (visited?.has(schema)) return true;
  const nested = visited ?? new Set();
  nested.add(schema);
  for (const name in schema) {
    if (!isLiteral((schema as Record<string, unknown>)[name], nested)) {
      return false;
    }
  }
  return true;
}

/**
 * The members of an object schema, in both of its forms; `undefined` for every other schema.
 *
 * @param schema Any schema.
 */
export function membersOf(
  schema: unknown,
): Readonly<Record<string, unknown>> | undefined {
  if (
    typeof schema !== "object" || schema === null || Array.isArray(schema)
  ) return undefined;
  if (isPlain(schema)) return schema as Record<string, unknown>;
  return schema instanceof ObjectSchema ? schema.schema : undefined;
}

function isPlain(value: object): boolean {
  const { normalize, "~standard": standard } = value as {
    normalize?: unknown;
    "~standard"?: unknown;
  };
  return typeof normalize !== "function" && standard === undefined;
}

function isLiteralValue(schema: unknown): boolean {
  return schema !== undefined && typeof schema !== "function" &&
    typeof schema !== "symbol";
}
