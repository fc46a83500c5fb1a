// deno-lint-ignore-file no-explicit-any -- arguments and members are of any type until a Collection types them
import type { ArraySchema } from "./array.ts";
import type { PolymorphicInterface, Schema } from "./contract.ts";
import type {
  Denormalize,
  DenormalizeNullable,
  EntityFields,
  IsAny,
  SchemaTypes,
} from "./inference.ts";
import type { Comparator } from "./list_order.ts";
import type { Values } from "./values.ts";

/**
 * Arguments of a {@linkcode Collection} that does not say which: parameters,
 * and a body for changes.
 */
export type DefaultArgs =
  | []
  | [params: Record<string, any>]
  | [params: Record<string, any>, body: any];

/**
 * A schema that a {@linkcode Collection} can be made of: a list, a map, or a
 * schema of that shape.
 */
export type CollectionSchema =
  | readonly Schema[]
  | ArraySchema<any, any>
  | Values<any, any>
  | PolymorphicInterface;

/**
 * Tells which members of the key of a {@linkcode Collection} a change need not
 * match, such as those that sort: by name, pattern or decision.
 */
export type NonFilterArgumentKeys =
  | readonly string[]
  | RegExp
  | ((name: string) => boolean);

/**
 * Makes, of the arguments of a change, the test that the key object of a
 * Collection must satisfy. Values of the key are text.
 *
 * @example
 * ```ts
 * import { Collection, Entity } from "@tessera/client";
 * import { type CollectionFilter } from "@tessera/client/schema";
 *
 * class Task extends Entity {
 *   id = "";
 *   status = "";
 * }
 *
 * // a new task belongs to the lists of its status, and to those of any
 * const ofStatus: CollectionFilter = (_params, body) => (key) =>
 *   key.status === undefined || key.status === body?.status;
 * export const tasks = new Collection([Task], {
 *   createCollectionFilter: ofStatus,
 * });
 * ```
 */
export type CollectionFilter<Args extends readonly any[] = any[]> = (
  ...args: Args
) => (key: Record<string, any>) => boolean;

/**
 * Options that tell the lists of one Collection schema apart, and choose those
 * that a change applies to.
 *
 * @example
 * ```ts
 * import { Collection, type CollectionOptions, Entity } from "@tessera/client";
 *
 * class Task extends Entity {
 *   id = "";
 *   project = "";
 * }
 *
 * type Filter = { project: string; orderBy?: string };
 * const options: CollectionOptions<[Filter]> = {
 *   argsKey: ({ project, orderBy = "id" }) => ({ project, orderBy }),
 *   // a new task belongs to all lists of its project, whatever their order
 *   nonFilterArgumentKeys: ["orderBy"],
 * };
 * export const tasks = new Collection([Task], options);
 * ```
 */
export interface CollectionOptions<
  Args extends readonly any[] = DefaultArgs,
  Parent = any,
  Member = any,
> {
  /**
   * The key object of the list that arguments ask for; by default the first
   * argument.
   *
   * @param args arguments of the endpoint
   */
  argsKey?(...args: Args): Record<string, any>;
  /**
   * The key object of a list inside an entity, from what contains it and where;
   * by default `argsKey` decides.
   *
   * @param parent what contains the list, as the response has it
   * @param key where in `parent` the list was found
   */
  nestKey?(parent: Parent, key: string): Record<string, any>;
  /**
   * Tells the lists of this Collection from those of other Collections of the
   * same members. Collections with one key share their lists, as do all without.
   */
  key?: string;
  /** Members of the key object that changes need not match, such as those that sort; by default `order`, `ordering`, `orderBy` and the like, and none of a `nestKey`. */
  nonFilterArgumentKeys?: NonFilterArgumentKeys;
  /**
   * Members of the key object that choose a part of a list, in addition to
   * `page`, `limit`, `offset` and `cursor`. A list with such a member is requested
   * once more when a row joins or leaves it, and not when another field changes.
   */
  windowArgumentKeys?: NonFilterArgumentKeys;
  /**
   * The comparator that the rows of a list are sorted by, from its key object
   * (values are texts); `undefined` where only the server knows the order. A row
   * that was written is placed by it, others stay where the server had them. It
   * sees the fields of a row, with primary keys in place of other entities.
   */
  order?(key: Record<string, any>): Comparator<Member> | undefined;
  /** Where a row is put that joins a list without an order. Default `"end"`. */
  addAt?: "start" | "end";
  /**
   * Whether lists follow writes of their rows: leave, join, and are requested
   * again where only the server knows. Default `true`; `false` is for a search
   * index that lags behind.
   */
  follow?: boolean;
  /** Refuses a response because of any member that cannot be stored. Default: such members are left out and reported. */
  strict?: boolean;
  /** Decides which lists a change applies to; not used with `nonFilterArgumentKeys`. */
  createCollectionFilter?: CollectionFilter<any[]>;
}

/** The type of one member of a {@linkcode Collection}, for readers. */
export type MemberOf<S> = Denormalize<S> extends readonly (infer Member)[]
  ? Member
  : Denormalize<S> extends Record<string, infer Member> ? Member
  : any;

/**
 * The types of a change of one member of a {@linkcode Collection}, or of
 * several.
 */
export type ChangeTypes<S, Args extends readonly any[] = []> = SchemaTypes<
  MemberOf<S>,
  MemberOf<S> | undefined,
  any,
  ChangeArgs<S, Args>
>;

/**
 * The types of a change of entries of a {@linkcode Collection} that holds a
 * map.
 */
export type AssignTypes<S, Args extends readonly any[] = []> = SchemaTypes<
  Denormalize<S>,
  DenormalizeNullable<S>,
  any,
  ChangeArgs<S, Args>
>;

/**
 * The arguments that choose the lists or maps of a {@linkcode Collection} for a
 * change: declared arguments of the list, or fields of the member.
 */
export type ChangeArgs<S, Args extends readonly any[]> = [
  // any takes Collections of all arguments
  args: IsAny<Args[0]> extends true ? any
    :
      | EntityFields<MemberOf<S>>
      // an argument that may have any member, and needs none, declares nothing
      | ([string, Record<string, any>] extends
        [keyof Exclude<Args[0], undefined>, Args[0]] ? never
        : Exclude<Args[0], undefined>),
];

/** Whether a {@linkcode Collection} holds a map. */
export type IsMap<S> = S extends Values<any, any> ? true : false;

/** Whether a {@linkcode Collection} holds a list. */
export type IsList<S> = S extends readonly any[] | ArraySchema<any, any> ? true
  : false;
