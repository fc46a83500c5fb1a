import { SchemaError } from "./errors.ts";
import { isObject } from "./is_object.ts";
import { pathText } from "./describe.ts";
import { SchemaValidationError } from "./standard_schema.ts";

/** A value that was being visited, and its name in what is around it. */
interface Visited {
  readonly value: unknown;
  readonly key: unknown;
}

/** What was being visited when an error was thrown, from the inside out. */
export class FailedVisit {
  readonly around: Visited[] = [];

  constructor(readonly error: unknown) {}
}

/** How an object of a response is reached. */
interface Way {
  readonly from: object;
  readonly name: string | number;
}

/** Tells where values are in a response. It is searched when that is first asked. */
export class Places {
  readonly #response: unknown;
  #ways: Map<object, Way | undefined> | undefined = undefined;

  constructor(response: unknown) {
    this.#response = response;
  }

  /**
   * Where the innermost value of a failed visit is, such as `data[1].home`;
   * `undefined` for the response as a whole.
   */
  of({ around }: FailedVisit): string | undefined {
    try {
      const ways = this.#ways ??= waysThrough(this.#response);
      let inner: Visited | undefined;
      for (const visited of [...around, { value: this.#response, key: "" }]) {
        const { value } = visited;
        if (isObject(value) && ways.has(value)) {
          const path = pathOf(value, ways);
          if (isMember(value, inner)) path.push(inner.key);
          return pathText(path) || undefined;
        }
        inner = visited;
      }
    } catch {
      // a getter or a proxy threw; the error at hand counts more
    }
    return undefined;
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

/** The shortest way to each object of a response. */
function waysThrough(response: unknown): Map<object, Way | undefined> {
  const ways = new Map<object, Way | undefined>();
  if (isObject(response)) ways.set(response, undefined);
  for (const from of ways.keys()) {
    for (const key of Object.keys(from)) {
      const member = (from as Record<string, unknown>)[key];
      if (!isObject(member) || ways.has(member)) continue;
      ways.set(member, { from, name: Array.isArray(from) ? Number(key) : key });
    }
  }
  return ways;
}

function pathOf(
  value: object,
  ways: ReadonlyMap<object, Way | undefined>,
): (string | number)[] {
  const path: (string | number)[] = [];
  for (let way = ways.get(value); way; way = ways.get(way.from)) {
    path.unshift(way.name);
  }
  return path;
}

/** A value that is no object is found by its name in what is around it. */
function isMember(
  outer: Record<string, unknown>,
  inner: Visited | undefined,
): inner is Visited & { readonly key: string } {
  return typeof inner?.key === "string" && Object.hasOwn(outer, inner.key) &&
    Object.is(outer[inner.key], inner.value);
}
