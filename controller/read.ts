/**
 * Reads stored responses and answers queries: pure functions of a state.
 *
 * @module
 */
import type { EntityReader } from "../schema/contract.ts";
import {
  type DenormalizeResult,
  INVALID,
  type MemoCache,
} from "../schema/mod.ts";
import type {
  ActionArgs,
  Dependencies,
  EntityPath,
  GCInterface,
  ResponseMeta,
} from "./contract.ts";
import { ExpiryStatus, expiryStatusOf } from "./expiry.ts";
import { isNullArgs } from "./null_args.ts";
import { plainArgs } from "./plain_args.ts";
import { isLiteralSchema, skeletonOf } from "./schema_shape.ts";
import type { State } from "./state/mod.ts";
import type { StoredEndpoint } from "./types.ts";

/** What reading needs of a controller. */
export interface ReadContext {
  /** Cache of what was read. */
  readonly memo: MemoCache;
  /** Takes references to what was read. */
  readonly gcPolicy: GCInterface;
}

/** The value of a query. */
export interface QueryReading<T = unknown> {
  /** The value; `undefined` when it is missing or deleted. */
  readonly data: T;
  /** Protects everything the value is made of from collection, until the returned release is called. */
  readonly countRef: () => () => void;
  /** What the value was computed from. */
  readonly dependencies: Dependencies;
}

/** A stored response. */
export interface ResponseReading<T = unknown> extends QueryReading<T> {
  /** Whether the data may be shown. */
  readonly expiryStatus: ExpiryStatus;
  /** Wall clock in milliseconds after which the data is stale. */
  readonly expiresAt: number;
}

/**
 * Reads the response of an endpoint. Without a response under its key the
 * value is looked up by the schema.
 */
export function readResponse(
  context: ReadContext,
  endpoint: StoredEndpoint,
  args: ActionArgs,
  state: State,
): ResponseReading {
  if (isNullArgs(args)) return nullReading(endpoint.schema);
  const key = endpoint.key(...args);
  const found = isLiteralSchema(endpoint.schema)
    ? findRaw(endpoint, key, state)
    : findBySchema(context, endpoint, key, plainArgs(args), state);
  const meta = state.getMeta(key);
  return new Reading(context, key, found.result, {
    expiryStatus: expiryStatusOf({
      meta,
      isDataInvalid: found.isInvalid,
      isComplete: found.isComplete,
      invalidIfStale: endpoint.invalidIfStale ?? false,
    }),
    expiresAt: expiresAtOf(meta, found, state),
  });
}

/** Answers a query. */
export function readQuery(
  context: ReadContext,
  // deno-lint-ignore no-explicit-any -- any queryable schema
  schema: any,
  args: ActionArgs,
  state: EntityReader,
): QueryReading {
  if (isNullArgs(args)) return nullReading(schema);
  const result = context.memo.query(schema, plainArgs(args), state);
  return new Reading(context, undefined, result, undefined);
}

/** The error readers of a key have to report. */
export function readError(
  endpoint: Pick<StoredEndpoint, "key">,
  args: ActionArgs,
  state: State,
): unknown {
  if (isNullArgs(args)) return undefined;
  const key = endpoint.key(...args);
  const meta = state.getMeta(key);
  if (meta?.error === undefined) return undefined;
  if (meta.errorPolicy === "soft" && state.hasEndpoint(key)) return undefined;
  return meta.error;
}

interface Found {
  readonly result: DenormalizeResult;
  /** Deleted, or absent although nothing else can answer. */
  readonly isInvalid: boolean;
  readonly isComplete: boolean;
  /** Expiry for keys without one of their own. */
  readonly fallback: "never fetched" | "of entities";
}
