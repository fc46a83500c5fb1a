import type * as t from "@babel/types";
import type { SourceFile } from "../source_file.ts";
import { type Node, propertyName, unwrap } from "../syntax.ts";
import { type Argument, isFixed } from "./address.ts";

/** What the options of a request, or of a client, say about an endpoint. */
export interface Settings {
  readonly urlPrefix: string | undefined;
  /** Members of the headers, as text between braces. */
  readonly headers: string | undefined;
  readonly content: string | undefined;
  readonly credentials: boolean;
  /** Search parameters, by name. */
  readonly search: readonly Argument[];
  /** Search parameters that come as an object: an expression. */
  readonly searchObject: string | undefined;
  /** What has no counterpart. */
  readonly left: readonly string[];
}

const contents: Readonly<Record<string, string | undefined>> = {
  json: undefined,
  text: "text",
  blob: "blob",
  arraybuffer: "arrayBuffer",
  stream: "stream",
};

/** Reads an object of options. */
export function settingsOf(
  file: SourceFile,
  options: t.ObjectExpression | undefined,
): Settings {
  let urlPrefix: string | undefined;
  let headers: string | undefined;
  let content: string | undefined;
  let searchObject: string | undefined;
  let credentials = false;
  const search: Argument[] = [];
  const left: string[] = [];
  for (const property of options?.properties ?? []) {
    const name = property.type === "ObjectProperty"
      ? propertyName(property)
      : undefined;
    const value = property.type === "ObjectProperty"
      ? unwrap(property.value)
      : undefined;
    if (name === undefined || value === undefined) left.push("...");
    else if (["method", "url", "data"].includes(name)) continue;
    else if (name === "baseURL" && isFixed(file, value)) {
      urlPrefix = withoutSlash(file, value);
    } else if (name === "headers" && isFixedObject(file, value)) {
      headers = headersText(file, value);
    } else if (
      name === "responseType" && value.type === "StringLiteral" &&
      Object.hasOwn(contents, value.value)
    ) content = contents[value.value];
    else if (name === "withCredentials" && value.type === "BooleanLiteral") {
      credentials = value.value;
    } else if (name === "params") {
      const named = namedMembers(file, value);
      if (named) search.push(...named);
      else searchObject = file.textOf(value);
    } else left.push(name);
  }
  return {
    urlPrefix,
    headers,
    content,
    credentials,
    search,
    searchObject,
    left,
  };
}

function withoutSlash(file: SourceFile, value: Node): string {
  const text = file.textOf(value);
  return value.type === "StringLiteral"
    ? text.replace(/\/+(?=['"]$)/, "")
    : text;
}

/** Members of an object of headers; what the body says of its type is left to it. */
function headersText(file: SourceFile, value: Node): string | undefined {
  if (value.type !== "ObjectExpression") return undefined;
  const kept = value.properties.filter((property) =>
    property.type !== "ObjectProperty" ||
    !/^content-type$/i.test(propertyName(property) ?? "") ||
    property.value.type !== "StringLiteral" ||
    !/^(application\/json|multipart\/form-data)/.test(property.value.value)
  );
  return kept.length === 0
    ? undefined
    : kept.map((property) => file.textOf(property)).join(", ");
}

function isFixedObject(file: SourceFile, value: Node): boolean {
  return value.type === "ObjectExpression" &&
    value.properties.every((property) =>
      property.type === "ObjectProperty" && !property.computed &&
      isFixed(file, property.value)
    );
}

/** Names and values of an object literal without spreads. */
function namedMembers(
  file: SourceFile,
  value: Node,
): Argument[] | undefined {
  if (value.type !== "ObjectExpression") return undefined;
  const named: Argument[] = [];
  for (const property of value.properties) {
    const name = property.type === "ObjectProperty"
      ? propertyName(property)
      : undefined;
    if (
      name === undefined || property.type !== "ObjectProperty" ||
      !/^[A-Za-z_$][\w$]*$/.test(name)
    ) return undefined;
    named.push({ name, value: file.textOf(property.value) });
  }
  return named;
}
