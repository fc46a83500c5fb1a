import {
  isDevelopment,
  isInvalidate,
  isObject,
  isPlainObject,
  memberCounts,
  membersOf,
  normalizeInto,
  referenceBy,
  roleOf,
  sentMembers,
  standIns,
  type Write,
} from "../../schema/engine.ts";
import type {
  EntityRow,
  EntitySlot,
  ListRegistry,
} from "../../schema/contract.ts";
import { usablePk } from "../../schema/entity_plan.ts";
import type { Cell } from "../../schema/nodes.ts";
import type {
  EndpointInterface,
  ErrorPolicy,
  SnapshotInterface,
} from "../../endpoint/contract.ts";
import { createOptimistic } from "../actions.ts";
import type {
  ActionArgs,
  ActionMeta,
  ActionTypes,
  ExpireAllAction,
  FetchAction,
  InvalidateAllAction,
  OptimisticAction,
  ResponseMeta,
  SetAction,
  SetResponseAction,
  Touched,
} from "../contract.ts";
import type { Controller } from "../controller.ts";
import { AbortOptimistic } from "../errors.ts";
import { longAgo } from "../expiry.ts";
import { Commit, type CommitWatcher } from "../graph/commit.ts";
import type { Log } from "../graph/graph.ts";
import { absent } from "../graph/graph.ts";
import {
  initialState,
  lastOfSame,
  State,
  type Version,
  versionOf,
} from "../graph/state.ts";
import { completed, sentTo } from "../implied_response.ts";
import { readQuery } from "../read.ts";
import { noteLeftOut } from "../received.ts";
import type { StateJSON } from "./plain_state.ts";
import { warnOfNoEffect } from "./no_effect.ts";
import { processingErrorOf, storableError } from "./processing_error.ts";

/**
 * Computes the state an action leads to: what {@linkcode createReducer} makes.
 * Starts from a state, or from the plain form of one. Actions of others, such as those of a Redux store around it, lead nowhere.
 */
export type Reducer = (
  state: State | Partial<StateJSON> | undefined,
  action: ActionTypes | { readonly type: string },
) => State;

/** What an action leads to. */
export interface Transition {
  /** The identical version when the action changes nothing. */
  readonly version: Version;
  /** What it overwrote; nothing if the version has nothing to do with the one before. */
  readonly log?: Log | undefined;
  /** Why the action could not do what it was meant to do. */
  readonly failure?: { readonly error: unknown } | undefined;
  /** Rows and lists of which only the server knows what they are. */
  readonly doubts?: Commit["doubts"];
  /** Changes of lists for other tabs. */
  readonly changes?: Commit["changes"];
}

/** What changed when a state was put in the place of another. */
export const everythingTouched: Touched = {
  entities: new Map(),
  endpoints: new Set(),
  everything: true,
};

/**
 * Makes the pure function that applies actions to states. Failures of user
 * data and user functions become part of the state; only a throwing `testKey`
 * reaches the caller.
 *
 * @param controller Reads for updaters and optimistic responses.
 *
 * @example
 * ```ts
 * import { Controller, Endpoint } from "@tessera/client";
 * import { actions, createReducer } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new Endpoint(
 *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 * const reduce = createReducer(new Controller());
 * const state = reduce(
 *   undefined,
 *   actions.createSetResponse(getTide, { args: [{ port: "aden" }], response: { port: "aden", height: 2 } }),
 * );
 * assertEquals(state.getEndpoint(getTide.key({ port: "aden" })), { port: "aden", height: 2 });
 * ```
 */
export function createReducer(controller: Controller): Reducer {
  return (state = initialState, input) => {
    const before = State.from(state);
    const action = input as ActionTypes;
    const { version } = transition(controller, versionOf(before), action);
    return madeBy(action, before, version.state);
  };
}

/** What states were made from, and by which action. An older one is not retained for that. */
const origins = new WeakMap<
  State,
  { readonly before: WeakRef<State>; readonly action: ActionTypes }
>();

/**
 * Notes what an action led to, for whoever sees the states of a store of the
 * application alone.
 *
 * @returns that state
 */
export function madeBy(
  action: ActionTypes,
  before: State,
  after: State,
): State {
  // some hosts for servers have no weak references
  if (after !== before && typeof WeakRef === "function") {
    origins.set(after, { before: new WeakRef(before), action });
  }
  return after;
}

/** The actions that led from one state to another; `undefined` if that is not known. */
export function actionsBetween(
  before: State,
  after: State,
): readonly ActionTypes[] | undefined {
  const actions: ActionTypes[] = [];
  for (let state = after; state !== before;) {
    const origin = origins.get(state);
    const previous = origin?.before.deref();
    if (origin === undefined || previous === undefined) return undefined;
    actions.unshift(origin.action);
    state = previous;
  }
  return actions;
}

/** What a transition has to know while layers are pending. */
export interface TransitionOptions extends CommitWatcher {
  /** What is confirmed, if it starts from something else. */
  readonly base?: Version | undefined;
  /** The pending layers that it leads to, if these are known. */
  readonly optimistic?: readonly OptimisticAction[] | undefined;
  /** Called with what an optimistic response was computed from. */
  noteReads?(snapshot: ReturnType<Controller["snapshot"]>): void;
}

/** What actions of one type do. */
interface Effect<Action> {
  /** What they change, where that is not just what is stored: the whole state, or of what is stored only data that nobody reads. */
  readonly changes?: "everything" | "unused";
  /** Writes the change; begins the commit once it has read what it needs. */
  write?(writing: Writing, action: Action): void;
  /** Handles what `write` threw, of which nothing is stored. By default that is why the action failed. */
  recover?(
    writing: Writing,
    action: Action,
    thrown: unknown,
  ): Transition["failure"];
}

/** An action that is being applied. */
interface Writing {
  readonly controller: Controller;
  readonly version: Version;
  readonly options: TransitionOptions;
  /** The pending layers that it leads to; nothing if these stay. */
  readonly optimistic: readonly OptimisticAction[] | undefined;
  commit: Commit | undefined;
}

/** The effect of each type of action that changes something. Others subscribe to keys, abort requests, or belong to a Redux store around this one. */
const effects: {
  readonly [Type in ActionTypes["type"]]?: Effect<
    Extract<ActionTypes, { readonly type: Type }>
  >;
} = {
  "rdc/fetch": { write: (writing) => void begin(writing) },
  "rdc/setresponse": { write: writeResponse, recover: writeThrown },
  "rdc/optimistic": { write: writeResponse, recover: writeThrown },
  "rdc/set": {
    write: writeValue,
    recover(_writing, _action, error) {
      if (isDevelopment()) console.error(error);
      return { error };
    },
  },
  "rdc/merge": { write: (writing, action) => action.apply(begin(writing)) },
  "rdc/gc": {
    changes: "unused",
    write(writing, action) {
      const { gcPolicy } = writing.controller;
      const { entities, endpoints } = gcPolicy.recheck?.(action) ?? action;
      const commit = begin(writing);
      for (const { key, pk } of entities) commit.removeEntity(key, pk);
      for (const key of endpoints) commit.removeEndpoint(key);
    },
  },
  "rdc/invalidate": {
    write: (writing, { key }) => invalidate(begin(writing), key),
  },
  "rdc/invalidateall": { write: writeMatching, recover: rethrow },
  "rdc/expireall": { write: writeMatching, recover: rethrow },
  "rdc/reset": {
    changes: "everything",
    write(writing, { date }) {
      writing.commit = new Commit();
      writing.commit.setLastReset(date);
    },
  },
};

/** Whether actions of a type change the state. */
export function hasEffect(type: string): boolean {
  return type in effects;
}

/**
 * What an action does to a state. A response or a layer that cannot be stored
 * leads to the error of its key, every other action that fails to what was
 * before.
 *
 * @param controller Reads for updaters and optimistic responses.
 * @param version What to start from.
 * @param action Any action; unknown ones have no effect.
 * @param options What to know while layers are pending.
 * @throws What the `testKey` of an action throws.
 */
export function transition(
  controller: Controller,
  version: Version,
  action: ActionTypes,
  options: TransitionOptions = {},
): Transition {
  const { type } = action;
  const effect = effects[type] as Effect<ActionTypes> | undefined;
  const optimistic = type === "rdc/fetch" ||
      type === "rdc/setresponse" && version.optimistic.length > 0
    ? layersAfter(version.optimistic, action, controller)
    : options.optimistic;
  const writing: Writing = {
    controller,
    version,
    options,
    optimistic,
    commit: undefined,
  };
  let failure: Transition["failure"];
  try {
    effect?.write?.(writing, action);
  } catch (error) {
    writing.commit?.discard();
    writing.commit = undefined;
    failure = effect!.recover
      ? effect!.recover(writing, action, error)
      : { error };
  }
  const { commit } = writing;
  if (commit === undefined) return { version, failure };
  const { log, doubts, changes } = commit;
  return {
    version: commit.seal(effect!.changes === "unused"),
    log: effect!.changes === "everything" ? undefined : log,
    failure,
    doubts,
    changes,
  };
}

/** Begins the commit of an action. Whoever reads something before may move the cells. */
function begin(writing: Writing): Commit {
  const { version, options, optimistic, controller: { begun } } = writing;
  const commit = writing.commit = new Commit(version, options, begun);
  if (optimistic) commit.setOptimistic(optimistic);
  return commit;
}

/** What is confirmed. */
function confirmedOf({ version, options }: Writing): Version {
  return options.base ?? version;
}

/** Stores the value of `set`; nothing if its updater finds nothing to update. */
function writeValue(writing: Writing, action: SetAction): void {
  const { controller } = writing;
  const { schema, args, meta } = action;
  if (!schema) {
    throw new TypeError(
      "controller.set was given no schema." +
        (isDevelopment() ? " Do modules import each other?" : ""),
    );
  }
  let { value } = action;
  const isUpdate = typeof value === "function";
  if (typeof value === "function") {
    // an updater reads what is confirmed
    const current = readQuery(controller, schema, args, confirmedOf(writing))
      .data;
    if (current === undefined) return;
    value = value(current);
  }
  const { report } = controller;
  // what the application itself gives is stored as a whole
  normalizeInto(begin(writing), schema, value, args, meta, report, true, {
    began: meta.fetchedAt,
    until: meta.confirmedAt ?? meta.fetchedAt,
    sent: undefined,
    isUpdate,
    existence: "seen",
    changed: unchanged,
  });
}

/** W4, W6c: only what is pending has an optimistic response. */
const unchanged: Write["changed"] = new Map();

/** Invalidates the responses of all keys that match, or has them expire. */
function writeMatching(
  writing: Writing,
  action: InvalidateAllAction | ExpireAllAction,
): void {
  const write = action.type === "rdc/expireall" ? expire : invalidate;
  const keys = [...confirmedOf(writing).state.endpointKeys()]
    .filter((key) => action.testKey(key));
  const commit = begin(writing);
  for (const key of keys) write(commit, key);
}

function rethrow(
  _writing: Writing,
  _action: ActionTypes,
  error: unknown,
): never {
  throw error;
}

/** What somebody changed by calling an endpoint; nothing if it only reads. */
function writeOf(
  { controller, version }: Writing,
  action: SetResponseAction | OptimisticAction,
): Write | undefined {
  const { type, endpoint, args, meta } = action;
  const { begun } = controller;
  if (!endpoint.sideEffect) return undefined;
  const { fetchedAt: began, confirmedAt = began } = meta;
  const layer = type === "rdc/optimistic"
    ? action
    : layerOf(version.optimistic, action);
  const { state, pending = [], count, isRepeated = layer?.isRepeated } =
    begun.get(began) ?? {};
  const { path, method = "" } = endpoint as Partial<SentMembers>;
  // GraphQL sends everything by POST
  const verb = path === undefined ? "" : method.toUpperCase();
  const known = state && versionOf(state);
  // W4: V8 makes functions that a literal has by themselves old, and retains all that they refer to
  const before = known &&
    ((slot: EntitySlot) => lastOfSame(known).at(slot as Cell));
  const wasBeingDeleted = (key: string, pk: string) =>
    pending.slice(0, count).some(({ endpoint, args }) =>
      isInvalidate(endpoint.schema) &&
      referenceBy(endpoint.schema, sentTo(args), args, key) === pk
    );
  const isBeingChanged = (key: string, pk: string) =>
    // what the first attempt did may have been read since
    isRepeated || [
      ...pending.slice(0, count),
      ...[...begun].filter(([stamp]) => stamp !== began)
        .map(([_, { action }]) => action),
    ].some(({ endpoint, args }) =>
      Object.values(sentTo(args)).some((value) => usablePk(value) === pk) &&
      mayChange(endpoint.schema, key, version.graph!.collections)
    );
  return {
    began,
    until: type === "rdc/optimistic" ? Infinity : confirmedAt,
    sent: sentOf(args, path),
    path,
    existence: verb === "POST" ? "sent" : verb === "PUT" ? "reported" : "seen",
    isLost: type === "rdc/setresponse" && isLost(action, controller),
    before,
    changed: layer?.changed ?? unchanged,
    wasBeingDeleted,
    isBeingChanged,
  };
}

/** What a call has sent of the row at the top; of several rows, the fields of all. */
function sentOf(args: ActionArgs, path: string | undefined): EntityRow {
  const last = args.at(-1);
  const all = Array.isArray(last) ? last : [last];
  const rows: EntityRow[] = all.every(isObject) ? all : all.filter(isObject);
  const sent = {};
  // functions and GraphQL often name the fields in an object of their own
  if (path === undefined) {
    Object.assign(sent, ...rows.flatMap(Object.values).filter(isPlainObject));
  }
  for (const row of rows) {
    Object.assign(sent, path === undefined ? row : sentMembers(row));
  }
  return sent;
}

/** A schema as far as it says what its responses write. */
interface WritingSchema {
  readonly key?: unknown;
  readonly schema?: object;
  readonly collection?: object;
}

/** Whether responses of a schema may change rows, or lists, of a table; what entities nest is not searched. */
export function mayChange(
  schema: unknown,
  table: string,
  lists: ListRegistry,
  depth = 0,
): boolean {
  if (typeof schema !== "function" && !isObject(schema) || depth > 6) {
    return false;
  }
  const { key, collection } = schema as WritingSchema;
  if (key === table) return true;
  for (const list of lists.get(key as string) ?? []) {
    if ((list as WritingSchema).key === table) return true;
  }
  const inner = collection ?? (schema as WritingSchema).schema ?? schema;
  return typeof schema !== "function" &&
    (collection || typeof inner === "function" ? [inner] : Object.values(inner))
      .some((member) => mayChange(member, table, lists, depth + 1));
}

/** Whether a schema, or a member of it, says that something is deleted. */
function isDeletion(schema: unknown): boolean {
  return isInvalidate(schema) ||
    Object.values(membersOf(schema) ?? {}).some(isInvalidate);
}

/** What was sent, in the places where a response has entities; nothing where it has several. */
function sentAs(schema: unknown, sent: object): unknown {
  const members = membersOf(schema);
  if (Array.isArray(schema) || roleOf(schema) === "container") return undefined;
  return members
    ? Object.fromEntries(
      Object.entries(members)
        .filter(([_, member]) =>
          typeof member === "function" || isInvalidate(member)
        ).map(([name]) => [name, sent]),
    )
    : sent;
}

/** Whether nobody here knows if the server has carried out a mutation: it did not say so. */
function isLost(
  { endpoint, error, response, meta }: SetResponseAction,
  { begun }: Controller,
): boolean {
  const { status } = (response ?? {}) as { readonly status?: unknown };
  return error === true && endpoint.sideEffect === true && !meta.isUndone &&
    (!(Number(status) >= 400 && Number(status) < 500) ||
      // what it carried out the first time is in its own way
      status === 409 &&
        (begun.get(meta.fetchedAt)?.isRepeated ?? meta.isUndone === false));
}

/** Members of endpoints that say how they send. */
interface SentMembers {
  readonly path: string;
  readonly method: string;
}

/** What an endpoint expects of a mutation, after the layers before. */
function optimisticResponse(
  { controller, version: { state }, options: { noteReads } }: Writing,
  { endpoint, args, meta }: OptimisticAction,
): unknown {
  const snapshot = controller.snapshot(state, meta.fetchedAt);
  try {
    return expectedBy(endpoint, snapshot, args);
  } finally {
    noteReads?.(snapshot);
  }
}

/** What an endpoint expects, without fields that are `undefined` in what it sends: JSON does not have them. */
function expectedBy(
  endpoint: EndpointInterface,
  snapshot: SnapshotInterface,
  args: ActionArgs,
): unknown {
  const expected = endpoint.getOptimisticResponse?.call(
    endpoint,
    snapshot,
    ...args,
  );
  const { path } = endpoint as Partial<SentMembers>;
  return path === undefined ? expected : sentMembers(expected, args);
}

/** The response of an action; with what was expected of the mutation, where only what was sent stands for it. */
function responseOf(writing: Writing, action: SetResponseAction): unknown {
  const { response, meta } = action;
  // an offline queue sends without the layer that was visible before
  const { endpoint, args } = layerOf(writing.version.optimistic, action) ??
    action;
  const standIn = standIns.get(response as object);
  if (
    !standIn || !endpoint.getOptimisticResponse || endpoint.schema?.collection
  ) return response;
  try {
    const expected = expectedBy(
      endpoint,
      writing.controller.snapshot(confirmedOf(writing).state, meta.fetchedAt),
      args,
    );
    const filled = standIn === "named"
      ? completed(endpoint.schema, response, expected, args)
      : { ...response as object, ...isObject(expected) && expected };
    standIns.set(filled, standIn);
    return filled;
  } catch {
    return response;
  }
}

function expire(commit: Commit, key: string): void {
  const { value, meta } = commit.responseOf(key);
  // also what has expired before: its readers ask again
  if (meta !== undefined) {
    commit.setEndpoint(key, { value, meta: { ...meta, expiresAt: longAgo } });
  }
}

/** Drops the response of a key, whether an entry or only a meta is known. */
function invalidate(commit: Commit, key: string): void {
  const { value, meta } = commit.responseOf(key);
  if (value === absent && meta?.invalidated) return;
  const { error: _error, errorPolicy: _policy, ...times } = meta ??
    { date: 0, fetchedAt: 0 };
  commit.setEndpoint(key, {
    value: absent,
    meta: { ...times, expiresAt: 0, invalidated: true },
  });
}

/**
 * Writes what came of a request, as its endpoint describes.
 *
 * @throws What the schema or its hooks throw.
 */
function writeResponse(
  writing: Writing,
  action: SetResponseAction | OptimisticAction,
): void {
  const { controller, version } = writing;
  const { type, key, endpoint, meta } = action;
  // what was requested before a reset is of another session
  if (type === "rdc/setresponse" && meta.fetchedAt < version.lastReset) return;
  const write = writeOf(writing, action);
  const response = type === "rdc/optimistic"
    ? optimisticResponse(writing, action)
    : write
    ? responseOf(writing, action)
    : action.response;
  const commit = begin(writing);
  if ("error" in action && action.error) {
    return writeFailed(writing, action, response, write);
  }
  const result = normalizeResponse(writing, action, response, write);
  if (write === undefined && type === "rdc/setresponse") {
    noteLeftOut(
      controller.received,
      endpoint,
      response,
      result,
      (key, pk) => commit.getEntity(key, pk),
    );
  }
  const cell = commit.responseOf(key);
  if (!isOutdated(cell, action)) {
    const counted = memberCounts.get(result as object);
    if (isDevelopment() && type === "rdc/setresponse") {
      warnOfNoEffect(commit, action, counted);
    }
    const { date, fetchedAt, expiresAt } = meta;
    const times = { date, fetchedAt, expiresAt };
    const known = counted === undefined ? times : { ...times, counted };
    commit.setEndpoint(key, { value: result, meta: known }, cell);
  }
  if (endpoint.update) writeUpdates(writing, action, result);
}

/** Writes rows of a response, or of what a mutation sent; gives what is stored of it under its key. */
function normalizeResponse(
  { commit, controller }: Writing,
  { type, key, endpoint, args, meta }: SetResponseAction | OptimisticAction,
  value: unknown,
  write: Write | undefined,
): unknown {
  const { date, fetchedAt, expiresAt, confirmedAt } = meta;
  return normalizeInto(
    commit!,
    endpoint.schema,
    value,
    args,
    confirmedAt
      ? { fetchedAt, date, expiresAt, confirmedAt }
      : { fetchedAt, date, expiresAt },
    (about) => controller.report({ key, ...about }),
    // an optimistic response is made by the application itself
    type === "rdc/optimistic" || endpoint.strict,
    write,
  );
}

/** Writes what is known after a request has failed. */
function writeFailed(
  writing: Writing,
  action: SetResponseAction,
  response: unknown,
  write: Write | undefined,
): void {
  const { key, endpoint, args, meta } = action;
  const { name, status } = (response ?? {}) as { name?: string; status?: 1 };
  const { method = "" } = endpoint as Partial<SentMembers>;
  // what is gone was deleted, or taken out
  const { schema } = endpoint;
  const isGone = /^4(?:04|10)$/.test(`${status}`) &&
    (/^DELETE$/i.test(method) || schema?.kind === "remove" ||
      isDeletion(schema));
  if (isGone || write?.isLost) {
    try {
      const sent = sentAs(schema, { ...sentTo(args), ...write?.sent });
      normalizeResponse(writing, action, sent, write && { ...write, isGone });
    } catch {
      // what was sent is no such entity
    }
  }
  if (write?.isLost && !writing.commit!.doubts) {
    doubtNamed(writing, action, write);
  }
  // an abort says that nothing happened
  if (name === "AbortError") return;
  const error = storableError(key, response);
  writeError(writing.commit!, action, error, meta.expiresAt);
}

/**
 * Has readers ask for what a mutation may have written that has no response,
 * and did not send an entity: rows that it names, or was expected to change,
 * and lists of their kind.
 */
function doubtNamed(
  { commit, version }: Writing,
  { endpoint: { schema }, args }: SetResponseAction,
  write: Write,
): void {
  const { graph } = version;
  if (graph === undefined) return;
  const { collections, tables } = graph;
  const { began, until } = write;
  const pks = textsIn(args);
  const lists = new Set(
    [...collections.values()].flatMap((all) => [...all].map(({ key }) => key)),
  );
  for (const cell of write.changed.keys()) {
    const { table } = cell as Cell;
    if (mayChange(schema, table.key, collections)) commit!.doubt(cell as Cell);
  }
  for (const [key, table] of tables) {
    if (!mayChange(schema, key, collections)) continue;
    const names = lists.has(key) ? table.keyList : pks;
    for (const pk of names) {
      if (version.find(table, pk)) commit!.doubt(table.cellOf(pk));
    }
    // lists that come later, and were requested before
    commit!.confirm({
      began,
      until,
      key,
      pk: "",
      possible: null,
    });
  }
}

/** Texts and numbers in what was sent, which may be primary keys. */
function textsIn(sent: unknown): Set<string> {
  // it may contain itself
  const all = new Set([sent]);
  for (const one of all) {
    if (isObject(one)) Object.values(one).forEach((value) => all.add(value));
  }
  return new Set([...all].flatMap((one) => usablePk(one) ?? []));
}

/** Lets an endpoint change other responses. */
function writeUpdates(
  { commit, controller }: Writing,
  { key, endpoint, args }: SetResponseAction | OptimisticAction,
  result: unknown,
): void {
  try {
    const updaters = endpoint.update!(result, ...args);
    for (const [key, updater] of Object.entries(updaters)) {
      const cell = commit!.responseOf(key);
      const { value, meta, rank } = cell;
      const updated = updater(value === absent ? undefined : value);
      if (rank === 0 && updated === undefined) continue;
      // a response in place of another one has counted members of its own
      const counted = memberCounts.get(updated as object);
      const known = counted === undefined ? meta : meta && { ...meta, counted };
      commit!.setEndpoint(key, { value: updated, meta: known }, cell);
    }
  } catch (cause) {
    controller.report({
      key,
      message: "update() threw; the response was stored." +
        (isDevelopment()
          ? " Correct update(), or use Collection.push and the like."
          : ""),
      cause,
    });
  }
}

/** Writes the error of a response, or of a layer, that could not be stored. */
function writeThrown(
  writing: Writing,
  action: SetResponseAction | OptimisticAction,
  thrown: unknown,
): Transition["failure"] {
  const commit = begin(writing);
  let error = thrown;
  if (!(thrown instanceof AbortOptimistic)) {
    const { endpoint, meta } = action;
    const length = endpoint.errorExpiryLength ??
      writing.controller.expiryLengths.errorExpiryLength;
    error = processingErrorOf(action, thrown);
    writeError(commit, action, error, meta.date + Math.max(length, 0));
  }
  // nobody waits for a layer
  return action.type === "rdc/setresponse" ? { error } : undefined;
}

/** Writes the failure of a request; entry and entities stay. */
function writeError(
  commit: Commit,
  action: SetResponseAction | OptimisticAction,
  error: unknown,
  expiresAt: number,
): void {
  const { key, endpoint, meta: { date, fetchedAt } } = action;
  const cell = commit.responseOf(key);
  if (isOutdated(cell, action)) return;
  const value = cell.rank > 0 ? cell.value : absent;
  const errorPolicy = policyOf(endpoint, error);
  const { counted } = cell.meta ?? {};
  const times = { date, fetchedAt, expiresAt, error, errorPolicy };
  // it is still that of the data
  const meta = counted === undefined ? times : { ...times, counted };
  commit.setEndpoint(key, { value, meta }, cell);
}

/** Whether what is stored under the key must not be replaced by this outcome. */
function isOutdated(
  { meta: stored }: { readonly meta: ResponseMeta | undefined },
  action: SetResponseAction | OptimisticAction,
): boolean {
  return "outdated" in action && action.outdated === true ||
    stored !== undefined && stored.fetchedAt > action.meta.fetchedAt &&
      stored.error === undefined && !stored.invalidated;
}

/** What the endpoint says about an error. */
function policyOf(endpoint: EndpointInterface, error: unknown): ErrorPolicy {
  try {
    return endpoint.errorPolicy?.(error);
  } catch (thrown) {
    if (isDevelopment()) {
      console.error(
        "An errorPolicy threw, so the error it was asked about is visible (hard).",
        thrown,
      );
    }
    return "hard";
  }
}

/** The pending layer of a request that begins or ends. */
function layerOf(
  layers: readonly OptimisticAction[],
  { key, meta }: FetchAction | SetResponseAction,
): OptimisticAction | undefined {
  const { fetchedAt, layerAt = fetchedAt } = meta as Partial<ActionMeta>;
  return layers.find((layer) =>
    layer.key === key && layer.meta.fetchedAt === layerAt
  );
}

/** The pending layers after a request has begun or ended; the same list if it has none. */
export function layersAfter(
  layers: readonly OptimisticAction[],
  action: FetchAction | SetResponseAction,
  controller: Controller,
): readonly OptimisticAction[] {
  const { key, endpoint, args, meta: { fetchedAt } } = action;
  const known = layerOf(layers, action);
  if (action.type !== "rdc/fetch") {
    return known ? layers.filter((layer) => layer !== known) : layers;
  }
  if (action.meta.isRevised) {
    return known
      ? layers.map((layer) => layer === known ? { ...layer } : layer)
      : layers;
  }
  if (!endpoint.sideEffect || !endpoint.getOptimisticResponse) return layers;
  const { stamps, expiryLengths } = controller;
  const layer = {
    ...createOptimistic(endpoint, args, fetchedAt, stamps, expiryLengths),
    key,
    changed: new Map(),
    // only what an offline queue takes over is quiet
    isRepeated: action.meta.isQuiet,
  };
  const all = [...layers, layer];
  // what was put aside for a while is older than what began meanwhile
  return fetchedAt < (layers.at(-1)?.meta.fetchedAt ?? 0)
    ? all.sort((a, b) => a.meta.fetchedAt - b.meta.fetchedAt)
    : all;
}
