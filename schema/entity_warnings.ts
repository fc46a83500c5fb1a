import { isDefault } from "./entity_defaults.ts";
import { isNear } from "./near_name.ts";

/** A class that has rows in a table. */
interface EntityClass {
  readonly key: string;
  readonly name: string;
}

/** Classes that were reported, by whichever store met them first. */
const reported = new WeakSet<object>();

/**
 * Warns of a class whose key is that of another one it has nothing to do with:
 * both read and write the same rows. Classes that extend each other, or a base
 * of the application, share their key on purpose.
 *
 * @param entity the class that was met now
 * @param other the class with this key that was met first
 */
export function warnOfSharedKey(entity: EntityClass, other: EntityClass): void {
  const related = new Set(lineOf(other));
  if (
    reported.has(entity) || lineOf(entity).some((base) => related.has(base))
  ) return;
  reported.add(entity);
  console.warn(
    `Two classes, ${other.name} and ${entity.name}, have the key ` +
      `"${entity.key}", so each reads what the other stores. Give one of them ` +
      `another \`static key\`; if both describe the same rows, let one extend ` +
      `the other. (Right after a hot reload, the first may be the class from before.)`,
  );
}

/** A class and all that it extends, without the library's own. */
function lineOf(entity: object): object[] {
  const line: object[] = [];
  for (
    let base = entity;
    typeof base === "function" && base !== Function.prototype &&
    !isDefault(base);
    base = Object.getPrototypeOf(base)
  ) line.push(base);
  return line;
}

/** Warns of a member of `static schema` that the class has no field for, such as a misspelled one. */
export function warnOfMissingField(
  entity: { readonly key: string; readonly defaults?: object },
  name: string,
): void {
  const { defaults } = entity;
  // entities that are no classes have none
  if (defaults === undefined || name in defaults) return;
  const meant = Object.keys(defaults).find((field) => isNear(name, field));
  console.warn(
    `${entity.key}.schema has a member "${name}", but the class has no such ` +
      `field. ${
        meant
          ? `Did you mean "${meant}"?`
          : "Give the class a field with a default."
      }`,
  );
}
