/**
 * Stands for `location` and `history` in the tracker, whose address is in the
 * fragment here: the site does not have a page for each of its paths.
 *
 * @module
 */

const browser = globalThis;

/** Where the tracker is. */
export const location = {
  get href(): string {
    const path = browser.location.hash.slice(1) || "/";
    return new URL(path, browser.location.origin).href;
  },
  get origin(): string {
    return browser.location.origin;
  },
};

/** Goes elsewhere in it. */
export const history = {
  pushState(state: unknown, title: string, to: string): void {
    browser.history.pushState(state, title, `#${to}`);
  },
};
