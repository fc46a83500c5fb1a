"use client";
// @ts-types="npm:@types/react@^19"
import {
  type ComponentType,
  createElement,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from "react";
import { isDevelopment } from "../../schema/engine.ts";
import type { DevButtonPosition, DevButtonProps } from "./dev_button.ts";

/**
 * The place of the devtools button. It is empty when markup of a server is
 * hydrated, whatever the settings, so that both sides agree; the button comes
 * afterwards, in a file of its own. In production there is no such place.
 */
export function DevToolsSlot(
  { position }: { readonly position: DevButtonPosition | null },
): ReactNode {
  const [DevButton, setDevButton] = useState<
    ComponentType<DevButtonProps> | null
  >(null);
  const isWanted = position !== null;
  useEffect(() => {
    if (!isWanted) return;
    let isMounted = true;
    void loadDevButton()?.then(({ DevButton }) => {
      if (isMounted) outsideAct(() => setDevButton(() => DevButton));
    }).catch(warnOfMissingFile);
    return () => {
      isMounted = false;
    };
  }, [isWanted]);
  if (!isDevelopment()) return null;
  return createElement(
    Suspense,
    { fallback: null },
    DevButton !== null && position !== null
      ? createElement(DevButton, { position })
      : null,
  );
}

/** Bundlers replace `process.env.NODE_ENV`, and then drop what follows in production. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** The file with the button; `undefined` in production, and where nothing tells. */
function loadDevButton():
  | Promise<typeof import("./dev_button.ts")>
  | undefined {
  try {
    if (process.env.NODE_ENV !== "production") return import("./dev_button.ts");
  } catch {
    // An unbundled page without a `process` has no devtools button: asking for
    // one there would keep bundlers from dropping it elsewhere.
  }
  return undefined;
}

/** The button appears by itself, so a test is not to blame for it. */
function outsideAct(update: () => void): void {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  const before = environment.IS_REACT_ACT_ENVIRONMENT;
  if (before) environment.IS_REACT_ACT_ENVIRONMENT = false;
  update();
  if (before) environment.IS_REACT_ACT_ENVIRONMENT = before;
}

/** A page that is offline or has been deployed anew: it works without. */
function warnOfMissingFile(reason: unknown): void {
  console.warn(
    "The devtools button of <DataProvider> could not be loaded. devButton={null} turns it off.",
    reason,
  );
}
