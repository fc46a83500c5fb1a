"use client";
// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode, Suspense } from "react";
import type { Controller } from "../controller/mod.ts";
import { BackupLoading } from "./backup_loading.ts";
import { CommitSignal } from "./commit_signal.ts";
import { ControllerContext, StateContext, StoreContext } from "./contexts.ts";
import type { StoreReaderSource } from "./reader_source.ts";

/** Properties of {@linkcode ProviderContexts}. */
export interface ProviderContextsProps {
  /** Given to `useController`. */
  readonly controller: Controller;
  /** What hooks read from. */
  readonly source: StoreReaderSource;
  /** Shown while a component waits that has no boundary of its own. Default {@linkcode BackupLoading}. */
  readonly fallback?: ReactNode;
  /** The application. */
  readonly children?: ReactNode;
}

/**
 * What every provider puts around the application. Server and client share it,
 * because markup, and the identifiers React derives from the shape of the tree,
 * must agree.
 */
export function ProviderContexts(
  {
    controller,
    source,
    fallback = createElement(BackupLoading),
    children,
  }: ProviderContextsProps,
): ReactNode {
  return createElement(
    ControllerContext.Provider,
    { value: controller },
    createElement(
      StateContext.Provider,
      { value: null },
      createElement(
        StoreContext.Provider,
        { value: source },
        createElement(Suspense, { fallback }, children),
        createElement(CommitSignal, { source }),
      ),
    ),
  );
}
