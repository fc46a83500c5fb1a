import { NavigationContext as RealNavigationContext } from "@react-navigation/core";
import { assertEquals } from "@std/assert";
import { type ComponentProps, createContext } from "react";
import type * as react from "../../../react/mod.ts";
import type {
  DataProvider,
  DataProviderProps,
  NavigationContext,
  Screen,
} from "../../../react/native/mod.ts";
import type * as native from "../../../react/native/mod.ts";
import { exact } from "../../support/exact.ts";

Deno.test("hooks and components have the types of those for the web [react/NAT-1]", () => {
  type Hooks =
    | "useSuspense"
    | "useSuspenseAll"
    | "useDLE"
    | "useFetch"
    | "useLive"
    | "useSubscription"
    | "useQuery"
    | "useCache"
    | "useController"
    | "AsyncBoundary"
    | "BackupLoading";
  exact<Pick<typeof native, Hooks>, Pick<typeof react, Hooks>>();
  exact<
    Parameters<typeof native.ErrorBoundary<RangeError>>[0],
    native.ErrorBoundaryProps<RangeError>
  >();
  const ofTheWeb: react.DataProviderProps = { devButton: "top-left" };
  const props: DataProviderProps = ofTheWeb;
  assertEquals(props.devButton, "top-left");
});

Deno.test("the provider takes the context of React Navigation, and any like it [react/NAT-4]", () => {
  const given: ComponentProps<typeof DataProvider> = {
    navigation: RealNavigationContext,
  };
  const own: NavigationContext = createContext<Screen | undefined>(undefined);
  const none: DataProviderProps = { navigation: null };
  // @ts-expect-error a context of something else
  const other: NavigationContext = createContext(new Date());
  // @ts-expect-error not the context, but what is in it
  const navigator: DataProviderProps = { navigation: {} as Screen };
  // @ts-expect-error interactions are run by something
  const interactions: DataProviderProps = { interactions: {} };
  const all = [given, own, none, other, navigator, interactions];
  assertEquals(all.length, 6);
});
