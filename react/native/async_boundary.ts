"use client";
// @ts-types="npm:@types/react@^19"
import {
  createElement,
  memo,
  type NamedExoticComponent,
  type ReactNode,
} from "react";
import {
  AsyncBoundary as AsyncBoundaryOfReact,
  type AsyncBoundaryProps,
} from "../async_boundary.ts";
import { ErrorFallback } from "./error_fallback.ts";

/**
 * Handles waiting and failing of everything below it, in one place.
 *
 * @example
 * ```tsx
 * import { AsyncBoundary } from "@tessera/client/react/native";
 *
 * const page = <AsyncBoundary fallback={null}>content</AsyncBoundary>;
 * ```
 */
export const AsyncBoundary: NamedExoticComponent<AsyncBoundaryProps> =
  /* @__PURE__ */ memo(
    function AsyncBoundary(properties: AsyncBoundaryProps): ReactNode {
      const { errorComponent = ErrorFallback } = properties;
      return createElement(AsyncBoundaryOfReact, {
        ...properties,
        errorComponent,
      });
    },
  );
