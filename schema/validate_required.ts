/**
 * Says which required field a value lacks. For `validate` of entities whose
 * lists bring only a part of the fields. A detail is then treated as missing
 * until a complete response was stored.
 *
 * @param processed a processed value or a row
 * @param requiredDefaults an object with the required fields, such as `this.defaults`
 * @returns a message naming the first field that is no own member of `processed`;
 * `undefined` if there is none
 *
 * @example
 * ```ts
 * import { Entity, validateRequired } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Ship extends Entity {
 *   id = "";
 *   log = "";
 *   nickname = "";
 *   static override key = "Ship";
 *   static override validate(processed: object): string | undefined {
 *     const { nickname: _optional, ...required } = this.defaults;
 *     return validateRequired(processed, required);
 *   }
 * }
 *
 * assertEquals(
 *   Ship.validate({ id: "7" }),
 *   'Missing the required field "log".',
 * );
 * ```
 */
export function validateRequired(
  processed: object,
  requiredDefaults: object,
): string | undefined {
  for (const name of Object.keys(requiredDefaults)) {
    if (!Object.hasOwn(processed, name)) {
      return `Missing the required field "${name}".`;
    }
  }
  return undefined;
}
