// deno-lint-ignore-file no-explicit-any -- arguments are untyped
import type { LensSelector, LensSet } from "./lens_set.ts";

/** What selectors say of the arguments of one read, each asked once. */
export class LensValues {
  readonly #args: readonly any[];
  #values: Map<LensSelector, string | undefined> | undefined;
  #keys: Map<LensSet, unknown> | undefined;

  constructor(args: readonly any[]) {
    this.#args = args;
  }

  /** What one selector says. */
  valueOf(selector: LensSelector): string | undefined {
    const values = this.#values ??= new Map();
    let value = values.get(selector);
    if (value === undefined && !values.has(selector)) {
      values.set(selector, value = selector(this.#args));
    }
    return value;
  }

  /** What all selectors of a set say, as one value to compare. */
  keyOf(lenses: LensSet): unknown {
    const keys = this.#keys ??= new Map();
    let key = keys.get(lenses);
    if (key === undefined && !keys.has(lenses)) {
      key = lenses.keyFor((selector) => this.valueOf(selector));
      keys.set(lenses, key);
    }
    return key;
  }
}
