"use client";
// @ts-types="npm:@types/react@^19"
import { type Context, createContext } from "react";
import type { Interactions } from "../../controller/mod.ts";
import { reactNavigation } from "./optional_packages.ts";
import type { NavigationContext, Screen } from "./screen.ts";

/** What the hooks use of the application they are in. */
export interface Platform {
  /** Where they learn on which screen they are. */
  readonly screens: Context<Screen | undefined>;
  /** What they wait for before they refetch. */
  readonly interactions: Interactions | undefined;
}

/** The platform a provider was told of; `null`: what there is by itself. */
export const PlatformContext: Context<Platform | null> = /* @__PURE__ */
  createContext<Platform | null>(null);

const nowhere: Context<Screen | undefined> = /* @__PURE__ */
  createContext<Screen | undefined>(undefined);

/**
 * The context to ask for the screen.
 *
 * @param navigation `null`: there are no screens. `undefined`: those of React
 *   Navigation, if the application has it.
 */
export function screensOf(
  navigation: NavigationContext | null | undefined,
): Context<Screen | undefined> {
  if (navigation === undefined) return detectedScreens();
  return navigation === null ? nowhere : contextOf(navigation);
}

/** The platform without any provider that says otherwise. */
export function detectedPlatform(): Platform {
  return detected ??= { screens: detectedScreens(), interactions: undefined };
}

let detected: Platform | undefined;
let detectedContext: Context<Screen | undefined> | undefined;

/** Not looked for before it is needed: importing this loads nothing. */
function detectedScreens(): Context<Screen | undefined> {
  if (detectedContext === undefined) {
    const context = reactNavigation()?.NavigationContext;
    detectedContext = context === undefined ? nowhere : contextOf(context);
  }
  return detectedContext;
}

/** React reads a context of more than a screen just as well. */
function contextOf(context: NavigationContext): Context<Screen | undefined> {
  return context as Context<Screen | undefined>;
}
