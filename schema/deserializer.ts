// deno-lint-ignore-file no-explicit-any ban-types -- deserializers take and give any type
import { isObject } from "./is_object.ts";

const knownConstructors = new WeakMap<Function, boolean>();

/** Errors that deserializers threw. */
const thrown = new WeakSet<object>();

/** Whether an error is one that a deserializer threw. */
export function isOfDeserializer(error: unknown): boolean {
  return isObject(error) && thrown.has(error);
}

/**
 * Applies a deserializer to a stored value: constructors are called with
 * `new`, everything else (also `Number`, `String`, `Boolean` and `BigInt`) as a
 * function without a receiver.
 *
 * @param deserializer a function or constructor from a schema
 * @param value the stored value; callers leave out `null` and `undefined`
 */
export function deserialize(deserializer: Function, value: unknown): any {
  try {
    return apply(deserializer, value);
  } catch (error) {
    if (isObject(error)) thrown.add(error);
    throw error;
  }
}

function apply(deserializer: Function, value: unknown): any {
  let isConstructor = knownConstructors.get(deserializer);
  if (isConstructor === undefined) {
    knownConstructors.set(
      deserializer,
      isConstructor = mustBeConstructed(deserializer),
    );
  }
  return isConstructor
    ? new (deserializer as new (value: unknown) => unknown)(value)
    : deserializer(value);
}

const calledAsFunctions = new Set<Function>([Number, String, Boolean, BigInt]);

/**
 * Arrow functions, methods and most natives have no prototype. That of a class
 * is fixed, and that of a constructor in the old style has methods.
 */
function mustBeConstructed(deserializer: Function): boolean {
  const descriptor = Object.getOwnPropertyDescriptor(deserializer, "prototype");
  return descriptor !== undefined && !calledAsFunctions.has(deserializer) &&
    (!descriptor.writable ||
      Object.getOwnPropertyNames(descriptor.value).length > 1);
}
