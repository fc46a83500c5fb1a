"use client";
/**
 * A provider that knows of screens, and boundaries with fallbacks in components
 * of React Native.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import {
  type ComponentType,
  createElement,
  memo,
  type NamedExoticComponent,
  type ReactNode,
  useMemo,
} from "react";
import type { Interactions, ReadEndpoint } from "../../controller/mod.ts";
import { isDevelopment } from "../../schema/engine.ts";
import {
  AsyncBoundary as AsyncBoundaryOfReact,
  type AsyncBoundaryProps,
} from "../async_boundary.ts";
import {
  type DataProviderProps as ReactProviderProps,
  useProvidedStore,
} from "../data_provider.ts";
import {
  ErrorBoundary as ErrorBoundaryOfReact,
  type ErrorBoundaryProps,
  ErrorFallback as ErrorFallbackOfReact,
  type ErrorFallbackProps,
  messageOf,
  useIsRetryable,
} from "../error_boundary.ts";
import {
  Prefetch as PrefetchOfReact,
  type PrefetchProps,
} from "../prefetch.ts";
import {
  BackupLoading as BackupLoadingOfReact,
  useMissingBoundaryWarning,
  useProviderContexts,
} from "../provider_contexts.ts";
import {
  type NavigationContext,
  PlatformContext,
  platformWith,
} from "./platform.ts";

/** Properties of {@linkcode DataProvider}. There is no button, so `devButton` does nothing. */
export interface DataProviderProps extends ReactProviderProps {
  /**
   * How components learn on which screen they are: the `NavigationContext` of
   * React Navigation. Default: that of `@react-navigation/native`, if it is
   * installed. `null`: there are no screens.
   */
  readonly navigation?: NavigationContext | null | undefined;
  /**
   * Lets a refetch on coming back to a screen wait, as React Native's
   * `InteractionManager` does before version 0.82. Default: the first idle
   * time.
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
    () => platformWith(navigation, interactions),
    [navigation, interactions],
  );
  const fallback = createElement(BackupLoading);
  return createElement(
    PlatformContext.Provider,
    { value: platform },
    useProviderContexts({
      controller,
      source,
      fallback,
      devButton: null,
      children,
    }),
  );
}

/**
 * Rendered by a provider while a component waits that has no `<Suspense>` of
 * its own: a `<Text>`. In development it says so.
 *
 * @example
 * ```tsx
 * import { Suspense } from "react";
 * import { BackupLoading } from "@tessera/client/react/native";
 *
 * const page = <Suspense fallback={<BackupLoading />}>content</Suspense>;
 * ```
 */
export function BackupLoading(): ReactNode {
  const native = nativeComponents();
  return createElement(native ? NativeLoading : BackupLoadingOfReact);
}

function NativeLoading(): ReactNode {
  const { View, Text } = nativeComponents()!;
  if (isDevelopment()) useMissingBoundaryWarning();
  return createElement(
    View,
    { role: "status", "aria-live": "polite", style: { margin: 16 } },
    createElement(
      Text,
      null,
      isDevelopment()
        ? "A component waits for data outside any Suspense boundary. How to put an AsyncBoundary around it: " +
          "https://jsr.io/@tessera/client/doc/react#AsyncBoundary"
        : "loading...",
    ),
  );
}

/**
 * Handles suspending and failing of everything below it, in one place.
 *
 * @example
 * ```tsx
 * import { AsyncBoundary } from "@tessera/client/react/native";
 *
 * const page = <AsyncBoundary fallback={null}>content</AsyncBoundary>;
 * ```
 */
export const AsyncBoundary: NamedExoticComponent<AsyncBoundaryProps> =
  /* @__PURE__ */ memo(
    function AsyncBoundary(properties: AsyncBoundaryProps): ReactNode {
      const { errorComponent = ErrorFallback } = properties;
      return createElement(AsyncBoundaryOfReact, {
        ...properties,
        errorComponent,
      });
    },
  );

/**
 * Renders a fallback in place of content that failed, whatever was thrown.
 * Where there is nothing else, that is the error's message in a `<Text>`, and a
 * button that requests again what the store had an error for.
 *
 * @param properties See {@linkcode ErrorBoundaryProps}.
 *
 * @example
 * ```tsx
 * import { ErrorBoundary } from "@tessera/client/react/native";
 *
 * const page = <ErrorBoundary>content</ErrorBoundary>;
 * ```
 */
export function ErrorBoundary<E = Error>(
  properties: ErrorBoundaryProps<E>,
): ReactNode {
  const {
    fallbackComponent = ErrorFallback as ComponentType<ErrorFallbackProps<E>>,
  } = properties;
  return createElement(ErrorBoundaryOfReact<E>, {
    ...properties,
    fallbackComponent,
  });
}

/** Rendered after an error where nobody says otherwise. */
function ErrorFallback(
  properties: ErrorFallbackProps<unknown>,
): ReactNode {
  const { error, resetErrorBoundary, className } = properties;
  const isRetryable = useIsRetryable(error);
  const components = nativeComponents();
  if (components === undefined) {
    return createElement(ErrorFallbackOfReact, properties);
  }
  const { Pressable, Text, View } = components;
  return createElement(
    View,
    null,
    createElement(
      Text,
      { role: "alert", ...(className === undefined ? {} : { className }) },
      messageOf(error),
    ),
    isRetryable &&
      createElement(
        Pressable,
        { role: "button", style: buttonStyle, onPress: resetErrorBoundary },
        createElement(Text, null, "Retry"),
      ),
  );
}

/** Large enough to hit. */
const buttonStyle = { padding: 12, minHeight: 44, minWidth: 44 };

/**
 * Requests data that a component further down will want. Nothing tells here
 * when content can be seen, so `when="visible"` requests as soon as it renders:
 * lists render what is about to be seen.
 *
 * @param properties See {@linkcode PrefetchProps}.
 *
 * @example
 * ```tsx
 * import { RestEndpoint } from "@tessera/client";
 * import { Prefetch } from "@tessera/client/react/native";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 *
 * const content = <Prefetch endpoint={getShip} args={[{ id: "7" }]} />;
 * ```
 */
export function Prefetch<E extends ReadEndpoint>(
  properties: PrefetchProps<E>,
): ReactNode {
  const { when } = properties;
  return createElement(PrefetchOfReact<E>, {
    ...properties,
    when: when === "visible" ? "render" : when,
  });
}

/** Properties that all components of React Native share, as far as they are used here. */
interface NativeProperties {
  readonly role?: "alert" | "button" | "status" | undefined;
  readonly "aria-live"?: "polite" | undefined;
  readonly className?: string | undefined;
  readonly style?: Readonly<Record<string, number>> | undefined;
  readonly onPress?: (() => void) | undefined;
  readonly children?: ReactNode;
}

/** Components of React Native, as far as they are used here. */
interface NativeComponents {
  readonly Pressable: ComponentType<NativeProperties>;
  readonly Text: ComponentType<NativeProperties>;
  readonly View: ComponentType<NativeProperties>;
}

// only bundlers of React Native look for it, as for the one in platform.ts
declare const require: (name: string) => unknown;

let components: NativeComponents | undefined;

/** `react-native`, or what a bundler puts in its place, such as `react-native-web`; `undefined` elsewhere. */
function nativeComponents(): NativeComponents | undefined {
  try {
    return components ??= require("react-native") as NativeComponents;
  } catch {
    return undefined;
  }
}
