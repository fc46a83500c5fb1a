import { type Document, resolve, type Schema } from "./document.ts";
import { keyOf, type Names, pascal, singular } from "./names.ts";
import { bracketed, comment, typed } from "./print.ts";

/** An object with all that it has from others. */
export interface Shape {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: ReadonlySet<string>;
}

/** Types of TypeScript for schemas. */
export class Types {
  /** Classes of entities by the name of their schema. */
  readonly entities = new Map<string, string>();
  /** Declarations of what the types so far refer to, by name. */
  readonly declarations = new Map<string, string>();

  readonly #document: Document;
  readonly #names: Names;
  readonly #given = new Map<string, string>();

  /** @param names Gives the types their names. */
  constructor(document: Document, names: Names) {
    this.#document = document;
    this.#names = names;
  }

  /**
   * The schema of an object, below references and below `allOf` of one.
   *
   * @returns Its name too, if it is one of the schemas of the document.
   */
  innermost(schema: Schema): Schema & { readonly name?: string } {
    const { name, ...target } = resolve(this.#document, schema) as Schema & {
      name?: string;
    };
    const { allOf, properties } = target;
    return allOf?.length === 1 && properties === undefined
      ? this.innermost(allOf[0]!)
      : { ...target, ...name !== undefined && { name } };
  }

  /** The class of an entity, if the schema is one. */
  entityOf(schema: Schema): string | undefined {
    const { name } = this.innermost(schema);
    return name === undefined ? undefined : this.entities.get(name);
  }

  /** The schema of the members of a list. */
  itemsOf(schema: Schema): Schema | undefined {
    const { items } = this.innermost(schema);
    return items;
  }

  /** The properties of an object; undefined if it is none. */
  shapeOf(schema: Schema): Shape | undefined {
    const { allOf, properties, required = [] } = resolve(
      this.#document,
      schema,
    );
    const shapes = (allOf ?? []).map((part) => this.shapeOf(part));
    const known = shapes.filter((shape) => shape !== undefined);
    if (known.length === 0 && properties === undefined) return undefined;
    return {
      properties: Object.assign(
        {},
        ...known.map((shape) => shape.properties),
        properties,
      ),
      required: new Set([
        ...known.flatMap((shape) => [...shape.required]),
        ...required,
      ]),
    };
  }

  /** Whether a value may be null. */
  isNullable(schema: Schema): boolean {
    const { nullable, type, oneOf, anyOf, allOf, enum: values } = resolve(
      this.#document,
      schema,
    );
    return nullable === true || type === "null" ||
      Array.isArray(type) && type.includes("null") ||
      values?.includes(null) === true ||
      [...oneOf ?? [], ...anyOf ?? []].some((part) => this.isNullable(part)) ||
      allOf?.length === 1 && this.isNullable(allOf[0]!);
  }

  /** The type of a value that is not null. */
  typeOf(schema: Schema, indent = 0): string {
    const entity = this.entityOf(schema);
    if (entity !== undefined) return entity;
    const { name, ...target } = resolve(this.#document, schema) as Schema & {
      name?: string;
    };
    const { allOf } = target;
    if (allOf?.length === 1 && !target.properties && !target.required) {
      return this.typeOf(allOf[0]!, indent);
    }
    const isWorthAName = name !== undefined &&
      (target.enum !== undefined || this.shapeOf(schema) !== undefined);
    return isWorthAName
      ? this.#declared(name, target)
      : this.#written(target, indent);
  }

  /** The type of a value, with null if it may be that. */
  nullableTypeOf(schema: Schema, indent = 0): string {
    const type = this.typeOf(schema, indent);
    return this.isNullable(schema) && !/\bnull$/.test(type) &&
        type !== "unknown"
      ? `${type} | null`
      : type;
  }

  /** Something of a type: `before` ends before the type begins. */
  typed(
    before: string,
    schema: Schema,
    { indent = 0, after = "" } = {},
  ): string {
    this.#taken = before.length + after.trimEnd().length + 1;
    const type = this.nullableTypeOf(schema, indent);
    this.#taken = 0;
    return typed(before, type, { indent, after });
  }

  /** Characters that stand in a line beside the type that is written next. */
  #taken = 0;

  #members({ properties, required }: Shape, indent: number): string[] {
    return Object.entries(properties).map(([key, value]) =>
      this.typed(`${keyOf(key)}${required.has(key) ? "" : "?"}:`, value, {
        indent: indent + 2,
        after: ";",
      }).slice(0, -1)
    );
  }

  /** Gives an object that has no name one; other schemas stay as they are. */
  named(schema: Schema, name: string): Schema & { readonly name?: string } {
    const { name: known, ...target } = resolve(this.#document, schema) as
      & Schema
      & { name?: string };
    if (target.items) {
      const item = known === undefined ? `${name}Item` : singular(known);
      return { ...target, items: this.named(target.items, item) };
    }
    const shape = this.shapeOf(target);
    if (
      known !== undefined || !shape || this.entityOf(schema) ||
      Object.keys(shape.properties).length === 0
    ) return schema;
    let free = name;
    while (this.#document.components?.schemas?.[free]) free += "Value";
    return { ...target, name: free };
  }

  /** The name of a type, which is declared if it is not yet. */
  #declared(name: string, schema: Schema): string {
    const given = this.#given.get(name);
    if (given !== undefined) return given;
    const type = this.#names.take(pascal(name), `${pascal(name)}Value`);
    this.#given.set(name, type);
    // its place is before what it refers to
    this.declarations.set(type, "");
    const shape = this.shapeOf(schema);
    this.declarations.set(
      type,
      comment(schema.description) +
        (shape === undefined
          ? typed(`export type ${type} =`, this.#written(schema, 0), {
            after: ";\n",
          })
          : this.#interface(type, shape)),
    );
    return type;
  }

  #interface(type: string, { properties, required }: Shape): string {
    const members = Object.entries(properties).map(([key, value]) => {
      const { description } = resolve(this.#document, value);
      const before = `${keyOf(key)}${required.has(key) ? "" : "?"}:`;
      return `${comment(description, 2)}  ${
        this.typed(before, value, { indent: 2, after: ";\n" })
      }`;
    });
    return `export interface ${type} {\n${members.join("")}}\n`;
  }

  #written(schema: Schema, indent: number): string {
    const { type, items, additionalProperties, allOf } = schema;
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return this.#literals(schema.enum);
    const shape = this.shapeOf(schema);
    if (shape && Object.keys(shape.properties).length > 0) {
      const taken = this.#taken;
      return bracketed("", ["{", "}"], this.#members(shape, indent), {
        indent,
        separator: ";",
        taken,
      });
    }
    const alternatives = schema.oneOf ?? schema.anyOf;
    if (alternatives) return this.#alternatives(alternatives, indent);
    if (allOf && allOf.length > 0) {
      const parts = allOf.map((part) => this.typeOf(part, indent));
      return [...new Set(parts)].filter((part) => part !== "unknown")
        .join(" & ") || "unknown";
    }
    if (Array.isArray(type)) {
      const parts = type.filter((type) => type !== "null")
        .map((type) => this.#written({ ...schema, type }, indent));
      return [...new Set(parts)].join(" | ") || "null";
    }
    switch (type) {
      case "string":
        return schema.format === "binary" ? "Blob" : "string";
      case "integer":
      case "number":
        return "number";
      case "boolean":
        return "boolean";
      case "null":
        return "null";
      case "array": {
        const item = items ? this.nullableTypeOf(items, indent) : "unknown";
        return / [|&] /.test(item.replace(/\{[^]*\}/g, ""))
          ? `(${item})[]`
          : `${item}[]`;
      }
      case "object": {
        const value = typeof additionalProperties === "object"
          ? this.nullableTypeOf(additionalProperties, indent)
          : "unknown";
        return `Record<string, ${value}>`;
      }
      default:
        return "unknown";
    }
  }

  #literals(values: readonly unknown[]): string {
    const literals = values.filter((value) => value !== null)
      .map((value) => JSON.stringify(value));
    return [...new Set(literals)].join(" | ") || "null";
  }

  /** A server that sends either an entity or its primary key is taken to send the key. */
  #alternatives(parts: readonly Schema[], indent: number): string {
    const isKey = (part: Schema) =>
      /^(?:string|integer|number)$/.test(
        String(this.innermost(part).type ?? ""),
      );
    const wanted = parts.some(isKey)
      ? parts.filter((part) =>
        this.entityOf(part) === undefined &&
        this.entityOf(this.itemsOf(part) ?? {}) === undefined
      )
      : parts;
    const types = wanted.filter((part) => this.innermost(part).type !== "null")
      .map((part) => this.typeOf(part, indent));
    const known = [...new Set(types)];
    return known.includes("unknown") ? "unknown" : known.join(" | ") || "null";
  }
}

/** The name of a class for a schema. */
export function classNameOf(
  { name, title }: { name?: string; title?: string },
  path: string,
): string {
  const last = path.split("/").filter((part) => part && !part.startsWith("{"))
    .at(-1);
  const text = name ?? title ?? last ?? "Value";
  return pascal(
    singular(
      text.replace(/[_-]?(?:content|response|body|schema|dto)$/i, "") || text,
    ),
  );
}
