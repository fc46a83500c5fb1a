import { setImmediate } from "node:timers";

/** Resolves when promises have settled, and tasks that they started have run. */
export async function flush(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
