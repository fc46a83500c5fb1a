/**
 * Ends what a test has left mounted, where the test runner says when.
 *
 * @module
 */
const left = new Set<() => void>();

const { afterEach } = globalThis as {
  readonly afterEach?: (run: () => void) => unknown;
};
if (typeof afterEach === "function") afterEach(endAll);

/**
 * Registers something to end after the current test.
 *
 * @param end Ends it.
 * @returns Call it when it has ended otherwise.
 */
export function endAfterTest(end: () => void): () => void {
  left.add(end);
  return () => {
    left.delete(end);
  };
}

function endAll(): void {
  for (const end of [...left]) {
    left.delete(end);
    end();
  }
}
