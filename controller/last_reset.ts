import { isDevelopment } from "../schema/engine.ts";
import type { State } from "./graph/state.ts";

/**
 * The stamp of the last reset, or 0 where a state brought something else.
 *
 * @param state Any state.
 * @param reported Remembers whether the defect was reported already.
 */
export function lastResetOf(
  { lastReset }: Pick<State, "lastReset">,
  reported: { isReported: boolean },
): number {
  if (Number.isFinite(lastReset)) return lastReset;
  if (isDevelopment() && !reported.isReported) {
    reported.isReported = true;
    console.error(
      `state.lastReset is ${
        String(lastReset)
      }, but must be a time in milliseconds. It is taken as 0. Check where the initial state comes from.`,
    );
  }
  return 0;
}
