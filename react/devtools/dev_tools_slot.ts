"use client";
// @ts-types="npm:@types/react@^19"
import {
  type ComponentType,
  createElement,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  startTransition,
  Suspense,
  useEffect,
  useState,
} from "react";
import { isDevelopment } from "../../schema/engine.ts";
import type { DevButtonPosition, DevPanelProps } from "./dev_panel.ts";

/**
 * The place of the devtools button and its panel. It is empty when markup of a server is
 * hydrated, whatever the settings, so that both sides agree; the button comes
 * afterwards, in a file of its own. In production there is no such place.
 */
export function DevToolsSlot(props: DevToolsSlotProps): ReactNode {
  return isDevelopment() ? createElement(DevelopmentSlot, props) : null;
}

/** Properties of {@linkcode DevToolsSlot}: those of the panel. */
interface DevToolsSlotProps extends Omit<DevPanelProps, "position"> {
  /** Corner of the button; `null`: none. */
  readonly position: DevButtonPosition | null;
}

function DevelopmentSlot(
  { position, ...props }: DevToolsSlotProps,
): ReactNode {
  const [isHydrated, setIsHydrated] = useState(false);
  const isWanted = position !== null;
  useEffect(() => {
    // React 18 gives up hydrating a boundary that is changed more urgently.
    if (isWanted) startTransition(() => setIsHydrated(true));
  }, [isWanted]);
  return createElement(
    Suspense,
    { fallback: null },
    isHydrated && position !== null
      ? createElement(LazyDevPanel, { position, ...props })
      : null,
  );
}

/** Bundlers replace `process.env.NODE_ENV`, and then drop what follows in production. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

const LazyDevPanel: LazyExoticComponent<ComponentType<DevPanelProps>> =
  /* @__PURE__ */ lazy(async () => {
    try {
      if (process.env.NODE_ENV !== "production") {
        return { default: (await import("./dev_panel.ts")).DevPanel };
      }
    } catch {
      // The file cannot be reached, or this is an unbundled page without a
      // `process`. Asking for the button there too would stop bundlers from
      // dropping it in production.
    }
    return { default: Nothing };
  });

function Nothing(): ReactNode {
  return null;
}
