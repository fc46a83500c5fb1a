"use client";
// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode, useEffect } from "react";
import { isDevelopment } from "../schema/engine.ts";

/**
 * Shown by a provider while a component waits that has no `<Suspense>` of its
 * own. In development it says so.
 *
 * @example
 * ```tsx
 * import { Suspense } from "react";
 * import { BackupLoading } from "@tessera/client/react";
 *
 * const page = <Suspense fallback={<BackupLoading />}>content</Suspense>;
 * ```
 */
export function BackupLoading(): ReactNode {
  useMissingBoundaryWarning();
  // Assistive technology announces it without interrupting.
  const status = { role: "status", "aria-live": "polite" } as const;
  if (!isDevelopment()) return createElement("div", status, "loading...");
  return createElement(
    "div",
    { ...status, style: { margin: "1em" } },
    "A component waits for data outside any Suspense boundary. ",
    createElement(
      "a",
      { href: "https://jsr.io/@tessera/client/doc/react#AsyncBoundary" },
      "How to put an AsyncBoundary around it",
    ),
  );
}

/** Says in development, once for each appearance, that a boundary is missing. */
export function useMissingBoundaryWarning(): void {
  useEffect(() => {
    if (!isDevelopment()) return;
    console.warn(
      "A component waits for data and no <Suspense> above it says what to show meanwhile. " +
        "Put an <AsyncBoundary> from @tessera/client/react around it.",
    );
  }, []);
}
