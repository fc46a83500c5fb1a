"use client";
// @ts-types="npm:@types/react@^19"
import { type ComponentType, createElement, type ReactNode } from "react";
import {
  ErrorBoundary as ErrorBoundaryOfReact,
  type ErrorBoundaryProps,
  type ErrorFallbackProps,
} from "../error_boundary.ts";
import { ErrorFallback } from "./error_fallback.ts";

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
