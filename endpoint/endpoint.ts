import {
  type AnyFunction,
  construct,
  createEndpoint,
  declareWithoutFields,
  definitionOf,
  deriveEndpoint,
  giveMember,
  invoke,
  type Members,
  variantOf,
  withdrawMember,
} from "./definition.ts";
import { forRequest } from "./contract.ts";
import { isDevelopment } from "../schema/engine.ts";
import type {
  Endpoint as EndpointInstance,
  EndpointConstructor,
  FetchFunction,
} from "./types/endpoint.ts";
import { stableJson } from "./stable_json.ts";
import { validated } from "./validated.ts";

/** Behaviour of {@linkcode Endpoint}, and base of the other endpoint classes. */
export class EndpointImpl {
  // deno-lint-ignore no-explicit-any -- members are whatever options were given
  [member: string]: any;

  constructor(fetchFunction?: AnyFunction, options?: Members) {
    const endpoint = createEndpoint(new.target, options, callEndpoint);
    const definition = definitionOf(endpoint);
    definition.automaticName = nameOf(fetchFunction);
    if (fetchFunction !== undefined && !definition.explicit.has("fetch")) {
      giveMember(endpoint, "fetch", fetchFunction);
    }
    return endpoint as this;
  }

  /** Does the work of a call. */
  fetch(..._args: unknown[]): unknown {
    throw new TypeError(
      `Endpoint "${this.name}" has no fetch function. Pass one to the ` +
        "constructor or as the option `fetch`, or define a method `fetch`.",
    );
  }

  /** The explicit name is an own property; this is the automatic one. */
  get name(): string {
    const { automaticName } = definitionOf(this);
    if (isDevelopment() && automaticName === undefined) warnNameless(this);
    return automaticName ?? "";
  }

  set name(name: string) {
    giveMember(this, "name", name);
  }

  /** The only identity of a request. */
  key(...args: unknown[]): string {
    return `${this.name} ${stableJson(args)}`;
  }

  /** Whether the default {@linkcode EndpointImpl.key} of this endpoint can produce a key. */
  testKey(key: string): boolean {
    const { name } = this;
    return key === name || key.startsWith(`${name} `);
  }

  /** Returns an endpoint of the same class with some members replaced. */
  extend(options: Members = {}): this {
    const child = deriveEndpoint(this, options);
    if (Object.hasOwn(options, "fetch") && !Object.hasOwn(options, "name")) {
      const name = nameOf(options.fetch);
      // an inline `fetch() {}` is called "fetch" by the language, not by its author
      if (name !== undefined && name !== "fetch") {
        withdrawMember(child, "name");
        definitionOf(child).automaticName = name;
      }
    }
    return child;
  }

  /** Returns the endpoint that one request is made with. */
  [forRequest](signal: AbortSignal): this {
    return variantOf(this, signal);
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
    });
  }

  [invoke](args: unknown[]): unknown {
    return this.fetch(...args);
  }

  [construct](members: Members): this {
    const Class = this.constructor as new (...args: unknown[]) => this;
    return new Class(members.fetch, members);
  }
}

Object.setPrototypeOf(EndpointImpl.prototype, Function.prototype);
declareWithoutFields(EndpointImpl);

function callEndpoint(endpoint: object, args: unknown[]): unknown {
  const self = endpoint as EndpointImpl;
  const result = self[invoke](args);
  return self.validator === undefined
    ? result
    : validated(self.validator, self.name, result);
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
