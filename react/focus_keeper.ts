"use client";
// @ts-types="npm:@types/react@^19"
import { type ReactNode, useState } from "react";
import { useIsomorphicLayoutEffect } from "./use_isomorphic_layout_effect.ts";

/**
 * Put around what takes the place of other content: if the focus was inside
 * that, it goes to the nearest focusable element around it, such as
 * `<main tabindex="-1">`, and not back to the start of the page.
 */
export function FocusKeeper(
  { children, before }: {
    readonly children?: ReactNode;
    /** Where the focus was. Default: where it is when this renders first. */
    readonly before?: FocusPath | undefined;
  },
): ReactNode {
  // By the time of an effect the document has forgotten.
  const [path] = useState(() => before ?? focusPath());
  useIsomorphicLayoutEffect(() => {
    const [focused, ...around] = path;
    if (focused === undefined || isVisible(focused)) return;
    around.find((element) => isVisible(element) && isFocusable(element))
      ?.focus();
    // where the focus was when this appeared
  }, []);
  return children;
}

/** The focused element and all around it, innermost first. */
export type FocusPath = readonly HTMLElement[];

/** Where the focus is at present. */
export function focusPath(): FocusPath {
  const path: HTMLElement[] = [];
  if (typeof document === "undefined") return path;
  let element = document.activeElement as HTMLElement | null;
  for (; element; element = element.parentElement) path.push(element);
  return path;
}

/** React hides what waits again; other renderers take it out. */
function isVisible(element: HTMLElement): boolean {
  if (!element.isConnected) return false;
  for (
    let around: HTMLElement | null = element;
    around !== null;
    around = around.parentElement
  ) {
    if (around.style.display === "none") return false;
  }
  return true;
}

function isFocusable(element: HTMLElement): boolean {
  return element.hasAttribute("tabindex") || element.tabIndex >= 0;
}
