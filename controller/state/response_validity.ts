import type { ResponseMeta } from "../contract.ts";
import { Commit } from "./commit.ts";
import type { State } from "./state.ts";
import { absent } from "./state_parts.ts";
import type { Transition } from "./transition.ts";

/** Drops the response of one key. */
export function invalidate(state: State, key: string): Transition {
  const commit = new Commit(state);
  writeInvalid(commit, key);
  return commit.seal();
}

/**
 * Drops the responses of all matching keys, whether an entry or only a meta is known.
 *
 * @throws What `testKey` throws.
 */
export function invalidateAll(
  state: State,
  testKey: (key: string) => boolean,
): Transition {
  const matching = matchingKeys(state, testKey);
  const commit = new Commit(state);
  for (const key of matching) writeInvalid(commit, key);
  return commit.seal();
}

/**
 * Marks the responses of all matching keys stale.
 *
 * @throws What `testKey` throws.
 */
export function expireAll(
  state: State,
  testKey: (key: string) => boolean,
): Transition {
  const matching = matchingKeys(
    state,
    (key) => state.getMeta(key) !== undefined && testKey(key),
  );
  const commit = new Commit(state);
  for (const key of matching) {
    const { value, meta } = state.getEndpointRecord(key)!;
    if (meta!.expiresAt !== longAgo) {
      commit.setEndpoint(key, {
        value,
        meta: { ...meta!, expiresAt: longAgo },
      });
    }
  }
  return commit.seal();
}

/** Not 0, so that tests whether an expiry is set hold. */
const longAgo = 1;

/** All keys are asked before anything is written, so that a throw leaves nothing behind. */
function matchingKeys(
  state: State,
  testKey: (key: string) => boolean,
): string[] {
  const matching: string[] = [];
  for (const key of state.endpointKeys()) {
    if (testKey(key)) matching.push(key);
  }
  return matching;
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
