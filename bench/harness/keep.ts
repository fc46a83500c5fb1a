/** Keeps a result, so that the engine cannot leave out work that nobody uses. */
export function keep(result: unknown): void {
  kept = result;
}

/** What was kept last. */
export let kept: unknown;
