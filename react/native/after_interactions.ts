import type { Interactions } from "../../controller/mod.ts";

/** Work starts after this many milliseconds at the latest, however busy the application is. */
const longestWait = 1000;

interface IdlePlatform {
  requestIdleCallback?(
    callback: () => void,
    options: { readonly timeout: number },
  ): unknown;
  cancelIdleCallback?(handle: unknown): void;
}

/**
 * Runs `callback` once the user's interaction, such as the transition to a
 * screen, has ended.
 *
 * @param interactions What knows of interactions, if the application has told.
 *   Otherwise the first idle time counts: React Native has removed its
 *   InteractionManager in favour of that.
 * @returns Cancels what has not run yet.
 */
export function afterInteractions(
  callback: () => void,
  interactions: Interactions | undefined,
): () => void {
  let isCancelled = false;
  const run = () => {
    if (!isCancelled) callback();
  };
  const cancel = schedule(run, interactions);
  return () => {
    isCancelled = true;
    cancel();
  };
}

function schedule(
  run: () => void,
  interactions: Interactions | undefined,
): () => void {
  if (interactions !== undefined) {
    const task = interactions.runAfterInteractions(run) as
      | { cancel?(): void }
      | undefined;
    return () => task?.cancel?.();
  }
  const platform = globalThis as unknown as IdlePlatform;
  if (typeof platform.requestIdleCallback === "function") {
    const handle = platform.requestIdleCallback(run, { timeout: longestWait });
    return () => platform.cancelIdleCallback?.(handle);
  }
  const timer = setTimeout(run, 0);
  return () => clearTimeout(timer);
}
