// deno-lint-ignore-file no-explicit-any -- scalars and cells are of any type
import { Collection } from "./collection.ts";
import type {
  EntityInterface,
  IDenormalizeDelegate,
  INormalizeDelegate,
  IQueryDelegate,
  Mergeable,
  RecurseQueryKey,
  SchemaSimple,
} from "./contract.ts";
import { usablePk } from "./entity_plan.ts";
import {
  missingCellPk,
  missingLens,
  notACell,
  unboundScalar,
} from "./errors.ts";
import type { MergeHooks } from "./entity_types.ts";
import type { SchemaTypes } from "./inference.ts";
import { isObject } from "./is_object.ts";
import { mergeHooks } from "./merge.ts";
import { getOwn, setOwn } from "./own.ts";

/** The options of a {@linkcode Scalar}. */
export interface ScalarOptions {
  /** Tells from the arguments of an endpoint which of the values they ask for; `undefined` for none. */
  readonly lens: (args: readonly any[]) => string | number | null | undefined;
  /** Name of the kind of scalar. */
  readonly key: string;
  /** The entity that cells belong to; needed only outside of an entity's fields. */
  readonly entity?: EntityInterface | undefined;
}

/**
 * A value that depends on the request, such as a share in the portfolio that
 * was asked for. Entities refer to it; what it is under each lens is stored in
 * cells of its own, so switching the lens needs no new entities.
 *
 * @example
 * ```ts
 * import { Collection, createClient, Entity, RestEndpoint, Scalar } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * const portfolio = new Scalar({
 *   lens: (args) => args[0]?.portfolio,
 *   key: "portfolio",
 * });
 * class Company extends Entity {
 *   id = "";
 *   name = "";
 *   share = 0;
 *   static override key = "Company";
 *   static override schema = { share: portfolio };
 * }
 * const getCompanies = new RestEndpoint({
 *   path: "/companies",
 *   searchParams: {} as { portfolio: string },
 *   // one list for all portfolios
 *   schema: new Collection([Company], { argsKey: () => ({}) }),
 * });
 *
 * await using client = createClient();
 * const shareIn = (portfolio: string) =>
 *   client.read(getCompanies, { portfolio }).data?.[0]?.share;
 * await client.setResponse(getCompanies, { portfolio: "A" }, [{ id: "1", share: 0.4 }]);
 * await client.setResponse(getCompanies, { portfolio: "B" }, [{ id: "1", share: 0.1 }]);
 * assertEquals([shareIn("A"), shareIn("B")], [0.4, 0.1]);
 * ```
 */
export class Scalar implements SchemaSimple, Mergeable {
  /** In types only. */
  declare readonly "~types": SchemaTypes<
    Record<string, any>,
    Record<string, any> | undefined,
    string,
    readonly any[]
  >;

  /** Name of the table of cells. */
  readonly key: string;
  /** The entity that cells belong to outside of an entity's fields. */
  readonly entity: EntityInterface | undefined;
  /** The lens as text; a dimension of what is read. */
  readonly lensSelector: (args: readonly any[]) => string | undefined;
  private readonly cellKeys: CellKeys = new CellKeys();

  /**
   * Makes a kind of scalar.
   *
   * @param options lens and name of the kind, and the entity for use outside of an entity's fields
   */
  constructor({ lens, key, entity }: ScalarOptions) {
    // not beside the class, which every bundle would have for it
    if (!Scalar.prototype.merge) Object.assign(Scalar.prototype, mergeHooks);
    this.key = `Scalar(${key})`;
    this.entity = entity;
    this.lensSelector = (args) => {
      const value = lens(args);
      return value === undefined || value === null ? undefined : String(value);
    };
  }

  /** Every value is one, also texts, numbers and `null`. */
  get acceptsPrimitives(): true {
    return true;
  }

  /** Cells are stored apart from the entities. */
  get isStoredApart(): true {
    return true;
  }

  /**
   * Stores a field of an entity in the cell of the lens, and gives a marker
   * that is the same under every lens; without a lens it reports the field.
   * Elsewhere stores a cell with all its columns, and gives its key.
   *
   * @throws {SchemaError} for a cell without a lens, one that is none or one that belongs to no entity
   */
  normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    parentEntity?: any,
  ): any {
    return isField(input, parent, key, delegate, parentEntity)
      ? this.normalizeField(parent, String(key), parentEntity, delegate)
      : this.normalizeCell(input, parent, key, delegate);
  }

  /** The column of the cell under the lens of the read; cells by their key; other values as they are. */
  denormalize(input: any, delegate: IDenormalizeDelegate): any {
    if (isCellMarker(input)) return this.columnOf(input, delegate);
    return isCellKeyOf(this.entity, input)
      ? delegate.getEntity(this.key, input)
      : input;
  }

  /** The cells of the lens that arguments ask for. */
  queryKey(
    args: readonly any[],
    _recurse: RecurseQueryKey,
    delegate: IQueryDelegate,
  ): any {
    const lens = this.lensSelector(args);
    if (lens === undefined) return undefined;
    const end = cellKeyEnd(lens);
    const cells = Array.from(delegate.getEntities(this.key)?.keys() ?? [])
      .filter((pk) => pk.slice(pk.lastIndexOf(DELIMITER)) === end)
      .map((pk) => delegate.getEntity(this.key, pk))
      .filter(isObject);
    return cells.length === 0 ? undefined : cells;
  }

  /**
   * The primary key of the entity that a cell belongs to: the name in the map
   * that holds the cell, or what `pk` of the entity says.
   *
   * @param input the cell
   * @param parent what contains it
   * @param key where in `parent` it is
   * @param args arguments of the endpoint
   */
  entityPk(
    input: any,
    parent: any,
    key: any,
    args: readonly any[],
  ): string | number | undefined {
    return isMemberOf(parent, key, input)
      ? key
      : this.entity?.pk(input, parent, key, args);
  }

  /**
   * The primary key of the cell of an entity under the lens that arguments ask for, if they do.
   *
   * @internal
   */
  cellFor(
    entityKey: string,
    pk: string,
    args: readonly any[],
  ): string | undefined {
    const lens = this.lensSelector(args);
    return lens === undefined
      ? undefined
      : this.cellKeys.of(entityKey, pk, lens);
  }

  /** The name of the table. */
  toJSON(): unknown {
    return { key: this.key };
  }

  /** Stores the value of a field of an entity, and with the first of its fields the others. */
  protected normalizeField(
    parent: any,
    field: string,
    { key, schema }: any,
    delegate: INormalizeDelegate,
  ): CellMarker | undefined {
    const { args } = delegate;
    const lens = this.lensSelector(args);
    if (lens === undefined) {
      const cause = missingLens(this.key, args);
      const { message } = cause;
      delegate.report?.({ message, cause, place: `${key}.${field}` });
      return undefined;
    }
    const pk = delegate.parentPk!;
    const marker: CellMarker = [pk, field, key];
    // objects in the entity have fields of their own
    const isMember = parent === delegate.parentRow && schema?.[field] === this;
    const fields = isMember ? schema : { [field]: this };
    const columns = {};
    let isFirst = false;
    for (const name in fields) {
      const value = fields[name] === this ? getOwn(parent, name) : undefined;
      if (value === undefined) continue;
      isFirst ||= name === field;
      if (!isFirst) return marker;
      setOwn(columns, name, value);
    }
    delegate.mergeEntity(this, this.cellKeys.of(key, pk, lens), columns);
    return marker;
  }

  /** Stores a cell with all its columns. */
  protected normalizeCell(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
  ): any {
    const { entity } = this;
    if (entity === undefined) throw unboundScalar(this.key);
    if (input === null || isCellKeyOf(entity, input)) return input;
    if (typeof input !== "object" || Array.isArray(input)) {
      throw notACell(this.key, input);
    }
    const { args } = delegate;
    const pk = usablePk(this.entityPk(input, parent, key, args));
    if (pk === undefined) throw missingCellPk(this.key, input);
    const cell = cellKey(entity.key, pk, this.lensToWrite(args));
    delegate.mergeEntity(this, cell, { ...input });
    return cell;
  }

  /** The value of a field for the lens of a read. */
  protected columnOf(
    [pk, field, entityKey]: CellMarker,
    delegate: IDenormalizeDelegate,
  ): any {
    const lens = delegate.argsKey(this.lensSelector);
    if (lens === undefined) return undefined;
    const cell = this.cellKeys.of(entityKey, pk, lens);
    return getOwn(delegate.getEntity(this.key, cell), field);
  }

  /** The lens of a response. */
  protected lensToWrite(args: readonly any[]): string {
    const lens = this.lensSelector(args);
    if (lens === undefined) throw missingLens(this.key, args);
    return lens;
  }
}

/** The hooks of merging take whole cells: by default columns are ordered as the fields of entities are. */
export interface Scalar extends MergeHooks {}

/** Whether a value is a field of an entity, or of an object in one; items of lists are cells. */
function isField(
  input: any,
  parent: any,
  key: any,
  delegate: INormalizeDelegate,
  parentEntity: any,
): boolean {
  return parentEntity !== undefined && delegate.parentPk !== undefined &&
    !(parentEntity instanceof Collection) &&
    isMemberOf(parent, key, input);
}

function isMemberOf(parent: any, key: any, value: any): boolean {
  return isObject(parent) && key !== undefined && !Array.isArray(parent) &&
    Object.hasOwn(parent, key) && Object.is(parent[key], value);
}

/** Stands between the parts of a cell's key. */
const DELIMITER = "|";

/**
 * The stored form of a field that is a {@linkcode Scalar}: the cells that hold
 * its value, one for each lens.
 */
export type CellMarker = readonly [
  entityPk: string,
  field: string,
  entityKey: string,
];

/** The primary key of a cell; a different one for each entity and lens, whatever characters they hold. */
export function cellKey(entityKey: string, pk: string, lens: string): string {
  return cellKeyStart(entityKey) + pk + cellKeyEnd(lens);
}

/**
 * Gives primary keys of cells. The fields of an entity share a cell, so the
 * same key is asked for several times in a row.
 */
export class CellKeys {
  #entityKey: string | undefined;
  #start = "";
  #pk: string | undefined;
  #lens: string | undefined;
  #end = "";
  #key = "";

  /** The primary key of a cell. */
  of(entityKey: string, pk: string, lens: string): string {
    if (
      pk === this.#pk && lens === this.#lens && entityKey === this.#entityKey
    ) return this.#key;
    if (entityKey !== this.#entityKey) {
      this.#entityKey = entityKey;
      this.#start = cellKeyStart(entityKey);
    }
    if (lens !== this.#lens) {
      this.#lens = lens;
      this.#end = cellKeyEnd(lens);
    }
    this.#pk = pk;
    return this.#key = this.#start + pk + this.#end;
  }
}

/** How the primary keys of all cells of a lens end, and those of no other lens. */
function cellKeyEnd(lens: string): string {
  return DELIMITER + withoutDelimiter(lens);
}

function cellKeyStart(entityKey: string): string {
  return withoutDelimiter(entityKey) + DELIMITER;
}

/** Only the primary key in the middle may contain the delimiter. */
function withoutDelimiter(part: string): string {
  return part.includes(DELIMITER) || part.includes("%")
    ? part.replaceAll("%", "%25").replaceAll(DELIMITER, "%7C")
    : part;
}

/** Whether a stored value is a marker, not a value from before the field became a Scalar. */
function isCellMarker(value: unknown): value is CellMarker {
  return Array.isArray(value) && value.length === 3 &&
    value.every((part) => typeof part === "string");
}

/** Whether a stored value is the primary key of a cell of an entity. */
function isCellKeyOf(
  entity: EntityInterface | undefined,
  value: unknown,
): value is string {
  if (entity === undefined || typeof value !== "string") return false;
  const start = cellKeyStart(entity.key);
  return value.startsWith(start) &&
    value.lastIndexOf(DELIMITER) >= start.length;
}
