import type { ResponseMeta } from "../contract.ts";
import { Commit } from "../graph/commit.ts";
import type { State } from "../graph/state.ts";
import { absent } from "../graph/state.ts";
import type { Transition } from "./transition.ts";

/** Drops the responses of some keys, whether an entry or only a meta is known. */
export function invalidate(state: State, keys: Iterable<string>): Transition {
  const commit = new Commit(state);
  for (const key of keys) writeInvalid(commit, key);
  return commit.seal();
}

/**
 * Marks the responses stale whose keys a test means.
 *
 * @throws What `testKey` throws.
 */
export function expireAll(
  state: State,
  testKey: (key: string) => boolean,
): Transition {
  const commit = new Commit(state);
  const hasMeta = (key: string) => state.getMeta(key) !== undefined;
  for (
    const key of matchingKeys(state, (key) => hasMeta(key) && testKey(key))
  ) {
    const { value, meta } = state.getEndpointRecord(key)!;
    if (meta!.expiresAt !== longAgo) {
      const stale = { ...meta!, expiresAt: longAgo };
      commit.setEndpoint(key, { value, meta: stale });
    }
  }
  return commit.seal();
}

/** Not 0, so that tests whether an expiry is set hold. */
const longAgo = 1;

/**
 * Keys of responses that a test means. All are asked before anything is
 * written, so that a throw leaves nothing behind.
 *
 * @throws What `testKey` throws.
 */
export function matchingKeys(
  state: State,
  testKey: (key: string) => boolean,
): string[] {
  return [...state.endpointKeys()].filter((key) => testKey(key));
}

function writeInvalid(commit: Commit, key: string): void {
  const record = commit.getEndpointRecord(key);
  if (record?.value === absent && isInvalidMeta(record.meta)) return;
  const { error: _error, errorPolicy: _policy, ...times } = record?.meta ??
    { date: 0, fetchedAt: 0, expiresAt: 0 };
  commit.setEndpoint(key, {
    value: absent,
    meta: { ...times, expiresAt: 0, invalidated: true },
  });
}

function isInvalidMeta(meta: ResponseMeta | undefined): boolean {
  return meta !== undefined && meta.invalidated === true &&
    meta.expiresAt === 0 && !("error" in meta);
}
