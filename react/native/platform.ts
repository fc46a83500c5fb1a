"use client";
/**
 * What hooks and components use of the application they are in: its screens and
 * interactions. React Navigation tells of screens; nothing here needs that
 * package.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import { type Consumer, type Context, createContext, useContext } from "react";
import type { Interactions } from "../../controller/mod.ts";

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
 * // called by a navigation that is not React Navigation
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

// Only bundlers of React Native look for calls of `require`; inside `try`, a
// package that is missing is no error to them. Everywhere else there is no
// `require`, so pages and servers load nothing.
declare const require: (name: string) => unknown;

/** React Navigation, where the application uses it. */
function reactNavigation():
  | { readonly NavigationContext?: NavigationContext }
  | undefined {
  try {
    return require("@react-navigation/native") as {
      readonly NavigationContext?: NavigationContext;
    };
  } catch {
    return undefined;
  }
}

/** What the hooks use of the application they are in. */
export interface Platform {
  /** Where they learn on which screen they are. */
  readonly screens: Context<Screen | undefined>;
  /** What they wait for before they refetch. */
  readonly interactions: Interactions | undefined;
}

/** The platform of a provider; `null`: what there is by itself. */
export const PlatformContext: Context<Platform | null> = /* @__PURE__ */
  createContext<Platform | null>(null);

const nowhere: Context<Screen | undefined> = /* @__PURE__ */
  createContext<Screen | undefined>(undefined);
let detected: Platform | undefined;

/**
 * A platform with these screens.
 *
 * @param navigation `null`: there are no screens. `undefined`: those of React
 *   Navigation, if the application has it. React reads a context of more than a
 *   screen just as well.
 */
export function platformWith(
  navigation: NavigationContext | null | undefined,
  interactions?: Interactions | undefined,
): Platform {
  const screens = navigation === undefined
    ? detectedPlatform().screens
    : (navigation ?? nowhere) as Context<Screen | undefined>;
  return { screens, interactions };
}

/** Not looked for before it is needed: importing this loads nothing. */
function detectedPlatform(): Platform {
  return detected ??= platformWith(
    reactNavigation()?.NavigationContext ?? null,
  );
}

/** What the nearest provider knows of the application. */
export function usePlatform(): Platform {
  return useContext(PlatformContext) ?? detectedPlatform();
}

/** The screen this component is on; `undefined` where there are no screens. */
export function useScreen(): Screen | undefined {
  const screen = useContext(usePlatform().screens);
  if (screen?.isFocused()) seen.add(screen);
  return screen;
}

/** Screens that the user has seen while something of this library was on them. */
const seen = new WeakSet<Screen>();

/**
 * Starts something whenever a screen gets the focus, and ends it whenever the
 * screen loses it.
 *
 * @param start Called with whether the user comes back: not the first time the
 * screen
 *   appears. Returns the end of it, if it has one.
 * @returns Ends that, and what was started.
 */
export function whileFocused(
  screen: Screen,
  start: (isReturn: boolean) => (() => void) | undefined,
): () => void {
  let isReturn = seen.has(screen) && !screen.isFocused();
  let isFocused = false;
  let end: (() => void) | undefined;
  const focus = () => {
    seen.add(screen);
    if (!isFocused) end = start(isReturn);
    isFocused = isReturn = true;
  };
  const blur = () => {
    end?.();
    end = undefined;
    isFocused = false;
  };
  if (screen.isFocused()) focus();
  const stops = [
    screen.addListener("focus", focus),
    screen.addListener("blur", blur),
    blur,
  ];
  return () => stops.forEach((stop) => stop());
}
