import { pathText } from "./describe.ts";
import { SchemaError } from "./errors.ts";
import { isObject } from "./is_object.ts";

/** A value that was being visited, and its name in what is around it. */
interface Visited {
  readonly value: unknown;
  readonly key: unknown;
}

/** What was being visited when an error was thrown, from the inside out. */
export interface FailedVisit {
  readonly error: unknown;
  readonly around: Visited[];
}

/**
 * Tells where in a response the innermost value of a failed visit is, such as
 * `data[1].home`; `undefined` for the response as a whole. The response is
 * searched when that is first asked.
 */
export function placesIn(
  response: unknown,
): (failed: FailedVisit) => string | undefined {
  let places: Map<unknown, string> | undefined;
  return ({ around }) => {
    try {
      places ??= placesOfObjects(response);
      let inner: Visited | undefined;
      for (const visited of [...around, { value: response, key: "" }]) {
        const { value } = visited;
        const place = places.get(value);
        if (place !== undefined) {
          return pathText(isMember(value, inner) ? [inner.key] : [], place) ||
            undefined;
        }
        inner = visited;
      }
    } catch {
      // a getter or a proxy threw; the error at hand counts more
    }
    return undefined;
  };
}

const places = new WeakMap<object, string>();

/** Notes where in a response an error was thrown. */
export function setErrorPlace(error: unknown, place: string | undefined): void {
  if (!isObject(error) || place === undefined) return;
  places.set(error, place);
  if (error instanceof SchemaError) error.place = place;
}

/**
 * Where in a response an error was thrown, such as `data[1].home`; `undefined`
 * if it concerns the response as a whole, or none.
 */
export function errorPlace(error: unknown): string | undefined {
  return isObject(error) ? places.get(error) : undefined;
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

/** A value that is no object is found by its name in what is around it. */
function isMember(
  outer: unknown,
  inner: Visited | undefined,
): inner is Visited & { readonly key: string } {
  return isObject(outer) && typeof inner?.key === "string" &&
    Object.hasOwn(outer, inner.key) && Object.is(outer[inner.key], inner.value);
}
