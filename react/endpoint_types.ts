import type { ReadEndpoint } from "../controller/mod.ts";
import type { EndpointInterface } from "../endpoint/mod.ts";

export type { IfNullable, NullableArgs } from "../controller/types.ts";

/**
 * The endpoints that hooks such as {@linkcode useSuspense} take: those that
 * read. Mutations are among them only to be refused in words, by
 * {@linkcode ReadComplaints}.
 */
export type ReadableEndpoint =
  | ReadEndpoint
  // each method by its name, so that an endpoint that may be a mutation is neither
  | EndpointInterface & {
    readonly sideEffect: true;
    readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  };

/**
 * Messages of the compiler about an endpoint in a hook such as
 * {@linkcode useSuspense}, by its side effect.
 *
 * It is looked up and not decided by a condition, so that a hook that is generic
 * in its endpoint can hand it on.
 */
export interface ReadComplaints {
  /** Of a mutation. */
  readonly true:
    "Hooks only read: call a mutation in an event, by controller.fetch.";
  /** Of what reads, and of what nothing is known of. */
  readonly [otherwise: string]: unknown;
}
