/**
 * The data of a response as a promise.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import type { ActionArgs } from "./contract.ts";
import type { Controller } from "./controller.ts";
import { isInterruption } from "./errors.ts";
import { maximumAttempts, mustWait, needsFetch } from "./expiry.ts";
import { versionOf } from "./graph/state.ts";
import {
  fulfilledPromise,
  pendingPromise,
  rejectedPromise,
  type UsablePromise,
} from "./promises.ts";
import { isNullArgs, keyOf, type Reading, readResponse } from "./read.ts";
import type { FetchValue, ReadEndpoint } from "./types.ts";

/** So many settled promises are retained for the next call; a new one could be made at any time. */
const retainedPromises = 500;
/** Until when what nothing is stored of is not requested again, by the promise that it has rejected. */
const failures = new WeakMap<object, number>();

/** The promises handed out by key, least recently used first; they go with the graph of what they bring. */
const promises = new WeakMap<object, Map<string, UsablePromise<unknown>>>();

/**
 * The data of a response as a promise that stays the same as long as the
 * data does, for React's `use`. Fetches when a reader would.
 *
 * @param controller Where to read and fetch.
 * @param endpoint A read endpoint.
 * @param args Arguments of the call; `null` for none at all.
 * @returns Fulfilled with what is stored, or with what the request brings; `undefined` for `null`.
 *
 * @example
 * ```ts
 * import { type Controller, Endpoint, load } from "@tessera/client";
 *
 * const getTide = new Endpoint(
 *   async ({ port }: { port: string }) => ({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 * function tideOf(controller: Controller) {
 *   return load(controller, getTide, { port: "aden" }); // use(tideOf(controller))
 * }
 * ```
 */
export function load<
  E extends ReadEndpoint,
  A extends readonly [null] | Parameters<E>,
>(
  controller: Controller,
  endpoint: E,
  ...args: A
): A extends readonly [null] ? undefined : UsablePromise<FetchValue<E>> {
  const promise = isNullArgs(args)
    ? undefined
    : promiseOf(controller, endpoint, args);
  return promise as A extends readonly [null] ? undefined
    : UsablePromise<FetchValue<E>>;
}

function promiseOf(
  controller: Controller,
  endpoint: EndpointInterface,
  args: ActionArgs,
): UsablePromise<unknown> {
  const graph = versionOf(controller.getVisibleState()).graph ?? controller;
  let known = promises.get(graph);
  if (known === undefined) promises.set(graph, known = new Map());
  const key = keyOf(endpoint, args);
  let promise = known.get(key);
  const isRendered = promise?.status === "fulfilled";
  const reading = read(controller, endpoint, args, key, isRendered);
  const { data, error } = reading;
  const now = controller.stamps.now();
  const isNeeded = needsFetch(reading, now);
  if (error !== undefined && !isNeeded) {
    if (promise?.status !== "rejected" || promise.reason !== error) {
      promise = rejectedPromise(error);
    }
  } else if (error !== undefined || mustWait(reading, now)) {
    const isSame = promise?.status === "pending" ||
      error === undefined && failures.get(promise!)! >= now;
    if (!promise || !isSame) {
      const { errorExpiryLength = controller.expiryLengths.errorExpiryLength } =
        endpoint;
      const asked = responseOf(controller, endpoint, args);
      const pending = promise = pendingPromise(asked);
      asked.catch(() =>
        failures.set(pending, controller.stamps.now() + errorExpiryLength)
      );
    }
  } else {
    if (isNeeded) controller.fetchForReader(endpoint, ...args);
    if (promise?.status !== "fulfilled" || promise.value !== data) {
      promise = fulfilledPromise(data);
    }
  }
  known.delete(key);
  known.set(key, promise);
  let surplus = known.size - retainedPromises;
  for (const [oldest, { resolved }] of known) {
    if (surplus-- <= 0) break;
    // whoever waits for a pending one must get it again
    if (resolved) known.delete(oldest);
  }
  return promise;
}

function read(
  controller: Controller,
  endpoint: EndpointInterface,
  args: ActionArgs,
  key?: string,
  isRendered?: boolean,
): Reading {
  const state = controller.getVisibleState();
  return readResponse(controller, endpoint, args, state, key, isRendered);
}

/** Requests until there is data to show. */
async function responseOf(
  controller: Controller,
  endpoint: EndpointInterface,
  args: ActionArgs,
): Promise<unknown> {
  for (let attempt = 1;; attempt++) {
    let response: unknown;
    try {
      response = await controller.fetchForReader(endpoint, ...args);
    } catch (error) {
      if (!isInterruption(error) || attempt >= maximumAttempts) throw error;
    }
    const { data, error, isUsable } = read(controller, endpoint, args);
    if (error !== undefined) throw error;
    // stale on arrival is not a reason to ask again
    if (isUsable) return data;
    if (attempt >= maximumAttempts) return response;
  }
}
