/**
 * Errors the controller and its managers reject with.
 *
 * @module
 */
import { isDevelopment } from "../schema/engine.ts";

/**
 * A read was pending when the store was emptied.
 *
 * @example
 * ```ts
 * import { ResetError } from "@tessera/client";
 *
 * function report(error: unknown) {
 *   if (error instanceof ResetError) return; // the user logged out
 *   console.error(error);
 * }
 * ```
 */
export class ResetError extends Error {
  /** Always `"ResetError"`. */
  override readonly name = "ResetError";

  constructor() {
    super(
      "The request was aborted because the store was reset." +
        (isDevelopment()
          ? " Its result is discarded; fetch again if it is still wanted."
          : ""),
    );
  }
}

/**
 * A request was pending, or was started, after its client had been disposed.
 *
 * @example
 * ```ts
 * import { createClient, DisposedError, RestEndpoint } from "@tessera/client";
 * import { assert } from "@std/assert";
 *
 * const client = createClient();
 * await client.dispose();
 * const error = await client.fetch(new RestEndpoint({ path: "/vessels" }))
 *   .catch((error) => error);
 * assert(error instanceof DisposedError);
 * ```
 */
export class DisposedError extends Error {
  /** Always `"DisposedError"`. */
  override readonly name = "DisposedError";

  /**
   * Says whose result was lost.
   *
   * @param key Key of the request, when it is known.
   */
  constructor(key?: string) {
    super(
      `The client was disposed${
        key === undefined ? "" : `, so '${key}' has no result`
      }.` +
        (isDevelopment() ? " Create a new client to fetch again." : ""),
    );
  }
}

/**
 * A request took longer than it was allowed to.
 *
 * @example
 * ```ts
 * import { createClient, Endpoint, TimeoutError } from "@tessera/client";
 * import { assert } from "@std/assert";
 *
 * await using client = createClient();
 * const silent = new Endpoint(() => new Promise<never>(() => {}), {
 *   name: "silent",
 *   timeout: 5,
 * });
 * const error = await client.fetch(silent).catch((error) => error);
 * assert(error instanceof TimeoutError);
 * ```
 */
export class TimeoutError extends Error {
  /** Always `"TimeoutError"`. */
  override readonly name = "TimeoutError";
  /** The status a gateway gives in this situation. */
  readonly status = 504;

  /**
   * Says what took how long.
   *
   * @param key Key of the request.
   * @param limit The time allowed, in milliseconds.
   */
  constructor(key: string, limit: number) {
    super(
      `'${key}' did not answer within ${limit} ms.` +
        (isDevelopment()
          ? " Raise the endpoint's timeout, or the one of NetworkManager."
          : ""),
    );
  }
}

/**
 * A mutation could not be queued because the offline queue holds as many as it
 * may.
 *
 * @example
 * ```ts
 * import { QueueFullError } from "@tessera/client";
 *
 * export function messageFor(error: unknown): string {
 *   return error instanceof QueueFullError
 *     ? "Too many changes are queued. Please go online first."
 *     : String(error);
 * }
 * ```
 */
export class QueueFullError extends Error {
  /** Always `"QueueFullError"`. */
  override readonly name = "QueueFullError";

  /**
   * Says what was refused.
   *
   * @param key Key of the refused request.
   * @param limit How many entries the queue may hold.
   */
  constructor(key: string, limit: number) {
    super(
      `'${key}' was not queued: the offline queue already holds ${limit} entries.` +
        (isDevelopment() ? " Raise maxEntries or go online." : ""),
    );
  }
}

/**
 * A queued mutation refers to something whose creation was dropped.
 *
 * @example
 * ```ts
 * import { DependencyError } from "@tessera/client";
 *
 * export function messageFor(error: unknown): string {
 *   return error instanceof DependencyError
 *     ? "Not saved, because what it belongs to was not saved."
 *     : String(error);
 * }
 * ```
 */
export class DependencyError extends Error {
  /** Always `"DependencyError"`. */
  override readonly name = "DependencyError";

  /**
   * Says what depends on what.
   *
   * @param key Key of the discarded request.
   * @param temporaryPk Temporary primary key it refers to.
   */
  constructor(key: string, temporaryPk: string) {
    super(
      `'${key}' was discarded: it refers to '${temporaryPk}', whose creation was discarded before.`,
    );
  }
}

/**
 * Thrown as `snapshot.abort` inside `getOptimisticResponse`: this layer
 * contributes nothing for now.
 *
 * @example
 * ```ts
 * import { Entity, resource } from "@tessera/client";
 *
 * class Post extends Entity {
 *   id = "";
 *   votes = 0;
 *   static override key = "Post";
 * }
 *
 * export const PostResource = resource({ path: "/posts/:id", schema: Post })
 *   .extend((Base) => ({
 *     vote: Base.get.extend({
 *       path: "/posts/:id/vote",
 *       method: "POST",
 *       body: undefined,
 *       getOptimisticResponse(snap, { id }) {
 *         const post = snap.get(Post, { id: String(id) });
 *         if (post === undefined) throw snap.abort;
 *         return { id, votes: post.votes + 1 };
 *       },
 *     }),
 *   }));
 * ```
 */
export class AbortOptimistic extends Error {
  /** Always `"AbortOptimistic"`. */
  override readonly name = "AbortOptimistic";

  constructor() {
    super("No optimistic response for now.");
  }
}

/**
 * Thrown by a controller that belongs to no store yet, for instance when a
 * middleware dispatches while it is being made.
 *
 * @example
 * ```ts
 * import { Controller } from "@tessera/client";
 * import { actions, UnboundDispatchError } from "@tessera/client/controller";
 * import { assertThrows } from "@std/assert";
 *
 * const controller = new Controller();
 * assertThrows(
 *   () => controller.dispatch(actions.createReset()),
 *   UnboundDispatchError,
 * );
 * ```
 */
export class UnboundDispatchError extends Error {
  /** Always `"UnboundDispatchError"`. */
  override readonly name = "UnboundDispatchError";

  constructor() {
    super(
      "Dispatching while constructing your middleware is not allowed." +
        (isDevelopment()
          ? " Other middleware would not be applied to this dispatch. Dispatch from init(), or in answer to an action."
          : ""),
    );
  }
}

/** Whether a request ended by no fault of its server: it says nothing about the data, so whoever still needs that asks again. */
export function isInterruption(error: unknown): boolean {
  const { name } = (error ?? {}) as { name?: unknown };
  return name === "AbortError" || name === "ResetError";
}
