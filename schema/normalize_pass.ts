// deno-lint-ignore-file no-explicit-any -- responses and schemas are untyped here
import { normalizeArray } from "./array.ts";
import type {
  DataReport,
  EntityMeta,
  EntityRow,
  EntitySlot,
  EntityTableView,
  EntityValue,
  EntityWriter,
  INormalizeDelegate,
  Mergeable,
  NormalizedField,
} from "./contract.ts";
import { usablePk } from "./entity_plan.ts";
import { isDevelopment } from "./environment.ts";
import { INVALID, isInvalid } from "./invalid.ts";
import { isObject } from "./is_object.ts";
import { type Merged, mergeRecord } from "./merge.ts";
import { changeMembers, type MembershipChange } from "./merge_membership.ts";
import { normalizeObject } from "./object.ts";
import { getOwn, setOwn } from "./own.ts";
import { errorPlace, ErrorPlaces } from "./place_in_response.ts";
import type { Reporter } from "./report.ts";
import { isSameObject } from "./same_value.ts";
import {
  isValidator,
  type StandardSchema,
  validateOnWrite,
} from "./standard_schema.ts";
import { createTemporaryPk, unanswered } from "./temporary_pk.ts";

/** Times of records that came without, such as rows of a foreign state. */
const UNKNOWN_META: EntityMeta = Object.freeze({
  fetchedAt: 0,
  date: 0,
  expiresAt: 0,
});

/** Entities are visited this deep at once; more could overflow the stack. */
const MAX_DEPTH = 64;

/**
 * What a pass brings for one primary key: all occurrences combined. The record
 * in the store counts once, when the pass is done or somebody asks for the row.
 */
class PendingEntity {
  /** The last schema that wrote; `undefined` as long as nothing was written. */
  schema: Mergeable | undefined = undefined;
  indexes: readonly string[] | undefined = undefined;
  value: EntityValue | undefined = undefined;
  /** Whether the value belongs to the response, so that only a copy may be stored. */
  isShared = false;
  /** What is done to the members of a list, after the value. */
  changes: MembershipChange[] | undefined = undefined;
  /** In place of what is stored: a record, or `null` if that counts no more. */
  base: Merged | null | undefined = undefined;
  /** The first input object that was visited, and the others. */
  input: object | undefined = undefined;
  inputs: Set<object> | undefined = undefined;
  /** What is left in the store; computed when asked for. */
  merged: Merged | undefined = undefined;

  /**
   * @param key the table
   * @param pk the primary key
   * @param slot what is stored
   */
  constructor(
    readonly key: string,
    readonly pk: string,
    readonly slot: EntitySlot,
  ) {}

  /** Adds an occurrence. */
  merge(schema: Mergeable, incoming: EntityValue, meta: EntityMeta): void {
    const { value, schema: known } = this;
    if (isInvalid(value)) {
      // deleted and written again: only a tombstone in the store still counts
      if (!isInvalid(this.#below()?.value)) this.base = null;
    } else if (
      this.changes !== undefined ||
      value !== undefined && !isInvalid(incoming) && known !== schema
    ) {
      this.base = this.result(meta);
      this.changes = undefined;
    } else if (value !== undefined && !isInvalid(incoming)) {
      incoming = schema.merge(value, incoming);
    }
    this.value = incoming;
    this.touch(schema);
  }

  /** Notes who wrote last. */
  touch(schema: Mergeable): void {
    if (schema !== this.schema && schema.indexes !== undefined) {
      this.indexes = this.indexes === undefined
        ? schema.indexes
        : [...new Set([...this.indexes, ...schema.indexes])];
    }
    this.schema = schema;
    this.merged = undefined;
  }

  /** What the pass leaves in the store; `undefined` where there is nothing to change. */
  result(meta: EntityMeta): Merged | undefined {
    if (this.merged !== undefined) return this.merged;
    const { value } = this;
    const below = this.#below();
    let merged = value === undefined
      ? below
      : below
      ? mergeRecord(this.schema!, below.value, below.meta, value, meta)
      : { value, meta };
    for (const change of this.changes ?? []) {
      if (!merged || isInvalid(merged.value)) break;
      merged = changeMembers(merged.value, merged.meta, change, meta);
    }
    if (merged && this.isShared && merged.value === value) {
      merged = { value: { ...value as EntityRow }, meta: merged.meta };
    }
    return this.merged = merged ?? undefined;
  }

  #below(): Merged | null | undefined {
    const { base, slot } = this;
    if (base !== undefined) return base;
    const { value, meta } = slot;
    if (value === undefined) return undefined;
    return meta === undefined
      ? { value: value as EntityValue, meta: UNKNOWN_META }
      : slot as Merged;
  }
}

/** An entity whose fields wait for the stack to be free. */
interface PutOff {
  readonly pending: PendingEntity;
  readonly schema: Mergeable;
  readonly row: EntityRow;
  readonly fields: readonly NormalizedField[];
  readonly parentEntity: any;
}

/**
 * One walk over a response. What it finds is written when the walk is over, so
 * that several occurrences of an entity are combined before the store's record
 * is taken into account.
 */
export class NormalizePass implements INormalizeDelegate {
  parentPk: string | undefined = undefined;

  readonly #writer: EntityWriter;
  readonly #report: Reporter;
  readonly #isStrict: boolean;
  /** Everything that was found. */
  readonly #found: PendingEntity[] = [];
  /** Tables that are to exist, also without rows. */
  readonly #created: string[] = [];
  /** In the order of their first write, which becomes the order in the table. */
  readonly #written: PendingEntity[] = [];
  #parentEntity: any = undefined;
  #isCreating = false;
  #temporaryPks = 0;
  /** Entities around the value being visited. */
  #depth = 0;
  /** Grows while it is worked off. */
  readonly #putOff: PutOff[] = [];
  #response: unknown = undefined;
  #places: ErrorPlaces | undefined = undefined;
  /** Why rows of lists were left out. */
  readonly #refusals: unknown[] = [];
  /** Indexed fields that were reported missing. */
  readonly #warned = new Set<string>();

  /**
   * @param writer takes what was found; to be discarded if anything throws
   * @param args arguments of the endpoint
   * @param meta times of the response
   * @param report takes what is left out
   * @param isStrict whether no row of a list is left out
   */
  constructor(
    writer: EntityWriter,
    readonly args: readonly any[],
    readonly meta: EntityMeta,
    report: Reporter,
    isStrict: boolean,
  ) {
    this.#writer = writer;
    this.#report = report;
    this.#isStrict = isStrict;
  }

  /**
   * Visits a response, then writes what was found. What is thrown meanwhile
   * knows its place.
   *
   * @returns the response with references in place of entities
   */
  store(schema: any, input: any): any {
    this.#response = input;
    this.#isCreating = unanswered.has(input);
    try {
      const result = this.visit(schema, input, input, undefined);
      for (
        const { pending, schema, row, fields, parentEntity } of this.#putOff
      ) {
        this.#parentEntity = parentEntity;
        this.visitAndMerge(pending, schema, row, fields);
      }
      for (const error of this.#refusals) {
        this.report({ message: leftOutText(error), cause: error });
      }
      this.#write();
      return result;
    } catch (error) {
      this.#leave(error);
      throw error;
    } finally {
      for (const { slot } of this.#found) slot.pending = undefined;
    }
  }

  visit(schema: any, value: any, parent: any, key: any): any {
    if (value === undefined || !schema) return value;
    if (!isObject(value) && schema.acceptsPrimitives !== true) {
      if (value === null) return null;
      if (isValidator(schema)) return this.#validate(schema, value, key);
      // a primary key that is known already
      return typeof schema.pk === "function" && value !== false &&
          usablePk(value) !== undefined
        ? String(value)
        : value;
    }
    // validators of texts may have a method of this name too
    if (isValidator(schema)) return this.#validate(schema, value, key);
    if (typeof schema.normalize === "function") {
      return this.#visitBy(schema, value, parent, key);
    }
    if (typeof schema !== "object") return value;
    return Array.isArray(schema)
      ? normalizeArray(schema, value, parent, key, this)
      : normalizeObject(schema, value, this);
  }

  visitItems(
    items: readonly any[],
    visit: (item: any, index: number) => any,
    isStrict = false,
  ): any[] {
    const result: any[] = [];
    let refusals: unknown[] | undefined;
    for (let index = 0; index < items.length; index++) {
      try {
        result.push(visit(items[index], index));
      } catch (error) {
        if (isStrict || this.#isStrict || !isRefusal(error)) throw error;
        this.#leave(error);
        (refusals ??= []).push(error);
      }
    }
    if (refusals !== undefined) {
      // where no row is as the schema says, it is the schema that is wrong
      if (refusals.length === items.filter((item) => item != null).length) {
        throw refusals[0];
      }
      for (const error of refusals) this.#refusals.push(error);
    }
    return result;
  }

  visitCreating(visit: () => any): any {
    const outer = this.#isCreating;
    this.#isCreating = true;
    try {
      return visit();
    } finally {
      this.#isCreating = outer;
    }
  }

  visitAndMerge(
    pending: PendingEntity,
    schema: Mergeable,
    row: EntityRow,
    fields: readonly NormalizedField[],
  ): void {
    if (this.#depth === MAX_DEPTH) {
      const parentEntity = this.#parentEntity;
      this.#putOff.push({ pending, schema, row, fields, parentEntity });
      return;
    }
    if (fields.length > 0) this.#visitFields(pending.pk, row, fields);
    this.mergeEntity(schema, pending.pk, row, false, pending);
  }

  temporaryPk(key: string): string | undefined {
    if (!this.#isCreating) return undefined;
    const { firstFetchedAt, fetchedAt, date } = this.meta;
    const stamp = (firstFetchedAt ?? fetchedAt) || date;
    let pk: string;
    do {
      pk = createTemporaryPk(stamp, this.#temporaryPks++);
    } while (this.getEntity(key, pk) !== undefined);
    return pk;
  }

  report(report: DataReport): void {
    this.#report({ place: errorPlace(report.cause), ...report });
  }

  enter(key: string, pk: string, input: object): PendingEntity | undefined {
    const pending = this.#at(key, pk);
    if (pending.input === undefined) pending.input = input;
    else if (pending.input === input || pending.inputs?.has(input)) return;
    else (pending.inputs ??= new Set()).add(input);
    return pending;
  }

  checkLoop(key: string, pk: string, input: object): boolean {
    return this.enter(key, pk, input) === undefined;
  }

  mergeEntity(
    schema: Mergeable,
    pk: string,
    incoming: EntityValue,
    isShared = false,
    pending: PendingEntity = this.#at(schema.key, pk),
  ): void {
    // many entities of a response contain the same one
    if (
      isShared && pending.schema === schema &&
      isSameObject(pending.value as EntityRow, incoming as EntityRow)
    ) return;
    if (pending.schema === undefined) this.#written.push(pending);
    pending.merge(schema, incoming, this.meta);
    pending.isShared = isShared && pending.value === incoming;
  }

  setEntity(
    schema: Pick<Mergeable, "key" | "indexes">,
    pk: string,
    row: EntityRow,
    meta: EntityMeta = this.meta,
  ): void {
    const pending = this.#at(schema.key, pk);
    if (pending.schema === undefined) this.#written.push(pending);
    pending.base = { value: row, meta };
    pending.value = pending.changes = undefined;
    pending.touch(schema as Mergeable);
  }

  changeMembers(
    schema: Mergeable,
    pk: string,
    change: (existing: any) => any,
  ): void {
    const pending = this.#at(schema.key, pk);
    if (isInvalid(pending.value)) return;
    if (pending.schema === undefined) this.#written.push(pending);
    (pending.changes ??= []).push(change);
    pending.touch(schema);
  }

  invalidate(schema: { readonly key: string }, pk: string): void {
    this.mergeEntity(schema as Mergeable, pk, INVALID);
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    return this.#resultAt(key, pk)?.value as EntityValue | undefined;
  }

  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    return this.#resultAt(key, pk)?.meta;
  }

  getIncoming(key: string, pk: string): EntityValue | undefined {
    const pending = this.#slotOf(key, pk).pending as PendingEntity | undefined;
    return pending?.value ?? pending?.base?.value;
  }

  getEntities(key: string): EntityTableView | undefined {
    const writer = this.#writer;
    const stored = writer.getEntities(key);
    const isHere = (pending: PendingEntity) => pending.key === key;
    if (!this.#written.some(isHere)) return stored;
    const newKeys = () =>
      this.#written.filter(isHere)
        .filter(({ slot }) => slot.value === undefined)
        .map(({ pk }) => pk);
    const entries = (): [pk: string, value: EntityValue][] => {
      const known = Array.from(stored?.entries() ?? [], ([pk]) => pk);
      return [...known, ...newKeys()].flatMap((pk) => {
        const value = this.getEntity(key, pk);
        return value === undefined ? [] : [[pk, value]];
      });
    };
    return {
      // unlike any other: the pass is not done
      revision: {},
      lineage: stored?.lineage,
      get newKeys() {
        return newKeys();
      },
      keys: () => entries().map(([pk]) => pk),
      entries,
    };
  }

  createTable(key: string): void {
    this.#created.push(key);
  }

  /** Writes everything that was found, merged with the store, unless a hook of a class throws. */
  #write(): void {
    const writer = this.#writer;
    for (const pending of this.#written) pending.result(this.meta);
    for (const key of this.#created) writer.createTable(key);
    for (const pending of this.#written) {
      const { merged, slot, indexes } = pending;
      if (merged === undefined) continue;
      const existing = slot.value as EntityValue | undefined;
      writer.put(slot, merged.value, merged.meta);
      if (indexes !== undefined) {
        this.#writeIndexes(pending, indexes, existing, merged.value);
      }
    }
  }

  #visitFields(
    pk: string,
    row: EntityRow,
    fields: readonly NormalizedField[],
  ): void {
    const { parentPk } = this;
    const isCreating = this.#isCreating;
    this.parentPk = pk;
    this.#isCreating = false;
    this.#depth++;
    try {
      for (let index = 0; index < fields.length; index++) {
        const { name, schema } = fields[index]!;
        if (!Object.hasOwn(row, name)) continue;
        const value = this.visit(schema, row[name], row, name);
        if (value === undefined && (schema.isLive || schema.isStoredApart)) {
          delete row[name];
        } else setOwn(row, name, value);
      }
    } finally {
      this.parentPk = parentPk;
      this.#isCreating = isCreating;
      this.#depth--;
    }
  }

  #visitBy(schema: any, value: any, parent: any, key: any): any {
    const parentEntity = this.#parentEntity;
    if (typeof schema.pk === "function") this.#parentEntity = schema;
    try {
      return schema.normalize(value, parent, key, this, parentEntity);
    } catch (error) {
      this.#leave(error, value, key);
      throw error;
    } finally {
      this.#parentEntity = parentEntity;
    }
  }

  #validate(schema: StandardSchema, value: any, key: any): any {
    try {
      validateOnWrite(
        schema,
        value,
        key === undefined ? "the response" : `member ${String(key)}`,
      );
    } catch (error) {
      this.#leave(error, value, key);
      throw error;
    }
    return value;
  }

  /** Notes that an error leaves a value; by default the response. */
  #leave(error: unknown, ...visited: [value?: unknown, key?: unknown]): void {
    this.#places ??= new ErrorPlaces(this.#response);
    this.#places.leave(error, ...visited);
  }

  /** The entry of a primary key; made if there is none. */
  #at(key: string, pk: string): PendingEntity {
    const slot = this.#slotOf(key, pk);
    let pending = slot.pending as PendingEntity | undefined;
    if (pending === undefined) {
      slot.pending = pending = new PendingEntity(key, String(pk), slot);
      this.#found.push(pending);
    }
    return pending;
  }

  #slotOf(key: string, pk: string): EntitySlot {
    // custom schemas without types may give a number
    return this.#writer.slotOf(key, String(pk));
  }

  /** What is stored for a primary key, as this pass leaves it. */
  #resultAt(key: string, pk: string): Merged | EntitySlot | undefined {
    const slot = this.#slotOf(key, pk);
    const pending = slot.pending as PendingEntity | undefined;
    return pending?.schema === undefined ? slot : pending.result(this.meta);
  }

  /** Points the indexed values of a row that was written at its primary key. */
  #writeIndexes(
    { key, pk }: PendingEntity,
    fields: readonly string[],
    existing: EntityValue | undefined,
    value: EntityValue,
  ): void {
    if (isInvalid(value)) return;
    for (const field of fields) {
      if (!Object.hasOwn(value, field) && isDevelopment()) {
        warnOfMissing(key, field, value, this.#warned);
      }
      const after = indexedValue(value, field);
      if (
        after !== undefined &&
        (after !== indexedValue(existing, field) ||
          this.#writer.getIndex(key, field, after) === undefined)
      ) this.#writer.setIndex(key, field, after, pk);
    }
  }
}

/** The text under which a field's value is found; `undefined` when a row has no value there. */
export function indexedValue(row: unknown, field: string): string | undefined {
  const value = getOwn(row, field);
  return value === undefined || value === null ? undefined : String(value);
}

function warnOfMissing(
  key: string,
  field: string,
  row: EntityRow,
  warned: Set<string>,
): void {
  const index = `${key}.${field}`;
  if (warned.has(index)) return;
  warned.add(index);
  console.warn(
    `The index ${index} cannot be kept: a row of ${key} has no own field ` +
      `"${field}". Remove it from static indexes, or add the field in process(). ` +
      `Fields: ${Object.keys(row).join(", ")}`,
  );
}

/** Whether an error says that a value is not as its schema says. */
function isRefusal(error: unknown): boolean {
  return isObject(error) && error.status === 400;
}

function leftOutText(error: unknown): string {
  const { message } = error as Error;
  return isDevelopment()
    ? `A row was left out of its list, the others are stored: ${message} ` +
      "Correct the response, or what the class asks for. With the option " +
      "strict: true the response is refused as a whole."
    : `A row was left out: ${message}`;
}
