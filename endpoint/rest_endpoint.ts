import {
  choicesOf,
  defineOwn,
  isDevelopment,
  isForm,
  isInvalidate,
  isObject,
  isUnion,
  parametersIn,
  sentMembers,
  sharesValue,
  stableJson,
  standIns,
} from "../schema/engine.ts";
import type { EntityReader } from "../schema/mod.ts";
import {
  defineDefaults,
  derive,
  EndpointImpl,
  type Members,
  ownClasses,
} from "./endpoint.ts";
import {
  collectionMember,
  createPage,
  rememberList,
  separateLists,
  withLoadedPages,
} from "./lists.ts";
import {
  fillPath,
  matchesPath,
  parsePath,
  templates,
  textOf,
} from "./path_template.ts";
import {
  accepted,
  asFailure,
  emptyStatuses,
  fetchOk,
  isImplied,
  lostBody,
  mergedHeaders,
  parseBody,
  reportContent,
  softIfTemporary,
  unchanged,
  withoutRepeats,
} from "./response.ts";
import type {
  RestEndpoint as RestEndpointInstance,
  RestEndpointConstructor,
} from "./types/rest_endpoint.ts";
import type { RestGenerics } from "./types/rest_generics.ts";

/** Behaviour of {@linkcode RestEndpoint}: the public hooks, each of which can be replaced. */
export class RestEndpointImpl extends EndpointImpl {
  constructor(options?: Members) {
    super(undefined, options);
    // what derives from another has no options yet
    if (typeof Object.getPrototypeOf(this) === "object") {
      rememberList(this);
      if (isDevelopment()) reportContent(this);
    }
  }

  override async fetch(...args: unknown[]): Promise<unknown> {
    const { method } = this;
    const takesNone = isBodiless.test(method);
    const [parameters, body] = takesNone
      ? [args[0] ?? {}]
      : splitArguments(this, args);
    const url = this.url(parameters);
    const init = await this.getRequestInit(body);
    if (isDevelopment()) warnOfLostMethod(this, init);
    let response: Response;
    try {
      response = await this.fetchResponse(url, init);
    } catch (error) {
      throw asFailure(error, url, init?.signal);
    }
    if (takesNone) {
      return this.process(await this.parseResponse(response), ...args);
    }
    const mayBeEmpty = isImplied(this, method);
    let value: unknown = emptyStatuses.test(`${response.status}`)
      ? null
      : undefined;
    try {
      value = await this.parseResponse(response);
      value = await this.process(value, ...args);
    } catch (error) {
      // overrides that serve all responses may expect data of this one, too
      if (!mayBeEmpty || value !== null) throw error;
    }
    if (
      response.redirected && /^POST$/i.test(method) && this.sideEffect &&
      // to a file, for instance
      (this.content ?? "json") === "json" &&
      // what is created has another status
      response.status === 200 && !sharesValue(value, dataOf(body))
    ) throw lostBody(response, url);
    return mayBeEmpty ? impliedValue(this, value, args) : value;
  }

  /**
   * Builds the address of a request.
   *
   * @param parameters values of the path; all others are query entries
   * @throws {TypeError} when the template is not valid or a value does not fit it
   */
  url(parameters?: unknown): string {
    const values = (parameters ?? {}) as Record<string, unknown>;
    if (typeof values !== "object") {
      throw new TypeError(
        `${this.name}: the first argument ` +
          (isDevelopment()
            ? "must be an object of parameters. For other arguments give the " +
              "endpoint a `url` of its own."
            : "is no object."),
      );
    }
    const { path, urlPrefix } = this;
    const template = templates.get(path) ?? parsePath(path);
    const { tokens: [first], names } = template;
    // the list of a resource at the root has no path, and maybe no prefix
    const address = urlPrefix + fillPath(template, values) || "/";
    const prefix = urlPrefix + (first?.type === "text" ? first.value : "");
    // no parameter may decide about the host: it is complete before the first one, or there is none
    if (
      !completeHost.test(prefix + (address[prefix.length] ?? "/")) &&
      !withoutHost.test(address)
    ) {
      throw new TypeError(
        `The parameters of the path ${path} name another host: ${address}.` +
          (isDevelopment()
            ? ` It is to be that of ${
              prefix || "an address without one"
            }. Begin ` +
              "the path with a slash; a host that varies belongs in urlPrefix " +
              "or an own `url`."
            : ""),
      );
    }
    const queried: [string, unknown][] = [];
    for (const entry of Object.entries(values)) {
      if (entry[1] !== undefined && !names.has(entry[0])) queried.push(entry);
    }
    // defines properties, so that a member named __proto__ stays data
    const search = queried.length > 0 &&
      this.searchToString(Object.fromEntries(queried));
    if (!search) return address;
    const joint = /[?&]$/.test(address)
      ? ""
      : address.includes("?")
      ? "&"
      : "?";
    return address + joint + search;
  }

  /**
   * Serializes query entries as a form would, sorted by name, so that addresses
   * and keys do not depend on the order in which properties were written.
   */
  searchToString(entries: Readonly<Record<string, unknown>>): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(entries)) {
      if (value === undefined) continue;
      const text = textOf(value);
      if (text === "[object Object]" && isDevelopment()) {
        warnOfObject(this.name, name);
      }
      search.append(name, text);
    }
    search.sort();
    return search.toString();
  }

  /**
   * Builds the second argument of `fetch`.
   *
   * @param body the payload as the caller gave it
   */
  async getRequestInit(body?: unknown): Promise<RequestInit> {
    const { requestInit, method, signal, content } = this;
    const isJson = body !== undefined && isJsonBody(body);
    const sentBody = isJson ? JSON.stringify(body) : body as BodyInit;
    const usual = {
      // what else it is read as is for the server to choose
      Accept: (content ?? "json") === "json" ? accepted : "*/*",
      // servers refuse it without a body, and other origins have to allow it
      ...isJson && sentBody && { "Content-Type": "application/json" },
    };
    const own = requestInit?.headers;
    const headers = own ? mergedHeaders(usual, own) : usual;
    const sent = await this.getHeaders(headers);
    return {
      ...requestInit,
      method: method.toUpperCase(),
      ...signal && { signal },
      body: sentBody,
      // a platform can refuse a stream that does not say so
      ...(body as Partial<ReadableStream> | undefined)?.getReader &&
        { duplex: "half" },
      headers: sent === headers ? sent : withoutRepeats(sent),
    };
  }

  override key(...args: unknown[]): string {
    const { method } = this;
    const [parameters, body] = isBodiless.test(method)
      ? [args[0] ?? {}]
      : splitArguments(this, args);
    const address = `${method.toUpperCase()} ${this.url(parameters)}`;
    // two queries sent in the bodies of one read are two results
    return body === undefined || this.sideEffect
      ? address
      : `${address} ${stableJson(body, this.name)}`;
  }

  override testKey(key: string): boolean {
    const isUrlOverridden = this.url !== RestEndpointImpl.prototype.url;
    const prefix = `${this.method.toUpperCase()} ${
      isUrlOverridden ? "" : this.urlPrefix
    }`;
    return key.startsWith(prefix) && matchesPath(
      this.path,
      key.slice(prefix.length),
      isUrlOverridden,
      // a template may have a query, and a read a body
      this.sideEffect ? "?&" : "?& ",
    );
  }

  override extend(options: Members = {}): this {
    const child = derive(this, options);
    separateLists(child, options);
    if (!Object.hasOwn(options, "sideEffect")) {
      const { method } = options;
      if (typeof method === "string") {
        const sideEffect = reads.test(method) ? undefined : true;
        // the default says the same
        if (child.sideEffect !== sideEffect) {
          defineOwn(child, "sideEffect", sideEffect);
        }
      } else if (Object.hasOwn(options, "body")) {
        // a body decides the method of a definition, not that of its variants
        defineOwn(child, "method", this.method);
      }
    }
    if ("path" in options || "schema" in options) rememberList(child);
    if (isDevelopment() && ("content" in options || "schema" in options)) {
      reportContent(child);
    }
    return child;
  }

  paginated(cursor: string | ((...args: unknown[]) => unknown[])): this {
    return createPage(this, cursor);
  }

  /**
   * What the response to a call stands for that is not what the schema describes.
   */
  "~implied"(response: unknown, args: readonly unknown[]): unknown {
    const { method } = this;
    return isImplied(this, method)
      ? impliedValue(this, response, args)
      : response;
  }

  /**
   * Returns the endpoint to call when what is stored is stale: that of a list
   * also requests the pages that were loaded of it.
   */
  "~forRefresh"(args: unknown[], store: { getState(): EntityReader }): this {
    // most are of an entity
    return typeof this.schema === "object"
      ? withLoadedPages(this, args, store.getState())
      : this;
  }
}

ownClasses.add(RestEndpointImpl);
Object.assign(RestEndpointImpl.prototype, {
  "~first": undefined,
  urlPrefix: "",
  errorPolicy: softIfTemporary,
  getHeaders: unchanged,
  fetchResponse: fetchOk,
  parseResponse: parseBody,
  process: unchanged,
});
defineDefaults(RestEndpointImpl.prototype, {
  name() {
    return `${this.urlPrefix}${this.path ?? ""}`;
  },

  /** HTTP method: that of the options, else what side effect and body ask for. */
  method() {
    // a getter for the side effect may ask for this one, so only data counts
    // deno-lint-ignore no-this-alias -- where the search begins
    let holder: object = this;
    while (!Object.hasOwn(holder, "sideEffect")) {
      holder = Object.getPrototypeOf(holder);
    }
    return this.body !== undefined ||
        Reflect.getOwnPropertyDescriptor(holder, "sideEffect")!.value
      ? "POST"
      : "GET";
  },

  /** Whether a call changes something: what the options say, else the method. */
  sideEffect() {
    return reads.test(this.method) ? undefined : true;
  },

  /** The signal that aborts a request: that of the call, else that of `requestInit`, so that whoever adds a signal finds either. */
  signal() {
    return this.requestInit?.signal ?? undefined;
  },

  getPage() {
    const { paginationField } = this;
    return paginationField === undefined
      ? undefined
      : this.paginated(paginationField);
  },
});
const operations = ["push", "unshift", "assign", "remove", "move"] as const;
for (const operation of operations) {
  defineDefaults(RestEndpointImpl.prototype, {
    [operation]() {
      return collectionMember(this as RestEndpointImpl, operation);
    },
  });
}

/** What parsers of URLs take for a slash or leave out, a backslash and white space, is not allowed where it would matter. */
const completeHost =
  /^(?:file:\/\/\/|(?:[a-z][a-z\d+.-]*:)?\/\/[^/\\?#]+[/?#])/i;
const withoutHost = /^(?![/\\\s]{2}|[\\\s])(?:\/|[^:/?#\\]*(?:[/?#]|$))/;

/** Methods that only ask for something. */
const reads = /^(?:GET|HEAD|OPTIONS)$/i;

/** Methods that never take a payload. */
const isBodiless = /^(?:GET|HEAD)$/i;

/**
 * Tells parameters and payload of a call apart, by any other method.
 *
 * An endpoint that takes a body is called with `(params, body)` or `(body)`,
 * any other with `(params)`. Parameters that were left out are `{}`; others
 * are for the hook `url` to judge, which may take a number or a text.
 */
function splitArguments(
  endpoint: RestEndpointImpl,
  args: readonly unknown[],
): [parameters: unknown, body?: unknown] {
  const takesBody = endpoint.body !== undefined ||
    !/^DELETE$/i.test(endpoint.method) && !("body" in endpoint);
  return !takesBody
    ? [args[0] ?? {}]
    : args.length > 1
    ? [args[0] ?? {}, args[1]]
    : [{}, args[0]];
}

/**
 * The value of a response that may be without data: for a deletion what names
 * the entity, for other changes what was sent.
 *
 * @param endpoint an endpoint that {@linkcode isImplied}
 * @param value what the endpoint made of the response
 * @param args arguments of the call
 */
function impliedValue(
  endpoint: RestEndpointImpl,
  value: unknown,
  args: readonly unknown[],
): unknown {
  const { schema, method } = endpoint;
  if (/^DELETE$/i.test(method)) {
    const named = membersIn(endpoint, args[0]);
    if (!isObject(value) || Object.keys(value).length === 0) {
      return named ?? value;
    }
    // a response may say something else than which entity it was
    return isInvalidate(schema) && !Array.isArray(value)
      ? { ...named as object, ...value }
      : value;
  }
  if (value !== null && value !== undefined) return value;
  // as the server has got it
  const known = sentBy(
    endpoint,
    args.map((argument) =>
      isJsonBody(argument) ? JSON.parse(JSON.stringify(argument)) : argument
    ),
  );
  if (isObject(known) && !isMapAdder(endpoint.schema)) {
    standIns.set(known, "sent");
  }
  return known;
}

/** Parameters and payload of a change in one object; of several payloads one for each. */
export function sentBy(
  endpoint: RestEndpointImpl,
  args: readonly unknown[],
): unknown {
  const [params, body] = splitArguments(endpoint, args);
  const sent: unknown = isForm(body) ? dataOf(body) : isJsonBody(body) && body;
  // parameters are no entries of a map
  if (isMapAdder(endpoint.schema)) return sent;
  const named = membersIn(endpoint, params) as object;
  return Array.isArray(sent)
    ? sent.map((item) => ({ ...named, ...sentMembers(item) }))
    : { ...named, ...sentMembers(sent) as object };
}

/** Whether a schema adds entries to a Collection of values. */
// deno-lint-ignore no-explicit-any -- any schema
function isMapAdder(schema: any): boolean {
  return schema !== undefined && schema === schema?.collection?.assign;
}

/**
 * Named values of parameters. Those that an entity neither declares nor is named
 * by are not its own: in a path they say whose lists it is in, and it may be in
 * others, too; elsewhere how it is changed, such as the lens of a Scalar. Those
 * by which it is taken out of lists only name it.
 */
function membersIn(
  { schema, path: own }: RestEndpointImpl,
  params: unknown,
): unknown {
  const named = dataOf(params);
  if (!isObject(named)) return named;
  // deno-lint-ignore no-explicit-any -- any schema
  const { collection, kind } = (schema ?? {}) as any;
  const { path = own, schema: list } = collection ?? {};
  const isTakenOut = kind === "remove";
  const entities = list || isUnion(schema)
    ? choicesOf(list ?? schema)
    : [schema];
  const inPath = parametersIn(path);
  // it is created in the lists that others select
  const isCreated = list !== undefined && kind === "add";
  return Object.fromEntries(
    Object.entries(sentMembers(named)).filter(([name]) =>
      isCreated && !inPath.has(name) ||
      entities.some((one) => isMember(one, name, named, isTakenOut))
    ),
  );
}

/** Whether an entity declares a parameter, unless that does not count, or has it in its primary key. */
function isMember(
  // deno-lint-ignore no-explicit-any -- any schema
  entity: any,
  name: string,
  params: Readonly<Record<string, unknown>>,
  isNaming: boolean,
): boolean {
  const declared = entity?.defaults;
  return !declared || !isNaming && Object.hasOwn(declared, name) ||
    pkOf(entity, params) !== pkOf(entity, { ...params, [name]: undefined });
}

/** The primary key by parameters alone; equal to no other one where it takes more. */
// deno-lint-ignore no-explicit-any -- a class
function pkOf(entity: any, params: unknown): unknown {
  try {
    return entity.pk(params, undefined, undefined, [params]);
  } catch {
    return {};
  }
}

/** Named values of an argument: a bare one is a primary key, files of a form are no data. */
function dataOf(argument: unknown): unknown {
  if (isForm(argument)) {
    return Object.fromEntries(
      [...argument].filter(([_name, value]) => typeof value === "string"),
    );
  }
  return isObject(argument) || argument === undefined
    ? argument
    : { id: argument };
}

const objectsSent = new Set<string>();

/** Tells once of a search parameter that is the same text for all objects. */
function warnOfObject(endpoint: string, parameter: string): void {
  const place = `${endpoint}: the search parameter ${parameter}`;
  if (objectsSent.has(place)) return;
  objectsSent.add(place);
  console.warn(
    `${place} is an object, of which nothing is sent but "[object Object]". ` +
      "Write its members as the server wants them: override searchToString.",
  );
}

/**
 * Tells of an override of `getRequestInit` that spreads what it should await:
 * nothing is left of it, and `fetch` makes a GET of what names no method.
 */
function warnOfLostMethod(
  { name, method, fetchResponse }: RestEndpointImpl,
  init: RequestInit | undefined,
): void {
  if (
    init?.method !== undefined || /^GET$/i.test(method) ||
    // what replaces it may know the method without an option
    fetchResponse !== fetchOk
  ) return;
  console.warn(
    `${name}: getRequestInit returned no method, so this ${method} would be sent ` +
      "as a GET. Await what an override builds on: " +
      "{ ...(await super.getRequestInit(body)), credentials: 'include' }.",
  );
}

/** Whether a body is sent as JSON; everything that `fetch` can send by itself is left to it. */
function isJsonBody(body: unknown): boolean {
  if (typeof body === "number" || typeof body === "boolean") return true;
  return typeof body === "object" && body !== null &&
    !ArrayBuffer.isView(body) &&
    !platformBodies.some((name) => {
      const Body = (globalThis as Record<string, unknown>)[name];
      // by tag for bodies of another realm, by class for those of React Native, which have no tag
      return Object.prototype.toString.call(body) === `[object ${name}]` ||
        typeof Body === "function" && body instanceof Body;
    });
}

const platformBodies =
  "FormData Blob File URLSearchParams ArrayBuffer SharedArrayBuffer ReadableStream"
    .split(" ");

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
