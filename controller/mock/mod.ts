/**
 * Fixtures and interceptors that stand in for servers in tests and stories.
 *
 * @module
 */
export { type CollapsedFixture, collapseFixture } from "./collapse_fixture.ts";
export type {
  AnyFixture,
  ErrorFixture,
  FetchInterceptor,
  Fixture,
  Fixtures,
  FixtureTiming,
  Interceptor,
  ResponseInterceptor,
  SuccessFixture,
} from "./fixture.ts";
export { createFixtureMap, type FixtureMap } from "./fixture_map.ts";
export {
  type LayerOptions,
  MockController,
  type MockOptions,
} from "./mock_controller.ts";
export { mockInitialState } from "./mock_initial_state.ts";
export { mockLayer } from "./mock_layer.ts";
