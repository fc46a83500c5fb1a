"use client";
/**
 * What hooks read of an endpoint with its arguments.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import { useContext, useMemo } from "react";
import type { EndpointInterface } from "../endpoint/contract.ts";
import {
  type ActionArgs,
  type Controller,
  ExpiryStatus,
  type State,
  type StoredEndpoint,
} from "../controller/mod.ts";
import {
  isExpiredSince,
  isNullArgs,
  keyOf,
  longAgo,
  nothing,
  readResponse,
  versionOf,
} from "../controller/views.ts";
import { isDevelopment } from "../schema/engine.ts";
import { ControllerContext, useReaderSource } from "./contexts.ts";
import type { ReaderSource } from "./reader_source.ts";
import type { KnownSelection, Selector } from "./subscription.ts";
import { useSelection } from "./use_selection.ts";
import {
  type EndpointReading,
  type ReaderKind,
  Wait,
} from "./pending_reads.ts";

/** A request that has ended without a response. */
export interface Unfulfilled {
  /** What it was made for. */
  readonly key: string | null;
  /** What called for it. */
  readonly reading: EndpointReading;
  /** What it has failed with. */
  readonly error: unknown;
}

/** What has ended so, and how to tell what has; as a state of React. */
type Ended = readonly [
  ended: Unfulfilled | undefined,
  setEnded: (ended: Unfulfilled | undefined) => void,
];

/**
 * Reads one endpoint with one list of arguments. Age is compared with the
 * clock only where something happened: at the first read, on another expiry,
 * on invalidation and after a reset. Time alone changes nothing on screen.
 */
export class EndpointSelector implements Selector<EndpointReading> {
  declare readonly source: ReaderSource;
  declare readonly controller: Controller;
  declare readonly endpoint: StoredEndpoint;
  declare readonly args: ActionArgs;
  declare readonly kind: ReaderKind;
  declare readonly ended: Ended | undefined;
  declare readonly key: string | null;

  /**
   * @param source Where to read.
   * @param controller Makes the requests.
   * @param endpoint What is read.
   * @param args With what; null arguments read nothing.
   * @param kind What is done about missing data.
   * @param ended Notes that the last request of its component has ended without
   * a response.
   */
  constructor(
    source: ReaderSource,
    controller: Controller,
    endpoint: StoredEndpoint,
    args: ActionArgs,
    kind: ReaderKind,
    ended?: Ended,
  ) {
    this.source = source;
    this.controller = controller;
    this.endpoint = endpoint;
    this.args = args;
    this.kind = kind;
    this.ended = ended;
    this.key = isNullArgs(args) ? null : keyOf(endpoint, args);
    if (isDevelopment() && kind !== "stored") checkReadable(endpoint);
  }

  get name(): string {
    return `${this.kind} ${this.key}`;
  }

  known(): KnownSelection<EndpointReading> | undefined {
    const wait = this.source.pending.waits.get(this.key);
    if (wait === undefined || wait.until! < Date.now()) return undefined;
    const { selector: { kind, endpoint }, selection } = wait;
    if (kind === this.kind && endpoint.schema === this.endpoint.schema) {
      return wait;
    }
    // to others it says that this has just come, however short its life: nobody waits again
    return selection.isMissing ? undefined : { selection };
  }

  read(
    state: State,
    previous: EndpointReading | undefined,
    isHydrating = false,
    isFirst = false,
  ): EndpointReading {
    const { key, endpoint, args, source } = this;
    const isFetching = this.kind !== "stored";
    const response = readResponse(
      source.controller,
      endpoint,
      args,
      state,
      key ?? undefined,
      previous?.isMissing === false,
    );
    const { error, expiresAt, expiryStatus, meta } = response;
    const { lastReset } = state;
    const isShowable = error !== undefined || response.isUsable;
    // What is not there is missing, however young the state may claim it is.
    const isInvalid = expiryStatus === ExpiryStatus.Invalid || !isShowable;
    const isSame = previous?.meta?.fetchedAt === meta?.fetchedAt;
    const ended = this.ended?.[0];
    const isLooking = isFirst || previous === undefined ||
      previous.lastReset !== lastReset || isInvalid && !previous.isInvalid ||
      // nobody asks any more for what was invalid before
      ended?.key === key && meta?.invalidated && meta !== previous.meta ||
      isExpiredSince(meta, previous.meta) ||
      // What has just arrived is fresh, however short its life.
      isSame && (previous.expiresAt !== expiresAt ||
          previous.isInvalid !== isInvalid);
    const isOld = isLooking
      ? Date.now() > expiresAt
      : isSame && previous.isStale;
    // What the server showed stays while it is requested again.
    const isStale = isOld && !(isHydrating && isShowable);
    const isNeeded = isInvalid || isOld;
    // Another state is on display: what that lacks is requested when it has gone.
    const isPaused = isNeeded && source.isLive === false;
    return Object.assign(response, {
      isMissing: isInvalid || isStale &&
          // an expired error is worth another attempt even where stale data
          // would be rendered
          (isFetching && error !== undefined ||
            expiryStatus === ExpiryStatus.InvalidIfStale),
      needsRequest: isFetching && isLooking && isNeeded && !isPaused,
      isStale,
      isInvalid: isInvalid && !isPaused,
      lastReset,
    });
  }

  isEqual(a: EndpointReading, b: EndpointReading): boolean {
    return a.isMissing === b.isMissing &&
      (a.isMissing
        // the last one may have ended without a response
        ? !b.needsRequest
        : Object.is(a.data, b.data) &&
          (this.kind === "stored" || Object.is(a.error, b.error)));
  }

  isLost(before: EndpointReading, after: EndpointReading): boolean {
    return !before.isMissing && after.isMissing && after.error === undefined &&
      !after.meta?.invalidated;
  }

  isPending({ isMissing }: EndpointReading): boolean {
    return isMissing && (this.kind === "suspending" ||
      // somebody has waited for the promise
      this.kind === "promising" &&
        this.source.pending.waits.get(this.key)?.until !== undefined);
  }

  request(reading: EndpointReading): void {
    const { key } = this;
    const wait = reading.isMissing ? new Wait(this, reading, true) : undefined;
    this.ended?.[1](undefined);
    (wait?.promise ?? this.fetch())
      // the store notifies whoever renders it
      .catch((error) => error)
      .then((error) => {
        if (wait?.selection.isMissing) {
          this.ended?.[1]({ key, reading, error });
        }
      });
  }

  /** Starts the request, or joins the pending one. */
  fetch(): Promise<unknown> {
    return this.controller.fetchByKey(
      this.endpoint as EndpointInterface,
      this.args,
      this.key!,
    );
  }

  mount({ needsRequest }: EndpointReading): (() => void) | undefined {
    const { key, source, controller, endpoint, args } = this;
    if (key === null || this.kind === "stored") return;
    source.pending.rendered(key);
    const release = this.register();
    const state = source.getState();
    // only the server has known it since before it was on screen
    if (!needsRequest && source.isLive && versionOf(state).graph?.doubts.size) {
      const reading = readResponse(controller, endpoint, args, state, key);
      if (reading.isUsable && reading.expiresAt === longAgo) {
        this.fetch().catch(nothing);
      }
    }
    return release;
  }

  /** Becomes a reader of the key; one that waits if there is a request. */
  register(request?: Promise<unknown>): () => void {
    return this.controller.registry.add(
      this.key!,
      this.endpoint as EndpointInterface,
      this.args,
      request,
    );
  }
}

/** A reading, and the selector it was read by. */
export interface CurrentReading {
  readonly reading: EndpointReading;
  readonly selector: EndpointSelector;
}

/** Reads, and for other than `"stored"` requests what is missing or stale, and is a reader of the key. */
export function useReading(
  endpoint: StoredEndpoint,
  args: ActionArgs,
  kind: ReaderKind,
  ended?: Ended,
): CurrentReading {
  const controller = useContext(ControllerContext);
  const selector = new EndpointSelector(
    useReaderSource(),
    controller,
    endpoint,
    args,
    kind,
    ended,
  );
  const reading = useSelection(selector, [
    controller,
    selector.key,
    endpoint.schema,
    endpoint.invalidIfStale,
  ]);
  return { reading, selector };
}

/** What a component gets of a reading: data, or what there is instead of missing data. */
export function useVisibleData({ reading, selector }: CurrentReading): unknown {
  const { isMissing } = reading;
  const { controller, endpoint, source } = selector;
  const empty = useMemo(
    () =>
      isMissing
        ? readResponse(controller, endpoint, [null], source.getState()).data
        : undefined,
    // what is returned instead depends on the schema alone
    [isMissing, endpoint.schema],
  );
  return isMissing ? empty : reading.data;
}

/**
 * Explains why a hook requests nothing that has side effects.
 *
 * @throws {TypeError} If it has side effects.
 */
function checkReadable(endpoint: StoredEndpoint): void {
  const { name, sideEffect, fetch } = endpoint as {
    readonly name?: string;
    readonly sideEffect?: unknown;
    readonly fetch?: ServerAction;
  };
  if (!sideEffect) return warnOfServerAction(name, fetch);
  throw new TypeError(
    `'${name}' has side effects, so no hook requests it: each attempt to render would do so. ` +
      "Call controller.fetch in an event handler, or give it sideEffect: undefined if it only reads.",
  );
}

/** The sign that a function is a Server Action, on a server and for components that hydrate. */
type ServerAction = ((...args: never) => unknown) & {
  readonly $$typeof?: symbol;
  readonly $$FORM_ACTION?: unknown;
};

const knownServerActions = new WeakSet<ServerAction>();

/** Says once of each Server Action that reading by it takes turns. */
function warnOfServerAction(
  name: string | undefined,
  fetch: ServerAction | undefined,
): void {
  if (
    fetch?.$$FORM_ACTION === undefined &&
      fetch?.$$typeof !== Symbol.for("react.server.reference") ||
    knownServerActions.has(fetch)
  ) return;
  knownServerActions.add(fetch);
  console.warn(
    `'${name}' reads by a Server Action. Frameworks run those one after the other, and render the page anew after each. ` +
      "Read by a route, or in a server component with prefetchState; an endpoint of a Server Action should have sideEffect: true.",
  );
}
