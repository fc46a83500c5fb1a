import { defineOwn, isDevelopment } from "../schema/engine.ts";
import { collectionMember } from "./collection_members.ts";
import {
  construct,
  deriveEndpoint,
  EndpointImpl,
  invoke,
  type Members,
  ownClasses,
} from "./endpoint.ts";
import { fetchOk } from "./fetch_ok.ts";
import { impliedValue, isImplied } from "./implied_value.ts";
import { rememberList, separateLists } from "./own_lists.ts";
import { createPage, createPageOfField } from "./pagination.ts";
import {
  hasNoContent,
  parseBody,
  warnIncompatibleContent,
} from "./parse_response.ts";
import { buildRequestInit, warnOfLostMethod } from "./request_init.ts";
import {
  asParameters,
  isReadMethod,
  splitArguments,
  takesBody,
} from "./request_arguments.ts";
import { bodyText, matchesKey } from "./request_key.ts";
import { requestUrl, urlOf } from "./request_url.ts";
import { searchToString } from "./search_params.ts";
import type {
  RestEndpoint as RestEndpointInstance,
  RestEndpointConstructor,
} from "./types/rest_endpoint.ts";
import type { RestGenerics } from "./types/rest_generics.ts";

/** Behaviour of {@linkcode RestEndpoint}: the public hooks, each of which can be replaced. */
export class RestEndpointImpl extends EndpointImpl {
  constructor(options?: Members) {
    super(undefined, options);
    if (isDevelopment()) rememberList(this);
    if (
      isDevelopment() && !warnIncompatibleContent(this) &&
      new.target !== RestEndpointImpl
    ) {
      // fields of a subclass come after its constructor's parent
      queueMicrotask(() => warnIncompatibleContent(this));
    }
  }

  override async fetch(...args: unknown[]): Promise<unknown> {
    const [parameters, body] = splitArguments(this, args);
    const url = requestUrl(this, parameters, args);
    const init = await this.getRequestInit(body);
    if (
      isDevelopment() &&
      // what replaces it may know the method without being told
      this.fetchResponse === RestEndpointImpl.prototype.fetchResponse
    ) warnOfLostMethod(this, init);
    const response = await this.fetchResponse(url, init);
    const mayBeEmpty = isImplied(this);
    let value: unknown = hasNoContent(response) ? null : undefined;
    try {
      value = await this.parseResponse(response);
      value = await this.process(value, ...args);
    } catch (error) {
      // overrides that serve all answers may expect data of this one, too
      if (!mayBeEmpty || value !== null) throw error;
    }
    return mayBeEmpty ? impliedValue(this, value, args) : value;
  }

  url(parameters?: unknown): string {
    return urlOf(this, asParameters(this, parameters ?? {}));
  }

  searchToString(entries: Readonly<Record<string, unknown>>): string {
    return searchToString(entries);
  }

  getRequestInit(body?: unknown): Promise<RequestInit> {
    return buildRequestInit(this, body);
  }

  getHeaders(headers: HeadersInit): HeadersInit | Promise<HeadersInit> {
    return headers;
  }

  fetchResponse(input: RequestInfo, init: RequestInit): Promise<Response> {
    return fetchOk(input, init);
  }

  parseResponse(response: Response): Promise<unknown> {
    return parseBody(this, response, this.process !== processUnchanged);
  }

  process(value: unknown, ..._args: unknown[]): unknown {
    return value;
  }

  errorPolicy(error: { status?: unknown } | undefined): "soft" | undefined {
    return Number(error?.status) >= 500 ? "soft" : undefined;
  }

  override get name(): string {
    return `${this.urlPrefix}${this.path ?? ""}`;
  }

  override set name(name: string) {
    super.name = name;
  }

  override key(...args: unknown[]): string {
    const [parameters, body] = splitArguments(this, args);
    const address = `${this.method.toUpperCase()} ${
      requestUrl(this, parameters, args)
    }`;
    // two queries sent in the bodies of one read are two results
    return this.sideEffect || body === undefined
      ? address
      : `${address} ${bodyText(body)}`;
  }

  override testKey(key: string): boolean {
    const isUrlOverridden = this.url !== RestEndpointImpl.prototype.url;
    const mayHoldBody = !this.sideEffect && takesBody(this);
    return matchesKey(this, key, { isUrlOverridden, mayHoldBody });
  }

  /** HTTP method: what was given, else what side effect and body ask for. */
  get method(): string {
    return given(this, "sideEffect") ? "POST" : methodForBody(this.body);
  }

  set method(method: string) {
    defineOwn(this, "method", method);
  }

  /** Whether a call changes something: what was given, else what the method says. */
  get sideEffect(): boolean | undefined {
    const method = given(this, "method") ?? methodForBody(this.body);
    return isReadMethod(method) ? undefined : true;
  }

  set sideEffect(sideEffect: boolean | undefined) {
    defineOwn(this, "sideEffect", sideEffect);
  }

  /** What aborts a request: what was given, else what `requestInit` has, so that whoever adds a signal finds either. */
  get signal(): AbortSignal | undefined {
    return this.requestInit?.signal ?? undefined;
  }

  set signal(signal: AbortSignal | undefined) {
    defineOwn(this, "signal", signal);
  }

  override extend(options: Members = {}): this {
    const child = deriveEndpoint(this, options);
    separateLists(child, this, options);
    const { method } = options;
    if (Object.hasOwn(options, "sideEffect")) return child;
    if (typeof method === "string") {
      if (isGiven(child, "sideEffect")) {
        defineOwn(
          child,
          "sideEffect",
          isReadMethod(method) ? undefined : true,
        );
      }
    } else if (Object.hasOwn(options, "body")) {
      // a body decides the method of a definition, not that of its variants
      defineOwn(child, "method", this.method);
    }
    return child;
  }

  /** An override of `fetch` that is not asynchronous must not throw at the caller either. */
  override [invoke](args: unknown[]): unknown {
    try {
      return this.fetch(...args);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  override [construct](members: Members): this {
    const Class = this.constructor as new (options: Members) => this;
    return new Class(members);
  }

  get push(): this {
    return collectionMember(this, "push");
  }

  get unshift(): this {
    return collectionMember(this, "unshift");
  }

  get assign(): this {
    return collectionMember(this, "assign");
  }

  get remove(): this {
    return collectionMember(this, "remove");
  }

  get move(): this {
    return collectionMember(this, "move");
  }

  get getPage(): this | undefined {
    return createPageOfField(this);
  }

  paginated(cursor: string | ((...args: unknown[]) => unknown[])): this {
    return createPage(this, cursor);
  }
}

/** The method where neither it nor a side effect was given. */
function methodForBody(body: unknown): string {
  return body === undefined ? "GET" : "POST";
}

ownClasses.add(RestEndpointImpl);
Object.assign(RestEndpointImpl.prototype, { urlPrefix: "" });
const processUnchanged = RestEndpointImpl.prototype.process;

/**
 * What was given for one of two members that decide each other. The default of
 * one asks for the other; a getter that overrides it may ask for the default,
 * which then must not ask back.
 */
function given<M extends "method" | "sideEffect">(
  endpoint: RestEndpointImpl,
  member: M,
): RestEndpointImpl[M] | undefined {
  if (endpoint === asking || !isGiven(endpoint, member)) return undefined;
  const outer = asking;
  asking = endpoint;
  try {
    return endpoint[member];
  } finally {
    asking = outer;
  }
}

/** The endpoint whose default is being worked out. */
let asking: object | undefined;

/** Whether a member comes from an option, an assignment or a subclass, and not from here. */
function isGiven(endpoint: object, member: string): boolean {
  let holder = endpoint;
  while (holder !== RestEndpointImpl.prototype) {
    if (Object.hasOwn(holder, member)) return true;
    holder = Object.getPrototypeOf(holder);
  }
  return false;
}

/**
 * A request to a REST service with a description of its response.
 *
 * @example
 * ```ts
 * import { Entity, RestEndpoint } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Vessel";
 * }
 *
 * const getVessel = new RestEndpoint({
 *   urlPrefix: "https://harbour.test",
 *   path: "/vessels/:id",
 *   schema: Vessel,
 * });
 * assertEquals(getVessel.key({ id: 7 }), "GET https://harbour.test/vessels/7");
 *
 * const rename = getVessel.extend({ method: "PATCH", body: {} as { name: string } });
 * assertEquals(rename.method, "PATCH");
 * ```
 *
 * @typeParam O what the types of call and result follow from: path, schema, method, body, ...
 */
export type RestEndpoint<
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  O extends RestGenerics = any,
> = RestEndpointInstance<O>;

/**
 * Makes a {@linkcode RestEndpoint}. Its methods are hooks for subclasses.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class HarbourEndpoint extends RestEndpoint {
 *   override urlPrefix = "https://harbour.test";
 *
 *   override getHeaders(headers: HeadersInit): HeadersInit {
 *     return { ...headers, authorization: "Bearer secret" };
 *   }
 * }
 *
 * const getVessel = new HarbourEndpoint({ path: "/vessels/:id" });
 * assertEquals(getVessel.key({ id: 7 }), "GET https://harbour.test/vessels/7");
 * ```
 */
export const RestEndpoint: RestEndpointConstructor =
  RestEndpointImpl as unknown as RestEndpointConstructor;
