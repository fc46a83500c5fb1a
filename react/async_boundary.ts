"use client";
// @ts-types="npm:@types/react@^19"
import {
  type ComponentClass,
  type ComponentType,
  createElement,
  memo,
  type NamedExoticComponent,
  type ReactNode,
  Suspense,
  type SuspenseProps,
  useContext,
  useEffect,
  useState,
} from "react";
import { Newcomers, NewcomersContext } from "./contexts.ts";
import {
  ErrorBoundary,
  type ErrorFallbackProps,
  FocusKeeper,
  focusPath,
} from "./error_boundary.ts";

/** Properties of {@linkcode AsyncBoundary}. */
export interface AsyncBoundaryProps {
  /** Content that may wait and may fail. */
  readonly children?: ReactNode;
  /**
   * Rendered while it waits. Default: nothing. Give it a `role="status"`, so
   * that it is read out.
   */
  readonly fallback?: ReactNode;
  /** Rendered when it has failed. Default: the error's message. */
  // deno-lint-ignore no-explicit-any -- any kind of error
  readonly errorComponent?: ComponentType<ErrorFallbackProps<any>> | undefined;
  /** Class name for the error component. */
  readonly errorClassName?: string | undefined;
  /** Subscribes to an event that resets an error, such as navigation; returns its end. */
  readonly listen?: ((reset: () => void) => () => void) | undefined;
  /** Whether data that arrives by other means for what had failed resets an error. Default `true`. */
  readonly autoReset?: boolean | undefined;
  /** An error is forgotten when one of these changes, compared with `Object.is`. */
  readonly resetKeys?: readonly unknown[] | undefined;
  /**
   * Whether the focus, if it was inside content that now waits or has failed,
   * goes to the nearest focusable element around it. Default `false`.
   */
  readonly manageFocus?: boolean | undefined;
}

/**
 * Handles suspending and failing of everything below it, in one place.
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
      { children, errorComponent, errorClassName, ...rest }: AsyncBoundaryProps,
    ): ReactNode {
      const around = useContext(NewcomersContext);
      const [newcomers] = useState(() => new Newcomers(around));
      const render = newcomers.begin();
      useEffect(() => newcomers.commit(render));
      useEffect(() => newcomers.hold(), []);
      const failing = {
        ...rest,
        fallbackComponent: errorComponent,
        className: errorClassName,
      };
      const content = createElement(
        rest.manageFocus ? FocusSuspense : Suspense,
        "fallback" in rest ? { fallback: rest.fallback } : null,
        createElement(ErrorBoundary, failing, children),
      );
      return createElement(
        NewcomersContext.Provider,
        { value: newcomers },
        content,
      );
    },
  );

/** Suspense that does not lose the focus if it was inside content that waits again. */
export const FocusSuspense: ComponentType<SuspenseProps> = /* @__PURE__ */
  hasClass(Suspense) ? /* @__PURE__ */ restoringFocus(Suspense) : FocusOfHidden;

/** React hides the content, so the fallback can still ask where the focus is. */
function FocusOfHidden({ fallback, ...rest }: SuspenseProps): ReactNode {
  return createElement(Suspense, {
    ...rest,
    fallback: createElement(FocusKeeper, null, fallback),
  });
}

interface SuspenseClass extends ComponentClass<SuspenseProps> {
  readonly prototype: {
    render(properties: SuspenseProps, state: unknown): ReactNode;
  };
}

/** Preact's is a class. */
function hasClass(suspense: unknown): suspense is SuspenseClass {
  return typeof suspense === "function";
}

/**
 * Preact takes the content out of the document after it has rendered Suspense
 * and before it renders the fallback.
 */
function restoringFocus(Base: SuspenseClass): ComponentType<SuspenseProps> {
  // deno-lint-ignore no-explicit-any -- a class that is not made for subclasses
  return class FocusSuspense extends (Base as any) {
    render(properties: SuspenseProps, state: unknown): ReactNode {
      const before = focusPath();
      const { fallback } = properties;
      return super.render(
        {
          ...properties,
          fallback: createElement(FocusKeeper, { before }, fallback),
        },
        state,
      );
    }
  } as unknown as ComponentType<SuspenseProps>;
}

/**
 * React's Suspense, under the name it has in code that also runs where
 * Suspense could not be used on servers.
 *
 * @example
 * ```tsx
 * import { UniversalSuspense } from "@tessera/client/react";
 *
 * const page = (
 *   <UniversalSuspense fallback={<p>Loading</p>}>content</UniversalSuspense>
 * );
 * ```
 */
export const UniversalSuspense: typeof Suspense = Suspense;
