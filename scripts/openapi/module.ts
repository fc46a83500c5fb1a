import type { Document, Method, Schema } from "./document.ts";
import {
  commonStyle,
  formEndpoint,
  formStyles,
  hasLists,
  multipartEndpoint,
  queryFunction,
  queryStyles,
  type Style,
  type Styles,
  stylesText,
} from "./encoding.ts";
import { defaultOf, Entities } from "./entities.ts";
import {
  camel,
  keyOf,
  Names,
  ownKeyOf,
  pascal,
  singular,
  template,
} from "./names.ts";
import { bracketed, comment, typed, valued } from "./print.ts";
import {
  attempt,
  type Body,
  type Report,
  type Request,
  requestsOf,
} from "./requests.ts";
import { Types } from "./types.ts";

/** The requests for one kind of thing that `resource()` makes together. */
interface ResourceRequests {
  readonly list: Request;
  readonly item: Map<Method, Request>;
  readonly create: Request | undefined;
  /** The class of the entity. */
  readonly entity: string;
  /** The member of a list's answer that has the list, if it is in an object. */
  readonly member: string | undefined;
}

/** Names of the client, and what in a module needs them. */
const imported: readonly (readonly [name: string, use: RegExp])[] = [
  ["Collection", /new Collection\(/],
  ["Entity", /extends Entity /],
  ["resource", /= resource\(/],
  ["RestEndpoint", /extends RestEndpoint</],
  ["type RestGenerics", /RestGenerics/],
  ["type Schema", /Record<string, Schema>/],
  ["type SchemaClass", /SchemaClass</],
  ["Union", /new Union\(/],
  ["Values", /new Values\(/],
];

/** Names that a module cannot give, or that mean something already. */
const reserved =
  "ApiEndpoint FormEndpoint MultipartEndpoint SchemaTypes byName deep encode readAs toDate toQuery Array Blob Date Error FormData Map Object Readonly Record RequestInit Set Request Response String Number URL URLSearchParams Promise NaN Infinity undefined arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield";

/**
 * Writes a module for what a document describes.
 *
 * @param only Beginnings of paths; other paths are left out.
 * @param report Told what could not be generated, and why.
 */
export function writeModule(
  document: Document,
  only: readonly string[] = [],
  report: Report = () => {},
): string {
  return new Module(document, only, report).text();
}

class Module {
  readonly #document: Document;
  readonly #names = new Names([
    ...imported.map(([name]) => name.replace("type ", "")),
    ...reserved.split(" "),
  ]);
  readonly #types: Types;
  readonly #requests: Request[];
  readonly #entities: Entities;
  readonly #report: Report;
  /** Address of the server that most requests have. */
  readonly #server: string;
  /** The member of answers that has what was asked for, if nearly all have one. */
  readonly #envelope: string | undefined;
  /** Styles of lists and objects in queries, by the name that has them mostly. */
  readonly #queryStyles: Styles;
  /** The same in forms. */
  readonly #formStyles: Styles;
  /** Styles that are used. */
  readonly #styles = new Set<Style>();
  /** Whether one of them is the style of most names somewhere. */
  #hasCommonStyle = false;

  constructor(document: Document, only: readonly string[], report: Report) {
    this.#document = document;
    this.#report = report;
    let place = "";
    this.#types = new Types(
      document,
      this.#names,
      (reason) => report(place, reason),
    );
    const isWanted = (text: string) =>
      only.length === 0 || only.some((start) => text.startsWith(start));
    this.#requests = requestsOf(
      document,
      (place, reason) =>
        isWanted(place.replace(/^[A-Z]+ /, "")) && report(place, reason),
    ).filter(({ path }) => isWanted(path));
    const inAnswers = new Set<Schema>();
    const inOthers = new Set<Schema>();
    for (const request of this.#requests) {
      place = placeOf(request);
      const { answer, body, parameters } = request;
      for (
        const { pointer } of this.#types.within(answer.schema ?? {}, inAnswers)
      ) {
        if (pointer !== undefined) this.#types.answered.add(pointer);
      }
      // goes to all others, too, so that what leads nowhere is reported here
      for (const { schema = {} } of [body ?? {}, ...parameters]) {
        Array.from(this.#types.within(schema, inOthers));
      }
    }
    this.#server = mostCommon(this.#requests.map(({ server }) => server)) ?? "";
    this.#queryStyles = mostCommonStyles(
      this.#requests.map((request) =>
        queryStyles(this.#types, queryOf(request))
      ),
    );
    this.#formStyles = mostCommonStyles(
      this.#requests.flatMap(({ body }) =>
        body?.kind === "form" ? [formStyles(this.#types, body)] : []
      ),
    );
    this.#reportHeaders();
    this.#envelope = this.#findEnvelope();
    this.#entities = new Entities(this.#types, this.#names, report);
    this.#entities.find(
      this.#requests,
      (request) => this.#answer(request),
      (answer) => this.#listIn(answer),
    );
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
    const requests: string[] = [];
    const write = (request: Request, text: () => string) =>
      attempt(this.#report, placeOf(request), () => requests.push(text()));
    for (const resource of resources) {
      write(resource.list, () => this.#resource(resource));
    }
    for (const request of this.#requests) {
      if (!inResources.has(request)) {
        write(request, () => this.#endpoint(request));
      }
    }
    const classes = this.#entities.text();
    const body = [
      ...this.#endpointClasses(requests.join("")),
      ...this.#types.declarations.values(),
      ...classes,
      ...requests,
    ].join("\n");
    const uses = [
      /\btoDate\b/.test(body) &&
      "const toDate = (time: string) => new Date(time);\n",
      /\breadAs</.test(body) && readAs,
      /\btoQuery\(/.test(body) &&
      queryFunction(this.#styles, this.#hasCommonStyle),
    ].filter((text) => text !== false);
    const rest = [...uses, body].join("\n");
    const names = imported.filter(([, use]) => use.test(rest))
      .map(([name]) => name);
    const title = comment(
      `${this.#document.info.title}, as its OpenAPI document describes it.`,
    ).replace(/^\/\*\* | \*\/\n$|^\/\*\*\n \* |\n \*\/\n$/g, "");
    const heading = `/**\n * ${title}\n *\n * @module\n */\n`;
    return [
      heading + bracketed("import ", ["{", "}"], names, {
        after: ' from "@tessera/client";\n',
      }) +
      (/\bSchemaTypes</.test(rest)
        ? 'import type { SchemaTypes } from "@tessera/client/schema";\n'
        : ""),
      rest,
    ].join("\n");
  }

  /** What all requests have in common, and what those with forms have. */
  #endpointClasses(requests: string): string[] {
    const envelope = this.#envelope;
    const members = [
      ...this.#server === "" ? [] : [
        `  override get urlPrefix(): string {\n    return ${
          JSON.stringify(this.#server)
        };\n  }\n`,
      ],
      ...this.#requests.some((request) =>
          hasLists(this.#types, queryOf(request))
        )
        ? [
          `  override searchToString(values: Record<string, unknown>): string {
    ${this.#returned(this.#queryStyles)}
  }
`,
        ]
        : [],
      ...envelope === undefined ? [] : [
        `  /** Answers hold what was asked for as \`${envelope}\`, unless they are empty. */
  override process(value: unknown): unknown {
    return typeof value === "object" && value !== null && "${envelope}" in value
      ? value.${envelope}
      : value;
  }
`,
      ],
    ];
    const isUsed = (name: string) =>
      requests.includes(`new ${name}(`) ||
      requests.includes(`Endpoint: ${name},`);
    return [
      `/** All requests: the place for headers that say who asks, for instance. */
export class ApiEndpoint<O extends RestGenerics = RestGenerics>
  extends RestEndpoint<O> {${members.length > 0 ? "\n" : ""}${
        members.join("\n")
      }}
`,
      ...isUsed("FormEndpoint")
        ? [formEndpoint(this.#returned(this.#formStyles))]
        : [],
      ...isUsed("MultipartEndpoint") ? [multipartEndpoint] : [],
    ];
  }

  #returned(styles: Styles): string {
    return valued("return", this.#toQuery(styles), { indent: 4, after: ";" });
  }

  /** Headers that requests need and cannot have of themselves. */
  #reportHeaders(): void {
    const needed = new Map<string, number>();
    for (const { parameters } of this.#requests) {
      for (const { in: place, name, required } of parameters) {
        const isOwn = /^(?:accept|authorization|content-type)$/i.test(name);
        if (!required || isOwn || !/^(?:header|cookie)$/.test(place)) continue;
        const key = `${place} ${name}`;
        needed.set(key, (needed.get(key) ?? 0) + 1);
      }
    }
    for (const [key, count] of needed) {
      this.#report(
        key,
        `${count} ${
          count === 1 ? "request needs" : "requests need"
        } it: add it in ApiEndpoint.getHeaders`,
      );
    }
  }

  /** `data`, if answers are `{ data: ... }` more often than not. */
  #findEnvelope(): string | undefined {
    const counts = new Map<string, number>();
    let answers = 0;
    for (const { answer: { schema } } of this.#requests) {
      if (schema === undefined) continue;
      answers++;
      const shape = this.#types.shapeIn(schema, "read");
      for (const member of ["data", "result", "results"]) {
        if (shape && Object.hasOwn(shape.properties, member)) {
          counts.set(member, (counts.get(member) ?? 0) + 1);
        }
      }
    }
    return [...counts].find(([, count]) => count > answers / 2)?.[0];
  }

  /** The schema of what an answer stands for, without the envelope. */
  #answer({ answer: { schema } }: Request): Schema | undefined {
    if (schema === undefined || this.#envelope === undefined) return schema;
    const { properties = {} } = this.#types.shapeIn(schema, "read") ?? {};
    return Object.hasOwn(properties, this.#envelope)
      ? properties[this.#envelope]
      : schema;
  }

  /** The list that an answer is, or has as its only list. */
  #listIn(
    answer: Schema,
  ): { readonly items: Schema; readonly member?: string } | undefined {
    const items = this.#types.itemsOf(answer);
    if (items) return { items };
    const shape = this.#types.shapeIn(answer, "read");
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
    for (const [path, methods] of at) {
      const [, start] = /^(.*)\/\{[^}]+\}$/.exec(path) ?? [];
      const atList = start === undefined ? undefined : at.get(start);
      const list = atList?.get("get");
      const answer = list && this.#answer(list);
      const found = answer && this.#listIn(answer);
      const entity = found && this.#types.entityOf(found.items);
      if (!list || entity === undefined) continue;
      const one = methods.get("get");
      const single = one && this.#answer(one);
      if (single && this.#types.entityOf(single) !== entity) continue;
      const create = atList?.get("post");
      const members = [create, ...methods.values()];
      const kind = members.map((request) => request?.body?.kind)
        .find((kind) => kind !== undefined);
      const isOfIt = (request: Request) =>
        request.server === list.server &&
        (request.body === undefined ||
          request.body.kind === kind && /^(?:json|form)$/.test(kind) &&
            (kind === "json" || this.#toForm(request.body).length === 0)) &&
        (request.method === "get" || request.method === "delete" ||
          this.#isAnswered(request, entity));
      const item = new Map(
        [...methods].filter(([method, request]) =>
          method !== "post" && isOfIt(request)
        ),
      );
      if (item.size === 0) continue;
      const isCreated = create !== undefined && isOfIt(create) &&
        create.answer.schema !== undefined &&
        !queryOf(create).some(({ required }) => required);
      resources.push({
        list,
        item,
        create: isCreated ? create : undefined,
        entity,
        member: found!.member,
      });
    }
    return resources;
  }

  /** Whether a change answers with the entity, or with nothing. */
  #isAnswered(request: Request, entity: string): boolean {
    const answer = this.#answer(request);
    return answer === undefined
      ? request.answer.kind === "nothing"
      : this.#types.entityOf(answer) === entity;
  }

  #resource(
    { list, item, create, entity, member: place }: ResourceRequests,
  ): string {
    const path = [...item.values()][0]!.path;
    const name = this.#names.take(
      `${entity}Resource`,
      ...namesByPath(path).map((name) => `${name}Resource`),
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
      queryOf(list).some((parameter) => parameter.name === name)
    );
    const bodies = [create, item.get("put"), item.get("patch")]
      .map((request) => request && this.#resourceBody(request, entity, name));
    const body = bodies[0] ?? bodies[1];
    const isForm = [create, ...item.values()]
      .some((request) => request?.body?.kind === "form");
    const options = [
      `Endpoint: ${isForm ? "FormEndpoint" : "ApiEndpoint"}`,
      ...this.#otherServer(list),
      textOption("path", template(path)),
      `schema: ${entity}`,
      ...search ? [search] : [],
      ...body ? [`body: {} as ${body}`] : [],
      ...page ? [`paginationField: ${JSON.stringify(page)}`] : [],
    ];
    const listOptions = [
      ...place === undefined ? [] : [
        valued(
          "schema:",
          this.#listSchema(list, entity, place),
          { indent: 4, after: "," },
        ).slice(0, -1),
      ],
      ...this.#searchToString(list, 4),
    ];
    const own = (method: Method, other?: string) => {
      const request = item.get(method);
      if (!request) return [];
      const search = this.#searchParams(request, 4);
      return [
        ...search ? [search] : [],
        ...this.#searchToString(request, 4),
        ...request.body === undefined && /^(?:put|patch)$/.test(method)
          ? ["body: undefined"]
          : other !== undefined && other !== body
          ? [`body: {} as ${other}`]
          : [],
        ...this.#contentType(request.body, 4),
      ];
    };
    const deleted = item.get("delete");
    const members = Object.entries({
      get: own("get"),
      getList: listOptions,
      update: own("put", bodies[1]),
      partialUpdate: own("patch", bodies[2]),
      delete: own(
        "delete",
        deleted?.body && this.#bodyType(deleted.body, `Delete${entity}Body`),
      ),
    }).filter(([, options]) => options.length > 0).map(([name, options]) =>
      `  ${name}: {\n${
        options.map((option) => `    ${option},\n`).join("")
      }  },\n`
    );
    return comment(`The server knows ${sentence(known as string[])}.`) +
      bracketed(`export const ${name} = resource(`, ["{", "}"], options, {
        after: ")",
      }) +
      (members.length === 0 ? "" : `.extend({\n${members.join("")}})`) + ";\n";
  }

  /** The type of a body; undefined if fields of the entity are sent as they are. */
  #resourceBody(
    { method, body }: Request,
    entity: string,
    resource: string,
  ): string | undefined {
    if (!body) return undefined;
    const isEntity = this.#types.entityOf(body.schema) === entity;
    const shape = this.#types.shapeOf(body.schema);
    const count = (form: "read" | "body") =>
      Object.keys(this.#types.shapeIn(body.schema, form)?.properties ?? {})
        .length;
    const all = Object.keys(shape?.properties ?? {}).length;
    if (isEntity && count("read") === all && count("body") === all) {
      return undefined;
    }
    const actions = { post: "Create", put: "Update", patch: "Patch" } as const;
    const action = actions[method as keyof typeof actions];
    return this.#types.namedTypeOf(
      body.schema,
      "body",
      `${entity}${action}`,
      resource.replace(/Resource\d*$/, action),
    );
  }

  /** The Collection, and what else stands beside it. */
  #listSchema(
    list: Request,
    entity: string,
    place: string,
  ): string {
    const { properties, required } = this.#types.shapeIn(
      this.#answer(list)!,
      "read",
    )!;
    const members = Object.entries(properties).flatMap(([key, schema]) => {
      if (key === place) {
        return [`${ownKeyOf(key)}: new Collection([${entity}])`];
      }
      const member = this.#types.schemaOf(schema) ??
        this.#placeholder(schema, required.has(key));
      return member === undefined ? [] : [`${ownKeyOf(key)}: ${member}`];
    });
    return `{ ${members.join(", ")} }`;
  }

  /** A value in the place of a schema, which only says of what type a member is. */
  #placeholder(schema: Schema, isThere: boolean): string | undefined {
    const type = this.#types.typeOf(schema, "data");
    const plain = defaultOf(type);
    if (plain !== undefined) return plain;
    const isObject = /^\w+(?:\[\])?$/.test(type) && type !== "unknown" &&
      this.#types.shapeOf(schema) !== undefined;
    return isThere && isObject && !this.#types.isNullable(schema)
      ? `{} as ${type}`
      : undefined;
  }

  #searchParams(request: Request, indent = 2): string | undefined {
    const query = queryOf(request);
    if (query.length === 0) return undefined;
    const members = query.map(({ name, required, schema, content }) =>
      typed(
        `${keyOf(name)}${required ? "" : "?"}:`,
        this.#types.nullableTypeOf(
          schema ?? Object.values(content ?? {})[0]?.schema ?? {},
          "body",
        ),
        { indent: indent + 2, after: ";" },
      ).slice(0, -1)
    );
    const isRequired = query.some(({ required }) => required);
    return bracketed("searchParams: {} as ", ["{", "}"], members, {
      indent,
      separator: ";",
      taken: 1,
      after: isRequired ? "" : " | undefined",
    });
  }

  /** The option for a query that is not written as most are. */
  #searchToString(request: Request, indent = 2): string[] {
    const styles = queryStyles(this.#types, queryOf(request));
    return isCovered(styles, this.#queryStyles)
      ? []
      : [this.#arrow("searchToString", styles, indent)];
  }

  /** The option for a form that is not written as most are. */
  #toForm(body: Body): string[] {
    const styles = formStyles(this.#types, body);
    return isCovered(styles, this.#formStyles)
      ? []
      : [this.#arrow("toForm", styles, 2)];
  }

  #arrow(name: string, styles: Styles, indent: number): string {
    const call = this.#toQuery(styles);
    const line = `${name}: (values: object) => ${call}`;
    if (indent + line.length < 80) return line;
    const margin = " ".repeat(indent + 2);
    return `${name}: (values: object) =>\n${margin}${
      valued("", call, { indent: indent + 2, after: "," }).slice(1, -1)
    }`;
  }

  #toQuery(styles: Styles): string {
    for (const style of styles.values()) if (style) this.#styles.add(style);
    this.#hasCommonStyle ||= commonStyle(styles) !== undefined;
    return `toQuery(values${stylesText(styles)})`;
  }

  #otherServer({ server }: Request): string[] {
    return server === this.#server
      ? []
      : [`urlPrefix: ${JSON.stringify(server)}`];
  }

  #bodyType(body: Body, name: string): string {
    const type = body.kind === "text"
      ? "string"
      : body.kind === "binary"
      ? "Blob"
      : this.#types.namedTypeOf(body.schema, "body", name);
    return body.isOptional ? `${type} | undefined` : type;
  }

  /** The header for formats that the client does not choose by itself. */
  #contentType(body: Body | undefined, indent = 2): string[] {
    const isKnown = !body || /^(?:form|multipart)$/.test(body.kind) ||
      /^application\/json$|\*/.test(body.type);
    return isKnown ? [] : [
      valued(
        "requestInit:",
        `{ headers: { "content-type": ${JSON.stringify(body.type)} } }`,
        { indent, after: "," },
      ).slice(0, -1),
    ];
  }

  #endpoint(request: Request): string {
    const { path, method, operation, body } = request;
    const name = this.#names.take(
      camel(operation.operationId ?? shortName(method, path)),
      camel(shortName(method, path)),
      camel(`${method} ${path.replace(/\{/g, "by ")}`),
    );
    const search = this.#searchParams(request);
    const classes = { form: "FormEndpoint", multipart: "MultipartEndpoint" };
    const options = [
      `name: ${JSON.stringify(name)}`,
      ...this.#otherServer(request),
      textOption("path", template(path.replace(/#.*/, ""))),
      ...method === "get" ? [] : [`method: "${method.toUpperCase()}"`],
      ...search ? [search] : [],
      ...this.#searchToString(request),
      ...body
        ? [
          typed(
            "body: {} as",
            this.#bodyType(body, `${pascal(name)}Body`),
            { indent: 2, after: "," },
          ).slice(0, -1),
        ]
        : method === "get"
        ? []
        : ["body: undefined"],
      ...this.#contentType(body),
      ...body?.kind === "form" ? this.#toForm(body) : [],
      ...this.#result(request, `${pascal(name)}Result`),
    ];
    const Endpoint = classes[body?.kind as keyof typeof classes] ??
      "ApiEndpoint";
    return comment(operation.summary ?? operation.description) + bracketed(
      `export const ${name} = new ${Endpoint}(`,
      ["{", "}"],
      options,
      { after: ");\n" },
    );
  }

  /** The option that says what an endpoint resolves to. */
  #result(request: Request, name: string): string[] {
    const { kind, schema: whole } = request.answer;
    if (kind === "text" || kind === "blob") return [`content: "${kind}"`];
    const answer = this.#answer(request);
    if (answer === undefined) return [];
    const entity = this.#types.entityOf(answer);
    if (entity !== undefined) return [`schema: ${entity}`];
    const list = this.#listIn(answer);
    const item = list && this.#types.entityOf(list.items);
    const isRead = request.method === "get";
    if (item !== undefined && list!.member === undefined) {
      return [`schema: ${isRead ? `new Collection([${item}])` : `[${item}]`}`];
    }
    if (item !== undefined && isRead) {
      return [
        schemaOption(this.#listSchema(request, item, list!.member!)),
      ];
    }
    if (this.#types.isConverted(answer)) {
      const exact = this.#exactSchema(answer);
      if (exact !== undefined) return [schemaOption(exact)];
      const type = this.#types.namedTypeOf(answer, "read", name);
      const schema = this.#types.schemaOf(answer)!;
      return [schemaOption(`readAs<${type}>(${schema})`)];
    }
    const type = this.#types.namedTypeOf(answer, "data", name);
    if (type === "unknown") return [];
    const envelope = this.#envelope;
    return answer === whole
      ? [`process${signature("value", type)} {\n    return value;\n  }`]
      : [
        `process${
          signature(`value: { ${envelope}: ${type} }`, type)
        } {\n    return value.${envelope};\n  }`,
      ];
  }

  /** A schema of which TypeScript infers what it makes of an answer; undefined if that is not all. */
  #exactSchema(answer: Schema): string | undefined {
    if (this.#types.isNullable(answer)) return undefined;
    const items = this.#types.itemsOf(answer);
    const entity = this.#types.entityOf(answer);
    if (entity !== undefined) return entity;
    if (this.#types.isTime(answer)) return "toDate";
    if (items) {
      const item = this.#exactSchema(items);
      return item && `[${item}]`;
    }
    const shape = this.#types.shapeIn(answer, "read");
    if (!shape) return undefined;
    const members = Object.entries(shape.properties).map(([key, schema]) => {
      if (!shape.required.has(key)) return undefined;
      const isNested = this.#types.entityOf(schema) === undefined &&
        this.#types.itemsOf(schema) === undefined &&
        this.#types.shapeOf(schema) !== undefined;
      if (isNested && this.#types.isConverted(schema)) return undefined;
      const member = this.#types.isConverted(schema)
        ? this.#exactSchema(schema)
        : this.#types.isNullable(schema)
        ? undefined
        : this.#placeholder(schema, true);
      return member && `${ownKeyOf(key)}: ${member}`;
    });
    return members.every((member) => member !== undefined)
      ? `{ ${members.join(", ")} }`
      : undefined;
  }
}

function textOption(name: string, text: string): string {
  return valued(`${name}:`, quoted(text), { indent: 2, after: "," })
    .slice(0, -1);
}

/** A text in double quotes, or in single ones if it has some itself. */
function quoted(text: string): string {
  const double = JSON.stringify(text);
  return text.includes('"') && !text.includes("'")
    ? `'${double.slice(1, -1).replaceAll('\\"', '"')}'`
    : double;
}

function schemaOption(schema: string): string {
  return valued("schema:", schema, { indent: 2, after: "," }).slice(0, -1);
}

const readAs = `/** A schema, with the type of what it makes of an answer. */
function readAs<Value>(schema: unknown): SchemaClass<SchemaTypes<Value>> {
  return schema as SchemaClass<SchemaTypes<Value>>;
}
`;

function placeOf({ method, path }: Request): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Parameters that stand in the query. */
function queryOf({ parameters }: Request) {
  return parameters.filter((parameter) => parameter.in === "query");
}

/** Whether a style is said for the same names, where they are. */
function isCovered(styles: Styles, general: Styles): boolean {
  return [...styles].every(([name, style]) => general.get(name) === style);
}

function mostCommonStyles(all: readonly Styles[]): Styles {
  const names = new Set(all.flatMap((styles) => [...styles.keys()]));
  return new Map([...names].map((name) => {
    const found = all.filter((styles) => styles.has(name))
      .map((styles) => styles.get(name) ?? "");
    return [name, (mostCommon(found) || undefined) as Style | undefined];
  }));
}

function mostCommon(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
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

/** `RepoLabel` for `/repos/{repo}/labels/{name}`, then longer names. */
function namesByPath(path: string): string[] {
  const words = path.split("/").filter((part) => part && part[0] !== "{")
    .map((part) => pascal(singular(part)));
  return Array.from(
    { length: Math.max(words.length - 1, 1) },
    (_, index) => words.slice(-2 - index).join(""),
  );
}

function sentence(words: readonly string[]): string {
  return words.length === 1
    ? words[0]!
    : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
