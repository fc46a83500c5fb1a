import { indexedValue } from "../../schema/engine.ts";
import { access, type State } from "../graph/state.ts";
import { type Changes, TouchedSet } from "./touched.ts";

/** How one state came out of another. */
export interface Comparison {
  /** The later state; tables without visible difference have the revision they had. */
  readonly state: State;
  readonly touched: Changes;
}

/**
 * What differs between two states.
 *
 * @param before The earlier state.
 * @param after The later state.
 * @param candidates Everything that could differ; nothing else is looked at.
 */
export function compareStates(
  before: State,
  after: State,
  candidates: Changes,
): Comparison {
  const touched = new TouchedSet();
  for (const paths of [candidates.entities, candidates.metas]) {
    for (const [key, pks] of paths) {
      if (!before.getEntities(key) !== !after.getEntities(key)) {
        touched.table(key);
      }
      for (const pk of pks) compareEntity(before, after, key, pk, touched);
    }
  }
  for (const key of candidates.endpoints) {
    const earlier = before.getEndpointRecord(key);
    const later = after.getEndpointRecord(key);
    if (earlier?.value !== later?.value || earlier?.meta !== later?.meta) {
      touched.endpoint(key);
    }
  }
  return { state: after, touched };
}

function compareEntity(
  before: State,
  after: State,
  key: string,
  pk: string,
  touched: TouchedSet,
): void {
  const earlier = before.getRecord(key, pk);
  const later = after.getRecord(key, pk);
  if (earlier === undefined && later !== undefined) touched.growth(key);
  if (
    earlier?.value !== later?.value ||
    !hasSameIndexEntries(before, after, key, later?.value)
  ) {
    touched.entity(key, pk);
  } else if (earlier?.meta !== later?.meta) {
    touched.meta(key, pk);
  }
}

function hasSameIndexEntries(
  before: State,
  after: State,
  key: string,
  row: unknown,
): boolean {
  for (const field of access.graphOf(after)?.indexes.get(key)?.keys() ?? []) {
    const value = indexedValue(row, field);
    if (
      value !== undefined &&
      before.getIndex(key, field, value) !== after.getIndex(key, field, value)
    ) return false;
  }
  return true;
}
