import { pathText } from "./describe.ts";
import { SchemaError } from "./errors.ts";
import { isObject } from "./is_object.ts";

/** Finds where in a response errors are thrown. The response is searched when there is one. */
export class ErrorPlaces {
  readonly #response: unknown;
  /** Each object of the response. */
  #found: ReadonlyMap<unknown, string> | undefined;

  constructor(response: unknown) {
    this.#response = response;
  }

  /**
   * Notes that an error leaves a value. Its place, such as `data[1].home`, is
   * that of the first such object that the response has.
   *
   * @param value by default the response
   */
  leave(error: unknown, value: unknown = this.#response): void {
    if (!isObject(error) || places.has(error)) return;
    try {
      this.#found ??= placesOfObjects(this.#response);
      const place = this.#found.get(value);
      if (place === undefined) return;
      places.set(error, place);
      if (error instanceof SchemaError && place) error.place = place;
    } catch {
      // a getter or a proxy threw; the error at hand counts more
    }
  }
}

const places = new WeakMap<object, string>();

/**
 * Where in a response an error was thrown, such as `data[1].home`; `undefined`
 * if it concerns the response as a whole, or none.
 */
export function errorPlace(error: unknown): string | undefined {
  return isObject(error) ? places.get(error) || undefined : undefined;
}

/** Each object of a response, by the shortest way. */
function placesOfObjects(response: unknown): Map<unknown, string> {
  const found = new Map([[response, ""]]);
  for (const [from, place] of found) {
    if (!isObject(from)) continue;
    for (const key of Object.keys(from)) {
      const member = from[key];
      if (!isObject(member) || found.has(member)) continue;
      found.set(member, pathText([Array.isArray(from) ? +key : key], place));
    }
  }
  return found;
}
