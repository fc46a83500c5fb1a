/**
 * What is done to the members of a stored Collection. Each operation leaves
 * what is as it should be untouched, so it may be repeated.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any -- references of every kind of member
import type { MembershipChange } from "./merge_membership.ts";
import { setOwn } from "./own.ts";
import { isObject } from "./is_object.ts";

/**
 * Combines the members of a stored list or map with others; must not change
 * either. {@linkcode unshift} is one, for `addWith` and `moveWith` of a
 * Collection.
 */
export type MemberMerge = (existing: any, incoming: any) => any;

/**
 * Appends members; those that are in the list keep their place.
 *
 * @param existing the stored references
 * @param incoming the references to add
 */
export function push(
  existing: readonly any[],
  incoming: readonly any[],
): readonly any[] {
  const added = absentFrom(existing, incoming);
  return added.length === 0 ? existing : [...existing, ...added];
}

/**
 * Puts members at the start, in their order; those that are in the list keep
 * their place. For use with `addWith` and `moveWith` of a Collection.
 *
 * @param existing the stored references
 * @param incoming the references to add
 *
 * @example
 * ```ts
 * import { Collection, createClient, Entity, RestEndpoint, unshift } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Task extends Entity {
 *   id = "";
 *   status = "";
 *   static override key = "Task";
 * }
 * const tasks = new Collection([Task]);
 * const getTasks = new RestEndpoint({
 *   path: "/tasks",
 *   searchParams: {} as { status: string },
 *   schema: tasks,
 * });
 * const moveToTop = new RestEndpoint({
 *   path: "/tasks/:id",
 *   method: "PATCH",
 *   body: {} as { status: string },
 *   schema: tasks.moveWith(unshift),
 * });
 *
 * await using client = createClient();
 * const done = { status: "done" };
 * await client.setResponse(getTasks, done, [{ id: "1", ...done }]);
 * await client.setResponse(getTasks, { status: "open" }, [{ id: "2", status: "open" }]);
 * await client.setResponse(moveToTop, { id: "2" }, done, { id: "2", ...done });
 * const { data } = client.read(getTasks, done);
 * assertEquals(data?.map(({ id }) => id), ["2", "1"]);
 * ```
 */
export function unshift(
  existing: readonly any[],
  incoming: readonly any[],
): readonly any[] {
  const added = absentFrom(existing, incoming);
  return added.length === 0 ? existing : [...added, ...existing];
}

/** Adds entries to a map; they replace those of the same name. */
export function assign(
  existing: Record<string, any>,
  incoming: Record<string, any>,
): Record<string, any> {
  const isKnown = Object.keys(incoming).every((name) =>
    Object.hasOwn(existing, name) &&
    isSameMember(existing[name], incoming[name])
  );
  return isKnown ? existing : { ...existing, ...incoming };
}

/** Takes members out of a list or map. */
export function remove(existing: any, removed: readonly any[]): any {
  const isRemoved = memberTest(removed);
  if (Array.isArray(existing)) {
    return existing.some(isRemoved)
      ? existing.filter((member) => !isRemoved(member))
      : existing;
  }
  const names = Object.keys(existing);
  const kept = names.filter((name) => !isRemoved(existing[name]));
  if (kept.length === names.length) return existing;
  const result = {};
  for (const name of kept) setOwn(result, name, existing[name]);
  return result;
}

/** Adds members at the end of a list, or entries to a map. */
export function append(existing: any, incoming: any): any {
  return Array.isArray(existing)
    ? push(existing, incoming)
    : assign(existing, incoming);
}

/** A change that adds. Made here because it outlives its pass, and a closure of the pass would keep all of it. */
export function adding(merge: MemberMerge, added: any): MembershipChange {
  return (existing) => merge(existing, added);
}

/** A change that takes out; see {@linkcode adding}. */
export function removing(removed: readonly any[]): MembershipChange {
  return (existing) => remove(existing, removed);
}

/** Incoming members that a list lacks, each once. */
function absentFrom(
  existing: readonly any[],
  incoming: readonly any[],
): readonly any[] {
  if (incoming.length === 1) {
    return existing.some(memberTest(incoming)) ? [] : incoming;
  }
  const known = new Set(existing.map(identityOf));
  return incoming.filter((member) => {
    const identity = identityOf(member);
    if (known.has(identity)) return false;
    known.add(identity);
    return true;
  });
}

/** Tells members of a list, of which there is usually one. */
function memberTest(members: readonly any[]): (other: any) => boolean {
  if (members.length === 1) {
    const [member] = members;
    return (other) => isSameMember(member, other);
  }
  const identities = new Set(members.map(identityOf));
  return (other) => identities.has(identityOf(other));
}

/** Whether two members are the same: by table and primary key, or as objects. */
function isSameMember(left: any, right: any): boolean {
  return left === right ||
    typeof left === "object" && typeof right === "object" &&
      left !== null && right !== null && left.id === right.id &&
      identityOf(left) === identityOf(right);
}

/** Equal for members that are the same. */
function identityOf(member: any): unknown {
  if (!isObject(member)) return member;
  const { id, schema } = member;
  return typeof schema === "string" && id !== undefined &&
      Object.keys(member).length === 2
    ? JSON.stringify([schema, id])
    : member;
}
