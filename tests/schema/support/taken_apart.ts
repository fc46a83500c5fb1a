// deno-lint-ignore-file no-explicit-any -- fields of every type
import type { KindShape } from "./random_schema.ts";
import type { Item, Nested } from "./random_steps.ts";

/** Fields in the order in which they are stored: those with a schema as the schema has them. */
const IN_ORDER = [
  "id",
  "name",
  "type",
  "one",
  "must",
  "many",
  "map",
  "crew",
  "pick",
  "value",
] as const;

/** Fields that refer to entities by primary keys. */
export const REFERENCES = ["one", "must", "many", "map"] as const;

/** A reference that says of which kind it is. */
export interface Picked {
  readonly kind: number;
  readonly id: string;
}

/** What a response brings: all occurrences of each entity as one, the last one wins. */
export interface TakenApart {
  readonly entities: ReadonlyMap<
    string,
    { kind: number; id: string; fields: Map<string, unknown> }
  >;
  /** Members of nested lists, by the name of the list. */
  readonly crews: ReadonlyMap<string, (string | null)[]>;
  /** Values that depend on the lens. */
  readonly cells: ReadonlyMap<
    string,
    { kind: number; id: string; value: unknown }
  >;
}

/** Normalizes a list by the simplest means. */
export function takeApart(
  shapes: readonly KindShape[],
  kind: number,
  items: readonly Item[],
): TakenApart {
  const entities = new Map();
  const cells = new Map();
  const crews = new Map();
  const visitNested = (kind: number, nested: Nested) =>
    typeof nested === "object" && nested !== null
      ? visit(kind, nested)
      : nested;
  const storedField = (kind: number, item: any, name: string): unknown => {
    const shape: any = shapes[kind]!;
    const value = item[name];
    switch (name) {
      case "one":
      case "must":
        return visitNested(shape[name], value);
      case "many":
        return value.map((one: Nested) => visitNested(shape.many, one));
      case "map":
        return Object.fromEntries(
          Object.entries(value as Record<string, Nested>)
            .map(([key, one]) => [key, visitNested(shape.map, one)])
            .filter(([, id]) => id !== null),
        );
      case "crew":
        crews.set(
          `${shape.crew} of ${kind}${item.id}`,
          value.map((one: Nested) => visitNested(shape.crew, one)),
        );
        return "list";
      case "pick":
        return value &&
          { kind: Number(value.type), id: visit(+value.type, value) };
      case "value":
        if (!shape.hasScalar) return value;
        cells.set(`${kind} ${item.id}`, { kind, id: item.id, value });
        return "marker";
      default:
        return value;
    }
  };
  const visit = (kind: number, item: Item): string => {
    const fields = new Map<string, unknown>();
    for (const name of IN_ORDER) {
      if (Object.hasOwn(item, name)) {
        fields.set(name, storedField(kind, item, name));
      }
    }
    const name = `${kind} ${item.id}`;
    const known = entities.get(name);
    if (known === undefined) {
      entities.set(name, { kind, id: item.id, fields });
    } else {
      for (const [field, value] of fields) known.fields.set(field, value);
    }
    return item.id;
  };
  for (const item of items) visit(kind, item);
  return { entities, crews, cells };
}
