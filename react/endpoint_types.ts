import type { EndpointInterface } from "../endpoint/contract.ts";
import type {
  FetchValue,
  ReadEndpoint,
  StoredValue,
} from "../controller/mod.ts";

/** Arguments of which the first may be `null`, meaning "not now". */
export type NullableArgs<Args extends readonly unknown[]> = Args extends
  readonly [] ? readonly [null]
  : Args extends readonly [infer First, ...infer Rest]
    ? readonly [First | null, ...Rest] | readonly [null]
  : Args extends readonly [(infer First)?, ...infer Rest]
    ? readonly [(First | null)?, ...Rest] | readonly [null]
  : Args | readonly [null];

/** What a suspending hook returns: always present. */
export type SuspenseValue<E extends EndpointInterface> = FetchValue<E>;

/** What a hook returns whose arguments may be `null`, or that never waits. */
export type MaybeValue<E extends EndpointInterface> = StoredValue<E>;

export type { ReadEndpoint };
