import { setOwn } from "./own.ts";

/**
 * Makes a value that was already given away show what it turned out to be, so
 * that cycles through lists and maps close.
 *
 * @param given what was given away
 * @param final what it should have been
 * @returns `given`, or `final` if `given` cannot be made to show it
 */
export function adoptValue(given: unknown, final: unknown): unknown {
  if (given === final) return given;
  if (Array.isArray(given) && Array.isArray(final)) {
    given.length = final.length;
    for (let index = 0; index < final.length; index++) {
      given[index] = final[index];
    }
    return given;
  }
  return isObject(given) && isObject(final) &&
      Object.getPrototypeOf(given) === Object.getPrototypeOf(final)
    ? replaceMembers(given, final)
    : final;
}

/** The last list, if the new one has the same items. */
export function keepList(last: unknown, value: unknown): unknown {
  if (
    !Array.isArray(value) || !Array.isArray(last) ||
    value.length !== last.length
  ) return value;
  for (let index = 0; index < value.length; index++) {
    if (!Object.is(value[index], last[index])) return value;
  }
  return last;
}

function replaceMembers(
  given: Record<string, unknown>,
  final: Record<string, unknown>,
): object {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(final, name)) delete given[name];
  }
  for (const name of Object.keys(final)) setOwn(given, name, final[name]);
  return given;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
