"use client";
/**
 * The panel of the devtools, to be placed by hand: in development only. In
 * production nothing of it is loaded; `@tessera/client/react/devtools/production` * has a panel that is always there.
 *
 * @example
 * ```tsx
 * import { createDataStore, getDefaultManagers } from "@tessera/client/controller";
 * import { DevPanel } from "@tessera/client/react/devtools";
 *
 * // a store without a provider
 * const { controller, start } = createDataStore({ managers: getDefaultManagers() });
 * start();
 * const panel = <DevPanel controller={controller} />;
 * ```
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode } from "react";
import type { DevPanelProps } from "./dev_panel.ts";
import { DevToolsSlot } from "./dev_tools_slot.ts";
export type { DevButtonPosition, DevPanelProps } from "./dev_panel.ts";

/**
 * The button that opens the devtools, and their panel. A provider displays it
 * by itself unless its `devButton` is `null`; this is for another place, or
 * another store. In production it is nothing.
 *
 * @example
 * ```tsx
 * import { DataProvider } from "@tessera/client/react";
 * import { DevPanel } from "@tessera/client/react/devtools";
 *
 * const application = (
 *   <DataProvider devButton={null}>
 *     content
 *     <DevPanel initialIsOpen position="top-left" />
 *   </DataProvider>
 * );
 * ```
 */
export function DevPanel(
  { position = "bottom-right", ...props }: DevPanelProps,
): ReactNode {
  return createElement(DevToolsSlot, { position, ...props });
}
