/**
 * A controller whose requests are answered by fixtures.
 *
 * @module
 */
import type { EndpointInterface } from "../../endpoint/contract.ts";
import { defineOwn } from "../../schema/engine.ts";
import type { ActionTypes, Dispatch, FetchAction } from "../contract.ts";
import type { Controller } from "../controller.ts";
import type { ControllerConstructor } from "../data_store.ts";
import type { AnyFixture, Fixtures } from "./fixture.ts";
import { createFixtureMap, findFixture } from "./fixture_map.ts";
import { mockEndpoint } from "./mock_endpoint.ts";

/** What a {@linkcode MockController} answers with. */
export interface MockOptions<
  // deno-lint-ignore no-explicit-any -- any interceptor data
  T = any,
  E extends readonly EndpointInterface[] = readonly EndpointInterface[],
> {
  /** Fixtures and interceptors; the first matching interceptor counts. */
  readonly fixtures?: Fixtures<T, E> | undefined;
  /** Makes the data that is `this` of all interceptors. Default: an empty object. */
  readonly getInitialInterceptorData?: (() => T) | undefined;
}

/** What {@linkcode mockLayer} needs beyond what MockController does. */
export interface LayerOptions {
  /**
   * Managers fetch through the controller behind the layer. So what they are
   * told to subscribe to must already be answered by the layer's fixtures.
   */
  readonly answersSubscriptions?: boolean;
  /** Told of fetches that no fixture of this layer answers. */
  readonly onMissing?: ((action: FetchAction) => void) | undefined;
}

const unmocked = Symbol("unmocked");
/** Fetches that an inner layer has answered; outer ones leave them alone. */
const answered = new WeakSet<ActionTypes>();
/** Marks endpoints that answer by themselves, also in what managers derive from them. */
const answersItself = Symbol("answersItself");

/**
 * Returns a controller class whose requests are answered by fixtures. Only
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
 * through the layer are answered, too; what no fixture
 * answers goes to the outer controller. Layers nest.
 *
 * @param outer The controller to fall back to; of any class, mocked or not.
 * @param options See {@linkcode MockOptions}; `onMissing` is told of fetches that no
 * fixture answers, here or further out.
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
    if (!isMeant || answered.has(action) || answersItself in action.endpoint) {
      return action;
    }
    const fixture = findFixture(map, action);
    if (fixture === undefined) {
      if (isFetch) onMissing?.(action);
      return action;
    }
    const endpoint = mockEndpoint(action, fixture, interceptorData);
    const answer = { ...action, endpoint };
    if (isFetch) answered.add(answer);
    else defineOwn(endpoint, answersItself, true);
    return answer;
  }

  return class extends Base {
    /** The class whose requests are answered. */
    static readonly [unmocked]: ControllerConstructor = Base;

    /** Answers fetches that a fixture matches; hands on everything else. */
    override get dispatch(): Dispatch {
      const known = mocks.get(this);
      if (known) return known;
      const interceptorData = getInitialInterceptorData?.() ?? {};
      const answer: Dispatch = (action) =>
        super.dispatch(mocked(action, interceptorData));
      mocks.set(this, answer);
      return answer;
    }
  };
}
