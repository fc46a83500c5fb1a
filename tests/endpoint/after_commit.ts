/**
 * Resolves when the response of a mutation is in the store, which happens
 * shortly after its caller goes on: in the same task.
 */
export function afterCommit(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
