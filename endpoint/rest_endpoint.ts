import { declareWithoutFields, type Members } from "./definition.ts";
import { type AnyEndpointConstructor, EndpointImpl } from "./endpoint.ts";
import { NetworkError } from "./network_error.ts";
import { parseBody } from "./parse_response.ts";
import {
  MissingParameterError,
  parsePath,
  type PathTemplate,
} from "./path_template.ts";
import { buildRequestInit } from "./request_init.ts";
import { searchToString } from "./search_params.ts";

type Parameters = Readonly<Record<string, unknown>>;

/** Behaviour of {@linkcode RestEndpoint}. */
export class RestEndpointImpl extends EndpointImpl {
  constructor(options?: Members) {
    super(undefined, options);
  }

  // ---- request ----

  override async fetch(...args: unknown[]): Promise<unknown> {
    const [parameters, body] = splitArguments(this, args);
    const url = requestUrl(this, parameters, args);
    const init = await this.getRequestInit(body);
    const response = await this.fetchResponse(url, init);
    const value = await this.parseResponse(response);
    return await this.process(value, ...args);
  }

  /** Address of a request, query included. */
  url(parameters: Parameters = {}): string {
    const template = parsePath(this.path);
    const address = this.urlPrefix + template.fill(parameters);
    const search = this.searchToString(queryOf(template, parameters));
    return search === "" ? address : joinSearch(address, search);
  }

  /** Query text of a request, without `?`. */
  searchToString(entries: Parameters): string {
    return searchToString(entries);
  }

  getRequestInit(body?: unknown): Promise<RequestInit> {
    return buildRequestInit(this, body);
  }

  getHeaders(headers: HeadersInit): HeadersInit | Promise<HeadersInit> {
    return headers;
  }

  // ---- response ----

  async fetchResponse(
    input: RequestInfo,
    init: RequestInit,
  ): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(input, init);
    } catch (error) {
      // a network that is down is as temporary as a server that is
      if (error instanceof TypeError) Object.assign(error, { status: 500 });
      throw error;
    }
    if (!response.ok) throw new NetworkError(response, { url: String(input) });
    return response;
  }

  parseResponse(response: Response): Promise<unknown> {
    return parseBody(this, response);
  }

  /** What the parsed value becomes before it is returned and normalized. */
  process(value: unknown, ..._args: unknown[]): unknown {
    return value;
  }

  errorPolicy(error: { status?: unknown }): "soft" | undefined {
    return Number(error?.status) >= 500 ? "soft" : undefined;
  }

  // ---- identity ----

  override get name(): string {
    return this.urlPrefix + this.path;
  }

  override set name(name: string) {
    super.name = name;
  }

  override key(...args: unknown[]): string {
    const [parameters] = splitArguments(this, args);
    return `${this.method.toUpperCase()} ${requestUrl(this, parameters, args)}`;
  }

  // ---- derived endpoints ----

  override extend(options: Members = {}): this {
    return this.derive(options);
  }

  protected override constructLike(members: Members): this {
    const Class = this.constructor as new (options: Members) => this;
    return new Class(members);
  }

  // ---- method ----

  get method(): string {
    if (isGiven(this, "sideEffect") && this.sideEffect) return "POST";
    return this.body === undefined ? "GET" : "POST";
  }

  get sideEffect(): true | undefined {
    return isRead(this.method) ? undefined : true;
  }
}

declareWithoutFields(RestEndpointImpl);
Object.assign(RestEndpointImpl.prototype, { urlPrefix: "" });

/** Whether a member comes from an option, an assignment or a subclass, and not from here. */
function isGiven(endpoint: object, member: string): boolean {
  let holder = endpoint;
  while (holder !== RestEndpointImpl.prototype) {
    if (Object.hasOwn(holder, member)) return true;
    holder = Object.getPrototypeOf(holder);
  }
  return false;
}

function isRead(method: string): boolean {
  return /^(?:GET|HEAD|OPTIONS)$/i.test(method);
}

/** Whether the last argument of a call is a payload. */
export function takesBody(endpoint: RestEndpointImpl): boolean {
  const method = endpoint.method.toUpperCase();
  if (method === "GET" || method === "HEAD") return false;
  if (endpoint.body !== undefined) return true;
  return method !== "DELETE" && !isGiven(endpoint, "body");
}

/** Tells parameters and payload of a call apart. */
function splitArguments(
  endpoint: RestEndpointImpl,
  args: readonly unknown[],
): [parameters: Parameters, body: unknown] {
  if (!takesBody(endpoint)) return [(args[0] ?? {}) as Parameters, undefined];
  return args.length > 1
    ? [(args[0] ?? {}) as Parameters, args[1]]
    : [{}, args[0]];
}

function requestUrl(
  endpoint: RestEndpointImpl,
  parameters: Parameters,
  args: readonly unknown[],
): string {
  try {
    return endpoint.url(parameters);
  } catch (error) {
    if (
      error instanceof MissingParameterError && args.length === 1 &&
      takesBody(endpoint)
    ) {
      error.message += " A single argument is taken as the body: " +
        "pass (params, body), or declare `body: undefined`.";
    }
    throw error;
  }
}

function queryOf(template: PathTemplate, parameters: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(parameters).filter(([name, value]) =>
      value !== undefined && !template.names.has(name)
    ),
  );
}

function joinSearch(address: string, search: string): string {
  if (/[?&]$/.test(address)) return address + search;
  return address + (address.includes("?") ? "&" : "?") + search;
}

/** An HTTP request with a description of its response. */
export const RestEndpoint: AnyEndpointConstructor =
  RestEndpointImpl as unknown as AnyEndpointConstructor;
