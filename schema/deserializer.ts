// deno-lint-ignore-file no-explicit-any ban-types -- deserializers take and give any type
const knownConstructors = new WeakMap<Function, boolean>();

/**
 * Applies a deserializer to a stored value: constructors are called with
 * `new`, everything else (also `Number`, `String`, `Boolean` and `BigInt`) as a
 * function without a receiver.
 *
 * @param deserializer a function or constructor from a schema
 * @param value the stored value; callers leave out `null` and `undefined`
 */
export function deserialize(deserializer: Function, value: unknown): any {
  let isConstructor = knownConstructors.get(deserializer);
  if (isConstructor === undefined) {
    isConstructor = looksLikeConstructor(deserializer);
    if (!isConstructor && mayBeConstructor(deserializer)) {
      return callOrConstruct(deserializer, value);
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

function looksLikeConstructor(deserializer: Function): boolean {
  if (calledAsFunctions.has(deserializer)) return false;
  if (!mayBeConstructor(deserializer)) return false;
  return /^class\b/.test(Function.prototype.toString.call(deserializer)) ||
    // transpiled and native classes have members beyond `constructor`
    Object.getOwnPropertyNames(deserializer.prototype).length > 1 ||
    Object.getPrototypeOf(deserializer.prototype) !== Object.prototype;
}

/** Arrow functions, methods and most natives have no prototype. */
function mayBeConstructor(deserializer: Function): boolean {
  return !calledAsFunctions.has(deserializer) &&
    typeof deserializer.prototype === "object" &&
    deserializer.prototype !== null &&
    deserializer.prototype.constructor === deserializer;
}

/** A function with a bare prototype is called, unless it refuses to be. */
function callOrConstruct(deserializer: Function, value: unknown): unknown {
  try {
    const result = deserializer(value);
    knownConstructors.set(deserializer, false);
    return result;
  } catch (error) {
    if (!refusesCall(error)) throw error;
    knownConstructors.set(deserializer, true);
    return new (deserializer as new (value: unknown) => unknown)(value);
  }
}

function refusesCall(error: unknown): boolean {
  return error instanceof TypeError &&
    /class constructor|call a class as a function|requires 'new'|use (the )?'?new'?|illegal constructor/i
      .test(error.message);
}

/**
 * Says in the message of an error which field it comes from, and throws it on.
 *
 * @throws the error itself
 */
export function throwFromField(
  error: unknown,
  entityKey: string,
  field: string,
): never {
  const place = `${entityKey}.${field}: `;
  if (error instanceof Error && !error.message.startsWith(place)) {
    try {
      error.message = place + error.message;
    } catch {
      // a frozen error, or one whose message is computed, is thrown as it is
    }
  }
  throw error;
}
