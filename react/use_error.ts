"use client";
import type {
  ActionArgs,
  Controller,
  State,
  StoredArgs,
  StoredEndpoint,
} from "../controller/mod.ts";
import {
  holdNothing,
  isNullArgs,
  keyOf,
  noDependencies,
} from "../controller/views.ts";
import type { ErrorTypes } from "../endpoint/mod.ts";
import type { NullableArgs } from "./endpoint_types.ts";
import type { Answer } from "./observation.ts";
import { PassiveQuestion } from "./passive_question.ts";
import { useObserved } from "./use_observed.ts";
import { useReaderSource } from "./use_reader_source.ts";

/**
 * The error the last request ended with. Never requests, suspends or throws.
 *
 * @param endpoint Any endpoint, or an object with its `key`.
 * @param args Its arguments; `null` as the first one reads nothing.
 * @returns The error; `undefined` after a success, and for a soft error next to data.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useError } from "@tessera/client/react";
 *
 * const getReport = new RestEndpoint({ path: "/reports/:id" });
 *
 * function useIsForbidden(id: string): boolean {
 *   return useError(getReport, { id })?.status === 403;
 * }
 * ```
 */
export function useError<E extends StoredEndpoint>(
  endpoint: E,
  ...args: NullableArgs<StoredArgs<E>>
): ErrorTypes | undefined {
  const source = useReaderSource();
  const question = new ErrorQuestion(source.controller, endpoint, args);
  return useObserved(source, question, [question.key])
    .error as ErrorTypes | undefined;
}

const nothing: Answer = {
  dependencies: noDependencies,
  countRef: holdNothing,
};

interface ErrorAnswer extends Answer {
  readonly error: unknown;
}

class ErrorQuestion extends PassiveQuestion<ErrorAnswer> {
  readonly key: string | null;

  constructor(
    readonly controller: Controller,
    readonly endpoint: StoredEndpoint,
    readonly args: ActionArgs,
  ) {
    super();
    this.key = isNullArgs(args) ? null : keyOf(endpoint, args);
  }

  read(state: State): ErrorAnswer {
    const { controller, endpoint, args, key } = this;
    const error = controller.getError(endpoint, ...args, state);
    return key === null ? { error, ...nothing } : {
      error,
      dependencies: { ...noDependencies, endpoints: [key] },
      countRef: () => controller.gcPolicy.createCountRef({ key })(),
    };
  }

  isEqual(a: ErrorAnswer, b: ErrorAnswer): boolean {
    return Object.is(a.error, b.error);
  }
}
