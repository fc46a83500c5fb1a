import { bundle, compileErrors, parse, validate } from "@readme/openapi-parser";

/** A schema, as much of it as becomes types. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly contentEncoding?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly nullable?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping?: Readonly<Record<string, string>>;
  };
}

/** A parameter of a request. */
export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly style?: string;
  readonly explode?: boolean;
  readonly content?: Readonly<Record<string, MediaType>>;
}

/** A body or an answer in one format. */
export interface MediaType {
  readonly schema?: Schema;
  readonly encoding?: Readonly<
    Record<string, { readonly style?: string; readonly explode?: boolean }>
  >;
}

/** What a body or an answer holds, by media type. */
export interface Content {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, MediaType>>;
}

/** A request that a server answers. */
export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
  readonly servers?: readonly Server[];
}

/** The methods of a path. */
export interface PathItem extends Readonly<Record<Method, Operation>> {
  readonly $ref?: string;
  readonly parameters?: readonly Parameter[];
  readonly servers?: readonly Server[];
}

/** Where requests are answered. */
export interface Server {
  readonly url: string;
  readonly variables?: Readonly<Record<string, { readonly default: string }>>;
}

/** Methods that requests are made by. */
export const methods = ["get", "post", "put", "patch", "delete"] as const;
/** A member of {@linkcode methods}. */
export type Method = (typeof methods)[number];

/** An OpenAPI document. */
export interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string };
  readonly servers?: readonly Server[];
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
  let isWhole = true;
  const document = await bundle(location).catch((error: Error) => {
    isWhole = false;
    // one reference that leads nowhere is no reason to leave out all the rest
    warn(error.message);
    return parse(location).catch(() => Promise.reject(error));
  }) as unknown as Document;
  if (!document.openapi?.startsWith("3.")) {
    throw new Error(
      `${location} is not OpenAPI 3. Convert it first, for instance by https://converter.swagger.io`,
    );
  }
  if (!isWhole) return document;
  // the validator resolves references in place, so it gets a copy
  const result = await validate(structuredClone(document) as never);
  if (!result.valid) warn(compileErrors(result));
  return document;
}

/** Something that may be a reference, with what it leads to. */
export interface Resolved<T> {
  readonly target: T;
  /** Where in the document the target is, if it was referred to. */
  readonly pointer: string | undefined;
}

/**
 * Follows references to their end.
 *
 * @throws {Error} If there is nothing where a reference leads, or it leads round in a circle.
 */
export function resolve<T extends { readonly $ref?: string }>(
  document: Document,
  value: T,
): Resolved<T> {
  let target = value;
  let pointer: string | undefined;
  const seen = new Set<string>();
  while (typeof target.$ref === "string") {
    pointer = target.$ref;
    if (seen.has(pointer)) throw new Error(`${pointer} refers to itself`);
    seen.add(pointer);
    // deno-lint-ignore no-explicit-any -- anything may be there
    target = partsOf(pointer).reduce((object: any, key) => {
      if (object === null || typeof object !== "object") return undefined;
      // what is on the way may be a reference itself
      const { $ref } = object;
      const next = typeof $ref === "string" && !Object.hasOwn(object, key)
        ? resolve(document, object).target
        : object;
      return Object.hasOwn(next, key) ? next[key] : undefined;
    }, document);
    if (target === undefined || target === null) {
      throw new Error(`there is no ${pointer}`);
    }
  }
  return { target, pointer };
}

/** `#/components/schemas/a~1b` as `components`, `schemas` and `a/b`. */
export function partsOf(pointer: string): string[] {
  return pointer.slice(2).split("/").map((part) =>
    decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")
  );
}
