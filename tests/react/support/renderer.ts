/**
 * Which renderer the tests run on, and its names that not all of them have.
 *
 * @module
 */
import * as React from "react";

/** Preact's compat entry also renders, which React leaves to react-dom. */
export const isPreact: boolean = "render" in React;

/** Preact before 11 announces itself as React 18. */
export const isPreact10: boolean = isPreact && React.version.startsWith("18.");

/** Whether content inside a transition may wait while the old one stays. */
export const hasTransitions: boolean = !isPreact;

/** Whether StrictMode runs effects twice. */
export const hasStrictEffects: boolean = !isPreact;

type Names = Partial<Pick<typeof React, "use" | "Activity">>;
const names: Names = React;

/** Whether the renderer itself reads promises. */
export const hasUse: boolean = "use" in names;

/** React's `use`; elsewhere what applications put in its place. */
export const use: typeof React.use = names.use ??
  (readPromise as typeof React.use);

/** Hides content; React only, and not before 19.2. */
export const Activity: typeof React.Activity | undefined = names.Activity;

interface ReadablePromise<T> extends Promise<T> {
  status?: "pending" | "fulfilled" | "rejected";
  value?: T;
  reason?: unknown;
}

/** Suspends by throwing the promise, and notes on it what became of it. */
function readPromise<T>(promise: ReadablePromise<T>): T {
  if (promise.status === "fulfilled") return promise.value as T;
  if (promise.status === "rejected") throw promise.reason;
  if (promise.status === undefined) {
    promise.status = "pending";
    promise.then((value) => {
      promise.status = "fulfilled";
      promise.value = value;
    }, (reason: unknown) => {
      promise.status = "rejected";
      promise.reason = reason;
    });
  }
  throw promise;
}
