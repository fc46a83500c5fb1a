import {
  defineOwn,
  isDevelopment,
  isNear,
  stableJson,
} from "../schema/engine.ts";
import { SchemaValidationError, type StandardSchema } from "../schema/mod.ts";

import type {
  Endpoint as EndpointInstance,
  EndpointConstructor,
  FetchFunction,
} from "./types/endpoint.ts";

// deno-lint-ignore no-explicit-any -- endpoints take any arguments and resolve to anything
type AnyFunction = (this: any, ...args: any[]) => any;

/** Options as a user wrote them. */
export type Members = Record<PropertyKey, unknown>;

/** What an endpoint has beside the members that users see. */
interface Definition {
  /** Names of the members that options gave, which no field of a class may displace in what is derived. */
  given: ReadonlySet<PropertyKey>;
  /** Name of the function that does the work. */
  name: string | undefined;
  /** Options that `super` may be used in, nearest first. */
  layer: Layer | undefined;
}

/** One options object of an endpoint and what it was laid over. */
interface Layer {
  readonly options: object;
  readonly below: object;
  readonly next: Layer | undefined;
}

/** Classes of the library: nothing runs after their constructors, and they have no private members. */
export const ownClasses: WeakSet<object> = new WeakSet();

/** Behaviour of {@linkcode Endpoint}, and base of the other endpoint classes. */
export class EndpointImpl {
  // deno-lint-ignore no-explicit-any -- members are whatever options were given
  [member: string]: any;

  /** Hidden from users; an endpoint of one request has that of the other. */
  declare "~definition": Definition;

  /**
   * A constructor may return any object, and that object becomes `this` of
   * every subclass constructor and field. A closure whose prototype is that of
   * the class is a callable instance without code built from text, which a
   * Content-Security-Policy would forbid.
   */
  constructor(fetchFunction?: AnyFunction, options: Members = {}) {
    const { prototype } = new.target;
    const endpoint = callable(prototype);
    const given = givenBy(options);
    Object.defineProperties(endpoint, given);
    if (fetchFunction !== undefined && !Object.hasOwn(given, "fetch")) {
      defineOwn(endpoint, "fetch", fetchFunction);
    }
    const value: Definition = {
      given: new Set(Reflect.ownKeys(given)),
      name: nameOf(fetchFunction),
      layer: undefined,
    };
    Object.defineProperty(endpoint, "~definition", { value });
    linkSuper(endpoint, options, prototype);
    if (isDevelopment()) {
      warnOfUnknownOptions(options, prototype);
      if (!ownClasses.has(new.target)) warnOfFields(endpoint, given);
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

  /** The explicit name is an own property; this is the automatic one. */
  get name(): string {
    const { name } = this["~definition"];
    if (isDevelopment() && name === undefined) warnNameless(this);
    return name ?? "";
  }

  set name(name: string) {
    defineOwn(this, "name", name);
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
    const child = deriveEndpoint(this, options);
    if (Object.hasOwn(options, "fetch") && !Object.hasOwn(options, "name")) {
      const name = nameOf(options.fetch);
      // an inline `fetch() {}` is called "fetch" by the language, not by its author
      if (name !== undefined && name !== "fetch") {
        Reflect.deleteProperty(child, "name");
        child["~definition"].name = name;
      }
    }
    return child;
  }

  /**
   * Returns the endpoint that one request is made with: the same with a signal.
   * Cheaper than `extend`, whose work an endpoint for a moment does not need.
   */
  "~forRequest"(signal: AbortSignal): this {
    return isInheritable(this)
      ? variantOf(this, { signal })
      : this.extend({ signal });
  }

  /** Returns an endpoint whose first arguments are already given. */
  bind(receiver?: unknown, ...bound: unknown[]): this {
    const { fetch, key } = this;
    return deriveEndpoint(this, {
      fetch(this: EndpointImpl, ...args: unknown[]): unknown {
        return fetch.call(receiver ?? this, ...bound, ...args);
      },
      key(this: EndpointImpl, ...args: unknown[]): string {
        return key.call(this, ...bound, ...args);
      },
      "~bound": [...this["~bound"] ?? [], ...bound],
      "~unbound": this["~unbound"] ?? this,
    });
  }

  /** Does what a call does, before any validator. */
  "~invoke"(args: unknown[]): unknown {
    return this.fetch(...args);
  }

  /** Calls the constructor of the class with members to start from. */
  "~construct"(members: Members): this {
    const Class = this.constructor as new (...args: unknown[]) => this;
    return new Class(members.fetch, members);
  }
}

Object.setPrototypeOf(EndpointImpl.prototype, Function.prototype);
ownClasses.add(EndpointImpl);

/** Makes what is called: an instance of a class, or a variant of an endpoint that has its name. */
function callable(prototype: object, name?: string): EndpointImpl {
  const endpoint = ((...args: unknown[]): unknown => {
    const result = endpoint["~invoke"](args);
    return endpoint.validator === undefined
      ? result
      : validated(endpoint, result);
  }) as unknown as EndpointImpl;
  if (name === undefined) {
    Reflect.deleteProperty(endpoint, "name");
    Reflect.deleteProperty(endpoint, "length");
  }
  Object.setPrototypeOf(endpoint, prototype);
  // last: engines give a function whose name is deleted, or replaced before its
  // prototype, a shape of its own, which makes every use of it slow
  if (name !== undefined) {
    Object.defineProperty(endpoint, "name", { value: name, writable: true });
  }
  return endpoint;
}

/** Passes the value that an endpoint resolved to through its `validator`, of any vendor. */
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

/**
 * Makes an endpoint of the same class: the given options over everything that
 * the parent has now.
 *
 * The constructor runs again, so that private state exists and arrow functions
 * in fields see the child. What fields and constructor defaults put in place
 * of given members is corrected afterwards.
 *
 * @param parent endpoint to derive from; it is not changed
 * @param options members that differ
 * @param omitted members that the child does not inherit
 */
export function deriveEndpoint<E extends EndpointImpl>(
  parent: E,
  options: Members,
  omitted: readonly PropertyKey[] = [],
): E {
  const inherited = membersOf(parent);
  const given = givenBy(options);
  const classDefaults = Reflect.ownKeys(options).filter((key) =>
    !Object.hasOwn(given, key) && !permanent.test(String(key))
  );
  for (const key of [...omitted, ...classDefaults]) delete inherited[key];
  const members = { ...inherited, ...given };
  const make = (): E =>
    parent["~construct"](Object.defineProperties({}, members));
  const child = make();
  let twin: E | undefined;
  const { given: names, name, layer } = parent["~definition"];
  const allNames = new Set([...names, ...Reflect.ownKeys(given)]);
  for (const key of Reflect.ownKeys(members)) {
    const member = members[key]!;
    if (
      allNames.has(key) || !Object.hasOwn(child, key) ||
      // a field that is the same each time it is made was assigned, others belong to the parent
      !Object.is(child[key as string], member.value) &&
        Object.is(child[key as string], (twin ??= make())[key as string])
    ) Object.defineProperty(child, key, member);
  }
  Object.assign(child["~definition"], { given: allNames, name, layer });
  linkSuper(child, options, parent);
  return child;
}

/** Whether all that an endpoint does can be inherited: it has no private members, and no `extend` of its own. */
export function isInheritable(endpoint: EndpointImpl): boolean {
  return ownClasses.has(endpoint.constructor) &&
    !Object.hasOwn(endpoint, "extend");
}

/**
 * Makes an endpoint that inherits from another which {@linkcode isInheritable}
 * all but the given members: cheaper than one that is derived, but it follows
 * what is assigned to the other.
 */
export function variantOf<E extends EndpointImpl>(
  endpoint: E,
  members: Members,
): E {
  const variant = callable(endpoint, endpoint.name);
  for (const [name, value] of Object.entries(members)) {
    defineOwn(variant, name, value);
  }
  return variant as E;
}

/** Members of an endpoint; a variant inherits those of another. */
function membersOf(endpoint: object): Record<PropertyKey, PropertyDescriptor> {
  const { "~definition": _, ...own } = Object.getOwnPropertyDescriptors(
    endpoint as EndpointImpl,
  );
  const below = Object.getPrototypeOf(endpoint);
  if (typeof below !== "function") return own;
  const { name, length: _length, ...changed } = own;
  // the name of a function is no member, one that was given is
  if (name?.enumerable) changed.name = name;
  return { ...membersOf(below), ...changed };
}

/** Members that no request can do without: given as `undefined` they are those of the class. */
const indispensable =
  /^(?:url(?:Prefix)?|searchToString|get(?:Query|RequestInit|Headers)|(?:fetch|parse)Response|process|key|testKey)$/;

/** Members that a definition has once and for all: given as `undefined` they stay as they are. */
const permanent = /^(?:method|fetch|name)$/;

/** The own properties of options as ordinary properties; accessors stay accessors, so they are read live. */
function givenBy(options: Members): Record<PropertyKey, PropertyDescriptor> {
  const given: Record<PropertyKey, PropertyDescriptor> = Object
    .getOwnPropertyDescriptors(options);
  for (const key of Reflect.ownKeys(given)) {
    const descriptor = given[key]!;
    descriptor.configurable = true;
    if (!("value" in descriptor)) continue;
    descriptor.writable = true;
    const name = String(key);
    if (
      (descriptor.value ?? undefined) === undefined &&
      (indispensable.test(name) || permanent.test(name))
    ) delete given[key];
  }
  return given;
}

/**
 * Makes `super.method()` inside the methods of an options object reach what
 * the options override.
 *
 * `super` in an object literal means the prototype of that literal, looked up
 * with the endpoint as receiver. So the literal gets a prototype that asks the
 * receiver which endpoint lies below these options; the same options object
 * can then serve several endpoints. A literal that cannot get another
 * prototype, because it is frozen for example, stays without.
 *
 * @param endpoint the endpoint made with the options
 * @param options options as the user wrote them
 * @param below the endpoint that was extended, or the prototype of the class that was constructed
 */
export function linkSuper(
  endpoint: EndpointImpl,
  options: object,
  below: object,
): void {
  const hasFunction = Object.values(Object.getOwnPropertyDescriptors(options))
    .some(({ value, get }) => typeof (get ?? value) === "function");
  if (!hasFunction) return;
  const own = endpoint["~definition"];
  own.layer = { options, below, next: own.layer };
  if (Object.getPrototypeOf(options) !== Object.prototype) return;
  const link = new Proxy(Object.prototype, {
    get(target, key, receiver): unknown {
      // asked of the options themselves, which are no endpoint
      if (key === "~definition") return undefined;
      let reached: object = target;
      let layer: Layer | undefined = receiver["~definition"]?.layer;
      // the lowest of several layers with these options, or they would call themselves
      for (; layer !== undefined; layer = layer.next) {
        if (layer.options === options) reached = layer.below;
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
  "abortOnUnused adjust content dataExpiryLength errorExpiryLength " +
  "getOptimisticResponse idempotent invalidIfStale movePath " +
  "nonFilterArgumentKeys optimistic paginationField persist pollFrequency " +
  "pollInBackground refetchOnFocus refetchOnReconnect requestInit retryDelay " +
  "schema searchParams strict timeout update urlPrefix validator";

/** Options that were reported, for resources make many endpoints of them. */
const reported = new Set<string>();

/**
 * Warns of options that are none, but nearly have the name of one. All others
 * are data of the application.
 */
function warnOfUnknownOptions(options: Members, prototype: object): void {
  for (const name of Object.keys(options)) {
    if (name in prototype || reported.has(name)) continue;
    const names = [...dataOptions.split(" "), ...namesIn(prototype)];
    const meant = names.find((known) => isNear(name, known));
    if (meant === undefined || names.includes(name)) continue;
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
function warnOfFields(
  endpoint: EndpointImpl,
  given: Record<PropertyKey, PropertyDescriptor>,
): void {
  queueMicrotask(() => {
    for (const key of endpoint["~definition"].given) {
      const before = Object.hasOwn(given, key) ? given[key]! : undefined;
      const now = Object.getOwnPropertyDescriptor(endpoint, key);
      if (before === undefined || !("value" in before)) continue;
      if (Object.is(before.value, now?.value)) continue;
      const { name } = endpoint.constructor;
      console.warn(
        `${endpoint.name}: the option "${
          String(key)
        }" has no effect, because ${name} has a field of that name, ` +
          `which is initialized after it. Give it with \`extend\`, or make it a default of the constructor: ` +
          `super({ ${String(key)}: ..., ...options }).`,
      );
    }
  });
}
/**
 * An asynchronous function with a description of its result.
 *
 * @example
 * ```ts
 * import { Endpoint, Entity } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Tide extends Entity {
 *   id = "";
 *   height = 0;
 * }
 *
 * const getTide = new Endpoint(
 *   async function getTide(port: string) {
 *     return await Promise.resolve({ id: port, height: 1.5 });
 *   },
 *   { schema: Tide, dataExpiryLength: 600_000 },
 * );
 * assertEquals((await getTide("rtm")).height, 1.5);
 * ```
 *
 * @typeParam F the function
 * @typeParam S schema of what it resolves with
 * @typeParam M `true` if a call changes something
 */
export type Endpoint<
  F extends FetchFunction = FetchFunction,
  // deno-lint-ignore no-explicit-any -- any schema
  S = any,
  M extends boolean | undefined = boolean | undefined,
> = EndpointInstance<F, S, M>;

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
