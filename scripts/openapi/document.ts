import { bundle, compileErrors, validate } from "@readme/openapi-parser";

/** A schema, as much of it as becomes types. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

/** A parameter of a request. */
export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

/** What a body or an answer holds, by media type. */
interface Content {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

/** A request that a server answers. */
export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}

/** The methods of a path. */
export interface PathItem extends Readonly<Record<Method, Operation>> {
  readonly parameters?: readonly Parameter[];
}

/** Methods that requests are made by. */
export const methods = ["get", "post", "put", "patch", "delete"] as const;
/** A member of {@linkcode methods}. */
export type Method = (typeof methods)[number];

/** An OpenAPI document. */
export interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string };
  readonly servers?: readonly {
    readonly url: string;
    readonly variables?: Readonly<Record<string, { readonly default: string }>>;
  }[];
  readonly paths?: Readonly<Record<string, PathItem>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/**
 * Reads a document, with those it refers to.
 *
 * @param location Path or URL of JSON or YAML.
 * @param warn Told what is not valid. Published documents often break a rule or
 * two that do not matter here.
 * @throws {Error} If it cannot be read, or is of another version.
 */
export async function readDocument(
  location: string,
  warn: (message: string) => void = () => {},
): Promise<Document> {
  const document = await bundle(location) as unknown as Document;
  if (!document.openapi?.startsWith("3.")) {
    throw new Error(
      `${location} is not OpenAPI 3. Convert it first, for instance by https://converter.swagger.io`,
    );
  }
  // the validator resolves references in place, so it gets a copy
  const result = await validate(structuredClone(document) as never);
  if (!result.valid) warn(compileErrors(result));
  return document;
}

/** What a reference leads to, and by which name if it is one of the schemas of the document. */
export function resolve<T extends { readonly $ref?: string }>(
  document: Document,
  value: T,
): T & { readonly name?: string } {
  let name: string | undefined;
  let target = value;
  while (target.$ref !== undefined) {
    const path = target.$ref.slice(2).split("/")
      .map((part) =>
        decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")
      );
    name = path[1] === "schemas" && path.length === 3 ? path[2] : undefined;
    // deno-lint-ignore no-explicit-any
    target = path.reduce((object: any, key) => object?.[key], document);
    if (target === undefined) throw new Error(`There is no ${value.$ref}.`);
  }
  return name === undefined ? target : { ...target, name };
}

/** The schema of the JSON in a body or an answer. */
export function jsonOf(
  document: Document,
  content: Content | undefined,
): Schema | undefined {
  if (!content) return undefined;
  const types = resolve(document, content).content ?? {};
  const json = Object.keys(types).find((type) => /[/+]json\b/.test(type));
  return json === undefined ? undefined : types[json]!.schema;
}

/** The schema of what an operation answers if it succeeds. */
export function answerOf(
  document: Document,
  { responses = {} }: Operation,
): Schema | undefined {
  const status = Object.keys(responses).filter((status) => /^2/.test(status))
    .sort()[0];
  return status === undefined ? undefined : jsonOf(document, responses[status]);
}
