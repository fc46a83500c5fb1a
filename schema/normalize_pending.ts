import type {
  EntityMeta,
  EntityReader,
  EntityRow,
  EntityValue,
  Mergeable,
} from "./contract.ts";
import { isInvalid } from "./invalid.ts";
import { type Merged, mergeRecord } from "./merge.ts";

/** Times of records that came without, such as rows of a foreign state. */
const UNKNOWN_META: EntityMeta = Object.freeze({
  fetchedAt: 0,
  date: 0,
  expiresAt: 0,
});

/**
 * What one pass brings for one primary key: all occurrences combined. The
 * store's own record counts once, when the pass is done or the row is asked for.
 */
export class PendingEntity {
  readonly key: string;
  readonly pk: string;
  /** The schema of the last write. */
  schema: Mergeable | undefined = undefined;
  /** What the pass brought; `undefined` as long as nothing was written. */
  value: EntityValue | undefined = undefined;
  /** What was written before through classes that merge by other rules. */
  earlier: Occurrence[] | undefined = undefined;
  /** Input objects that were visited. */
  #input: object | undefined = undefined;
  #moreInputs: Set<object> | undefined = undefined;
  /** The row was deleted in this pass before it was written: what is stored counts no more. */
  #replaces = false;
  /** Given with a row that overwrites what is stored. */
  #overwriteMeta: EntityMeta | undefined = undefined;
  #merged: Merged | undefined = undefined;

  constructor(key: string, pk: string) {
    this.key = key;
    this.pk = pk;
  }

  /** Whether this input object was visited before; it is from now on. */
  isVisited(input: object): boolean {
    if (this.#input === undefined) {
      this.#input = input;
      return false;
    }
    if (this.#input === input) return true;
    this.#moreInputs ??= new Set();
    if (this.#moreInputs.has(input)) return true;
    this.#moreInputs.add(input);
    return false;
  }

  /** Adds an occurrence; returns whether it is the first. */
  merge(schema: Mergeable, incoming: EntityValue): boolean {
    const { value, schema: known } = this;
    this.#merged = undefined;
    this.schema = schema;
    if (value === undefined) {
      this.value = incoming;
      return true;
    }
    if (isInvalid(value) || isInvalid(incoming)) {
      this.#replaces ||= isInvalid(value);
      this.earlier = undefined;
      this.value = incoming;
    } else if (hasSameRules(known!, schema)) {
      this.value = schema.merge(value, incoming);
    } else {
      (this.earlier ??= []).push({ schema: known!, value });
      this.value = incoming;
    }
    return false;
  }

  /** Replaces whatever there is; returns whether nothing was written before. */
  overwrite(
    schema: Mergeable,
    value: EntityValue,
    meta: EntityMeta,
  ): boolean {
    const isFirst = this.value === undefined;
    this.schema = schema;
    this.value = value;
    this.earlier = undefined;
    this.#overwriteMeta = meta;
    this.#merged = undefined;
    return isFirst;
  }

  /** What the pass alone brought. */
  get incoming(): EntityValue | undefined {
    if (this.earlier === undefined) return this.value;
    let row = this.earlier[0]!.value;
    for (const { schema, value } of this.earlier.slice(1)) {
      row = schema.merge(row, value);
    }
    // only rows follow rows
    return this.schema!.merge(row, this.value as EntityRow);
  }

  /** What the pass leaves in the store; only once something was written. */
  result(store: EntityReader, meta: EntityMeta): Merged {
    return this.#merged ??= this.#merge(store, meta);
  }

  #merge(store: EntityReader, meta: EntityMeta): Merged {
    if (this.#overwriteMeta !== undefined) {
      return { value: this.incoming!, meta: this.#overwriteMeta };
    }
    const existing = store.getEntity(this.key, this.pk);
    if (existing === undefined || this.#replaces && !isInvalid(existing)) {
      return { value: this.incoming!, meta };
    }
    let current: Merged = {
      value: existing,
      meta: store.getEntityMeta(this.key, this.pk) ?? UNKNOWN_META,
    };
    for (const { schema, value } of this.earlier ?? NONE) {
      current = mergeRecord(schema, current.value, current.meta, value, meta);
    }
    return mergeRecord(
      this.schema!,
      current.value,
      current.meta,
      this.value!,
      meta,
    );
  }
}

/** A row as it was written, and the rules by which it merges. */
interface Occurrence {
  readonly schema: Mergeable;
  readonly value: EntityRow;
}

const NONE: readonly Occurrence[] = [];

/** Whether two schemas of one table merge alike, as a summary and a full view usually do. */
function hasSameRules(left: Mergeable, right: Mergeable): boolean {
  return left === right ||
    left.merge === right.merge &&
      left.shouldUpdate === right.shouldUpdate &&
      left.shouldReorder === right.shouldReorder &&
      left.mergeWithStore === right.mergeWithStore &&
      left.mergeMetaWithStore === right.mergeMetaWithStore;
}
