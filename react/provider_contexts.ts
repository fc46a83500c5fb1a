"use client";
// @ts-types="npm:@types/react@^19"
import {
  createElement,
  type ReactNode,
  Suspense,
  useEffect,
  useInsertionEffect,
  useReducer,
  useState,
} from "react";
import type { Controller } from "../controller/mod.ts";
import { isDevelopment } from "../schema/engine.ts";
import {
  ControllerContext,
  RenderedStateContext,
  StateContext,
  StoreContext,
} from "./contexts.ts";
import type { DevButtonPosition } from "./devtools/dev_panel.ts";
import { DevToolsSlot } from "./devtools/dev_tools_slot.ts";
import { useIsomorphicLayoutEffect } from "./host.ts";
import { useIsHydrating } from "./use_selection.ts";
import type { ReaderSource } from "./reader_source.ts";

/** What {@linkcode useProviderContexts} takes. */
export interface ProviderContexts {
  /** The one that `useController` returns. */
  readonly controller: Controller;
  /** What hooks read from. */
  readonly source: ReaderSource;
  /** Rendered while a component waits that has no boundary of its own. Default {@linkcode BackupLoading}. */
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
 * must agree. W9: no component of its own, since React climbs to the root from
 * each component that it skips.
 */
export function useProviderContexts(properties: ProviderContexts): ReactNode {
  const { controller, source, children } = properties;
  const { fallback = createElement(BackupLoading) } = properties;
  const isHydrating = useIsHydrating();
  // What a boundary below hydrates later was rendered by a server with this.
  useState(() => source.hydrates(isHydrating));
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
          StoreFollower,
          { source },
          createElement(Suspense, { fallback }, children),
        ),
        isDevelopment() && createElement(DevToolsSlot, {
          position: devButtonOf(properties),
        }),
      ),
    ),
  );
}

function devButtonOf(
  { devButton = "bottom-right", hasDevManager }: ProviderContexts,
): DevButtonPosition | null {
  return hasDevManager ? devButton : null;
}

/**
 * Has React hold the rendered state of the store as state of a component. It is
 * above all readers, so it has rendered before them in each render in which
 * something was written.
 */
function StoreFollower(
  { source, children }: {
    readonly source: ReaderSource;
    readonly children?: ReactNode;
  },
): ReactNode {
  const [held, follow] = useReducer(source.follow, source.newest);
  // the provider may have got another store
  const rendered = held.source === source ? held : source.newest;
  const [, setPulse] = useState<object>();
  const value = source.renders(rendered);
  useInsertionEffect(() => source.commits(rendered));
  useIsomorphicLayoutEffect(() => {
    source.followedBy({ follow, pulse: () => setPulse({}) }, rendered);
    return () => source.followedBy(undefined);
  }, [source]);
  useIsomorphicLayoutEffect(() => source.committed());
  return createElement(RenderedStateContext.Provider, { value }, children);
}

/**
 * Rendered by a provider while a component waits that has no `<Suspense>` of
 * its own. In development it says so.
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
  // Assistive technology reads it out without interrupting.
  const status = { role: "status", "aria-live": "polite" } as const;
  if (isDevelopment()) {
    useMissingBoundaryWarning();
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
  return createElement("div", status, "loading...");
}

/** Says, once for each appearance, that a boundary is missing. */
export function useMissingBoundaryWarning(): void {
  useEffect(() => {
    console.warn(
      "A component waits for data and no <Suspense> above it says what to show meanwhile. " +
        "Put an <AsyncBoundary> from @tessera/client/react around it.",
    );
  }, []);
}
