import type { Controller } from "../controller.ts";
import type { ResetAction } from "../contract.ts";
import type { Clock } from "../environment.ts";
import { nothing, stored } from "../promises.ts";
import type {
  OfflineEntry,
  OfflineOptions,
  StoredEntry,
} from "./offline_entry.ts";
import { locks } from "./page_locks.ts";
import { type MaybePromise, namesIn } from "./persist/storages.ts";
import { StoredSession } from "./stored_session.ts";

/** An entry with its place in the storage. */
export interface StoredJob {
  readonly entry: OfflineEntry;
  /** Its arguments as they are stored; nothing if they are not, or cannot be. */
  readonly stored?: Pick<StoredEntry, "args" | "forms"> | undefined;
  /** The queue in which it is stored. */
  readonly queue: string;
}

/** The program that a {@linkcode QueueStorage} works for. */
export interface QueueOwner {
  /** What it has to send. */
  jobs(): readonly StoredJob[];
  /** How often it was started and stopped; odd while it runs. */
  life(): number;
  controller(): Controller;
  /** Takes an entry that another program has left in a queue. */
  adopt(entry: StoredEntry, queue: string): void;
  /** Forgets an entry of this program that another one has sent, or dropped, while this one was stopped. */
  lose(id: string): void;
  /** Handles what went wrong with the storage. */
  report(error: unknown): void;
}

/** Owning a queue, which one program does at a time. */
interface Turn {
  /** Resolves when the entries are here. */
  taken?: Promise<unknown>;
  /** Ends it; nothing until the entries are here. */
  end?: () => void;
  /** Whether something of the queue was sent here, or may be. */
  isUsed?: boolean;
  /** What the storage has of it, by id; nothing if that is not known. */
  saved?: readonly string[];
}

/** How long a start waits for the storage, and an entry for its turn before it is stored, in milliseconds. */
export const patience = 500;

/** So many entries are taken over in one task; showing each may take a millisecond or two. */
const pieceSize = 20;

/**
 * The queues of all programs that share a storage. Each program writes its own,
 * and owns it by a lock. When a program has ended, another one takes its queue
 * over.
 */
export class QueueStorage {
  readonly #storage: OfflineOptions["storage"];
  /** Name of the item in the storage, and of the locks. */
  readonly #key: string;
  readonly #clock: Clock;
  readonly #owner: QueueOwner;
  /**
   * The item of the queue of this program. Each has one of its own, since tabs
   * see later what others write into a web storage; all have the same where
   * they could not find those of others.
   */
  queue: string;
  /** The session that the storage belongs to. */
  readonly session: StoredSession;
  /** The last that waits for a lock, by its name, where only this program knows the locks. */
  readonly #last = new Map<string, Promise<unknown>>();
  /** Queues that are owned here, or will be when their programs end. */
  readonly #turns = new Map<string, Turn>();
  /** Entries that others may have taken over since this program was stopped, by id, with their queues. */
  readonly #left = new Map<string, string>();
  /** Resolves when what waits is written; nothing if it is. */
  saving: Promise<void> | undefined;
  #isChanged = false;

  /**
   * @param options Say where entries are stored.
   * @param clock Lets other tasks come in between.
   * @param owner Has the entries.
   */
  constructor(
    { storage, key = "offline" }: OfflineOptions,
    clock: Clock,
    owner: QueueOwner,
  ) {
    this.#storage = storage;
    this.#key = key;
    this.#clock = clock;
    this.#owner = owner;
    this.queue = locks() && (storage.keys ?? namesIn(storage))
      ? `${key}:by:${newId()}`
      : key;
    this.session = new StoredSession(
      storage,
      `${key}:reset`,
      () => this.#isRunning ? owner.controller() : undefined,
    );
  }

  get #isRunning(): boolean {
    return this.#owner.life() % 2 === 1;
  }

  /** Begins a session, first of all, so that nobody sends what others have left; resolves when they have nothing left. */
  begin(reset: ResetAction): Promise<void> {
    return this.session.begin(reset).then(() => this.#sweep())
      .catch(this.#owner.report);
  }

  /** Removes what was queued before a reset, also by other programs and those that are frozen. */
  async #sweep(): Promise<void> {
    // the reset may have come into a round of writing
    this.save();
    for (const queue of await this.#queues()) {
      if (this.#turns.get(queue)?.end) continue;
      const left = await this.#read(queue);
      if (left && !left[0]) await this.#put(queue, left);
    }
  }

  /** All queues in the storage, and those that were emptied by a program whose locks are left. */
  async #queues(): Promise<string[]> {
    const storage = this.#storage;
    const key = this.#key;
    if (this.queue === key) return [key];
    const prefix = `${key}:tab:`;
    const locked = await locks()?.names?.() ?? [];
    return [
      ...await storage.keys?.() ?? namesIn(storage)!,
      ...locked.map((name) => name.replace(prefix, "")),
    ].filter((name) => name === key || name.startsWith(`${key}:by:`));
  }

  /** Takes over the queues of programs that have ended, and waits for the end of others. */
  takeOver(): Promise<unknown> {
    return this.#queues()
      .then((queues) => Promise.all(queues.map((queue) => this.#take(queue))))
      .catch(this.#owner.report);
  }

  /** Owns a queue from when nobody else does; resolves when its entries are here. */
  #take(queue: string): Promise<unknown> | undefined {
    const known = this.#turns.get(queue);
    if (known) return known.taken;
    const turn: Turn = {};
    this.#turns.set(queue, turn);
    return turn.taken = new Promise((resolve) => {
      void this.lock(`tab:${queue}`, async () => {
        // a program that is stopped only retains what it has
        const isHere = (this.#isRunning || queue === this.queue) &&
          await this.#load(queue, turn).catch(this.#owner.report);
        if (isHere) {
          await new Promise<void>((end) => {
            turn.end = end;
            resolve(null);
            this.save();
          });
        } else this.#turns.delete(queue);
      }).then(resolve);
    });
  }

  /** Resolves when an entry is here again that others may have taken over; nothing if they cannot. */
  regain(id: string): Promise<unknown> | undefined {
    const queue = this.#left.get(id);
    return queue === undefined ? undefined : this.#take(queue);
  }

  /** Whether all of a queue is here now. */
  async #load(queue: string, turn: Turn): Promise<boolean> {
    const life = this.#owner.life();
    const entries = await this.#read(queue);
    const session = this.session.name;
    for (const [count, entry] of (entries ?? []).entries()) {
      // input and painting come in between
      if (count % pieceSize === pieceSize - 1) {
        await new Promise<void>((resolve) =>
          this.#clock.setTimeout(resolve, 0)
        );
      }
      if (life !== this.#owner.life() || session !== this.session.name) {
        return false;
      }
      this.#owner.adopt(entry, queue);
      turn.isUsed = true;
    }
    if (!entries) return false;
    for (const [id, from] of this.#left) {
      if (from !== queue) continue;
      this.#left.delete(id);
      if (!entries.some((entry) => entry.id === id)) this.#owner.lose(id);
    }
    return true;
  }

  /** What is stored of this session in a queue; nothing where another one has begun. */
  async #read(queue: string): Promise<readonly StoredEntry[] | undefined> {
    const storage = this.#storage;
    const found = await this.session.getMany([queue]);
    if (!found) return;
    try {
      const entries = found[0] ?? (storage.keepsData ? [] : "[]");
      return (storage.keepsData ? entries : JSON.parse(String(entries)))
        .filter((entry: StoredEntry) =>
          entry && (entry.session ?? 0) === this.session.name
        );
    } catch (error) {
      this.#owner.report(error);
      return [];
    }
  }

  /** Whether the session goes on in which the entries were queued. What the storage does not tell stays as it is. */
  async isOurs(): Promise<boolean> {
    const clock = this.#clock;
    try {
      while (this.session.name !== undefined) {
        const asked = clock.now();
        if (!await this.session.getMany([])) return false;
        // a page that was frozen meanwhile has an old response
        if (clock.now() - asked < patience) break;
      }
    } catch {
      // the storage fails
    }
    return true;
  }

  /** Writes what waits; then others may own what a program that has stopped leaves. */
  save(): void {
    this.#isChanged = true;
    this.saving ??= this.#saveAll();
  }

  async #saveAll(): Promise<void> {
    const session = this.session;
    while (this.#isChanged) {
      this.#isChanged = false;
      try {
        // nobody takes over what is queued here
        if (this.#owner.jobs()[0]) await this.#take(this.queue);
        if (!await session.getMany([])) continue;
        for (const [queue, turn] of this.#turns) {
          if (!turn.end) continue;
          const entries = this.#owner.jobs().flatMap((job) => {
            const { entry, stored } = job;
            const { attempts: _, state: __, error: ___, ...known } = entry;
            return stored && job.queue === queue
              ? { ...known, ...stored, session: session.name || undefined }
              : [];
          });
          if (entries[0]) turn.isUsed = true;
          else if (turn.saved && !turn.saved[0]) continue;
          await this.#put(queue, entries);
          turn.saved = entries.map(({ id }) => id);
        }
      } catch (error) {
        this.#owner.report(error);
      }
    }
    this.saving = undefined;
    this.#release();
  }

  /**
   * Lets others own all queues of a program that has stopped. A program that
   * runs lets go only of those of which it has sent nothing: in a web storage
   * others may still see what it has removed.
   */
  #release(): void {
    for (const [queue, { end, isUsed, saved = [] }] of this.#turns) {
      if (!end || this.#isRunning && isUsed) continue;
      this.#turns.delete(queue);
      // none of a program that runs, which has used nothing of it
      for (const id of saved) this.#left.set(id, queue);
      // another program may have that one from now on
      if (saved[0] && queue === this.queue && queue !== this.#key) {
        this.queue += "+";
      }
      end();
    }
  }

  async #put(queue: string, entries: readonly StoredEntry[]): Promise<void> {
    const storage = this.#storage;
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
        const { makeRoom } = this.#owner.controller();
        if (attempt === 3 || !makeRoom) throw error;
        await makeRoom();
      }
    }
  }

  /** Runs when nobody else has the lock, in the order of the calls; tabs of a browser share locks. */
  lock(
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
export function newId(): string {
  return `${Math.random()}${Math.random()}`.replaceAll("0.", "");
}
