/**
 * Fixtures for stories and previews: what stands in for a server, without
 * anything that renders. Import it in a browser, where `@tessera/client/testing`
 * would bring the tools of tests along.
 *
 * @example
 * ```ts
 * import { createElement } from "react";
 * import { RestEndpoint } from "@tessera/client";
 * import { DataProvider } from "@tessera/client/react";
 * import { MockResolver } from "@tessera/client/testing/browser";
 *
 * const getTide = new RestEndpoint({ path: "/tides/:port" });
 *
 * // a story that needs no server
 * export const story = createElement(
 *   DataProvider,
 *   null,
 *   createElement(
 *     MockResolver,
 *     { fixtures: [{ endpoint: getTide, response: () => ({ height: 3 }) }] },
 *     "content",
 *   ),
 * );
 * ```
 *
 * @module
 */
export * from "../../controller/mock/mod.ts";
export { MockResolver, type MockResolverProps } from "./mock_resolver.ts";
