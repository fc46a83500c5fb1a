import type { State } from "./graph/state.ts";

/**
 * The newest position in time that anything in a state has. Looks at
 * everything once; for states that come from outside.
 *
 * @param state The state to look through.
 * @returns A stamp in milliseconds; 0 for the empty state.
 */
export function newestStamp(state: State): number {
  let newest = state.lastReset;
  const note = (stamp: number | undefined) => {
    // a broken stamp must not win the comparison
    if (stamp !== undefined && stamp > newest && stamp < Infinity) {
      newest = stamp;
    }
  };
  for (const key of state.endpointKeys()) note(state.getMeta(key)?.fetchedAt);
  for (const key of state.tableKeys()) {
    for (const pk of state.getEntities(key)?.keys() ?? []) {
      note(state.getEntityMeta(key, pk)?.fetchedAt);
    }
  }
  return newest;
}
