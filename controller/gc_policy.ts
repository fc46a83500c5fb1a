/**
 * Decides what stays in memory: everything, or what somebody uses.
 *
 * @module
 */
import type { EntityMeta } from "../schema/contract.ts";
import type {
  CountRefTarget,
  EntityPath,
  GCAction,
  GCInterface,
  ResponseMeta,
  Touched,
} from "./contract.ts";
import type { Controller } from "./controller.ts";
import { type Clock, startTimer, systemClock } from "./environment.ts";
import { versionOf } from "./graph/state.ts";
import { holdNothing } from "./read.ts";

/**
 * Keeps everything for ever; what a controller without a store uses.
 *
 * @example
 * ```ts
 * import { createClient, ImmortalGCPolicy } from "@tessera/client";
 *
 * using client = createClient({ gcPolicy: new ImmortalGCPolicy() });
 * ```
 */
export class ImmortalGCPolicy implements GCInterface {
  /** Counts nothing. */
  createCountRef(): () => () => void {
    return holdNothing;
  }

  /** Does nothing. */
  init(): void {}

  /** Does nothing. */
  cleanup(): void {}
}

/** Times in milliseconds by which a {@linkcode GCPolicy} decides. */
export type CollectableMeta = Pick<
  EntityMeta & ResponseMeta,
  "fetchedAt" | "date" | "expiresAt"
>;

/** How a {@linkcode GCPolicy} decides. */
export interface GCOptions {
  /** Time between two sweeps, in milliseconds. Default 300 000. */
  readonly intervalMS?: number | undefined;
  /** How many lifetimes unused data is kept, counted from its request. Default 2. */
  readonly expiryMultiplier?: number | undefined;
  /** Time in milliseconds after which unused data may go; replaces the formula. `this` is the policy. */
  readonly expiresAt?: ((meta: CollectableMeta) => number) | undefined;
  /** Source of time and timers. Default: the platform's. */
  readonly clock?: Clock | undefined;
}

/** However short its lifetime, unused data is kept this long after its request; milliseconds. */
const minimumAge = 120_000;
/** Bounds of one slice of a sweep: steps, and milliseconds. */
const sliceSteps = 512;
const sliceTime = 5;
/** Entities in use that are marked in one step; together they cost about what a candidate does. */
const stepMarks = 32;

/** Somebody who uses something. */
interface Hold {
  /** What is used; nothing any more after a reset. */
  target: CountRefTarget;
}

/** An entity, or the key of a response: told apart by the pk, since key functions nobody checked for types give anything. */
type Candidate = EntityPath | { readonly key: string; readonly pk?: undefined };

/**
 * Removes data that is both unused and old, regularly. A sweep marks what
 * somebody uses, and removes what is not marked.
 *
 * @example
 * ```ts
 * import { createClient, GCPolicy } from "@tessera/client";
 *
 * using client = createClient({ gcPolicy: new GCPolicy({ intervalMS: 60_000 }) });
 * ```
 */
export class GCPolicy implements GCInterface {
  /** Time between two sweeps, in milliseconds. */
  readonly intervalMS: number;
  /** How many lifetimes unused data is kept. */
  readonly expiryMultiplier: number;

  readonly #holds = new Set<Hold>();
  /** How many hold a key. */
  readonly #keys = new Map<string, number>();
  /** Those whose entities are not marked yet. */
  #unmarked = new Set<Hold>();
  /** Entities in use, by table, as far as the sweep has marked them. */
  #marked = new Map<string, Set<string>>();
  /** What the current sweep has still to do; each step may find something to remove. */
  #sweep: Iterator<Candidate | undefined> | undefined;
  /** Keys of lifetime 0 that perhaps nobody holds, waiting for the end of the task. */
  readonly #unkept = new Set<string>();
  readonly #clock: Clock;
  readonly #customExpiresAt: GCOptions["expiresAt"];
  #controller: Controller | undefined;
  #stopListening: (() => void) | undefined;
  #cancelSweep: (() => void) | undefined;
  #cancelSlice: (() => void) | undefined;
  #cancelUnkept: (() => void) | undefined;

  /**
   * Makes a policy that does nothing until it is initialized.
   *
   * @param options See {@linkcode GCOptions}.
   */
  constructor(
    {
      intervalMS = 300_000,
      expiryMultiplier = 2,
      expiresAt,
      clock = systemClock,
    }: GCOptions = {},
  ) {
    this.intervalMS = intervalMS;
    this.expiryMultiplier = expiryMultiplier;
    this.#customExpiresAt = expiresAt;
    this.#clock = clock;
  }

  /**
   * Prepares a reference to a response and to entities.
   *
   * @param target What is going to be used.
   * @returns A function that takes the reference and returns its release,
   * which may be called any number of times and releases once.
   *
   * @example
   * ```ts
   * import { GCPolicy } from "@tessera/client";
   *
   * const policy = new GCPolicy();
   * const release = policy.createCountRef({ key: "GET https://harbour.test/tides" })();
   * release();
   * ```
   */
  createCountRef(target: CountRefTarget): () => () => void {
    return () => this.#take({ target });
  }

  /**
   * Takes note of what a commit wrote: responses that nobody wanted to be kept
   * are collected without waiting for a sweep.
   *
   * @param touched What the commit changed.
   */
  noteTouched(touched: Touched): void {
    if (touched.everything) this.#forget();
    for (const key of touched.endpoints) {
      // W5: a state that was asked for costs more than one nobody has
      if (!touched.getMeta || isUnkept(touched.getMeta(key))) {
        this.#noteUnused(key);
      }
    }
  }

  /**
   * Drops from a removal what came into use since it was decided.
   *
   * @param action A removal about to be applied.
   */
  recheck(action: GCAction): GCAction {
    const { entities, endpoints } = action;
    if (this.#controller === undefined) return action;
    // what came into use since is marked at once
    if (entities.length > 0) { for (const _ of this.#mark()); }
    return {
      ...action,
      entities: entities.filter(({ key, pk }) => this.#mayRemove(key, pk)),
      endpoints: endpoints.filter((key) => this.#mayRemove(key)),
    };
  }

  /**
   * Starts sweeping.
   *
   * @param controller Where to look and to send removals.
   */
  init(controller: Controller): void {
    this.cleanup();
    this.#controller = controller;
    this.#stopListening = controller.onUnread((key) => this.#noteUnused(key));
    this.#waitForSweep();
  }

  /** Stops sweeping; {@linkcode GCPolicy.init} starts again. What is in use stays known. */
  cleanup(): void {
    for (
      const stop of [
        this.#stopListening,
        this.#cancelSweep,
        this.#cancelSlice,
        this.#cancelUnkept,
      ]
    ) stop?.();
    this.#stopListening =
      this.#cancelSlice =
      this.#cancelUnkept =
      this.#controller =
      this.#sweep =
        undefined;
    this.#unkept.clear();
  }

  /**
   * Time after which unused data may go, in milliseconds of wall clock.
   *
   * @param meta Times of the data.
   *
   * @example
   * ```ts
   * import { GCPolicy } from "@tessera/client";
   * import { assertEquals } from "@std/assert";
   *
   * const policy = new GCPolicy({ expiryMultiplier: 3 });
   * assertEquals(policy.expiresAt({ fetchedAt: 0, date: 0, expiresAt: 60_000 }), 180_000);
   * ```
   */
  expiresAt(meta: CollectableMeta): number {
    if (this.#customExpiresAt) return this.#customExpiresAt.call(this, meta);
    const { fetchedAt, expiresAt } = meta;
    return fetchedAt +
      Math.max((expiresAt - fetchedAt) * this.expiryMultiplier, minimumAge);
  }

  /**
   * Runs `callback` when the machine has nothing better to do.
   *
   * @param callback One slice of a sweep.
   * @param options `timeout`: at the latest after this many milliseconds.
   * @returns A function that cancels, where that is possible.
   */
  protected idleCallback(
    callback: () => void,
    options?: { readonly timeout: number },
  ): (() => void) | void {
    const platform = globalThis as unknown as IdlePlatform;
    if (typeof platform.requestIdleCallback === "function") {
      const handle = platform.requestIdleCallback(callback, options);
      return () => platform.cancelIdleCallback?.(handle);
    }
    return startTimer(this.#clock, callback, 0);
  }

  /** Made apart, so that the release holds no target. */
  #take(hold: Hold): () => void {
    const { key } = hold.target;
    this.#holds.add(hold);
    this.#unmarked.add(hold);
    if (key !== undefined) {
      this.#keys.set(key, (this.#keys.get(key) ?? 0) + 1);
    }
    return () => {
      if (!this.#holds.delete(hold)) return;
      this.#unmarked.delete(hold);
      if (key === undefined) return;
      const others = this.#keys.get(key)! - 1;
      if (others > 0) this.#keys.set(key, others);
      else {
        this.#keys.delete(key);
        this.#noteUnused(key);
      }
    };
  }

  #waitForSweep(): void {
    this.#cancelSweep = startTimer(this.#clock, () => {
      this.#waitForSweep();
      this.#planSlice();
    }, this.intervalMS);
  }

  #planSlice(): void {
    const controller = this.#controller;
    this.#cancelSlice?.();
    this.#cancelSlice = this.idleCallback(() => {
      if (controller === this.#controller) this.#runSlice();
    }, { timeout: 1000 }) ?? undefined;
  }

  #runSlice(): void {
    if (this.#sweep === undefined) {
      this.#marked = new Map();
      this.#unmarked = new Set(this.#holds);
      this.#sweep = this.#candidates();
    }
    const end = this.#clock.now() + sliceTime;
    const entities: EntityPath[] = [];
    const endpoints: string[] = [];
    for (
      let steps = 0;
      steps < sliceSteps && this.#clock.now() <= end;
      steps++
    ) {
      const { value, done } = this.#sweep.next();
      if (done) {
        this.#sweep = undefined;
        break;
      }
      if (value?.pk !== undefined) entities.push(value);
      else if (value) endpoints.push(value.key);
    }
    this.#remove(entities, endpoints);
    if (this.#sweep !== undefined) this.#planSlice();
  }

  /** Goes through all that is stored, one step each. Whoever came since may hold any of it, so that is marked first. */
  *#candidates(): Generator<Candidate | undefined, void> {
    const state = this.#controller!.getState();
    for (const key of state.endpointKeys()) {
      yield this.#mayRemove(key) ? { key } : undefined;
    }
    for (const key of state.tableKeys()) {
      for (const pk of state.getEntities(key)!.keys()) {
        yield* this.#mark();
        yield this.#mayRemove(key, pk) ? { key, pk } : undefined;
      }
    }
    yield* versionOf(this.#controller!.getState()).graph?.dropEmpty() ?? [];
  }

  /** Marks the entities that are in use. */
  *#mark(): Generator<undefined, void> {
    for (const hold of this.#unmarked) {
      let count = 0;
      for (const { key, pk } of hold.target.paths ?? []) {
        let marked = this.#marked.get(key);
        if (!marked) this.#marked.set(key, marked = new Set());
        marked.add(pk);
        if (++count % stepMarks === 0) yield;
      }
      this.#unmarked.delete(hold);
    }
  }

  /** Whether a response, or with `pk` an entity, may go now. */
  #mayRemove(key: string, pk?: string): boolean {
    const controller = this.#controller!;
    const state = controller.peek(false);
    const record = pk === undefined
      ? state.getEndpointRecord(key)
      : state.getRecord(key, pk);
    if (
      record === undefined ||
      (pk === undefined
        ? this.#keys.has(key) || controller.hasReader(key)
        : this.#marked.get(key)?.has(pk))
    ) return false;
    const meta: CollectableMeta = record.meta ??
      { fetchedAt: 0, date: 0, expiresAt: 0 };
    return pk === undefined && isUnkept(record.meta) ||
      this.#clock.now() > this.expiresAt(meta);
  }

  /** After a reset nothing that was in use is there any more; whoever held it must not keep it alive. */
  #forget(): void {
    for (const hold of this.#holds) hold.target = {};
    this.#holds.clear();
    this.#unmarked.clear();
    this.#marked.clear();
    this.#keys.clear();
    this.#unkept.clear();
    this.#sweep = undefined;
  }

  /** Takes note that perhaps nobody uses a response; one of lifetime 0 goes with the end of the task. */
  #noteUnused(key: string): void {
    if (!isUnkept(this.#controller?.peek(false).getMeta(key))) return;
    this.#unkept.add(key);
    // whoever awaits it, or is about to read it, comes first
    this.#cancelUnkept ??= startTimer(this.#clock, () => {
      this.#cancelUnkept = undefined;
      const state = this.#controller!.getState();
      const keys = [...this.#unkept].filter((key) =>
        isUnkept(state.getMeta(key)) && this.#mayRemove(key)
      );
      this.#unkept.clear();
      this.#remove([], keys);
    }, 0);
  }

  #remove(
    entities: readonly EntityPath[],
    endpoints: readonly string[],
  ): void {
    if (entities.length + endpoints.length === 0) return;
    this.#controller!.dispatch({ type: "rdc/gc", entities, endpoints });
  }
}

/** The parts of the platform that tell when it is idle. */
interface IdlePlatform {
  requestIdleCallback?(
    callback: () => void,
    options?: { readonly timeout: number },
  ): number;
  cancelIdleCallback?(handle: number): void;
}

/** Whether a response was declared to be of no use beyond its readers. */
function isUnkept(meta: ResponseMeta | undefined): boolean {
  return meta !== undefined && meta.error === undefined &&
    meta.expiresAt === meta.date;
}
