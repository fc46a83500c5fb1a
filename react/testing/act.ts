// @ts-types="npm:@types/react@^19"
import * as React from "react";

/**
 * Runs something that changes what is rendered. When it returns, or the promise
 * of an asynchronous callback resolves, everything is rendered that follows.
 * The `act` of {@linkcode createTesting} is such.
 */
export interface Act {
  /** Runs until the callback's promise ends. */
  <T>(callback: () => Promise<T>): Promise<T>;
  /** Runs at once. */
  (callback: () => void): void;
}

/**
 * The `act` of a renderer, whatever it returns the value of the callback as:
 * part of what {@linkcode createTesting} takes.
 */
export type RendererAct = (
  callback: () => unknown,
) => PromiseLike<unknown> | void;

/** Where a component may read a promise, `act` must be awaited at once. */
export const hasUse: boolean = "use" in React;

// React reads from a global variable whether every update happens inside `act`.
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
const open = { acting: 0, awaited: 0 };
/** What was set when nobody acted or waited. */
let original: boolean | undefined;

/**
 * While somebody acts, React queues its work for `act`. While somebody waits and
 * nobody acts, it works by itself.
 *
 * @returns The end of it; calling it again does nothing.
 */
export function begin(kind: keyof typeof open): () => void {
  if (open.acting + open.awaited === 0) {
    original = environment.IS_REACT_ACT_ENVIRONMENT;
  }
  open[kind]++;
  apply();
  let isEnded = false;
  return () => {
    if (isEnded) return;
    isEnded = true;
    open[kind]--;
    apply();
  };
}

function apply(): void {
  const value = open.acting > 0 ? true : open.awaited > 0 ? false : original;
  if (value === undefined) delete environment.IS_REACT_ACT_ENVIRONMENT;
  else environment.IS_REACT_ACT_ENVIRONMENT = value;
}

/** Whether React reports what happens outside of `act`. */
export function isActExpected(): boolean {
  return environment.IS_REACT_ACT_ENVIRONMENT === true;
}

let scopes = 0;

/** Whether a callback of `act` is running, or its promise pending. */
export function isActing(): boolean {
  return scopes > 0;
}

/**
 * Makes the `act` of a renderer usable wherever React works by itself: the
 * environment it asks for lasts as long as the call.
 *
 * A synchronous callback has its effect at once; awaiting the call as well lets
 * promises end, and renders what they cause.
 *
 * @param run The `act` of the renderer.
 * @param mayOverlap Whether several calls may be awaited at a time. React 18
 *   loses what is to be rendered then.
 */
export function createAct(run: RendererAct, mayOverlap: boolean): Act {
  let previous: Promise<unknown> = Promise.resolve();
  const act = <T>(callback: () => T | PromiseLike<T>): PromiseLike<T> => {
    let value!: T | PromiseLike<T>;
    let isAsynchronous = false;
    const end = begin("acting");
    let outcome: PromiseLike<unknown> | void;
    scopes++;
    try {
      outcome = run(() => {
        value = callback();
        isAsynchronous = isPromiseLike(value);
        return value;
      });
    } catch (error) {
      scopes--;
      end();
      throw error;
    }
    const close = () => void scopes--;
    if (isAsynchronous) (value as PromiseLike<T>).then(close, close);
    else {
      close();
      end();
    }
    // React goes on until promises have settled, if `then` of its outcome is
    // called; not later than an `await` would.
    const finish = () => {
      const endOfQueue = isAsynchronous ? end : begin("acting");
      const follow = () =>
        new Promise<unknown>((resolve, reject) => {
          if (outcome) outcome.then(resolve, reject);
          else resolve(undefined);
        });
      const finished = mayOverlap || isAsynchronous
        ? follow()
        : previous.then(follow);
      previous = finished.catch(() => {});
      return finished.then(() => value).finally(endOfQueue);
    };
    return { then: (resolve, reject) => finish().then(resolve, reject) };
  };
  return act as unknown as Act;
}

function isPromiseLike<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then ===
    "function";
}
