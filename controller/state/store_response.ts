import {
  isDevelopment,
  normalizeInto,
  type Reporter,
} from "../../schema/engine.ts";
import type {
  EndpointInterface,
  ErrorPolicy,
} from "../../endpoint/contract.ts";
import type {
  ActionMeta,
  ExpiryLengths,
  OptimisticAction,
  ResponseMeta,
  SetResponseAction,
} from "../contract.ts";
import { Commit, type CommitOptions } from "../graph/commit.ts";
import { processingErrorOf, storableError } from "./processing_error.ts";
import { withoutLayer } from "./layer_list.ts";
import { absent, type EndpointRecord } from "../graph/state.ts";
import type { State } from "../graph/state.ts";
import type { Transition } from "./transition.ts";

/** Stores the outcome of a request, and removes the layer of that request. */
export function storeResponse(
  state: State,
  action: SetResponseAction,
  lengths: ExpiryLengths,
  options: CommitOptions = {},
  report?: Reporter,
): Transition {
  const layers = withoutLayer(state.optimistic, action);
  const commit = new Commit(state, options);
  commit.setOptimistic(layers);
  if (action.error) {
    if (!isAbort(action.response)) {
      const error = storableError(action.key, action.response);
      writeError(commit, action, error, action.meta.expiresAt);
    }
    return commit.seal();
  }
  try {
    writeResponse(commit, action, action.response, report);
    return commit.seal();
  } catch (thrown) {
    commit.discard();
    const error = processingErrorOf(action, thrown);
    const retreat = new Commit(state, options);
    retreat.setOptimistic(layers);
    writeError(retreat, action, error, errorExpiry(action, lengths));
    return { ...retreat.seal(), failure: { error } };
  }
}

/**
 * Writes a response as its endpoint describes.
 *
 * @throws What the schema or its hooks throw; the commit must then be discarded.
 */
export function writeResponse(
  commit: Commit,
  action: SetResponseAction | OptimisticAction,
  response: unknown,
  report?: Reporter,
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
      report && ((about) => report({ key, ...about })),
      // an optimistic response is made by the application itself
      action.type === "rdc/optimistic" || endpoint.strict,
    )
    : response;
  const existing = commit.getEndpointRecord(key);
  if (!isOutdated(existing?.meta, action)) {
    commit.setEndpoint(key, {
      value: hasSchema ? commit.canonicalResult(key, result) : result,
      meta: successMeta(meta, existing?.meta),
    });
  }
  if (endpoint.update) runUpdate(commit, action, endpoint.update, result);
}

/** Writes the failure of a request; entry and entities stay. */
export function writeError(
  commit: Commit,
  action: SetResponseAction | OptimisticAction,
  error: unknown,
  expiresAt: number,
): void {
  const { key, endpoint, meta: { date, fetchedAt } } = action;
  const existing = commit.getEndpointRecord(key);
  if (isOutdated(existing?.meta, action)) return;
  const errorPolicy = policyOf(action, endpoint, error);
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
export function errorExpiry(
  { endpoint, meta }: SetResponseAction | OptimisticAction,
  { errorExpiryLength }: ExpiryLengths,
): number {
  const length = endpoint.errorExpiryLength ?? errorExpiryLength;
  return meta.date + Math.max(length, 0);
}

/** Whether a rejection says that nothing happened. */
function isAbort(reason: unknown): boolean {
  return typeof reason === "object" && reason !== null &&
    (reason as { name?: unknown }).name === "AbortError";
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

function successMeta(
  { date, fetchedAt, expiresAt }: ActionMeta,
  previous: ResponseMeta | undefined,
): ResponseMeta {
  return previous === undefined
    ? { date, fetchedAt, expiresAt }
    : { date, fetchedAt, expiresAt, prevExpiresAt: previous.expiresAt };
}

const policies = new WeakMap<object, { readonly policy: ErrorPolicy }>();

/** Asks the endpoint once per failure, however often the failure is reduced. */
function policyOf(
  action: object,
  endpoint: EndpointInterface,
  error: unknown,
): ErrorPolicy {
  let known = policies.get(action);
  if (known === undefined) {
    known = { policy: askPolicy(endpoint, error) };
    policies.set(action, known);
  }
  return known.policy;
}

function askPolicy(endpoint: EndpointInterface, error: unknown): ErrorPolicy {
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

const reported = new WeakSet<object>();

function runUpdate(
  commit: Commit,
  action: SetResponseAction | OptimisticAction,
  update: NonNullable<EndpointInterface["update"]>,
  result: unknown,
): void {
  try {
    const updaters = update.call(action.endpoint, result, ...action.args);
    for (const [key, updater] of Object.entries(updaters)) {
      const existing: EndpointRecord | undefined = commit.getEndpointRecord(
        key,
      );
      const previous = existing?.value === absent ? undefined : existing?.value;
      const next = updater(previous);
      if (next === undefined && existing === undefined) continue;
      const value = commit.canonicalResult(key, next);
      commit.setEndpoint(key, { value, meta: existing?.meta });
    }
  } catch (error) {
    if (reported.has(action)) return;
    reported.add(action);
    console.error(
      `The update() of '${action.key}' threw; the response itself was stored. Correct update(), or use Collection.push and its relatives.`,
    );
    console.error(error);
  }
}
