/**
 * A controller whose requests are answered by fixtures.
 *
 * @module
 */
import type { EndpointInterface } from "../../endpoint/contract.ts";
import type { ActionTypes, Dispatch } from "../contract.ts";
import type { Controller } from "../controller.ts";
import type { ControllerOptions } from "../controller_core.ts";
import type { ControllerConstructor } from "../data_store.ts";
import type { AnyFixture, Fixtures } from "./fixture.ts";
import { createFixtureMap, findFixture } from "./fixture_map.ts";
import { mockEndpoint } from "./mock_endpoint.ts";

/** What a mocked controller answers with. */
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

const unmocked = Symbol("unmocked");
/** Fetches that an inner layer has answered; outer ones leave them alone. */
const answered = new WeakSet<ActionTypes>();

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
 *
 * const getTide = new Endpoint(function getTide(_: { port: string }): Promise<{ height: number }> {
 *   return Promise.reject(new Error("no server"));
 * });
 * using client = createClient({
 *   Controller: MockController(Controller, {
 *     fixtures: [{ endpoint: getTide, response: () => ({ height: 3 }) }],
 *   }),
 * });
 * await client.fetch(getTide, { port: "aden" }); // { height: 3 }
 * ```
 */
export function MockController<
  B extends ControllerConstructor,
  // deno-lint-ignore no-explicit-any -- any interceptor data
  T = any,
  const E extends readonly EndpointInterface[] = readonly EndpointInterface[],
>(
  Base: B,
  { fixtures, getInitialInterceptorData }: MockOptions<T, E> = {},
): B {
  const map = createFixtureMap(fixtures as readonly AnyFixture[] | undefined);
  const mocks = new WeakMap<object, Dispatch>();
  const Constructor: ControllerConstructor = Base;
  class MockedController extends Constructor {
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
  }

  function mocked(action: ActionTypes, interceptorData: unknown): ActionTypes {
    if (action.type !== "rdc/fetch" || answered.has(action)) return action;
    const fixture = findFixture(map, action.key);
    if (fixture === undefined) return action;
    const endpoint = mockEndpoint(action, fixture, interceptorData);
    const answer = { ...action, endpoint };
    answered.add(answer);
    return answer;
  }

  return MockedController as unknown as B;
}

/** The class of a controller without any mocking. */
export function unmockedClassOf<C extends Controller>(
  controller: C,
): new (options?: ControllerOptions) => C {
  let Class = controller.constructor as ControllerConstructor & {
    readonly [unmocked]?: ControllerConstructor;
  };
  while (Class[unmocked]) Class = Class[unmocked];
  return Class as new (options?: ControllerOptions) => C;
}
