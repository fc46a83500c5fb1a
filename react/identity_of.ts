const identities = new WeakMap<object, number>();
let last = 0;

/** A number that tells objects apart; values that are not objects give themselves. */
export function identityOf(value: unknown): unknown {
  if (
    (typeof value !== "object" || value === null) && typeof value !== "function"
  ) {
    return value;
  }
  let identity = identities.get(value);
  if (identity === undefined) identities.set(value, identity = ++last);
  return identity;
}
