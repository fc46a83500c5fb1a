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
  ResponseMeta,
  Touched,
} from "./contract.ts";
import type { Controller } from "./controller.ts";
import {
  type Clock,
  type IdlePlatform,
  startTimer,
  systemClock,
} from "./environment.ts";
import type { Cell } from "../schema/nodes.ts";
import { chosenOf, type Graph } from "./graph/graph.ts";
import { holdNothing } from "./read.ts";

/**
 * Decides what stays in memory. {@linkcode GCPolicy} counts references and
 * removes what is old; `ImmortalGCPolicy` retains everything.
 *
 * @example
 * ```ts
 * import { createClient } from "@tessera/client";
 * import { type GCInterface } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * // retains everything, and counts how many readers there are
 * let readers = 0;
 * const counting: GCInterface = {
 *   createCountRef: () => () => {
 *     readers++;
 *     return () => {
 *       readers--;
 *     };
 *   },
 *   init() {},
 *   cleanup() {},
 * };
 * using client = createClient({ gcPolicy: counting });
 * assertEquals(readers, 0);
 * ```
 */
export interface GCInterface {
  /** Prepares a reference; the returned function takes it and returns its release, which has an effect once. */
  createCountRef(target: CountRefTarget): () => () => void;
  /** Starts collecting. */
  init(controller: Controller): void;
  /** Stops collecting; `init` starts again. */
  cleanup(): void;
  /** The store calls it with what each commit wrote. */
  noteTouched?(touched: Touched): void;
  /** Asked by the store right before a removal is applied; drops what is in use again. */
  recheck?(action: GCAction): GCAction;
}

/**
 * Retains everything for ever; what a controller without a store uses.
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
  /** How many lifetimes unused data is retained, counted from its request. Default 2. */
  readonly expiryMultiplier?: number | undefined;
  /** Time in milliseconds after which unused data may go; replaces the formula. `this` is the policy. */
  readonly expiresAt?: ((meta: CollectableMeta) => number) | undefined;
  /** Source of time and timers. Default: the platform's. */
  readonly clock?: Clock | undefined;
}

/** However short its lifetime, unused data is retained this long after its request; milliseconds. */
const minimumAge = 120_000;
/** Steps of one slice of a sweep. */
const sliceSteps = 512;
/** Entities in use that are marked in one step; together they cost about what a candidate does. */
const stepMarks = 32;

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
  /** How many lifetimes unused data is retained. */
  readonly expiryMultiplier: number;

  /** What is used, by the functions that release it. */
  readonly #holds = new Map<() => void, CountRefTarget>();
  /** Keys of responses in use, when it was last asked for. */
  #keys = new Set<string | undefined>();
  /** Those of what the sweep has not marked yet. */
  #unmarked = new Set<() => void>();
  /** Entities in use, as far as the sweep has marked them. */
  readonly #marked = new Set<string>();
  /** What the sweep that is going on has still to do; each step may find something to remove. */
  #sweep: Iterator<Cell | undefined> | undefined;
  /** Responses of lifetime 0, which go with their last reader. */
  readonly #unkept = new Set<string>();
  readonly #clock: Clock;
  readonly #customExpiresAt: GCOptions["expiresAt"];
  #controller: Controller | undefined;
  /** Cancels the next sweep, or the next slice of this one. */
  #cancelSweep: (() => void) | undefined;
  /** Cancels a look at the responses of lifetime 0. */
  #cancelLook: (() => void) | undefined;

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
   * @param target The data that is going to be used.
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
    return () => this.#hold(target);
  }

  /**
   * Takes note of what a commit wrote: responses that nobody wanted to be
   * retained are collected before the next sweep.
   *
   * @param touched The data that the commit changed.
   */
  noteTouched(touched: Touched): void {
    if (touched.everything) this.#forget();
    for (const key of touched.endpoints) {
      this.#unkept.delete(key);
      if (isUnkept(touched.getMeta?.(key))) {
        this.#unkept.add(key);
        this.#look();
      }
    }
  }

  /**
   * Drops from a removal what came into use since it was decided.
   *
   * @param action A removal about to be applied.
   */
  recheck(action: GCAction): GCAction {
    // what came into use since is marked at once
    for (const _ of this.#mark());
    this.#findKeys();
    const graph = this.#graph;
    return graph
      ? chosenOf(graph, action, (cell) => this.#mayRemove(cell))
      : action;
  }

  /**
   * Starts sweeping.
   *
   * @param controller Where to look and to send removals.
   */
  init(controller: Controller): void {
    this.cleanup();
    this.#controller = controller;
    controller.onUnread(this.#look);
    this.#waitForSweep();
  }

  /** Stops sweeping; {@linkcode GCPolicy.init} starts again. The policy still knows which data is in use. */
  cleanup(): void {
    this.#cancelSweep?.();
    this.#cancelLook?.();
    this.#cancelLook = this.#controller = this.#sweep = undefined;
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
    if (!platform.requestIdleCallback) {
      return startTimer(this.#clock, callback, 0);
    }
    const handle = platform.requestIdleCallback(callback, options);
    return () => platform.cancelIdleCallback?.(handle);
  }

  /** The controller of the store to look into and to send removals to, once the policy is initialized. */
  protected get controller(): Controller {
    return this.#controller!;
  }

  /** Begins a sweep, which goes on in slices. The policy calls it regularly. */
  protected runSweep(): void {
    if (this.#controller === undefined) return;
    this.#cancelSweep?.();
    this.#findKeys();
    this.#marked.clear();
    this.#unmarked = new Set(this.#holds.keys());
    this.#planSlice(this.#sweep = this.#candidates());
  }

  /** Made apart, so that the release holds no target. */
  #hold(target: CountRefTarget): () => void {
    const release = () => {
      this.#holds.delete(release);
      this.#unmarked.delete(release);
      this.#look();
    };
    this.#holds.set(release, target);
    this.#unmarked.add(release);
    return release;
  }

  #findKeys(): void {
    this.#keys = new Set([...this.#holds.values()].map(({ key }) => key));
  }

  #waitForSweep(): void {
    this.#cancelSweep = startTimer(this.#clock, () => {
      const last = this.#sweep;
      this.runSweep();
      // a subclass may have left it out this time
      if (this.#sweep === last) this.#waitForSweep();
    }, this.intervalMS);
  }

  #planSlice(sweep: Iterator<Cell | undefined>): void {
    this.#cancelSweep = this.idleCallback(() => {
      // it may have ended meanwhile, where idle callbacks cannot be cancelled
      if (sweep !== this.#sweep) return;
      const found: Cell[] = [];
      let isDone: boolean | undefined;
      for (let steps = 0; steps < sliceSteps && !isDone; steps++) {
        const { value, done } = sweep.next();
        if (value) found.push(value);
        isDone = done;
      }
      this.#remove(found);
      if (sweep !== this.#sweep) return;
      if (isDone) this.#waitForSweep();
      else this.#planSlice(sweep);
    }, { timeout: 1000 }) ?? undefined;
  }

  /** Where everything is stored. */
  get #graph(): Graph | undefined {
    return this.#controller?.peek().graph;
  }

  /** Marks what is in use, and goes through all that is stored, one step each. */
  *#candidates(): Generator<Cell | undefined, void> {
    yield* this.#mark();
    const graph = this.#graph;
    for (const { cells } of graph?.all() ?? []) {
      for (const cell of cells.values()) {
        // somebody looked for it in vain
        if (cell.rank === 0) graph!.drop([cell]);
        yield this.#mayRemove(cell) ? cell : undefined;
      }
    }
  }

  /** Marks the entities that are in use. */
  *#mark(): Generator<undefined, void> {
    for (const release of this.#unmarked) {
      let count = 0;
      for (const { key, pk } of this.#holds.get(release)!.paths ?? []) {
        this.#marked.add(`${key} ${pk}`);
        if (++count % stepMarks === 0) yield;
      }
      this.#unmarked.delete(release);
    }
  }

  /** Whether a response or an entity may go now. */
  #mayRemove(cell: Cell): boolean {
    const { table: { key, kind }, pk } = cell;
    const controller = this.#controller!;
    const { rank, meta } = controller.peek().at(cell);
    const isResponse = kind === "response";
    const isUsed = isResponse
      ? this.#keys.has(pk) || controller.hasReader(pk)
      : kind !== "entity" || this.#marked.has(`${key} ${pk}`);
    return rank > 0 && !isUsed &&
      (isResponse && isUnkept(meta) ||
        this.#clock.now() > this.expiresAt(meta ?? noTimes));
  }

  /** After a reset nothing that was in use is there any more; whoever held it must not retain it. */
  #forget(): void {
    this.#holds.clear();
    this.#unmarked.clear();
    this.#marked.clear();
    this.#unkept.clear();
    if (this.#sweep === undefined) return;
    this.#sweep = undefined;
    this.#cancelSweep?.();
    this.#waitForSweep();
  }

  /** Removes responses of lifetime 0 that nobody uses, when the task ends: whoever awaits one, or is about to read it, comes first. */
  readonly #look = (): void => {
    if (this.#unkept.size === 0 || this.#controller === undefined) return;
    this.#cancelLook ??= startTimer(this.#clock, () => {
      this.#cancelLook = undefined;
      this.#findKeys();
      const { responses } = this.#graph!;
      const cells = [...this.#unkept].map((key) => responses.cellOf(key));
      this.#remove(cells.filter((cell) => this.#mayRemove(cell)));
    }, 0);
  };

  #remove(found: readonly Cell[]): void {
    if (found.length === 0) return;
    const entities: EntityPath[] = [];
    const endpoints: string[] = [];
    for (const { table: { key, kind }, pk } of found) {
      if (kind === "entity") entities.push({ key, pk });
      else {
        endpoints.push(pk);
        this.#unkept.delete(pk);
      }
    }
    this.#controller!.dispatch({ type: "rdc/gc", entities, endpoints });
  }
}

/** How data without times is treated. */
const noTimes: CollectableMeta = { fetchedAt: 0, date: 0, expiresAt: 0 };

/** Whether a response was declared to be of no use beyond its readers. */
function isUnkept(meta: ResponseMeta | undefined): boolean {
  return meta !== undefined && meta.error === undefined && !meta.invalidated &&
    meta.expiresAt === meta.date;
}
