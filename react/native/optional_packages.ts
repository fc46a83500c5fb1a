/**
 * Packages that an application of React Native has, or may have. Only their
 * bundlers look for these calls of `require`; inside `try`, a package that is
 * missing is no error to them. Everywhere else there is no `require`, so pages
 * and servers load nothing.
 *
 * @module
 */
import type { NavigationContext } from "./screen.ts";
import type { NativeComponents } from "./native_components.ts";

declare const require: (name: string) => unknown;

/** `react-native`, or what a bundler puts in its place, such as `react-native-web`. */
export function reactNative(): NativeComponents | undefined {
  try {
    return require("react-native") as NativeComponents;
  } catch {
    return undefined;
  }
}

/** React Navigation, where the application uses it. */
export function reactNavigation():
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
