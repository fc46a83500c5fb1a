"use client";
// @ts-types="npm:@types/react@^19"
import { useContext } from "react";
import {
  detectedPlatform,
  type Platform,
  PlatformContext,
} from "./platform_context.ts";
import { noteScreen, type Screen } from "./screen.ts";

/** What the nearest provider was told of the application. */
export function usePlatform(): Platform {
  return useContext(PlatformContext) ?? detectedPlatform();
}

/** The screen this component is on; `undefined` where there are no screens. */
export function useScreen(): Screen | undefined {
  const screen = useContext(usePlatform().screens);
  if (screen !== undefined) noteScreen(screen);
  return screen;
}
