/**
 * Promises that say where they stand, and those that nobody need handle.
 *
 * @module
 */

/**
 * A promise that says where it stands, as React's `use` understands it, which
 * unwraps a fulfilled one without suspending. {@linkcode load} and `useFetch`
 * give such.
 */
export type UsablePromise<T> =
  & Promise<T>
  & {
    /** Whether it is settled. */
    resolved: boolean;
  }
  & (
    | { status: "pending" }
    | { status: "fulfilled"; value: T }
    | { status: "rejected"; reason: unknown }
  );

/** A promise of a value that is known. */
export function fulfilledPromise<T>(value: T): UsablePromise<T> {
  return Object.assign(Promise.resolve(value), fulfilledMembers(value));
}

/** A promise of an error that is known; is never reported as unhandled. */
export function rejectedPromise(reason: unknown): UsablePromise<never> {
  const promise = Promise.reject(reason);
  promise.catch(() => {});
  return Object.assign(promise, rejectedMembers(reason));
}

/** Makes a promise say where it stands, from now on; is never reported as unhandled. */
export function pendingPromise<T>(promise: Promise<T>): UsablePromise<T> {
  const usable = promise as UsablePromise<T>;
  usable.status = "pending";
  usable.resolved = false;
  usable.then(
    // returning the rejected promise would make another one reject
    (value) => void Object.assign(usable, fulfilledMembers(value)),
    (reason) => void Object.assign(usable, rejectedMembers(reason)),
  );
  return usable;
}

function fulfilledMembers<T>(value: T) {
  return { status: "fulfilled" as const, resolved: true, value };
}

function rejectedMembers(reason: unknown) {
  return { status: "rejected" as const, resolved: true, reason };
}

/**
 * What dispatching an action that was stored at once returns. One promise
 * serves all, since it holds nothing, and who meets it need not handle it.
 */
export const stored: Promise<void> = Promise.resolve();

/** Does nothing: handles what is reported elsewhere, releases what was never held. */
export function nothing(): void {}
