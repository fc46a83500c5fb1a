import {
  defineOwn,
  isDevelopment,
  isNear,
  stableJson,
} from "../schema/engine.ts";
import { SchemaValidationError, type StandardSchema } from "../schema/mod.ts";
import type {
  EndpointExtraOptions,
  EndpointHooks,
  Optional,
} from "./contract.ts";
import type { CustomMembers } from "./types/rest_endpoint.ts";
import type { Beyond, IsAny, Member } from "./types/rest_generics.ts";

// deno-lint-ignore no-explicit-any -- endpoints take any arguments and resolve to anything
type AnyFunction = (this: any, ...args: any[]) => any;

/** Options as a user wrote them. */
export type Members = Record<PropertyKey, unknown>;

/** Classes of the library: nothing runs after their constructors, and they have no private members. */
export const ownClasses: WeakSet<object> = new WeakSet();

/** Behaviour of {@linkcode Endpoint}, and base of the other endpoint classes. */
export class EndpointImpl {
  // deno-lint-ignore no-explicit-any -- members are whatever the options have
  [member: string]: any;

  /** Options with functions, whose `super` is what lies below this endpoint. */
  declare "~options"?: object;

  /** The option that the constructor takes before all others. */
  declare "~first"?: string;

  /**
   * A constructor may return any object, and that object becomes `this` of
   * every subclass constructor and field. A closure whose prototype is that of
   * the class is a callable instance without code built from text, which a
   * Content-Security-Policy would forbid.
   */
  constructor(fetchFunction?: AnyFunction, options: Members = {}) {
    const child = derived;
    if (child?.constructor === new.target) {
      derived = undefined;
      return child as this;
    }
    const endpoint = callable(new.target.prototype, nameOf(fetchFunction));
    if (fetchFunction !== undefined) {
      defineOwn(endpoint, "fetch", fetchFunction);
    }
    give(endpoint, options);
    if (isDevelopment() && !ownClasses.has(new.target)) {
      warnOfFields(endpoint, options);
    }
    return endpoint as this;
  }

  /** Does the work of a call. */
  fetch(..._args: unknown[]): unknown {
    throw new TypeError(
      `Endpoint "${this.name}" has no fetch function.` +
        (isDevelopment()
          ? " Pass one to the constructor or as the option `fetch`, or define a method `fetch`."
          : ""),
    );
  }

  /** The only identity of a request. */
  key(...args: unknown[]): string {
    return `${this.name} ${
      stableJson(args, this.sideEffect ? undefined : this.name)
    }`;
  }

  /** Whether the default {@linkcode EndpointImpl.key} of this endpoint can produce a key. */
  testKey(key: string): boolean {
    return `${key} `.startsWith(`${this.name} `);
  }

  /** Returns an endpoint of the same class with some members replaced. */
  extend(options: Members = {}): this {
    const name = nameOf(options.fetch);
    // an inline `fetch() {}` is called "fetch" by the language, not by its author
    return derive(this, options, name === "fetch" ? undefined : name);
  }

  /** Returns the endpoint that one request is made with: the same with a signal. */
  "~forRequest"(signal: AbortSignal): this {
    // the steps of a request ask for its method again and again
    return derive(this, { signal, method: this.method });
  }

  /**
   * Returns an endpoint with its first arguments bound. What derives from it
   * without them in `~bound` takes all arguments.
   */
  bind(receiver?: unknown, ...bound: unknown[]): this {
    const bind = (method: AnyFunction, receiver?: unknown) =>
      function (this: EndpointImpl, ...args: unknown[]): unknown {
        return this?.["~bound"]?.includes(bound) === false
          ? method.apply(this, args)
          : method.call(receiver ?? this, ...bound, ...args);
      };
    return derive(this, {
      fetch: bind(this.fetch, receiver),
      key: bind(this.key),
      "~bound": [...this["~bound"] ?? [], bound],
    });
  }
}

Object.setPrototypeOf(EndpointImpl.prototype, Function.prototype);
ownClasses.add(EndpointImpl);
EndpointImpl.prototype["~first"] = "fetch";
defineDefaults(EndpointImpl.prototype, {
  // the name of an option or of a function, is an own member
  name() {
    if (isDevelopment()) warnNameless(this);
    return "";
  },
});

/** Gives a class members that are computed until an option, a field or an assignment gives them. */
export function defineDefaults(
  prototype: EndpointImpl,
  getters: Record<string, (this: EndpointImpl) => unknown>,
): void {
  for (const [name, get] of Object.entries(getters)) {
    Object.defineProperty(prototype, name, {
      get,
      set(value: unknown) {
        defineOwn(this, name, value);
      },
    });
  }
}

/** Makes what is called: an instance of a class, or what inherits from another endpoint. */
function callable(prototype: object, name: string | undefined): EndpointImpl {
  const endpoint = ((...args: unknown[]): unknown => {
    let result: unknown;
    try {
      result = endpoint.fetch(...args);
    } catch (error) {
      result = Promise.reject(error);
    }
    return endpoint.validator === undefined
      ? result
      : validated(endpoint, result);
  }) as unknown as EndpointImpl;
  Object.setPrototypeOf(endpoint, prototype);
  // last: engines give a function whose name is deleted, or replaced, before
  // its prototype is a shape of its own, which makes every use of it slow
  if (name === undefined) Reflect.deleteProperty(endpoint, "name");
  else Object.defineProperty(endpoint, "name", { value: name, writable: true });
  return endpoint;
}

/** Validates the value that an endpoint resolved to by its `validator`, of any vendor. */
async function validated(
  { validator, name }: EndpointImpl,
  value: unknown,
): Promise<unknown> {
  const response = await value;
  const { validate, vendor } = (validator as StandardSchema)["~standard"];
  const result = await validate(response);
  if (result.issues === undefined) return result.value;
  throw new SchemaValidationError(
    result.issues,
    vendor,
    response,
    `the response of ${name}`,
  );
}

/** What a constructor of the application, which runs now, is to return. */
let derived: EndpointImpl | undefined;

/**
 * Makes an endpoint that inherits from another all but some members.
 *
 * The constructor of a class of the application runs for it, so that private
 * members exist. Of its fields the functions are used, which know the new `this`.
 *
 * @param parent endpoint to derive from; it is not changed
 * @param options members that differ
 * @param name a name that is known without an option
 */
export function derive<E extends EndpointImpl>(
  parent: E,
  options: Members,
  name?: string,
): E {
  const child = callable(parent, name) as E;
  if (!ownClasses.has(parent.constructor)) {
    give(child, options);
    construct(child, parent, options);
    if (name !== undefined) defineOwn(child, "name", name);
  }
  give(child, options);
  return child;
}

/** Runs the constructor of an endpoint's class on what derives from it, which it gets as options. */
function construct(
  child: EndpointImpl,
  parent: EndpointImpl,
  options: Members,
): void {
  const Class = parent.constructor as new (...args: unknown[]) => unknown;
  const { "~first": first } = parent;
  const before = derived;
  derived = child;
  try {
    new Class(...first ? [child[first]] : [], child);
  } finally {
    derived = before;
  }
  for (const key of Reflect.ownKeys(child) as string[]) {
    // is assigned again: what loses a member becomes slow
    if (Object.hasOwn(options, key)) continue;
    const { value } = Reflect.getOwnPropertyDescriptor(child, key)!;
    if (typeof value !== "function" || isSet(parent, key)) {
      Reflect.deleteProperty(child, key);
    }
  }
}

/** Whether a member was an option of an endpoint, or of one that it derives from. */
function isSet(endpoint: EndpointImpl, key: string): boolean {
  return typeof endpoint === "function" &&
    (Object.hasOwn(endpoint["~options"] ?? {}, key) ||
      isSet(Object.getPrototypeOf(endpoint), key));
}

/**
 * A member as data: what options, an assignment or a field gave. Getters are
 * not run, for they may use what is defined later.
 */
// deno-lint-ignore no-explicit-any -- members are whatever the options have
export function valueOf(endpoint: object, name: string): any {
  let holder: object | null = endpoint;
  while (holder !== null && !Object.hasOwn(holder, name)) {
    holder = Object.getPrototypeOf(holder);
  }
  return holder && Reflect.getOwnPropertyDescriptor(holder, name)!.value;
}

/** Members that no request can do without: as `undefined` they are treated as left out. */
const indispensable =
  /^(?:method|name|url(?:Prefix)?|searchToString|get(?:Query|RequestInit|Headers)|fetch(?:Response)?|parseResponse|process|key|testKey)$/;

/** Gives an endpoint the members of options; accessors stay accessors, so they are read live. */
function give(endpoint: EndpointImpl, options: Members): void {
  let hasFunction = false;
  for (const key of Object.keys(options)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(options, key)!;
    const member = descriptor.get ?? descriptor.value ?? undefined;
    hasFunction ||= typeof member === "function";
    if (member === undefined && indispensable.test(key)) continue;
    // options may be frozen
    descriptor.configurable = true;
    if ("value" in descriptor) descriptor.writable = true;
    Object.defineProperty(endpoint, key, descriptor);
  }
  if (hasFunction) linkSuper(endpoint, options);
  if (isDevelopment()) {
    warnOfUnknownOptions(options, endpoint.constructor.prototype);
  }
}

/**
 * Makes `super.method()` inside the methods of an options object reach what
 * the options override.
 *
 * `super` in an object literal means the prototype of that literal, looked up
 * with the endpoint as receiver. So the literal gets a prototype that asks the
 * receiver what lies below these options; the same options object can then
 * serve several endpoints. A literal that cannot get another prototype,
 * because it is frozen for example, stays without.
 *
 * @param endpoint the endpoint made with the options
 * @param options options as the user wrote them
 */
export function linkSuper(endpoint: EndpointImpl, options: object): void {
  const own = { value: options, configurable: true };
  Object.defineProperty(endpoint, "~options", own);
  if (Object.getPrototypeOf(options) !== Object.prototype) return;
  const link = new Proxy(Object.prototype, {
    get(target, key, receiver): unknown {
      let reached: object = target;
      // the lowest of several endpoints with these options, or they would call themselves
      for (
        let endpoint = receiver;
        typeof endpoint === "function";
        endpoint = Object.getPrototypeOf(endpoint)
      ) {
        if (endpoint["~options"] === options) {
          reached = Object.getPrototypeOf(endpoint);
        }
      }
      return Reflect.get(reached, key, receiver);
    },
  });
  Reflect.setPrototypeOf(options, link);
}

function nameOf(fetchFunction: unknown): string | undefined {
  if (typeof fetchFunction !== "function") return undefined;
  const { name } = fetchFunction;
  return name === "" || name === "anonymous" ? undefined : name;
}

const nameless = new WeakSet<object>();

function warnNameless(endpoint: EndpointImpl): void {
  if (endpoint.key !== EndpointImpl.prototype.key) return;
  if (nameless.has(endpoint)) return;
  nameless.add(endpoint);
  console.error(
    "Endpoint: automatic naming failed, because the fetch function is anonymous. " +
      "Keys of all nameless endpoints collide. Pass the option `name`, or hoist " +
      "the function into a named declaration: `async function loadVessel(id) {...}`.",
  );
}

/** Options of endpoints and resources that are no members of a class. */
const dataOptions =
  "Collection Endpoint abortOnUnused addAt adjust coalesce content " +
  "dataExpiryLength errorExpiryLength errorPolicy follow getOptimisticResponse " +
  "idempotencyHeader idempotent invalidIfStale movePath nonFilterArgumentKeys " +
  "optimistic order paginationField persist pollFrequency pollInBackground " +
  "refetchOnFocus refetchOnReconnect requestInit retryDelay schema searchParams " +
  "strict timeout update urlPrefix validator windowArgumentKeys";

/** Options that were reported, for resources make many endpoints of them. */
const reported = new Set<string>();

/**
 * Warns of options that are none, but nearly have the name of one. All others
 * are data of the application.
 */
function warnOfUnknownOptions(options: Members, prototype: object): void {
  for (const name of Object.keys(options)) {
    // the library's own members begin with a tilde
    if (name in prototype || name[0] === "~" || reported.has(name)) continue;
    const names = [...dataOptions.split(" "), ...namesIn(prototype)];
    const meant = names.find((known) => isNear(name, known));
    if (
      meant === undefined || names.includes(name) ||
      // what takes a class
      /^[A-Z]/.test(meant) && typeof options[name] !== "function"
    ) continue;
    reported.add(name);
    console.warn(
      `${
        options.name ?? options.path
      }: "${name}" is no option. Did you mean "${meant}"?`,
    );
  }
}

/** Members of the library's classes and those of the application that extend them. */
function namesIn(prototype: object): string[] {
  return prototype === Function.prototype || prototype === null ? [] : [
    ...Object.getOwnPropertyNames(prototype),
    ...namesIn(Object.getPrototypeOf(prototype)),
  ];
}

/** Warns of options that a field of the class displaces: fields are initialized after its constructor's parent. */
function warnOfFields(endpoint: EndpointImpl, options: Members): void {
  const set = Object.keys(options)
    .map((key) => [key, valueOf(endpoint, key)] as const);
  queueMicrotask(() => {
    for (const [key, value] of set) {
      if (Object.is(value, valueOf(endpoint, key))) continue;
      const { name } = endpoint.constructor;
      console.warn(
        `${endpoint.name}: the option "${key}" has no effect, because ${name} has a field of that name, ` +
          `which is initialized after it. Give it with \`extend\`, or make it a default of the constructor: ` +
          `super({ ${key}: ..., ...options }).`,
      );
    }
  });
}

/**
 * Does the work of an endpoint: takes its arguments, and may name members of
 * the endpoint that it needs as `this`.
 *
 * @example
 * ```ts
 * import { Endpoint, type FetchFunction } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * // reports how long calls take, in milliseconds
 * function timed<F extends FetchFunction>(work: F): F {
 *   return async function (this: unknown, ...args: Parameters<F>) {
 *     const start = performance.now();
 *     try {
 *       return await work.apply(this, args);
 *     } finally {
 *       performance.measure(work.name, { start });
 *     }
 *   } as F;
 * }
 *
 * const getTide = new Endpoint(
 *   timed((port: string) => Promise.resolve(port.length)),
 *   { name: "getTide" },
 * );
 * assertEquals(await getTide("rtm"), 3);
 * ```
 */
// deno-lint-ignore no-explicit-any -- of any signature
export type FetchFunction = (this: any, ...args: any) => Promise<any>;

/**
 * An asynchronous function with a description of its result.
 *
 * @typeParam F the function
 * @typeParam S schema of what it resolves with
 * @typeParam M `true` if a call changes something
 *
 * @example
 * ```ts
 * import { Endpoint, type EndpointInstance } from "@tessera/client";
 *
 * const getTide: EndpointInstance<(port: string) => Promise<number>> =
 *   new Endpoint((port: string) => Promise.resolve(port.length), {
 *     name: "getTide",
 *   });
 *
 * export const getTideOften = getTide.extend({ pollFrequency: 60_000 });
 * ```
 */
export interface Endpoint<
  F extends FetchFunction = FetchFunction,
  // deno-lint-ignore no-explicit-any -- any schema
  S = any,
  M extends boolean | undefined = boolean | undefined,
> extends EndpointExtraOptions, EndpointHooks<Parameters<F>> {
  /** Runs the function. */
  (...args: Parameters<F>): ReturnType<F>;
  /** The beginning of its keys. Default: the name of the function. */
  name: string;
  /** Description of what the function resolves with. */
  readonly schema: S;
  /** `true` for mutations. */
  readonly sideEffect: M;
  /** Checks and converts what a call resolves with. */
  readonly validator?: StandardSchema | undefined;
  /**
   * Does the work of a call.
   *
   * @param args arguments of the call
   * @throws {TypeError} without a function, in a subclass that does not override this
   */
  // deno-lint-ignore no-explicit-any -- for subclasses of any signature
  fetch(...args: any): any;
  /**
   * Returns an endpoint with its first arguments bound; it has the keys of the
   * complete call.
   *
   * @param receiver `this` of the function; by default the endpoint
   * @param bound the first arguments
   */
  // deno-lint-ignore no-explicit-any -- inferred from the arguments
  bind<Bound extends any[], Rest extends any[]>(
    // deno-lint-ignore no-explicit-any -- of any result
    this: (...args: [...Bound, ...Rest]) => any,
    receiver: unknown,
    ...bound: Bound
  ): Endpoint<(...args: Rest) => ReturnType<F>, S, M>;
  /** Returns an endpoint of the same class with some members replaced. */
  extend: ExtendEndpoint<F, S, M, this>;
}

/**
 * Names of the members that every {@linkcode Endpoint} has; all others came
 * with its options.
 */
export type KeyofEndpoint = keyof Endpoint;

/** Derives endpoints: the member `extend` of {@linkcode Endpoint}. */
export interface ExtendEndpoint<
  F extends FetchFunction,
  S,
  M extends boolean | undefined,
  Parent,
> {
  /**
   * Returns an endpoint of the same class in which some members differ.
   *
   * @param options members that differ
   */
  <X extends object, G extends FetchFunction = F>(
    options:
      & X
      & EndpointOptions<G>
      & { readonly fetch?: G }
      & Partial<Beyond<Parent, KeyofEndpoint>>
      & ThisType<Parent & CustomMembers>,
  ):
    & Endpoint<
      G,
      "schema" extends keyof X ? X["schema"] : S,
      SideEffectIn<X, M>
    >
    & Beyond<Parent, KeyofEndpoint, keyof X>
    & Beyond<X, KeyofEndpoint>;
}

/**
 * Options of an endpoint.
 *
 * @example
 * ```ts
 * import { Endpoint, type EndpointOptions } from "@tessera/client";
 *
 * const options: EndpointOptions = { pollFrequency: 5000 };
 * const getTide = new Endpoint((port: string) => Promise.resolve(port.length), {
 *   ...options,
 *   name: "getTide",
 * });
 * ```
 */
export interface EndpointOptions<
  F extends FetchFunction = FetchFunction,
  // deno-lint-ignore no-explicit-any -- any schema
  S = any,
  M extends boolean | undefined = boolean | undefined,
> extends
  Optional<EndpointExtraOptions>,
  Optional<EndpointHooks<Parameters<F>>> {
  /** The beginning of its keys. Default: the name of the function. */
  readonly name?: string | undefined;
  /** Description of what the function resolves with. */
  readonly schema?: S;
  /** Whether a call changes something. Default: no. */
  readonly sideEffect?: M;
  /** Checks and converts what a call resolves with. */
  readonly validator?: StandardSchema | undefined;
}

/** The class {@linkcode Endpoint}. */
export interface EndpointConstructor {
  /**
   * Makes an endpoint of a function.
   *
   * @param fetchFunction does the work; the endpoint is its `this`
   * @param options members of the endpoint, including those that the function finds on `this`
   */
  new <F extends FetchFunction, X extends object, Schema, SideEffect>(
    fetchFunction: F,
    options:
      & X
      & EndpointOptions<F>
      & NeededMembers<F>
      & ThisType<Endpoint<F> & CustomMembers>,
  ):
    & Endpoint<F, Member<X, "schema">, SideEffectIn<X, false>>
    & Beyond<X, KeyofEndpoint>;
  /**
   * Makes an endpoint of a function that needs nothing else.
   *
   * @param fetchFunction does the work; the endpoint is its `this`
   */
  new <F extends FetchFunction, X, Schema, SideEffect>(
    fetchFunction: F & FreeOfMembers,
  ): Endpoint<F, undefined, false>;
  /** Members that subclasses inherit. */
  new <
    F extends FetchFunction = FetchFunction,
    // deno-lint-ignore no-explicit-any -- any schema
    S = any,
    M extends boolean | undefined = boolean | undefined,
  >(
    fetchFunction?: F & FreeOfMembers,
    options?: EndpointOptions<F, S, M> & CustomMembers,
  ): Endpoint<F, S, M>;
  /** Members that endpoints inherit; subclasses add to them. */
  // deno-lint-ignore no-explicit-any -- a subclass has more
  readonly prototype: any;
}

/**
 * Whether an endpoint with these options changes something.
 *
 * @internal
 */
type SideEffectIn<X, Inherited extends boolean | undefined> =
  "sideEffect" extends keyof X
    ? X["sideEffect"] extends infer M extends boolean | undefined ? M
    : Inherited
    : Inherited;

/**
 * What a function expects of `this` beyond what every endpoint has.
 *
 * @internal
 */
type NeededMembers<F extends FetchFunction> = IsAny<
  ThisParameterType<F>
> extends true ? unknown
  : Omit<ThisParameterType<F>, KeyofEndpoint>;

/**
 * Refuses functions that need options. One of any signature is accepted, so
 * that a subclass can hand on its own arguments.
 *
 * @internal
 */
// deno-lint-ignore no-explicit-any -- of any signature
type FreeOfMembers = (this: Endpoint, ...args: any) => any;

/**
 * Makes an {@linkcode Endpoint} of a function, or of a subclass with a method `fetch`.
 *
 * @example
 * ```ts
 * import { Endpoint } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new Endpoint(
 *   (port: string) => Promise.resolve({ port, height: 1.5 }),
 *   { name: "getTide" },
 * );
 * assertEquals(getTide.key("rtm"), 'getTide ["rtm"]');
 * ```
 */
export const Endpoint: EndpointConstructor =
  EndpointImpl as unknown as EndpointConstructor;
