"use client";
// @ts-types="npm:@types/react@^19"
import {
  createElement,
  type ReactNode,
  useEffect,
  useMemo,
  useState,
} from "react";
import type {
  AnyFixture,
  CheckedFixtures,
  Fixtures,
  MockOptions,
} from "../../controller/mock/mod.ts";
import type { EndpointInterface } from "../../endpoint/contract.ts";
import { ControllerContext } from "../contexts.ts";
import { useController } from "../contexts.ts";
import { forgetLayer, isSameList, layerFor } from "./resolver_layers.ts";

/** Properties of {@linkcode MockResolver}. */
export interface MockResolverProps<
  // deno-lint-ignore no-explicit-any -- any interceptor data
  T = any,
  E extends readonly EndpointInterface[] = readonly EndpointInterface[],
> {
  /** Whose requests are answered. */
  readonly children?: ReactNode;
  /** Fixtures and interceptors; another list replaces them, data that is stored stays. */
  readonly fixtures: Fixtures<T, E>;
  /** Makes the data that is `this` of all interceptors. Default: an empty object. */
  readonly getInitialInterceptorData?: (() => T) | undefined;
  /** Say nothing about requests that no fixture answers. Default `false`. */
  readonly silenceMissing?: boolean | undefined;
}

/**
 * Answers requests of the components below it, those of their subscriptions
 * included, from fixtures. What no fixture answers goes to the next MockResolver
 * above, and at last to the real endpoint. Everything is stored in the
 * provider's store.
 *
 * @param props See {@linkcode MockResolverProps}.
 *
 * @example
 * ```tsx
 * import { Endpoint } from "@tessera/client";
 * import { DataProvider } from "@tessera/client/react";
 * import { MockResolver } from "@tessera/client/testing/browser";
 *
 * const getTide = new Endpoint(
 *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 *
 * const story = (
 *   <DataProvider>
 *     <MockResolver
 *       fixtures={[
 *         { endpoint: getTide, args: [{ port: "aden" }], response: { port: "aden", height: 3 } },
 *       ]}
 *     >
 *       content
 *     </MockResolver>
 *   </DataProvider>
 * );
 * ```
 */
export function MockResolver<
  // deno-lint-ignore no-explicit-any -- any interceptor data
  T = any,
  const E extends readonly EndpointInterface[] = readonly EndpointInterface[],
>(props: MockResolverProps<T, E>): ReactNode;
/**
 * Answers requests from one of several lists of fixtures, such as
 * `stories[name]`.
 *
 * @param props See {@linkcode MockResolverProps}.
 */
export function MockResolver<
  T,
  const F extends readonly AnyFixture[],
>(
  props: Omit<MockResolverProps<T>, "fixtures"> & {
    readonly fixtures: F & CheckedFixtures<T, F>;
  },
): ReactNode;
export function MockResolver(
  { children, fixtures, getInitialInterceptorData, silenceMissing = false }:
    MockResolverProps,
): ReactNode {
  const outer = useController();
  const [kept, keep] = useState(fixtures);
  const isKept = isSameList(kept, fixtures);
  if (!isKept) keep(fixtures);
  const current = isKept ? kept : fixtures;
  const controller = useMemo(
    () =>
      layerFor(outer, children, {
        fixtures: current,
        getInitialInterceptorData,
      } as MockOptions, silenceMissing),
    // the other properties count when the fixtures do
    [outer, current],
  );
  useEffect(() => forgetLayer(outer, children), [outer, children]);
  return createElement(
    ControllerContext.Provider,
    { value: controller },
    children,
  );
}
