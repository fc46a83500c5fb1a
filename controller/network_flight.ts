import type { FetchAction } from "./contract.ts";
import { NetworkRequest, type RequestSetting } from "./network_request.ts";
import type { StoredFailure } from "./stored_failure.ts";

/**
 * A promise and the functions that settle it, as {@linkcode SharedRead} has it.
 */
export interface Deferred {
  /** The promise. */
  readonly promise: Promise<unknown>;
  /** Whether it is settled. */
  readonly isSettled: boolean;
  /** Fulfils the promise. */
  resolve(value?: unknown): void;
  /** Rejects the promise. */
  reject(reason?: unknown): void;
}

/**
 * A read in flight, as far as others who want the same key share it: what a
 * subclass of NetworkManager finds in `fetching`.
 *
 * @example
 * ```ts
 * import { NetworkManager } from "@tessera/client";
 * import { type SharedRead } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * class CountingManager extends NetworkManager {
 *   readsInFlight(): number {
 *     const reads: SharedRead[] = [...this.fetching.values()];
 *     return reads.filter((read) => !read.isSettled).length;
 *   }
 * }
 * assertEquals(new CountingManager().readsInFlight(), 0);
 * ```
 */
export interface SharedRead extends Deferred {
  /** Stamp of the fetch that started it. */
  readonly fetchedAt: number;
  /** Whether nobody may join any more. */
  isOutdated?: boolean;
  /** Whether it failed because the one who started it aborted it. */
  isAbortedByOwner?: boolean;
}

/** What happened to the key of a read while its request was running. */
export type Outdated = "invalidated" | "expired";

/** Whom a flight tells what happens. */
export interface FlightOwner extends RequestSetting {
  /** Another attempt begins. */
  renew(flight: NetworkFlight): void;
  /** The request is over. */
  finish(flight: NetworkFlight, response: unknown, error: boolean): void;
}

/** A request, and the promise of its outcome, on its way through the manager. */
export class NetworkFlight extends NetworkRequest {
  /** Settles after the outcome is committed. Nobody needs to handle its rejection. */
  readonly promise: Promise<unknown>;
  /** Whether this is a mutation, which nobody shares. */
  readonly isMutation: boolean;
  /** A read: what its callers share. */
  readonly shared: SharedRead | undefined;
  /** The outcome has reached the manager on its way to the store. */
  isPassed = false;
  /** Why the request, or storing its response, failed, once it did. */
  failure: StoredFailure | undefined;
  readonly #owner: FlightOwner;
  #outdated: Outdated | undefined;
  #isAnswered = false;
  readonly #deferred: Deferred;
  #release: (() => void) | undefined;

  /**
   * @param action The fetch to serve.
   * @param fetchedAt Stamp of the first attempt.
   * @param shared What the callers of a read share.
   * @param owner Told what happens.
   * @param release Called once when the flight is over.
   */
  constructor(
    action: FetchAction,
    fetchedAt: number,
    shared: SharedRead | undefined,
    owner: FlightOwner,
    release?: () => void,
  ) {
    super(action, fetchedAt, owner);
    this.#owner = owner;
    // endpoints may compute it
    this.isMutation = Boolean(action.endpoint.sideEffect);
    this.shared = shared;
    this.#deferred = shared ?? defer();
    this.promise = this.#deferred.promise;
    this.#release = release;
  }

  /** Whether nobody waits for this flight any more, although its request may still run. */
  get isSettled(): boolean {
    return this.#deferred.isSettled;
  }

  /** Whether this is a mutation whose caller has learned its outcome. */
  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  /** What happened to the key meanwhile. */
  get outdated(): Outdated | undefined {
    return this.#outdated;
  }

  /** Notes that the key of a read was invalidated or expired. */
  outdate(kind: Outdated): void {
    if (this.isMutation) return;
    // an invalidated key stays invalid, also when it expires on top
    this.#outdated = this.#outdated === "invalidated" ? "invalidated" : kind;
    if (this.shared) this.shared.isOutdated = true;
  }

  /** Settles the caller's promise of a mutation; only the first call counts. */
  answer(response: unknown, failure: StoredFailure | undefined): void {
    if (this.#isAnswered || !this.isMutation) return;
    this.#isAnswered = true;
    this.failure ??= failure;
    settle(this.action.meta, response, failure);
  }

  /** Settles every promise that waits for this flight. */
  settle(response: unknown, failure: StoredFailure | undefined): void {
    this.failure ??= failure;
    this.answer(response, failure);
    settle(this.#deferred, response, failure);
  }

  /** Lets go of what the flight held. */
  release(): void {
    this.#release?.();
    this.#release = undefined;
  }

  protected override renew(): void {
    this.#owner.renew(this);
  }

  protected override finish(response: unknown, error: boolean): void {
    this.#owner.finish(this, response, error);
  }
}

/** Makes a {@linkcode Deferred} whose rejection nobody needs to handle. */
export function defer(): Deferred {
  return new Deferral();
}

class Deferral implements Deferred {
  readonly promise: Promise<unknown>;
  isSettled = false;
  #resolve!: (value?: unknown) => void;
  #reject!: (reason?: unknown) => void;

  constructor() {
    // `Promise.withResolvers` is not in Node.js 20
    this.promise = new Promise<unknown>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.promise.catch(() => {});
  }

  resolve(value?: unknown): void {
    this.isSettled = true;
    this.#resolve(value);
  }

  reject(reason?: unknown): void {
    this.isSettled = true;
    this.#reject(reason);
  }
}

/** Rejects with the failure if there is one, else resolves. */
export function settle(
  deferred: Pick<Deferred, "resolve" | "reject">,
  response: unknown,
  failure: StoredFailure | undefined,
): void {
  if (failure) deferred.reject(failure.reason);
  else deferred.resolve(response);
}
