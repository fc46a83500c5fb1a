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
import type { BegunMutation, Controller } from "../controller.ts";
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
import { newId, patience, QueueStorage } from "./offline_storage.ts";
import type { MaybePromise } from "./persist/storages.ts";
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
  /** What was confirmed when its first attempt began. */
  begun?: BegunMutation | undefined;
  /** Ends its rest; does nothing for one that waits for others. */
  wake?: (() => void) | undefined;
}

/** Members of an endpoint that concern the queue. */
interface OfflineEndpoint extends EndpointInterface {
  getHeaders?(headers: HeadersInit): MaybePromise<HeadersInit>;
}

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
  readonly #storage: QueueStorage;
  #controller!: Controller;
  #next!: Dispatch;
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
  /**
   * Makes a manager for one store.
   *
   * @param options See {@linkcode OfflineOptions}.
   */
  constructor(options: OfflineOptions) {
    this.#options = options;
    this.#environment = environmentOf(options);
    this.#storage = new QueueStorage(options, this.#environment.clock, {
      jobs: () => this.#jobs,
      life: () => this.#life,
      controller: () => this.#controller,
      adopt: (entry, queue) => this.#adopt(entry, queue),
      lose: (id) => this.#lose(id),
      report: (error) => void this.#ask(error),
    });
  }

  /** Takes mutations that are to be queued, and their responses. */
  readonly middleware: Middleware = (controller) => {
    this.#controller = controller;
    controller.storedSession ??= this.#storage.session;
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
    void this.#storage.takeOver().then(begin);
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
    this.#storage.save();
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
    this.#storage.save();
    if (this.#isReady) {
      this.#onOnline();
      await new Promise<void>((resolve) => {
        this.#callers.push(resolve);
        this.#tellQuiet();
      });
    }
    await this.#storage.saving;
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
    queue = this.#storage.queue,
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
    this.#storage.save();
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
    const { stamp: fetchedAt, attempts } = job.entry;
    const action = createSetResponse(
      endpoint,
      {
        key,
        args,
        response: error ?? abortError(key),
        fetchedAt,
        error: true,
      },
      stamps,
      expiryLengths,
    );
    const send = error === undefined ? commit : dispatch;
    // of what another program left nobody knows whether it was sent
    const isFirst = attempts === 1 && job.callers[0];
    const isUndone = error === undefined || attempts === 0 ||
      (isFirst ? undefined : false);
    const meta = { ...action.meta, isUndone };
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
    void this.#storage.takeOver();
    this.#wake();
  };

  /** Somebody comes back to a page that may have missed a logout. */
  readonly #onVisibility = (): void => void this.#storage.session.check();

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
    const { signal } = this.#aborter;
    const send = () =>
      this.#storage.lock(`scope:${job.entry.scope}`, () => {
        cancel();
        job.wake = undefined;
        return this.#run(job, life);
      }, signal);
    const regained = this.#storage.regain(job.entry.id);
    void (regained ? regained.then(send) : send());
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
      if (job.isQueued && !await this.#storage.isOurs()) continue;
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

  /** Sends an entry once; with what it failed, or nothing if it was accepted. */
  #attempt(job: Job): Promise<[error: unknown] | undefined> {
    const { action, endpoint, entry } = job;
    const { id, revision, args, stamp } = entry;
    const { update, schema, idempotencyHeader, getHeaders } = endpoint;
    const { stamps, peek, begun } = this.#controller;
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
      // what the first attempt did may have been read since
      const first = job.begun ??= begun.get(fetchedAt);
      if (first && fetchedAt === stamp) begun.set(stamp, first);
      // of what another program left nobody knows whether it was sent
      if (first && !job.callers[0]) first.isRepeated = true;
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
    if (job.isQueued) this.#storage.save();
  }

  async #reset(action: ResetAction): Promise<void> {
    const jobs = this.#jobs;
    for (const job of jobs) this.#remove(job);
    const begun = this.#storage.begin(action);
    await this.#next(action).finally(() => {
      for (const { entry, callers } of jobs) {
        if (entry.state === "running") continue;
        for (const { reject } of callers) reject(new ResetError());
      }
    });
    await begun;
    await this.#storage.saving;
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

  // From the storage

  /** Takes an entry back of which nobody here knows what became of it. */
  #lose(id: string): void {
    const job = this.#jobs.find(({ entry }) => entry.id === id);
    if (!job) return;
    this.#change(job, { attempts: job.entry.attempts + 1 });
    this.#discard(job, abortError(job.action.key));
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
}

/** Whether a request got no response. */
function isLost(error: unknown): boolean {
  const { name, message } = (error ?? {}) as Partial<Error>;
  return name === "TimeoutError" ||
    name === "TypeError" && noResponse.test(message!);
}
