/**
 * The table key that a value of `pk()` stands for; `undefined` if it cannot be
 * one: nothing, an empty text, `NaN`, an object, or the text `undefined`, which
 * is what a template literal makes of a missing field.
 *
 * @param found what `pk()` returned
 */
export function usablePk(found: unknown): string | undefined {
  switch (typeof found) {
    case "string":
      return found === "" || found === "undefined" ? undefined : found;
    case "number":
      return Number.isNaN(found) ? undefined : String(found);
    case "bigint":
    case "boolean":
      return String(found);
    default:
      return undefined;
  }
}
