// deno-lint-ignore-file no-explicit-any -- responses are untyped here; Denormalize types them
import type {
  EntityTableView,
  IDenormalizeDelegate,
  INormalizeDelegate,
  IQueryDelegate,
  RecurseQueryKey,
} from "./contract.ts";
import { itemsOf, normalizeItems, readItems } from "./array.ts";
import { missingArgument } from "./errors.ts";
import type { SchemaTypes } from "./inference.ts";
import { isObject } from "./is_object.ts";
import { PolymorphicSchema, type SchemaAttribute } from "./polymorphic.ts";
import type {
  AllAttribute,
  AllDefinition,
  ChoiceOf,
} from "./polymorphic_types.ts";

/**
 * What all rows of a table are read by: one member of the mapping, or several to choose among.
 *
 * @internal
 */
interface TableMembers {
  readonly key: string;
  readonly names: readonly string[];
}

/**
 * Every entity of a kind in the cache, as a list in the order they came in.
 *
 * @example
 * ```ts
 * import { All, createClient, Entity, Query } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Ship extends Entity {
 *   id = "";
 *   draft = 0;
 *   static override key = "Ship";
 * }
 * const deepShips = new Query(
 *   new All(Ship),
 *   (ships, { min = 0 }: { min?: number } = {}) =>
 *     ships.filter((ship) => ship.draft >= min),
 * );
 *
 * await using client = createClient();
 * await client.set(Ship, { id: "7" }, { id: "7", draft: 9 });
 * await client.set(Ship, { id: "8" }, { id: "8", draft: 4 });
 * assertEquals(client.get(deepShips, { min: 6 })?.map(({ id }) => id), ["7"]);
 * ```
 *
 * @typeParam Definition an Entity, a Union, or a mapping from attribute values to Entities
 */
export class All<Definition extends AllDefinition = any>
  extends PolymorphicSchema {
  /** In types only. */
  declare readonly "~types": SchemaTypes<
    ChoiceOf<Definition>[],
    ChoiceOf<Definition>[] | undefined,
    undefined,
    [] | [args: any]
  >;

  /** References of all tables by the primary keys of each. */
  private readonly memory: ListMemory<readonly any[]> = new ListMemory();

  /**
   * Makes a list of everything of a kind.
   *
   * @param definition an Entity, a Union, or a mapping from attribute values to Entities
   * @param schemaAttribute for a mapping: name of the property that holds a key of it, or a
   * function `(value, parent, key)` that returns one
   * @throws {SchemaError} for a mapping without `schemaAttribute`
   */
  constructor(
    definition: Definition,
    ...schemaAttribute: AllAttribute<Definition>
  ) {
    const [attribute] = schemaAttribute;
    super(definition, attribute as SchemaAttribute | undefined);
    if (this.isSingleSchema && !hasTable(definition)) {
      throw missingArgument("All", "schemaAttribute");
    }
  }

  /** The value comes from the tables, whatever is stored where it stands. */
  get isLive(): true {
    return true;
  }

  /** Stores the entities of a list; a list itself is not stored. */
  override normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    _parentEntity?: any,
  ): undefined {
    // a table that exists tells an empty result from none
    for (const table of this.tables()) delegate.createTable(table.key);
    normalizeItems(
      input,
      (item) => this.normalizeValue(item, parent, key, delegate),
      delegate,
    );
  }

  /** All rows of the tables; for a list that was not stored, its items. */
  override denormalize(input: any, delegate: IDenormalizeDelegate): any {
    const references = input === undefined
      ? this.references((key) => delegate.getEntities(key)) ?? []
      : itemsOf(input);
    const items = this.isSingleSchema
      ? delegate.unvisitItems!(this.schema, references)
      : readItems(references, (item) => this.denormalizeMember(item, delegate));
    return items.includes(null) ? items.filter((item) => item !== null) : items;
  }

  /** References to all rows; `INVALID` if nothing of the kind was ever stored. */
  queryKey(
    _args: readonly any[],
    _recurse: RecurseQueryKey,
    delegate: IQueryDelegate,
  ): any {
    return this.references((key) => delegate.getEntities(key)) ??
      delegate.INVALID;
  }

  /** Returns the definition. */
  toJSON(): unknown {
    return { all: this.schema };
  }

  /** It stands for rows that are stored elsewhere, in a table. */
  protected override get "~role"(): "table" {
    return "table";
  }

  /** Only what an entity is stored of is in the cache. */
  protected denormalizeMember(item: any, delegate: IDenormalizeDelegate): any {
    if (!isObject(item)) return undefined;
    return this.isReference(item) || this.keyOfPartial(item) !== undefined
      ? this.denormalizeValue(item, delegate)
      : undefined;
  }

  /** References to the rows of all tables, each row once; `undefined` if there is no table. */
  protected references(
    tableUnder: (key: string) => EntityTableView | undefined,
  ): readonly any[] | undefined {
    const lists: (readonly any[])[] = [];
    const schemas: (string | undefined)[] = [];
    for (const { key, names } of this.tables()) {
      const table = tableUnder(key);
      if (table === undefined) continue;
      const isChosen = names.length > 1;
      lists.push(
        isChosen
          ? this.chosenReferencesIn(table, names)
          : table.keyList ?? Array.from(table.keys()),
      );
      schemas.push(isChosen ? undefined : names[0]);
    }
    if (this.isSingleSchema || lists.length === 0) return lists[0];
    return this.memory.of(lists, () =>
      lists.flatMap((list, index) => {
        const schema = schemas[index];
        return schema === undefined ? list : list.map((id) => ({ id, schema }));
      }));
  }

  /** References to the rows of a table that several members of the mapping share. */
  protected chosenReferencesIn(
    table: EntityTableView,
    names: readonly string[],
  ): readonly any[] {
    const references = [];
    for (const [id, row] of table.entries()) {
      if (typeof row !== "object") continue;
      const schema = this.keyOfPartial(row, id);
      if (names.includes(schema!)) references.push({ id, schema });
    }
    return references;
  }

  /** The tables of all members, in order of declaration; without names for a single schema. */
  protected tables(): readonly TableMembers[] {
    if (this.isSingleSchema) return [{ key: this.schema.key, names: [] }];
    const tables = new Map<string, string[]>();
    for (const [name, { key }] of Object.entries<any>(this.schema)) {
      tables.set(key, [...tables.get(key) ?? [], name]);
    }
    return Array.from(tables, ([key, names]) => ({ key, names }));
  }
}

function hasTable(schema: any): boolean {
  return schema !== null && schema !== undefined &&
    typeof schema.pk === "function" && typeof schema.key === "string";
}

/**
 * Remembers what was made of lists that never change, as long as somebody
 * holds the first of them: the same lists give the same result.
 */
export class ListMemory<Output> {
  readonly #results = new WeakMap<
    readonly any[],
    { readonly lists: readonly (readonly any[])[]; readonly result: Output }
  >();

  /**
   * @param lists what the result is made of; at least one
   * @param make makes the result
   */
  of(lists: readonly (readonly any[])[], make: () => Output): Output {
    const known = this.#results.get(lists[0]!);
    if (
      known !== undefined && known.lists.length === lists.length &&
      known.lists.every((list, index) => list === lists[index])
    ) return known.result;
    const result = make();
    this.#results.set(lists[0]!, { lists, result });
    return result;
  }
}
