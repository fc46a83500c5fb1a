// @ts-types="npm:@types/react@^19"
import type { ComponentType, ReactNode } from "react";
import { reactNative } from "./optional_packages.ts";

/** Properties that all components of React Native share, as far as they are used here. */
export interface NativeProperties {
  readonly role?: "alert" | "button" | "status" | undefined;
  readonly "aria-live"?: "polite" | undefined;
  readonly className?: string | undefined;
  readonly style?: Readonly<Record<string, number>> | undefined;
  readonly onPress?: (() => void) | undefined;
  readonly children?: ReactNode;
}

/** Components of React Native, as far as they are used here. */
export interface NativeComponents {
  readonly Pressable: ComponentType<NativeProperties>;
  readonly Text: ComponentType<NativeProperties>;
  readonly View: ComponentType<NativeProperties>;
}

let components: NativeComponents | undefined;

/** Those of the application; `undefined` where it is none of React Native. */
export function nativeComponents(): NativeComponents | undefined {
  return components ??= reactNative();
}
