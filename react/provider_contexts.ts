"use client";
// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode, Suspense, useState } from "react";
import type { Controller } from "../controller/mod.ts";
import { BackupLoading } from "./backup_loading.ts";
import { CommitSignal } from "./commit_signal.ts";
import { ControllerContext, StateContext, StoreContext } from "./contexts.ts";
import type { DevButtonPosition } from "./devtools/dev_button.ts";
import { DevToolsSlot } from "./devtools/dev_tools_slot.ts";
import type { StoreReaderSource } from "./reader_source.ts";
import { useIsHydrating } from "./use_is_hydrating.ts";

/** Properties of {@linkcode ProviderContexts}. */
export interface ProviderContextsProps {
  /** Given to `useController`. */
  readonly controller: Controller;
  /** What hooks read from. */
  readonly source: StoreReaderSource;
  /** Shown while a component waits that has no boundary of its own. Default {@linkcode BackupLoading}. */
  readonly fallback?: ReactNode;
  /** Corner of the devtools button; `null`: none. Default `"bottom-right"`. */
  readonly devButton?: DevButtonPosition | null | undefined;
  /** Whether the store has something for devtools to show. Default `false`: no button. */
  readonly hasDevManager?: boolean | undefined;
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
    devButton = "bottom-right",
    hasDevManager = false,
    children,
  }: ProviderContextsProps,
): ReactNode {
  const isHydrating = useIsHydrating();
  // What a boundary below hydrates later was rendered by a server with this.
  [source.mayHydrate] = useState(isHydrating);
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
        createElement(DevToolsSlot, {
          position: hasDevManager ? devButton : null,
        }),
      ),
    ),
  );
}
