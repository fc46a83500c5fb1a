import type { Schema } from "./document.ts";
import { keyOf, memberOf, type Names, parametersOf, pascal } from "./names.ts";
import { bracketed, comment, typed, valued } from "./print.ts";
import { attempt, type Report, type Request } from "./requests.ts";
import {
  classNameOf,
  nameOf,
  propertyOf,
  type Shape,
  type Types,
} from "./types.ts";

/** A class of entities. */
export interface EntityClass {
  readonly name: string;
  readonly schema: Schema;
  /** Fields that tell one from all others. */
  readonly keys: readonly string[];
  /** Those of them that only the path has. */
  readonly ofPath: readonly string[];
}

/** Finds out which schemas are entities, and writes their classes. */
export class Entities {
  /** Classes by where their schemas are. */
  readonly #found = new Map<string, EntityClass>();
  readonly #types: Types;
  readonly #names: Names;
  readonly #report: Report;

  /** @param names Gives the classes their names. */
  constructor(types: Types, names: Names, report: Report) {
    this.#types = types;
    this.#names = names;
    this.#report = report;
  }

  /** The class of that name. */
  named(name: string): EntityClass {
    return [...this.#found.values()].find((entity) => entity.name === name)!;
  }

  /**
   * What a path such as `/ships/{id}` answers with is an entity, if it has that
   * `id`; so are things with an `id` that are in lists and in entities.
   *
   * @param answerOf The schema of what a request asks for.
   * @param listIn The list that an answer is, or has.
   */
  find(
    requests: readonly Request[],
    answerOf: (request: Request) => Schema | undefined,
    listIn: (answer: Schema) => { readonly items: Schema } | undefined,
  ): void {
    const answers = requests.flatMap((request) => {
      const answer = answerOf(request);
      return answer === undefined ? [] : [{ request, answer }];
    });
    // /ships/{imo} says more of a ship than /ships/by_captain/{name}
    const depth = ({ path }: Request) => path.split("/").length;
    for (
      const { request: { path, method }, answer } of answers
        .toSorted((a, b) => depth(a.request) - depth(b.request))
    ) {
      const isItem = method === "get" && /\}(?:\.\w+)?$/.test(path);
      if (!isItem) continue;
      attempt(this.#report, path, () => {
        const keys = this.#keysIn(answer, parametersOf(path));
        if (keys) this.#add(answer, path, keys, answers);
      });
    }
    for (const { request: { path }, answer } of answers) {
      const { items } = listIn(answer) ?? {};
      this.#addById(items ?? answer, path.replace(/\/\{[^}]+\}$/, ""));
    }
    for (const { answer } of answers) this.#addFieldsOf(answer);
    // a Map also visits what is added while it is visited
    for (const { schema } of this.#found.values()) this.#addFieldsOf(schema);
  }

  #addFieldsOf(schema: Schema): void {
    const { properties = {} } = this.#types.shapeIn(schema, "read") ?? {};
    for (const field of Object.values(properties)) {
      this.#addById(this.#types.itemsOf(field) ?? field, "");
    }
  }

  #addById(schema: Schema, path: string): void {
    const keys = this.#keysIn(schema, []);
    if (keys) this.#add(schema, path, keys);
  }

  /**
   * Fields that make a primary key, for the parameters of a path: a ship has an
   * `id` of its own, but two owners may have a ship of one name.
   */
  #keysIn(
    schema: Schema,
    parameters: readonly string[],
  ): Pick<EntityClass, "keys" | "ofPath"> | undefined {
    const shape = this.#types.shapeIn(schema, "read");
    if (!shape) return undefined;
    const last = parameters.at(-1);
    const ownOf = (name: string) => {
      const field = propertyOf(shape, name);
      // documents that say of all fields that they may be null mean it of few
      return field !== undefined &&
          this.#isKey(shape, field, last !== undefined)
        ? field
        : undefined;
    };
    const id = ownOf("id");
    if (id !== undefined) return { keys: [id], ofPath: [] };
    if (last === undefined) return undefined;
    // /tasks/{task_gid}
    const [end = last] = /[a-z]*id$/i.exec(last) ?? [];
    const own = [last, ...last.split("_or_"), end].map(ownOf)
      .find((field) => field !== undefined);
    if (own === undefined) return undefined;
    const isUnique = /(?:id|guid|hash|token|key|address)$/i.test(own);
    const before = isUnique ? [] : parameters.slice(0, -1);
    const keys = before.map((name) => ownOf(name) ?? name);
    const ofPath = before.filter((name) => ownOf(name) === undefined);
    // a field of that name means something else
    return ofPath.some((name) => Object.hasOwn(shape.properties, name))
      ? undefined
      : { keys: [...keys, own], ofPath };
  }

  #isKey({ properties }: Shape, name: string, mayBeNull: boolean): boolean {
    const field = properties[name]!;
    const { target } = this.#types.innermost(field);
    const types = [target.type ?? []].flat().filter((type) => type !== "null");
    return name !== "pk" && (mayBeNull || !this.#types.isNullable(field)) &&
      !this.#types.isTime(field) &&
      /^(?:string|integer|number)$/.test(types.join()) &&
      (target.enum?.length ?? 1) === 1;
  }

  #add(
    schema: Schema,
    path: string,
    keys: Pick<EntityClass, "keys" | "ofPath">,
    answers: readonly {
      readonly request: Request;
      readonly answer: Schema;
    }[] = [],
  ): void {
    const { target, pointer } = this.#types.innermost(schema);
    if (pointer === undefined || this.#found.has(pointer)) return;
    // what only the path has is known only where the path has it
    const isKnown = keys.ofPath.length === 0 ||
      answers.every(({ request, answer }) =>
        keys.ofPath.every((name) =>
          parametersOf(request.path).includes(name)
        ) ||
        ![...this.#types.within(answer)]
          .some((inner) => inner.target === target)
      );
    if (!isKnown) return;
    const known = nameOf(pointer);
    const name = this.#names.take(
      classNameOf({ name: known, title: target.title }, path),
      pascal(known),
    );
    this.#found.set(pointer, { name, schema: target, ...keys });
    this.#types.entities.set(pointer, name);
  }

  /**
   * Classes and the constants that their schemas have, each after those it
   * mentions; what goes round in circles is assigned at the end.
   */
  text(): string[] {
    const entities = [...this.#found.values()];
    const schemas = new Map(
      entities.map((entity) => [entity.name, this.#schemaParts(entity)]),
    );
    const constants = [...this.#types.constants.values()];
    for (const { name, text } of constants) schemas.set(name, [text!]);
    const mentioned = new Map([...schemas].map(([name, parts]) => {
      const words = new Set(
        parts.join(" ").replace(/"(?:\\.|[^"])*"|[\w$]+(?=:)/g, "")
          .match(/[\w$]+/g),
      );
      return [name, [...words].filter((word) => schemas.has(word))];
    }));
    const written = new Set<string>();
    const missing = (name: string) =>
      mentioned.get(name)!.filter((other) => !written.has(other));
    const texts: string[] = [];
    const later: string[] = [];
    const left = [...schemas.keys()];
    while (left.length > 0) {
      // a class can get its schema later, and so breaks a circle
      const next = left.find((name) =>
        missing(name).every((other) => other === name)
      ) ??
        left.find((name) => this.#isClass(name)) ?? left[0]!;
      left.splice(left.indexOf(next), 1);
      const isCircular = missing(next).length > 0;
      const constant = constants.find(({ name }) => name === next);
      if (constant) {
        const isOnlyItself = missing(next).join() === next;
        const assigned = valued(`Object.assign(${next},`, constant.text!, {
          after: ");\n",
        });
        texts.push(
          isCircular
            ? `const ${next}: Record<string, Schema> = {};\n${
              isOnlyItself ? assigned : ""
            }`
            : valued(`const ${next} =`, constant.text!, { after: ";\n" }),
        );
        if (isCircular && !isOnlyItself) later.push(assigned);
      } else {
        const entity = this.named(next);
        const parts = schemas.get(next)!;
        texts.push(this.#class(entity, written, isCircular ? [] : parts));
        if (isCircular) {
          later.push(
            valued(`${next}.schema =`, `{ ${parts.join(", ")} }`, {
              after: ";\n",
            }),
          );
        }
      }
      written.add(next);
    }
    return later.length > 0 ? [...texts, later.join("")] : texts;
  }

  #isClass(name: string): boolean {
    return [...this.#found.values()].some((entity) => entity.name === name);
  }

  #schemaParts({ schema }: EntityClass): string[] {
    return this.#types.schemaMembers(this.#types.shapeIn(schema, "read")!);
  }

  #class(
    entity: EntityClass,
    written: ReadonlySet<string>,
    schemaParts: readonly string[],
  ): string {
    const { name, schema, keys, ofPath } = entity;
    const { properties, required } = this.#types.shapeIn(schema, "read")!;
    const fields = Object.entries(properties)
      .filter(([field]) => {
        if (field === "pk") {
          this.#report(
            `${name}.pk`,
            "a class of entities has a method of that name",
          );
        }
        return field !== "pk";
      })
      .map(([field, schema]) => {
        const type = this.#types.typeOf(schema, "read");
        return comment(this.#types.descriptionOf(schema, type), 2) +
          this.#field(
            field,
            schema,
            required.has(field),
            keys.includes(field),
            written,
          );
      });
    const ofPathFields = ofPath.map((name) =>
      `  /** Of the path: answers do not repeat it. */\n  ${
        keyOf(name)
      } = "";\n`
    );
    const members = [
      ...keys.length === 1 && keys[0] === "id" ? [] : [
        `  override pk(): string {\n    return ${this.#pk(entity)};\n  }\n`,
      ],
      ...ofPath.length === 0 ? [] : [ofPathProcess(ofPath)],
      `  ${
        valued("static override key =", JSON.stringify(name), {
          indent: 2,
          after: ";\n",
        })
      }${
        schemaParts.length === 0 ? "" : "  " + valued(
          "static override schema =",
          `{ ${schemaParts.join(", ")} }`,
          { indent: 2, after: ";\n" },
        )
      }`,
    ];
    const head = `export class ${name} extends Entity {`;
    return `${comment(schema.description)}${
      head.length > 80 ? head.replace(" extends", "\n  extends") : head
    }
${[...fields, ...ofPathFields].join("")}
${members.join("\n")}}
`;
  }

  #pk({ schema, keys }: EntityClass): string {
    const { properties } = this.#types.shapeIn(schema, "read")!;
    const [only, second] = keys;
    if (second !== undefined) {
      return `\`${
        keys.map((key) => `\${${memberOf("this", key)}}`).join("/")
      }\``;
    }
    const key = memberOf("this", only!);
    return this.#types.typeOf(properties[only!]!, "data") === "number"
      ? `String(${key})`
      : key;
  }

  /** A field with its default: none for an object that may be missing. */
  #field(
    field: string,
    schema: Schema,
    isRequired: boolean,
    isKey: boolean,
    earlier: ReadonlySet<string>,
  ): string {
    const margin = "  ";
    // every object has one, which is a function
    if (field === "constructor") {
      return `${margin}// deno-lint-ignore no-explicit-any -- of other objects it is a function\n` +
        `${margin}override ["constructor"]: any = undefined;\n`;
    }
    const key = margin + keyOf(field);
    const type = this.#types.typeOf(schema, "read");
    const written = (type: string, value: string) =>
      margin + typed(`${keyOf(field)}:`, type, {
        indent: 2,
        after: ` = ${value};\n`,
      });
    if (this.#types.isNullable(schema) && !isKey) {
      return type === "unknown" || type === "null"
        ? `${key}: unknown = null;\n`
        : written(/\bnull$/.test(type) ? type : `${type} | null`, "null");
    }
    if (type === "Date") {
      return `${key}${isRequired ? " = new Date(0)" : "?: Date"};\n`;
    }
    const entity = this.#types.entityOf(schema);
    if (entity !== undefined) {
      return isRequired && earlier.has(entity)
        ? `${key} = ${entity}.fromJS();\n`
        : `${key}?: ${entity};\n`;
    }
    const values = this.#types.innermost(schema).target.enum
      ?.filter((value) => value !== null && typeof value !== "object");
    if (values && values.length > 0) {
      // the first of several says something that nobody has said
      return isRequired || values.length === 1
        ? written(type, JSON.stringify(values[0]))
        : margin +
          typed(`${keyOf(field)}?:`, type, { indent: 2, after: ";\n" });
    }
    const plain = defaultOf(type);
    if (plain !== undefined) return `${key} = ${plain};\n`;
    if (type.endsWith("[]")) return written(type, "[]");
    if (type === "unknown") return `${key}: unknown;\n`;
    return margin +
      typed(`${keyOf(field)}?:`, type, { indent: 2, after: ";\n" });
  }
}

/** Takes the parameters of the path into the entity, where its key needs them. */
function ofPathProcess(names: readonly string[]): string {
  const parts = names.map((name) =>
    `${keyOf(name)}: ${memberOf("args[0]?", name).replace("?[", "?.[")}`
  );
  return `  static override process(
    input: object,
    parent: unknown,
    key: string | undefined,
    args: readonly { ${
    names.map((name) => `${keyOf(name)}?: unknown`).join("; ")
  } }[],
  ): object {
${
    bracketed("    return ", ["{", "}"], [
      ...parts,
      "...super.process(input, parent, key, args)",
    ], { indent: 4, after: ";\n" })
  }  }
`;
}

/** What a field of a plain type has if nothing is said of it. */
export function defaultOf(type: string): string | undefined {
  return type === "string"
    ? '""'
    : type === "number"
    ? "0"
    : type === "boolean"
    ? "false"
    : undefined;
}
