import type { PlannedEntity } from "./entity_types.ts";
import { isDefault } from "./own.ts";
import { missingFieldSchema } from "./errors.ts";
import { isNear } from "./near_name.ts";

/** A class that has rows in a table. */
export interface EntityClass {
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
 * @param schema what was met now
 * @param met the first class of each key that was met; added to
 */
export function warnOfSharedKey(
  schema: unknown,
  met: Map<string, EntityClass>,
): void {
  // collections of one row are many objects, for many endpoints
  if (typeof schema !== "function") return;
  const entity = schema as unknown as EntityClass;
  const { key, name } = entity;
  const other = met.get(key);
  if (other === undefined) {
    met.set(key, entity);
    return;
  }
  const related = new Set(lineOf(other));
  if (
    reported.has(entity) || lineOf(entity).some((base) => related.has(base))
  ) return;
  reported.add(entity);
  console.warn(
    `Two classes, ${other.name} and ${name}, have the key ` +
      `"${key}", so each reads what the other stores. Give one of them ` +
      `another \`static key\`; if both describe the same rows, let one extend ` +
      `the other. (After a hot reload, the first may be the old class.)`,
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

/** Warns of members of `static schema` that are not there yet, or that the class has no field for. */
export function warnOfFields(entity: PlannedEntity): void {
  const { key, schema, defaults } = entity;
  for (const [name, field] of Object.entries(schema ?? {})) {
    const isMissing = field === undefined ||
      Array.isArray(field) && field.length === 1 && field[0] === undefined;
    if (isMissing) console.warn(missingFieldSchema(`${key}.${name}`, key));
    // entities that are no classes have none
    if (defaults === undefined || name in defaults) continue;
    const meant = Object.keys(defaults).find((other) => isNear(name, other));
    console.warn(
      `${key}.schema has a member "${name}", but the class has no such ` +
        `field. ${
          meant
            ? `Did you mean "${meant}"?`
            : "Give the class a field with a default."
        }`,
    );
  }
}
