import {
  isDevelopment,
  normalizeInto,
  type Reporter,
} from "../../schema/engine.ts";
import type {
  EndpointInterface,
  ErrorPolicy,
} from "../../endpoint/contract.ts";
import { createOptimistic } from "../actions.ts";
import type {
  ActionTypes,
  ExpiryLengths,
  FetchAction,
  OptimisticAction,
  ResponseMeta,
  SetAction,
  SetResponseAction,
  Touched,
} from "../contract.ts";
import type { Controller } from "../controller.ts";
import { AbortOptimistic } from "../errors.ts";
import { changesIn, Commit, type CommitWatcher } from "../graph/commit.ts";
import type { Log } from "../graph/graph.ts";
import {
  absent,
  initialState,
  State,
  type Version,
  versionOf,
} from "../graph/state.ts";
import type { StateJSON } from "./plain_state.ts";
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
  readonly failure?: { readonly error: unknown };
}

/** What an action changed. */
export function touchedBy({ version, log }: Transition): Touched {
  return log ? changesIn(log, version) : everythingTouched;
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
  return (state = initialState, action) =>
    transition(controller, versionOf(State.from(state)), action as ActionTypes)
      .version.state;
}

/** What a transition has to know while layers are pending. */
export interface TransitionOptions extends CommitWatcher {
  /** What is confirmed, if it starts from something else. */
  readonly base?: Version | undefined;
}

/**
 * What an action does to a state.
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
  if (action.type === "rdc/setresponse") {
    return storeResponse(controller, version, action, options);
  }
  if (action.type === "rdc/set") {
    return setValue(controller, version, action, options);
  }
  if (action.type === "rdc/optimistic") {
    return sealed(applyLayer(controller, version, action));
  }
  if (action.type === "rdc/reset") {
    const commit = new Commit(initialState);
    commit.setLastReset(action.date);
    return { version: commit.seal() };
  }
  // all keys are asked for before anything is written, so that a throw leaves nothing behind
  const keys = action.type === "rdc/invalidate"
    ? [action.key]
    : action.type === "rdc/expireall" || action.type === "rdc/invalidateall"
    ? [...(options.base ?? version).current.endpointKeys()]
      .filter((key) => action.testKey(key))
    : [];
  const commit = new Commit(version, options);
  for (const key of keys) {
    if (action.type === "rdc/expireall") expire(commit, key);
    else invalidate(commit, key);
  }
  const isRemoval = action.type === "rdc/gc";
  if (isRemoval) {
    for (const { key, pk } of action.entities) commit.removeEntity(key, pk);
    for (const key of action.endpoints) commit.removeEndpoint(key);
  }
  if (action.type === "rdc/merge") {
    try {
      action.apply(commit);
    } catch (error) {
      commit.discard();
      return { version, failure: { error } };
    }
  }
  if (action.type === "rdc/fetch") {
    commit.setOptimistic(withLayer(version.optimistic, action, controller));
  }
  return sealed(commit, isRemoval);
}

function sealed(commit: Commit, isRemoval = false): Transition {
  return { version: commit.seal(isRemoval), log: commit.log };
}

function expire(commit: Commit, key: string): void {
  const { value, meta } = commit.getEndpointRecord(key)!;
  if (meta !== undefined && meta.expiresAt !== longAgo) {
    commit.setEndpoint(key, { value, meta: { ...meta, expiresAt: longAgo } });
  }
}

/** Not 0, so that tests whether an expiry is set hold. */
const longAgo = 1;

/** Drops the response of a key, whether an entry or only a meta is known. */
function invalidate(commit: Commit, key: string): void {
  const { value, meta } = commit.getEndpointRecord(key) ?? {};
  if (
    value === absent && meta?.invalidated && meta.expiresAt === 0 &&
    !("error" in meta)
  ) return;
  const { error: _error, errorPolicy: _policy, ...times } = meta ??
    { date: 0, fetchedAt: 0 };
  commit.setEndpoint(key, {
    value: absent,
    meta: { ...times, expiresAt: 0, invalidated: true },
  });
}

const reported = new WeakSet<object>();

/** Reports an error once, however often its action is reduced. */
function reportOnce(action: object, ...messages: readonly unknown[]): void {
  if (reported.has(action)) return;
  reported.add(action);
  for (const message of messages) console.error(message);
}

/** Writes a value, or what an updater makes of the current one, by schema. */
function setValue(
  controller: Controller,
  version: Version,
  action: SetAction,
  options: TransitionOptions,
): Transition {
  const { schema, args, meta } = action;
  let commit: Commit | undefined;
  try {
    if (!schema) {
      throw new TypeError(
        "controller.set was given no schema. Do modules import each other?",
      );
    }
    let { value } = action;
    if (typeof value === "function") {
      // an updater reads what is confirmed
      const { current: state } = options.base ?? version;
      const current = controller.get(schema, ...args, state);
      if (current === undefined) return { version };
      value = value(current);
    }
    commit = new Commit(version, options);
    // what the application itself gives is stored as a whole
    normalizeInto(commit, schema, value, args, meta, controller.report, true);
    return sealed(commit);
  } catch (error) {
    commit?.discard();
    if (isDevelopment()) reportOnce(action, error);
    return { version, failure: { error } };
  }
}

/** Stores the outcome of a request, and removes the layer of that request. */
function storeResponse(
  controller: Controller,
  version: Version,
  action: SetResponseAction,
  options: TransitionOptions,
): Transition {
  const { response } = action;
  const optimistic = withoutLayer(version.optimistic, action);
  const commit = new Commit(version, options);
  commit.setOptimistic(optimistic);
  if (!action.error) {
    try {
      writeResponse(commit, action, response, controller.report);
      return sealed(commit);
    } catch (thrown) {
      commit.discard();
      const error = processingErrorOf(action, thrown);
      const retreat = new Commit(version, options);
      retreat.setOptimistic(optimistic);
      writeError(
        retreat,
        action,
        error,
        errorExpiry(action, controller.expiryLengths),
      );
      return { ...sealed(retreat), failure: { error } };
    }
  }
  // an abort says that nothing happened
  if ((response as { name?: unknown } | undefined)?.name !== "AbortError") {
    const error = storableError(action.key, response);
    writeError(commit, action, error, action.meta.expiresAt);
  }
  return sealed(commit);
}

/**
 * Writes a response as its endpoint describes.
 *
 * @throws What the schema or its hooks throw; the commit must then be discarded.
 */
function writeResponse(
  commit: Commit,
  action: SetResponseAction | OptimisticAction,
  response: unknown,
  report: Reporter,
): void {
  const { key, endpoint, args, meta } = action;
  const { schema } = endpoint;
  const hasSchema = schema !== undefined && schema !== null;
  const result = hasSchema
    ? normalizeInto(
      commit,
      schema,
      response,
      args,
      meta,
      (about) => report({ key, ...about }),
      // an optimistic response is made by the application itself
      action.type === "rdc/optimistic" || endpoint.strict,
    )
    : response;
  const existing = commit.getEndpointRecord(key);
  if (!isOutdated(existing?.meta, action)) {
    const { date, fetchedAt, expiresAt } = meta;
    commit.setEndpoint(key, {
      value: commit.canonicalResult(key, result),
      meta: { date, fetchedAt, expiresAt },
    });
  }
  if (endpoint.update) runUpdate(commit, action, endpoint.update, result);
}

/** Writes the failure of a request; entry and entities stay. */
function writeError(
  commit: Commit,
  action: SetResponseAction | OptimisticAction,
  error: unknown,
  expiresAt: number,
): void {
  const { key, endpoint, meta: { date, fetchedAt } } = action;
  const existing = commit.getEndpointRecord(key);
  if (isOutdated(existing?.meta, action)) return;
  const errorPolicy = policyOf(endpoint, error);
  commit.setEndpoint(key, {
    value: existing === undefined ? absent : existing.value,
    meta: {
      date,
      fetchedAt,
      expiresAt,
      error,
      ...(errorPolicy === undefined ? {} : { errorPolicy }),
    },
  });
}

/** When an error that replaces a response ceases to keep readers from fetching. */
function errorExpiry(
  { endpoint, meta }: SetResponseAction | OptimisticAction,
  { errorExpiryLength }: ExpiryLengths,
): number {
  const length = endpoint.errorExpiryLength ?? errorExpiryLength;
  return meta.date + Math.max(length, 0);
}

/** Whether what is stored under the key must not be replaced by this outcome. */
function isOutdated(
  stored: ResponseMeta | undefined,
  action: SetResponseAction | OptimisticAction,
): boolean {
  if ("outdated" in action && action.outdated) return true;
  return stored !== undefined && stored.fetchedAt > action.meta.fetchedAt &&
    stored.error === undefined && !stored.invalidated;
}

/** What the endpoint says about an error. */
function policyOf(endpoint: EndpointInterface, error: unknown): ErrorPolicy {
  try {
    return endpoint.errorPolicy?.(error);
  } catch (thrown) {
    if (isDevelopment()) {
      console.error(
        "An errorPolicy threw, so the error it was asked about is shown (hard).",
        thrown,
      );
    }
    return "hard";
  }
}

function runUpdate(
  commit: Commit,
  action: SetResponseAction | OptimisticAction,
  update: NonNullable<EndpointInterface["update"]>,
  result: unknown,
): void {
  try {
    const updaters = update.call(action.endpoint, result, ...action.args);
    for (const [key, updater] of Object.entries(updaters)) {
      const existing = commit.getEndpointRecord(key);
      const { value, meta } = existing ?? {};
      const updated = updater(value === absent ? undefined : value);
      if (updated === undefined && existing === undefined) continue;
      commit.setEndpoint(key, {
        value: commit.canonicalResult(key, updated),
        meta,
      });
    }
  } catch (error) {
    reportOnce(
      action,
      `The update() of '${action.key}' threw; the response itself was stored. Correct update(), or use Collection.push and its relatives.`,
      error,
    );
  }
}

const layerOfFetch = new WeakMap<FetchAction, OptimisticAction>();

/** The pending layers after a fetch started or was attempted anew; the same list when it has none. */
export function withLayer(
  layers: readonly OptimisticAction[],
  action: FetchAction,
  controller: Controller,
): readonly OptimisticAction[] {
  const { endpoint, key, args, meta: { fetchedAt, renews } } = action;
  if (!endpoint.sideEffect || !endpoint.getOptimisticResponse) return layers;
  const renewed = layers.find((layer) =>
    layer.key === key && layer.meta.fetchedAt === renews
  );
  // the layer was dropped meanwhile, for instance by a reset
  if (renews !== undefined && renewed === undefined) return layers;
  // one layer per fetch, however often the fetch is reduced
  let layer = layerOfFetch.get(action);
  if (layer === undefined) {
    try {
      layer = renewed
        ? {
          ...renewed,
          meta: {
            firstFetchedAt: renewed.meta.fetchedAt,
            ...renewed.meta,
            fetchedAt,
          },
        }
        : {
          ...createOptimistic(
            endpoint,
            args,
            fetchedAt,
            controller.stamps,
            controller.expiryLengths,
          ),
          key,
        };
    } catch {
      // the same defect of the endpoint fails the request itself, which reports it
      return layers;
    }
    layerOfFetch.set(action, layer);
  }
  const others = layers.filter((other) => other !== renewed);
  // what waits to be sent is newer than what is sent again
  const above = others.findIndex((other) =>
    renewed !== undefined && other.meta.fetchedAt > fetchedAt
  );
  return others.toSpliced(above < 0 ? others.length : above, 0, layer);
}

/** The pending layers after a fetch settled; the same list when it had none. */
function withoutLayer(
  layers: readonly OptimisticAction[],
  { key, meta: { fetchedAt, layerAt = fetchedAt } }: SetResponseAction,
): readonly OptimisticAction[] {
  const position = layers.findIndex((layer) =>
    layer.key === key && layer.meta.fetchedAt === layerAt
  );
  return position < 0 ? layers : layers.toSpliced(position, 1);
}

/**
 * Puts a layer on a state. A layer that aborts contributes nothing; one that
 * fails contributes only the error of its key.
 *
 * @param controller Reads for the optimistic response.
 * @param version The base with all earlier layers.
 * @param action The layer.
 * @param watcher What was visible, and who wants to know what is read.
 * @param noteReads Is given what the optimistic response was computed from.
 * @returns The commit that wrote it.
 */
export function applyLayer(
  controller: Controller,
  version: Version,
  action: OptimisticAction,
  watcher?: CommitWatcher,
  noteReads?: (snapshot: ReturnType<Controller["snapshot"]>) => void,
): Commit {
  const { endpoint, args, meta } = action;
  const snapshot = controller.snapshot(
    version.state,
    meta.firstFetchedAt ?? meta.fetchedAt,
  );
  let commit: Commit | undefined;
  try {
    let response: unknown;
    try {
      response = endpoint.getOptimisticResponse
        ?.call(endpoint, snapshot, ...args);
    } finally {
      noteReads?.(snapshot);
    }
    // reading another state moves the cells
    commit = new Commit(version, watcher);
    writeResponse(commit, action, response, controller.report);
  } catch (thrown) {
    commit?.discard();
    commit = new Commit(version, watcher);
    if (!(thrown instanceof AbortOptimistic)) {
      const error = processingErrorOf(action, thrown);
      const expiresAt = errorExpiry(action, controller.expiryLengths);
      writeError(commit, action, error, expiresAt);
    }
  }
  return commit;
}
