/**
 * The global `afterEach` of a test runner. Must be imported before what looks
 * for one.
 *
 * @module
 */
const registered: (() => void)[] = [];

Object.defineProperty(globalThis, "afterEach", {
  value: (run: () => void) => void registered.push(run),
  configurable: true,
});

/** What the test runner does after a test. */
export function afterEachTest(): void {
  for (const run of registered) run();
}
