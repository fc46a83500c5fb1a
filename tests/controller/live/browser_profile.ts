/**
 * A browser in which programs run side by side, as pages of one origin do: they
 * share a storage, locks and channels. Each may be frozen or killed at any
 * moment. All of it is made for tests and runs in one process.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers";
import type { Clock } from "../../../controller/mod.ts";
import type { KeyValueStorage } from "../../../controller/live/persist/mod.ts";
import { ManualVisibility } from "../outside_world.ts";
import { HeldClock } from "./held_clock.ts";

const current = new AsyncLocalStorage<Page>();

/** Lets everything that is not held by a clock go on. */
export async function turns(count = 1): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** One page: nothing of it goes on while it is frozen, or after it was killed. */
export class Page {
  readonly visibility = new ManualVisibility();
  isDead = false;
  #thaw: (() => void) | undefined;
  #thawed: Promise<void> | undefined;

  constructor(readonly profile: Profile, readonly clock: Clock) {}

  /** Runs something as a script of this page. */
  run<T>(work: () => T): T {
    return current.run(this, work);
  }

  /** Waits for the turn of this page; for ever, if there is none. */
  async turn(): Promise<void> {
    await undefined;
    while (this.#thawed) await this.#thawed;
    if (this.isDead) await new Promise(() => {});
  }

  get isFrozen(): boolean {
    return this.#thawed !== undefined;
  }

  freeze(): void {
    this.#thawed ??= new Promise((resolve) => {
      this.#thaw = () => {
        this.#thawed = undefined;
        resolve();
      };
    });
  }

  thaw(): void {
    this.#thaw?.();
  }

  /** Ends it at once; what others wait for is theirs then. */
  kill(): void {
    this.isDead = true;
    this.profile.forget(this);
  }
}

/** What pages of one origin share. */
export class Profile implements Disposable {
  readonly clock = new HeldClock();
  /** Texts, or data where `keepsData` is set, by name. */
  readonly items = new Map<string, unknown>();
  /** Where the storage is like `localStorage`: after how many turns a page sees what others wrote. */
  delay = 0;
  /** What pages that are open see of it. */
  readonly #views = new Set<Map<string, unknown>>();
  readonly #pages = new Set<Page>();
  readonly #locks = new Map<string, Wanted[]>();
  readonly #channels = new Set<PageChannel>();
  readonly #databases = new Databases();
  readonly #restore: (() => void)[] = [];

  /**
   * @param keepsData Whether the storage is like IndexedDB, or like `localStorage`.
   * @param hasLocks Whether there are Web Locks, as in a secure context.
   */
  constructor(readonly keepsData: boolean, hasLocks: boolean) {
    const locks = {
      request: this.#request,
      query: () =>
        Promise.resolve({
          held: [...this.#locks].flatMap(([name, [first]]) =>
            first ? { name } : []
          ),
        }),
    };
    this.#replace(globalThis, "document", { visibilityState: "visible" });
    this.#replace(navigator, "locks", hasLocks ? locks : undefined);
    this.#replace(globalThis, "indexedDB", this.#databases);
    const channels = this.#channels;
    this.#replace(
      globalThis,
      "BroadcastChannel",
      class extends PageChannel {
        constructor(name: string) {
          super(name, current.getStore()!, channels);
        }
      },
    );
  }

  /**
   * Opens a page.
   *
   * @param behind How many milliseconds its clock is behind the others.
   */
  open(behind = 0): Page {
    const page: Page = new Page(this, {
      now: () => this.clock.now() - behind,
      setTimeout: (callback, delay) => {
        const inPage = AsyncLocalStorage.snapshot();
        const handle = { isCleared: false, handle: undefined as unknown };
        const run = () =>
          void page.turn().then(() => {
            if (!handle.isCleared) inPage(callback);
          });
        // without a delay it waits for nothing but its turn
        if (delay <= 0) setImmediate(run);
        else handle.handle = this.clock.setTimeout(run, delay);
        return handle;
      },
      clearTimeout: (given) => {
        const handle = given as { isCleared: boolean; handle: unknown };
        if (!handle) return;
        handle.isCleared = true;
        this.clock.clearTimeout(handle.handle);
      },
    });
    this.#pages.add(page);
    return page;
  }

  /** The storage as a page sees it. */
  storageOf(page: Page): KeyValueStorage {
    const { items } = this;
    if (!this.keepsData) {
      const view = this.delay > 0 ? new Map(items) : items;
      this.#views.add(view);
      const write = (work: (texts: Map<string, unknown>) => void) => {
        if (page.isDead) return;
        work(view);
        if (view === items) return;
        work(items);
        for (const other of this.#views) {
          if (other !== view) void turns(this.delay).then(() => work(other));
        }
      };
      return {
        getItem: (name) => page.isDead ? undefined : view.get(name),
        setItem: (name, text) => write((texts) => void texts.set(name, text)),
        removeItem: (name) => write((texts) => void texts.delete(name)),
        keys: () => [...view.keys()],
      };
    }
    // what was asked for is done when its turn comes, by a page that may be frozen then, not killed
    const later = async <T>(work: () => T): Promise<T> => {
      await turns();
      if (page.isDead) await new Promise(() => {});
      const done = structuredClone(work());
      await page.turn();
      return done;
    };
    return {
      keepsData: true,
      getItem: (name) => later(() => items.get(name)),
      setItem: (name, value) =>
        later(() => void items.set(name, structuredClone(value))),
      removeItem: (name) => later(() => void items.delete(name)),
      keys: () => later(() => [...items.keys()]),
      getMany: (names) => later(() => names.map((name) => items.get(name))),
      setMany: (all) =>
        later(() => {
          for (const [name, value] of all) {
            items.set(name, structuredClone(value));
          }
        }),
      removeMany: (names) =>
        later(() => {
          for (const name of names) items.delete(name);
        }),
    };
  }

  /** All that is kept, as one text. */
  get text(): string {
    return JSON.stringify([...this.items]);
  }

  /** Releases what a page held. */
  forget(page: Page): void {
    this.#pages.delete(page);
    for (const channel of this.#channels) {
      if (channel.page === page) channel.close();
    }
    this.#databases.forget(page);
    for (const [name, wanted] of this.#locks) {
      const isHeld = wanted[0]?.page === page;
      const left = wanted.filter((one) => one.page !== page);
      this.#locks.set(name, left);
      if (isHeld) left[0]?.grant();
    }
  }

  [Symbol.dispose](): void {
    for (const page of this.#pages) page.kill();
    for (const restore of this.#restore) restore();
  }

  #replace(object: object, name: string, value: unknown): void {
    const before = Object.getOwnPropertyDescriptor(object, name);
    Object.defineProperty(object, name, {
      value,
      configurable: true,
      writable: true,
    });
    this.#restore.push(() => {
      if (before) Object.defineProperty(object, name, before);
      else Reflect.deleteProperty(object, name);
    });
  }

  readonly #request = (
    name: string,
    { signal }: { readonly signal?: AbortSignal | undefined },
    hold: () => unknown,
  ): Promise<unknown> => {
    const page = current.getStore()!;
    const inPage = AsyncLocalStorage.snapshot();
    const wanted = this.#locks.get(name) ?? [];
    this.#locks.set(name, wanted);
    return new Promise((resolve, reject) => {
      const leave = () => {
        const all = this.#locks.get(name)!;
        const place = all.indexOf(one);
        if (place < 0) return;
        all.splice(place, 1);
        if (place === 0) all[0]?.grant();
      };
      let isGranted = false;
      const one: Wanted = {
        page,
        grant: () => {
          isGranted = true;
          void page.turn().then(() => inPage(hold)).finally(leave)
            .then(resolve, reject);
        },
      };
      signal?.addEventListener("abort", () => {
        if (isGranted) return;
        leave();
        reject(signal.reason);
      });
      if (signal?.aborted) return reject(signal.reason);
      wanted.push(one);
      if (wanted.length === 1) one.grant();
    });
  };
}

/** Somebody who has a lock, or waits for it. */
interface Wanted {
  readonly page: Page;
  readonly grant: () => void;
}

/** Messages arrive in order, later, and in a frozen page when that goes on. */
class PageChannel {
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  #arrived: Promise<void> = Promise.resolve();

  constructor(
    readonly name: string,
    readonly page: Page,
    readonly all: Set<PageChannel>,
  ) {
    all.add(this);
  }

  postMessage(message: unknown): void {
    if (this.page.isDead) return;
    for (const other of this.all) {
      if (other === this || other.name !== this.name) continue;
      const data = structuredClone(message);
      other.#arrived = other.#arrived.then(() => turns())
        .then(() => other.page.turn())
        .then(() => {
          if (this.all.has(other)) {
            other.page.run(() => other.onmessage?.({ data }));
          }
        });
    }
  }

  close(): void {
    this.all.delete(this);
  }
}

/** A database without anything in it: its version, who is connected, and who asks for what. */
class Database {
  version = 0;
  readonly connections = new Set<Connection>();
  asked: Asked[] = [];

  /** Does what was asked for first, as long as it need not wait for anybody. */
  goOn(): void {
    const [first] = this.asked;
    if (!first) return;
    const { version = this.version || 1 } = first;
    // a deletion has version 0
    if (version !== this.version && this.connections.size > 0) {
      if (version === 0 || version > this.version) return;
    }
    this.asked.shift();
    if (version > 0 && version < this.version) first.fail();
    else {
      const isUpgraded = version !== this.version;
      this.version = version;
      if (version > 0) {
        first.connect(new Connection(first.page, this), isUpgraded);
      }
    }
    this.goOn();
  }
}

/** Somebody who asks to be connected, or for the end of a database. */
interface Asked {
  readonly page: Page;
  readonly version: number | undefined;
  readonly connect: (connection: Connection, isUpgraded: boolean) => void;
  readonly fail: () => void;
}

class Connection {
  readonly version: number;

  constructor(readonly page: Page, readonly database: Database) {
    this.version = database.version;
    database.connections.add(this);
  }

  close(): void {
    this.database.connections.delete(this);
    this.database.goOn();
  }
}

/** Connections to databases, as pages of one origin share them: nobody upgrades or deletes one to which somebody is connected. */
class Databases {
  readonly #all = new Map<string, Database>();

  open(name: string, version?: number): object {
    const request = {
      result: undefined as Connection | undefined,
      error: undefined as unknown,
      onupgradeneeded: undefined as (() => void) | undefined,
      onsuccess: undefined as (() => void) | undefined,
      onerror: undefined as (() => void) | undefined,
    };
    this.#ask(name, version, (connection, isUpgraded) => {
      request.result = connection;
      if (isUpgraded) request.onupgradeneeded?.();
      request.onsuccess?.();
    }, () => {
      request.error = new DOMException("It is older.", "VersionError");
      request.onerror?.();
    });
    return request;
  }

  async databases(): Promise<{ readonly name: string }[]> {
    const page = current.getStore()!;
    const names = [...this.#all].flatMap(([name, { version }]) =>
      version > 0 ? { name } : []
    );
    await page.turn();
    return names;
  }

  deleteDatabase(name: string): void {
    this.#ask(name, 0, () => {}, () => {});
  }

  #ask(
    name: string,
    version: number | undefined,
    connect: Asked["connect"],
    fail: Asked["fail"],
  ): void {
    const page = current.getStore()!;
    if (page.isDead) return;
    const inPage = AsyncLocalStorage.snapshot();
    const tell = (work: () => void) =>
      void page.turn().then(() => inPage(work));
    const database = this.#all.get(name) ?? new Database();
    this.#all.set(name, database);
    database.asked.push({
      page,
      version,
      connect: (connection, isUpgraded) =>
        tell(() => connect(connection, isUpgraded)),
      fail: () => tell(fail),
    });
    database.goOn();
  }

  /** Ends what a page asked for, and disconnects it. */
  forget(page: Page): void {
    for (const database of this.#all.values()) {
      database.asked = database.asked.filter((asked) => asked.page !== page);
      for (const connection of [...database.connections]) {
        if (connection.page === page) database.connections.delete(connection);
      }
      database.goOn();
    }
  }
}
