import type { ActionTypes, Dispatch, SetResponseAction } from "./contract.ts";
import type { Controller } from "./controller.ts";
import type { NetworkFlight } from "./network_flight.ts";
import { stored } from "./stored.ts";
import { type StoredFailure, storedFailure } from "./stored_failure.ts";

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
 * Hands a response on to the store. Whoever waits for it goes on when it is
 * there.
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
  if (!flight) return pass(action, flight, passage);
  flight.isPassed = true;
  if (!flight.isMutation) return pass(aged(action, flight), flight, passage);
  const answered: Answered = {
    ...action,
    [answer]: (passed, commit) => storeAnswer(passed, flight, passage, commit),
  };
  return pass(answered, flight, passage);
}

const answer: unique symbol = Symbol("answer");

/** The answer of a mutation on its way to the store. */
interface Answered extends SetResponseAction {
  /** Stores it and lets its caller go on. */
  [answer]?(passed: SetResponseAction, commit: Dispatch): Promise<void>;
}

/**
 * Stores an action that has passed all managers. The caller of a mutation goes
 * on when its answer is stored, whatever a manager does with it afterwards.
 *
 * @param action Any action.
 * @param commit Applies it to the store.
 */
export function commitAndAnswer(
  action: ActionTypes,
  commit: Dispatch,
): Promise<void> {
  const answered = action as Answered;
  const { [answer]: store } = answered;
  if (store === undefined) return commit(action);
  // stores of others may end in several of ours
  Reflect.deleteProperty(action, answer);
  return store(answered, commit);
}

function storeAnswer(
  action: SetResponseAction,
  flight: NetworkFlight,
  passage: NetworkPassage,
  commit: Dispatch,
): Promise<void> {
  const { response } = action;
  if (passage.isDiscarded(flight)) {
    flight.answer(response, flight.failure);
    return stored;
  }
  const written = commit(action);
  const land = () =>
    flight.answer(
      response,
      storedFailure(action, passage.controller.getState()),
    );
  if (written === stored) land();
  else written.then(land, (reason) => flight.answer(response, { reason }));
  return written;
}

/** A response is mostly stored at once: then nothing is left for later turns. */
function pass(
  action: SetResponseAction,
  flight: NetworkFlight | undefined,
  passage: NetworkPassage,
): Promise<void> {
  let written: Promise<void>;
  try {
    written = passage.next(action);
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

/** A response that the store must not take for fresh, if its key was invalidated or expired on the way. */
function aged(
  action: SetResponseAction,
  flight: NetworkFlight,
): SetResponseAction {
  switch (flight.outdated) {
    case "invalidated":
      return { ...action, outdated: true };
    case "expired":
      return { ...action, meta: { ...action.meta, expiresAt: 1 } };
    default:
      return action;
  }
}
