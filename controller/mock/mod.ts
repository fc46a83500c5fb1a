/**
 * Fixtures and interceptors that stand in for servers: in tests of scripts and
 * managers, in stories, in a demonstration without a server. Tests of hooks find
 * them in `@tessera/client/testing`, with what renders.
 *
 * @example
 * ```ts
 * import { Controller, createClient, RestEndpoint } from "@tessera/client";
 * import { MockController } from "@tessera/client/mock";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new RestEndpoint({ path: "/tides/:port" });
 *
 * await using client = createClient({
 *   Controller: MockController(Controller, {
 *     fixtures: [{ endpoint: getTide, response: () => ({ height: 3 }) }],
 *   }),
 * });
 * assertEquals(await client.fetch(getTide, { port: "aden" }), { height: 3 });
 * ```
 *
 * @module
 */
export type {
  AnyFixture,
  CheckedFixtures,
  ErrorFixture,
  FetchInterceptor,
  Fixture,
  FixtureArgs,
  FixtureMap,
  FixtureResponse,
  Fixtures,
  FixtureTiming,
  Interceptor,
  ResponseInterceptor,
  SuccessFixture,
} from "./fixture.ts";
export { createFixtureMap } from "./fixture.ts";
export {
  type CollapsedFixture,
  collapseFixture,
  type LayerOptions,
  MockController,
  mockInitialState,
  mockLayer,
  type MockOptions,
} from "./mock_controller.ts";
