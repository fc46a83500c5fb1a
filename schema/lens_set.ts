/** Tells from the arguments of a read which of several values it sees. */
export type LensSelector = (args: readonly unknown[]) => string | undefined;

/**
 * The selectors whose outcome decided what a value looks like. Sets are
 * interned by growing them from {@linkcode LensSet.none}.
 */
export class LensSet {
  readonly selectors: readonly LensSelector[];
  readonly #root: LensSet;
  readonly #grown = new Map<LensSelector, LensSet>();
  #lastSelector: LensSelector | undefined;
  #lastGrown: LensSet | undefined;

  constructor(root?: LensSet, selectors: readonly LensSelector[] = []) {
    this.#root = root ?? this;
    this.selectors = selectors;
  }

  /** This set with one more selector. */
  with(selector: LensSelector): LensSet {
    // most values know one selector, which is asked again and again
    if (this.selectors[0] === selector) return this;
    if (this.#lastSelector === selector) return this.#lastGrown!;
    if (this.selectors.includes(selector)) return this;
    let grown = this.#grown.get(selector);
    if (grown === undefined) {
      grown = new LensSet(this.#root, [...this.selectors, selector]);
      this.#grown.set(selector, grown);
    }
    this.#lastSelector = selector;
    return this.#lastGrown = grown;
  }

  /** All selectors of both. */
  union(other: LensSet): LensSet {
    if (other === this) return this;
    return other.selectors.reduce(
      (union: LensSet, selector) => union.with(selector),
      this,
    );
  }

  /** What the selectors say for these arguments, as one value to compare. */
  keyFor(valueOf: (selector: LensSelector) => unknown): unknown {
    const { selectors } = this;
    if (selectors.length === 1) return valueOf(selectors[0]!);
    return JSON.stringify(selectors.map((selector) => {
      const value = valueOf(selector);
      return value === undefined ? [] : [typeof value, String(value)];
    }));
  }
}
