/**
 * Positions in time of requests and writes.
 *
 * @module
 */
import { type State, versionOf } from "./graph/state.ts";

/**
 * The source of the times of actions: {@linkcode Stamps}, as a controller has
 * them.
 */
export interface StampSource {
  /** Wall clock in milliseconds. */
  now(): number;
  /**
   * A stamp greater than every stamp issued before.
   *
   * @param now The result of `now`, if the caller has it already.
   */
  next(now?: number): number;
}

/** Small enough for a thousand stamps in a millisecond, and exact in a double until the year 2109. */
const fraction = 1 / 1024;

/**
 * Issues strictly increasing stamps: the first one in a millisecond is the
 * wall clock, further ones add a fraction, also after the clock stepped back.
 *
 * @example
 * ```ts
 * import { Stamps } from "@tessera/client/controller";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const stamps = new Stamps(() => 1000);
 * assertEquals(stamps.next(), 1000);
 * assert(stamps.next() > 1000);
 * ```
 */
export class Stamps implements StampSource {
  /** A request is newer than the reset that never was, at 0. */
  #last = 0;

  /**
   * Makes a source of stamps of its own.
   *
   * @param now Wall clock in milliseconds; default `Date.now`, looked up on every call.
   */
  constructor(readonly now: () => number = () => Date.now()) {}

  /**
   * A stamp greater than every stamp issued or adopted before.
   *
   * @param now Wall clock in milliseconds, where it is known already.
   */
  next(now: number = this.now()): number {
    return this.#last = Math.max(now, this.#last + fraction);
  }

  /**
   * Makes every later stamp greater than this one, which another clock issued.
   *
   * @param stamp In milliseconds; what is not a finite number is ignored.
   */
  moveAbove(stamp: number): void {
    if (Number.isFinite(stamp) && stamp > this.#last) this.#last = stamp;
  }
}

/** Stamps for actions that are created without a controller. */
export const wallClock: StampSource = {
  now: () => Date.now(),
  next: (now = Date.now()) => now,
};

/**
 * The newest position in time that anything in a state has. Looks at
 * everything once; for states that come from outside.
 *
 * @param state The state to look through.
 * @returns A stamp in milliseconds; 0 for the empty state.
 */
export function newestStamp(state: State): number {
  const { graph, lastReset } = versionOf(state);
  let newest = lastReset;
  const tables = graph ? [graph.responses, ...graph.tables.values()] : [];
  for (const { cells } of tables) {
    for (const { meta } of cells.values()) {
      // a broken stamp must not win the comparison
      const stamp: number = meta?.fetchedAt;
      if (stamp > newest && stamp < Infinity) newest = stamp;
    }
  }
  return newest;
}
