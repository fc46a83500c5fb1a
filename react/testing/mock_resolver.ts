"use client";
// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode, useEffect, useMemo } from "react";
import type { Controller, FetchAction } from "../../controller/mod.ts";
import {
  type AnyFixture,
  type CheckedFixtures,
  type Fixtures,
  mockLayer,
  type MockOptions,
} from "../../controller/mock/mod.ts";
import type { EndpointInterface } from "../../endpoint/contract.ts";
import { isDevelopment } from "../../schema/engine.ts";
import { ControllerContext, useController } from "../contexts.ts";
import { isSameList, useSameList } from "../same_list.ts";

/** Properties of {@linkcode MockResolver}. */
export interface MockResolverProps<
  // deno-lint-ignore no-explicit-any -- any interceptor data
  T = any,
  E extends readonly EndpointInterface[] = readonly EndpointInterface[],
> {
  /** Whose requests are served. */
  readonly children?: ReactNode;
  /** Fixtures and interceptors; another list replaces them, data that is stored stays. */
  readonly fixtures: Fixtures<T, E>;
  /** Makes the data that is `this` of all interceptors. Default: an empty object. */
  readonly getInitialInterceptorData?: (() => T) | undefined;
  /** Say nothing about requests that no fixture matches. Default `false`. */
  readonly silenceMissing?: boolean | undefined;
}

/**
 * Serves requests of the components below it, those of their subscriptions
 * included, from fixtures. Calls that no fixture matches go to the next
 * MockResolver above, and at last to the real endpoint. Everything is stored in
 * the provider's store.
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
 * Serves requests from one of several lists of fixtures, such as
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
  { children, fixtures = [], getInitialInterceptorData, silenceMissing }:
    MockResolverProps,
): ReactNode {
  const outer = useController();
  const current = useSameList<unknown>(fixtures);
  const value = useMemo(
    () => {
      const known = uncommitted.get(children as object);
      if (known?.outer === outer && isSameList(known.fixtures, current)) {
        return known.controller;
      }
      const controller = mockLayer(outer, {
        fixtures: current,
        getInitialInterceptorData,
        onMissing: silenceMissing ? undefined : missingReporter(),
      } as MockOptions);
      if (typeof children === "object" && children !== null) {
        uncommitted.set(children, { outer, fixtures: current, controller });
      }
      return controller;
    },
    // the other properties count when the fixtures do
    [outer, current],
  );
  // from now on React remembers the layer
  useEffect(() => {
    uncommitted.delete(children as object);
  }, [outer, children]);
  return createElement(ControllerContext.Provider, { value }, children);
}

/**
 * Layers of resolvers that are not committed yet, by their content. While
 * something below one suspends at first, React throws its memory away and
 * renders it again; its content stays the same.
 */
const uncommitted = new WeakMap<object, {
  readonly outer: Controller;
  readonly fixtures: readonly unknown[];
  readonly controller: Controller;
}>();

/** Says of each key once, in development, that no fixture matches it. */
function missingReporter(): (action: FetchAction) => void {
  const reported = new Set<string>();
  return ({ key }) => {
    if (reported.has(key) || !isDevelopment()) return;
    reported.add(key);
    console.info(
      `No fixture of MockResolver answers '${key}', so the request is really made. ` +
        "Add a fixture, or set silenceMissing.",
    );
  };
}
