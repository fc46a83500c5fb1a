/** Holds code that is checked but never run. */
export function typesOnly(_code: () => unknown): void {}
