import type { GCInterface } from "./contract.ts";
import { holdNothing } from "./nothing.ts";

/**
 * Keeps everything for ever; what a controller without a store uses.
 *
 * @example
 * ```ts
 * import { createClient, ImmortalGCPolicy } from "@tessera/client";
 *
 * using client = createClient({ gcPolicy: new ImmortalGCPolicy() });
 * ```
 */
export class ImmortalGCPolicy implements GCInterface {
  /** Counts nothing. */
  createCountRef(): () => () => void {
    return holdNothing;
  }

  /** Does nothing. */
  init(): void {}

  /** Does nothing. */
  cleanup(): void {}
}
