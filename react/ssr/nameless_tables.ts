import type { State } from "../../controller/mod.ts";
import { isDevelopment } from "../../schema/engine.ts";
import { isEntity } from "../../schema/mod.ts";

/** What is in the states of stores whose requests are known. */
const schemasOfStates = new WeakMap<State, Iterable<unknown>>();

/** Classes about which there was a message; one is enough. */
const reported = new WeakSet<object>();

/**
 * Remembers what a state is made of, for when it goes to a client.
 *
 * @param state The state.
 * @param schemas Schemas of what is in it.
 */
export function noteSchemas(state: State, schemas: Iterable<unknown>): void {
  schemasOfStates.set(state, schemas);
}

/**
 * The tables of a state whose name is nothing but the name of a class, which a
 * minifier changes. In development there is a message about each class, once.
 */
export function namelessTablesOf(state: State): string[] {
  const found = [...namelessClasses(schemasOfStates.get(state) ?? [])]
    .filter(({ key }) => state.getEntities(key) !== undefined);
  if (isDevelopment()) report(found);
  return found.map(({ key }) => key);
}

function report(found: readonly NamelessClass[]): void {
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
