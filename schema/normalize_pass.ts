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
import { createTemporaryPk, unanswered, usablePk } from "./entity_plan.ts";
import { isDevelopment } from "./environment.ts";
import { INVALID, isInvalid } from "./invalid.ts";
import { isObject } from "./is_object.ts";
import {
  beginningOf,
  confirmationOf,
  type Merged,
  mergeHooks,
  orderOf,
} from "./merge.ts";
import { changeMembers } from "./merge_membership.ts";
import { normalizeObject } from "./object.ts";
import { getOwn, setOwn } from "./own.ts";
import { errorPlace, notePlace, placesIn } from "./place_in_response.ts";
import type { Reporter } from "./report.ts";
import { isSameValue } from "./same_value.ts";
import { isValidator, validateOnWrite } from "./standard_schema.ts";

/** Times of records that came without, such as rows of a foreign state. */
const UNKNOWN_META: EntityMeta = Object.freeze({
  fetchedAt: 0,
  date: 0,
  expiresAt: 0,
});

/** Entities are visited this deep at once; more could overflow the stack. */
const MAX_DEPTH = 64;

/**
 * One walk over a response, which writes as it goes. Whoever owns the writer
 * takes everything back if it throws.
 */
export class NormalizePass implements INormalizeDelegate {
  parentPk: string | undefined;
  parentRow: EntityRow | undefined;

  readonly #writer: EntityWriter;
  readonly #report: Reporter;
  readonly #isStrict: boolean;
  /** Entities of which it is known what was visited. */
  readonly #entered: EntitySlot[] = [];
  #parentEntity: any;
  /** The depth at which entities are created that may have temporary primary keys. */
  #creatingDepth = -1;
  #temporaryPks = 0;
  /** Entities around the value being visited. */
  #depth = 0;
  /** Entities whose fields wait for the stack to be free. Grows while it is worked off. */
  readonly #putOff: (() => void)[] = [];
  #response: unknown;
  /** Each object of the response; looked for when something is thrown. */
  #places: ReadonlyMap<unknown, string> | undefined;
  /** Rows of which hooks of an application have taken nothing yet. */
  readonly #kept = new Set<EntitySlot>();
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
   * Visits a response and writes what it finds. What is thrown meanwhile knows
   * its place.
   *
   * @returns the response with references in place of entities
   */
  store(schema: any, input: any): any {
    this.#response = input;
    if (unanswered.has(input)) this.#creatingDepth = 0;
    try {
      const result = this.visit(schema, input, input, undefined);
      for (const visitFields of this.#putOff) visitFields();
      for (const error of this.#refusals) {
        this.report({ message: leftOutText(error), cause: error });
      }
      return result;
    } finally {
      for (const slot of this.#entered) slot.visited = undefined;
    }
  }

  visit(schema: any, value: any, parent: any, key: any): any {
    if (value === undefined || !schema) return value;
    if (
      (typeof value !== "object" || value === null) &&
      schema.acceptsPrimitives !== true
    ) {
      if (value === null) return null;
      if (!isValidator(schema)) {
        // a primary key that is known already
        return typeof schema.pk === "function" && value !== false &&
            usablePk(value) !== undefined
          ? String(value)
          : value;
      }
    }
    const parentEntity = this.#parentEntity;
    try {
      // first, for validators of texts may have a method normalize
      if (isValidator(schema)) {
        const where = key === undefined ? "the response" : `member ${key}`;
        validateOnWrite(schema, value, where);
        return value;
      }
      if (typeof schema.normalize === "function") {
        if (typeof schema.pk === "function") this.#parentEntity = schema;
        return schema.normalize(value, parent, key, this, parentEntity);
      }
      if (typeof schema !== "object") return value;
      return Array.isArray(schema)
        ? normalizeArray(schema, value, parent, key, this)
        : normalizeObject(schema, value, this);
    } catch (error) {
      this.#leave(error, value);
      throw error;
    } finally {
      this.#parentEntity = parentEntity;
    }
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
        this.#leave(error, items[index]);
        if (isStrict || this.#isStrict || !isRefusal(error)) throw error;
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
    const outer = this.#creatingDepth;
    this.#creatingDepth = this.#depth;
    try {
      return visit();
    } finally {
      this.#creatingDepth = outer;
    }
  }

  visitAndMerge(
    slot: EntitySlot,
    schema: Mergeable,
    row: EntityRow,
    fields: readonly NormalizedField[],
  ): void {
    if (this.#depth < MAX_DEPTH) {
      this.#visitFields(slot, schema, row, fields);
      return;
    }
    const parentEntity = this.#parentEntity;
    this.#putOff.push(() => {
      this.#parentEntity = parentEntity;
      this.#visitFields(slot, schema, row, fields);
    });
  }

  temporaryPk(key: string): string | undefined {
    if (this.#creatingDepth !== this.#depth) return undefined;
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

  enter(key: string, pk: string, input: object): EntitySlot | undefined {
    const slot = this.#writer.slotOf(key, pk);
    const { visited } = slot;
    if (visited === undefined) {
      slot.visited = input;
      this.#entered.push(slot);
    } else if (visited instanceof Set) {
      if (visited.has(input)) return undefined;
      visited.add(input);
    } else if (visited === input) return undefined;
    else slot.visited = new Set([visited, input]);
    return slot;
  }

  checkLoop(key: string, pk: string, input: object): boolean {
    return this.enter(key, pk, input) === undefined;
  }

  mergeEntity(
    schema: Mergeable,
    pk: string,
    incoming: EntityValue,
    isShared = false,
    slot: EntitySlot = this.#writer.slotOf(schema.key, pk),
  ): void {
    const { meta } = this;
    const existing = slot.value as EntityValue | undefined;
    const existingMeta = slot.meta ?? UNKNOWN_META;
    if (existing !== undefined) {
      if (typeof existing === "symbol") {
        // of one pass the last write wins
        if (
          existingMeta !== meta &&
          (typeof incoming === "symbol"
            ? confirmationOf(existingMeta) > confirmationOf(meta)
            // only requests that began after a deletion was confirmed bring a row back
            : beginningOf(meta) < confirmationOf(existingMeta))
        ) return;
      } else if (typeof incoming !== "symbol") {
        const order = orderOf(schema);
        const merged = order === undefined
          ? this.#mergeByHooks(slot, schema, existing, existingMeta, incoming)
          : order(existing, existingMeta, incoming, meta);
        this.#put(slot, schema, merged.value, merged.meta);
        return;
      }
    }
    this.#put(slot, schema, isShared ? { ...incoming as any } : incoming, meta);
  }

  setEntity(
    schema: Pick<Mergeable, "key" | "indexes">,
    pk: string,
    row: EntityRow,
    meta: EntityMeta = this.meta,
  ): void {
    this.#put(this.#writer.slotOf(schema.key, pk), schema, row, meta);
  }

  changeMembers(
    schema: Mergeable,
    pk: string,
    change: (existing: any) => any,
  ): void {
    const slot = this.#writer.slotOf(schema.key, pk);
    const existing = slot.value as EntityValue | undefined;
    if (existing === undefined || isInvalid(existing)) return;
    const { value, meta } = changeMembers(
      existing,
      slot.meta ?? UNKNOWN_META,
      change,
      this.meta,
    );
    this.#put(slot, schema, value, meta);
  }

  invalidate(schema: { readonly key: string }, pk: string): void {
    this.mergeEntity(schema as Mergeable, pk, INVALID);
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    return this.#writer.getEntity(key, pk);
  }

  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    return this.#writer.getEntityMeta(key, pk);
  }

  getEntities(key: string): EntityTableView | undefined {
    return this.#writer.getEntities(key);
  }

  createTable(key: string): void {
    this.#writer.createTable(key);
  }

  #put(
    slot: EntitySlot,
    { key, indexes }: Pick<Mergeable, "key" | "indexes">,
    value: EntityValue,
    meta: EntityMeta,
  ): void {
    const existing = slot.value;
    this.#writer.put(slot, value, meta);
    if (indexes !== undefined && !isInvalid(value)) {
      this.#writeIndexes(key, slot.pk, indexes, existing, value);
    }
  }

  #visitFields(
    slot: EntitySlot,
    schema: Mergeable,
    row: EntityRow,
    fields: readonly NormalizedField[],
  ): void {
    const { parentPk, parentRow } = this;
    this.parentPk = slot.pk;
    this.parentRow = row;
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
      this.parentRow = parentRow;
      this.#depth--;
    }
    this.mergeEntity(schema, slot.pk, row, false, slot);
  }

  /**
   * Asks the hooks of an application what becomes of a row. Once they have
   * taken something of this pass, `merge` adds what else the pass has of it,
   * unless the application decides about that, too.
   */
  #mergeByHooks(
    slot: EntitySlot,
    schema: Mergeable,
    existing: EntityRow,
    existingMeta: EntityMeta,
    incoming: EntityRow,
  ): Merged {
    const { meta } = this;
    if (
      existingMeta === meta && !this.#kept.has(slot) &&
      schema.mergeWithStore === mergeHooks.mergeWithStore
    ) {
      return { value: schema.merge(existing, incoming), meta };
    }
    const versions = [existingMeta, meta, existing, incoming] as const;
    const merged = schema.mergeWithStore(...versions);
    if (merged === existing) this.#kept.add(slot);
    else this.#kept.delete(slot);
    return {
      value: isSameValue(existing, merged) ? existing : merged,
      meta: schema.mergeMetaWithStore(...versions),
    };
  }

  /** Notes that an error leaves a value. */
  #leave(error: unknown, value: unknown): void {
    if (errorPlace(error) !== undefined) return;
    this.#places ??= placesIn(this.#response);
    notePlace(error, this.#places.get(value));
  }

  /** Points the indexed values of a row that was written at its primary key. */
  #writeIndexes(
    key: string,
    pk: string,
    fields: readonly string[],
    existing: unknown,
    value: EntityRow,
  ): void {
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
