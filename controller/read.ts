/**
 * Reads stored responses and answers queries: pure functions of a state.
 *
 * @module
 */
import type { Source } from "../schema/nodes.ts";
import { Dependencies as ReadDependencies } from "../schema/read_result.ts";
import { describe, type Reporter } from "../schema/engine.ts";
import { knownNode, ReadPass, type ReadSpace } from "../schema/reading.ts";
import { Graph } from "./graph/graph.ts";
import {
  type DenormalizeResult,
  isInvalid,
  type PlainState,
  validateQueryKey,
} from "../schema/mod.ts";
import type {
  ActionArgs,
  Dependencies,
  EntityPath,
  GCInterface,
} from "./contract.ts";
import { ExpiryStatus, expiryStatusOf } from "./expiry.ts";
import { isNullArgs, keyOf, plainArgs } from "./arguments.ts";
import type { StateJSON } from "./state/plain_state.ts";
import { holdNothing, noDependencies } from "./nothing.ts";
import { isLiteralSchema, skeletonOf } from "./schema_shape.ts";
import { absent, access, type EndpointRecord, State } from "./graph/state.ts";
import type { StoredEndpoint } from "./types.ts";

/** What reading needs of a {@linkcode Controller}. */
export interface ReadContext {
  /** Takes references to what was read. */
  readonly gcPolicy: GCInterface;
  /** Takes what could not be read while the rest is there. */
  readonly report?: Reporter | undefined;
}

/**
 * What `get` of a {@linkcode Controller} answers from: a state, or plain tables
 * and indexes.
 */
export type QueryState = State | Partial<StateJSON> | PlainState;

/**
 * The value of a query and what it was computed from: what `getQueryMeta` of a
 * {@linkcode Controller} returns. {@linkcode Dependencies} shows it.
 */
export interface QueryReading<T = unknown> {
  /** The value; `undefined` when it is missing or deleted. */
  readonly data: T;
  /** Protects everything the value is made of from collection, until the returned release is called. */
  readonly countRef: () => () => void;
  /** What the value was computed from. */
  readonly dependencies: Dependencies;
}

/**
 * A stored response and its age: what `getResponseMeta` of a
 * {@linkcode Controller} returns. {@linkcode needsFetch} and
 * {@linkcode mustWait} take it.
 */
export interface ResponseReading<T = unknown> extends QueryReading<T> {
  /** Whether the data may be shown. */
  readonly expiryStatus: ExpiryStatus;
  /** Wall clock in milliseconds after which the data is stale. */
  readonly expiresAt: number;
}

/**
 * Reads the response of an endpoint. Without a response under its key the
 * value is looked up by the schema.
 */
export function readResponse(
  context: ReadContext,
  endpoint: StoredEndpoint,
  args: ActionArgs,
  state: State,
): ResponseReading {
  return isNullArgs(args)
    ? new NullReading(endpoint.schema)
    : readStored(context, endpoint, args, stateOf(state));
}

/** Reads the response of an endpoint, to which `null` is an argument like any other. */
export function readStored(
  context: ReadContext,
  endpoint: StoredEndpoint,
  args: ActionArgs,
  state: State,
  key: string = keyOf(endpoint, args),
): StoredReading {
  const { schema } = endpoint;
  const record = recordOf(state, key);
  const found = isLiteralSchema(schema) ? findRaw(record) : findBySchema(
    key,
    schema,
    record,
    plainArgs(args),
    state,
    context.report,
  );
  return new StoredReading(context, key, found, record, endpoint, state);
}

/** Answers a query. */
export function readQuery(
  context: ReadContext,
  // deno-lint-ignore no-explicit-any -- any queryable schema
  schema: any,
  args: ActionArgs,
  state: QueryState,
): QueryReading {
  if (isNullArgs(args)) return new NullReading(schema);
  const readArgs = plainArgs(args);
  const space = access.spaceOf(stateOf(state));
  const { value, sources } = askFor(space, schema, readArgs, context.report);
  const result = dependenciesIn(space, value, sources);
  return new Reading(context.gcPolicy, undefined, result);
}

/** The error readers of a key have to report. */
export function readError(
  endpoint: Pick<StoredEndpoint, "key">,
  args: ActionArgs,
  state: State,
): unknown {
  if (isNullArgs(args)) return undefined;
  return errorOf(recordOf(stateOf(state), keyOf(endpoint, args)));
}

function recordOf(
  state: State,
  key: string,
): EndpointRecord | undefined {
  return state.getEndpointRecord(key);
}

/** States of plain objects, as long as somebody holds those. */
const states = new WeakMap<object, State>();

/**
 * A state, also of the plain form of one.
 *
 * @throws {TypeError} If it is neither.
 */
function stateOf(given: QueryState): State {
  if (given instanceof State) return given;
  if (typeof given !== "object" || given === null) {
    throw new TypeError(
      `A state was expected as the last argument, not ${
        describe(given, 80)
      }: ` +
        "pass controller.getState(), or the plain form of a state.",
    );
  }
  let state = states.get(given);
  if (state === undefined) {
    states.set(given, state = State.from(given as Partial<StateJSON>));
  }
  return state;
}

function errorOf(record: EndpointRecord | undefined): unknown {
  const meta = record?.meta;
  if (meta?.error === undefined) return undefined;
  return meta.errorPolicy === "soft" && hasEntry(record)
    ? undefined
    : meta.error;
}

/** Whether a result is stored; it may be `undefined`. */
function hasEntry(
  record: EndpointRecord | undefined,
): record is EndpointRecord {
  return record !== undefined && record.value !== absent;
}

/** A value that was looked for under a key. */
interface Found {
  readonly result: DenormalizeResult;
  /** Deleted, collected, or absent although nothing else can answer. */
  readonly isDataInvalid: boolean;
  /** Everything the schema asks for was found. */
  readonly isComplete: boolean;
  /** The value consists of entities, which have an age of their own. */
  readonly isOfEntities: boolean;
}

function findRaw(record: EndpointRecord | undefined): Found {
  const data = hasEntry(record) ? record.value : undefined;
  return {
    result: { data, paths: [], tables: [] },
    isDataInvalid: !hasEntry(record),
    isComplete: true,
    isOfEntities: false,
  };
}

/** What a value depends on. Only the graph is kept, not an older state. */
function dependenciesIn(
  space: ReadSpace,
  value: unknown,
  sources: readonly Source[],
): ReadDependencies {
  const origin = space instanceof Graph ? space : undefined;
  return new ReadDependencies(value, sources, origin);
}

/** Asks a schema; what is no object, such as a placeholder, stands for itself. */
function askFor(
  space: ReadSpace,
  // deno-lint-ignore no-explicit-any -- any schema
  schema: any,
  args: ActionArgs,
  report: Reporter | undefined,
): { value: unknown; input: unknown; sources: readonly Source[] } {
  if (
    typeof schema !== "function" &&
    (typeof schema !== "object" || schema === null)
  ) return { value: schema, input: schema, sources: [] };
  const node = new ReadPass(space, args, report).query(schema);
  return { value: node.value, input: node.input, sources: [node] };
}

function findBySchema(
  key: string,
  // deno-lint-ignore no-explicit-any -- any schema
  schema: any,
  record: EndpointRecord | undefined,
  args: ActionArgs,
  state: State,
  report: Reporter | undefined,
): Found {
  const space = access.spaceOf(state);
  if (hasEntry(record)) {
    const entry = record.value;
    const cell = access.responseCell(state, key)!;
    const known = entry === undefined
      ? undefined
      : knownNode(space, schema, cell);
    const { value, sources } = known !== undefined
      ? { value: known.value, sources: [known] }
      : entry === undefined
      ? new ReadPass(space, args, report).read(schema, entry)
      : new ReadPass(space, args, report).readCell(schema, cell);
    const result = dependenciesIn(space, value, sources);
    return {
      result,
      isDataInvalid: isInvalid(result.data) ||
        entry !== undefined && isCollected(result, state),
      isComplete: true,
      isOfEntities: true,
    };
  }
  const { value, input, sources } = askFor(space, schema, args, report);
  return {
    result: dependenciesIn(space, value, sources),
    isDataInvalid: isInvalid(value),
    isComplete: validateQueryKey(input),
    isOfEntities: true,
  };
}

/** Whether a stored response shows nothing because what it refers to is gone. */
function isCollected(result: DenormalizeResult, state: State): boolean {
  return result.data === undefined &&
    result.paths.some(({ key, pk }) => state.getEntity(key, pk) === undefined);
}

class Reading implements QueryReading {
  readonly data: unknown;
  readonly #gcPolicy: GCInterface;
  readonly #key: string | undefined;
  readonly #result: DenormalizeResult;

  constructor(
    gcPolicy: GCInterface,
    key: string | undefined,
    result: DenormalizeResult,
  ) {
    this.data = isInvalid(result.data) ? undefined : result.data;
    this.#gcPolicy = gcPolicy;
    this.#key = key;
    this.#result = result;
  }

  get countRef(): () => () => void {
    // the paths are only collected for readers that want to hold what they read
    return () =>
      this.#gcPolicy.createCountRef({
        key: this.#key,
        paths: this.#result.paths,
      })();
  }

  get dependencies(): Dependencies {
    return new ReadingDependencies(this.#key, this.#result);
  }
}

/** What a value depends on, collected when asked for. */
export class ReadingDependencies implements Dependencies {
  readonly endpoints: readonly string[];
  readonly #result: DenormalizeResult;

  constructor(key: string | undefined, result: DenormalizeResult) {
    this.endpoints = key === undefined ? [] : [key];
    this.#result = result;
  }

  /** What the value is made of; `undefined` if it was not read from the newest state of a graph. */
  sourcesIn(graph: object): readonly Source[] | undefined {
    const result = this.#result;
    return result instanceof ReadDependencies && result.origin === graph
      ? result.sources
      : undefined;
  }

  get entities(): readonly EntityPath[] {
    return this.#result.paths;
  }

  get tables(): readonly string[] {
    return this.#result.tables;
  }
}

/** What the store holds for a key. */
export class StoredReading extends Reading implements ResponseReading {
  readonly expiryStatus: ExpiryStatus;
  readonly #found: Found;
  readonly #record: EndpointRecord | undefined;
  /** Needed for the expiry only, and let go of once that is known. */
  #state: State | undefined;
  #expiresAt: number | undefined;

  constructor(
    context: ReadContext,
    key: string,
    found: Found,
    record: EndpointRecord | undefined,
    endpoint: StoredEndpoint,
    state: State,
  ) {
    super(context.gcPolicy, key, found.result);
    this.#found = found;
    this.#record = record;
    this.#state = state;
    this.expiryStatus = expiryStatusOf({
      meta: record?.meta,
      isDataInvalid: found.isDataInvalid,
      isComplete: found.isComplete,
      invalidIfStale: endpoint.invalidIfStale ?? false,
    });
  }

  /** Whether the data is all there. */
  get isUsable(): boolean {
    return !this.#found.isDataInvalid && this.#found.isComplete;
  }

  /** The error readers of the key have to report. */
  get error(): unknown {
    return errorOf(this.#record);
  }

  get expiresAt(): number {
    if (this.#expiresAt === undefined) {
      this.#expiresAt = this.#record?.meta?.expiresAt ||
        this.#expiryOfValue(this.#state!);
      this.#state = undefined;
    }
    return this.#expiresAt;
  }

  /** Expiry of a value whose key has none of its own. */
  #expiryOfValue(state: State): number {
    const { result, isOfEntities, isComplete } = this.#found;
    if (!isOfEntities) return 0;
    // 1 rather than 0, which would say that nothing is known of the key
    if (!isComplete) return 1;
    let earliest = Infinity;
    for (const { key, pk } of result.paths) {
      const meta = state.getEntityMeta(key, pk);
      if (meta !== undefined && meta.expiresAt < earliest) {
        earliest = meta.expiresAt;
      }
    }
    return earliest;
  }
}

/** Answers readers that are not active. */
class NullReading implements ResponseReading {
  readonly data: unknown;
  readonly expiryStatus: ExpiryStatus = ExpiryStatus.Valid;
  readonly expiresAt: number = Infinity;
  readonly countRef: () => () => void = holdNothing;
  readonly dependencies: Dependencies = noDependencies;

  constructor(schema: unknown) {
    this.data = skeletonOf(schema);
  }
}
