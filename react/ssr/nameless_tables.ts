import type { State } from "../../controller/mod.ts";
import { isDevelopment } from "../../schema/engine.ts";
import { isEntity } from "../../schema/mod.ts";

/** Classes about which there was a message; one is enough. */
const reported = new WeakSet<object>();

/**
 * Warns, in development and once for each class, where a table of a state has
 * no name but that of the class, which a minifier changes.
 *
 * @param state What goes to a client.
 * @param schemas Schemas of what is in it.
 */
export function warnOfNamelessTables(
  state: State,
  schemas: Iterable<unknown>,
): void {
  if (!isDevelopment()) return;
  for (const entity of entitiesIn([...schemas], new Set())) {
    const { key } = entity;
    const isNamedByClass = Reflect.get(entity, "key", { name: probe }) ===
      probe;
    if (!isNamedByClass || reported.has(entity)) continue;
    if (state.getEntities(key) === undefined) continue;
    reported.add(entity);
    console.warn(
      `The client may not find the data of ${key}: its class has no \`static key\`, ` +
        `and a minifier may give it another name there. Write \`static override key = "${key}"\` into the class.`,
    );
  }
}

const probe = "NameOfNoClass";

interface EntityClass {
  readonly key: string;
  readonly schema?: unknown;
}

function* entitiesIn(
  schema: unknown,
  seen: Set<unknown>,
): Generator<EntityClass> {
  const hasMembers = typeof schema === "object" || isEntity(schema);
  if (!hasMembers || schema === null || seen.has(schema)) return;
  seen.add(schema);
  if (isEntity(schema)) yield schema as EntityClass;
  const { schema: inner } = schema as Partial<EntityClass>;
  const members = isEntity(schema) || "schema" in (schema as object)
    ? [inner]
    : Object.values(schema as object);
  for (const member of members) yield* entitiesIn(member, seen);
}
