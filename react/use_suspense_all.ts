"use client";
// @ts-types="npm:@types/react@^19"
import { useEffect } from "react";
import type { EndpointInterface } from "../endpoint/contract.ts";
import type {
  FetchValue,
  ReadEndpoint,
  StoredValue,
} from "../controller/mod.ts";
import { CallsQuestion, type EndpointCall } from "./calls_question.ts";
import type { NullableArgs } from "./endpoint_types.ts";
import { useController } from "./use_controller.ts";
import { useObserved } from "./use_observed.ts";
import { useReaderSource } from "./use_reader_source.ts";

/**
 * The calls of {@linkcode useSuspenseAll}, with the arguments that each
 * endpoint takes.
 */
export type CheckedCalls<Calls extends readonly EndpointCall[]> = {
  readonly [I in keyof Calls]: Calls[I] extends
    readonly [infer E extends ReadEndpoint, ...infer _Args]
    ? Calls[I] extends readonly [E, ...Parameters<E>] ? Calls[I]
    : readonly [E, ...NullableArgs<Parameters<E>>]
    : Calls[I];
};

/** The values that {@linkcode useSuspenseAll} returns for a list of calls. */
export type CallValues<Calls extends readonly EndpointCall[]> = {
  readonly [I in keyof Calls]: Calls[I] extends
    readonly [infer E extends ReadEndpoint, ...infer _Args]
    ? Calls[I] extends readonly [E, ...Parameters<E>] ? FetchValue<E>
    : StoredValue<E>
    : undefined;
};

/**
 * Data of several endpoints, requested at once: suspends until all of it has
 * arrived.
 *
 * @param calls Endpoints, each with its arguments. `null` in place of a call or of its first argument requests nothing.
 * @returns The values, in the order of the calls.
 * @throws The first stored error, to the nearest error boundary; a promise while data is missing.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useSuspenseAll } from "@tessera/client/react";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 * const getPort = new RestEndpoint({ path: "/ports/:id" });
 *
 * function useVoyage(ship: string, port: string) {
 *   return useSuspenseAll([[getShip, { id: ship }], [getPort, { id: port }]]);
 * }
 * ```
 */
export function useSuspenseAll<const Calls extends readonly EndpointCall[]>(
  calls: Calls & CheckedCalls<Calls>,
): CallValues<Calls> {
  const controller = useController();
  const source = useReaderSource().requestedBy(controller);
  const question = new CallsQuestion(source, controller, calls);
  const { identity, parts } = question;
  const reading = useObserved(source, question, [controller, identity]);
  const { readings } = reading;
  useEffect(() => question.request(reading), [reading]);
  useEffect(() => {
    const releases = parts.map((part) => {
      if (part === null || part.key === null) return;
      source.waiting.shown(part.key);
      return controller.addReader(
        part.endpoint as EndpointInterface,
        ...part.args,
      );
    });
    return () => {
      for (const release of releases) release?.();
    };
    // the identity stands for the calls
  }, [controller, identity]);

  // Every missing one is requested before the first is waited for.
  const waiting = parts.flatMap((part, index) => {
    const reading = readings[index]!;
    return part !== null && reading.isMissing
      ? [source.waiting.promiseFor(part, reading)]
      : [];
  });
  if (waiting.length > 0) throw waiting[0];
  parts.forEach((part, index) => {
    const reading = readings[index]!;
    if (reading.error !== undefined) throw part!.failure(reading);
  });
  return readings.map(({ data }) => data) as unknown as CallValues<Calls>;
}
