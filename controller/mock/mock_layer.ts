import type { EndpointInterface } from "../../endpoint/contract.ts";
import type { Controller } from "../controller.ts";
import {
  type LayerOptions,
  mockedClass,
  type MockOptions,
  unmockedClassOf,
} from "./mock_controller.ts";

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
  const Class = unmockedClassOf(outer);
  const isOutermost = Class === outer.constructor;
  const Mocked = mockedClass(Class, options as MockOptions, {
    answersSubscriptions: true,
    onMissing: isOutermost ? options.onMissing : undefined,
  });
  return new Mocked({ outer }) as C;
}
