import { definitionOf } from "./definition.ts";

/** What was derived from an endpoint, and from what it was. */
interface Derived {
  readonly endpoint: object;
  /** Own members of the original. */
  readonly own: ReadonlyMap<PropertyKey, PropertyDescriptor>;
  readonly values: readonly unknown[];
}

/**
 * Derives an endpoint unless the same was derived before, and the original is
 * still as it was then: members can be assigned to it at any time.
 *
 * @param original the endpoint to derive from
 * @param name tells apart what is derived from one endpoint
 * @param values what else the derivation depends on, as a class may compute it
 * @param derive makes the endpoint
 */
export function derivedOnce<E extends object>(
  original: E,
  name: string,
  values: readonly unknown[],
  derive: () => E,
): E {
  const { target, parent } = definitionOf(original);
  // endpoints of a request are not kept for long enough
  if (parent !== undefined) return derive();
  let known = derivedFrom.get(original);
  if (known === undefined) derivedFrom.set(original, known = new Map());
  const before = known.get(name);
  if (
    before !== undefined && hasOnly(target, before.own) &&
    values.every((value, index) => value === before.values[index])
  ) return before.endpoint as E;
  const own = new Map<PropertyKey, PropertyDescriptor>();
  for (const key of Reflect.ownKeys(target)) {
    own.set(key, Reflect.getOwnPropertyDescriptor(target, key)!);
  }
  const endpoint = derive();
  known.set(name, { endpoint, own, values });
  return endpoint;
}

const derivedFrom = new WeakMap<object, Map<string, Derived>>();

/** Whether an object has these own members and no others. */
function hasOnly(
  target: object,
  own: ReadonlyMap<PropertyKey, PropertyDescriptor>,
): boolean {
  const keys = Reflect.ownKeys(target);
  return keys.length === own.size && keys.every((key) => {
    const now = Reflect.getOwnPropertyDescriptor(target, key)!;
    const before = own.get(key);
    return before !== undefined && now.value === before.value &&
      now.get === before.get;
  });
}
