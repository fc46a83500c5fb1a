import type { StandardSchema } from "../../schema/mod.ts";
import type { EndpointExtraOptions, ErrorPolicy } from "../contract.ts";
import type { RestArgs } from "./call_arguments.ts";
import type { DeclaredArgs } from "./payload.ts";
import type { ContentType, RestGenerics } from "./rest_generics.ts";
import type { SnapshotInterface } from "./snapshot.ts";

/**
 * Options of a REST endpoint.
 *
 * @example
 * ```ts
 * import { RestEndpoint, type RestEndpointConstructorOptions } from "@tessera/client";
 *
 * const options: RestEndpointConstructorOptions<{ path: "/vessels/:id" }> = {
 *   path: "/vessels/:id",
 *   pollFrequency: 2000,
 * };
 * const getVessel = new RestEndpoint(options);
 * ```
 */
export type RestEndpointConstructorOptions<
  O extends RestGenerics = RestGenerics,
> = RestEndpointOptions<HookArgs<RestArgs<O>>> & { readonly path: O["path"] };

/**
 * Everything that can be given for a {@linkcode RestEndpoint} beside its path;
 * all of it optional. Functions are hooks: each replaces one step of a request,
 * and has the endpoint as `this`.
 *
 * @example
 * ```ts
 * import { RestEndpoint, type RestEndpointOptions } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * const harbour: RestEndpointOptions = {
 *   urlPrefix: "https://harbour.test",
 *   dataExpiryLength: 60_000,
 *   getHeaders: (headers) => ({ ...headers, "x-port": "rtm" }),
 * };
 * const getVessel = new RestEndpoint({ ...harbour, path: "/vessels/:id" });
 * assertEquals(getVessel.url({ id: 7 }), "https://harbour.test/vessels/7");
 * ```
 */
export interface RestEndpointOptions<
  // deno-lint-ignore no-explicit-any -- of any arguments
  Args extends readonly any[] = any,
> extends Omit<EndpointExtraOptions, "errorPolicy"> {
  /** Name for messages. Default: `urlPrefix + path`. */
  readonly name?: string | undefined;
  /** Text before the path, taken as it is. Default: none. */
  readonly urlPrefix?: string | undefined;
  /** HTTP method. Default: `POST` with a side effect or a body, else `GET`. */
  readonly method?: AnyString | undefined;
  /** Whether a call changes something on the server. Default: whether the method is not `GET`. */
  readonly sideEffect?: boolean | undefined;
  /** How the body of the response is read. Default: as the response says. */
  readonly content?: ContentType | undefined;
  /** Name of the argument that selects a page, for `getPage`. */
  readonly paginationField?: AnyString | undefined;
  /** Path template by which `move` addresses an item. */
  readonly movePath?: AnyString | undefined;
  /** Start value of every request. */
  readonly requestInit?: RequestInit | undefined;
  /** Aborts every request of this endpoint. */
  readonly signal?: AbortSignal | undefined;
  /** Checks and converts what a call resolves with. */
  readonly validator?: StandardSchema | undefined;
  /** Decides per error whether existing data stays visible (`soft`). Default: for 5xx, 408, 425, 429 and requests that failed. */
  readonly errorPolicy?:
    // deno-lint-ignore no-explicit-any -- an endpoint may reject with anything
    | Hook<[error: any], ErrorPolicy>
    | undefined;
  /** Replaces the whole network step. */
  readonly fetch?: Hook<Args, Promise<unknown>> | undefined;
  /** Replaces the identity of a request. */
  readonly key?: Hook<Args, string> | undefined;
  /** Says whether a key is one of this endpoint; needed where `key` is replaced. */
  readonly testKey?: Hook<[key: string], boolean> | undefined;
  /** Replaces the address of a request; gets the parameters only. */
  // deno-lint-ignore no-explicit-any -- parameters without the payload
  readonly url?: Hook<[params?: any], string> | undefined;
  /** Encodes the query entries, without the leading `?`. */
  readonly searchToString?:
    // deno-lint-ignore no-explicit-any -- entries of any type
    | Hook<[searchParams: Record<string, any>], string>
    | undefined;
  /** Builds the request from the payload. */
  readonly getRequestInit?:
    // deno-lint-ignore no-explicit-any -- any payload
    | Hook<[body?: any], Promise<RequestInit> | RequestInit>
    | undefined;
  /** Adds headers. */
  readonly getHeaders?:
    | Hook<[headers: HeadersInit], Promise<HeadersInit> | HeadersInit>
    | undefined;
  /** Performs the request. */
  readonly fetchResponse?:
    | Hook<
      [input: RequestInfo, init: RequestInit],
      Promise<Response> | Response
    >
    | undefined;
  /** Reads the response. */
  // deno-lint-ignore no-explicit-any -- any value
  readonly parseResponse?: Hook<[response: Response], any> | undefined;
  /** Turns the parsed response into the value of the call. */
  readonly process?:
    // deno-lint-ignore no-explicit-any -- any value
    | Hook<[value: any, ...args: DeclaredArgs<Args>], any>
    | undefined;
  /** The response to expect, shown until the real one arrives; `throw snap.abort` for none. */
  readonly getOptimisticResponse?:
    // deno-lint-ignore no-explicit-any -- of the form of a response
    | Hook<[snap: SnapshotInterface, ...args: DeclaredArgs<Args>], any>
    | undefined;
  /** Corrects what a stored response has beside its list, such as a total, when a change makes the list longer or shorter. */
  readonly adjust?:
    | Hook<
      // deno-lint-ignore no-explicit-any -- normalized, so of any shape
      [stored: any, difference: number],
      // deno-lint-ignore no-explicit-any -- of the same shape
      any
    >
    | undefined;
  /** Changes stored results of other endpoints, by their key. */
  readonly update?:
    | Hook<
      // deno-lint-ignore no-explicit-any -- normalized, so of any shape
      [normalizedResult: any, ...args: DeclaredArgs<Args>],
      // deno-lint-ignore no-explicit-any -- results of other endpoints
      Record<string, (previous: any) => any>
    >
    | undefined;
}

/**
 * A method: parameters may be annotated more narrowly than they are.
 *
 * @internal
 */
// deno-lint-ignore no-explicit-any -- of any arguments
export type Hook<Args extends readonly any[], Result> = {
  method(...args: Args): Result;
}["method"];

/**
 * Arguments as hooks see them: what takes none may still name one.
 *
 * @internal
 */
export type HookArgs<Args> = Args extends readonly []
  // deno-lint-ignore no-explicit-any -- never there
  ? any
  // deno-lint-ignore no-explicit-any -- of any arguments
  : Args extends readonly any[] ? Args
  // deno-lint-ignore no-explicit-any -- of any arguments
  : any;

/**
 * Members that users gave, which `this` has in hooks.
 *
 * @internal
 */
export interface CustomMembers {
  // deno-lint-ignore no-explicit-any -- members are whatever was given
  readonly [member: string]: any;
}

/**
 * Any text, in a form that keeps the literal type of what is given: every
 * literal is one of the first two, any other text the third.
 *
 * @internal
 */
export type AnyString =
  | Capitalize<string>
  | Uncapitalize<string>
  | (string & Record<never, never>);
