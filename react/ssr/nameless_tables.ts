import type { State } from "../../controller/mod.ts";
import { isEntity } from "../../schema/mod.ts";

/** Tables named by a class, of the states in which there are any. */
const namelessTables = new WeakMap<State, readonly string[]>();

/** Classes about which there was a message; one is enough. */
const reported = new WeakSet<object>();

/**
 * Finds the tables of a state whose name is nothing but the name of a class,
 * which a minifier changes.
 *
 * @param state The state that goes to the client.
 * @param schemas Schemas of what is in it.
 */
export function noteNamelessTables(
  state: State,
  schemas: Iterable<unknown>,
): void {
  const found = [...namelessClasses(schemas)]
    .filter(({ key }) => state.getEntities(key) !== undefined);
  if (found.length === 0) return;
  namelessTables.set(state, found.map(({ key }) => key));
  const news = found.filter((entity) => !reported.has(entity));
  if (news.length === 0) return;
  for (const entity of news) reported.add(entity);
  console.warn(
    `The client may not find the data of ${
      news.map(({ key }) => key).join(", ")
    }: its class has no \`static key\`, and a minifier may give it another name there. ` +
      `Write \`static override key = "${news[0]!.key}"\` into the class.`,
  );
}

/** Tables of a state that are named by a class, as far as {@linkcode noteNamelessTables} found any. */
export function namelessTablesOf(state: unknown): readonly string[] {
  return namelessTables.get(state as State) ?? [];
}

type NamelessClass = { readonly key: string };

function namelessClasses(schemas: Iterable<unknown>): Set<NamelessClass> {
  const found = new Set<NamelessClass>();
  const seen = new Set<unknown>();
  const visit = (schema: unknown): void => {
    const isObject = typeof schema === "object" || typeof schema === "function";
    if (!isObject || schema === null || seen.has(schema)) return;
    seen.add(schema);
    if (typeof schema === "function") {
      if (!isEntity(schema)) return;
      if (isNamedByClass(schema)) found.add(schema);
      visit((schema as { schema?: unknown }).schema);
    } else if ("schema" in schema) visit(schema.schema);
    else for (const member of Object.values(schema)) visit(member);
  };
  for (const schema of schemas) visit(schema);
  return found;
}

/** Whether the key of a class is computed from its name. */
function isNamedByClass(entity: object): boolean {
  for (
    let owner: object | null = entity;
    owner !== null;
    owner = Object.getPrototypeOf(owner)
  ) {
    const property = Object.getOwnPropertyDescriptor(owner, "key");
    if (property === undefined) continue;
    return property.get?.call({ name: probe }) === probe;
  }
  return false;
}

const probe = "NameOfNoClass";
