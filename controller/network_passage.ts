import type { ActionTypes, Dispatch, SetResponseAction } from "./contract.ts";
import type { Controller } from "./controller.ts";
import type { NetworkFlight } from "./network_flight.ts";
import { stored } from "./stored.ts";
import { transition } from "./state/reduce.ts";
import type { StoredFailure } from "./stored_failure.ts";

/** Where the responses that pass through a manager come from and go to. */
export interface NetworkPassage {
  /** The controller of the store. */
  readonly controller: Controller;
  /** The rest of the chain. */
  readonly next: Dispatch;
  /** Whether the outcome of a request must not be stored any more. */
  isDiscarded(flight: NetworkFlight): boolean;
  /** The response has been stored, or could not be. */
  arrive(action: SetResponseAction, failure?: StoredFailure): void;
}

/**
 * Long enough for `await controller.fetch(mutation)` to continue before the
 * store changes, also through an async function around it.
 */
const turnsBeforeCommit = 12;

/**
 * Hands a response on to the store. Reads settle afterwards; the caller of a
 * mutation goes on before, so that it can leave what is about to change.
 *
 * @param action The response.
 * @param flight The request whose outcome this is; `undefined` for responses from elsewhere.
 * @param passage See {@linkcode NetworkPassage}.
 */
export function passResponse(
  action: SetResponseAction,
  flight: NetworkFlight | undefined,
  passage: NetworkPassage,
): Promise<void> {
  if (flight) flight.isPassed = true;
  return flight?.isMutation
    ? passLater(action, flight, passage)
    : passAtOnce(action, flight, passage);
}

/** The caller of a mutation is answered when no middleware can fail over its answer any more. */
function passLater(
  action: SetResponseAction,
  flight: NetworkFlight,
  passage: NetworkPassage,
): Promise<void> {
  const answered: Answered = {
    ...action,
    async [answer]() {
      flight.answer(action.response, foresee(answered, passage.controller));
      for (let turn = 0; turn < turnsBeforeCommit; turn++) await undefined;
      return !passage.isDiscarded(flight);
    },
  };
  return passAtOnce(answered, flight, passage);
}

const answer: unique symbol = Symbol("answer");

/** The answer of a mutation on its way to the store. */
interface Answered extends SetResponseAction {
  /** Lets the caller go on; whether the answer is still to be stored then. */
  [answer]?(): Promise<boolean>;
}

/**
 * Stores an action that has passed all managers. The answer of a mutation is
 * stored after its caller has gone on.
 *
 * @param action Any action.
 * @param commit Applies it to the store.
 */
export function commitWhenAnswered(
  action: ActionTypes,
  commit: Dispatch,
): Promise<void> {
  const { [answer]: going } = action as Answered;
  if (going === undefined) return commit(action);
  // stores of others may end in several of ours
  Reflect.deleteProperty(action, answer);
  return going().then((isWanted) => isWanted ? commit(action) : undefined);
}

/** A response is mostly stored at once: then nothing is left for later turns. */
function passAtOnce(
  action: SetResponseAction,
  flight: NetworkFlight | undefined,
  passage: NetworkPassage,
): Promise<void> {
  let written: Promise<void>;
  try {
    written = passage.next(aged(action, flight));
  } catch (reason) {
    written = Promise.reject(reason);
  }
  if (written !== stored) return arriveAfter(written, action, flight, passage);
  passage.arrive(action);
  return stored;
}

async function arriveAfter(
  written: Promise<void>,
  action: SetResponseAction,
  flight: NetworkFlight | undefined,
  passage: NetworkPassage,
): Promise<void> {
  try {
    await written;
  } catch (reason) {
    // whoever waits for a request learns it when the store is in order again
    if (!flight) passage.arrive(action, action.error ? undefined : { reason });
    throw reason;
  }
  passage.arrive(action);
}

/** Why a response is, or will turn out to be, an error. */
function foresee(
  action: SetResponseAction,
  controller: Controller,
): StoredFailure | undefined {
  if (action.error) return { reason: action.response };
  const { schema } = action.endpoint;
  if (schema === undefined || schema === null) return undefined;
  const { failure } = transition(controller, controller.getState(), action);
  return failure && { reason: failure.error };
}

/** A response that the store must not take for fresh, if its key was invalidated or expired on the way. */
function aged(
  action: SetResponseAction,
  flight: NetworkFlight | undefined,
): SetResponseAction {
  switch (flight?.outdated) {
    case "invalidated":
      return { ...action, outdated: true };
    case "expired":
      return { ...action, meta: { ...action.meta, expiresAt: 1 } };
    default:
      return action;
  }
}
