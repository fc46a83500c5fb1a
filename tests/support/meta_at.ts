import type { EntityMeta } from "../../schema/contract.ts";

/** Times of a request that began at `time`, was answered at once, and is fresh for a minute. */
export function metaAt(time: number): EntityMeta {
  return { fetchedAt: time, date: time, expiresAt: time + 60_000 };
}
