import type { EndpointInterface } from "../../endpoint/contract.ts";
import { createSetResponse } from "../actions.ts";
import { Controller } from "../controller.ts";
import { createReducer } from "../state/reduce.ts";
import { initialState, type State } from "../graph/state.ts";
import type { Fixture } from "./fixture.ts";
import { checkFixture } from "./fixture_map.ts";
import { copyValue } from "./mock_endpoint.ts";

/**
 * The state of a store in which each fixture has just arrived, in order.
 *
 * @param fixtures Answers and failures of calls.
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
