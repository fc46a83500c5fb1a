import {
  answerOf,
  type Document,
  jsonOf,
  type Method,
  methods,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
} from "./document.ts";
import { camel, keyOf, Names, pascal, singular, template } from "./names.ts";
import { bracketed, comment, typed } from "./print.ts";
import { classNameOf, Types } from "./types.ts";

/** A request that the document describes. */
interface Request {
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
}

/** A class of entities. */
interface EntityClass {
  readonly name: string;
  readonly schema: Schema;
  readonly pk: string;
}

/** The requests for one kind of thing that `resource()` makes together. */
interface ResourceRequests {
  readonly list: Request;
  readonly item: Map<Method, Request>;
  readonly create: Request | undefined;
  readonly entity: EntityClass;
  /** The member of a list's answer that has the list, if it is in an object. */
  readonly member: string | undefined;
}

/** Names of the client that the module may import. */
const imported = [
  "Collection",
  "Entity",
  "resource",
  "RestEndpoint",
  "type RestGenerics",
];

/** Names that a module cannot give, or that mean something already. */
const reserved =
  "ApiEndpoint toDate toDateOrNull Array Blob Date Error Map Object Record Set Request Response String Number URL Promise arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield";

/**
 * Writes a module for what a document describes.
 *
 * @param only Beginnings of paths; other paths are left out.
 */
export function writeModule(
  document: Document,
  only: readonly string[] = [],
): string {
  return new Module(document, only).text();
}

class Module {
  readonly #document: Document;
  readonly #names = new Names([
    ...imported.map((name) => name.replace("type ", "")),
    ...reserved.split(" "),
  ]);
  readonly #types: Types;
  readonly #requests: Request[];
  readonly #entities: EntityClass[] = [];
  /** The member of answers that has what was asked for, if nearly all have one. */
  readonly #envelope: string | undefined;

  constructor(document: Document, only: readonly string[]) {
    this.#document = document;
    this.#types = new Types(document, this.#names);
    this.#requests = requestsOf(document).filter(({ path }) =>
      only.length === 0 || only.some((start) => path.startsWith(start))
    );
    this.#envelope = this.#findEnvelope();
    this.#findEntities();
  }

  text(): string {
    const resources = this.#findResources();
    const inResources = new Set(
      resources.flatMap(({ list, item, create }) => [
        list,
        ...item.values(),
        create,
      ]),
    );
    const requests = [
      ...resources.map((resource) => this.#resource(resource)),
      ...this.#requests.filter((request) => !inResources.has(request))
        .map((request) => this.#endpoint(request)),
    ];
    const classes = this.#classes();
    const parts = [
      this.#endpointClass(),
      ...this.#types.declarations.values(),
      ...classes,
      ...requests,
    ];
    const body = parts.join("\n");
    const helpers = [
      /\btoDate\b/.test(body) &&
      "const toDate = (time: string) => new Date(time);\n",
      /\btoDateOrNull\b/.test(body) &&
      "const toDateOrNull = (time: string | null) =>\n  time === null ? null : new Date(time);\n",
    ].filter(Boolean).join("");
    const names = imported.filter((name) =>
      new RegExp(`\\b${name.replace("type ", "")}\\b`).test(body)
    );
    const heading = `/**
 * ${this.#document.info.title}, as its OpenAPI document describes it.
 *
 * @module
 */
`;
    return [
      heading + bracketed("import ", ["{", "}"], names, {
        after: ' from "@tessera/client";\n',
      }),
      ...helpers ? [helpers] : [],
      body,
    ].join("\n");
  }

  /** What all requests have in common. */
  #endpointClass(): string {
    const prefix = this.#urlPrefix();
    const envelope = this.#envelope;
    const members = [
      ...prefix === "" ? [] : [
        `  override get urlPrefix(): string {\n    return ${
          JSON.stringify(prefix)
        };\n  }\n`,
      ],
      ...envelope === undefined ? [] : [
        `  /** Answers hold what was asked for as \`${envelope}\`. */
  override process(value: unknown): unknown {
    return typeof value === "object" && value !== null && "${envelope}" in value
      ? value.${envelope}
      : value; // an answer without content, for instance
  }
`,
      ],
    ];
    return `/** All requests: the place for headers that say who asks, for instance. */
export class ApiEndpoint<O extends RestGenerics = RestGenerics>
  extends RestEndpoint<O> {${members.length > 0 ? "\n" : ""}${
      members.join("\n")
    }}
`;
  }

  #urlPrefix(): string {
    const [server] = this.#document.servers ?? [];
    const url = (server?.url ?? "").replace(
      /\{([^}]+)\}/g,
      (_, name) => server?.variables?.[name]?.default ?? "",
    );
    return url.replace(/\/$/, "");
  }

  /** `data`, if answers are `{ data: ... }` more often than not. */
  #findEnvelope(): string | undefined {
    const counts = new Map<string, number>();
    let answers = 0;
    for (const { operation } of this.#requests) {
      const answer = answerOf(this.#document, operation);
      if (answer === undefined) continue;
      answers++;
      const shape = this.#types.shapeOf(answer);
      for (const member of ["data", "result", "results"]) {
        if (shape && Object.hasOwn(shape.properties, member)) {
          counts.set(member, (counts.get(member) ?? 0) + 1);
        }
      }
    }
    return [...counts].find(([, count]) => count > answers / 2)?.[0];
  }

  /** The schema of what an answer stands for, without the envelope. */
  #answer({ operation }: Request): Schema | undefined {
    const answer = answerOf(this.#document, operation);
    if (answer === undefined || this.#envelope === undefined) return answer;
    return this.#types.shapeOf(answer)?.properties[this.#envelope] ?? answer;
  }

  /** What a path such as `/ships/{id}` answers with is an entity, if it has that `id`. */
  #findEntities(): void {
    const found = new Map<string, EntityClass>();
    const add = (schema: Schema, path: string, pks: readonly string[]) => {
      const inner = this.#types.innermost(schema);
      const shape = this.#types.shapeOf(inner);
      if (inner.name === undefined || found.has(inner.name) || !shape) return;
      const pk = pks.find((name) => {
        const field = shape.properties[name];
        return field !== undefined && !this.#types.isNullable(field) &&
          /^(?:string|number)$/.test(this.#types.typeOf(field));
      });
      if (pk === undefined) return;
      const name = this.#names.take(
        classNameOf(inner, path),
        pascal(inner.name),
      );
      found.set(inner.name, { name, schema: inner, pk });
      this.#types.entities.set(inner.name, name);
    };
    // /ships/{imo} says more of a ship than /ships/by_captain/{name}
    const depth = ({ path }: Request) => path.split("/").length;
    for (
      const request of this.#requests.toSorted((a, b) => depth(a) - depth(b))
    ) {
      const answer = this.#answer(request);
      if (answer === undefined || request.method !== "get") continue;
      const { path } = request;
      const parameter = /\{([^}]+)\}$/.exec(path)?.[1];
      if (parameter === undefined) continue;
      add(answer, path, [
        ...this.#types.shapeOf(answer)?.properties.id ? ["id"] : [],
        parameter,
        ...parameter.split("_or_"),
      ]);
    }
    for (const request of this.#requests) {
      const answer = this.#answer(request);
      if (answer === undefined) continue;
      const { items } = this.#listIn(answer) ?? {};
      add(items ?? answer, request.path.replace(/\/\{[^}]+\}$/, ""), ["id"]);
    }
    // a Map also visits what is added while it is visited
    for (const { schema } of found.values()) {
      const { properties } = this.#types.shapeOf(schema)!;
      for (const field of Object.values(properties)) {
        add(this.#types.itemsOf(field) ?? field, "", ["id"]);
      }
    }
    this.#entities.push(...found.values());
  }

  /** The list that an answer is, or has as its only list. */
  #listIn(
    answer: Schema,
  ): { readonly items: Schema; readonly member?: string } | undefined {
    const items = this.#types.itemsOf(answer);
    if (items) return { items };
    const shape = this.#types.shapeOf(answer);
    const lists = Object.entries(shape?.properties ?? {}).flatMap(
      ([member, schema]) => {
        const items = this.#types.itemsOf(schema);
        return items ? [{ member, items }] : [];
      },
    );
    return lists.length === 1 ? lists[0] : undefined;
  }

  #findResources(): ResourceRequests[] {
    const at = new Map<string, Map<Method, Request>>();
    for (const request of this.#requests) {
      const methods = at.get(request.path) ?? new Map();
      methods.set(request.method, request);
      at.set(request.path, methods);
    }
    const resources: ResourceRequests[] = [];
    for (const [path, item] of at) {
      const [, start] = /^(.*)\/\{[^}]+\}$/.exec(path) ?? [];
      const atList = start === undefined ? undefined : at.get(start);
      const list = atList?.get("get");
      const answer = list && this.#answer(list);
      const found = answer && this.#listIn(answer);
      const name = found && this.#types.entityOf(found.items);
      if (!list || name === undefined) continue;
      const one = item.get("get");
      const single = one && this.#answer(one);
      if (single && this.#types.entityOf(single) !== name) continue;
      const create = atList?.get("post");
      const created = create && this.#answer(create);
      resources.push({
        list,
        item: new Map([...item].filter(([method]) => method !== "post")),
        create: created && this.#types.entityOf(created) === name
          ? create
          : undefined,
        entity: this.#entities.find((entity) => entity.name === name)!,
        member: found!.member,
      });
    }
    return resources;
  }

  /** Classes, each after those it mentions; what goes round in circles is assigned at the end. */
  #classes(): string[] {
    const written = new Set<string>();
    const classes: string[] = [];
    const later: string[] = [];
    const mentioned = (entity: EntityClass) =>
      this.#nested(entity).map(({ nested }) => nested)
        .filter((name) => name !== entity.name && !written.has(name));
    const left = [...this.#entities];
    while (left.length > 0) {
      const next = left.find((entity) => mentioned(entity).length === 0) ??
        left[0]!;
      left.splice(left.indexOf(next), 1);
      const isCircular = mentioned(next).length > 0 ||
        this.#nested(next).some(({ nested }) => nested === next.name);
      classes.push(this.#class(next, written, isCircular));
      if (isCircular) later.push(this.#assignedSchema(next));
      written.add(next.name);
    }
    return later.length > 0 ? [...classes, later.join("")] : classes;
  }

  /** Fields that hold entities, or lists of them. */
  #nested({ schema }: EntityClass) {
    const { properties } = this.#types.shapeOf(schema)!;
    return Object.entries(properties).flatMap(([field, schema]) => {
      const one = this.#types.entityOf(schema);
      const items = this.#types.itemsOf(schema);
      const many = items && this.#types.entityOf(items);
      const nested = one ?? many;
      return nested === undefined
        ? []
        : [{ field, nested, isList: one === undefined }];
    });
  }

  #schemaParts(entity: EntityClass): string[] {
    const { properties } = this.#types.shapeOf(entity.schema)!;
    const dates = Object.entries(properties)
      .filter(([, schema]) => this.#isTime(schema))
      .map(([field, schema]) =>
        `${keyOf(field)}: ${
          this.#types.isNullable(schema) ? "toDateOrNull" : "toDate"
        }`
      );
    const nested = this.#nested(entity).map(({ field, nested, isList }) =>
      `${keyOf(field)}: ${isList ? `[${nested}]` : nested}`
    );
    return [...dates, ...nested];
  }

  #assignedSchema(entity: EntityClass): string {
    return bracketed(
      `${entity.name}.schema = `,
      ["{", "}"],
      this.#schemaParts(entity),
      { after: ";\n" },
    );
  }

  #isTime(schema: Schema): boolean {
    const { type, format } = this.#types.innermost(schema);
    return format === "date-time" &&
      (type === "string" || Array.isArray(type) && type.includes("string"));
  }

  #class(
    entity: EntityClass,
    written: ReadonlySet<string>,
    isCircular: boolean,
  ): string {
    const { name, schema, pk } = entity;
    const { properties, required } = this.#types.shapeOf(schema)!;
    const fields = Object.entries(properties)
      // a method of Entity
      .filter(([field]) => field !== "pk")
      .map(([field, schema]) => {
        const { description } = resolve(this.#document, schema);
        return comment(description, 2) +
          this.#field(field, schema, required.has(field), written);
      });
    const parts = this.#schemaParts(entity);
    const hasSchema = parts.length > 0 && !isCircular;
    return `${comment(schema.description)}export class ${name} extends Entity {
${fields.join("")}${
      pk === "id" ? "" : `
  override pk(): string {
    return ${
        this.#types.typeOf(properties[pk]!) === "string"
          ? member("this", pk)
          : `String(${member("this", pk)})`
      };
  }
`
    }
  static override key = ${JSON.stringify(name)};
${
      hasSchema
        ? bracketed("  static override schema = ", ["{", "}"], parts, {
          indent: 2,
          after: ";\n",
        })
        : ""
    }}
`;
  }

  /** A field with its default: none for an object that may be missing. */
  #field(
    field: string,
    schema: Schema,
    isRequired: boolean,
    earlier: ReadonlySet<string>,
  ): string {
    const margin = "  ";
    const key = margin + keyOf(field);
    const isTime = this.#isTime(schema);
    const type = isTime ? "Date" : this.#types.typeOf(schema, 2);
    const written = (type: string, value: string) =>
      margin + typed(`${keyOf(field)}:`, type, {
        indent: 2,
        after: ` = ${value};\n`,
      });
    if (this.#types.isNullable(schema)) {
      return type === "unknown" || type === "null"
        ? `${key}: unknown = null;\n`
        : written(/\bnull$/.test(type) ? type : `${type} | null`, "null");
    }
    if (isTime) return `${key} = new Date(0);\n`;
    const entity = this.#types.entityOf(schema);
    if (entity !== undefined) {
      return isRequired && earlier.has(entity)
        ? `${key} = ${entity}.fromJS();\n`
        : `${key}?: ${entity};\n`;
    }
    const values = this.#types.innermost(schema).enum
      ?.filter((value) => value !== null);
    if (values && values.length > 0) {
      return written(type, JSON.stringify(values[0]));
    }
    const plain: Record<string, string> = {
      string: '""',
      number: "0",
      boolean: "false",
    };
    if (Object.hasOwn(plain, type)) return `${key} = ${plain[type]};\n`;
    if (type.endsWith("[]")) return `${key}: ${type} = [];\n`;
    if (type === "unknown") return `${key}: unknown;\n`;
    return `${key}?: ${type};\n`;
  }

  #resource(
    { list, item, create, entity, member: place }: ResourceRequests,
  ): string {
    const path = [...item.values()][0]!.path;
    const words = path.split("/").filter((part) => part && part[0] !== "{");
    const name = this.#names.take(
      `${entity.name}Resource`,
      `${words.map(pascal).join("")}Resource`,
    );
    const known = [
      item.has("get") && "`get`",
      "`getList`",
      create && "`getList.push`",
      item.has("put") && "`update`",
      item.has("patch") && "`partialUpdate`",
      item.has("delete") && "`delete`",
    ].filter(Boolean);
    const search = this.#searchParams(list);
    const page = ["page", "cursor", "offset"].find((name) =>
      list.parameters.some((parameter) =>
        parameter.in === "query" && parameter.name === name
      )
    );
    const options = [
      "Endpoint: ApiEndpoint",
      `path: ${JSON.stringify(template(path))}`,
      `schema: ${entity.name}`,
      ...search ? [search] : [],
      ...page ? [`paginationField: ${JSON.stringify(page)}`] : [],
    ];
    const text = bracketed(
      `export const ${name} = resource(`,
      ["{", "}"],
      options,
      { after: ")" },
    );
    return comment(`The server knows ${sentence(known as string[])}.`) + text +
      (place === undefined ? "" : `.extend({\n  getList: {\n${
        bracketed(
          "    schema: ",
          ["{", "}"],
          this.#listSchema(list, entity, place),
          { indent: 4, after: ",\n" },
        )
      }  },\n})`) +
      ";\n";
  }

  /** The Collection, and what else stands beside it. */
  #listSchema(list: Request, { name }: EntityClass, place: string): string[] {
    const { properties } = this.#types.shapeOf(this.#answer(list)!)!;
    return Object.entries(properties).flatMap(([key, schema]) => {
      if (key === place) return [`${keyOf(key)}: new Collection([${name}])`];
      const type = this.#types.typeOf(schema);
      const plain: Record<string, string> = {
        string: '""',
        number: "0",
        boolean: "false",
      };
      return Object.hasOwn(plain, type)
        ? [`${keyOf(key)}: ${plain[type]}`]
        : [];
    });
  }

  #searchParams({ parameters }: Request): string | undefined {
    const query = parameters.filter((parameter) => parameter.in === "query");
    if (query.length === 0) return undefined;
    const members = query.map(({ name, required, schema = {} }) =>
      this.#types.typed(`${keyOf(name)}${required ? "" : "?"}:`, schema, {
        indent: 4,
        after: ";",
      }).slice(0, -1)
    );
    const isRequired = query.some(({ required }) => required);
    return bracketed("searchParams: {} as ", ["{", "}"], members, {
      indent: 2,
      separator: ";",
      taken: 1,
      after: isRequired ? "" : " | undefined",
    });
  }

  #endpoint(request: Request): string {
    const { path, method, operation } = request;
    const name = this.#names.take(
      camel(operation.operationId ?? shortName(method, path)),
      camel(shortName(method, path)),
      camel(`${method} ${path.replace(/\{/g, "by ")}`),
    );
    const search = this.#searchParams(request);
    const body = operation.requestBody &&
      jsonOf(this.#document, operation.requestBody);
    const options = [
      `name: ${JSON.stringify(name)}`,
      `path: ${JSON.stringify(template(path))}`,
      ...method === "get" ? [] : [`method: "${method.toUpperCase()}"`],
      ...search ? [search] : [],
      ...body
        ? [
          this.#types.typed(
            "body: {} as",
            this.#types.named(body, `${pascal(name)}Body`),
            { indent: 2, after: "," },
          ).slice(0, -1),
        ]
        : [],
      ...method === "get" || body ? [] : ["body: undefined"],
      ...this.#result(request, `${pascal(name)}Result`),
    ];
    return comment(operation.summary ?? operation.description) + bracketed(
      `export const ${name} = new ApiEndpoint(`,
      ["{", "}"],
      options,
      { after: ");\n" },
    );
  }

  /** The option that says what an endpoint resolves to. */
  #result(request: Request, name: string): string[] {
    const answer = this.#answer(request);
    if (answer === undefined) return [];
    const entity = this.#types.entityOf(answer);
    if (entity !== undefined) return [`schema: ${entity}`];
    const list = this.#listIn(answer);
    const item = list && this.#types.entityOf(list.items);
    if (item !== undefined) {
      const schema = request.method === "get"
        ? `new Collection([${item}])`
        : `[${item}]`;
      return list!.member === undefined
        ? [`schema: ${schema}`]
        : [`schema: { ${keyOf(list!.member)}: ${schema} }`];
    }
    const named = this.#types.named(answer, name);
    const type = this.#types.nullableTypeOf(named, 2);
    if (type === "unknown") return [];
    const whole = answerOf(this.#document, request.operation)!;
    const envelope = this.#envelope;
    return answer === whole
      ? [`process${signature("value", type)} {\n    return value;\n  }`]
      : [
        `process${
          signature(`value: { ${envelope}: ${type} }`, type)
        } {\n    return value.${envelope};\n  }`,
      ];
  }
}

function requestsOf(document: Document): Request[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => {
      const operation = item[method];
      const parameters = new Map(
        [...item.parameters ?? [], ...operation.parameters ?? []]
          .map((parameter) => resolve(document, parameter))
          .map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]),
      );
      return { path, method, operation, parameters: [...parameters.values()] };
    })
  );
}

/** Parameters and result of a method, in lines of their own if need be. */
function signature(parameter: string, result: string): string {
  const line = `(${parameter}): ${result}`;
  return line.length + "  process {".length <= 80 || line.includes("\n")
    ? line
    : `(\n    ${parameter},\n  ): ${result}`;
}

/** `get ship crew` for `/ships/{id}/crew`. */
function shortName(method: Method, path: string): string {
  const parts = path.split("/").filter(Boolean);
  const words = parts.map((part, index) =>
    part.startsWith("{")
      ? ""
      : parts[index + 1]?.startsWith("{")
      ? singular(part)
      : part
  );
  return [method, ...words].join(" ");
}

function member(object: string, name: string): string {
  const key = keyOf(name);
  return key === name ? `${object}.${name}` : `${object}[${key}]`;
}

function sentence(words: readonly string[]): string {
  return words.length === 1
    ? words[0]!
    : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
