import { createSetResponse } from "./actions.ts";
import type { Dispatch, FetchAction } from "./contract.ts";
import type { Controller } from "./controller.ts";
import { deriveEndpoint } from "./derive_endpoint.ts";
import { DisposedError, ResetError } from "./errors.ts";
import {
  type FlightOwner,
  NetworkFlight,
  type SharedRead,
} from "./network_flight.ts";
import { NetworkFlights } from "./network_flights.ts";
import { abortError, type RequestLimits } from "./network_request.ts";
import type { Environment } from "./environment.ts";
import { stored } from "./stored.ts";
import type { StoredFailure } from "./stored_failure.ts";

/** Where a {@linkcode NetworkRunner} sends outcomes. */
export interface NetworkTarget {
  /** The controller that sends them. */
  readonly controller: Controller;
  /** The rest of the chain, behind the manager. */
  readonly next: Dispatch;
}

/** What a {@linkcode NetworkRunner} asks of its manager. */
export interface NetworkHost {
  /** Where to send outcomes. */
  target(): NetworkTarget;
  /** Stamp of the last reset. */
  lastReset(): number;
  /** A read has no outcome that anybody may wait for any more. */
  forget(key: string, shared: SharedRead): void;
}

/** Runs requests and sends their outcomes to the store. */
export class NetworkRunner {
  /** What is running. */
  readonly flights: NetworkFlights = new NetworkFlights();
  readonly #host: NetworkHost;
  readonly #owner: FlightOwner;
  #isRunning = true;

  /**
   * @param environment Clock, chance, connection, visibility.
   * @param limits Limits and retries of all requests.
   * @param host The manager.
   */
  constructor(
    environment: Environment,
    limits: RequestLimits,
    host: NetworkHost,
  ) {
    this.#host = host;
    this.#owner = {
      environment,
      limits,
      renew: (flight) => this.#renew(flight),
      finish: (flight, response, error) =>
        this.#finish(flight, response, error),
    };
  }

  /** Runs, or stops writing to the store. */
  setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning;
    for (const flight of this.flights) flight.pause(!isRunning);
  }

  /**
   * Calls an endpoint.
   *
   * @param action What to call.
   * @param shared What the callers of a read share.
   * @param fetchedAt Stamp, if it is not that of the action.
   * @returns Settles after the outcome is committed.
   */
  start(
    action: FetchAction,
    shared?: SharedRead,
    fetchedAt: number = action.meta.fetchedAt,
  ): Promise<unknown> {
    const { key, endpoint } = action;
    const { gcPolicy } = this.#host.target().controller;
    const release = endpoint.sideEffect
      ? undefined
      : gcPolicy.createCountRef({ key })();
    const flight = new NetworkFlight(
      action,
      fetchedAt,
      shared,
      this.#owner,
      release,
    );
    this.flights.add(flight);
    flight.start();
    return flight.promise;
  }

  /** Whether the outcome of a request must not be stored. */
  isDiscarded({ fetchedAt }: NetworkFlight): boolean {
    return !this.#isRunning || fetchedAt <= this.#host.lastReset();
  }

  /** Makes the attempt in flight of the newest mutation of a key the last one; those before it had theirs. */
  stopRetrying(key: string): void {
    this.flights.newestMutationOf(key)?.stopRetrying();
  }

  /**
   * Another answer of a key is stored: its older reads make no further attempts,
   * and who waits for them gets that answer. A failure ends only those that
   * would have tried again.
   */
  detach(
    key: string,
    response: unknown,
    failure: StoredFailure | undefined,
    fetchedAt: number = Infinity,
  ): void {
    for (const flight of this.flights.of(key)) {
      if (flight.isMutation || flight.fetchedAt >= fetchedAt) continue;
      const isOver = flight.detach();
      if (isOver) this.#drop(flight);
      if (isOver || !failure) flight.settle(response, failure);
    }
  }

  /** Whether the endpoint of a read of this key is being called. */
  isCalling(key: string): boolean {
    return this.flights.of(key).some(({ isMutation, isCalling }) =>
      isCalling && !isMutation
    );
  }

  /** Aborts the requests of a key. */
  abort(key: string): void {
    for (const flight of this.flights.of(key)) flight.abort(abortError(key));
  }

  /** Aborts the reads of a key that nobody reads any more, as far as they ask for it. */
  abortUnused(key: string): void {
    for (const flight of this.flights.of(key)) {
      const { abortOnUnused, sideEffect } = flight.action.endpoint as {
        abortOnUnused?: boolean;
        sideEffect?: boolean;
      };
      if (abortOnUnused && !sideEffect) flight.abort(abortError(key));
    }
  }

  /**
   * The store is about to be emptied: nothing is tried again.
   *
   * @param abortsReads Whether the network activity of reads stops, too.
   * @returns Rejects the reads.
   */
  beginReset(abortsReads: boolean): () => void {
    const reads: NetworkFlight[] = [];
    for (const flight of this.flights) {
      if (flight.isMutation) {
        flight.stopRetrying();
        continue;
      }
      reads.push(flight);
      if (abortsReads) flight.abandon();
      if (flight.detach()) this.flights.remove(flight);
    }
    return () => {
      const failure = { reason: new ResetError() };
      for (const flight of reads) {
        // what was stored before, perhaps the very reason for this reset, is no longer in flight
        const { isPassed, failure: own } = flight;
        flight.settle(undefined, isPassed && own ? own : failure);
      }
    };
  }

  /** Aborts everything; promises reject with {@linkcode DisposedError}. */
  dispose(): void {
    for (const flight of this.flights) {
      flight.abandon();
      this.#drop(flight);
      flight.settle(undefined, {
        reason: new DisposedError(flight.action.key),
      });
    }
  }

  /** Another attempt begins: its answer shows the server as it is from now on. */
  #renew(flight: NetworkFlight): void {
    const { controller } = this.#host.target();
    const { action, fetchedAt: renews } = flight;
    const fetchedAt = controller.stamps.next();
    flight.fetchedAt = fetchedAt;
    if (!hasLayer(action)) return;
    const renewal: FetchAction = {
      ...action,
      meta: { ...action.meta, fetchedAt, renews },
    };
    controller.dispatch(renewal).catch(() => {});
  }

  #finish(flight: NetworkFlight, response: unknown, error: boolean): void {
    this.flights.finish(flight);
    flight.failure = error ? { reason: response } : undefined;
    if (flight.shared) {
      flight.shared.isAbortedByOwner = error && flight.isAbortedByUser;
    }
    if (!this.isDiscarded(flight)) {
      this.#send(flight, response, error);
      return;
    }
    this.#drop(flight);
    flight.answer(response, flight.failure);
    // a manager that is initialized again must be able to settle reads as if nothing had happened
    if (this.#isRunning) flight.settle(undefined, { reason: new ResetError() });
  }

  #send(flight: NetworkFlight, response: unknown, error: boolean): void {
    const { action: { key, endpoint, args }, fetchedAt } = flight;
    const { controller } = this.#host.target();
    const outcome = { key, args, response, fetchedAt, error };
    let written: Promise<void>;
    try {
      written = controller.resolve(endpoint, outcome);
    } catch (reason) {
      written = Promise.reject(reason);
    }
    if (written === stored) this.#land(flight, response);
    else this.#landAfter(written, flight, response);
  }

  async #landAfter(
    written: Promise<void>,
    flight: NetworkFlight,
    response: unknown,
  ): Promise<void> {
    try {
      await written;
    } catch (reason) {
      const isTold = flight.failure
        ? flight.failure.reason === reason
        : !flight.isAnswered;
      flight.failure ??= { reason };
      // a manager failed, and the caller has another outcome to deal with
      if (!isTold) console.error(reason);
      await this.#sendFailure(flight, reason);
    }
    this.#land(flight, response);
  }

  #land(flight: NetworkFlight, response: unknown): void {
    this.#drop(flight);
    flight.settle(response, flight.failure);
  }

  /** The outcome did not reach the store; takes back what the fetch did to it. */
  async #sendFailure(flight: NetworkFlight, reason: unknown): Promise<void> {
    const { action: { key, endpoint, args }, fetchedAt } = flight;
    const { controller, next } = this.#host.target();
    const hasBadLength = isNegative(endpoint.dataExpiryLength) ||
      isNegative(endpoint.errorExpiryLength);
    const harmless = deriveEndpoint(endpoint, {
      key: () => key,
      dataExpiryLength: undefined,
      errorExpiryLength: undefined,
    });
    const outcome = { args, fetchedAt, error: true };
    try {
      if (hasBadLength && !flight.isPassed) {
        await controller.resolve(harmless, { ...outcome, response: reason });
      } else if (isPending(flight, controller)) {
        // some other manager stopped it, and would do so again
        const response = abortError(key);
        const commit = controller.commit ?? next;
        await commit(createSetResponse(harmless, { ...outcome, response }));
      }
    } catch (error) {
      console.error(error);
    }
  }

  #drop(flight: NetworkFlight): void {
    this.flights.remove(flight);
    if (flight.shared) this.#host.forget(flight.action.key, flight.shared);
  }
}

/** Whether a fetch shows an optimistic response until it is settled. */
export function hasLayer({ endpoint }: FetchAction): boolean {
  return Boolean(endpoint.sideEffect && endpoint.getOptimisticResponse);
}

/** Whether the optimistic response of a fetch is still shown. */
function isPending(
  { action, fetchedAt }: NetworkFlight,
  controller: Controller,
) {
  return controller.getState().optimistic.some(({ key, meta }) =>
    key === action.key && meta.fetchedAt === fetchedAt
  );
}

function isNegative(length: number | undefined): boolean {
  return length !== undefined && length < 0;
}
