// deno-lint-ignore-file no-explicit-any -- Denormalize types what is read
import type {
  IDenormalizeDelegate,
  INormalizeDelegate,
  IQueryDelegate,
  RecurseQueryKey,
  Schema,
  SchemaSimple,
} from "./contract.ts";
import type {
  Denormalize,
  IsAny,
  Normalize,
  SchemaArgs,
  SchemaTypes,
} from "./inference.ts";
import { membersOf } from "./object.ts";

/**
 * A value derived from what another schema gives: filtered, sorted, grouped or
 * joined. It is derived again only when that changes.
 *
 * @example
 * ```ts
 * import { All, createClient, Entity, Query } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Ship extends Entity {
 *   id = "";
 *   name = "";
 *   draft = 0;
 *   static override key = "Ship";
 * }
 * const shipsByName = new Query(
 *   new All(Ship),
 *   (ships, { min = 0 }: { min?: number } = {}) =>
 *     ships
 *       .filter((ship) => ship.draft >= min)
 *       .sort((a, b) => a.name.localeCompare(b.name)),
 * );
 *
 * await using client = createClient();
 * await client.set(Ship, { id: "7" }, { id: "7", name: "Maud", draft: 9 });
 * await client.set(Ship, { id: "8" }, { id: "8", name: "Fram", draft: 8 });
 * const ships = client.get(shipsByName, { min: 5 });
 * assertEquals(ships?.map(({ name }) => name), ["Fram", "Maud"]);
 * ```
 *
 * @typeParam S the schema that is derived from
 * @typeParam Process the function that derives
 */
export class Query<
  S extends Schema = any,
  // any as the default would leave the function's parameters without a type
  // before TypeScript 6
  Process extends (value: Denormalize<S>, ...args: any[]) => any = (
    value: Denormalize<S>,
    ...args: any[]
  ) => any,
> implements SchemaSimple {
  /** In types only. */
  declare readonly "~types": SchemaTypes<
    ReturnType<Process>,
    ReturnType<Process> | undefined,
    Normalize<S>,
    QueryArgs<S, Process>
  >;
  /** The schema that is derived from. */
  readonly schema: S;
  /** Derives the value; must not change its arguments. */
  readonly process: Process;

  /**
   * Makes a derived value.
   *
   * @param schema a schema that can be queried, or an object of such
   * @param process takes what the schema gives, and the arguments of the query; never called for
   * values that are absent, `null` or deleted; must not change its arguments
   */
  constructor(schema: S, process: Process) {
    this.schema = schema;
    this.process = process;
  }

  /** If the schema that it is derived from needs no stored value, neither does this. */
  get isLive(): boolean {
    return (this.schema as { isLive?: boolean } | undefined)?.isLive === true;
  }

  /** Normalizes by the schema that the query is derived from. */
  normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    _parentEntity?: any,
  ): any {
    return delegate.visit(this.schema, input, parent, key);
  }

  /** The derived value. */
  denormalize(input: any, delegate: IDenormalizeDelegate): any {
    return delegate.derive(this, this.schema, input, this.process);
  }

  /** The query key of the schema that the query is derived from; `undefined` if no member of an object is stored. */
  queryKey(
    args: readonly any[],
    recurse: RecurseQueryKey,
    _delegate: IQueryDelegate,
  ): any {
    const key = recurse(this.schema, args);
    const members = membersOf(this.schema);
    return members &&
        !Object.keys(members).some((name) =>
          key[name] !== undefined && key[name] !== members[name]
        )
      ? undefined
      : key;
  }

  /** Returns the schema that is derived from. */
  toJSON(): unknown {
    return { query: this.schema };
  }
}

/**
 * Arguments of a {@linkcode Query}: what the function takes besides the value,
 * and what the schema is queried by.
 */
export type QueryArgs<S, Process> = Process extends
  (value: any, ...args: infer Own) => any
  ? Own extends [] ? SchemaArgs<S> : JoinedArgs<Own, SchemaArgs<S>>
  : SchemaArgs<S>;

/**
 * Arguments that serve both takers of a {@linkcode Query}: its function and its
 * schema. Those that the schema requires are required; of those that it takes,
 * the names that it declares are taken in addition to those of the function.
 */
export type JoinedArgs<
  Own extends readonly any[],
  OfSchema extends readonly any[],
> = [] extends OfSchema ? {
    [Index in keyof Own]: Index extends "0" ? WithNames<Own[Index], OfSchema[0]>
      : Own[Index];
  }
  : Required<
    {
      [Index in keyof Own]: Index extends keyof OfSchema
        ? Own[Index] & Exclude<OfSchema[Index], string | number>
        : Own[Index];
    }
  >;

/**
 * An argument of the function, with what the schema may be asked for as well.
 *
 * @internal
 */
type WithNames<Own, OfSchema> = IsAny<Own> extends true ? Own
  : Own extends object
    ? Own & NamesIn<Exclude<OfSchema, string | number | undefined>>
  : Own;

/**
 * Names that are declared, each optional; a schema that takes any declares none.
 *
 * @internal
 */
type NamesIn<Args> = string extends keyof Args ? unknown
  : Record<never, never> extends Args ? Args
  : Partial<Args>;
