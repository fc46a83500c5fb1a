"use client";
// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode } from "react";
import type { ErrorFallbackProps } from "../error_boundary.ts";
import {
  ErrorFallback as ErrorFallbackOfReact,
  messageOf,
  useIsRetryable,
} from "../error_boundary.ts";
import { nativeComponents } from "./native_components.ts";

/** Shown after an error where nobody says otherwise. */
export function ErrorFallback(
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
