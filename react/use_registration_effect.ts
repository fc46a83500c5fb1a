// @ts-types="npm:@types/react@^19"
import * as React from "react";
import { useIsomorphicLayoutEffect } from "./use_isomorphic_layout_effect.ts";

/**
 * For effects that register something: `useLayoutEffect`, so that nothing is
 * missed before the browser paints.
 *
 * Preact, whose compat entry also renders, keeps the layout effects of a first
 * render that suspended. It runs them with those of the next attempt and never
 * ends them. Its other effects start with the attempt that succeeds.
 */
export const useRegistrationEffect: typeof React.useLayoutEffect =
  "render" in React ? React.useEffect : useIsomorphicLayoutEffect;
