"use client";
/**
 * The panel of the devtools in production too, for whoever imports it. Load it
 * when it is asked for, so that others do not.
 *
 * @example
 * ```tsx
 * import { lazy, Suspense } from "react";
 *
 * const DevPanel = lazy(async () => ({
 *   default: (await import("@tessera/client/react/devtools/production")).DevPanel,
 * }));
 *
 * const support = (
 *   <Suspense fallback={null}>
 *     <DevPanel />
 *   </Suspense>
 * );
 * ```
 *
 * @module
 */
export {
  type DevButtonPosition,
  DevPanel,
  type DevPanelProps,
} from "./dev_panel.ts";
