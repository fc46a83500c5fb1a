// deno-lint-ignore-file no-explicit-any -- normalized values are untyped here; Denormalize types them
import type {
  IDenormalizeDelegate,
  INormalizeDelegate,
  IQueryDelegate,
  RecurseQueryKey,
  Schema,
  SchemaSimple,
} from "./contract.ts";
import type { All } from "./all.ts";
import { isDevelopment } from "./environment.ts";
import type {
  Denormalize,
  DenormalizeNullable,
  Normalize,
  SchemaArgs,
  SchemaTypes,
} from "./inference.ts";
import type { ChoiceReference } from "./polymorphic_types.ts";

/**
 * A relation that is stored but not resolved: readers see the reference, and
 * resolve it where they need it.
 *
 * @example
 * ```ts
 * import { createClient, Entity, Lazy } from "@tessera/client";
 * import { assert, assertEquals } from "@std/assert";
 *
 * class Room extends Entity {
 *   id = "";
 *   static override key = "Room";
 * }
 * class Department extends Entity {
 *   id = "";
 *   rooms: string[] = [];
 *   static override key = "Department";
 *   static override schema = { rooms: new Lazy([Room]) };
 * }
 *
 * await using client = createClient();
 * await client.set(Department, { id: "7" }, { id: "7", rooms: [{ id: "4" }] });
 * const { rooms } = client.get(Department, { id: "7" })!;
 * assertEquals(rooms, ["4"]);
 * // in a component: useQuery(Department.schema.rooms.query, rooms)
 * const [room] = client.get(Department.schema.rooms.query, rooms)!;
 * assert(room instanceof Room);
 * ```
 *
 * @typeParam S the schema of the relation
 */
export class Lazy<S extends Schema = any> implements SchemaSimple {
  /** In types only. */
  declare readonly "~types": SchemaTypes<
    Normalize<S>,
    Normalize<S> | undefined,
    Normalize<S>
  >;
  /** The schema of the relation. */
  readonly schema: S;
  /** Resolves the relation: takes what the schema is queried by, or the reference itself. */
  readonly query: LazyQuery<S>;

  /**
   * Makes a relation.
   *
   * @param schema the schema of the relation
   */
  constructor(schema: S) {
    if (isDevelopment() && isThunk(schema)) console.warn(schemaInFunction);
    this.schema = schema;
    this.query = new LazyQuery(schema);
  }

  /** Normalizes by the schema of the relation. */
  normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    _parentEntity?: any,
  ): any {
    return delegate.visit(this.schema, input, parent, key);
  }

  /** Ids are references to the relation too. */
  get acceptsPrimitives(): true {
    return true;
  }

  /** The reference as it is stored. */
  denormalize(input: any, _delegate: IDenormalizeDelegate): any {
    return input;
  }

  /** A reference cannot be asked for; see {@linkcode Lazy.query}. */
  queryKey(): undefined {
    return undefined;
  }

  /** Returns the schema of the relation. */
  toJSON(): unknown {
    return { lazy: this.schema };
  }
}

const schemaInFunction =
  "new Lazy(() => schema): the function is taken for a deserializer, so its values are stored as they come. " +
  "Lazy takes the schema itself. Where files import each other, assign static schema once both classes exist.";

/** An arrow function without parameters has nothing to deserialize. */
function isThunk(schema: unknown): boolean {
  return typeof schema === "function" && schema.length === 0 &&
    !("prototype" in schema);
}

/**
 * The schema that resolves a {@linkcode Lazy} relation in a query: its member
 * `query`.
 *
 * @example
 * ```ts
 * import { Entity, Lazy } from "@tessera/client";
 * import { MemoCache } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * class Room extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Room";
 * }
 * const rooms = new Lazy([Room]);
 *
 * const state = { entities: { Room: { "4": { id: "4", name: "Chart room" } } } };
 * const { data } = new MemoCache().query(rooms.query, [["4"]], state);
 * assertEquals(Array.isArray(data) && data[0]?.name, "Chart room");
 * ```
 *
 * @typeParam S the schema of the relation
 */
export class LazyQuery<S extends Schema = any> implements SchemaSimple {
  /** Tells the class from others of its shape; only in types. */
  declare protected readonly relation?: S;
  /** In types only. */
  declare readonly "~types": SchemaTypes<
    Denormalize<S>,
    DenormalizeNullable<S>,
    Normalize<S>,
    LazyArgs<S>
  >;
  /** The schema of the relation. */
  readonly schema: S;

  /**
   * Makes what resolves a relation; usually as `query` of a Lazy.
   *
   * @param schema the schema of the relation
   */
  constructor(schema: S) {
    this.schema = schema;
  }

  /** Normalizes by the schema of the relation. */
  normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    _parentEntity?: any,
  ): any {
    return delegate.visit(this.schema, input, parent, key);
  }

  /** The value that the reference stands for. */
  denormalize(input: any, delegate: IDenormalizeDelegate): any {
    return delegate.unvisit(this.schema, input);
  }

  /** Schemas with a table are asked by their own arguments; otherwise the argument is the reference. */
  queryKey(
    args: readonly any[],
    recurse: RecurseQueryKey,
    _delegate: IQueryDelegate,
  ): any {
    const { key, queryKey } = this.schema as {
      key?: unknown;
      queryKey?: unknown;
    };
    return typeof queryKey === "function" && key !== undefined
      ? recurse(this.schema, args)
      : args[0];
  }

  /** Returns the schema of the relation. */
  toJSON(): unknown {
    return { lazy: this.schema };
  }
}

/**
 * Arguments that resolve a {@linkcode Lazy} relation: those of schemas with a
 * table, otherwise the stored value.
 */
export type LazyArgs<S> = S extends { readonly key: string } ? SchemaArgs<S>
  // everything is stored nowhere, so a list of references says what is meant
  : S extends All<infer Definition>
    ? [references: readonly ChoiceReference<Definition>[]]
  : [reference: Normalize<S>];
