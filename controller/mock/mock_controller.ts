/**
 * A controller whose requests are answered by fixtures.
 *
 * @module
 */
import type { EndpointInterface } from "../../endpoint/contract.ts";
import type {
  ActionTypes,
  Dispatch,
  FetchAction,
  SubscribeAction,
} from "../contract.ts";
import type { Controller, ControllerOptions } from "../controller.ts";
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
 * A class of controllers whose requests are answered by fixtures.
 *
 * @param Base The class to extend.
 * @param options See {@linkcode MockOptions}.
 * @param layer What only a layer needs.
 */
export function mockedClass(
  Base: ControllerConstructor,
  { fixtures, getInitialInterceptorData }: MockOptions,
  { answersSubscriptions = false, onMissing }: LayerOptions = {},
): ControllerConstructor {
  const map = createFixtureMap(fixtures as readonly AnyFixture[] | undefined);
  const mocks = new WeakMap<object, Dispatch>();
  class MockedController extends Base {
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
    switch (action.type) {
      case "rdc/fetch": {
        if (answered.has(action) || isAnswering(action)) return action;
        const answer = answeredAction(action, interceptorData);
        if (answer === action) onMissing?.(action);
        else answered.add(answer);
        return answer;
      }
      case "rdc/subscribe": {
        if (!answersSubscriptions || isAnswering(action)) return action;
        const answer = answeredAction(action, interceptorData);
        if (answer !== action) mark(answer);
        return answer;
      }
      default:
        return action;
    }
  }

  function answeredAction<A extends FetchAction | SubscribeAction>(
    action: A,
    interceptorData: unknown,
  ): A {
    const fixture = findFixture(map, action);
    if (fixture === undefined) return action;
    const endpoint = mockEndpoint(action, fixture, interceptorData);
    return { ...action, endpoint };
  }

  return MockedController;
}

function mark({ endpoint }: SubscribeAction): void {
  Object.defineProperty(endpoint, answersItself, {
    value: true,
    enumerable: true,
  });
}

function isAnswering(
  { endpoint }: FetchAction | SubscribeAction,
): boolean {
  return answersItself in endpoint;
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
