/**
 * Fixtures for stories and previews: what stands in for a server, without
 * anything that renders. Import it in a browser, where `@tessera/client/testing`
 * would bring the tools of tests along.
 *
 * @example
 * ```tsx
 * import { RestEndpoint } from "@tessera/client";
 * import { DataProvider } from "@tessera/client/react";
 * import { MockResolver } from "@tessera/client/testing/browser";
 *
 * const getTide = new RestEndpoint({ path: "/tides/:port" });
 * const fixtures = [{ endpoint: getTide, response: () => ({ height: 3 }) }];
 *
 * // a story that needs no server
 * export const story = (
 *   <DataProvider>
 *     <MockResolver fixtures={fixtures}>content</MockResolver>
 *   </DataProvider>
 * );
 * ```
 *
 * @module
 */
export * from "../../controller/mock/mod.ts";
export { MockResolver, type MockResolverProps } from "./mock_resolver.ts";
