/**
 * Fixtures for stories and previews: what stands in for a server, without
 * anything that renders.
 *
 * @module
 */
export * from "../../controller/mock/mod.ts";
export { MockResolver, type MockResolverProps } from "./mock_resolver.ts";
