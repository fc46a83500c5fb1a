/**
 * Knows who displays or observes which response.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import type { ActionArgs } from "./contract.ts";
import {
  type Clock,
  systemClock,
  type TimerHandle,
  unrefTimer,
} from "./environment.ts";

/**
 * An endpoint as far as a {@linkcode Controller} needs it to read its stored
 * response.
 */
export type ReadableEndpoint = Pick<
  EndpointInterface,
  "key" | "schema" | "invalidIfStale"
>;

/**
 * A response that somebody displays or observes, as a {@linkcode Controller}
 * knows it.
 */
export interface ReaderEntry {
  /** Key of the response. */
  readonly key: string;
  /** Endpoint given by the newest reader. */
  readonly endpoint: EndpointInterface;
  /** Arguments given by the newest reader. */
  readonly args: ActionArgs;
  /** How many readers there are. */
  readonly count: number;
}

interface Entry {
  readonly key: string;
  endpoint: EndpointInterface;
  args: ActionArgs;
  /** Readers that are on display. */
  count: number;
  /** Readers that wait before they can be, and callers that await the request. */
  waiting: number;
  /** Whether there was a reader whose leaving is to be announced, not only callers. */
  hadReader: boolean;
}

/** How long a waiting reader counts after its request settled, in milliseconds. */
const provisionalTime = 5000;

/** Registry of readers, owned by a controller. */
export class Readers implements Iterable<ReaderEntry> {
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<(key: string) => void>();
  /** Keys without reader and the time at which that is announced. */
  readonly #vacant = new Map<string, number>();
  readonly #timers = new Set<TimerHandle>();
  readonly #clock: Clock;
  readonly #grace: number;

  /**
   * @param clock Source of time and timers.
   * @param grace Time in milliseconds a key stays without reader before that is announced.
   */
  constructor(clock: Clock = systemClock, grace = 0) {
    this.#clock = clock;
    this.#grace = grace;
  }

  /** Keys on display, oldest first. */
  *[Symbol.iterator](): Iterator<ReaderEntry> {
    for (const { key, endpoint, args, count } of this.#entries.values()) {
      if (count > 0) yield { key, endpoint, args, count };
    }
  }

  /** Whether a key has a reader, waiting ones included. */
  has(key: string): boolean {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.count + entry.waiting > 0;
  }

  /**
   * Registers a reader on display.
   *
   * @returns Its release; calling it again does nothing.
   */
  add(key: string, endpoint: EndpointInterface, args: ActionArgs): () => void {
    return this.#take(key, endpoint, args, "count", true);
  }

  /**
   * Registers a reader that waits for a request before it can be displayed.
   * Ends by itself five seconds after the request settled.
   *
   * @returns Its release; calling it again does nothing.
   */
  addWaiting(
    key: string,
    endpoint: EndpointInterface,
    args: ActionArgs,
    request: Promise<unknown>,
  ): () => void {
    const release = this.#take(key, endpoint, args, "waiting", true);
    const releaseLater = () => this.#after(provisionalTime, release);
    request.then(releaseLater, releaseLater);
    return release;
  }

  /**
   * Registers a caller that awaits a request; ends when the request settles.
   * Nobody is told that callers have gone, unless they outlast a reader.
   */
  addCaller(
    key: string,
    endpoint: EndpointInterface,
    args: ActionArgs,
    request: Promise<unknown>,
  ): void {
    const release = this.#take(key, endpoint, args, "waiting", false);
    request.then(release, release);
  }

  /**
   * Listens for keys that have lost their last reader.
   *
   * @param listener Called with the key, after the grace time.
   * @returns Stops listening.
   */
  onUnread(listener: (key: string) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Forgets all readers and cancels all timers. */
  clear(): void {
    for (const timer of this.#timers) this.#clock.clearTimeout(timer);
    this.#timers.clear();
    this.#vacant.clear();
    this.#entries.clear();
    this.#listeners.clear();
  }

  #take(
    key: string,
    endpoint: EndpointInterface,
    args: ActionArgs,
    kind: "count" | "waiting",
    isReader: boolean,
  ): () => void {
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = { key, endpoint, args, count: 0, waiting: 0, hadReader: false };
      this.#entries.set(key, entry);
    }
    entry.endpoint = endpoint;
    entry.args = args;
    entry[kind]++;
    entry.hadReader ||= isReader;
    this.#vacant.delete(key);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      entry[kind]--;
      if (entry.count + entry.waiting === 0) this.#vacate(entry);
    };
  }

  #vacate(entry: Entry): void {
    // the registry was cleared meanwhile
    if (this.#entries.get(entry.key) !== entry) return;
    if (!entry.hadReader) {
      this.#entries.delete(entry.key);
      return;
    }
    if (this.#vacant.size === 0) this.#after(this.#grace, this.#announce);
    this.#vacant.set(entry.key, this.#clock.now() + this.#grace);
  }

  readonly #announce = (): void => {
    const now = this.#clock.now();
    const due: string[] = [];
    let next = Infinity;
    for (const [key, time] of this.#vacant) {
      if (time <= now) due.push(key);
      else next = Math.min(next, time);
    }
    for (const key of due) {
      this.#vacant.delete(key);
      this.#entries.delete(key);
    }
    if (next < Infinity) this.#after(next - now, this.#announce);
    for (const key of due) {
      for (const listener of [...this.#listeners]) listener(key);
    }
  };

  #after(delay: number, callback: () => void): void {
    const timer = this.#clock.setTimeout(() => {
      this.#timers.delete(timer);
      callback();
    }, delay);
    this.#timers.add(timer);
    unrefTimer(timer);
  }
}
