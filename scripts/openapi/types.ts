import {
  type Document,
  partsOf,
  resolve,
  type Resolved,
  type Schema,
} from "./document.ts";
import {
  camel,
  isSameName,
  keyOf,
  type Names,
  ownKeyOf,
  pascal,
  singular,
} from "./names.ts";
import { comment, typed } from "./print.ts";

/** An object with all that it has from others. */
export interface Shape {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: ReadonlySet<string>;
}

/**
 * Where a value is:
 *
 * - `read`: read from the cache, where entities are instances and times are a `Date`
 * - `data`: as it is answered, where no schema reaches it
 * - `body`: as it is sent
 */
export type Form = "read" | "data" | "body";

const anything: Resolved<Schema> = { target: {}, pointer: undefined };

/** A constant that holds a schema of the client. */
interface Constant {
  readonly name: string;
  text: string | undefined;
}

/** Types of TypeScript and schemas of the client, for schemas of a document. */
export class Types {
  /** Classes of entities by where their schemas are. */
  readonly entities = new Map<string, string>();
  /** Declarations of what the types so far refer to, by name. */
  readonly declarations = new Map<string, string>();
  /** Constants that the schemas so far refer to, by where their schemas are. */
  readonly constants = new Map<string, Constant>();
  /** Where the schemas are that answers have. */
  readonly answered = new Set<string>();

  readonly #document: Document;
  readonly #names: Names;
  readonly #report: (reason: string) => void;
  readonly #broken = new Set<Schema>();
  readonly #twins = new Map<string, string>();
  readonly #given = new Map<string, string>();
  readonly #converted = new Map<Schema, boolean>();
  readonly #recursive = new Map<string, boolean>();

  /**
   * @param names Gives the types their names.
   * @param report Told of references that lead nowhere.
   */
  constructor(
    document: Document,
    names: Names,
    report: (reason: string) => void,
  ) {
    this.#document = document;
    this.#names = names;
    this.#report = report;
  }

  /** What a schema is below references; anything, if they lead nowhere. */
  at(schema: Schema): Resolved<Schema> {
    // `true` and an empty line of YAML are schemas, too
    if (typeof schema !== "object" || schema === null) return anything;
    if (this.#broken.has(schema)) return anything;
    try {
      const found = resolve(this.#document, schema);
      if (typeof found.target !== "object") return anything;
      const { pointer } = found;
      return pointer === undefined
        ? found
        : { ...found, pointer: this.#twinOf(pointer, found.target) };
    } catch (error) {
      this.#broken.add(schema);
      this.#report((error as Error).message);
      return anything;
    }
  }

  /** `user` for `nullable-user`, where that is the same but for null. */
  #twinOf(pointer: string, target: Schema): string {
    let twin = this.#twins.get(pointer);
    if (twin === undefined) {
      twin = pointer.replace(/(?<=\/)nullable[-_]?(?=[^/]+$)/i, "");
      const schemas = this.#document.components?.schemas ?? {};
      const other = twin === pointer
        ? undefined
        : schemas[partsOf(twin).at(-1)!];
      const fields = ({ properties, required }: Schema) =>
        JSON.stringify([properties, required]);
      if (!other || !target.properties || fields(other) !== fields(target)) {
        twin = pointer;
      }
      this.#twins.set(pointer, twin);
    }
    return twin;
  }

  /** The schema below references, below `allOf` of one, and beside null. */
  innermost(schema: Schema, seen = new Set<Schema>()): Resolved<Schema> {
    const { target, pointer } = this.at(schema);
    if (seen.has(target)) return { target, pointer };
    seen.add(target);
    const { allOf, properties } = target;
    const alternatives = this.#alternatives(target);
    const only = properties !== undefined
      ? undefined
      : alternatives === undefined
      ? allOf?.length === 1 ? allOf[0] : undefined
      : alternatives.length === 1 && !allOf
      ? alternatives[0]
      : undefined;
    if (only === undefined) return { target, pointer };
    const inner = this.innermost(only, seen);
    // a copy that is only described otherwise keeps its own name
    return inner.pointer === undefined ? { ...inner, pointer } : inner;
  }

  /** The class of an entity, if the schema is one. */
  entityOf(schema: Schema): string | undefined {
    const { pointer } = this.innermost(schema);
    return pointer === undefined ? undefined : this.entities.get(pointer);
  }

  /** The schema of the members of a list. */
  itemsOf(schema: Schema): Schema | undefined {
    return this.innermost(schema).target.items;
  }

  /** The properties of an object; undefined if it is none. */
  shapeOf(schema: Schema, seen = new Set<Schema>()): Shape | undefined {
    const { target } = this.at(schema);
    if (seen.has(target)) return undefined;
    const inside = new Set(seen).add(target);
    const { allOf, properties, required = [] } = target;
    const only = properties ?? allOf ? undefined : this.#alternatives(target);
    const parts = allOf ?? (only?.length === 1 ? only : []);
    const known = parts.map((part) => this.shapeOf(part, inside))
      .filter((shape) => shape !== undefined);
    if (known.length === 0 && properties === undefined) return undefined;
    // some parts only say what others have to have
    const demanded = parts.flatMap((part) =>
      this.at(part).target.required ?? []
    );
    return {
      properties: Object.fromEntries(
        [...known.map((shape) => shape.properties), properties ?? {}]
          .flatMap((properties) => Object.entries(properties)),
      ),
      required: new Set([
        ...known.flatMap((shape) => [...shape.required]),
        ...demanded,
        ...required,
      ]),
    };
  }

  /** The properties that a value has in a place. */
  shapeIn(schema: Schema, form: Form): Shape | undefined {
    const shape = this.shapeOf(schema);
    return shape && {
      ...shape,
      properties: Object.fromEntries(
        Object.entries(shape.properties).filter(([, property]) =>
          !this.#isMarked(property, form === "body" ? "readOnly" : "writeOnly")
        ),
      ),
    };
  }

  /** Whether a value may be null. */
  isNullable(schema: Schema, seen = new Set<Schema>()): boolean {
    const { target } = this.at(schema);
    if (seen.has(target)) return false;
    seen.add(target);
    const { nullable, type, oneOf, anyOf, allOf, enum: values } = target;
    return nullable === true || isNull(target) ||
      Array.isArray(type) && type.includes("null") ||
      values?.includes(null) === true ||
      [...oneOf ?? [], ...anyOf ?? []].some((part) =>
        this.isNullable(part, seen)
      ) ||
      allOf?.length === 1 && this.isNullable(allOf[0]!, seen);
  }

  /** Whether a value is a time, which becomes a `Date`. */
  isTime(schema: Schema): boolean {
    const { type, format } = this.innermost(schema).target;
    return format === "date-time" &&
      (type === "string" || Array.isArray(type) && type.includes("string"));
  }

  /** All schemas that are in one, itself and what it refers to included. */
  *within(
    schema: Schema,
    seen = new Set<Schema>(),
  ): Generator<Resolved<Schema>> {
    const { target, pointer } = this.at(schema);
    if (seen.has(target)) return;
    seen.add(target);
    yield { target, pointer };
    for (const part of partsIn(target)) yield* this.within(part, seen);
  }

  /** Whether reading makes something else of a value: entities, or times. */
  isConverted(schema: Schema, seen = new Set<Schema>()): boolean {
    const { target, pointer } = this.innermost(schema);
    if (pointer !== undefined && this.entities.has(pointer)) return true;
    const known = this.#converted.get(target);
    if (known !== undefined) return known;
    const isFirst = seen.size === 0;
    if (seen.has(target)) return false;
    seen.add(target);
    const is = this.isTime(target) ||
      this.#unionOf(target) !== undefined ||
      (this.#membersOf(target) ?? []).some((part) =>
        this.isConverted(part, seen)
      );
    // what was asked on the way does not know all of a circle
    if (is || isFirst) this.#converted.set(target, is);
    return is;
  }

  /** Schemas of what is in a value and is converted in its place. */
  #membersOf(target: Schema): readonly Schema[] | undefined {
    const shape = this.shapeIn(target, "read");
    if (shape && Object.keys(shape.properties).length > 0) {
      return Object.values(shape.properties);
    }
    if (this.#alternatives(target)) return undefined;
    if (target.items) return [target.items];
    return typeof target.additionalProperties === "object"
      ? [target.additionalProperties]
      : undefined;
  }

  /** The schema of the client; undefined where a value stays as it is. */
  schemaOf(schema: Schema): string | undefined {
    if (!this.isConverted(schema)) return undefined;
    const { target, pointer } = this.innermost(schema);
    const entity = this.entityOf(schema);
    if (entity !== undefined) return entity;
    if (this.isTime(target)) return "toDate";
    const union = this.#unionOf(target);
    if (union) {
      const kinds = union.members
        .map(([value, name]) => `${ownKeyOf(value)}: ${name}`);
      return `new Union({ ${kinds.join(", ")} }, ${
        JSON.stringify(union.attribute)
      })`;
    }
    const shape = this.shapeIn(target, "read");
    if (shape && Object.keys(shape.properties).length > 0) {
      return pointer === undefined
        ? this.#objectSchema(shape)
        : this.#constantSchema(pointer, shape);
    }
    return target.items
      ? `[${this.schemaOf(target.items)}]`
      : `new Values(${this.schemaOf(target.additionalProperties as Schema)})`;
  }

  /** `name: schema` of those properties that are converted. */
  schemaMembers({ properties }: Shape): string[] {
    return Object.entries(properties).flatMap(([key, property]) => {
      const schema = this.schemaOf(property);
      return schema === undefined ? [] : [`${ownKeyOf(key)}: ${schema}`];
    });
  }

  #objectSchema(shape: Shape): string {
    return `{ ${this.schemaMembers(shape).join(", ")} }`;
  }

  /** What is short is written where it is used. */
  #constantSchema(pointer: string, shape: Shape): string {
    let constant = this.constants.get(pointer);
    if (constant === undefined) {
      if (!this.#isRecursive(pointer, true)) {
        const text = this.#objectSchema(shape);
        if (text.length <= 40) return text;
      }
      const name = this.#names.take(camel(`${nameOf(pointer)} schema`));
      constant = { name, text: undefined };
      this.constants.set(pointer, constant);
      constant.text = this.#objectSchema(shape);
    }
    return constant.name;
  }

  /** The entities that a value is one of, and the member that says which. */
  #unionOf(target: Schema): {
    readonly attribute: string;
    readonly members: readonly (readonly [value: string, name: string])[];
  } | undefined {
    const parts = this.#alternatives(target);
    if (!parts || parts.length < 2) return undefined;
    const classes = parts.map((part) => this.entityOf(part));
    if (classes.includes(undefined)) return undefined;
    const { discriminator } = target;
    const shapes = parts.map((part) => this.shapeOf(part)!);
    const attribute = discriminator?.propertyName ??
      Object.keys(shapes[0]!.properties).find((name) =>
        shapes.every(({ properties }) =>
          Object.hasOwn(properties, name) &&
          this.#onlyValues(properties[name]!) !== undefined
        )
      );
    if (attribute === undefined) return undefined;
    if (
      !shapes.every(({ properties }) => Object.hasOwn(properties, attribute))
    ) {
      return undefined;
    }
    const mapping = Object.entries(discriminator?.mapping ?? {});
    const members = parts.flatMap((part, index) => {
      const { pointer } = this.innermost(part);
      const mapped = mapping.filter(([, to]) =>
        to === pointer || `#/components/schemas/${to}` === pointer
      ).map(([value]) => value);
      const values = mapped.length > 0
        ? mapped
        : this.#onlyValues(shapes[index]!.properties[attribute]!) ??
          [nameOf(pointer!)];
      return values.map((value) => [value, classes[index]!] as const);
    });
    const values = new Set(members.map(([value]) => value));
    return values.size === members.length ? { attribute, members } : undefined;
  }

  #onlyValues(schema: Schema): string[] | undefined {
    const { const: only, enum: values } = this.innermost(schema).target;
    const all = only !== undefined ? [only] : values;
    return all?.length && all.every((value) => typeof value === "string")
      ? all as string[]
      : undefined;
  }

  /** The type of a value that is not null. */
  typeOf(schema: Schema, form: Form): string {
    if (form === "read") {
      const entity = this.entityOf(schema);
      if (entity !== undefined) return entity;
    }
    const { target, pointer } = this.at(schema);
    const parts = target.allOf ?? this.#alternatives(target);
    if (
      parts?.length === 1 && !target.properties && !target.required &&
      !target.enum && this.innermost(schema).target !== target
    ) {
      return this.typeOf(parts[0]!, form);
    }
    if (pointer === undefined) return this.#written(target, form);
    const isWorthAName = target.enum !== undefined ||
      this.shapeOf(target) !== undefined || this.#isRecursive(pointer);
    const hasName = this.#given.has(
      `${this.#formOf(pointer, target, form)} ${pointer}`,
    );
    if (isWorthAName || hasName) return this.#declared(pointer, target, form);
    const written = this.#written(target, form);
    return written.length > long
      ? this.#declared(pointer, target, form)
      : written;
  }

  /** The type of a value, with null if it may be that. */
  nullableTypeOf(schema: Schema, form: Form): string {
    const type = this.typeOf(schema, form);
    return this.isNullable(schema) && !/\bnull$/.test(type) &&
        type !== "unknown"
      ? `${type} | null`
      : type;
  }

  /** The type of a value; an object without a name gets the first of some that is free. */
  namedTypeOf(
    schema: Schema,
    form: Form,
    name: string,
    otherName = `${name}Value`,
  ): string {
    const { target, pointer } = this.innermost(schema);
    const known = pointer === undefined ? undefined : nameOf(pointer);
    const shape = this.shapeIn(target, form);
    const isObject = shape && Object.keys(shape.properties).length > 0;
    let type: string;
    const isRecursive = pointer !== undefined && this.#isRecursive(pointer);
    if (target.items && !target.enum && !isRecursive) {
      type = listOf(this.namedTypeOf(
        target.items,
        form,
        known === undefined ? `${name}Item` : singular(known),
      ));
    } else if (pointer === undefined && isObject) {
      type = this.#names.take(pascal(name), pascal(otherName));
      this.#declare(type, target, form);
    } else {
      type = this.typeOf(schema, form);
      if (type.length > long && !/^\w+$/.test(type)) {
        type = this.#names.take(pascal(name), pascal(otherName));
        this.#declare(type, target, form);
      }
    }
    return this.isNullable(schema) && type !== "unknown" &&
        !/\bnull$/.test(type)
      ? `${type} | null`
      : type;
  }

  /**
   * What is said of a property itself. What is said of a type of its own stands
   * there.
   *
   * @param type The type of the property, as it is written.
   */
  descriptionOf(property: Schema, type: string): string | undefined {
    const own = property?.description;
    if (own !== undefined) return own;
    const [name = type] = /\w+/.exec(type) ?? [];
    const isElsewhere = this.declarations.has(name) ||
      [...this.entities.values()].includes(name);
    return isElsewhere && this.at(property).pointer !== undefined
      ? undefined
      : this.at(property).target.description;
  }

  #members({ properties, required }: Shape, form: Form): string[] {
    return Object.entries(properties).map(([key, value]) =>
      `${keyOf(key)}${required.has(key) ? "" : "?"}: ${
        this.#memberType(key, value, required, form)
      }`
    );
  }

  #memberType(
    key: string,
    value: Schema,
    required: ReadonlySet<string>,
    form: Form,
  ): string {
    // objects without one have that of their class
    return key === "constructor" && !required.has(key)
      ? "unknown"
      : this.#inside(() => this.nullableTypeOf(value, form));
  }

  /** The name of a type, which is declared if it is not yet. */
  #declared(pointer: string, target: Schema, wanted: Form): string {
    const form = this.#formOf(pointer, target, wanted);
    // a type that is itself, or one of several that it is one of, says nothing
    if (this.#open.has(`${form} ${pointer}`)) return "unknown";
    const given = this.#given.get(`${form} ${pointer}`);
    if (given !== undefined) return given;
    const name = pascal(nameOf(pointer));
    const isClass = this.entities.has(pointer);
    const type = form === "data" && (isClass || this.isConverted(target))
      ? this.#names.take(`${name}Data`)
      : form === "body" && (isClass || this.answered.has(pointer))
      ? this.#names.take(`${name}Body`)
      : this.#names.take(name, `${name}Value`);
    this.#given.set(`${form} ${pointer}`, type);
    this.#open.add(`${form} ${pointer}`);
    this.#declare(type, target, form);
    this.#open.delete(`${form} ${pointer}`);
    return type;
  }

  /** Types that are being declared and in which nothing has been opened: no object, no list. */
  #open = new Set<string>();

  /** Does something within an object or a list, where types may refer to themselves. */
  #inside<Result>(act: () => Result): Result {
    const open = this.#open;
    this.#open = new Set();
    try {
      return act();
    } finally {
      this.#open = open;
    }
  }

  /** Forms that do not differ are one. */
  #formOf(pointer: string, target: Schema, form: Form): Form {
    if (form === "read" || this.entities.has(pointer)) return form;
    if (form === "body" && this.#isOtherBody(target)) return form;
    return this.isConverted(target) ? "data" : "read";
  }

  #isOtherBody(schema: Schema): boolean {
    for (const { target, pointer } of this.within(schema)) {
      if (
        target.readOnly || target.writeOnly || isBinary(target) ||
        pointer !== undefined && this.entities.has(pointer)
      ) return true;
    }
    return false;
  }

  #isMarked(schema: Schema, mark: "readOnly" | "writeOnly"): boolean {
    return schema[mark] === true ||
      this.innermost(schema).target[mark] === true;
  }

  #declare(type: string, target: Schema, form: Form): void {
    // its place is before what it refers to
    this.declarations.set(type, "");
    const shape = this.shapeIn(target, form);
    const isInterface = shape !== undefined &&
      this.#furtherAlternatives(target).length === 0;
    this.declarations.set(
      type,
      comment(target.description) +
        (isInterface
          ? this.#interface(type, shape, form)
          : typed(`export type ${type} =`, this.#written(target, form), {
            after: ";\n",
          })),
    );
  }

  #interface(type: string, { properties, required }: Shape, form: Form) {
    const members = Object.entries(properties).map(([key, value]) => {
      const before = `${keyOf(key)}${required.has(key) ? "" : "?"}:`;
      const type = this.#memberType(key, value, required, form);
      return `${comment(this.descriptionOf(value, type), 2)}  ${
        typed(before, type, { indent: 2, after: ";\n" })
      }`;
    });
    return members.length === 0
      ? `export type ${type} = Record<string, unknown>;\n`
      : `export interface ${type} {\n${members.join("")}}\n`;
  }

  #written(schema: Schema, form: Form): string {
    const { type, items, additionalProperties, allOf } = schema;
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return literals(schema.enum);
    const shape = this.shapeIn(schema, form);
    if (shape && Object.keys(shape.properties).length > 0) {
      const object = `{ ${this.#members(shape, form).join("; ")} }`;
      const further = this.#furtherAlternatives(schema);
      if (further.length === 0) return object;
      const isRead = this.#unionOf(schema) !== undefined;
      const union = this.#union(further, isRead ? form : plainly(form));
      return union === "unknown"
        ? object
        : this.#extend(further, schema)
        ? union
        : `${object} & (${union})`;
    }
    const alternatives = this.#alternatives(schema);
    if (alternatives) {
      const isConverted = alternatives.length < 2 ||
        this.#unionOf(schema) !== undefined;
      return this.#union(
        alternatives,
        isConverted ? form : plainly(form),
      );
    }
    if (allOf && allOf.length > 0) {
      const parts = allOf
        .map((part) => this.typeOf(part, plainly(form)))
        .filter((part) => part !== "unknown");
      const known = [...new Set(parts)];
      return known.length < 2
        ? known[0] ?? "unknown"
        : known.map((part) => / \| /.test(part) ? `(${part})` : part)
          .join(" & ");
    }
    if (Array.isArray(type)) {
      const parts = type.filter((type) => type !== "null")
        .map((type) => this.#written({ ...schema, type }, form));
      return [...new Set(parts)].join(" | ") || "null";
    }
    if (form === "body" && isBinary(schema)) return "Blob";
    switch (type ?? (items ? "array" : additionalProperties && "object")) {
      case "string":
        return form === "read" && this.isTime(schema) ? "Date" : "string";
      case "integer":
      case "number":
        return "number";
      case "boolean":
        return "boolean";
      case "null":
        return "null";
      case "array":
        return listOf(
          items
            ? this.#inside(() => this.nullableTypeOf(items, form))
            : "unknown",
        );
      case "object": {
        const value = typeof additionalProperties === "object"
          ? this.#inside(() => this.nullableTypeOf(additionalProperties, form))
          : "unknown";
        // a type may refer to itself in an object, but not as an argument of another
        return /^(?:unknown|string|number|boolean|Date)$/.test(value)
          ? `Record<string, ${value}>`
          : `{ [name: string]: ${value} }`;
      }
      default:
        return "unknown";
    }
  }

  #union(parts: readonly Schema[], form: Form): string {
    const wanted = form === "body" ? parts : this.#withoutEntities(parts);
    const types = wanted.map((part) => this.typeOf(part, form));
    const known = [...new Set(types)]
      .map((type) => / & /.test(type) ? `(${type})` : type);
    return known.includes("unknown") ? "unknown" : known.join(" | ") || "null";
  }

  /** A server that sends either an entity or its primary key is taken to send the key. */
  #withoutEntities(parts: readonly Schema[]): readonly Schema[] {
    const isKey = (part: Schema) =>
      /^(?:string|integer|number)$/.test(
        String(this.innermost(part).target.type ?? ""),
      );
    return parts.some(isKey)
      ? parts.filter((part) =>
        this.entityOf(part) === undefined &&
        this.entityOf(this.itemsOf(part) ?? {}) === undefined
      )
      : parts;
  }

  /** What a value is one of, without null; undefined if it is not one of several. */
  #alternatives({ oneOf, anyOf }: Schema): readonly Schema[] | undefined {
    const parts = oneOf ?? anyOf;
    return parts?.filter((part) => {
      const { target } = this.at(part);
      return !isNull(target);
    });
  }

  /** What an object with properties is one of; many documents only say there which of them are required. */
  #furtherAlternatives(target: Schema): readonly Schema[] {
    if (!target.properties && !target.allOf) return [];
    return (this.#alternatives(target) ?? []).filter((part) =>
      Object.keys(part).some((key) =>
        !/^(?:required|title|description|not|type)$/.test(key)
      )
    );
  }

  /** Whether all of some schemas have another by `allOf`, as kinds of one thing do. */
  #extend(parts: readonly Schema[], base: Schema): boolean {
    return parts.every((part) =>
      this.at(part).target.allOf?.some((other) =>
        this.at(other).target === base
      )
    );
  }

  /**
   * Whether a schema is in itself.
   *
   * @param inConversion Whether only what is converted counts, up to entities.
   */
  #isRecursive(pointer: string, inConversion = false): boolean {
    const key = `${inConversion} ${pointer}`;
    let is = this.#recursive.get(key);
    if (is === undefined) {
      const { target } = this.at({ $ref: pointer });
      is = this.#contains(target, target, inConversion, new Set());
      this.#recursive.set(key, is);
    }
    return is;
  }

  #contains(
    schema: Schema,
    wanted: Schema,
    inConversion: boolean,
    seen: Set<Schema>,
  ): boolean {
    const parts = inConversion
      ? (this.#membersOf(schema) ?? []).filter((part) =>
        this.entityOf(part) === undefined
      )
      : partsIn(schema);
    return parts.some((part) => {
      const { target } = inConversion ? this.innermost(part) : this.at(part);
      if (target === wanted) return true;
      if (seen.has(target)) return false;
      seen.add(target);
      return this.#contains(target, wanted, inConversion, seen);
    });
  }
}

/** How long a type may be that has no name. */
const long = 60;

/** The form of what no schema of the client can reach. */
function plainly(form: Form): Form {
  return form === "read" ? "data" : form;
}

/** Schemas that one is made of. */
function partsIn(schema: Schema): readonly Schema[] {
  const { properties, items, additionalProperties, allOf, oneOf, anyOf } =
    schema;
  return [
    ...Object.values(properties ?? {}),
    ...items ? [items] : [],
    ...typeof additionalProperties === "object" ? [additionalProperties] : [],
    ...allOf ?? [],
    ...oneOf ?? [],
    ...anyOf ?? [],
  ];
}

function isNull({ type, const: only, enum: values }: Schema): boolean {
  return type === "null" || only === null ||
    values?.length === 1 && values[0] === null ||
    Array.isArray(type) && type.length === 1 && type[0] === "null";
}

/** Whether a string stands for the bytes of a file. */
function isBinary(
  { type, format, contentMediaType, contentEncoding }: Schema,
): boolean {
  return type === "string" &&
    (format === "binary" ||
      contentMediaType !== undefined && contentEncoding === undefined);
}

function literals(values: readonly unknown[]): string {
  const literals = values.filter((value) => value !== null)
    .map((value) =>
      typeof value === "object" ? "unknown" : JSON.stringify(value)
    );
  return [...new Set(literals)].join(" | ") || "null";
}

/** The type of a list. */
function listOf(item: string): string {
  return / [|&] /.test(item.replace(/\{[^]*\}/g, ""))
    ? `(${item})[]`
    : `${item}[]`;
}

/** A name for what is somewhere in a document: `Menu items` for the items of a menu. */
export function nameOf(pointer: string): string {
  const parts = partsOf(pointer);
  const words = parts.filter((part, index) =>
    parts[index - 1] === "properties" || !isStructure.test(part)
  );
  if (parts[0] === "components") return words.slice(2).join(" ");
  // a property of an answer says more than where the answer is
  const named = parts.findLastIndex((_, index) =>
    parts[index - 1] === "properties"
  );
  return named < 0 ? words.slice(-3).join(" ") : parts[named]!;
}

const isStructure =
  /^(?:paths|schema|properties|items|content|allOf|oneOf|anyOf|additionalProperties|responses|[a-z]+\/.*|\d+)$/;

/** The name of a class for a schema. */
export function classNameOf(
  { name, title }: {
    readonly name: string | undefined;
    readonly title: string | undefined;
  },
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

/** The property that a name means: of that name, or of one that differs in case and punctuation. */
export function propertyOf(shape: Shape, name: string): string | undefined {
  const { properties } = shape;
  return Object.hasOwn(properties, name)
    ? name
    : Object.keys(properties).find((key) => isSameName(key, name));
}
