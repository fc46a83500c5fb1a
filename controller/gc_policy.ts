/**
 * Removes data that nobody uses any more.
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
import {
  type Clock,
  systemClock,
  type TimerHandle,
  unrefTimer,
} from "./environment.ts";
import { ReferenceCounts } from "./reference_counts.ts";
import type { State } from "./graph/state.ts";

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
/** Held entities that are counted in one step; together they cost about what a candidate does. */
const stepCount = 32;
const neverFetched: CollectableMeta = { fetchedAt: 0, date: 0, expiresAt: 0 };

/**
 * Counts who uses what, and regularly removes what is both unused and old.
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

  readonly #counts = new ReferenceCounts();
  /** What the current sweep has not looked at yet. */
  #sweep: Iterator<Candidate> | undefined;
  /** Keys of lifetime 0 that nobody holds, waiting for the end of the task. */
  readonly #unkept = new Set<string>();
  readonly #clock: Clock;
  readonly #customExpiresAt: GCOptions["expiresAt"];
  #controller: Controller | undefined;
  #interval: TimerHandle | undefined;
  #unkeptTimer: TimerHandle | undefined;
  #cancelIdle: (() => void) | undefined;
  #stopListening: (() => void) | undefined;
  /** Grows with every cleanup, so that work scheduled before it does nothing. */
  #generation = 0;

  /**
   * Makes a policy that does nothing until it is initialized.
   *
   * @param options See {@linkcode GCOptions}.
   */
  constructor(
    { intervalMS = 300_000, expiryMultiplier = 2, expiresAt, clock }:
      GCOptions = {},
  ) {
    this.intervalMS = intervalMS;
    this.expiryMultiplier = expiryMultiplier;
    this.#customExpiresAt = expiresAt;
    this.#clock = clock ?? systemClock;
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
    return () => {
      const { key, paths = [] } = target;
      if (key !== undefined) this.#counts.addKey(key);
      this.#counts.addEntities(paths);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        if (key !== undefined && this.#counts.removeKey(key)) {
          this.#keyUnused(key);
        }
        this.#counts.removeEntities(paths);
      };
    };
  }

  /**
   * Takes note of what a commit wrote: responses that nobody wanted to be kept
   * are collected without waiting for a sweep.
   *
   * @param touched What the commit changed.
   */
  noteTouched(touched: Touched): void {
    for (const key of touched.endpoints) this.#keyUnused(key);
  }

  /**
   * Drops from a removal what came into use since it was decided.
   *
   * @param action A removal about to be applied.
   */
  recheck(action: GCAction): GCAction {
    const controller = this.#controller;
    if (controller === undefined) return action;
    const entities = action.entities.filter((path) =>
      this.#mayRemoveEntity(controller, path)
    );
    const endpoints = action.endpoints.filter((key) =>
      this.#mayRemoveKey(controller, key)
    );
    return { ...action, entities, endpoints };
  }

  /**
   * Starts sweeping.
   *
   * @param controller Where to look and to send removals.
   */
  init(controller: Controller): void {
    this.cleanup();
    this.#controller = controller;
    this.#stopListening = controller.onUnread((key) => this.#keyUnused(key));
    this.#interval = this.#clock.setInterval(
      () => this.#scheduleSlice(),
      this.intervalMS,
    );
    unrefTimer(this.#interval);
  }

  /** Stops sweeping; {@linkcode GCPolicy.init} starts again. Counts are kept. */
  cleanup(): void {
    this.#generation++;
    this.#clock.clearInterval(this.#interval);
    this.#clock.clearTimeout(this.#unkeptTimer);
    this.#cancelIdle?.();
    this.#stopListening?.();
    this.#interval = undefined;
    this.#unkeptTimer = undefined;
    this.#cancelIdle = undefined;
    this.#stopListening = undefined;
    this.#controller = undefined;
    this.#unkept.clear();
    this.#sweep = undefined;
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
    const handle = this.#clock.setTimeout(callback, 0);
    unrefTimer(handle);
    return () => this.#clock.clearTimeout(handle);
  }

  #scheduleSlice(): void {
    const generation = this.#generation;
    this.#cancelIdle?.();
    this.#cancelIdle = this.idleCallback(() => {
      if (generation === this.#generation) this.#runSlice();
    }, { timeout: 1000 }) ?? undefined;
  }

  #runSlice(): void {
    const controller = this.#controller!;
    const sweep = this.#sweep ??= contentsOf(controller.getState());
    const end = this.#clock.now() + sliceTime;
    const entities: EntityPath[] = [];
    const endpoints: string[] = [];
    for (
      let steps = 0;
      steps < sliceSteps && this.#clock.now() <= end;
      steps++
    ) {
      // whoever came since may hold any candidate
      if (!this.#counts.catchUp(stepCount)) continue;
      const { value, done } = sweep.next();
      if (done) {
        this.#sweep = undefined;
        break;
      }
      if (value.pk !== undefined) {
        if (this.#mayRemoveEntity(controller, value)) entities.push(value);
      } else if (this.#mayRemoveKey(controller, value.key)) {
        endpoints.push(value.key);
      }
    }
    this.#remove(entities, endpoints);
    if (this.#sweep !== undefined) this.#scheduleSlice();
  }

  /** Whether a response may go now. */
  #mayRemoveKey(controller: Controller, key: string): boolean {
    const record = controller.getState().getEndpointRecord(key);
    if (
      record === undefined || this.#counts.hasKey(key) ||
      controller.hasReader(key)
    ) return false;
    const visible = controller.getVisibleState().getEndpointRecord(key);
    if (visible?.value !== record.value) return false;
    return isUnkept(record.meta) || this.#isOld(record.meta);
  }

  /** Whether an entity may go now. */
  #mayRemoveEntity(controller: Controller, { key, pk }: EntityPath): boolean {
    const record = controller.getState().getRecord(key, pk);
    if (record === undefined || !this.#isOld(record.meta)) return false;
    // a pending mutation that shows something else here builds on it
    const visible = controller.getVisibleState().getEntity(key, pk);
    return visible === record.value && !this.#counts.hasEntity(key, pk);
  }

  #isOld(meta: CollectableMeta | undefined): boolean {
    return this.#clock.now() > this.expiresAt(meta ?? neverFetched);
  }

  /** Takes note that perhaps nobody uses a response; one of lifetime 0 goes with the end of the task. */
  #keyUnused(key: string): void {
    if (!isUnkept(this.#controller?.getState().getMeta(key))) return;
    this.#unkept.add(key);
    if (this.#unkeptTimer !== undefined) return;
    // whoever awaits it, or is about to read it, comes first
    this.#unkeptTimer = this.#clock.setTimeout(() => {
      this.#unkeptTimer = undefined;
      this.#removeUnkept();
    }, 0);
    unrefTimer(this.#unkeptTimer);
  }

  #removeUnkept(): void {
    const controller = this.#controller!;
    const endpoints = [...this.#unkept].filter((key) =>
      isUnkept(controller.getState().getMeta(key)) &&
      this.#mayRemoveKey(controller, key)
    );
    this.#unkept.clear();
    this.#remove([], endpoints);
  }

  #remove(
    entities: readonly EntityPath[],
    endpoints: readonly string[],
  ): void {
    if (entities.length + endpoints.length === 0) return;
    this.#controller!.dispatch({ type: "rdc/gc", entities, endpoints });
  }
}

/** An entity, or the key of a response: told apart by the pk, since key functions nobody checked for types give anything. */
type Candidate = EntityPath | { readonly key: string; readonly pk?: undefined };

/** Keys of all responses, and all entities. */
function* contentsOf(state: State): Generator<Candidate> {
  for (const key of state.endpointKeys()) yield { key };
  for (const key of state.tableKeys()) {
    for (const pk of state.getEntities(key)!.keys()) yield { key, pk };
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
