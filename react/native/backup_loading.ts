"use client";
// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode } from "react";
import { isDevelopment } from "../../schema/engine.ts";
import {
  BackupLoading as BackupLoadingOfReact,
  useMissingBoundaryWarning,
} from "../provider_contexts.ts";
import {
  type NativeComponents,
  nativeComponents,
} from "./native_components.ts";

/**
 * Shown by a provider while a component waits that has no `<Suspense>` of its
 * own: a `<Text>`. In development it says so.
 *
 * @example
 * ```tsx
 * import { Suspense } from "react";
 * import { BackupLoading } from "@tessera/client/react/native";
 *
 * const page = <Suspense fallback={<BackupLoading />}>content</Suspense>;
 * ```
 */
export function BackupLoading(): ReactNode {
  const components = nativeComponents();
  return components === undefined
    ? createElement(BackupLoadingOfReact)
    : createElement(NativeLoading, { components });
}

function NativeLoading(
  { components: { View, Text } }: { readonly components: NativeComponents },
): ReactNode {
  if (isDevelopment()) useMissingBoundaryWarning();
  return createElement(
    View,
    { role: "status", "aria-live": "polite", style: { margin: 16 } },
    createElement(
      Text,
      null,
      isDevelopment()
        ? "A component waits for data outside any Suspense boundary. How to put an AsyncBoundary around it: " +
          "https://jsr.io/@tessera/client/doc/react#AsyncBoundary"
        : "loading...",
    ),
  );
}
