/**
 * Promises of stored data that stay the same as long as the data does.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import type { ActionArgs } from "./contract.ts";
import type { Controller } from "./controller.ts";
import { ResetError } from "./errors.ts";
import { mustWait, needsFetch } from "./expiry.ts";
import { keyOf } from "./arguments.ts";
import {
  readError,
  readResponse,
  type ResponseReading,
  type StoredReading,
} from "./read.ts";
import {
  fulfilledPromise,
  pendingPromise,
  rejectedPromise,
  type UsablePromise,
} from "./usable_promise.ts";

/** Settled promises kept for the next call; a new one could be made at any time. */
const keptPromises = 500;
/** How often a request that was aborted is made again for one promise. */
const maximumAttempts = 3;

/** The promises given out by a controller, one per key. */
export class Loads {
  /** Least recently used first. */
  readonly #promises = new Map<string, UsablePromise<unknown>>();
  readonly #controller: Controller;

  /** @param controller Where to read and fetch. */
  constructor(controller: Controller) {
    this.#controller = controller;
  }

  /**
   * The promise of what a reader of this response would see. Starts a request
   * if a reader would.
   */
  load(endpoint: EndpointInterface, args: ActionArgs): UsablePromise<unknown> {
    const key = keyOf(endpoint, args);
    const existing = this.#promises.get(key);
    const reading = this.#read(endpoint, args);
    const isDue = needsFetch(reading, this.#controller.stamps.now());
    let promise: UsablePromise<unknown>;
    const error = this.#error(endpoint, args);
    if (error !== undefined && !isDue) {
      promise = existing?.status === "rejected" && existing.reason === error
        ? existing
        : rejectedPromise(error);
    } else if (error !== undefined || this.#isWaiting(reading)) {
      promise = existing?.status === "pending"
        ? existing
        : pendingPromise(this.#settle(endpoint, args));
    } else {
      if (isDue) this.#controller.fetchForReader(endpoint, ...args);
      promise =
        existing?.status === "fulfilled" && existing.value === reading.data
          ? existing
          : fulfilledPromise(reading.data);
    }
    this.#keep(key, promise);
    return promise;
  }

  async #settle(
    endpoint: EndpointInterface,
    args: ActionArgs,
  ): Promise<unknown> {
    for (let attempt = 1;; attempt++) {
      let response: unknown;
      try {
        response = await this.#controller.fetchForReader(endpoint, ...args);
      } catch (error) {
        // nobody decided against the data, only against that request
        if (!isInterruption(error) || attempt >= maximumAttempts) throw error;
      }
      const error = this.#error(endpoint, args);
      if (error !== undefined) throw error;
      const reading = this.#read(endpoint, args);
      // stale on arrival is not a reason to ask again
      if (reading.isUsable) return reading.data;
      if (attempt >= maximumAttempts) return response;
    }
  }

  #read(
    endpoint: EndpointInterface,
    args: ActionArgs,
  ): StoredReading {
    const state = this.#controller.getVisibleState();
    return readResponse(this.#controller, endpoint, args, state);
  }

  #error(endpoint: EndpointInterface, args: ActionArgs): unknown {
    return readError(endpoint, args, this.#controller.getVisibleState());
  }

  #isWaiting(reading: ResponseReading): boolean {
    return mustWait(reading, this.#controller.stamps.now());
  }

  #keep(key: string, promise: UsablePromise<unknown>): void {
    this.#promises.delete(key);
    this.#promises.set(key, promise);
    let surplus = this.#promises.size - keptPromises;
    for (const [oldest, { resolved }] of this.#promises) {
      if (surplus-- <= 0) break;
      // whoever waits for a pending one must get it again
      if (resolved) this.#promises.delete(oldest);
    }
  }
}

function isInterruption(error: unknown): boolean {
  return error instanceof ResetError ||
    (error as { name?: unknown } | undefined)?.name === "AbortError";
}
