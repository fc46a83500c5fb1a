/**
 * Whether React may expect that every update happens inside `act`. It reads
 * that from a global variable; here is the one place that sets it.
 *
 * @module
 */

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

let acts = 0;
let waits = 0;
/** What was set when nobody acted or waited. */
let original: boolean | undefined;

/**
 * From now on React queues its work for `act`.
 *
 * @returns The end of it; calling it again does nothing.
 */
export function beginAct(): () => void {
  remember();
  acts++;
  apply();
  return once(() => {
    acts--;
    apply();
  });
}

/**
 * From now on React works by itself, except during `act`.
 *
 * @returns The end of it; calling it again does nothing.
 */
export function beginWaiting(): () => void {
  remember();
  waits++;
  apply();
  return once(() => {
    waits--;
    apply();
  });
}

/** Whether React reports what happens outside of `act`. */
export function isActExpected(): boolean {
  return environment.IS_REACT_ACT_ENVIRONMENT === true;
}

function remember(): void {
  if (acts + waits === 0) original = environment.IS_REACT_ACT_ENVIRONMENT;
}

function apply(): void {
  const value = acts > 0 ? true : waits > 0 ? false : original;
  if (value === undefined) delete environment.IS_REACT_ACT_ENVIRONMENT;
  else environment.IS_REACT_ACT_ENVIRONMENT = value;
}

function once(end: () => void): () => void {
  let isEnded = false;
  return () => {
    if (isEnded) return;
    isEnded = true;
    end();
  };
}
