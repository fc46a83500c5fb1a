// deno-lint-ignore-file no-explicit-any -- arguments are untyped
import type { LensSelector, LensSet } from "./lens_set.ts";

/** What the selectors of a set said. */
export interface LensOutcome {
  readonly lenses: LensSet;
  /** What they said, as one value to compare. */
  readonly key: unknown;
}

/** What selectors say of the arguments of one read, each asked once. */
export class LensValues {
  readonly #args: readonly any[];
  #values: Map<LensSelector, string | undefined> | undefined;
  /** The selector that was asked last, and what it said: most reads know one. */
  #lastSelector: LensSelector | undefined;
  #lastValue: string | undefined;
  #outcomes: Map<LensSet, LensOutcome> | undefined;
  #lastOutcome: LensOutcome | undefined;

  constructor(args: readonly any[]) {
    this.#args = args;
  }

  /** What one selector says. */
  valueOf(selector: LensSelector): string | undefined {
    if (selector === this.#lastSelector) return this.#lastValue;
    const values = this.#values ??= new Map();
    let value = values.get(selector);
    if (value === undefined && !values.has(selector)) {
      values.set(selector, value = selector(this.#args));
    }
    this.#lastSelector = selector;
    return this.#lastValue = value;
  }

  /** What all selectors of a set say. */
  outcomeOf(lenses: LensSet): LensOutcome {
    const last = this.#lastOutcome;
    if (last !== undefined && last.lenses === lenses) return last;
    const outcomes = this.#outcomes ??= new Map();
    let outcome = outcomes.get(lenses);
    if (outcome === undefined) {
      const key = lenses.keyFor((selector) => this.valueOf(selector));
      outcomes.set(lenses, outcome = { lenses, key });
    }
    return this.#lastOutcome = outcome;
  }

  /** Whether a value that was made under an outcome is what these arguments see. */
  allow(outcome: LensOutcome | undefined): boolean {
    return outcome === undefined ||
      isSameOutcome(this.outcomeOf(outcome.lenses), outcome);
  }
}

/** Whether the same selectors said the same. */
export function isSameOutcome(
  one: LensOutcome | undefined,
  other: LensOutcome | undefined,
): boolean {
  return one === other ||
    one !== undefined && other !== undefined && one.lenses === other.lenses &&
      Object.is(one.key, other.key);
}
