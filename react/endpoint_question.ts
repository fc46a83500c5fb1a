import type { EndpointInterface } from "../endpoint/contract.ts";
import {
  type ActionArgs,
  type Controller,
  type Dependencies,
  ExpiryStatus,
  type ResponseReading,
  type State,
  type StoredEndpoint,
} from "../controller/mod.ts";
import {
  holdNothing,
  isNullArgs,
  keyOf,
  noDependencies,
} from "../controller/views.ts";
import { checkReadable } from "./check_endpoint.ts";
import type { Question } from "./observation.ts";
import type { ReaderSource } from "./reader_source.ts";

/**
 * What a reader does about missing data: nothing (`"stored"`), request it
 * (`"fetching"`), or request it and stay hidden meanwhile (`"suspending"`).
 */
export type ReaderKind = "stored" | "fetching" | "suspending";

/** What a state says about one request, and what that asks of its reader. */
export interface EndpointReading {
  /** Key of the request; `null` when there is none. */
  readonly key: string | null;
  /** The stored value, as far as there is one. */
  readonly data: unknown;
  /** The error readers have to report. */
  readonly error: unknown;
  /** Nothing may be shown until a request answers. */
  readonly isMissing: boolean;
  /** A request is due. */
  readonly needsRequest: boolean;
  /** A request will be due when the state on display has gone. */
  readonly isPaused: boolean;
  /** The data had expired when that was looked at. */
  readonly isStale: boolean;
  /** Fetch, whatever the clock says. */
  readonly isInvalid: boolean;
  readonly expiresAt: number;
  /** Until when data is fresh that was fresh when that was looked at; otherwise `Infinity`. */
  readonly freshUntil: number;
  /** When the response was stored. */
  readonly date: number | undefined;
  readonly lastReset: number;
  readonly countRef: () => () => void;
  readonly dependencies: Dependencies;
}

/** What is known where nothing is asked for. */
export function emptyReading(data: unknown): EndpointReading {
  return {
    key: null,
    data,
    error: undefined,
    isMissing: false,
    needsRequest: false,
    isPaused: false,
    isStale: false,
    isInvalid: false,
    expiresAt: Infinity,
    freshUntil: Infinity,
    date: undefined,
    lastReset: 0,
    countRef: holdNothing,
    dependencies: noDependencies,
  };
}

/**
 * Reads one endpoint with one list of arguments. Age is compared with the
 * clock only where something happened: at the first read, on another expiry,
 * on invalidation and after a reset. Time alone changes nothing on screen.
 */
export class EndpointQuestion implements Question<EndpointReading> {
  readonly key: string | null;

  readonly #isFetching: boolean;

  constructor(
    readonly source: ReaderSource,
    /** Makes the requests. */
    readonly controller: Controller,
    readonly endpoint: StoredEndpoint,
    readonly args: ActionArgs,
    readonly kind: ReaderKind,
  ) {
    this.#isFetching = kind !== "stored";
    this.key = isNullArgs(args) ? null : keyOf(endpoint, args);
    if (this.#isFetching) checkReadable(endpoint);
  }

  read(
    state: State,
    previous: EndpointReading | undefined,
    isHydrating = false,
  ): EndpointReading {
    const { key, endpoint, args } = this;
    const { controller } = this.source;
    if (key === null) return previous ?? emptyReading(this.emptyData(state));
    const response = controller.getResponse(endpoint, ...args, state);
    const error = controller.getError(endpoint, ...args, state);
    const date = state.getMeta(key)?.date;
    const { lastReset } = state;
    // What is not there is missing, however young the state may claim it is.
    const isInvalid = response.expiryStatus === ExpiryStatus.Invalid ||
      !isShowable(response, error);
    const isLooking = previous === undefined
      // The state of hydration lacks what has arrived since.
      ? state !== this.source.getState() ||
        !this.source.waiting.hasArrived(key)
      : previous.isPaused || previous.lastReset !== lastReset ||
        (isInvalid && !previous.isInvalid) ||
        // What has just arrived is fresh, however short its life.
        (previous.date === date &&
          (previous.expiresAt !== response.expiresAt ||
            previous.isInvalid !== isInvalid));
    const isOld = this.source.failures.isRetried(key) ||
      (isLooking
        ? Date.now() > response.expiresAt
        : previous !== undefined && previous.date === date && previous.isStale);
    // What the server showed stays while it is requested again.
    const isStale = isOld && !(isHydrating && isShowable(response, error));
    const isDue = this.#isFetching && isLooking && (isInvalid || isOld);
    const isPaused = isDue && this.source.mode === "paused";
    return {
      key,
      data: response.data,
      error,
      isMissing: isInvalid ||
        (isStale &&
          mustBeFresh(response, this.#isFetching ? error : undefined)),
      needsRequest: isDue && !isPaused,
      isPaused,
      isStale,
      isInvalid,
      expiresAt: response.expiresAt,
      freshUntil: isLooking && !isOld ? response.expiresAt : Infinity,
      date,
      lastReset,
      countRef: response.countRef,
      dependencies: response.dependencies,
    };
  }

  isEqual(a: EndpointReading, b: EndpointReading): boolean {
    if (a.isMissing && b.isMissing) return true;
    return a.isMissing === b.isMissing && Object.is(a.data, b.data) &&
      (!this.#isFetching || Object.is(a.error, b.error));
  }

  isWaiting(reading: EndpointReading): boolean {
    return this.kind === "suspending" && reading.isMissing;
  }

  needsRequest(reading: EndpointReading): boolean {
    return reading.needsRequest;
  }

  /** @returns Whether an answer newer than the reading is seen now, or may be later. */
  async request(reading: EndpointReading): Promise<boolean> {
    // Another reader may have requested it meanwhile.
    if (!this.#isAnswered(reading)) await this.fetch().catch(ignore);
    if (this.key !== null) this.source.failures.settled(this.key);
    return this.source.mode !== "live" || this.#isAnswered(reading);
  }

  #isAnswered(reading: EndpointReading): boolean {
    const { key } = this;
    return key === null ||
      this.source.getState().getMeta(key)?.date !== reading.date;
  }

  /** Starts the request, or joins the one in flight. */
  fetch(): Promise<unknown> {
    return this.controller.fetchForReader(
      this.endpoint as EndpointInterface,
      ...this.args,
    );
  }

  /** The error of a reading, which is about to be thrown to an error boundary. */
  failure(reading: EndpointReading): unknown {
    if (this.key !== null) this.source.failures.thrown(this.key, reading.error);
    return reading.error;
  }

  /** What is shown instead of missing data. */
  emptyData(state: State = this.source.getState()): unknown {
    return this.source.controller.getResponse(this.endpoint, null, state).data;
  }
}

/** Whether there is something to show, an error included. */
function isShowable(
  response: ResponseReading & { readonly isUsable?: boolean },
  error: unknown,
): boolean {
  return error !== undefined || response.isUsable !== false;
}

/** An expired error is worth another attempt even where stale data would be shown. */
function mustBeFresh(response: ResponseReading, error: unknown): boolean {
  return error !== undefined ||
    response.expiryStatus === ExpiryStatus.InvalidIfStale;
}

/** The store keeps the error for every reader; nobody awaits this promise. */
function ignore(): void {}
