// @ts-types="npm:@types/react@^19"
import { Suspense } from "react";

/**
 * React's Suspense, under the name it has in code that also runs where
 * Suspense could not be used on servers.
 *
 * @example
 * ```ts
 * import { createElement } from "react";
 * import { UniversalSuspense } from "@tessera/client/react";
 *
 * const page = createElement(UniversalSuspense, { fallback: "loading" }, "content");
 * ```
 */
export const UniversalSuspense: typeof Suspense = Suspense;
