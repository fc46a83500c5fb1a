// deno-lint-ignore-file no-explicit-any -- responses and schemas are untyped here
import { normalizeArray } from "./array.ts";
import type {
  DataReport,
  EntityMeta,
  EntityRow,
  EntityTableView,
  EntityValue,
  EntityWriter,
  INormalizeDelegate,
  Mergeable,
  NormalizedField,
} from "./contract.ts";
import { usablePk } from "./entity_pk.ts";
import { countOf, sharedWith } from "./merge.ts";
import { writeIndexes } from "./normalize_indexes.ts";
import { PendingEntities, type PendingEntity } from "./normalize_pending.ts";
import { PendingTable } from "./normalize_table.ts";
import { INVALID } from "./invalid.ts";
import { normalizeObject } from "./object.ts";
import { setOwn } from "./own.ts";
import type { Reporter } from "./report.ts";
import { FailedVisit, setErrorPlace } from "./place_in_response.ts";
import {
  isValidator,
  type StandardSchema,
  validateOnWrite,
} from "./standard_schema.ts";
import { TableMap } from "./table_map.ts";
import { createTemporaryPk } from "./temporary_pk.ts";

/**
 * One walk over a response. What it finds is held back until
 * {@linkcode NormalizePass.write}, so that several occurrences of an entity
 * are combined before the store's record is taken into account.
 */
export class NormalizePass implements INormalizeDelegate {
  readonly args: readonly any[];
  readonly meta: EntityMeta;
  parentPk: string | undefined = undefined;

  readonly #writer: EntityWriter;
  readonly #report: Reporter;
  #response: unknown;
  readonly #tables = new TableMap<PendingEntities>();
  /** In the order of their first write, which becomes the order in the table. */
  readonly #written: PendingEntity[] = [];
  #parentEntity: any = undefined;
  #isCreating = false;
  #temporaryPks = 0;
  /** Indexed fields that were reported missing. */
  #warned: Set<string> | undefined = undefined;
  /** Entities around the value being visited. */
  #depth = 0;
  /** Entities whose fields wait for the stack to be free; grows while it is worked off. */
  readonly #putOff: PutOff[] = [];
  #failed: FailedVisit | undefined = undefined;

  constructor(
    writer: EntityWriter,
    args: readonly any[],
    meta: EntityMeta,
    report: Reporter,
  ) {
    this.#report = report;
    this.#writer = writer;
    this.args = args;
    this.meta = meta;
  }

  /** Visits a response as a whole. What is thrown meanwhile knows its place. */
  visitResponse(schema: any, input: any): any {
    this.#response = input;
    try {
      const result = this.visit(schema, input, input, undefined);
      for (const { schema, pk, row, fields, parentEntity } of this.#putOff) {
        this.#parentEntity = parentEntity;
        this.visitAndMerge(schema, pk, row, fields);
      }
      return result;
    } catch (error) {
      if (this.#failed?.error === error) {
        setErrorPlace(error, this.#failed?.placeIn(input));
      }
      throw error;
    }
  }

  visit(schema: any, value: any, parent: any, key: any): any {
    if (value === undefined || !schema) return value;
    if (typeof value !== "object" || value === null) {
      return this.#visitPrimitive(schema, value, parent, key);
    }
    // validators of texts may have a method of this name too
    if (isValidator(schema)) {
      return this.#validate(schema, value, key);
    }
    if (typeof schema.normalize === "function") {
      return this.#visitBy(schema, value, parent, key);
    }
    if (typeof schema !== "object") return value;
    if (Array.isArray(schema)) {
      return normalizeArray(schema, value, parent, key, this);
    }
    return normalizeObject(schema, value, this);
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
    schema: Mergeable,
    pk: string,
    row: EntityRow,
    fields: readonly NormalizedField[],
  ): void {
    if (fields.length > 0) {
      if (this.#depth === MAX_DEPTH) {
        this.#putOff.push({
          schema,
          pk,
          row,
          fields,
          parentEntity: this.#parentEntity,
        });
        return;
      }
      this.#visitFields(pk, row, fields);
    }
    this.mergeEntity(schema, pk, row);
  }

  mergeInput(
    schema: Mergeable,
    pk: string,
    input: EntityRow,
    isOwned: boolean,
  ): void {
    const pending = this.#pending(schema.key, pk);
    if (pending.isWritten) {
      const row = pending.rowOf(schema);
      if (row !== undefined && sharedWith(row, input) >= 0) return;
      pending.merge(schema, isOwned ? input : { ...input });
      return;
    }
    this.#written.push(pending);
    const stored = this.#writer.getEntity(schema.key, pk);
    const isStored = typeof stored === "object" &&
      sharedWith(stored, input) === countOf(stored);
    pending.merge(schema, isStored ? stored : isOwned ? input : { ...input });
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
    const failed = this.#failed;
    const place = failed !== undefined && failed.error === report.cause
      ? failed.placeIn(this.#response)
      : undefined;
    this.#report({ place, ...report });
  }

  checkLoop(key: string, pk: string, input: object): boolean {
    return this.#pending(key, pk).isVisited(input);
  }

  mergeEntity(schema: Mergeable, pk: string, incoming: EntityRow): void {
    this.#toWrite(schema.key, pk).merge(schema, incoming);
  }

  setEntity(
    schema: Pick<Mergeable, "key" | "indexes">,
    pk: string,
    row: EntityRow,
    meta: EntityMeta = this.meta,
  ): void {
    this.#toWrite(schema.key, pk).overwrite(schema as Mergeable, row, meta);
  }

  changeMembers(
    schema: Mergeable,
    pk: string,
    change: (existing: any) => any,
  ): void {
    this.#toWrite(schema.key, pk).changeMembers(schema, change);
  }

  invalidate(schema: { readonly key: string }, pk: string): void {
    this.#toWrite(schema.key, pk).merge(schema as Mergeable, INVALID);
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    const pending = this.#find(key, pk);
    return pending?.isWritten
      ? pending.result(this.#writer, this.meta)?.value
      : this.#writer.getEntity(key, String(pk));
  }

  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    const pending = this.#find(key, pk);
    return pending?.isWritten
      ? pending.result(this.#writer, this.meta)?.meta
      : this.#writer.getEntityMeta(key, String(pk));
  }

  getEntities(key: string): EntityTableView | undefined {
    const stored = this.#writer.getEntities(key);
    const pending = this.#tables.get(key);
    return pending === undefined
      ? stored
      : new PendingTable(stored, pending, this.#writer, this.meta);
  }

  getIncoming(key: string, pk: string): EntityValue | undefined {
    const pending = this.#find(key, pk);
    return pending?.isWritten ? pending.incoming : undefined;
  }

  createTable(key: string): void {
    this.#writer.createTable(key);
  }

  /** Merges everything that was found with the store. */
  write(): void {
    const writer = this.#writer;
    for (const pending of this.#written) {
      const merged = pending.result(writer, this.meta);
      if (merged === undefined) continue;
      const { key, pk, indexes } = pending;
      const existing = indexes && writer.getEntity(key, pk);
      writer.setEntity(key, pk, merged.value, merged.meta);
      if (indexes !== undefined) {
        writeIndexes(
          writer,
          key,
          pk,
          indexes,
          existing,
          merged.value,
          this.#warned ??= new Set(),
        );
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
        if (
          value === undefined &&
          (schema.isLive === true || schema.isStoredApart === true)
        ) {
          delete row[name];
        } else {
          setOwn(row, name, value);
        }
      }
    } finally {
      this.parentPk = parentPk;
      this.#isCreating = isCreating;
      this.#depth--;
    }
  }

  #visitPrimitive(schema: any, value: any, parent: any, key: any): any {
    if (schema.acceptsPrimitives === true) {
      return this.#visitBy(schema, value, parent, key);
    }
    if (value === null) return null;
    if (isValidator(schema)) return this.#validate(schema, value, key);
    // a primary key that is known already
    return typeof schema.pk === "function" && (value || value === 0) &&
        usablePk(value) !== undefined
      ? String(value)
      : value;
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
      validateOnWrite(schema, value, place(key));
    } catch (error) {
      this.#leave(error, value, key);
      throw error;
    }
    return value;
  }

  #leave(error: unknown, value: unknown, key: unknown): void {
    let failed = this.#failed;
    // what is thrown may be undefined
    if (failed === undefined || failed.error !== error) {
      this.#failed = failed = new FailedVisit(error);
    }
    failed.left(value, key);
  }

  /** The entry to write to; takes its place in the order of writes. */
  #toWrite(key: string, pk: string): PendingEntity {
    const pending = this.#pending(key, pk);
    if (!pending.isWritten) this.#written.push(pending);
    return pending;
  }

  /** The entry of a primary key, made if there is none; schemas without types may give a number. */
  #pending(key: string, pk: string): PendingEntity {
    const table = this.#tables.get(key) ??
      this.#tables.add(key, new PendingEntities(key));
    return table.at(String(pk));
  }

  /** The entry of a primary key that was met before. */
  #find(key: string, pk: string): PendingEntity | undefined {
    return this.#tables.get(key)?.get(String(pk));
  }
}

/** Entities are visited this deep at once; more could overflow the stack. */
const MAX_DEPTH = 64;

/** What is left to do for an entity. */
interface PutOff {
  readonly schema: Mergeable;
  readonly pk: string;
  readonly row: EntityRow;
  readonly fields: readonly NormalizedField[];
  readonly parentEntity: any;
}

/** Names the position of a value that has no entity around it. */
function place(key: unknown): string {
  return key === undefined ? "the response" : `member ${String(key)}`;
}
