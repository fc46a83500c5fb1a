"use client";
// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode, useMemo } from "react";
import type { Interactions } from "../../controller/mod.ts";
import type {
  DataProviderProps as DataProviderPropsOfReact,
} from "../data_provider.ts";
import { useProvidedStore } from "../data_provider.ts";
import { ProviderContexts } from "../provider_contexts.ts";
import { BackupLoading } from "./backup_loading.ts";
import { PlatformContext, screensOf } from "./platform_context.ts";
import type { NavigationContext } from "./screen.ts";

/** Properties of {@linkcode DataProvider}. There is no button, so `devButton` does nothing. */
export interface DataProviderProps extends DataProviderPropsOfReact {
  /**
   * How components learn on which screen they are: the `NavigationContext` of
   * React Navigation. Default: that of `@react-navigation/native`, if it is
   * installed. `null`: there are no screens.
   */
  readonly navigation?: NavigationContext | null | undefined;
  /**
   * What a refetch on coming back to a screen waits for, such as React Native's
   * `InteractionManager` before version 0.82. Default: the first idle time.
   */
  readonly interactions?: Interactions | undefined;
}

/**
 * Gives the components below it a store of their own.
 *
 * @example
 * ```tsx
 * import { DataProvider } from "@tessera/client/react/native";
 *
 * const application = <DataProvider>content</DataProvider>;
 * ```
 */
export function DataProvider(
  {
    children,
    navigation,
    interactions,
    devButton: _none,
    ...options
  }: DataProviderProps,
): ReactNode {
  const { dataStore, source } = useProvidedStore(options);
  const { controller } = dataStore;
  const platform = useMemo(
    () => ({ screens: screensOf(navigation), interactions }),
    [navigation, interactions],
  );
  return createElement(
    PlatformContext.Provider,
    { value: platform },
    createElement(
      ProviderContexts,
      {
        controller,
        source,
        fallback: createElement(BackupLoading),
        devButton: null,
      },
      children,
    ),
  );
}
