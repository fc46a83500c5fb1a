import { SchemaError } from "./errors.ts";
import { pathText } from "./path_text.ts";
import { SchemaValidationError } from "./standard_schema.ts";
import { isObject } from "./is_object.ts";

/** What was being visited when an error was thrown, from the inside out. */
export class FailedVisit {
  /** What was thrown. */
  readonly error: unknown;
  readonly #around: { readonly value: unknown; readonly key: unknown }[] = [];

  constructor(error: unknown) {
    this.error = error;
  }

  /** Adds what the error left on its way out. */
  left(value: unknown, key: unknown): void {
    this.#around.push({ value, key });
  }

  /**
   * Where in a response the innermost of the values is, such as
   * `data[1].home`; `undefined` for the response as a whole.
   */
  placeIn(response: unknown): string | undefined {
    try {
      return this.#findIn(response);
    } catch {
      return undefined; // a getter or a proxy threw; the error at hand counts more
    }
  }

  #findIn(response: unknown): string | undefined {
    let inner: { readonly value: unknown; readonly key: unknown } | undefined;
    for (const left of this.#around) {
      if (isObject(left.value)) {
        const path = pathTo(response, left.value);
        if (path !== undefined) {
          return placeAt([...path, ...memberOf(left.value, inner)]);
        }
      }
      inner = left;
    }
    return placeAt(memberOf(response, inner));
  }
}

const places = new WeakMap<object, string>();

/** Notes where in a response an error was thrown. */
export function setErrorPlace(error: unknown, place: string | undefined): void {
  if (!isObject(error) || place === undefined) return;
  places.set(error, place);
  if (
    error instanceof SchemaError || error instanceof SchemaValidationError
  ) error.place = place;
}

/**
 * Where in a response an error was thrown, such as `data[1].home`; `undefined`
 * if it concerns the response as a whole, or none.
 */
export function errorPlace(error: unknown): string | undefined {
  return isObject(error) ? places.get(error) : undefined;
}

type Path = readonly (string | number)[];

/** A value that is no object is found by its name in what is around it. */
function memberOf(
  outer: unknown,
  inner: { readonly value: unknown; readonly key: unknown } | undefined,
): Path {
  return inner !== undefined && typeof inner.key === "string" &&
      isObject(outer) && Object.hasOwn(outer, inner.key) &&
      Object.is((outer as Record<string, unknown>)[inner.key], inner.value)
    ? [inner.key]
    : [];
}

/** The shortest way to an object in a response. */
function pathTo(response: unknown, wanted: object): Path | undefined {
  if (response === wanted) return [];
  if (!isObject(response)) return undefined;
  const ways = new Map<object, Path>([[response, []]]);
  for (const [object, path] of ways) {
    const isList = Array.isArray(object);
    for (const name of Object.keys(object)) {
      const member = (object as Record<string, unknown>)[name];
      if (!isObject(member) || ways.has(member)) continue;
      const way = [...path, isList ? Number(name) : name];
      if (member === wanted) return way;
      ways.set(member, way);
    }
  }
  return undefined;
}

function placeAt(path: Path): string | undefined {
  return pathText(path) || undefined;
}
