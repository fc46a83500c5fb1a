// deno-lint-ignore-file no-explicit-any -- responses and schemas are untyped here
import { nameOfLists } from "./collection_key.ts";
import type {
  EntityMeta,
  EntityRow,
  EntityWriter,
  ListSchema,
  Schema,
} from "./contract.ts";
import { unexpectedInput } from "./errors.ts";
import { isObject } from "./is_object.ts";
import { isInvalidate } from "./kind.ts";
import { hasChange } from "./merge_membership.ts";
import { type Creation, Normalizer, type SyncedRow } from "./normalizer.ts";
export type { Creation };
import type { Write } from "./order.ts";
import { PlainStore, type PlainStoreParts } from "./plain_store.ts";
import { logReport, type Reporter } from "./report.ts";
import { isValidator, validateOnWrite } from "./standard_schema.ts";

/**
 * The result of {@linkcode normalize}: the rest of a response, and the store
 * with its entities.
 */
export interface NormalizedResponse extends PlainStoreParts {
  /** The response with references in place of entities. */
  readonly result: any;
}

/**
 * Takes a response apart: entities go to tables, and references to them stay
 * in their place. Neither the response nor the store is changed; if
 * anything in the response is not as its schema says, nothing comes of it.
 *
 * @param schema what the response looks like
 * @param input the response
 * @param args arguments of the endpoint
 * @param store what is stored already
 * @param meta when the response was asked for and stored, and when it goes stale; in milliseconds
 * @throws {SchemaError} if the response, or the schema itself, cannot be worked with
 * @throws {SchemaValidationError} if a validator in the schema refuses a value
 *
 * @example
 * ```ts
 * import { Entity } from "@tessera/client";
 * import { normalize } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   static override key = "Port";
 * }
 *
 * const { result, entities } = normalize([Port], [{ id: "rtm" }, { id: "ham" }]);
 * assertEquals(result, ["rtm", "ham"]);
 * assertEquals(entities.Port, { rtm: { id: "rtm" }, ham: { id: "ham" } });
 * ```
 */
export function normalize(
  schema: Schema,
  input: any,
  args: readonly any[] = [],
  store: Partial<PlainStoreParts> = {},
  meta: EntityMeta = {
    fetchedAt: 0,
    date: Date.now(),
    expiresAt: Infinity,
  },
): NormalizedResponse {
  const writer = new PlainStore(store);
  const write = changes(schema) ? writeBy(meta) : undefined;
  const result = normalizeInto(
    writer,
    schema,
    input,
    args,
    meta,
    logReport,
    false,
    write,
  );
  return { result, ...writer.parts };
}

/**
 * Takes a response apart and writes its entities.
 *
 * @param writer takes the entities; to be discarded if an error is thrown
 * @param schema what the response looks like
 * @param input the response
 * @param args arguments of the endpoint
 * @param meta times of the entities
 * @param report takes what is left out
 * @param isStrict whether nothing is left out: one row that cannot be stored refuses the response
 * @param write what somebody changed; nothing where a server was only asked
 * @returns the response with references in place of entities
 * @throws {SchemaError} if the response, or the schema itself, cannot be worked with
 * @throws {SchemaValidationError} if a validator in the schema refuses a value
 */
export function normalizeInto(
  writer: EntityWriter,
  schema: any,
  input: any,
  args: readonly any[],
  meta: EntityMeta,
  report: Reporter = logReport,
  isStrict = false,
  write?: Write,
): any {
  if (schema === undefined || schema === null) return input;
  const expected = typeof schema === "function" ? "object" : typeof schema;
  if (
    (input === null || typeof input !== expected) &&
    !(typeof input === "string" && isInvalidation(schema))
  ) {
    if (isValidator(schema)) {
      validateOnWrite(schema, input, "the response");
      return input;
    }
    throw unexpectedInput(schema, input, expected);
  }
  return new Normalizer(writer, args, meta, report, isStrict, write)
    .store(schema, input);
}

/**
 * Lets the stored lists follow a row that another tab has written.
 *
 * @param writer holds the row
 * @param synced what that tab did
 */
export function followRow(writer: EntityWriter, synced: SyncedRow): void {
  const { key, pk, was, meta, written = [], from, isSet, created } = synced;
  const slot = writer.slotOf(key, pk);
  const row = slot.value as EntityRow | undefined;
  const sent = Object.fromEntries(
    [...written].map((name) => [name, row?.[name as string]]),
  );
  const write: Write = {
    ...writeBy(meta),
    sent,
    from,
    isSet,
    list: created?.list,
    before: (other) => other === slot ? { value: was, meta: slot.meta } : other,
  };
  new Normalizer(writer, created?.args ?? [], meta, logReport, false, write)
    .follow(slot, synced);
}

/**
 * Gives a list that another tab has received the rows that were written here
 * before that tab can have heard of them.
 *
 * @param writer holds the list
 * @param key of its table
 * @param pk of the list
 * @param knownUntil what was confirmed here before that, the other tab knew
 * @param from the other tab, if the list has what that wrote
 */
export function completeList(
  writer: EntityWriter,
  key: string,
  pk: string,
  knownUntil: number,
  from?: number,
): void {
  const delegate = delegateAt(writer, knownUntil);
  for (const list of collectionsOf(delegate, key, pk)) {
    addChanges(list, delegate, pk, knownUntil, from);
    list.addConfirmed(delegate, pk, knownUntil, from);
  }
}

/** Makes changes of members in a list that was not stored here when they were made. */
function addChanges(
  list: ListSchema,
  delegate: Normalizer,
  pk: string,
  knownUntil: number,
  tab: number | undefined,
): void {
  for (const change of delegate.confirmedChanges) {
    const { members, from, began, until } = change;
    const meta = delegate.getEntityMeta(list.key, pk)!;
    if (
      until > knownUntil && (from === undefined || from !== tab) &&
      change.list === nameOfLists(list) &&
      change.listsOf!(delegate, pk).includes(pk) &&
      !hasChange(meta, members!, began, from, -Infinity)
    ) delegate.changeMembers(list as any, pk, members!, change);
  }
}

/**
 * Puts members of a list that another tab has changed where they belong by what
 * is known here.
 *
 * @param writer holds the list, and the rows
 * @param key of its table
 * @param pk of the list
 * @param members those that the other tab has put somewhere
 * @param heard when that was heard
 */
export function placeMembers(
  writer: EntityWriter,
  key: string,
  pk: string,
  members: readonly unknown[],
  heard: number,
): void {
  const delegate = delegateAt(writer, heard);
  for (const list of collectionsOf(delegate, key, pk)) {
    list.place(delegate, pk, members);
  }
}

/** Whether a stored list follows writes of its rows. */
export function isFollowed(
  writer: EntityWriter,
  key: string,
  pk: string,
): boolean {
  return collectionsOf(delegateAt(writer, 0), key, pk).length > 0;
}

function delegateAt(writer: EntityWriter, date: number): Normalizer {
  const meta = { fetchedAt: date, date, expiresAt: 0 };
  return new Normalizer(writer, [], meta, logReport, false);
}

/** The Collections of a stored list. */
function collectionsOf(
  delegate: Normalizer,
  key: string,
  pk: string,
): ListSchema[] {
  const all = [...delegate.collections?.values() ?? []].flatMap((
    one,
  ) => [...one]);
  return [...new Set(all)].filter((list) =>
    list.key === key && list.listsOf(delegate, null).includes(pk)
  );
}

/** Whether responses of a schema say what somebody changed. */
function changes(schema: any): boolean {
  return Array.isArray(schema)
    ? schema.some(changes)
    : isInvalidate(schema) || isObject(schema?.collection);
}

/** What somebody changed, if nothing but the times are known. */
export function writeBy(
  { fetchedAt, date, confirmedAt = date }: EntityMeta,
): Write {
  return {
    began: fetchedAt || date,
    until: confirmedAt,
    sent: {},
    existence: "seen",
    changed: new Map(),
  };
}

/** Schemas with a table but without `pk` take a bare primary key. */
function isInvalidation(schema: any): boolean {
  return typeof schema.normalize === "function" &&
    schema.key !== undefined && schema.pk === undefined;
}
