import { isDefault } from "./entity_defaults.ts";

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
