import type { EntityMeta, EntityRow } from "./contract.ts";
import { beginningOf, confirmationOf, type Merged } from "./merge.ts";
import { createMetaHistories } from "./meta_history.ts";
import { isSameValue } from "./same_value.ts";

/**
 * Adds, removes or moves members of a list or map. Must be repeatable: applied
 * to a value that has the change already, it leaves the value as it is.
 */
// deno-lint-ignore no-explicit-any -- lists and maps of references
export type MembershipChange = (existing: any) => any;

/** No request is expected to be under way for longer; in milliseconds. */
const WINDOW = 10 * 60 * 1000;

/** A change that was confirmed, and those before it. */
interface ConfirmedChange {
  readonly change: MembershipChange;
  readonly confirmedAt: number;
  readonly before: ConfirmedChange | undefined;
}

/**
 * What order remembers of a list beyond its meta. Held beside the meta object,
 * and only where members changed since the list was fetched.
 */
interface ListHistory {
  /** Stamp of the response that the list as a whole comes from. */
  readonly listStamp: number;
  /** Newest first, confirmed since `since`. */
  readonly recent: ConfirmedChange | undefined;
  readonly since: number;
  /** Those of the window before; forgotten when the next window begins. */
  readonly previous: ConfirmedChange | undefined;
}

const histories = createMetaHistories<ListHistory>();

/**
 * Orders a list or map that a response brings as a whole: it replaces the
 * stored one unless that comes from a newer response, but does not undo
 * changes of members that were confirmed after its request began.
 */
export function mergeList(
  existing: EntityRow,
  existingMeta: EntityMeta,
  incoming: EntityRow,
  incomingMeta: EntityMeta,
): Merged {
  const history = histories.of(existingMeta);
  const listStamp = history?.listStamp ?? existingMeta.fetchedAt;
  if (incomingMeta.fetchedAt < listStamp) {
    return { value: existing, meta: existingMeta };
  }
  const began = beginningOf(incomingMeta);
  let value = incoming;
  for (const change of changesAfter(history, began)) value = change(value);
  const meta = newerMeta(existingMeta, incomingMeta);
  return {
    value: isSameValue(existing, value) ? existing : value,
    meta: remember(meta, {
      listStamp: incomingMeta.fetchedAt,
      recent: newerThan(history?.recent, began),
      since: history?.since ?? began,
      previous: newerThan(history?.previous, began),
    }),
  };
}

/** Changes members of a stored list or map, and remembers the change for responses that do not know of it. */
export function changeMembers(
  existing: EntityRow,
  existingMeta: EntityMeta,
  change: MembershipChange,
  incomingMeta: EntityMeta,
): Merged {
  const value = change(existing);
  const history = histories.of(existingMeta);
  const confirmedAt = confirmationOf(incomingMeta);
  const isNewWindow = history !== undefined &&
    confirmedAt - history.since > WINDOW;
  return {
    value: isSameValue(existing, value) ? existing : value,
    meta: remember(newerMeta(existingMeta, incomingMeta), {
      listStamp: history?.listStamp ?? existingMeta.fetchedAt,
      recent: {
        change,
        confirmedAt,
        before: isNewWindow ? undefined : history?.recent,
      },
      since: history === undefined || isNewWindow ? confirmedAt : history.since,
      previous: isNewWindow ? history.recent : history?.previous,
    }),
  };
}

/** Changes confirmed after a moment, in the order of their arrival. */
function changesAfter(
  history: ListHistory | undefined,
  moment: number,
): MembershipChange[] {
  const changes: MembershipChange[] = [];
  for (const newest of [history?.recent, history?.previous]) {
    for (let entry = newest; entry !== undefined; entry = entry.before) {
      if (entry.confirmedAt > moment) changes.push(entry.change);
    }
  }
  return changes.reverse();
}

/** The part of a log that a later response may not know of either; requests that began earlier are outdated. */
function newerThan(
  newest: ConfirmedChange | undefined,
  moment: number,
): ConfirmedChange | undefined {
  const kept: ConfirmedChange[] = [];
  let isWhole = true;
  for (let entry = newest; entry !== undefined; entry = entry.before) {
    if (entry.confirmedAt > moment) kept.push(entry);
    else isWhole = false;
  }
  return isWhole ? newest : kept.reduceRight<ConfirmedChange | undefined>(
    (before, { change, confirmedAt }) => ({ change, confirmedAt, before }),
    undefined,
  );
}

function newerMeta(
  existingMeta: EntityMeta,
  incomingMeta: EntityMeta,
): EntityMeta {
  return incomingMeta.fetchedAt < existingMeta.fetchedAt
    ? existingMeta
    : incomingMeta;
}

/** A meta equal to the one given that knows more; the one given where there is nothing to know. */
function remember(meta: EntityMeta, history: ListHistory): EntityMeta {
  if (
    history.recent === undefined && history.previous === undefined &&
    history.listStamp === meta.fetchedAt
  ) return meta;
  return histories.create(meta, history);
}
