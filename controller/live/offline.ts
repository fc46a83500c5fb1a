/**
 * Lets people go on working without a network: mutations wait in a queue, are
 * stored over reloads, and are sent in order when the server can be reached.
 *
 * @example
 * ```ts
 * import { createClient, Entity, getDefaultManagers, resource } from "@tessera/client";
 * import { OfflineManager } from "@tessera/client/offline";
 * import { indexedDBStorage } from "@tessera/client/persist";
 *
 * class Todo extends Entity {
 *   id = "";
 *   title = "";
 *   static override key = "Todo";
 * }
 * const TodoResource = resource({ path: "/todos/:id", schema: Todo, optimistic: true });
 *
 * export function openClient() {
 *   const offline = new OfflineManager({
 *     storage: indexedDBStorage("todos"),
 *     endpoints: {
 *       create: TodoResource.getList.push,
 *       edit: TodoResource.partialUpdate,
 *     },
 *   });
 *   return createClient({ managers: [offline, ...getDefaultManagers()] });
 * }
 * ```
 *
 * @module
 */
import type { EndpointInterface } from "../../endpoint/contract.ts";
import { isTemporary } from "../../endpoint/response.ts";
import { isDevelopment, temporaryPkParts } from "../../schema/engine.ts";
import { createFetch, createSetResponse } from "../actions.ts";
import type {
  ActionArgs,
  Dispatch,
  FetchAction,
  ResetAction,
  SetResponseAction,
} from "../contract.ts";
import type { Controller } from "../controller.ts";
import { createdPks, replaced } from "../creations.ts";
import { deriveEndpoint } from "../derive_endpoint.ts";
import { type Environment, environmentOf, startTimer } from "../environment.ts";
import { DependencyError, QueueFullError, ResetError } from "../errors.ts";
import { abortError, noResponse, retryWait } from "../network_request.ts";
import { nothing, stored } from "../promises.ts";
import {
  argsOf,
  type OfflineDecision,
  type OfflineEntry,
  type OfflineOptions,
  storedArgs,
  type StoredEntry,
} from "./offline_entry.ts";
import { locks } from "./page_locks.ts";
import { type MaybePromise, namesIn } from "./persist/storages.ts";
import { StoredSession } from "./stored_session.ts";
import type { Manager, ManagerRole, Middleware } from "../manager.ts";

export type { OfflineDecision, OfflineEntry, OfflineOptions };

/** An entry, and what the program knows of it. */
interface Job {
  entry: OfflineEntry;
  /** The fetch it began with; its endpoint has what is expected of the arguments that the entry has now. */
  readonly action: FetchAction;
  /** What is called. */
  readonly endpoint: OfflineEndpoint;
  /** Who waits for the outcome. */
  readonly callers: Pick<FetchAction["meta"], "resolve" | "reject">[];
  /** Whether the layer was taken back. */
  isHidden?: boolean;
  /** Whether it waits, or has waited; a mutation of a program that is online is just forwarded. */
  isQueued?: boolean;
  /** Its arguments as they are stored; nothing if they cannot be. */
  stored?: Pick<StoredEntry, "args" | "forms"> | undefined;
  /** Where it is stored. */
  readonly queue: string;
  /** How often the server said that it cannot now. */
  failures: number;
  /** Whether the response has gone to the store. */
  hasResponse?: boolean;
  /** Ends its rest; does nothing for one that waits for others. */
  wake?: (() => void) | undefined;
}

/** Owning a queue, which one program does at a time. */
interface Turn {
  /** Resolves when the entries are here. */
  taken?: Promise<unknown>;
  /** Ends it; nothing until the entries are here. */
  end?: () => void;
  /** Whether something of the queue was sent here, or may be. */
  isUsed?: boolean;
  /** Whether the storage has nothing of it. */
  isEmpty?: boolean;
}

/** Members of an endpoint that concern the queue. */
interface OfflineEndpoint extends EndpointInterface {
  getHeaders?(headers: HeadersInit): MaybePromise<HeadersInit>;
}

/** How long a start waits for the storage, and an entry for its turn before it is stored, in milliseconds. */
const patience = 500;

/** So many entries are taken over in one task; showing each may take a millisecond or two. */
const pieceSize = 20;

/**
 * Queues mutations while the server cannot be reached, and sends them in order.
 * Their optimistic changes stay visible, also after a reload.
 *
 * Give it before NetworkManager.
 *
 * @example
 * ```ts
 * import { createClient, Endpoint, NetworkManager } from "@tessera/client";
 * import { OfflineManager } from "@tessera/client/offline";
 * import { assertEquals } from "@std/assert";
 *
 * const sent: string[] = [];
 * const rename = new Endpoint((name: string) => Promise.resolve(sent.push(name)), {
 *   name: "rename",
 *   sideEffect: true,
 * });
 * const texts = new Map<string, string>();
 * const storage = {
 *   getItem: (name: string) => texts.get(name),
 *   setItem: (name: string, text: string) => texts.set(name, text),
 *   removeItem: (name: string) => texts.delete(name),
 * };
 * const offline = new OfflineManager({ storage, endpoints: { rename } });
 * await using client = createClient({ managers: [offline, new NetworkManager()] });
 *
 * await client.fetch(rename, "Fram");
 * assertEquals(sent, ["Fram"]);
 * assertEquals(offline.entries(), []);
 * ```
 */
export class OfflineManager implements Manager {
  /** Lets the order of managers be checked. */
  readonly role: ManagerRole = "offline";
  readonly #options: OfflineOptions;
  readonly #environment: Environment;
  /**
   * The item of the queue of this program. Each has one of its own, since tabs
   * see later what others write into a web storage; all have the same where
   * they could not find those of others.
   */
  readonly #queue: string;
  #controller!: Controller;
  #next!: Dispatch;
  readonly #session: StoredSession;
  /** In the order in which they are sent. */
  #jobs: Job[] = [];
  /** Those that are being sent, by the stamp of the attempt. */
  readonly #attempts = new Map<number, Job>();
  /** Primary keys that the server gave, by the temporary ones. */
  readonly #created = new Map<string, string>();
  /** Made when somebody asks. */
  #entries: readonly OfflineEntry[] | undefined;
  readonly #listeners = new Set<() => void>();
  #isTelling = false;
  /** Who waits until all that can be sent is sent. */
  #callers: (() => void)[] = [];
  /** Counts `init` and `cleanup`; odd while the manager runs. */
  #life = 0;
  #isReady = false;
  #ready!: () => void;
  /** Resolves when it is known what the queue held at the start. */
  readonly ready: Promise<void> = new Promise((resolve) => {
    this.#ready = resolve;
  });
  /** Ends the wait for locks. */
  #aborter = new AbortController();
  /** The last that waits for a lock, by its name, where only this program knows the locks. */
  readonly #last = new Map<string, Promise<unknown>>();
  /** Queues that are owned here, or will be when their programs end. */
  readonly #turns = new Map<string, Turn>();
  #saving: Promise<void> | undefined;
  #isChanged = false;
  /** Whether the last write failed. */
  #isUnsaved = false;

  /**
   * Makes a manager for one store.
   *
   * @param options See {@linkcode OfflineOptions}.
   */
  constructor(options: OfflineOptions) {
    this.#options = options;
    this.#environment = environmentOf(options);
    const { storage } = options;
    this.#queue = locks() && (storage.keys ?? namesIn(storage))
      ? `${this.#key}:by:${newId()}`
      : this.#key;
    this.#session = new StoredSession(
      storage,
      `${this.#key}:reset`,
      () => this.#isRunning ? this.#controller : undefined,
    );
  }

  /** Takes mutations that are to be queued, and their responses. */
  readonly middleware: Middleware = (controller) => {
    this.#controller = controller;
    return (next) => {
      this.#next = next;
      return (action) => {
        if (action.type === "rdc/fetch") {
          const name = action.endpoint.sideEffect && this.#nameOf(action);
          if (name) return this.#add(action, name);
        } else if (action.type === "rdc/setresponse") {
          return this.#receive(action);
        } else if (action.type === "rdc/reset") {
          if (!this.#options.keepOnReset) return this.#reset(action);
        } else if (action.type === "rdc/abort") {
          this.#abort((job) => job.action.key === action.key);
        }
        return next(action);
      };
    };
  };

  /** Reads what is stored, and begins to send. */
  init(): void {
    const { connection, visibility, clock } = this.#environment;
    connection.addOnlineListener(this.#onOnline);
    visibility.addListener(this.#onVisibility);
    this.#aborter = new AbortController();
    const life = ++this.#life;
    const begin = () => {
      cancel();
      if (this.#isReady || life !== this.#life) return;
      this.#isReady = true;
      this.#jobs.sort((left, right) => left.entry.stamp - right.entry.stamp);
      for (const job of this.#jobs) this.#start(job);
      this.#ready();
    };
    const cancel = startTimer(clock, begin, patience);
    void this.#takeOver().then(begin);
  }

  /** Stops sending. The queue stays. */
  cleanup(): void {
    const { connection, visibility } = this.#environment;
    connection.removeOnlineListener(this.#onOnline);
    visibility.removeListener(this.#onVisibility);
    this.#life++;
    this.#isReady = false;
    this.#aborter.abort();
    this.#wake();
    void (this.#saving ?? stored).then(() => this.#release());
  }

  /** All that is queued, in the order in which it is sent; the same list until something changes. */
  readonly entries = (): readonly OfflineEntry[] =>
    this.#entries ??= this.#jobs.flatMap(({ isQueued, entry }) =>
      isQueued ? entry : []
    );

  /**
   * Listens to changes of {@linkcode OfflineManager.entries}, as
   * `useSyncExternalStore` does.
   *
   * @returns Stops listening.
   */
  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /**
   * Sends now what waits for the next attempt.
   *
   * @returns Resolves when all is sent or has to wait, and what waits is
   * stored.
   */
  async flush(): Promise<void> {
    await this.ready;
    if (this.#isUnsaved) this.#save();
    if (this.#isReady) {
      this.#onOnline();
      await new Promise<void>((resolve) => {
        this.#callers.push(resolve);
        this.#tellQuiet();
      });
    }
    await this.#saving;
  }

  /**
   * Sends an entry again that waits for a decision, or for the next attempt.
   *
   * @param id Its `id`.
   * @param args Other arguments, such as those that fit what the server has now.
   */
  retry(id: string, args?: ActionArgs): void {
    const job = this.#jobs.find(({ entry }) => entry.id === id);
    if (!job || job.entry.state === "running") return;
    job.failures = 0;
    if (args) this.#revise(job, args);
    if (job.isHidden) this.#show(job);
    this.#change(job, { state: "waiting", error: undefined });
    job.wake?.();
  }

  /**
   * Gives an entry up: what was expected of it is taken back. One that is
   * being sent is not sent again.
   *
   * @param id Its `id`.
   */
  discard(id: string): void {
    this.#abort(({ entry }) => entry.id === id);
  }

  /** Gives all entries up. */
  clear(): void {
    this.#abort(() => true);
  }

  // Into the queue

  /** The name of a mutation that is to be queued, also of one that was extended. */
  #nameOf({ endpoint, key }: FetchAction): string | undefined {
    const { endpoints } = this.#options;
    const names = Object.keys(endpoints);
    return names.find((name) => endpoints[name] === endpoint) ??
      names.find((name) => {
        const known = endpoints[name]!;
        return known.name === endpoint.name &&
          known.schema === endpoint.schema && known.testKey(key);
      });
  }

  #add(action: FetchAction, name: string): Promise<void> {
    const { endpoint, key, meta } = action;
    const { scope = "default", coalesce } = endpoint;
    const { maxEntries = 1000 } = this.#options;
    const args = replaced(
      action.args,
      (pk) => this.#created.get(pk),
    ) as ActionArgs;
    const older = coalesce &&
      this.#jobs.find((job) =>
        job.entry.name === name && job.action.key === key &&
        job.entry.state === "waiting" &&
        // what it names must have been created by then
        this.#creationsIn(args).every(([, creation]) =>
          creation && creation.entry.stamp < job.entry.stamp
        )
      );
    if (older) {
      older.callers.push(meta);
      this.#revise(older, args);
      return stored;
    }
    if (this.#jobs.length >= maxEntries) {
      meta.reject(new QueueFullError(key, maxEntries));
      return stored;
    }
    const isFirst = !this.#jobs.some(({ entry }) => entry.scope === scope);
    const job = this.#append(action, {
      id: newId(),
      name,
      args,
      stamp: meta.fetchedAt,
      scope,
      revision: 0,
    });
    this.#show(job);
    job.callers.push(meta);
    const { connection } = this.#environment;
    const isReady = this.#isReady;
    if (
      !isReady || !isFirst || !connection.isOnline() ||
      this.#creationsIn(args)[0]
    ) this.#enqueue(job);
    if (isReady) this.#start(job);
    return stored;
  }

  #append(
    action: FetchAction,
    entry: Omit<OfflineEntry, "attempts" | "state">,
    queue = this.#queue,
  ): Job {
    const { endpoint } = action;
    const { getOptimisticResponse } = endpoint;
    const optimistic = getOptimisticResponse
      ? deriveEndpoint(endpoint, {
        getOptimisticResponse(this: unknown, snap: never) {
          return getOptimisticResponse.call(this, snap, ...job.entry.args);
        },
      })
      : endpoint;
    const job: Job = {
      entry: { ...entry, attempts: 0, state: "waiting" },
      action: { ...action, endpoint: optimistic },
      endpoint,
      callers: [],
      queue,
      failures: 0,
    };
    this.#jobs.push(job);
    this.#changed();
    return job;
  }

  /** From now on an entry waits, and is stored. */
  #enqueue(job: Job): void {
    if (job.isQueued) return;
    job.isQueued = true;
    this.#changed();
    this.#encode(job);
    const { scope, args } = job.entry;
    // what is pending in front of it must not be lost before it
    const first = this.#jobs.find(({ entry }) => entry.scope === scope)!;
    for (
      const other of [
        first,
        ...this.#creationsIn(args).map(([, it]) => it),
      ]
    ) {
      if (other) this.#enqueue(other);
    }
  }

  #encode(job: Job): void {
    const { args, name } = job.entry;
    job.stored = undefined;
    try {
      job.stored = storedArgs(this.#options.storage, args);
    } catch (cause) {
      const error = new Error(
        `${name} would not survive a reload: it cannot be stored.`,
        { cause },
      );
      if (isDevelopment()) console.warn(error.message, cause);
      void this.#ask(error);
    }
    this.#save();
  }

  #revise(job: Job, args: ActionArgs): void {
    this.#change(job, { args, revision: job.entry.revision + 1 });
    this.#commit(job, { isRevised: true });
    this.#encode(job);
  }

  // What is visible

  #show(job: Job): void {
    job.isHidden = false;
    this.#commit(job);
  }

  /** Adds the layer of an entry, or has it computed again. */
  #commit(
    { action, entry: { stamp } }: Job,
    how?: Pick<FetchAction["meta"], "isRevised" | "isQuiet">,
  ): void {
    const meta = { ...action.meta, ...how, fetchedAt: stamp };
    void this.#controller.commit?.({ ...action, meta });
  }

  /**
   * Takes back what is visible.
   *
   * @param error The error for others, as of any request that failed.
   */
  #hide(job: Job, error?: unknown): void {
    job.isHidden = true;
    const { endpoint, key, args } = job.action;
    const { stamps, expiryLengths, dispatch, commit } = this.#controller;
    const action = createSetResponse(
      endpoint,
      { key, args, response: error ?? abortError(key), error: true },
      stamps,
      expiryLengths,
    );
    const send = error === undefined ? commit : dispatch;
    const { stamp, attempts } = job.entry;
    // it was refused, or never sent
    const isUndone = error === undefined || attempts === 0;
    const meta = { ...action.meta, layerAt: stamp, isUndone };
    send?.({ ...action, meta }).catch(nothing);
  }

  #change(job: Job, changes: Partial<OfflineEntry>): void {
    job.entry = { ...job.entry, ...changes };
    this.#changed();
  }

  #changed(): void {
    this.#entries = undefined;
    if (this.#isTelling) return;
    this.#isTelling = true;
    queueMicrotask(() => {
      this.#isTelling = false;
      for (const listener of this.#listeners) listener();
    });
  }

  // Out of the queue

  readonly #onOnline = (): void => {
    void this.#takeOver();
    this.#wake();
  };

  /** Somebody comes back to a page that may have missed a logout. */
  readonly #onVisibility = (): void => this.#session.check();

  #wake(): void {
    for (const job of this.#jobs) job.wake?.();
  }

  #start(job: Job): void {
    const life = this.#life;
    // another tab may be at it
    const cancel = startTimer(this.#environment.clock, () => {
      job.wake = nothing;
      this.#enqueue(job);
      this.#tellQuiet();
    }, patience);
    void this.#lock(`scope:${job.entry.scope}`, () => {
      cancel();
      job.wake = undefined;
      return this.#run(job, life);
    }, this.#aborter.signal);
  }

  /** Sends an entry until it has left the queue. The next one of its scope begins then. */
  async #run(job: Job, life: number): Promise<void> {
    const isOver = () => life !== this.#life || !this.#jobs.includes(job);
    const isFailed = () => job.entry.state === "failed";
    while (!isOver()) {
      const isOnline = this.#environment.connection.isOnline();
      if (!isOnline) this.#enqueue(job);
      if (!isOnline || isFailed()) {
        await this.#rest(job);
        continue;
      }
      const [missing] = this.#creationsIn(job.entry.args);
      if (missing) {
        const [pk, creation] = missing;
        if (creation) await this.#rest(job);
        // what another program began to create is known to nobody
        else if (job.callers[0]) this.#created.set(pk, pk);
        else this.#orphan(job, pk);
        continue;
      }
      if (job.isQueued && !await this.#isOurs()) continue;
      if (isOver() || isFailed()) continue;
      const outcome = await this.#attempt(job);
      if (!outcome) return;
      const [error] = outcome;
      if (!this.#jobs.includes(job)) return this.#end(job, error);
      this.#change(job, { state: "waiting", error });
      if (life !== this.#life) return;
      const isUnreached = isLost(error);
      if (
        job.hasResponse || !job.isQueued && !isUnreached ||
        (error as Error | undefined)?.name === "AbortError"
      ) return this.#discard(job, error, false);
      this.#enqueue(job);
      const isBusy = isUnreached || isTemporary(error);
      const { maxAttempts = 8 } = this.#options;
      const delay = retryWait(
        job.action,
        job.entry.attempts - 1,
        error,
        { ...this.#options, maxRetryAfter: Infinity },
        this.#environment,
        () => true,
      );
      if (isUnreached || isBusy && ++job.failures < maxAttempts) {
        await this.#rest(job, delay);
        continue;
      }
      if (!isBusy) this.#hide(job);
      this.#change(job, { state: "failed" });
      const decision = await this.#ask(error, job.entry) ??
        (isBusy ? "hold" : "discard");
      if (!isFailed() || isOver()) continue;
      if (decision === "discard") this.#discard(job, error);
      else if (decision === "retry") {
        this.retry(job.entry.id);
        await this.#rest(job, delay);
      } else if (decision !== "hold") this.retry(job.entry.id, decision);
    }
  }

  /** Waits until it is woken, or until the time is over. */
  #rest(job: Job, delay = Infinity): Promise<void> {
    return new Promise((resolve) => {
      const cancel = delay < Infinity
        ? startTimer(this.#environment.clock, () => job.wake?.(), delay)
        : nothing;
      job.wake = () => {
        cancel();
        job.wake = undefined;
        resolve();
      };
      this.#tellQuiet();
    });
  }

  #tellQuiet(): void {
    // what comes later in a scope waits for the first
    const isQuiet = this.#jobs.every(({ entry: { scope } }) =>
      this.#jobs.find((job) => job.entry.scope === scope)!.wake
    );
    if (isQuiet) this.#callers.splice(0).forEach((resolve) => resolve());
  }

  /** Whether the session goes on in which the entries were queued. What the storage does not tell stays as it is. */
  async #isOurs(): Promise<boolean> {
    const { clock } = this.#environment;
    try {
      while (this.#session.name !== undefined) {
        const asked = clock.now();
        if (!await this.#session.getMany([])) return false;
        // a page that was frozen meanwhile has an old response
        if (clock.now() - asked < patience) break;
      }
    } catch {
      // the storage fails
    }
    return true;
  }

  /** Sends an entry once; with what it failed, or nothing if it was accepted. */
  #attempt(job: Job): Promise<[error: unknown] | undefined> {
    const { action, endpoint, entry } = job;
    const { id, revision, args, stamp } = entry;
    const { update, schema, idempotencyHeader, getHeaders } = endpoint;
    const { stamps, peek } = this.#controller;
    // what was stored over a reset begins again
    const fetchedAt = stamp < peek().lastReset ? stamps.next() : stamp;
    const idempotencyKey = revision > 0 ? `${id}:${revision}` : id;
    let pks: readonly string[] = [];
    const called = deriveEndpoint(endpoint, {
      getOptimisticResponse: undefined,
      // done here
      retry: false,
      idempotencyKey,
      ...schema?.kind === "add" && {
        update(this: unknown, result: object, ...args: unknown[]) {
          pks = createdPks(result) ?? pks;
          return update?.call(this as never, result, ...args) ?? {};
        },
      },
      ...idempotencyHeader && getHeaders && {
        async getHeaders(this: unknown, headers: HeadersInit) {
          const all = new Headers(
            await getHeaders.call(this as never, headers),
          );
          all.set(idempotencyHeader, idempotencyKey);
          return all;
        },
      },
    });
    this.#attempts.set(fetchedAt, job);
    this.#change(job, { state: "running", attempts: entry.attempts + 1 });
    return new Promise((end) => {
      const resolve = (value: unknown) => {
        this.#attempts.delete(fetchedAt);
        this.#replace(stamp, pks);
        this.#remove(job);
        for (const caller of job.callers) caller.resolve(value);
        end(undefined);
      };
      const reject = (error: unknown) => {
        this.#attempts.delete(fetchedAt);
        end([error]);
      };
      const meta = { ...action.meta, fetchedAt, resolve, reject };
      const sent = { ...action, args, endpoint: called, meta };
      // a manager may throw, or reject
      new Promise((done) => done(this.#next(sent))).catch(reject);
    });
  }

  /** Lets through what others are to know. An attempt that failed is not the end. */
  #receive(action: SetResponseAction): Promise<void> {
    const job = this.#attempts.get(action.meta.fetchedAt);
    if (!job) return this.#next(action);
    const { error, response, meta } = action;
    if (error && (job.isQueued || isLost(response))) return stored;
    job.hasResponse = true;
    return this.#next({
      ...action,
      meta: { ...meta, layerAt: job.entry.stamp },
    });
  }

  async #ask(
    error: unknown,
    entry?: OfflineEntry,
  ): Promise<OfflineDecision | void> {
    try {
      return await this.#options.onError?.(error, entry);
    } catch (thrown) {
      console.error(thrown);
      return "hold";
    }
  }

  /** Gives entries up, as their callers asked for it. */
  #abort(isMeant: (job: Job) => boolean): void {
    for (const job of this.#jobs.filter(isMeant)) {
      this.#discard(job, abortError(job.action.key), false);
    }
  }

  /**
   * Gives an entry up, and all that depend on it.
   *
   * @param isNews Whether the others are to get the error.
   */
  #discard(job: Job, error: unknown, isNews = true): void {
    this.#remove(job);
    this.#hide(job, isNews ? error : undefined);
    // the attempt tells its outcome
    if (job.entry.state !== "running") this.#end(job, error);
  }

  /** Tells all that depend on an entry that it was dropped. */
  #end({ entry, callers }: Job, error: unknown): void {
    for (const { reject } of callers) reject(error);
    for (const other of this.#jobs) {
      const orphan = this.#creationsIn(other.entry.args)
        .find(([pk]) => pk.startsWith(`MISS-${entry.stamp}-`));
      if (orphan) this.#orphan(other, orphan[0]);
    }
  }

  #orphan(job: Job, pk: string): void {
    const error = new DependencyError(job.action.key, pk);
    void this.#ask(error, job.entry);
    this.#discard(job, error);
  }

  #remove(job: Job): void {
    this.#jobs = this.#jobs.filter((other) => other !== job);
    job.wake?.();
    this.#changed();
    this.#tellQuiet();
    if (job.isQueued) this.#save();
  }

  async #reset(action: ResetAction): Promise<void> {
    const jobs = this.#jobs;
    for (const job of jobs) this.#remove(job);
    // first of all, so that nobody sends what others have left
    const begun = this.#session.begin(action)
      .then(() => this.#sweep())
      .catch((error) => this.#ask(error));
    await this.#next(action).finally(() => {
      for (const { entry, callers } of jobs) {
        if (entry.state === "running") continue;
        for (const { reject } of callers) reject(new ResetError());
      }
    });
    await begun;
    await this.#saving;
  }

  /** Removes what other programs have queued before a reset, also those that are frozen. */
  async #sweep(): Promise<void> {
    for (const queue of await this.#queues()) {
      if (this.#turns.get(queue)?.end) continue;
      const left = await this.#read(queue);
      if (left && !left[0]) await this.#put(queue, left);
    }
  }

  // Temporary primary keys

  /** Temporary primary keys in arguments, with the entries that create them, if these are in the queue. */
  #creationsIn(args: ActionArgs): [pk: string, creation: Job | undefined][] {
    const found: [string, Job | undefined][] = [];
    replaced(args, (pk) => {
      if (this.#created.has(pk)) return;
      const begun = Number(temporaryPkParts(pk)![1]);
      found.push([pk, this.#jobs.find(({ entry }) => entry.stamp === begun)]);
    });
    return found;
  }

  /** The server has made the primary keys of what an entry created. */
  #replace(stamp: number, pks: readonly string[]): void {
    const dependents = this.#jobs.filter(({ entry: { args } }) =>
      this.#creationsIn(args)[0]
    );
    pks.forEach((pk, position) =>
      this.#created.set(`MISS-${stamp}-${position}`, pk)
    );
    for (const job of dependents) {
      const args = replaced(job.entry.args, (pk) => this.#created.get(pk));
      this.#change(job, { args: args as ActionArgs });
      if (job.isQueued) this.#encode(job);
      job.wake?.();
    }
  }

  // Storage and locks

  /** All queues in the storage, and those that were emptied by a program whose locks are left. */
  async #queues(): Promise<string[]> {
    const { storage } = this.#options;
    const key = this.#key;
    if (this.#queue === key) return [key];
    const prefix = `${key}:tab:`;
    const locked = await locks()?.names?.() ?? [];
    return [
      ...await storage.keys?.() ?? namesIn(storage)!,
      ...locked.map((name) => name.replace(prefix, "")),
    ].filter((name) => name === key || name.startsWith(`${key}:by:`));
  }

  /** Takes over the queues of programs that have ended, and waits for the end of others. */
  async #takeOver(): Promise<void> {
    try {
      const queues = await this.#queues();
      await Promise.all(queues.map((queue) => this.#take(queue)));
    } catch (error) {
      void this.#ask(error);
    }
  }

  /** Owns a queue from when nobody else does; resolves when its entries are here. */
  #take(queue: string): Promise<unknown> | undefined {
    const known = this.#turns.get(queue);
    if (known) return known.taken;
    const turn: Turn = {};
    this.#turns.set(queue, turn);
    return turn.taken = new Promise((resolve) => {
      void this.#lock(`tab:${queue}`, async () => {
        try {
          // a program that is stopped only retains what it has
          if (
            (this.#isRunning || queue === this.#queue) &&
            await this.#load(queue, turn)
          ) {
            await new Promise<void>((end) => {
              turn.end = end;
              resolve(null);
              this.#save();
            });
            return;
          }
        } catch (error) {
          this.#fail(error);
        }
        this.#turns.delete(queue);
      }).then(resolve);
    });
  }

  /** Whether all of a queue is here now. */
  async #load(queue: string, turn: Turn): Promise<boolean> {
    const life = this.#life;
    const entries = await this.#read(queue);
    const session = this.#session.name;
    for (const [count, entry] of (entries ?? []).entries()) {
      // input and painting come in between
      if (count % pieceSize === pieceSize - 1) {
        await new Promise<void>((resolve) =>
          this.#environment.clock.setTimeout(resolve, 0)
        );
      }
      if (life !== this.#life || session !== this.#session.name) return false;
      this.#adopt(entry, queue);
      turn.isUsed = true;
    }
    return entries !== undefined;
  }

  /** What is stored of this session in a queue; nothing where another one has begun. */
  async #read(queue: string): Promise<readonly StoredEntry[] | undefined> {
    const { storage } = this.#options;
    const found = await this.#session.getMany([queue]);
    if (!found) return;
    const [stored] = found;
    try {
      const entries = storage.keepsData
        ? stored ?? []
        : JSON.parse(String(stored ?? "[]"));
      return entries.filter((entry: StoredEntry) =>
        entry && (entry.session ?? 0) === this.#session.name
      );
    } catch (error) {
      void this.#ask(error);
      return [];
    }
  }

  get #isRunning(): boolean {
    return this.#life % 2 === 1;
  }

  get #key(): string {
    return this.#options.key ?? "offline";
  }

  #save(): void {
    this.#isChanged = true;
    this.#saving ??= this.#saveAll();
  }

  async #saveAll(): Promise<void> {
    const session = this.#session;
    while (this.#isChanged) {
      this.#isChanged = this.#isUnsaved = false;
      try {
        // nobody takes over what is queued here
        if (this.#jobs[0]) await this.#take(this.#queue);
        if (!await session.getMany([])) continue;
        for (const [queue, turn] of this.#turns) {
          if (!turn.end) continue;
          const entries = this.#jobs.flatMap((job) => {
            const { entry, stored } = job;
            const { attempts: _, state: __, error: ___, ...known } = entry;
            return stored && job.queue === queue
              ? { ...known, ...stored, session: session.name || undefined }
              : [];
          });
          if (entries[0]) turn.isUsed = true;
          else if (turn.isEmpty) continue;
          await this.#put(queue, entries);
          turn.isEmpty = !entries[0];
        }
      } catch (error) {
        this.#fail(error);
      }
    }
    this.#saving = undefined;
    if (!this.#isUnsaved) this.#release();
  }

  #fail(error: unknown): void {
    this.#isUnsaved = true;
    void this.#ask(error);
  }

  /**
   * Lets others own all queues of a program that has stopped. A program that
   * runs lets go only of those of which it has sent nothing: in a web storage
   * others may still see what it has removed.
   */
  #release(): void {
    for (const [queue, { end, isUsed }] of this.#turns) {
      if (!end || this.#isRunning && isUsed) continue;
      this.#turns.delete(queue);
      end();
    }
  }

  async #put(queue: string, entries: readonly StoredEntry[]): Promise<void> {
    const { storage } = this.#options;
    for (let attempt = 0;; attempt++) {
      try {
        await (entries[0]
          ? storage.setItem(
            queue,
            storage.keepsData ? entries : JSON.stringify(entries),
          )
          : storage.removeItem(queue));
        return;
      } catch (error) {
        const { makeRoom } = this.#controller;
        if (attempt === 3 || !makeRoom) throw error;
        await makeRoom();
      }
    }
  }

  /** Queues what another program left. */
  #adopt(stored: StoredEntry, queue: string): void {
    const { session: _, args: __, forms: ___, ...known } = stored;
    // it was only stopped
    if (this.#jobs.some(({ entry }) => entry.id === stored.id)) return;
    const { endpoints, maxAge = 604_800_000, storage } = this.#options;
    const { stamps } = this.#controller;
    const { name, stamp } = known;
    const endpoint = endpoints[name];
    const entry = { ...known, args: [] as ActionArgs };
    try {
      const args = argsOf(storage, stored);
      if (!endpoint || !args || !(stamps.now() - stamp <= maxAge)) {
        throw new Error(`"${name}" is too old, or not in \`endpoints\`.`);
      }
      entry.args = args;
      const now = () => stamp;
      const action = createFetch(endpoint, entry, { now, next: now });
      action.meta.promise.catch(nothing);
      stamps.moveAbove(stamp);
      const job = this.#append(action, entry, queue);
      this.#commit(job, { isQuiet: true });
      this.#enqueue(job);
      if (this.#isReady) this.#start(job);
    } catch (error) {
      void this.#ask(error, { ...entry, attempts: 0, state: "failed", error });
    }
  }

  /** Runs when nobody else has the lock, in the order of the calls; tabs of a browser share locks. */
  #lock(
    name: string,
    run: () => MaybePromise<unknown>,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const shared = locks();
    if (shared) {
      return shared.request(`${this.#key}:${name}`, { signal }, run)
        .catch(nothing);
    }
    const last = (this.#last.get(name) ?? stored).then(run);
    this.#last.set(name, last.catch(nothing));
    return last;
  }
}

/** Long enough never to be there twice; UUIDs take a secure context. */
function newId(): string {
  return `${Math.random()}${Math.random()}`.replaceAll("0.", "");
}

/** Whether a request got no response. */
function isLost(error: unknown): boolean {
  const { name, message } = (error ?? {}) as Partial<Error>;
  return name === "TimeoutError" ||
    name === "TypeError" && noResponse.test(message!);
}
