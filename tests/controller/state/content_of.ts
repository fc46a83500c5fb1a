import type { State } from "../../../controller/mod.ts";

/**
 * All that a state says, as a text, to see later whether it still says the same.
 * It asks the state for each part anew; the plain form of a state is made once.
 */
export function contentOf(state: State): string {
  const tables = [...state.tableKeys()].map((key) => [
    key,
    [...state.getEntities(key)!.entries()].map(([pk, row]) => [
      pk,
      row,
      state.getRecord(key, pk),
      [...state.indexedFields(key)].map((field) => {
        const value = (row as unknown as Record<string, unknown>)[field];
        return state.getIndex(key, field, String(value));
      }).filter((found) => found !== undefined),
    ]),
  ]);
  const responses = [...state.endpointKeys()].map((key) => [
    key,
    state.getEndpointRecord(key),
  ]);
  return JSON.stringify(
    { tables, responses, layers: state.optimistic.length },
    (_name, value) => typeof value === "symbol" ? String(value) : value,
  );
}
