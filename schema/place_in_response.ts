import { pathText } from "./describe.ts";
import { SchemaError } from "./errors.ts";
import { isObject } from "./is_object.ts";

const places = new WeakMap<object, string>();

/**
 * Where in a response an error was thrown, such as `data[1].home`; `undefined`
 * if it concerns the response as a whole, or none.
 */
export function errorPlace(error: unknown): string | undefined {
  return isObject(error) ? places.get(error) || undefined : undefined;
}

/** Notes where in a response an error was thrown, if that is known. */
export function notePlace(error: unknown, place: string | undefined): void {
  if (!isObject(error) || place === undefined) return;
  places.set(error, place);
  if (error instanceof SchemaError && place) error.place = place;
}

/** Each object of a response, by the shortest way. */
export function placesIn(response: unknown): ReadonlyMap<unknown, string> {
  const found = new Map([[response, ""]]);
  try {
    for (const [from, place] of found) {
      if (!isObject(from)) continue;
      for (const key of Object.keys(from)) {
        const member = from[key];
        if (!isObject(member) || found.has(member)) continue;
        found.set(member, pathText([Array.isArray(from) ? +key : key], place));
      }
    }
  } catch {
    // a getter or a proxy threw; the error at hand counts more
  }
  return found;
}
