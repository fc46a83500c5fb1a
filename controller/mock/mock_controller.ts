/**
 * A controller whose requests come from fixtures.
 *
 * @module
 */
import type { EndpointInterface } from "../../endpoint/contract.ts";
import { NetworkError } from "../../endpoint/mod.ts";
import { defineOwn, isPlainObject } from "../../schema/engine.ts";
import { createSetResponse } from "../actions.ts";
import type {
  ActionArgs,
  ActionTypes,
  Dispatch,
  FetchAction,
} from "../contract.ts";
import { Controller } from "../controller.ts";
import type { ControllerConstructor } from "../store.ts";
import { deriveEndpoint } from "../derive_endpoint.ts";
import { initialState, type State } from "../graph/state.ts";
import { createReducer } from "../state/reduce.ts";
import {
  type AnyFixture,
  checkFixture,
  createFixtureMap,
  findFixture,
  type Fixture,
  type Fixtures,
  nameOf,
} from "./fixture.ts";

/** The responses of a {@linkcode MockController}. */
export interface MockOptions<
  // deno-lint-ignore no-explicit-any -- any interceptor data
  T = any,
  E extends readonly EndpointInterface[] = readonly EndpointInterface[],
> {
  /** Fixtures and interceptors; the first matching interceptor is used. */
  readonly fixtures?: Fixtures<T, E> | undefined;
  /** Makes the data that is `this` of all interceptors. Default: an empty object. */
  readonly getInitialInterceptorData?: (() => T) | undefined;
}

/** Options that {@linkcode mockLayer} needs in addition to those of MockController. */
export interface LayerOptions {
  /**
   * Managers fetch through the controller behind the layer. So what they are
   * that a subscription requests must already have fixtures of the layer.
   */
  readonly answersSubscriptions?: boolean;
  /** Called with fetches that have no fixture in this layer. */
  readonly onMissing?: ((action: FetchAction) => void) | undefined;
}

const unmocked = Symbol("unmocked");
/** Fetches that an inner layer has served; outer ones leave them alone. */
const served = new WeakSet<ActionTypes>();
/** Marks endpoints that respond by themselves, also in what managers derive from them. */
const isMocked = Symbol("isMocked");

/**
 * Returns a controller class whose requests come from fixtures. Only
 * the network is replaced; everything else is the real thing.
 *
 * @param Base The class to extend.
 * @param options See {@linkcode MockOptions}.
 *
 * @example
 * ```ts
 * import { Controller, createClient, Endpoint } from "@tessera/client";
 * import { MockController } from "@tessera/client/mock";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new Endpoint(function getTide(_: { port: string }): Promise<{ height: number }> {
 *   return Promise.reject(new Error("no server"));
 * });
 * using client = createClient({
 *   Controller: MockController(Controller, {
 *     fixtures: [{ endpoint: getTide, response: () => ({ height: 3 }) }],
 *   }),
 * });
 * assertEquals(await client.fetch(getTide, { port: "aden" }), { height: 3 });
 * ```
 */
export function MockController<
  B extends ControllerConstructor,
  // deno-lint-ignore no-explicit-any -- any interceptor data
  T = any,
  const E extends readonly EndpointInterface[] = readonly EndpointInterface[],
>(Base: B, options: MockOptions<T, E> = {}): B {
  return mockedClass(Base, options as MockOptions) as unknown as B;
}

/**
 * Puts fixtures in front of a controller, for instance for a part of a page.
 * Both work on the same store and share readers and caches; polls started
 * through the layer are served, too; what no fixture
 * serves goes to the outer controller. Layers nest.
 *
 * @param outer The controller to fall back to; of any class, mocked or not.
 * @param options See {@linkcode MockOptions}; `onMissing` is called with
 * fetches that no fixture matches, here or further out.
 * @returns A controller of the class of `outer`.
 *
 * @example
 * ```ts
 * import { createClient, Endpoint } from "@tessera/client";
 * import { mockLayer } from "@tessera/client/mock";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new Endpoint(function getTide(_: { port: string }): Promise<{ height: number }> {
 *   return Promise.reject(new Error("no server"));
 * });
 * using client = createClient();
 * const controller = mockLayer(client.controller, {
 *   fixtures: [{ endpoint: getTide, args: [{ port: "aden" }], response: { height: 3 } }],
 * });
 * assertEquals(await controller.fetch(getTide, { port: "aden" }), { height: 3 });
 * assertEquals(client.read(getTide, { port: "aden" }).data, { height: 3 });
 * ```
 */
export function mockLayer<
  C extends Controller,
  // deno-lint-ignore no-explicit-any -- any interceptor data
  T = any,
  const E extends readonly EndpointInterface[] = readonly EndpointInterface[],
>(
  outer: C,
  options: MockOptions<T, E> & Pick<LayerOptions, "onMissing"> = {},
): C {
  let Class = outer.constructor as MockedConstructor;
  while (Class[unmocked]) Class = Class[unmocked];
  const isOutermost = Class === outer.constructor;
  const Mocked = mockedClass(Class, options as MockOptions, {
    answersSubscriptions: true,
    onMissing: isOutermost ? options.onMissing : undefined,
  });
  return new Mocked({ outer }) as C;
}

/** A class of controllers that may know what it would be without mocks. */
type MockedConstructor = ControllerConstructor & {
  readonly [unmocked]?: MockedConstructor;
};

function mockedClass(
  Base: ControllerConstructor,
  { fixtures, getInitialInterceptorData }: MockOptions,
  { answersSubscriptions = false, onMissing }: LayerOptions = {},
): ControllerConstructor {
  const map = createFixtureMap(fixtures as readonly AnyFixture[] | undefined);
  const mocks = new WeakMap<object, Dispatch>();

  function mocked(action: ActionTypes, interceptorData: unknown): ActionTypes {
    const isFetch = action.type === "rdc/fetch";
    const isMeant = isFetch ||
      answersSubscriptions && action.type === "rdc/subscribe";
    if (!isMeant || served.has(action) || isMocked in action.endpoint) {
      return action;
    }
    const fixture = findFixture(map, action);
    if (fixture === undefined) {
      if (isFetch) onMissing?.(action);
      return action;
    }
    const endpoint = mockEndpoint(action, fixture, interceptorData);
    const mocked = { ...action, endpoint };
    if (isFetch) served.add(mocked);
    else defineOwn(endpoint, isMocked, true);
    return mocked;
  }

  return class extends Base {
    /** The class whose requests are served. */
    static readonly [unmocked]: ControllerConstructor = Base;

    /** Serves fetches that a fixture matches; hands on everything else. */
    override get dispatch(): Dispatch {
      const known = mocks.get(this);
      if (known) return known;
      const interceptorData = getInitialInterceptorData?.() ?? {};
      const respond: Dispatch = (action) =>
        super.dispatch(mocked(action, interceptorData));
      mocks.set(this, respond);
      return respond;
    }
  };
}

/** The response of a fixture, as {@linkcode collapseFixture} computes it. */
export interface CollapsedFixture {
  /** The resolved value or the error; a promise if the fixture's function is asynchronous. */
  // deno-lint-ignore no-explicit-any -- responses have any type
  readonly response: any;
  /** Whether it is an error. */
  readonly error: boolean;
}

/**
 * Computes the response of a fixture.
 *
 * @param fixture A fixture, or an interceptor with `response`.
 * @param args Arguments of the call.
 * @param interceptorData `this` of a function.
 * @returns The response; a throw is an error.
 *
 * @example
 * ```ts
 * import { Endpoint } from "@tessera/client";
 * import { collapseFixture } from "@tessera/client/mock";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new Endpoint(
 *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 * const interceptor = {
 *   endpoint: getTide,
 *   response: ({ port }: { port: string }) => ({ port, height: 3 }),
 * };
 * assertEquals(collapseFixture(interceptor, [{ port: "aden" }]), {
 *   response: { port: "aden", height: 3 },
 *   error: false,
 * });
 * ```
 */
export function collapseFixture(
  fixture: AnyFixture,
  args: readonly unknown[],
  interceptorData?: unknown,
): CollapsedFixture {
  if (!("response" in fixture)) return { response: undefined, error: false };
  const error = "error" in fixture && fixture.error === true;
  const response: unknown = fixture.response;
  if (error || typeof response !== "function") return { response, error };
  try {
    return { response: response.apply(interceptorData, args), error: false };
  } catch (reason) {
    return { response: reason, error: true };
  }
}

/**
 * The endpoint of a fetch, except that a fixture serves instead of the network.
 *
 * @param fetch The fetch to serve.
 * @param fixture What serves it.
 * @param interceptorData `this` of the fixture's functions.
 */
function mockEndpoint(
  { endpoint, args }: Pick<FetchAction, "endpoint" | "args">,
  fixture: AnyFixture,
  interceptorData: unknown,
): EndpointInterface {
  const { extend, fetch } = endpoint as { extend?: unknown; fetch?: unknown };
  const isExtendable = typeof extend === "function" &&
    typeof fetch === "function";
  if ("fetchResponse" in fixture) {
    if (!isExtendable) {
      return replaceCall(endpoint, () => {
        throw new TypeError(
          `fetchResponse cannot stand in for the network step of '${
            nameOf(endpoint)
          }', which has no such step. Give the interceptor a response function instead.`,
        );
      });
    }
    return deriveEndpoint(endpoint, {
      async fetchResponse(input: RequestInfo, init: RequestInit) {
        const compute = () =>
          fixture.fetchResponse.call(interceptorData, input, init);
        const signal = init?.signal ?? undefined;
        return responseOf(await delayed(fixture, args, signal, compute), input);
      },
    });
  }
  const compute = () => {
    const { response, error } = collapseFixture(fixture, args, interceptorData);
    if (error) throw response;
    return response;
  };
  const respond = async (signal?: AbortSignal) =>
    copyValue(await delayed(fixture, args, signal, compute));
  if (!isExtendable) return replaceCall(endpoint, () => respond());
  return deriveEndpoint(endpoint, {
    fetch(this: { readonly signal?: AbortSignal }) {
      return respond(this.signal);
    },
  });
}

/** Computes at once and delivers later, or, collapsed, does both later. */
async function delayed(
  { delay = 0, delayCollapse = false }: AnyFixture,
  args: ActionArgs,
  signal: AbortSignal | undefined,
  compute: () => unknown,
): Promise<unknown> {
  signal?.throwIfAborted();
  const time = typeof delay === "function" ? delay(...args) : delay;
  if (delayCollapse) {
    await wait(time, signal);
    return compute();
  }
  const early = new Promise((resolve) => resolve(compute()));
  // a failure is delivered after the delay, not reported as nobody's before
  early.catch(() => {});
  await wait(time, signal);
  return early;
}

function wait(time: number, signal: AbortSignal | undefined): Promise<void> {
  if (!(time > 0)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, time);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** What the network step resolves with, and fails with, for a mocked request. */
async function responseOf(
  value: unknown,
  input: RequestInfo,
): Promise<Response> {
  if (!(value instanceof Response)) {
    // `undefined` is an empty body
    return new Response(JSON.stringify(value), {
      headers: { "content-type": "application/json" },
    });
  }
  if (value.ok) return value;
  throw await NetworkError.from(value, {
    url: typeof input === "string" ? input : input.url,
  });
}

/** Every other member stays readable. No `extend`, which would lead back to the original. */
function replaceCall(
  endpoint: EndpointInterface,
  call: () => Promise<unknown>,
): EndpointInterface {
  const replaced = async () => await call();
  Reflect.deleteProperty(replaced, "name");
  Reflect.deleteProperty(replaced, "length");
  Object.setPrototypeOf(replaced, endpoint);
  Object.defineProperty(replaced, "extend", { value: undefined });
  return replaced as unknown as EndpointInterface;
}

/**
 * Copies plain objects and arrays, so that whoever changes the copy leaves the
 * original alone. Everything else is retained by reference.
 */
function copyValue<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyValue) as T;
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value)
    .map(([name, member]) => [name, copyValue(member)]);
  return Object.fromEntries(members);
}

/**
 * The state of a store in which each fixture has just arrived, in order.
 *
 * @param fixtures Responses and failures of calls.
 * @throws {TypeError} If the response of a fixture is a function, or something is no fixture.
 *
 * @example
 * ```ts
 * import { createClient, Endpoint } from "@tessera/client";
 * import { mockInitialState } from "@tessera/client/mock";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new Endpoint(async function getTide({ port }: { port: string }) {
 *   return { port, height: 2 };
 * });
 * using client = createClient({
 *   initialState: mockInitialState([
 *     { endpoint: getTide, args: [{ port: "aden" }], response: { port: "aden", height: 3 } },
 *   ]),
 * });
 * assertEquals(client.read(getTide, { port: "aden" }).data, { port: "aden", height: 3 });
 * ```
 */
export function mockInitialState<
  const E extends readonly EndpointInterface[] = readonly EndpointInterface[],
>(
  fixtures?: { readonly [K in keyof E]: Fixture<E[K]> },
): State {
  const controller = new Controller();
  const reduce = createReducer(controller);
  let state = initialState;
  for (const fixture of (fixtures ?? []) as readonly Fixture[]) {
    checkFixture(fixture);
    const { endpoint, args, response, error = false } = fixture;
    if (typeof response === "function" && !error) {
      throw new TypeError(
        `mockInitialState cannot use the fixture of '${
          endpoint.key(...args)
        }': its response is a function, which only answers requests. Give the response itself.`,
      );
    }
    state = reduce(
      state,
      createSetResponse(endpoint, {
        args,
        response: error ? response : copyValue(response),
        error,
      }, controller.stamps),
    );
  }
  return state;
}
