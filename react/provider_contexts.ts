// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode, Suspense } from "react";
import type { Controller } from "../controller/mod.ts";
import { BackupLoading } from "./backup_loading.ts";
import { CommitSignal } from "./commit_signal.ts";
import { ControllerContext, StateContext, StoreContext } from "./contexts.ts";
import type { StoreReaderSource } from "./reader_source.ts";

/** What every provider puts around the application. */
export function ProviderContexts(
  { controller, source, children }: {
    readonly controller: Controller;
    readonly source: StoreReaderSource;
    readonly children?: ReactNode;
  },
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
        createElement(
          Suspense,
          { fallback: createElement(BackupLoading) },
          children,
        ),
        createElement(CommitSignal, { source }),
      ),
    ),
  );
}
