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
  /** Endpoint of the newest reader. */
  readonly endpoint: EndpointInterface;
  /** Arguments of the newest reader. */
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
  /** Readers that wait before they can be. */
  suspended: number;
}

/** How long a suspended reader is held after its request settled, in milliseconds. */
const provisionalTime = 5000;

/** Registry of readers, owned by a controller. */
export class Readers implements Iterable<ReaderEntry> {
  readonly #entries = new Map<string, Entry>();
  /** Called with keys that have lost their last reader, in a later task. */
  readonly listeners: Set<(key: string) => void> = new Set();
  /** Cancel the timers that run. */
  readonly #timers = new Set<() => void>();
  readonly #clock: Clock;
  /** Keys that lost their last reader and of which nobody was notified yet, oldest first; some may have one again. */
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

  /** Whether a key has a reader, suspended ones included. */
  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Keys that have readers, suspended ones included. */
  keys(): Iterable<string> {
    return this.#entries.keys();
  }

  /**
   * Registers a reader on display; or, with a request, one that waits for it
   * before it can be, and ends by itself five seconds after that settled.
   *
   * @param key Key of the response.
   * @param endpoint What it reads.
   * @param args With what.
   * @param request What it waits for.
   * @returns Its release; calling it again does nothing.
   */
  add(
    key: string,
    endpoint: EndpointInterface,
    args: ActionArgs,
    request?: Promise<unknown>,
  ): () => void {
    const known = this.#entries.get(key);
    let entry: Entry | undefined = known ??
      { key, endpoint, args, count: 0, suspended: 0 };
    if (!known) this.#entries.set(key, entry);
    entry.endpoint = endpoint;
    entry.args = args;
    const kind = request ? "suspended" : "count";
    entry[kind]++;
    // holds no arguments for ever where somebody holds it
    const release = () => {
      if (entry === undefined) return;
      entry[kind]--;
      const isLast = entry.count + entry.suspended === 0;
      // another one is there, or none, where all were forgotten meanwhile
      if (isLast && this.#entries.get(key) === entry) this.#vacate(key);
      entry = undefined;
    };
    const settled = () => this.#after(provisionalTime, release);
    request?.then(settled, settled);
    return release;
  }

  /** Forgets all readers and cancels all timers. */
  clear(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#entries.clear();
    this.listeners.clear();
    this.#vacated.clear();
  }

  #vacate(key: string): void {
    this.#entries.delete(key);
    // one timer for all, as long as there are any
    if (this.#vacated.size === 0) this.#after(0, () => this.#notify());
    this.#vacated.add(key);
  }

  #notify(): void {
    const vacated = [...this.#vacated];
    this.#vacated.clear();
    for (const key of vacated) {
      if (this.has(key)) continue;
      for (const listener of this.listeners) listener(key);
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
