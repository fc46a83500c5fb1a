/** Entities and endpoints of the harbour that the controller tests use. */
import type { EndpointInterface } from "../../endpoint/contract.ts";
import { Endpoint } from "../../endpoint/mod.ts";
import {
  type Client,
  type ClientOptions,
  createClient,
  ImmortalGCPolicy,
  type Manager,
  type Middleware,
  NetworkManager,
} from "../../controller/mod.ts";
import { Entity } from "../../schema/mod.ts";

export class Port extends Entity {
  id = "";
  name = "";
  static override key = "Port";
}

export class Vessel extends Entity {
  id = "";
  name = "";
  berth = "";
  port: Port | undefined = undefined;
  static override key = "Vessel";
  static override schema = { port: Port };

  get label(): string {
    return `${this.name} at ${this.berth}`;
  }
}

export class Tug extends Vessel {
  kind = "tug";
  static override key = "Tug";
}

export class Ferry extends Vessel {
  kind = "ferry";
  static override key = "Ferry";
}

export class Captain extends Entity {
  id = "";
  email = "";
  static override key = "Captain";
  static override indexes = ["email"] as const;
}

/** Options of an endpoint made by {@linkcode reading} and {@linkcode mutating}. */
export interface Options<S> {
  readonly schema?: S;
  // deno-lint-ignore no-explicit-any -- any member an endpoint may have
  readonly [member: string]: any;
}

// deno-lint-ignore no-explicit-any -- any endpoint function
type AnyFunction = (...args: any[]) => Promise<any>;

const UntypedEndpoint = Endpoint as unknown as new (
  fetch: AnyFunction,
  options: object,
) => never;

/** An endpoint that only reads. */
export function reading<F extends AnyFunction, S = undefined>(
  name: string,
  fetch: F,
  options: Options<S> = {},
): EndpointInterface<F, S, undefined> {
  return new UntypedEndpoint(fetch, { name, ...options });
}

/** An endpoint that changes something. */
export function mutating<F extends AnyFunction, S = undefined>(
  name: string,
  fetch: F,
  options: Options<S> = {},
): EndpointInterface<F, S, true> {
  return new UntypedEndpoint(fetch, { name, sideEffect: true, ...options });
}

/** An endpoint function whose calls are answered by hand. */
export interface Server<Args extends unknown[]> {
  (...args: Args): Promise<unknown>;
  /** The calls, oldest first. */
  readonly calls: (PromiseWithResolvers<unknown> & { readonly args: Args })[];
}

/** Makes a {@linkcode Server}. */
export function server<Args extends unknown[] = [{ id: string }]>(): Server<
  Args
> {
  const calls: Server<Args>["calls"] = [];
  const call = (...args: Args) => {
    const answer = { ...Promise.withResolvers<unknown>(), args };
    calls.push(answer);
    return answer.promise;
  };
  return Object.assign(call, { calls });
}

/** Makes a server that always answers the same. */
export function answering<T, Args extends unknown[] = [{ id: string }]>(
  response: T | (() => T),
): ((...args: Args) => Promise<T>) & { readonly calls: Args[] } {
  const calls: Args[] = [];
  const call = (...args: Args) => {
    calls.push(args);
    return Promise.resolve().then(() =>
      typeof response === "function" ? (response as () => T)() : response
    );
  };
  return Object.assign(call, { calls });
}

/** A client with a NetworkManager that keeps everything. */
export function harbour(options: ClientOptions = {}): Client {
  return createClient({
    managers: [new NetworkManager()],
    gcPolicy: new ImmortalGCPolicy(),
    ...options,
  });
}

/** A manager that writes down the type of each action, and may do something more. */
export function recorder(
  more?: Middleware,
): Manager & { readonly types: string[] } {
  const types: string[] = [];
  return {
    types,
    middleware: (controller) => (next) => {
      const pass = more?.(controller)(next) ?? next;
      return (action) => {
        types.push(action.type);
        return pass(action);
      };
    },
    cleanup() {},
  };
}

/** Lets everything run that needs no timer. */
export async function microtasks(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await undefined;
}

/** Runs with `console` methods replaced by recorders, and returns what they were given. */
export async function recordingConsole(
  run: () => unknown,
): Promise<{ method: string; args: unknown[] }[]> {
  const records: { method: string; args: unknown[] }[] = [];
  const methods = ["error", "warn", "info", "log"] as const;
  const originals = methods.map((method) => console[method]);
  for (const method of methods) {
    console[method] = (...args) => void records.push({ method, args });
  }
  try {
    await run();
  } finally {
    methods.forEach((method, index) => console[method] = originals[index]!);
  }
  return records;
}

/** Runs, and returns the reasons of rejections nobody handled. */
export async function unhandledDuring(
  run: () => unknown,
): Promise<unknown[]> {
  const reasons: unknown[] = [];
  const listener = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    reasons.push(event.reason);
  };
  addEventListener("unhandledrejection", listener);
  try {
    await run();
    await new Promise((resolve) => setTimeout(resolve, 5));
  } finally {
    removeEventListener("unhandledrejection", listener);
  }
  return reasons;
}
