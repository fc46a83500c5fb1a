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
    const mayBe = mayBeConstructor(deserializer);
    isConstructor = mayBe && hasMembers(deserializer.prototype);
    if (mayBe && !isConstructor) {
      // a bare prototype says nothing: the function is called, unless it refuses to be
      try {
        const result = deserializer(value);
        knownConstructors.set(deserializer, false);
        return result;
      } catch (error) {
        if (!refusesCall(error)) throw error;
        isConstructor = true;
      }
    }
    knownConstructors.set(deserializer, isConstructor);
  }
  return isConstructor
    ? new (deserializer as new (value: unknown) => unknown)(value)
    : deserializer(value);
}

const calledAsFunctions = new Set<Function>([
  Number,
  String,
  Boolean,
  BigInt,
  Symbol,
]);

/** Arrow functions, methods and most natives have no prototype. */
function mayBeConstructor(deserializer: Function): boolean {
  return !calledAsFunctions.has(deserializer) &&
    isObject(deserializer.prototype) &&
    deserializer.prototype.constructor === deserializer;
}

/** Members beyond `constructor`, of its own or of a class that it extends. */
function hasMembers(prototype: object): boolean {
  return Object.getOwnPropertyNames(prototype).length > 1 ||
    Object.getPrototypeOf(prototype) !== Object.prototype;
}

function refusesCall(error: unknown): boolean {
  return error instanceof TypeError &&
    /class constructor|call a class as a function|requires 'new'|use (the )?'?new'?|illegal constructor/i
      .test(error.message);
}
