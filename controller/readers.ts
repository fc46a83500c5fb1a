/**
 * Knows who displays or observes which response.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import type { ActionArgs } from "./contract.ts";
import { type Clock, startTimer } from "./environment.ts";

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
  /** Cancel the timers that run. */
  readonly #timers = new Set<() => void>();
  readonly #clock: Clock;
  /** Keys that lost their last reader and wait to be announced, oldest first; some may have one again. */
  readonly #vacated = new Set<string>();

  /** @param clock Source of time and timers. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Keys on display, oldest first. */
  *[Symbol.iterator](): Iterator<ReaderEntry> {
    for (const { key, endpoint, args, count } of this.#entries.values()) {
      if (count > 0) yield { key, endpoint, args, count };
    }
  }

  /** Whether a key has a reader, waiting ones and callers included. */
  has(key: string): boolean {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.count + entry.waiting > 0;
  }

  /** Keys that have readers, waiting ones included; callers are none. */
  keys(): string[] {
    return [...this.#entries.values()]
      .filter(({ hadReader }) => hadReader).map(({ key }) => key);
  }

  /**
   * Registers a reader on display; or, with a request, one that waits for it
   * before it can be, and ends by itself five seconds after that settled; or a
   * caller that awaits it, and ends then. Nobody is told that callers have gone,
   * unless they outlast a reader.
   *
   * @returns Its release; calling it again does nothing.
   */
  add(
    key: string,
    endpoint: EndpointInterface,
    args: ActionArgs,
    request?: Promise<unknown>,
    isReader = true,
  ): () => void {
    let entry: Entry | undefined = this.#entries.get(key) ??
      { key, endpoint, args, count: 0, waiting: 0, hadReader: false };
    this.#entries.set(key, entry);
    // a caller may want no more than a page of what readers show
    if (isReader || !entry.hadReader) {
      entry.endpoint = endpoint;
      entry.args = args;
    }
    const kind = request === undefined ? "count" : "waiting";
    entry[kind]++;
    entry.hadReader ||= isReader;
    // holds no arguments for ever where somebody keeps it
    const release = () => {
      if (entry === undefined) return;
      const { hadReader } = entry;
      entry[kind]--;
      entry = undefined;
      // one that is not there was cleared meanwhile
      if (this.has(key) || !this.#entries.has(key)) return;
      if (!hadReader) this.#entries.delete(key);
      else this.#vacate(key);
    };
    const settled = isReader
      ? () => this.#after(provisionalTime, release)
      : release;
    request?.then(settled, settled);
    return release;
  }

  /**
   * Listens for keys that have lost their last reader.
   *
   * @param listener Called with the key, in a later task.
   * @returns Stops listening.
   */
  onUnread(listener: (key: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Forgets all readers and cancels all timers. */
  clear(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#entries.clear();
    this.#listeners.clear();
    this.#vacated.clear();
  }

  #vacate(key: string): void {
    // one timer for all, as long as there are any
    if (this.#vacated.size === 0) this.#after(0, () => this.#announce());
    this.#vacated.add(key);
  }

  #announce(): void {
    const vacated = [...this.#vacated];
    this.#vacated.clear();
    for (const key of vacated) {
      if (this.has(key)) continue;
      this.#entries.delete(key);
      for (const listener of this.#listeners) listener(key);
    }
  }

  #after(delay: number, callback: () => void): void {
    const cancel = startTimer(this.#clock, () => {
      this.#timers.delete(cancel);
      callback();
    }, delay);
    this.#timers.add(cancel);
  }
}
