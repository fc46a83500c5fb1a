"use client";
// @ts-types="npm:@types/react@^19"
import {
  type ComponentClass,
  type ComponentType,
  createElement,
  type ReactNode,
  Suspense,
  type SuspenseProps,
} from "react";
import { FocusKeeper, focusPath } from "./focus_keeper.ts";

/** Suspense that does not lose the focus if it was inside content that waits again. */
export const FocusSuspense: ComponentType<SuspenseProps> = /* @__PURE__ */
  hasClass(Suspense) ? /* @__PURE__ */ keepingFocus(Suspense) : FocusOfHidden;

/** React hides the content, so the fallback can still ask where the focus is. */
function FocusOfHidden({ fallback, ...rest }: SuspenseProps): ReactNode {
  return createElement(Suspense, {
    ...rest,
    fallback: createElement(FocusKeeper, null, fallback),
  });
}

interface SuspenseClass extends ComponentClass<SuspenseProps> {
  readonly prototype: {
    render(properties: SuspenseProps, state: unknown): ReactNode;
  };
}

/** Preact's is a class. */
function hasClass(suspense: unknown): suspense is SuspenseClass {
  return typeof suspense === "function";
}

/**
 * Preact takes the content out of the document after it has rendered Suspense
 * and before it renders the fallback.
 */
function keepingFocus(Base: SuspenseClass): ComponentType<SuspenseProps> {
  // deno-lint-ignore no-explicit-any -- a class that is not made for subclasses
  return class FocusSuspense extends (Base as any) {
    render(properties: SuspenseProps, state: unknown): ReactNode {
      const before = focusPath();
      const { fallback } = properties;
      return super.render(
        {
          ...properties,
          fallback: createElement(FocusKeeper, { before }, fallback),
        },
        state,
      );
    }
  } as unknown as ComponentType<SuspenseProps>;
}
