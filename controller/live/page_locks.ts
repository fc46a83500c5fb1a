import type { MaybePromise } from "./persist/storages.ts";

/** Whether this is a page whose tabs share a storage, but no locks: not a secure context. */
export function hasNoLocks(): boolean {
  return "document" in globalThis && !locks();
}

interface Locks {
  request(
    name: string,
    options: { readonly signal: AbortSignal },
    hold: () => MaybePromise<unknown>,
  ): Promise<unknown>;
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
}

/** Locks that tabs share. Other programs share no storage, and locks would hold them. */
export function locks(): Locks | undefined {
  return (globalThis as { document?: unknown }).document
    ? anyLocks()
    : undefined;
}

/** Locks of whatever program this is. */
export function anyLocks(): Locks | undefined {
  return (globalThis as { navigator?: { locks?: Locks } }).navigator?.locks;
}
