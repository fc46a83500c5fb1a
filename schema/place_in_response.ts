import { pathText } from "./describe.ts";
import { SchemaError } from "./errors.ts";
import { isObject } from "./is_object.ts";

/** A value that an error has left on its way out, and its name in what is around it. */
interface LeftVisit {
  readonly error: unknown;
  readonly value: unknown;
  readonly key: unknown;
}

/** Finds where in a response errors are thrown. The response is searched when there is one. */
export class ErrorPlaces {
  readonly #response: unknown;
  /** Each object of the response. */
  #found: ReadonlyMap<unknown, string> | undefined;
  /** What was left last. */
  #left: LeftVisit | undefined;
  /** Errors whose place is known. */
  readonly #placed = new Set<unknown>();

  constructor(response: unknown) {
    this.#response = response;
  }

  /**
   * Notes that an error leaves a value. Its place, such as `data[1].home`, is
   * that of the first such value that the response has.
   *
   * @param value by default the response
   */
  leave(error: unknown, value: unknown = this.#response, key?: unknown): void {
    const inner = this.#left?.error === error ? this.#left : undefined;
    this.#left = { error, value, key };
    if (!isObject(error) || this.#placed.has(error)) return;
    try {
      this.#found ??= placesOfObjects(this.#response);
      const outer = this.#found.get(value);
      if (outer === undefined) return;
      this.#placed.add(error);
      const place = pathText(isMember(value, inner) ? [inner.key] : [], outer);
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

/** A value that is no object is found by its name in what is around it. */
function isMember(
  outer: unknown,
  inner: LeftVisit | undefined,
): inner is LeftVisit & { readonly key: string } {
  return isObject(outer) && typeof inner?.key === "string" &&
    Object.hasOwn(outer, inner.key) && Object.is(outer[inner.key], inner.value);
}
