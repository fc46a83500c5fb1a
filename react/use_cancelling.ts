"use client";
// @ts-types="npm:@types/react@^19"
import * as React from "react";
import { useContext, useEffect, useMemo, useState } from "react";
import type { ReadEndpoint } from "../controller/mod.ts";
import { isNullArgs, keyOf } from "../controller/views.ts";
import type { NullableArgs } from "./endpoint_types.ts";
import { NewcomersContext, useReaderSource } from "./contexts.ts";
import type { ReaderSource } from "./reader_source.ts";

/** An endpoint that {@linkcode useCancelling} can give a signal. */
export type CancellableEndpoint = ReadEndpoint & {
  // deno-lint-ignore no-explicit-any -- each endpoint types its own options
  extend(options: any): any;
};

/**
 * An endpoint whose requests are aborted when the component no longer wants
 * them: on other arguments, on `null`, and on unmounting. Inside an
 * AsyncBoundary that is noticed also of components that were never on screen,
 * because they still waited. A request that other components want as well goes
 * on. Without a provider each component has a signal of its own.
 *
 * @param endpoint An endpoint that only reads.
 * @param args Its arguments; `null` as the first one wants nothing.
 * @returns The endpoint with a signal; the same object as long as its key is.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useCancelling, useDLE } from "@tessera/client/react";
 *
 * const search = new RestEndpoint({
 *   path: "/search",
 *   searchParams: {} as { text: string },
 * });
 *
 * function useSearch(text: string) {
 *   return useDLE(useCancelling(search, { text }), { text });
 * }
 * ```
 */
export function useCancelling<E extends CancellableEndpoint, Null = never>(
  endpoint: E,
  ...args: NullableArgs<Parameters<E>, Null>
): E {
  // Keys rendered since the last commit; their requests may be under way, for
  // a transition perhaps. And what a component without provider has for itself.
  const [{ rendered, own }] = useState(() => ({
    rendered: new Set<string>(),
    own: new Map() as Cancellations,
  }));
  const source = useReaderSource(true);
  const cancellations = source ? cancellationsOf(source) : own;
  const key = isNullArgs(args) ? null : keyOf(endpoint, args);
  const newcomers = useContext(NewcomersContext);
  if (key !== null) {
    rendered.add(key);
    newcomers?.add(key, () => abandon(cancellations, [key]));
  }
  useEffect(() => {
    if (key !== null) newcomers?.delete(key);
    rendered.delete(key!);
    abandon(cancellations, rendered);
    rendered.clear();
    return key === null ? undefined : hold(cancellations, key);
  }, [cancellations, key]);
  useEffect(
    // Preact ends the effects of what waits, too; there the boundary tells who has left
    () =>
      "render" in React ? undefined : () => abandon(cancellations, rendered),
    [cancellations],
  );
  const signal = key === null
    ? undefined
    : cancellationOf(cancellations, key).abortController.signal;
  return useMemo(
    () => signal === undefined ? endpoint : endpoint.extend({ signal }),
    [endpoint, signal],
  );
}

/**
 * Components that share one abort signal: the request that they share is aborted
 * when the last one has left.
 */
interface Cancellation {
  readonly abortController: AbortController;
  /** Mounted components that show the key. */
  holders: number;
}

/** By key. */
type Cancellations = Map<string, Cancellation>;

const bySource = new WeakMap<ReaderSource, Cancellations>();

function cancellationsOf(source: ReaderSource): Cancellations {
  let known = bySource.get(source);
  if (known === undefined) {
    const cancellations: Cancellations = known = new Map();
    bySource.set(source, cancellations);
    // of a component that has left while it waited nobody else hears
    source.controller.onUnread((key) => {
      if (!cancellations.get(key)?.holders) cancellations.delete(key);
    });
  }
  return known;
}

function cancellationOf(
  cancellations: Cancellations,
  key: string,
): Cancellation {
  let known = cancellations.get(key);
  if (known === undefined) {
    known = { abortController: new AbortController(), holders: 0 };
    cancellations.set(key, known);
  }
  return known;
}

/**
 * A mounted component renders the key.
 *
 * @returns Tells that it no longer does; what follows is decided after the
 *   current task, since StrictMode takes a component away and brings it back.
 */
function hold(cancellations: Cancellations, key: string): () => void {
  const cancellation = cancellationOf(cancellations, key);
  cancellation.holders++;
  return () => {
    cancellation.holders--;
    queueMicrotask(() => abandon(cancellations, [key]));
  };
}

/** Aborts the pending requests of keys unless a component renders them. */
function abandon(cancellations: Cancellations, keys: Iterable<string>): void {
  for (const key of keys) {
    const cancellation = cancellations.get(key);
    if (cancellation === undefined || cancellation.holders > 0) continue;
    cancellations.delete(key);
    cancellation.abortController.abort();
  }
}
