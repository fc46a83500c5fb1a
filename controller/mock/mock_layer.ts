import type { EndpointInterface } from "../../endpoint/contract.ts";
import type { Controller } from "../controller.ts";
import {
  MockController,
  type MockOptions,
  unmockedClassOf,
} from "./mock_controller.ts";

/**
 * Puts fixtures in front of a controller, for instance for a part of a page.
 * Both work on the same store and share readers and caches; what no fixture
 * answers goes to the outer controller. Layers nest.
 *
 * @param outer The controller to fall back to; of any class, mocked or not.
 * @param options See {@linkcode MockOptions}.
 * @returns A controller of the class of `outer`.
 *
 * @example
 * ```ts
 * import { createClient, Endpoint } from "@tessera/client";
 * import { mockLayer } from "@tessera/client/mock";
 *
 * const getTide = new Endpoint(function getTide(_: { port: string }): Promise<{ height: number }> {
 *   return Promise.reject(new Error("no server"));
 * });
 * using client = createClient();
 * const controller = mockLayer(client.controller, {
 *   fixtures: [{ endpoint: getTide, args: [{ port: "aden" }], response: { height: 3 } }],
 * });
 * await controller.fetch(getTide, { port: "aden" }); // { height: 3 }
 * client.read(getTide, { port: "aden" }).data; // { height: 3 }
 * ```
 */
export function mockLayer<
  C extends Controller,
  // deno-lint-ignore no-explicit-any -- any interceptor data
  T = any,
  const E extends readonly EndpointInterface[] = readonly EndpointInterface[],
>(outer: C, options: MockOptions<T, E> = {}): C {
  const Mocked = MockController(unmockedClassOf(outer), options);
  return new Mocked({ outer });
}
