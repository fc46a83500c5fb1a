// @ts-types="npm:@types/react@^19"
import { Suspense } from "react";

/**
 * React's Suspense, under the name it has in code that also runs where
 * Suspense could not be used on servers.
 *
 * @example
 * ```tsx
 * import { UniversalSuspense } from "@tessera/client/react";
 *
 * const page = (
 *   <UniversalSuspense fallback={<p>Loading</p>}>content</UniversalSuspense>
 * );
 * ```
 */
export const UniversalSuspense: typeof Suspense = Suspense;
