/**
 * What the age and validity of stored data mean for its readers.
 *
 * @module
 */
import type { ResponseMeta } from "./contract.ts";

/**
 * How far stored data may be rendered. Whether it is fresh is decided apart:
 * compare `expiresAt` with the clock.
 *
 * @example
 * ```ts
 * import { createClient, Endpoint, ExpiryStatus } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new Endpoint(
 *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 *
 * await using client = createClient();
 * const status = () => client.read(getTide, { port: "aden" }).expiryStatus;
 * assertEquals(status(), ExpiryStatus.Invalid);
 * await client.fetch(getTide, { port: "aden" });
 * assertEquals(status(), ExpiryStatus.Valid);
 * ```
 */
export enum ExpiryStatus {
  /** Always fetch, never show. */
  Invalid = 1,
  /** Stale: fetch and do not show; fresh: show. */
  InvalidIfStale = 2,
  /** Show, and fetch if stale. */
  Valid = 3,
}

/** When what `expireAll` expires has expired. Not 0, so that tests whether an expiry is set hold. */
export const longAgo = 1;

/**
 * The times of something that was stored elsewhere, or when the clock was
 * another one: a date in the future is now. When it was requested stays, which
 * is no time but its place in the order.
 *
 * @param meta Of a row or a response.
 * @param now Wall clock in milliseconds.
 */
export function notAfter<
  Meta extends { readonly date: number; readonly expiresAt: number },
>(meta: Meta, now: number): Meta {
  const { date, expiresAt } = meta;
  return date > now
    ? {
      ...meta,
      date: now,
      expiresAt: expiresAt - Math.min(expiresAt - longAgo, date - now),
    }
    : meta;
}

/**
 * Whether a response was expired by `expireAll` since it was read, also while
 * it was requested.
 *
 * @param meta Of the response.
 * @param before The same, when it was read before.
 */
export function isExpiredSince(
  meta: ResponseMeta | undefined,
  before: ResponseMeta | undefined,
): boolean {
  return meta !== before && meta?.expiresAt === longAgo;
}

/**
 * Whether a read needs a request.
 *
 * @param reading Status and expiry of the read.
 * @param now Wall clock in milliseconds.
 *
 * @example
 * ```ts
 * import { createClient, RestEndpoint } from "@tessera/client";
 * import { needsFetch } from "@tessera/client/controller";
 * import { assert } from "@std/assert";
 *
 * await using client = createClient();
 * const getVessel = new RestEndpoint({ path: "/vessels/:id" });
 * const reading = client.controller.getResponseMeta(
 *   getVessel,
 *   { id: 7 },
 *   client.getState(),
 * );
 * assert(needsFetch(reading, Date.now()), "nothing is known yet");
 * ```
 */
export function needsFetch(
  reading: { readonly expiryStatus: ExpiryStatus; readonly expiresAt: number },
  now: number,
): boolean {
  return reading.expiryStatus === ExpiryStatus.Invalid ||
    now > reading.expiresAt;
}

/**
 * Whether a read has nothing to show until a response.
 *
 * @param reading Status and expiry of the read.
 * @param now Wall clock in milliseconds.
 *
 * @example
 * ```ts
 * import { ExpiryStatus } from "@tessera/client";
 * import { mustWait } from "@tessera/client/controller";
 * import { assert } from "@std/assert";
 *
 * const stale = { expiryStatus: ExpiryStatus.Valid, expiresAt: 0 };
 * assert(!mustWait(stale, Date.now()), "old data is visible meanwhile");
 * ```
 */
export function mustWait(
  reading: { readonly expiryStatus: ExpiryStatus; readonly expiresAt: number },
  now: number,
): boolean {
  return reading.expiryStatus === ExpiryStatus.Invalid ||
    (reading.expiryStatus === ExpiryStatus.InvalidIfStale &&
      now > reading.expiresAt);
}

/** How often a request that ends without a response is made for one reader. */
export const maximumAttempts = 3;
