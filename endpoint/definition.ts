import { isDevelopment } from "../schema/engine.ts";
import { warnOfUnknownOptions } from "./unknown_options.ts";

// deno-lint-ignore no-explicit-any -- endpoints take any arguments and resolve to anything
export type AnyFunction = (this: any, ...args: any[]) => any;

/** Options as a user wrote them. */
export type Members = Record<PropertyKey, unknown>;

/** What is known of an endpoint beside its visible members. */
export interface Definition {
  /** The function behind the endpoint; the same object unless the endpoint is guarded. */
  readonly target: object;
  /** Members which no class field may displace. */
  readonly explicit: Set<PropertyKey>;
  /** Name of the function that does the work, when no name was given. */
  automaticName: string | undefined;
  /** What a call does. */
  readonly run: (endpoint: object, args: unknown[]) => unknown;
  /** What is known of the endpoint whose variant for one request this is. */
  parent: Definition | undefined;
  /** Options that `super` may be used in, nearest first. */
  layer: SuperLayer | undefined;
}

/** One options object of an endpoint and what it was laid over. */
interface SuperLayer {
  readonly options: object;
  readonly below: object;
  readonly next: SuperLayer | undefined;
}

/** Calls the constructor of an endpoint's class with members to start from. */
export const construct: unique symbol = Symbol("construct");

/** Does what a call of an endpoint does, before any validator. */
export const invoke: unique symbol = Symbol("invoke");

const definitions = new WeakMap<object, Definition>();
const classesWithoutFields = new WeakSet<object>();

/** Returns what is known of an endpoint. */
export function definitionOf(endpoint: object): Definition {
  const definition = knownOf(endpoint);
  if (definition === undefined) {
    throw new TypeError(
      "This object was not made by an Endpoint class." +
        (isDevelopment()
          ? " Derive endpoints with endpoint.extend(options); spreading or copying one does not give an endpoint."
          : ""),
    );
  }
  return definition;
}

function knownOf(endpoint: object): Definition | undefined {
  return definitions.get(endpoint) ?? definitionOfVariant(endpoint);
}

/** Marks a class of the library: its instances need no guard, for nothing runs after its constructor. */
export function declareWithoutFields(endpointClass: object): void {
  classesWithoutFields.add(endpointClass);
}

/** Sets a member as an option would. */
export function giveMember(
  endpoint: object,
  key: PropertyKey,
  value: unknown,
): void {
  const definition = definitionOf(endpoint);
  defineMembers(definition, { [key]: value });
}

/** Takes back a member that was given or inherited, so that the class decides again. */
export function withdrawMember(endpoint: object, key: PropertyKey): void {
  const definition = definitionOf(endpoint);
  definition.explicit.delete(key);
  Reflect.deleteProperty(definition.target, key);
}

/**
 * Makes the callable that a constructor of an endpoint class returns.
 *
 * A constructor may return any object, and that object becomes `this` of every
 * subclass constructor and field. Returning a closure whose prototype is that
 * of the class gives a callable instance without building code from text,
 * which a Content-Security-Policy would forbid.
 *
 * @param endpointClass `new.target` of the constructor
 * @param options members given by the user
 * @param run what a call does
 */
export function createEndpoint(
  endpointClass: { prototype: object },
  options: Members | undefined,
  run: (endpoint: object, args: unknown[]) => unknown,
): object {
  // first, for a host that loads `process` for it may let microtasks run, which a guard counts on
  if (isDevelopment() && options !== undefined) {
    warnOfUnknownOptions(options, endpointClass.prototype);
  }
  const target = (...args: unknown[]): unknown => run(endpoint, args);
  const named: { name?: string; length?: number } = target as object;
  delete named.name;
  delete named.length;
  Object.setPrototypeOf(target, endpointClass.prototype);

  const definition: Definition = {
    target,
    explicit: new Set(),
    automaticName: undefined,
    run,
    parent: undefined,
    layer: undefined,
  };
  const endpoint = classesWithoutFields.has(endpointClass)
    ? target
    : guard(target, definition.explicit);
  definitions.set(endpoint, definition);
  if (options !== undefined) {
    defineMembers(definition, options);
    linkSuper(endpoint, options, endpointClass.prototype);
  }
  return endpoint;
}

/**
 * Makes an endpoint of the same class: the given options over everything that
 * the parent has now.
 *
 * The constructor runs again, so that private state exists and arrow functions
 * in fields see the child. Whatever fields and constructor defaults put in
 * place of explicit members is corrected afterwards.
 *
 * @param parent endpoint to derive from; it is not changed
 * @param options members that differ
 * @param omitted explicit members that the child does not inherit, beside those that the options give up
 */
export function deriveEndpoint<E extends Constructing>(
  parent: E,
  options: Members,
  omitted?: ReadonlySet<PropertyKey>,
): E {
  const from = definitionOf(parent);
  const left = new Set([...omitted ?? [], ...namesOfDefaults(options)]);
  const own = membersOf(from);
  const members: Members = {};
  for (const key of Reflect.ownKeys(own)) {
    if (isExplicit(parent, from, key) && !left.has(key)) {
      Object.defineProperty(members, key, own[key]!);
    }
  }
  copyMembers(options, (key, descriptor) => {
    Object.defineProperty(members, key, descriptor);
  });

  const child = parent[construct](members) as E;
  const definition = definitionOf(child);
  for (const key of Reflect.ownKeys(own)) {
    if (left.has(key)) continue;
    const explicit = isExplicit(parent, from, key);
    if (explicit || !Object.hasOwn(definition.target, key)) {
      Object.defineProperty(definition.target, key, own[key]!);
      definition.explicit.add(key);
    }
  }
  defineMembers(definition, options);
  definition.automaticName = from.automaticName;
  linkSuper(child, options, parent);
  return child;
}

/**
 * The endpoint of one request: the same with a signal. It inherits all other
 * members instead of having them, and runs no constructor, which without a
 * guard would add nothing.
 */
export function variantOf<E extends Extending>(
  parent: E,
  signal: AbortSignal,
): E {
  const from = definitionOf(parent);
  if (from.target !== parent || Object.hasOwn(parent, "extend")) {
    return parent.extend({ signal }) as E;
  }
  const child: object = Object.assign(
    (...args: unknown[]): unknown => from.run(child, args),
    { signal },
  );
  Object.setPrototypeOf(child, parent);
  // last: engines give a function whose name is deleted, or replaced before its
  // prototype, a shape of its own, which makes every use of it slow
  Object.defineProperty(child, "name", {
    value: parent.name,
    configurable: true,
    writable: true,
  });
  return child as E;
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
  endpoint: object,
  options: object,
  below: object,
): void {
  const definition = definitionOf(endpoint);
  definition.layer = knownOf(below)?.layer;
  if (!hasFunction(options)) return;
  definition.layer = { options, below, next: definition.layer };
  if (Object.getPrototypeOf(options) === Object.prototype) {
    Reflect.setPrototypeOf(options, createLink(options));
  }
}

/** Whether options may have a method, and so a use for `super`. */
function hasFunction(options: object): boolean {
  return Object.values(Object.getOwnPropertyDescriptors(options)).some(
    ({ value, get }) => typeof (get ?? value) === "function",
  );
}

function createLink(options: object): object {
  return new Proxy(Object.prototype, {
    get(target, key, receiver): unknown {
      let below = target;
      // the lowest of several layers with these options, or they would call themselves
      for (
        let layer = knownOf(receiver)?.layer;
        layer !== undefined;
        layer = layer.next
      ) {
        if (layer.options === options) below = layer.below;
      }
      return Reflect.get(below, key, receiver);
    },
  });
}

/** Made when it is needed, since most endpoints of a request end without. */
function definitionOfVariant(endpoint: object): Definition | undefined {
  const parent = definitions.get(Object.getPrototypeOf(endpoint));
  if (typeof endpoint !== "function" || parent === undefined) return undefined;
  const definition = { ...parent, target: endpoint, parent };
  definitions.set(endpoint, definition);
  return definition;
}

interface Extending {
  readonly name: string;
  extend(options: Members): unknown;
}

/** Members that an endpoint has, or inherits as the variant of another. */
function membersOf(
  { target, parent }: Definition,
): Record<PropertyKey, PropertyDescriptor> {
  const own = Object.getOwnPropertyDescriptors(target);
  if (parent === undefined) return own;
  const { name: _name, length: _length, ...given } = own;
  return { ...membersOf(parent), ...given };
}

interface Constructing {
  [construct](members: Members): object;
}

/** Whether a member was given by an option or an assignment, and so outranks the fields of a class. */
function isExplicit(
  endpoint: object,
  definition: Definition,
  key: PropertyKey,
): boolean {
  // without a guard there are no fields: whatever the endpoint has was given
  return definition.target === endpoint || definition.explicit.has(key);
}

function defineMembers(definition: Definition, options: Members): void {
  copyMembers(options, (key, descriptor) => {
    Object.defineProperty(definition.target, key, descriptor);
    definition.explicit.add(key);
  });
}

/** Visits the own properties of options as ordinary properties; accessors stay accessors, so they are read live. */
function copyMembers(
  options: Members,
  visit: (key: PropertyKey, descriptor: PropertyDescriptor) => void,
): void {
  for (const key of Reflect.ownKeys(options)) {
    const descriptor = Object.getOwnPropertyDescriptor(options, key)!;
    if (isLeftOut(key, descriptor)) continue;
    descriptor.configurable = true;
    if ("value" in descriptor) descriptor.writable = true;
    visit(key, descriptor);
  }
}

/** Members that no request can do without: given as `undefined` they are those of the class. */
const indispensable: ReadonlySet<PropertyKey> = new Set([
  "urlPrefix",
  "url",
  "searchToString",
  "getQuery",
  "getRequestInit",
  "getHeaders",
  "fetchResponse",
  "parseResponse",
  "process",
  "key",
  "testKey",
]);

/** Members that a definition has once and for all: given as `undefined` they stay as they are. */
const permanent: ReadonlySet<PropertyKey> = new Set([
  "method",
  "fetch",
  "name",
]);

function isLeftOut(key: PropertyKey, descriptor: PropertyDescriptor): boolean {
  return "value" in descriptor &&
    (descriptor.value ?? undefined) === undefined &&
    (indispensable.has(key) || permanent.has(key));
}

function namesOfDefaults(options: Members): PropertyKey[] {
  return Reflect.ownKeys(options).filter((key) =>
    indispensable.has(key) &&
    isLeftOut(key, Object.getOwnPropertyDescriptor(options, key)!)
  );
}

/**
 * Keeps explicit options when the fields of a subclass are initialized.
 *
 * Fields are defined on whatever the parent constructor returned, after it
 * returned, with a complete property descriptor; an ordinary object cannot
 * refuse that without throwing. An assignment to an existing property arrives
 * here with nothing but a value, which is how the two are told apart. Fields
 * are initialized before the current job ends, so from then on every definition
 * is meant by the user (a test that stubs a method, for example).
 */
function guard(target: object, explicit: Set<PropertyKey>): object {
  let constructing = true;
  queueMicrotask(() => constructing = false);
  return new Proxy(target, {
    defineProperty(target, key, descriptor): boolean {
      const isField = constructing && "writable" in descriptor;
      if (isField && explicit.has(key)) return true;
      if (!isField) explicit.add(key);
      return Reflect.defineProperty(target, key, descriptor);
    },
  });
}
