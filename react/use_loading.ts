"use client";
// @ts-types="npm:@types/react@^19"
import {
  type DependencyList,
  useCallback,
  useMemo,
  useRef,
  useState,
} from "react";

/**
 * The result of {@linkcode useLoading}: the function to call, whether a call is
 * running, the error of the latest one, and whether the latest one has
 * succeeded.
 */
export type Loading<F> = readonly [
  run: F,
  loading: boolean,
  error: Error | undefined,
  hasSucceeded: boolean,
];

interface Progress {
  /** Calls that have not settled. */
  readonly running: number;
  readonly error: Error | undefined;
  readonly hasSucceeded: boolean;
}

const idle: Progress = { running: 0, error: undefined, hasSucceeded: false };

/**
 * Tells whether an asynchronous function is running and how its latest call
 * failed. A failed call resolves with `undefined`, so an event handler needs
 * no catch.
 *
 * List this hook in the `additionalHooks` option of the exhaustive-deps lint
 * rule to have `deps` checked.
 *
 * @param asyncFunction The function to run.
 * @param deps With them the returned function changes when one of them does;
 * otherwise with `asyncFunction`.
 * @returns The function, whether a call is running, the error of the latest call, and whether that has succeeded.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useController, useLoading } from "@tessera/client/react";
 *
 * const cancelOrder = new RestEndpoint({ path: "/orders/:id", method: "DELETE" });
 *
 * function useCancelOrder(id: string) {
 *   const { fetch } = useController();
 *   return useLoading(() => fetch(cancelOrder, { id }), [id]);
 * }
 * ```
 */
export function useLoading<
  // deno-lint-ignore no-explicit-any -- functions of any parameters
  F extends (...args: any) => Promise<any>,
>(asyncFunction: F, deps?: DependencyList): Loading<F> {
  const [progress, setProgress] = useState<Progress>(idle);
  const latestCall = useRef(0);
  // the caller says what the function depends on
  const current = useMemo(() => asyncFunction, deps ?? [asyncFunction]);
  const run = useCallback(async (...args: Parameters<F>): Promise<unknown> => {
    const call = ++latestCall.current;
    setProgress(({ running }) => ({ ...idle, running: running + 1 }));
    let outcome = { ...idle, hasSucceeded: true };
    try {
      return await current(...args);
    } catch (error) {
      outcome = { ...idle, error: error as Error };
      return undefined;
    } finally {
      const isLatest = call === latestCall.current;
      setProgress((progress) => ({
        ...(isLatest ? outcome : progress),
        running: progress.running - 1,
      }));
    }
  }, [current]);
  const { running, error, hasSucceeded } = progress;
  return [run as F, running > 0, error, hasSucceeded];
}
