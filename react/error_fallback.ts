"use client";
// @ts-types="npm:@types/react@^19"
import { createElement, Fragment, type ReactNode, useContext } from "react";
import { StoreContext } from "./contexts.ts";
import type { ErrorFallbackProps } from "./error_boundary.ts";

/** Shown after an error where nobody says otherwise. */
export function ErrorFallback(
  { error, resetErrorBoundary, className }: ErrorFallbackProps<unknown>,
): ReactNode {
  const isRetryable = useIsRetryable(error);
  return createElement(
    Fragment,
    null,
    createElement("pre", { role: "alert", className }, messageOf(error)),
    isRetryable &&
      createElement(
        "button",
        { type: "button", onClick: resetErrorBoundary },
        "Retry",
      ),
  );
}

/** Whether a reset of the boundary makes the request again that failed. */
export function useIsRetryable(error: unknown): boolean {
  return useContext(StoreContext).failures.keysOf(error).length > 0;
}

/** What an error says; nothing where it is no error at all. */
export function messageOf(error: unknown): string {
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === "string" ? message : "";
}
