import { setImmediate } from "node:timers";

/** Resolves when all promises that wait for nothing but each other are settled. */
export function settleTasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
