"use client";
// @ts-types="npm:@types/react@^19"
import { type ReactNode, useContext, useMemo } from "react";
import {
  type Controller,
  State,
  type StateJSON,
  type UsablePromise,
} from "../controller/mod.ts";
import { mergeState } from "../controller/merge_stored.ts";
import { deserialize, type SerializedState } from "../controller/state/mod.ts";
import { newestStamp } from "../controller/stamps.ts";
import { pendingPromise } from "../controller/views.ts";
import { StoreContext, useController } from "./contexts.ts";
import { isServer } from "./host.ts";
import { useIsHydrating } from "./use_selection.ts";

/** Properties of {@linkcode HydrateData}. */
export interface HydrateDataProps {
  /** The state of `prefetchState`, or another one. */
  readonly state?:
    | SerializedState
    | State
    | Partial<StateJSON>
    | null
    | undefined;
  /** The same, when it is there: components below wait for it. One that rejects is nothing. */
  readonly promise?: Promise<HydrateDataProps["state"]> | undefined;
  /** Components that read the data. */
  readonly children?: ReactNode;
}

/**
 * Puts a state into the store before the components below render, so that they
 * request nothing of what is in it. Newer data in the store stays.
 *
 * @example
 * ```tsx
 * import { RestEndpoint } from "@tessera/client";
 * import { HydrateData, prefetchState } from "@tessera/client/react";
 * import type { ReactNode } from "react";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 *
 * // a server component
 * export async function ShipPage({ children }: { children: ReactNode }) {
 *   const state = await prefetchState([[getShip, { id: "7" }]]);
 *   return <HydrateData state={state}>{children}</HydrateData>;
 * }
 * ```
 */
export function HydrateData(
  { state, promise, children }: HydrateDataProps,
): ReactNode {
  const controller = useController();
  const source = useContext(StoreContext);
  const isHydrating = useIsHydrating();
  const put = (state: HydrateDataProps["state"]) => {
    if (state === undefined || state === null) return;
    // what has changed otherwise since the server rendered is not to be
    // rendered yet
    const isFirst = isHydrating && !isServer() &&
      source.getHydrationState() === source.getState();
    merge(controller, state);
    if (isFirst) source.hydratesFrom(source.getState());
  };
  useMemo(() => put(state), [controller, state]);
  const later = promise && read(settled(promise));
  useMemo(() => put(later), [controller, later]);
  return children;
}

/** What is newer than what the store has goes there, in one commit. */
function merge(
  controller: Controller,
  value: NonNullable<HydrateDataProps["state"]>,
): void {
  const state = value instanceof State
    ? value
    : typeof value === "string"
    ? deserialize(value)
    : State.from(value);
  const newest = newestStamp(state);
  // it is of a session that has ended
  if (newest < controller.peek().lastReset) return;
  controller.stamps.moveAbove(newest);
  void controller.dispatch({
    type: "rdc/merge",
    isRendering: true,
    // the client tries again what has failed elsewhere
    apply: (stored) => mergeState(stored, state, false),
  });
}

const donePromises = new WeakMap<object, UsablePromise<unknown>>();

/** The same promise, which is nothing where that rejects. */
function settled<T>(promise: Promise<T>): UsablePromise<T | undefined> {
  let usable = donePromises.get(promise);
  if (usable === undefined) {
    // promises of server components give nothing back when they are awaited
    usable = pendingPromise(
      Promise.resolve(promise).then((value) => value, () => undefined),
    );
    donePromises.set(promise, usable);
  }
  return usable as UsablePromise<T | undefined>;
}

/** As `use` does, which React 18 and Preact have not. */
function read<T>(promise: UsablePromise<T>): T {
  if (promise.status === "fulfilled") return promise.value;
  throw promise;
}
