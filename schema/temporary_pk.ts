const PREFIX = "MISS-";

/**
 * Whether a primary key was made up for an entity that is being created and
 * that its server has not given one yet.
 *
 * @param pk a primary key
 *
 * @example
 * ```ts
 * import { isTemporaryPk } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isTemporaryPk("5"), false);
 * ```
 */
export function isTemporaryPk(pk: unknown): boolean {
  return typeof pk === "string" && pk.startsWith(PREFIX) &&
    temporaryPkParts(pk) !== null;
}

/** When the write began that made up a primary key, and how many it made up before; `null` of others. */
export function temporaryPkParts(pk: string): RegExpExecArray | null {
  return /^MISS-([\d.]+)-(\d+)$/.exec(pk);
}

/**
 * Makes up a primary key. The same write, repeated, makes up the same ones.
 *
 * @param stamp when the write began, in milliseconds; no two writes share it
 * @param count how many the write made up before
 */
export function createTemporaryPk(stamp: number, count: number): string {
  return `${PREFIX}${stamp}-${count}`;
}

/** Inputs that no server has given primary keys, so that what they create may have temporary ones. */
export const unanswered: WeakSet<object> = new WeakSet();
