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
import { hasOwnDecision, type Merged, mergeRecord, orderOf } from "./merge.ts";
import { changeMembers } from "./merge_membership.ts";
import { normalizeObject } from "./object.ts";
import { getOwn, setOwn } from "./own.ts";
import { errorPlace, ErrorPlaces } from "./place_in_response.ts";
import type { Reporter } from "./report.ts";
import {
  isValidator,
  type StandardSchema,
  validateOnWrite,
} from "./standard_schema.ts";

/** Times of records that came without, such as rows of a foreign state. */
const UNKNOWN_META: EntityMeta = Object.freeze({
  fetchedAt: 0,
  date: 0,
  expiresAt: 0,
});

/** Entities are visited this deep at once; more could overflow the stack. */
const MAX_DEPTH = 64;

/** An entity whose fields wait for the stack to be free. */
interface PutOff {
  readonly slot: EntitySlot;
  readonly schema: Mergeable;
  readonly row: EntityRow;
  readonly fields: readonly NormalizedField[];
  readonly parentEntity: any;
}

/** A record as it was before a pass, and all that the pass brings for it. */
type Decision = Merged & { readonly incoming: EntityRow };

/** Several objects of a response that are the same entity. */
class Inputs extends Set<object> {}

/**
 * One walk over a response, which writes as it goes. Whoever owns the writer
 * takes everything back if it throws.
 */
export class NormalizePass implements INormalizeDelegate {
  parentPk: string | undefined = undefined;

  readonly #writer: EntityWriter;
  readonly #report: Reporter;
  readonly #isStrict: boolean;
  /** Entities of which it is known what was visited. */
  readonly #entered: EntitySlot[] = [];
  #parentEntity: any = undefined;
  #isCreating = false;
  #temporaryPks = 0;
  /** Entities around the value being visited. */
  #depth = 0;
  /** Grows while it is worked off. */
  readonly #putOff: PutOff[] = [];
  #response: unknown = undefined;
  #places: ErrorPlaces | undefined = undefined;
  /** What hooks of the application decided, who decide again on what comes next. */
  #decisions: Map<EntitySlot, Decision> | undefined = undefined;
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
    this.#isCreating = unanswered.has(input);
    try {
      const result = this.visit(schema, input, input, undefined);
      for (
        const { slot, schema, row, fields, parentEntity } of this.#putOff
      ) {
        this.#parentEntity = parentEntity;
        this.visitAndMerge(slot, schema, row, fields);
      }
      for (const error of this.#refusals) {
        this.report({ message: leftOutText(error), cause: error });
      }
      return result;
    } catch (error) {
      this.#leave(error);
      throw error;
    } finally {
      for (const slot of this.#entered) slot.visited = undefined;
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
    const outer = this.#isCreating;
    this.#isCreating = true;
    try {
      return visit();
    } finally {
      this.#isCreating = outer;
    }
  }

  visitAndMerge(
    slot: EntitySlot,
    schema: Mergeable,
    row: EntityRow,
    fields: readonly NormalizedField[],
  ): void {
    if (this.#depth === MAX_DEPTH) {
      const parentEntity = this.#parentEntity;
      this.#putOff.push({ slot, schema, row, fields, parentEntity });
      return;
    }
    if (fields.length > 0) this.#visitFields(slot.pk, row, fields);
    this.mergeEntity(schema, slot.pk, row, false, slot);
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

  enter(key: string, pk: string, input: object): EntitySlot | undefined {
    const slot = this.#writer.slotOf(key, pk);
    const { visited } = slot;
    if (visited === undefined) {
      slot.visited = input;
      this.#entered.push(slot);
    } else if (visited instanceof Inputs) {
      if (visited.has(input)) return undefined;
      visited.add(input);
    } else if (visited === input) return undefined;
    else slot.visited = new Inputs([visited, input]);
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
    let existing = slot.value as EntityValue | undefined;
    const order = existing && orderOf(schema);
    let existingMeta = slot.meta ?? UNKNOWN_META;
    let decision: Decision | undefined;
    if (
      order === null && !isInvalid(incoming) &&
      hasOwnDecision(schema, existingMeta, this.meta)
    ) {
      const before = this.#decisions?.get(slot);
      if (before !== undefined) {
        ({ value: existing, meta: existingMeta } = before);
        incoming = schema.merge(before.incoming, incoming);
      }
      decision = { value: existing!, meta: existingMeta, incoming };
    }
    const { value, meta } = mergeRecord(
      schema,
      existing,
      existingMeta,
      incoming,
      this.meta,
      order,
    );
    const own = isShared && value === incoming ? { ...value as any } : value;
    this.#put(slot, schema, own, meta);
    if (decision && existingMeta !== this.meta) {
      (this.#decisions ??= new Map()).set(slot, decision);
    }
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
    this.#decisions?.delete(slot);
    this.#writer.put(slot, value, meta);
    if (indexes !== undefined && !isInvalid(value)) {
      this.#writeIndexes(key, slot.pk, indexes, existing, value);
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
      this.#leave(error, value);
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
      this.#leave(error, value);
      throw error;
    }
    return value;
  }

  /** Notes that an error leaves a value; by default the response. */
  #leave(error: unknown, value?: unknown): void {
    this.#places ??= new ErrorPlaces(this.#response);
    this.#places.leave(error, value);
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
