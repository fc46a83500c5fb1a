"use client";
/**
 * What hooks ask of the store, and how an answer is kept up to date.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import * as React from "react";
import {
  type Context,
  useContext,
  useEffect,
  useId,
  useMemo,
  useReducer,
  useSyncExternalStore,
} from "react";
import type { EndpointInterface } from "../endpoint/contract.ts";
import {
  type ActionArgs,
  type Controller,
  type Dependencies,
  ExpiryStatus,
  type State,
  type StoredEndpoint,
} from "../controller/mod.ts";
import {
  holdNothing,
  isNullArgs,
  keyOf,
  nothing,
  readResponse,
} from "../controller/views.ts";
import { isDevelopment } from "../schema/engine.ts";
import {
  ControllerContext,
  MomentContext,
  StoreContext,
  useReaderSource,
} from "./contexts.ts";
import { useIsomorphicLayoutEffect } from "./host.ts";
import type { Moment, ReaderListener, ReaderSource } from "./reader_source.ts";
import { forgetHook, noteHook, traceHook } from "./shown_hooks.ts";
import { beginWait } from "./waiting_readers.ts";

/** What a hook renders from. */
export interface Answer {
  /** What it depends on. */
  readonly dependencies: Dependencies;
  /** Protects what it shows from collection. */
  readonly countRef: () => () => void;
  /** Whether a request is due. */
  readonly needsRequest?: boolean;
}

/** An answer that somebody else has read; and from which state, if it answers the question for that. */
export interface KnownAnswer<A> {
  readonly answer: A;
  readonly at?: WeakRef<State>;
}

/** What a hook wants to know of a state. */
export interface Question<A extends Answer> {
  readonly source: ReaderSource;
  /** What is known of a component that has waited for this, which React has forgotten. */
  known?(): KnownAnswer<A> | undefined;
  /** Equal for questions that have one answer; for those that do not wait for it. */
  readonly name?: string;
  /** What is looked up, where that is no response; for panels. */
  readonly schema?: unknown;
  /**
   * Reads one state.
   *
   * @param state The state.
   * @param previous An earlier answer to the same question.
   * @param isHydrating Whether the answer has to be the one a server gave:
   *   since then time has passed, which must not change what is shown.
   */
  read(state: State, previous: A | undefined, isHydrating?: boolean): A;
  /** Whether rendering either answer would show the same. */
  isEqual(a: A, b: A): boolean;
  /** Whether a component with this answer is hidden until another one comes. */
  isWaiting?(answer: A): boolean;
  /** Makes the request that an answer calls for. */
  request?(answer: A): void;
  /** A component shows the answer; returns the end of that. */
  shown?(): (() => void) | undefined;
}

/** Keeps the answer to one question up to date. */
type Observation<A extends Answer> = ReturnType<typeof beginObservation<A>>;

/**
 * Begins to keep an answer up to date, as long as its component is visible. The
 * store calls only when something the answer depends on was touched; then the
 * component renders only if the answer would render differently.
 *
 * @param rerender Has the component render.
 * @param known What was read for a component that React has forgotten.
 */
function beginObservation<A extends Answer>(
  rerender: () => void,
  known: KnownAnswer<A> | undefined,
) {
  /** What was asked last. */
  let question: Question<A>;
  /** The answer of the newest moment. */
  let newest = known?.answer;
  /** From which state that was read in a render. */
  let at = known?.at;
  /** What is on screen. */
  let shown: A | undefined;
  let shownMoment: Moment | undefined;
  /** Ends being told of what the newest answer depends on; nothing while the component is not visible. */
  let stop: (() => void) | undefined;
  /** The same for an answer that is on screen while the newest is not. */
  let stopShown: (() => void) | undefined;
  /** When it was read in a render, or its component left the screen, by the wall clock. */
  let since = Date.now();

  const render = () => {
    if (stop !== undefined) rerender();
  };

  /** From now on the component is told of what an answer depends on. */
  const observe = (answer: A) => {
    const { source } = question;
    newest = answer;
    stop = source.observe(answer.dependencies, told);
    noteHook(observation, source, question, answer);
  };

  const told: ReaderListener = (isOptimistic) => {
    if (stop === undefined || !look(false)) return;
    sameTransition(render);
    if (isOptimistic) question.source.rerenders.push(render);
  };

  /**
   * Reads the newest state.
   *
   * @param isFirst Whether to look at the age of the data, as at the first read.
   * @returns Whether the component has to render.
   */
  const look = (isFirst: boolean): boolean => {
    const { source } = question;
    const previous = newest!;
    const stopOld = stop!;
    const next = question.read(
      source.getState(),
      isFirst ? undefined : previous,
    );
    // the state of the last render may come back, after another one on display
    at = undefined;
    if (isDevelopment()) source.reads++;
    observe(next);
    if (stopShown === undefined) {
      stopShown = stopOld;
      source.whenSettled(settled);
    } else stopOld();
    if (!question.isEqual(shown!, next)) return true;
    if (next.needsRequest) {
      // a component that leaves in the same batch must not start the request
      source.afterCommit(() => {
        if (stop && newest === next) question.request!(next);
      });
    }
    return false;
  };

  /** The newest moment is on screen. */
  const settled = () => {
    stopShown?.();
    stopShown = undefined;
  };

  const leave = () => {
    settled();
    stop?.();
    stop = undefined;
    since = Date.now();
    forgetHook(observation, question);
  };

  const observation = {
    /** The answer for a render. Reads only what is not known. */
    answer(
      asked: Question<A>,
      moment: Moment,
      isHydrating: boolean,
      place?: string,
    ): A {
      const { source } = asked;
      const isNewest = moment === source.newest;
      if (stop && isNewest) return newest!;
      if (stop && moment === shownMoment) return shown!;
      const state = isHydrating
        ? source.getHydrationState(asked, place)
        : moment.visible?.state ?? source.getState();
      const isCurrent = isNewest && !isHydrating;
      if (isCurrent && at?.deref() === state) return newest!;
      if (isDevelopment()) source.reads++;
      since = Date.now();
      source.watch();
      let answer = asked.read(state, isNewest ? newest : shown, isHydrating);
      // a component that waits to hydrate shows what has arrived since
      if (isHydrating && asked.isWaiting?.(answer)) {
        answer = asked.read(source.getState(), answer);
      }
      if (isCurrent) {
        // one for all who read this state: to make one takes a microsecond
        if (source.lastRead?.deref() !== state) {
          source.lastRead = new WeakRef(state);
        }
        at = source.lastRead;
        newest = answer;
      }
      return answer;
    },

    /** The component shows an answer, which it has rendered from a moment. */
    shows(asked: Question<A>, moment: Moment, answer: A): void {
      const { source } = question = asked;
      shown = answer;
      shownMoment = moment;
      if (stop) return;
      observe(answer);
      // it may have been hidden for long, and the store may have moved
      const isLate = Date.now() - since > maximumDelay;
      if (!isLate && at?.deref() === source.getState() || !look(isLate)) return;
      render();
      source.catchUp(render);
    },

    /** An effect that ends when the component leaves or is hidden. */
    mounted: () => leave,
  };
  return observation;
}

/** How long after a render, or after it was hidden, a component may appear without another look at the age of its data, in milliseconds. */
const maximumDelay = 5000;

/**
 * The answer to a question, kept up to date.
 *
 * Every render asks which moment of the store it shows, and reads that. A
 * notification only has the component render, with the priority of the change.
 * So a write inside `startTransition` is a transition, a pending transition
 * keeps the old answer on screen, and nothing tears. A subscription through
 * useSyncExternalStore alone could do neither, because its updates are always
 * synchronous.
 *
 * @param question What to read. May be a new object on every render.
 * @param identity Values that make it another question; their number never changes.
 */
export function useAnswer<A extends Answer>(
  question: Question<A>,
  identity: readonly unknown[],
): A {
  const { source } = question;
  // whether the component may hydrate markup of a server: as its provider did or did not
  const [{ mayHydrate }, render] = useReducer(again, {
    mayHydrate: source.mayHydrate,
  });
  // a hook less for each reader of a page that no server rendered
  const isHydrating = mayHydrate && useIsHydrating();
  const place = mayHydrate ? useId() : undefined;
  // Those that read it in a context render when it changes there, which few have to.
  const { isSplit } = source;
  const context = isSplit ? MomentContext : StoreContext;
  const given = useContext(context as Context<unknown>);
  const moment = isSplit && given !== null ? given as Moment : source.rendering;
  // the identity stands for the question
  const begin = () => beginObservation(render, question.known?.());
  const observation = useMemo(begin, [source, ...identity]);
  traceHook(observation);
  const answer = observation.answer(question, moment, isHydrating, place);
  useRegistrationEffect(observation.mounted, [observation]);
  useEffectsOf(answer, question, observation, moment);
  useEffect(() => question.shown?.(), [observation]);
  return answer;
}

/**
 * What follows from showing an answer: it is kept up to date, requested if that
 * is due, and protected from collection. These functions keep it; Preact would
 * keep it with those that outlast it, if they were made in one place.
 */
function useEffectsOf<A extends Answer>(
  answer: A,
  question: Question<A>,
  observation: Observation<A>,
  moment: Moment,
): void {
  useRegistrationEffect(() => observation.shows(question, moment, answer));
  useEffect(() => {
    if (answer.needsRequest) question.request!(answer);
    const release = answer.countRef();
    // after the next answer is protected, so that no count touches zero between
    return () => queueMicrotask(release);
  }, [answer]);
}

/** Has a component render. */
function again({ mayHydrate }: { readonly mayHydrate: boolean }) {
  return { mayHydrate };
}

/** What React keeps of the transition whose function is running, by version. */
interface Internals {
  readonly __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: {
    readonly T?: unknown;
  };
  readonly __SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED?: {
    readonly ReactCurrentBatchConfig?: { readonly transition?: unknown };
  };
}

/**
 * Runs something that has a component render. In development React warns of a
 * transition that has more than ten of them render, since a subscription that
 * uses no hooks of React could tear; a transition inside of it is not counted.
 */
function sameTransition(render: () => void): void {
  if (isDevelopment()) {
    const {
      __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: newer,
      __SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED: older,
    } = React as Internals;
    const transition = newer?.T ?? older?.ReactCurrentBatchConfig?.transition;
    if (transition) return React.startTransition(render);
  }
  render();
}

/**
 * Whether this render hydrates markup of the server. React offers no direct
 * answer, but it asks for the server's snapshot in exactly that case. Both
 * snapshots are equal, so the question itself never causes another render.
 */
export function useIsHydrating(): boolean {
  let hydrating = false;
  useSyncExternalStore(holdNothing, nothing, () => {
    hydrating = true;
  });
  return hydrating;
}

/**
 * For effects that register something: `useLayoutEffect`, so that nothing is
 * missed before the browser paints.
 *
 * Preact, whose compat entry also renders, keeps the layout effects of a first
 * render that suspended. It runs them with those of the next attempt and never
 * ends them. Its other effects start with the attempt that succeeds.
 */
export const useRegistrationEffect: typeof React.useLayoutEffect =
  /* @__PURE__ */ registrationEffect();

function registrationEffect(): typeof React.useLayoutEffect {
  return "render" in React ? useEffect : useIsomorphicLayoutEffect;
}

/**
 * What a reader does about missing data: nothing (`"stored"`), request it
 * (`"fetching"`), request it and give a promise (`"promising"`), or request it
 * and stay hidden meanwhile (`"suspending"`).
 */
export type ReaderKind = "stored" | "fetching" | "promising" | "suspending";

/** What a state says about one request, and what that asks of its reader. */
export type EndpointReading = ReturnType<typeof readResponse> & {
  /** Nothing may be shown until a request answers. */
  readonly isMissing: boolean;
  /** A request is due. */
  readonly needsRequest: boolean;
  /** The data had expired when that was looked at. */
  readonly isStale: boolean;
  /** A request was due, whatever the clock says. */
  readonly isInvalid: boolean;
  readonly lastReset: number;
};

/** A request that has ended without an answer. */
export interface Unanswered {
  /** What it was made for. */
  readonly key: string | null;
  /** What called for it. */
  readonly reading: EndpointReading;
  /** What it has failed with. */
  readonly error: unknown;
}

/** What has ended so, and how to tell what has; as a state of React. */
type Ended = readonly [
  ended: Unanswered | undefined,
  setEnded: (ended: Unanswered | undefined) => void,
];

/**
 * Reads one endpoint with one list of arguments. Age is compared with the
 * clock only where something happened: at the first read, on another expiry,
 * on invalidation and after a reset. Time alone changes nothing on screen.
 */
export class EndpointQuestion implements Question<EndpointReading> {
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
   * @param ended Keeps that the last request of its component has ended without an answer.
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

  known(): KnownAnswer<EndpointReading> | undefined {
    const wait = this.source.waiting.waits.get(this.key);
    if (wait === undefined || wait.until! < Date.now()) return undefined;
    const { question: { kind, endpoint }, answer } = wait;
    if (kind === this.kind && endpoint.schema === this.endpoint.schema) {
      return wait;
    }
    // to others it says that this has just come, however short its life: nobody waits again
    return answer.isMissing ? undefined : { answer };
  }

  read(
    state: State,
    previous: EndpointReading | undefined,
    isHydrating = false,
  ): EndpointReading {
    const { key, endpoint, args, source } = this;
    const isFetching = this.kind !== "stored";
    const response = readResponse(
      source.controller,
      endpoint,
      args,
      state,
      key ?? undefined,
    );
    const { error, expiresAt, expiryStatus, meta } = response;
    const { lastReset } = state;
    const isShowable = error !== undefined || response.isUsable;
    // What is not there is missing, however young the state may claim it is.
    const isInvalid = expiryStatus === ExpiryStatus.Invalid || !isShowable;
    const isSame = previous?.meta?.fetchedAt === meta?.fetchedAt;
    const ended = this.ended?.[0];
    const isLooking = previous === undefined ||
      previous.lastReset !== lastReset || isInvalid && !previous.isInvalid ||
      // nobody asks any more for what was invalid before
      ended?.key === key && meta?.invalidated && meta !== previous.meta ||
      // What has just arrived is fresh, however short its life.
      isSame && (previous.expiresAt !== expiresAt ||
          previous.isInvalid !== isInvalid);
    const isOld = isLooking
      ? Date.now() > expiresAt
      : isSame && previous.isStale;
    // What the server showed stays while it is requested again.
    const isStale = isOld && !(isHydrating && isShowable);
    const isDue = isInvalid || isOld;
    // Another state is on display: what that lacks is due when it has gone.
    const isPaused = isDue && source.isLive === false;
    return Object.assign(response, {
      isMissing: isInvalid || isStale &&
          // an expired error is worth another attempt even where stale data would be shown
          (isFetching && error !== undefined ||
            expiryStatus === ExpiryStatus.InvalidIfStale),
      needsRequest: isFetching && isLooking && isDue && !isPaused,
      isStale,
      isInvalid: isInvalid && !isPaused,
      lastReset,
    });
  }

  isEqual(a: EndpointReading, b: EndpointReading): boolean {
    return a.isMissing === b.isMissing &&
      (a.isMissing
        // the last one may have ended without an answer
        ? !b.needsRequest
        : Object.is(a.data, b.data) &&
          (this.kind === "stored" || Object.is(a.error, b.error)));
  }

  isWaiting({ isMissing }: EndpointReading): boolean {
    return isMissing && (this.kind === "suspending" ||
      // somebody has waited for the promise
      this.kind === "promising" &&
        this.source.waiting.waits.get(this.key)?.until !== undefined);
  }

  request(reading: EndpointReading): void {
    const { key } = this;
    const wait = reading.isMissing ? beginWait(this, reading, true) : undefined;
    this.ended?.[1](undefined);
    (wait?.promise ?? this.fetch())
      // who shows it is told of what is stored
      .catch((error) => error)
      .then((error) => {
        if (wait?.answer.isMissing) {
          this.ended?.[1]({ key, reading, error });
        }
      });
  }

  /** Starts the request, or joins the one in flight. */
  fetch(): Promise<unknown> {
    return this.controller.fetchByKey(
      this.endpoint as EndpointInterface,
      this.args,
      this.key!,
    );
  }

  shown(): (() => void) | undefined {
    const { key, source } = this;
    if (key === null || this.kind === "stored") return;
    source.waiting.shown(key);
    return this.register();
  }

  /** Counts as reader of the key; as one that waits if there is a request. */
  register(request?: Promise<unknown>): () => void {
    return this.controller.registry.add(
      this.key!,
      this.endpoint as EndpointInterface,
      this.args,
      request,
    );
  }
}

/** A reading, and the question it answers. */
export interface CurrentReading {
  readonly reading: EndpointReading;
  readonly question: EndpointQuestion;
}

/** Reads, and for other than `"stored"` requests what is missing or stale, and counts as reader of the key. */
export function useReading(
  endpoint: StoredEndpoint,
  args: ActionArgs,
  kind: ReaderKind,
  ended?: Ended,
): CurrentReading {
  const controller = useContext(ControllerContext);
  const question = new EndpointQuestion(
    useReaderSource(),
    controller,
    endpoint,
    args,
    kind,
    ended,
  );
  const reading = useAnswer(question, [
    controller,
    question.key,
    endpoint.schema,
    endpoint.invalidIfStale,
  ]);
  return { reading, question };
}

/** What is shown of a reading: data, or what there is instead of missing data. */
export function useShownData({ reading, question }: CurrentReading): unknown {
  const { isMissing } = reading;
  const { controller, endpoint, source } = question;
  const empty = useMemo(
    () =>
      isMissing
        ? readResponse(controller, endpoint, [null], source.getState()).data
        : undefined,
    // what is shown instead depends on the schema alone
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

/** What shows that a function is a Server Action, on a server and for components that hydrate. */
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
