import type {
  EntityMeta,
  EntityReader,
  EntityRow,
  EntityValue,
  Mergeable,
} from "./contract.ts";
import { isInvalid } from "./invalid.ts";
import { mapKeyOf } from "./map_key.ts";
import { type Merged, mergeRecord } from "./merge.ts";
import { changeMembers, type MembershipChange } from "./merge_membership.ts";

/** Times of records that came without, such as rows of a foreign state. */
const UNKNOWN_META: EntityMeta = Object.freeze({
  fetchedAt: 0,
  date: 0,
  expiresAt: 0,
});

/** One thing that a pass does to a record: bring a value, or change the members of a list. */
interface Step {
  readonly schema: Mergeable;
  readonly value: EntityValue | undefined;
  readonly change: MembershipChange | undefined;
}

/** What most entities of a response do without. */
class Rest {
  /** In place of a value. */
  change: MembershipChange | undefined = undefined;
  /** Steps that the last one could not be combined with. */
  earlier: Step[] | undefined = undefined;
  /** Input objects besides the first. */
  inputs: Set<object> | undefined = undefined;
  /** The row was deleted in this pass before it was written: what is stored counts no more. */
  replaces = false;
  /** Given with a row that overwrites what is stored. */
  meta: EntityMeta | undefined = undefined;
}

/**
 * What one pass brings for one primary key: all occurrences combined. The
 * store's own record counts once, when the pass is done or the row is asked for.
 */
export class PendingEntity {
  readonly key: string;
  readonly pk: string;
  #schema: Mergeable | undefined = undefined;
  #value: EntityValue | undefined = undefined;
  #input: object | undefined = undefined;
  #merged: Merged | undefined = undefined;
  #rest: Rest | undefined = undefined;

  constructor(key: string, pk: string) {
    this.key = key;
    this.pk = pk;
  }

  /** Whether anything was written. */
  get isWritten(): boolean {
    return this.#schema !== undefined;
  }

  /** Whether this input object was visited before; it is from now on. */
  isVisited(input: object): boolean {
    if (this.#input === undefined) {
      this.#input = input;
      return false;
    }
    if (this.#input === input) return true;
    const rest = this.#rest ??= new Rest();
    rest.inputs ??= new Set();
    if (rest.inputs.has(input)) return true;
    rest.inputs.add(input);
    return false;
  }

  /** What was written so far, if it is one row and of this schema. */
  rowOf(schema: Mergeable): EntityRow | undefined {
    return this.#schema === schema && !isInvalid(this.#value)
      ? this.#value
      : undefined;
  }

  /** Adds an occurrence. */
  merge(schema: Mergeable, incoming: EntityValue): void {
    const value = this.#value;
    const known = this.#schema;
    this.#merged = undefined;
    if (known !== undefined) {
      if (
        value !== undefined && (isInvalid(value) || isInvalid(incoming))
      ) {
        const rest = this.#rest ??= new Rest();
        rest.replaces ||= isInvalid(value);
        rest.earlier = undefined;
      } else if (value !== undefined && hasSameRules(known, schema)) {
        incoming = schema.merge(value, incoming as EntityRow);
      } else {
        this.#keepStep();
      }
    }
    this.#schema = schema;
    this.#value = incoming;
    if (this.#rest !== undefined) this.#rest.change = undefined;
  }

  /** Adds a change of the members of a list or map. */
  changeMembers(schema: Mergeable, change: MembershipChange): void {
    if (isInvalid(this.#value)) return;
    if (this.isWritten) this.#keepStep();
    this.#merged = undefined;
    this.#schema = schema;
    this.#value = undefined;
    (this.#rest ??= new Rest()).change = change;
  }

  /** Replaces whatever there is. */
  overwrite(schema: Mergeable, value: EntityValue, meta: EntityMeta): void {
    this.#schema = schema;
    this.#value = value;
    const rest = this.#rest ??= new Rest();
    rest.change = undefined;
    rest.earlier = undefined;
    rest.meta = meta;
    this.#merged = undefined;
  }

  /** What the pass alone brought. */
  get incoming(): EntityValue | undefined {
    if (this.#rest?.earlier === undefined) return this.#value;
    let row: EntityValue | undefined = undefined;
    for (const { schema, value, change } of this.#steps()) {
      if (change !== undefined) {
        row = row === undefined ? undefined : change(row);
      } else {
        // only rows follow rows
        row = row === undefined
          ? value
          : schema.merge(row as EntityRow, value as EntityRow);
      }
    }
    return row;
  }

  /** Fields that the schemas of the row index. */
  get indexes(): readonly string[] | undefined {
    const last = this.#schema?.indexes;
    if (this.#rest?.earlier === undefined) return last;
    const all = this.#rest.earlier.flatMap(({ schema }) =>
      schema.indexes ?? []
    );
    return [...new Set([...all, ...(last ?? [])])];
  }

  /** What the pass leaves in the store; `undefined` where there is nothing to change. */
  result(store: EntityReader, meta: EntityMeta): Merged | undefined {
    return this.#merged ??= this.#merge(store, meta);
  }

  #merge(store: EntityReader, meta: EntityMeta): Merged | undefined {
    const rest = this.#rest;
    const existing = rest?.meta === undefined
      ? store.getEntity(this.key, this.pk)
      : undefined;
    if (existing === undefined || rest?.replaces && !isInvalid(existing)) {
      const value = this.incoming;
      return value === undefined
        ? undefined
        : { value, meta: rest?.meta ?? meta };
    }
    const existingMeta = store.getEntityMeta(this.key, this.pk) ?? UNKNOWN_META;
    if (rest?.earlier === undefined && this.#value !== undefined) {
      return mergeRecord(
        this.#schema!,
        existing,
        existingMeta,
        this.#value,
        meta,
      );
    }
    let merged: Merged = { value: existing, meta: existingMeta };
    for (const step of this.#steps()) merged = applyStep(merged, step, meta);
    return merged;
  }

  #steps(): readonly Step[] {
    const last: Step = {
      schema: this.#schema!,
      value: this.#value,
      change: this.#rest?.change,
    };
    return [...this.#rest?.earlier ?? [], last];
  }

  #keepStep(): void {
    const rest = this.#rest ??= new Rest();
    (rest.earlier ??= []).push({
      schema: this.#schema!,
      value: this.#value,
      change: rest.change,
    });
  }
}

/** What one pass brings for one table. */
export class PendingEntities implements Iterable<PendingEntity> {
  readonly key: string;
  /** An update has no more than this one. */
  #first: PendingEntity | undefined = undefined;
  #all: Map<string | number, PendingEntity> | undefined = undefined;

  constructor(key: string) {
    this.key = key;
  }

  /** What was found for a primary key. */
  get(pk: string): PendingEntity | undefined {
    if (this.#all !== undefined) return this.#all.get(mapKeyOf(pk));
    return this.#first?.pk === pk ? this.#first : undefined;
  }

  /** What is found for a primary key is put together here. */
  at(pk: string): PendingEntity {
    const first = this.#first ??= new PendingEntity(this.key, pk);
    if (first.pk === pk) return first;
    const all = this.#all ??= new Map([[mapKeyOf(first.pk), first]]);
    const mapKey = mapKeyOf(pk);
    let pending = all.get(mapKey);
    if (pending === undefined) {
      all.set(mapKey, pending = new PendingEntity(this.key, pk));
    }
    return pending;
  }

  /** In the order in which they were found. */
  [Symbol.iterator](): Iterator<PendingEntity> {
    if (this.#all !== undefined) return this.#all.values();
    return (this.#first === undefined ? [] : [this.#first]).values();
  }
}

function applyStep(
  existing: Merged,
  { schema, value, change }: Step,
  meta: EntityMeta,
): Merged {
  if (change === undefined) {
    return mergeRecord(schema, existing.value, existing.meta, value!, meta);
  }
  return isInvalid(existing.value)
    ? existing
    : changeMembers(existing.value, existing.meta, change, meta);
}

/** Whether two schemas of one table merge alike, as a summary and a full view usually do. */
function hasSameRules(left: Mergeable, right: Mergeable): boolean {
  return left === right ||
    left.merge === right.merge &&
      left.shouldUpdate === right.shouldUpdate &&
      left.shouldReorder === right.shouldReorder &&
      left.mergeWithStore === right.mergeWithStore &&
      left.mergeMetaWithStore === right.mergeMetaWithStore;
}
