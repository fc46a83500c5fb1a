import type * as t from "@babel/types";
import type { SourceFile } from "../source_file.ts";
import { type Node, propertyName, unwrap } from "../syntax.ts";
import type { Client } from "./clients.ts";

/** A call that makes a request. */
export interface Request {
  readonly call: t.CallExpression;
  readonly client: Client;
  /** Upper case. */
  readonly method: string;
  readonly url: Node;
  readonly data: Node | undefined;
  readonly config: t.ObjectExpression | undefined;
  /** What the author says the response is, in TypeScript. */
  readonly responseType: string | undefined;
}

const verbs = new Set(["get", "delete", "post", "put", "patch"]);
const withBody = new Set(["post", "put", "patch"]);

/**
 * Reads a use of a client.
 *
 * @returns the request, or why it is none that can be rewritten
 */
export function requestOf(
  file: SourceFile,
  client: Client,
  use: Node,
): Request | string {
  const parent = file.parentOf(use);
  if (parent?.type === "CallExpression" && parent.callee === use) {
    return ofConfig(file, client, parent);
  }
  if (parent?.type !== "MemberExpression" || parent.object !== use) {
    return `${client.binding.name} is handed on: use ${client.className} there`;
  }
  const name = propertyName(parent);
  const call = file.parentOf(parent);
  if (call?.type !== "CallExpression" || call.callee !== parent) {
    return adviceFor(name, client);
  }
  if (name === "request") return ofConfig(file, client, call);
  if (!verbs.has(name ?? "")) return adviceFor(name, client);
  const [url, second, third] = call.arguments;
  const data = withBody.has(name!) ? second : undefined;
  const config = withBody.has(name!) ? third : second;
  if (!url) return "this request has no address";
  if (config && unwrap(config).type !== "ObjectExpression") {
    return "the options of this request are put together elsewhere: write an endpoint by hand";
  }
  return {
    call,
    client,
    method: name!.toUpperCase(),
    url,
    data,
    config: config && unwrap(config) as t.ObjectExpression,
    responseType: typeArgumentOf(file, call),
  };
}

/** `axios({ method, url, data, ... })` or `axios(url, { ... })`. */
function ofConfig(
  file: SourceFile,
  client: Client,
  call: t.CallExpression,
): Request | string {
  const [first, second] = call.arguments;
  const isText = first?.type === "StringLiteral" ||
    first?.type === "TemplateLiteral";
  const given = isText ? second : first;
  const config = given && unwrap(given);
  if (
    (config && config.type !== "ObjectExpression") ||
    (!isText && (!config || second))
  ) {
    return "the options of this request are put together elsewhere: write an endpoint by hand";
  }
  const method = memberOf(config, "method");
  const url = isText ? first : memberOf(config, "url");
  if (method && method.type !== "StringLiteral") {
    return "the method of this request is not fixed: write an endpoint for each";
  }
  const verb = method?.type === "StringLiteral" ? method.value : "get";
  if (!url || !verbs.has(verb.toLowerCase())) {
    return "this request has no address, or a method of its own: write an endpoint by hand";
  }
  return {
    call,
    client,
    method: verb.toUpperCase(),
    url,
    data: memberOf(config, "data"),
    config,
    responseType: typeArgumentOf(file, call),
  };
}

/** The value of a member of an object literal. */
export function memberOf(
  object: t.ObjectExpression | undefined,
  name: string,
): Node | undefined {
  for (const property of object?.properties ?? []) {
    if (property.type === "ObjectProperty" && propertyName(property) === name) {
      return unwrap(property.value);
    }
  }
  return undefined;
}

function typeArgumentOf(
  file: SourceFile,
  call: t.CallExpression,
): string | undefined {
  const list = call.typeArguments;
  const [type] = list?.type === "TSTypeParameterInstantiation"
    ? list.params
    : [];
  return type && file.textOf(type);
}

function adviceFor(name: string | undefined, { className }: Client): string {
  switch (name) {
    case "interceptors":
      return `interceptors are methods of ${className}: getHeaders or getRequestInit before, parseResponse or process after the response`;
    case "defaults":
      return `defaults are members of ${className}: urlPrefix, getHeaders, requestInit`;
    case "isAxiosError":
      return "a failed request rejects with a NetworkError, which has status and response";
    case "all":
      return "use Promise.all";
    case "CancelToken":
    case "isCancel":
      return "requests are aborted through useCancelling, or the signal of requestInit";
    default:
      return `${name ?? "this"} has no counterpart: write an endpoint by hand`;
  }
}
