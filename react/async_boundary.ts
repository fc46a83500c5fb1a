"use client";
// @ts-types="npm:@types/react@^19"
import {
  type ComponentType,
  createElement,
  memo,
  type NamedExoticComponent,
  type ReactNode,
  Suspense,
} from "react";
import { ErrorBoundary, type ErrorFallbackProps } from "./error_boundary.ts";
import { FocusSuspense } from "./focus_suspense.ts";

/** Properties of {@linkcode AsyncBoundary}. */
export interface AsyncBoundaryProps {
  /** Content that may wait and may fail. */
  readonly children?: ReactNode;
  /**
   * Shown while it waits. Default: nothing. Give it a `role="status"`, so that
   * it is announced.
   */
  readonly fallback?: ReactNode;
  /** Shown when it has failed. Default: the error's message. */
  // deno-lint-ignore no-explicit-any -- any kind of error
  readonly errorComponent?: ComponentType<ErrorFallbackProps<any>> | undefined;
  /** Class name for the error component. */
  readonly errorClassName?: string | undefined;
  /** Subscribes to an event that resets an error, such as navigation; returns its end. */
  readonly listen?: ((reset: () => void) => () => void) | undefined;
  /** Whether data that arrives by other means for what had failed resets an error. Default `true`. */
  readonly autoReset?: boolean | undefined;
  /**
   * Whether the focus, if it was inside content that now waits or has failed,
   * goes to the nearest focusable element around it. Default `false`.
   */
  readonly manageFocus?: boolean | undefined;
}

/**
 * Handles waiting and failing of everything below it, in one place.
 *
 * @example
 * ```tsx
 * import { RestEndpoint } from "@tessera/client";
 * import { AsyncBoundary, useSuspense } from "@tessera/client/react";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 *
 * function ShipName({ id }: { id: string }) {
 *   return <h1>{useSuspense(getShip, { id }).name}</h1>;
 * }
 *
 * const page = (
 *   <AsyncBoundary fallback={<p>Loading</p>}>
 *     <ShipName id="7" />
 *   </AsyncBoundary>
 * );
 * ```
 */
export const AsyncBoundary: NamedExoticComponent<AsyncBoundaryProps> =
  /* @__PURE__ */ memo(
    function AsyncBoundary(
      {
        children,
        errorComponent,
        errorClassName,
        listen,
        autoReset,
        manageFocus,
        ...rest
      }: AsyncBoundaryProps,
    ): ReactNode {
      return createElement(
        manageFocus ? FocusSuspense : Suspense,
        "fallback" in rest ? { fallback: rest.fallback } : null,
        createElement(
          ErrorBoundary,
          {
            fallbackComponent: errorComponent,
            className: errorClassName,
            listen,
            autoReset,
            manageFocus,
          },
          children,
        ),
      );
    },
  );
