/**
 * What the hooks want to know of a screen. React Navigation tells it; nothing
 * here needs that package.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import type { Consumer } from "react";

/**
 * A screen of an application, as React Navigation describes it to components
 * inside. It is the value of a {@linkcode NavigationContext}.
 */
export interface Screen {
  /** Whether the user sees the screen. */
  isFocused(): boolean;
  /** Calls `listener` each time the user comes to the screen, or leaves it; returns the end of that. */
  addListener(type: "focus" | "blur", listener: () => void): () => void;
}

/**
 * The `NavigationContext` of React Navigation, or any other context of React
 * that tells components on which screen they are.
 *
 * @example
 * ```tsx
 * import { createContext, type ReactNode } from "react";
 * import { DataProvider, type Screen } from "@tessera/client/react/native";
 *
 * // told of by a navigation that is not React Navigation
 * const ScreenContext = createContext<Screen | undefined>(undefined);
 *
 * export const application = (content: ReactNode) => (
 *   <DataProvider navigation={ScreenContext}>{content}</DataProvider>
 * );
 * ```
 */
export interface NavigationContext {
  /** The part of a context that says what its value is. */
  readonly Consumer: Consumer<Screen | undefined>;
}

/** Screens that the user has seen while something of this library was on them. */
const seen = new WeakSet<Screen>();

/** Takes note of a screen that has the focus. */
export function noteScreen(screen: Screen): void {
  if (screen.isFocused()) seen.add(screen);
}

/**
 * Calls `onReturn` each time the user comes back to a screen. The first time
 * the screen appears is no return.
 *
 * @param onLeave Called each time the user leaves it.
 * @returns Ends that.
 */
export function watchReturns(
  screen: Screen,
  onReturn: () => void,
  onLeave: () => void,
): () => void {
  let isAway = seen.has(screen) && !screen.isFocused();
  const stopFocus = screen.addListener("focus", () => {
    seen.add(screen);
    if (!isAway) return;
    isAway = false;
    onReturn();
  });
  const stopBlur = screen.addListener("blur", () => {
    isAway = true;
    onLeave();
  });
  return () => {
    stopFocus();
    stopBlur();
  };
}

/**
 * Starts something whenever a screen gets the focus, and ends it whenever the
 * screen loses it.
 *
 * @returns Ends that, and what was started.
 */
export function whileFocused(
  screen: Screen,
  start: () => () => void,
): () => void {
  let end: (() => void) | undefined;
  const focus = () => {
    end ??= start();
  };
  const blur = () => {
    end?.();
    end = undefined;
  };
  if (screen.isFocused()) focus();
  const stopFocus = screen.addListener("focus", focus);
  const stopBlur = screen.addListener("blur", blur);
  return () => {
    stopFocus();
    stopBlur();
    blur();
  };
}
