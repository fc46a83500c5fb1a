// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode, Suspense } from "react";
import { defaultId } from "../ssr/server_data.ts";

/**
 * Stands where the server has its script element with data, which React takes
 * over as it is.
 */
export function InitialDataScript(): ReactNode {
  return createElement(
    Suspense,
    { fallback: null },
    createElement("script", {
      id: defaultId,
      type: "application/json",
      suppressHydrationWarning: true,
      dangerouslySetInnerHTML: { __html: "" },
    }),
  );
}
