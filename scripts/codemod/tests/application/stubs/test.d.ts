// See rest.d.ts for what these declarations are.
// deno-lint-ignore-file no-explicit-any
import type { Controller, makeCacheProvider } from "./react.d.ts";
import type { RestEndpoint } from "./rest.d.ts";

interface Fixture {
  readonly endpoint: RestEndpoint;
  readonly args?: readonly any[];
  readonly response: any;
}

export declare function makeRenderDataClient(
  makeProvider: typeof makeCacheProvider,
): (
  callback: () => any,
  options: {
    initialFixtures?: readonly Fixture[];
    resolverFixtures?: readonly Fixture[];
  },
) => {
  result: { readonly current: any };
  controller: Controller;
};
