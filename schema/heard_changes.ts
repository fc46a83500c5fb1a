/**
 * Changes of lists that another tab has made, which may have lists that this one
 * lacks, or lack some.
 *
 * @module
 */
import type { Collection } from "./collection.ts";
import { CollectionChange } from "./collection_change.ts";
import { nameOfLists } from "./collection_key.ts";
import type {
  EntityWriter,
  INormalizeDelegate,
  ListChange,
} from "./contract.ts";
import { changeFrom, type PlainMembers, plainMembers } from "./join_lists.ts";
import { without } from "./merge_membership.ts";
import { writeBy } from "./normalize.ts";
import { Normalizer } from "./normalizer.ts";
import { logReport } from "./report.ts";

/** A change of lists as it is sent to another tab. */
export interface PlainListChange
  extends Omit<ListChange, "members">, PlainMembers {}

/** What another tab gets of a change of lists. */
export function plainListChange(
  { members, ...change }: ListChange,
): PlainListChange {
  return change.stored
    ? unknownChange(change, change.stored)
    : { ...change, ...plainMembers(members) };
}

/** Of a change that cannot be sent: lists of its Collection are in doubt, but for some. */
export function unknownChange(
  { key, list, began }: Pick<ListChange, "key" | "list" | "began">,
  stored: readonly string[] = [],
): PlainListChange {
  return { key, list, began, stored, args: [], isLost: false, removed: [] };
}

/**
 * Changes the lists that are stored here, or that come later, as another tab has
 * changed its own.
 *
 * @param from that tab
 * @param heard when that was heard
 * @param knownUntil what was confirmed here before that, that tab knew
 */
export function repeatChange(
  writer: EntityWriter,
  change: PlainListChange,
  from: number,
  heard: number,
  knownUntil: number,
): void {
  const { key, list, args, stored, moved, began, isLost } = change;
  const meta = { fetchedAt: began, date: heard, expiresAt: 0 };
  const write = { ...writeBy(meta), from, knownUntil, isLost };
  const delegate = new Normalizer(writer, args, meta, logReport, false, write);
  const members = changeFrom(change);
  const kind = members.added ? "add" : moved ? "move" : "remove";
  const changeIn = ({ collections }: INormalizeDelegate) => {
    const lists = [...collections?.get(key) ?? []];
    const owner = lists.find((one) => nameOfLists(one) === list);
    return owner && new CollectionChange(owner as Collection, kind);
  };
  const here = changeIn(delegate);
  if (here && !stored) return here.repeat(members, moved, delegate);
  // a list of that kind may be on its way
  const listsOf = (delegate: INormalizeDelegate) =>
    changeIn(delegate)?.listsOf(members, args)(delegate) ?? [];
  for (const pk of without(listsOf(delegate), stored ?? [])) {
    delegate.doubt(here!.collection.key, pk as string);
  }
  delegate.confirmMembers(key, { members, listsOf }, { list, args });
}
