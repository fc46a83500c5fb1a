"use client";
// @ts-types="npm:@types/react@^19"
import {
  type ComponentType,
  createElement,
  memo,
  type NamedExoticComponent,
  type ReactNode,
} from "react";
import {
  AsyncBoundary as AsyncBoundaryOfReact,
  type AsyncBoundaryProps,
} from "../async_boundary.ts";
import {
  ErrorBoundary as ErrorBoundaryOfReact,
  type ErrorBoundaryProps,
  ErrorFallback as ErrorFallbackOfReact,
  type ErrorFallbackProps,
  messageOf,
  useIsRetryable,
} from "../error_boundary.ts";
import { nativeComponents } from "./native_components.ts";

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

/**
 * Shows a fallback in place of content that failed, whatever was thrown. Where
 * nothing else is given that is the error's message in a `<Text>`, and a button
 * that requests again what the store had an error for.
 *
 * @param properties See {@linkcode ErrorBoundaryProps}.
 *
 * @example
 * ```tsx
 * import { ErrorBoundary } from "@tessera/client/react/native";
 *
 * const page = <ErrorBoundary>content</ErrorBoundary>;
 * ```
 */
export function ErrorBoundary<E = Error>(
  properties: ErrorBoundaryProps<E>,
): ReactNode {
  const {
    fallbackComponent = ErrorFallback as ComponentType<ErrorFallbackProps<E>>,
  } = properties;
  return createElement(ErrorBoundaryOfReact<E>, {
    ...properties,
    fallbackComponent,
  });
}

/** Shown after an error where nobody says otherwise. */
function ErrorFallback(
  properties: ErrorFallbackProps<unknown>,
): ReactNode {
  const { error, resetErrorBoundary, className } = properties;
  const isRetryable = useIsRetryable(error);
  const components = nativeComponents();
  if (components === undefined) {
    return createElement(ErrorFallbackOfReact, properties);
  }
  const { Pressable, Text, View } = components;
  return createElement(
    View,
    null,
    createElement(
      Text,
      { role: "alert", ...(className === undefined ? {} : { className }) },
      messageOf(error),
    ),
    isRetryable &&
      createElement(
        Pressable,
        { role: "button", style: buttonStyle, onPress: resetErrorBoundary },
        createElement(Text, null, "Retry"),
      ),
  );
}

/** Large enough to hit. */
const buttonStyle = { padding: 12, minHeight: 44, minWidth: 44 };
