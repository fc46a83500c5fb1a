"use client";
// @ts-types="npm:@types/react@^19"
import { useEffect, useMemo, useState } from "react";
import type { ReadEndpoint } from "../controller/mod.ts";
import { isNullArgs, keyOf } from "../controller/views.ts";
import type { NullableArgs } from "./endpoint_types.ts";
import { useReaderSource } from "./use_reader_source.ts";

/** An endpoint that {@linkcode useCancelling} can give a signal. */
export type CancellableEndpoint = ReadEndpoint & {
  // deno-lint-ignore no-explicit-any -- each endpoint types its own options
  extend(options: any): any;
};

/**
 * An endpoint whose requests are aborted when the component no longer wants
 * them: on other arguments, on `null`, and on unmounting. A request that other
 * components want as well goes on.
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
export function useCancelling<E extends CancellableEndpoint>(
  endpoint: E,
  ...args: NullableArgs<Parameters<E>>
): E {
  const { cancellations } = useReaderSource();
  const key = isNullArgs(args) ? null : keyOf(endpoint, args);
  // Keys rendered since the last commit; their requests may be under way.
  const [rendered] = useState(() => new Set<string>());
  if (key !== null) rendered.add(key);
  useEffect(() => {
    for (const other of rendered) {
      if (other !== key) cancellations.abandon(other);
    }
    rendered.clear();
    return key === null ? undefined : cancellations.hold(key);
  }, [cancellations, key]);
  const signal = key === null ? undefined : cancellations.signalFor(key);
  return useMemo(
    () => signal === undefined ? endpoint : endpoint.extend({ signal }),
    [endpoint, signal],
  );
}
