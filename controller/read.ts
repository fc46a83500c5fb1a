/**
 * Reads stored responses and queries, and says what a fetch resolves with:
 * pure functions of a state.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import {
  describe,
  isDevelopment,
  isForm,
  isInvalidate,
  isObject,
  isUnion,
  membersOf,
  namesTemporaryPk,
  normalizeInto,
  plainForm,
  type Reporter,
  setOwn,
} from "../schema/engine.ts";
import {
  type PlainState,
  type PolymorphicSchema,
  validateQueryKey,
} from "../schema/mod.ts";
import { MOVED } from "../schema/invalid.ts";
import { isQuery, Kind, kindOf } from "../schema/kind.ts";
import {
  type Before,
  Cell,
  cellsUnder,
  type Parts,
  partsUnder,
  type Source,
} from "../schema/nodes.ts";
import {
  Denormalizer,
  type Found,
  knownNode,
  queryNode,
  type ReadSpace,
} from "../schema/reading.ts";
import type {
  ActionArgs,
  ActionMeta,
  CountRefTarget,
  Dependencies,
  EntityPath,
  FetchAction,
  ResponseMeta,
} from "./contract.ts";
import { ExpiryStatus, longAgo } from "./expiry.ts";
import { Commit } from "./graph/commit.ts";
import { absent, Graph } from "./graph/graph.ts";
import { initialState, State, Version, versionOf } from "./graph/state.ts";
import { nothing } from "./promises.ts";
import { isLacking, type Received } from "./received.ts";
import type { StateJSON } from "./state/plain_state.ts";
import type { StoredEndpoint } from "./types.ts";

/**
 * The key of a call.
 *
 * @throws {TypeError} In development, if what is called is no endpoint.
 */
export function keyOf(
  endpoint: Pick<EndpointInterface, "key">,
  args: ActionArgs,
): string {
  // asked second: hosts look up their environment each time, and keys are asked for often
  if (typeof endpoint?.key !== "function" && isDevelopment()) {
    throw new TypeError(
      `A hook or a controller was called with ${
        describe(endpoint, 80)
      } in place of an endpoint. ` +
        "Pass one, such as getList of a resource or new Endpoint(fetchFunction); schemas are for useQuery and get. " +
        "Or is it getPage of a list without `paginationField`? Or do modules import each other?",
    );
  }
  // nobody checks types of plain JavaScript
  return String(endpoint.key(...args));
}

/** Whether the arguments after the endpoint or schema say "not active": the list is exactly `[null]`. */
export function isNullArgs(args: ActionArgs): boolean {
  return args.length === 1 && args[0] === null;
}

/**
 * Replaces FormData by a plain object of its entries, of which the last one
 * of a name is used. Everything else stays as it is, by reference. Those that
 * an endpoint is bound to come first.
 */
export function plainArgs(args: ActionArgs, endpoint?: object): ActionArgs {
  const { "~bound": bound } = (endpoint ?? {}) as {
    "~bound"?: readonly ActionArgs[];
  };
  const all = bound?.flat().concat(args) ?? args;
  return all.some(isForm) ? all.map(plainForm) : all;
}

/** The parts of a {@linkcode Controller} that reading needs. */
export interface ReadContext {
  /** Takes references to what was read. */
  readonly gcPolicy: {
    createCountRef(target: CountRefTarget): () => () => void;
  };
  /** Takes what could not be read while the rest is there. */
  readonly report?: Reporter | undefined;
  /**
   * The fields that were received, as far as that is known.
   *
   * @internal
   */
  readonly received?: Received | undefined;
  /** Puts primary keys that servers have made since into arguments. */
  present?<Args extends ActionArgs>(args: Args): Args;
}

/**
 * The data in which `get` of a {@linkcode Controller} looks: a state, or plain
 * tables and indexes.
 */
export type QueryState = State | Partial<StateJSON> | PlainState;

/**
 * The value of a query and what it was computed from: what `getQueryMeta` of a
 * {@linkcode Controller} returns. {@linkcode Dependencies} has an example.
 */
export interface QueryReading<T = unknown> {
  /** The value; `undefined` when it is missing or deleted. */
  readonly data: T;
  /** Protects everything the value is made of from collection, until the returned release is called. */
  readonly countRef: () => () => void;
  /** The sources of the value. */
  readonly dependencies: Dependencies;
}

/**
 * A stored response and its age: what `getResponseMeta` of a
 * {@linkcode Controller} returns. {@linkcode needsFetch} and
 * {@linkcode mustWait} take it.
 */
export interface ResponseReading<T = unknown> extends QueryReading<T> {
  /** Whether the data may be rendered. */
  readonly expiryStatus: ExpiryStatus;
  /** Wall clock in milliseconds after which the data is stale. */
  readonly expiresAt: number;
}

/** What was read, and what it was made of, which is collected when asked for. */
export class Reading implements ResponseReading, Dependencies, CountRefTarget {
  /** Age, error and validity; `undefined` if nothing was ever stored. */
  declare meta: ResponseMeta | undefined;
  /** What readers have to report; `undefined` when there is nothing. */
  declare error: unknown;
  /** Whether the data is all there. */
  declare isUsable: boolean;
  /** Whether it is of an entity that was found without a response, and lacks fields, or a list of which an entity brought a part last. */
  declare isPartial: boolean;
  declare expiryStatus: ExpiryStatus;
  declare readonly dependencies: this;
  declare readonly data: unknown;
  declare sources: readonly Source[];
  declare readonly key: string | undefined;
  /** A time; or the version that tells it, which is let go of then. */
  declare expiry: number | Version;
  /** The graph of the newest state, if it was read from that. */
  declare readonly graph: Graph | undefined;
  declare private readonly gcPolicy: ReadContext["gcPolicy"];
  declare private parts: Parts | undefined;

  /**
   * @param gcPolicy Takes references to what was read.
   * @param data The value.
   * @param sources What it is made of.
   * @param space Where they are. Only the newest state is remembered: an older
   * one would be retained for long.
   * @param key Key of the response; `undefined` for a query.
   */
  constructor(
    gcPolicy: ReadContext["gcPolicy"],
    data: unknown,
    sources: readonly Source[] = [],
    space?: ReadSpace,
    key?: string,
  ) {
    this.meta = this.error = this.parts = undefined;
    this.isUsable = true;
    this.isPartial = false;
    this.expiryStatus = ExpiryStatus.Valid;
    this.expiry = Infinity;
    this.dependencies = this;
    this.gcPolicy = gcPolicy;
    this.data = data;
    this.sources = sources;
    this.key = key;
    this.graph = space instanceof Graph ? space : undefined;
  }

  get countRef(): () => () => void {
    return this.gcPolicy.createCountRef(this);
  }

  get endpoints(): readonly string[] {
    return this.key === undefined ? [] : [this.key];
  }

  get entities(): readonly EntityPath[] {
    return this.#collect().paths;
  }

  get paths(): readonly EntityPath[] {
    return this.entities;
  }

  get tables(): readonly string[] {
    return this.#collect().tables;
  }

  #collect(): Parts {
    return this.parts ??= partsUnder(this.sources);
  }

  get expiresAt(): number {
    const { expiry } = this;
    if (typeof expiry === "number") return expiry;
    // of a value without an expiry of its own, the first of what it is made of
    let earliest = Infinity;
    for (const { key, pk } of this.entities) {
      const { meta } = expiry.entityAt(key, pk) ?? {};
      if (meta !== undefined) earliest = Math.min(earliest, meta.expiresAt);
    }
    return this.expiry = earliest;
  }
}

/**
 * Reads the response of an endpoint. Without a response under its key the
 * value is looked up by the schema.
 *
 * @param context Cache and reference counts to read with; a controller.
 * @param endpoint The endpoint that was fetched.
 * @param args Its arguments; `null` asks for nothing.
 * @param source The state.
 * @param key Its key, where that is known: then `null` is an argument like any other.
 * @param isRendered Whether the reader renders data already: then an entity
 * that lacks fields stays, and is stale.
 * @param hidden Where to read what a pending change has deleted.
 */
export function readResponse(
  context: ReadContext,
  endpoint: StoredEndpoint,
  args: ActionArgs,
  source: QueryState | Version,
  key?: string,
  isRendered = false,
  hidden?: ReadSpace,
): Reading {
  const isNothing = key === undefined && isNullArgs(args);
  if (isNothing) return emptyReading(endpoint.schema);
  key ??= keyOf(endpoint, args);
  const { schema } = endpoint;
  const version = source instanceof Version ? source : versionIn(source);
  const { graph } = version;
  const held = version.find(graph?.responses, key);
  const { value: entry, meta } = held?.rank ? held : nothingStored;
  const isStored = entry !== absent;
  const space = typeof schema === "function" || !isLiteralSchema(schema)
    ? hidden ?? version.spaceToRead()
    : undefined;
  const cell = isStored && !(held instanceof Cell)
    ? graph!.responses.cellOf(key)
    : held as Cell | undefined;
  const found = space === undefined || isStored
    ? readStored(context, endpoint, args, space, entry, cell)
    : lookUp(context, endpoint, args, space, version);
  const { value, sources, isComplete, isPartial = false } = found;
  // without schema a stored `undefined` is a value
  let isMissing = space === undefined
    ? !isStored
    : typeof value === "symbol" || isPartial && !isRendered;
  let data = isMissing ? undefined : value;
  if (endpoint.adjust && meta?.counted !== undefined && isObject(data)) {
    data = adjusted(endpoint, args, space!, entry, meta.counted, data, version);
  }
  const reading = new Reading(context.gcPolicy, data, sources, space, key);
  isMissing ||= isStored && value === undefined &&
    isGone(version, reading);
  const error = meta?.error;
  reading.isPartial = isPartial ||
    isStored && isPreview(schema, entry, version);
  reading.meta = meta;
  reading.error = meta?.errorPolicy === "soft" && isStored ? undefined : error;
  reading.isUsable = !isMissing && isComplete;
  reading.expiryStatus = meta?.invalidated || isMissing && error === undefined
    ? ExpiryStatus.Invalid
    : endpoint.invalidIfStale || !reading.isUsable
    ? ExpiryStatus.InvalidIfStale
    : ExpiryStatus.Valid;
  reading.expiry = expiryOf(reading, isStored, graph) ??
    // not 0, which would say that nothing is known of the key
    (meta?.expiresAt || (space === undefined ? 0 : found.expiry ?? version));
  return reading.isUsable || hidden
    ? reading
    : readOtherwise(context, endpoint, args, version, reading, isRendered);
}

/** What was found for an endpoint: by its key, or by its schema. */
interface FoundResponse extends Found {
  /** Whether it can stand in place of a response. */
  readonly isComplete: boolean;
  /** Whether it lacks fields. */
  readonly isPartial?: boolean;
  /** Set where what it is made of does not say how long it is fresh. */
  readonly expiry?: number;
}

/** Reads what is stored under the key of an endpoint: the entry itself where there is no schema. The cell may hold something else: to look for a space to read in moves states. */
function readStored(
  context: ReadContext,
  endpoint: StoredEndpoint,
  args: ActionArgs,
  space: ReadSpace | undefined,
  entry: unknown,
  cell: Cell | undefined,
): FoundResponse {
  if (space === undefined) {
    return { value: entry, sources: [], isComplete: entry !== absent };
  }
  const facts = space.memory.factsOf(endpoint.schema);
  const owner = facts.kind === Kind.entity && typeof entry === "string"
    ? space.cellOf(facts.key, entry)
    : entry
    ? cell
    : undefined;
  const node = owner &&
    knownNode(space, facts, owner, () => plainArgs(args, endpoint));
  if (node) return { value: node.value, sources: [node], isComplete: true };
  const found = new Denormalizer(
    space,
    plainArgs(args, endpoint),
    context.report,
  )
    .readBy(facts, entry, owner);
  return { value: found.value, sources: found.sources, isComplete: true };
}

/** Finds the data of an endpoint without a response, by its schema. */
function lookUp(
  context: ReadContext,
  endpoint: StoredEndpoint,
  args: ActionArgs,
  space: ReadSpace,
  version: Version,
): FoundResponse {
  const { schema } = endpoint;
  const plain = plainArgs(args, endpoint);
  const node = new Denormalizer(space, plain, context.report)
    .query(space.memory.queryOf(schema as object, plain));
  const { value, input } = node;
  const isComplete = validateQueryKey(input) && !hasPlaceholders(schema);
  const isPartial = input !== undefined &&
    isLacking(context.received, endpoint, plain, input, space);
  return {
    value,
    sources: [node],
    isComplete,
    isPartial,
    ...isComplete && !isPartial && !isPreview(schema, input, version)
      ? undefined
      : { expiry: longAgo },
  };
}

/** Whether a list has what an entity with it brought last, which may be a part. */
function isPreview(schema: unknown, list: unknown, version: Version): boolean {
  return isCollection(schema) &&
    version.entityAt(schema.key, list as string)?.meta?.isPreview === true;
}

/** Whether something that a response refers to is not there any more. */
function isGone(version: Version, { entities }: Reading): boolean {
  return entities.some(({ key, pk }) =>
    version.entityAt(key, pk)?.value === undefined
  );
}

/** When a reading expires, unless its response says so. */
function expiryOf(
  reading: Reading,
  isStored: boolean,
  graph: Graph | undefined,
): number | undefined {
  const { isUsable, isPartial, key } = reading;
  // what is being created cannot be requested
  return isUsable && !isStored && namesTemporaryPk(key!)
    ? Infinity
    : isPartial || graph?.doubts.size && isDoubted(graph, reading)
    ? longAgo
    : undefined;
}

/** Whether only the server knows now what was read, since a write after it was requested. */
function isDoubted({ doubts }: Graph, { sources, meta }: Reading): boolean {
  const since = meta?.fetchedAt ?? 0;
  return [...cellsUnder(sources)].some((cell) => doubts.get(cell)! > since);
}

/** Reads data that cannot be used by the primary keys of a server, and as it was before a pending deletion. */
function readOtherwise(
  context: ReadContext,
  endpoint: StoredEndpoint,
  args: ActionArgs,
  version: Version,
  reading: Reading,
  isRendered: boolean,
): Reading {
  const { key, meta } = reading;
  const readAgain = (args: ActionArgs, key?: string, hidden?: ReadSpace) =>
    readResponse(context, endpoint, args, version, key, isRendered, hidden);
  if (meta?.error === undefined && namesTemporaryPk(key!)) {
    const present = context.present?.(args) ?? args;
    if (present !== args) return readAgain(present);
  }
  // what only a pending change has deleted is not taken from its readers
  const deleted = version.spaceOfHidden();
  if (!deleted) return reading;
  const earlier = readAgain(args, key, deleted);
  const result = earlier.isUsable ? earlier : reading;
  // what is visible does not lead to the rows that it is made of
  result.sources = [...reading.sources, ...cellsUnder(earlier.sources)];
  return result;
}

/** Whether a schema is a Collection: its lists may come inside of entities. */
function isCollection(schema: unknown): schema is { readonly key: string } {
  return isObject(schema) && typeof schema.addWith === "function";
}

/** What was made of values whose numbers were adjusted. */
const adjustments = new WeakMap<object, [difference: number, value: unknown]>();

/** A value with numbers that count the members which its lists have now. */
function adjusted(
  endpoint: StoredEndpoint,
  args: ActionArgs,
  space: ReadSpace,
  entry: unknown,
  counted: number,
  data: object,
  version: Version,
): unknown {
  const lists = new Denormalizer(space, plainArgs(args, endpoint));
  const difference = countMembers(endpoint.schema, entry, lists, version) -
    counted;
  if (difference === 0) return data;
  let known = adjustments.get(data);
  if (known?.[0] !== difference) {
    known = [difference, endpoint.adjust!(data, difference)];
    adjustments.set(data, known);
  }
  return known[1];
}

/**
 * How many members the Collections of a response have, whatever is made of them.
 *
 * @param schema Of the response, or of a part of it.
 * @param input What is stored.
 * @param lists What reads lists.
 * @param version What knows of rows that are not loaded.
 */
function countMembers(
  // deno-lint-ignore no-explicit-any -- schemas of every kind
  schema: any,
  input: unknown,
  lists: Denormalizer,
  version: Version,
): number {
  if (isQuery(schema)) {
    return countMembers(schema.schema, input, lists, version);
  }
  if (isCollection(schema)) {
    const { value } = lists.read(schema, input);
    const { meta } = version.entityAt(schema.key, input as string) ?? {};
    return (meta?.beyond ?? 0) +
      (isObject(value) ? Object.keys(value).length : 0);
  }
  if (!isObject(input)) return 0;
  return Object.entries(membersOf(schema) ?? {})
    .reduce(
      (sum, [name, member]) =>
        sum + countMembers(member, input[name], lists, version),
      0,
    );
}

/** What is known of a key that nothing is stored under. */
const nothingStored: Omit<Before, "rank"> = { value: absent, meta: undefined };

/** Reads a query. */
export function readQuery(
  { gcPolicy, report }: ReadContext,
  // deno-lint-ignore no-explicit-any -- any queryable schema
  schema: any,
  args: ActionArgs,
  source: QueryState | Version,
): QueryReading {
  if (isNullArgs(args)) return emptyReading(schema);
  const version = source instanceof Version ? source : versionIn(source);
  const space = version.spaceToRead();
  const node = queryNode(space, schema, plainArgs(args), report);
  const data = typeof node.value === "symbol" ? undefined : node.value;
  return new Reading(gcPolicy, data, [node], space);
}

/** What there is where nothing is asked for. */
function emptyReading(schema: unknown): Reading {
  return new Reading({ createCountRef: () => holdNothing }, skeletonOf(schema));
}

/** States of plain objects, as long as somebody holds those. */
const states = new WeakMap<object, State>();

/**
 * What the engine has of a state, also of the plain form of one.
 *
 * @throws {TypeError} If it is neither.
 */
function versionIn(source: QueryState): Version {
  let state = source instanceof State ? source : states.get(source);
  if (state === undefined) {
    states.set(source, state = State.from(source as Partial<StateJSON>));
  }
  return versionOf(state);
}

/** Holds nothing. */
export function holdNothing(): () => void {
  return nothing;
}

/** What nothing depends on. */
export const noDependencies: Dependencies = {
  entities: [],
  tables: [],
  endpoints: [],
};

/**
 * What a fetch resolves with. A read gives what the store now holds under its
 * key. A mutation, and a read whose key has nothing to show, gives what this
 * response alone says.
 *
 * @param controller Has stored the response.
 * @param action What was fetched.
 * @param isMutation Whether its endpoint changes something.
 * @param response What the endpoint resolved with.
 * @throws What the schema throws for a malformed response.
 */
export function fetchedValue(
  controller: ReadContext & { peek(): Version },
  { endpoint, args, key, meta: { fetchedAt } }: FetchAction,
  isMutation: boolean,
  response: unknown,
): unknown {
  const { schema } = endpoint;
  if (!isMutation) {
    const version = controller.peek();
    const reading = readResponse(controller, endpoint, args, version, key);
    if (reading.isUsable) return reading.data;
  }
  if (isLiteralSchema(schema)) return response;
  const meta: ActionMeta = { fetchedAt, date: fetchedAt, expiresAt: Infinity };
  const plain = plainArgs(args, endpoint);
  const member = isObject(response)
    ? storedMember(schema, response, plain, controller.peek())
    : undefined;
  return valueOf(member ?? schema, response, plain, meta);
}

/** The member of a schema with a mapping by which something is stored that does not say which it is. */
function storedMember(
  schema: unknown,
  response: object,
  args: ActionArgs,
  version: Version,
): unknown {
  const choice = isChange(schema)
    ? schema.collection.schema
    : isUnion(schema) || isInvalidate(schema)
    ? schema
    : undefined;
  if (!isMapping(choice) || choice.isSingleSchema) return;
  const find = (isDeleted: boolean) =>
    choice.storedKeyOf(response, args, (key, pk) => {
      const { value } = version.entityAt(key, pk) ?? {};
      // what has become another member is not what was deleted
      return isObject(value) ||
        isDeleted && value !== undefined && value !== MOVED;
    });
  let isKnown = false;
  try {
    isKnown = choice.getSchemaAttribute(response, undefined, undefined) != null;
  } catch {
    // it needs what the response lacks
  }
  const name = isKnown ? undefined : find(false) ?? find(true);
  return name && choice.schema[name];
}

/** Whether a schema can choose among several. */
function isMapping(schema: unknown): schema is PolymorphicSchema {
  return isObject(schema) && typeof schema.storedKeyOf === "function";
}

/** The value of a response as if nothing else were known. */
export function valueOf(
  schema: unknown,
  response: unknown,
  args: ActionArgs,
  meta: ActionMeta,
): unknown {
  const commit = new Commit();
  const result = normalizeInto(
    commit,
    schema,
    response,
    args,
    meta,
    nothing, // it was reported when the response was stored
  );
  const version = commit.seal();
  const value = assemble(schema, response, result);
  return typeof value === "symbol" ? undefined : value;

  function read(schema: unknown, input: unknown, from = version): unknown {
    return new Denormalizer(from.spaceToRead(), args).read(schema, input).value;
  }

  function assemble(
    schema: unknown,
    response: unknown,
    result: unknown,
  ): unknown {
    // what is known of deleted entities is in the response only
    if (isDeletion(schema)) {
      return read(schema, response, versionOf(initialState));
    }
    if (isChange(schema)) {
      const { remove, move } = schema.collection;
      // a removal stores no entity that is unknown; a move has the same members, and stores all
      if (schema === remove) return valueOf(move, response, args, meta);
      const member = Array.isArray(result) && !Array.isArray(response)
        ? result[0]
        : result;
      return read(schema, member);
    }
    const members = membersOf(schema);
    const isSpecial = members !== undefined && isObject(response) &&
      isObject(result) &&
      Object.values(members).some((member) =>
        isDeletion(member) || isChange(member) || membersOf(member)
      );
    if (!isSpecial) return read(schema, result);
    const value = { ...result };
    for (const [name, member] of Object.entries(members)) {
      if (Object.hasOwn(result, name)) {
        value[name] = assemble(member, response[name], result[name]);
      }
    }
    return value;
  }
}

function isDeletion(schema: unknown): boolean {
  return Array.isArray(schema) ? schema.some(isDeletion) : isInvalidate(schema);
}

/** Whether a schema describes a change of the members of collections. */
function isChange(
  schema: unknown,
): schema is { readonly collection: Record<string, unknown> } {
  return kindOf(schema) === Kind.custom &&
    isObject((schema as Record<string, unknown>).collection);
}

/**
 * Whether nothing in a schema normalizes: it is absent, or made of literals
 * only. Values of such a schema are stored and returned by reference.
 *
 * @param schema Any schema; a plain object is looked through.
 * @param visited Objects that are being looked through.
 */
function isLiteralSchema(
  schema: unknown,
  visited: readonly unknown[] = [],
): boolean {
  const kind = kindOf(schema);
  return kind === Kind.passthrough ||
    kind === Kind.object && (visited.includes(schema) ||
        Object.values(schema as object).every((member) =>
          isLiteralSchema(member, [...visited, schema])
        ));
}

/**
 * The shape of a value without data: literals are retained, everything that is
 * looked up is `undefined`. The same schema object gives the identical skeleton.
 *
 * @param schema Any schema.
 */
function skeletonOf(schema: unknown): unknown {
  const members = membersOf(schema);
  if (members === undefined) {
    // null and symbols say that there is nothing
    return kindOf(schema) === Kind.passthrough && schema !== null &&
        typeof schema !== "symbol"
      ? schema
      : undefined;
  }
  let skeleton = skeletons.get(members);
  if (skeleton === undefined) {
    // known before its members, so that a schema that contains itself ends
    skeletons.set(members, skeleton = {});
    for (const [name, member] of Object.entries(members)) {
      // only in place of a whole schema does null mean that there is none
      setOwn(skeleton, name, member === null ? null : skeletonOf(member));
    }
  }
  return skeleton;
}

/** Derived from schemas alone, hence good for every store. */
const skeletons = new WeakMap<object, object>();

/**
 * Whether a schema has placeholders, such as a total, whose values only a response says.
 *
 * @param schema Any schema.
 */
// deno-lint-ignore no-explicit-any -- schemas of every kind
function hasPlaceholders(schema: any): boolean {
  if (isQuery(schema)) return hasPlaceholders(schema.schema);
  const members = membersOf(schema);
  return members !== undefined &&
    Object.values(members).some((member) =>
      member != null && kindOf(member) === Kind.passthrough ||
      hasPlaceholders(member)
    );
}
