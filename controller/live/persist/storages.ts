import { isObject } from "../../../schema/engine.ts";

/** A value, or the promise of it, as a {@linkcode KeyValueStorage} returns it. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Where a {@linkcode PersistManager} stores things. `localStorage`,
 * AsyncStorage of React Native and most others fit as they are.
 *
 * @example
 * ```ts
 * import type { KeyValueStorage } from "@tessera/client/persist";
 *
 * const texts = new Map<string, string>();
 * export const inMemory: KeyValueStorage = {
 *   getItem: (name) => texts.get(name),
 *   setItem: (name, text) => texts.set(name, text),
 *   removeItem: (name) => texts.delete(name),
 *   keys: () => texts.keys(),
 * };
 * ```
 */
export interface KeyValueStorage {
  /** The value under a name; `null` or `undefined` if there is none. */
  getItem(name: string): unknown;
  /** Stores something under a name. */
  // deno-lint-ignore no-explicit-any -- text, or plain data where `keepsData` is true
  setItem(name: string, value: any): unknown;
  /** Forgets what is stored under a name. */
  removeItem(name: string): unknown;
  /** All names. Without it, the manager stores a list of them. */
  keys?(): MaybePromise<Iterable<string>>;
  /** The values under some names, in their order. */
  getMany?(names: readonly string[]): MaybePromise<readonly unknown[]>;
  /** Stores several things at once. */
  setMany?(items: readonly (readonly [string, unknown])[]): unknown;
  /** Forgets several things at once. */
  removeMany?(names: readonly string[]): unknown;
  /** Whether plain data is stored as it is. Otherwise everything is text. */
  readonly keepsData?: boolean | undefined;
}

/**
 * Storage in IndexedDB, which holds more than `localStorage` and does not
 * block the page.
 *
 * @param name Name of the database; it has one object store, `items`.
 * @returns Works in pages and workers. Elsewhere each call rejects.
 *
 * @example
 * ```ts
 * import { indexedDBStorage, PersistManager } from "@tessera/client/persist";
 *
 * export const persist = new PersistManager({
 *   storage: indexedDBStorage("shop"),
 * });
 * ```
 */
export function indexedDBStorage(name: string): KeyValueStorage {
  let opening: Promise<Database> | undefined;
  const open = () =>
    opening ??= opened(name).then((database) => {
      // another tab may delete or renew the database
      database.onversionchange = database.onclose = () => {
        database.close();
        opening = undefined;
      };
      return database;
    }, (error) => {
      opening = undefined;
      throw error;
    });
  const run = async <T>(
    mode: "readonly" | "readwrite",
    work: (items: ObjectStore) => T,
  ): Promise<T> => {
    const transaction = (await open()).transaction("items", mode);
    const result = work(transaction.objectStore("items"));
    // a page that is left does not wait for the results
    if (mode === "readwrite") transaction.commit?.();
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = transaction.onerror = () =>
        reject(transaction.error);
    });
    return result;
  };
  const getMany = async (names: readonly string[]) => {
    const requests = await run(
      "readonly",
      (items) => names.map((name) => items.get(name)),
    );
    return requests.map(({ result }) => result);
  };
  const setMany = (all: readonly (readonly [string, unknown])[]) =>
    run("readwrite", (items) => {
      for (const [name, value] of all) items.put(value, name);
    });
  const removeMany = (names: readonly string[]) =>
    run("readwrite", (items) => {
      for (const name of names) items.delete(name);
    });
  return {
    keepsData: true,
    getItem: async (name) => (await getMany([name]))[0],
    setItem: (name, value) => setMany([[name, value]]),
    removeItem: (name) => removeMany([name]),
    keys: async () => {
      const request = await run("readonly", (items) => items.getAllKeys());
      return request.result as string[];
    },
    getMany,
    setMany,
    removeMany,
  };
}

function opened(name: string): Promise<Database> {
  return new Promise((resolve, reject) => {
    const request = (globalThis as unknown as { indexedDB: Factory })
      .indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("items");
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error);
  });
}

/** The parts of IndexedDB that are used, for hosts whose types lack it. */
interface Request<T> {
  readonly result: T;
  readonly error: unknown;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}
interface Factory {
  open(name: string, version: number): Request<Database> & {
    onupgradeneeded: (() => void) | null;
    onblocked: (() => void) | null;
  };
}
interface Database {
  createObjectStore(name: string): unknown;
  transaction(name: string, mode: string): {
    objectStore(name: string): ObjectStore;
    commit?(): void;
    readonly error: unknown;
    oncomplete: (() => void) | null;
    onabort: (() => void) | null;
    onerror: (() => void) | null;
  };
  close(): void;
  onversionchange: (() => void) | null;
  onclose: (() => void) | null;
}
interface ObjectStore {
  get(name: string): Request<unknown>;
  put(value: unknown, name: string): unknown;
  delete(name: string): unknown;
  getAllKeys(): Request<unknown[]>;
}

/**
 * Storage in Deno KV, for scripts and servers.
 *
 * @param kv The database that `Deno.openKv()` has opened. Its values are at
 * most 64 KiB each.
 *
 * @example
 * ```ts
 * import { denoKvStorage, PersistManager } from "@tessera/client/persist";
 *
 * export async function openPersistence(openKv: () => Promise<never>) {
 *   return new PersistManager({ storage: denoKvStorage(await openKv()) });
 * }
 * ```
 */
export function denoKvStorage(kv: DenoKv): KeyValueStorage {
  return {
    keepsData: true,
    getItem: async (name) => (await kv.get([name])).value,
    setItem: (name, value) => kv.set([name], value),
    removeItem: (name) => kv.delete([name]),
    keys: async () => {
      const names: string[] = [];
      for await (const { key } of kv.list({ prefix: [] })) {
        if (key.length === 1) names.push(String(key[0]));
      }
      return names;
    },
  };
}

/** The part of `Deno.Kv` that {@linkcode denoKvStorage} uses. */
export interface DenoKv {
  /** The value of a key. */
  get(key: string[]): Promise<{ readonly value: unknown }>;
  /** Sets the value of a key. */
  set(key: string[], value: unknown): Promise<unknown>;
  /** Removes a key. */
  delete(key: string[]): Promise<unknown>;
  /** All keys that begin with a prefix. */
  list(
    selector: { prefix: [] },
  ): AsyncIterable<{ readonly key: readonly unknown[] }>;
}

/**
 * Storage in one file, for scripts: read once, written as a whole. The new text
 * replaces the old one at a stroke, so a process that is killed leaves one of
 * the two. Make one for each file: two would overwrite what the other has written.
 *
 * @param path The file; made when something is written.
 * @param files Functions that read and write files: `node:fs/promises`.
 *
 * @example
 * ```ts
 * import { fileStorage, PersistManager } from "@tessera/client/persist";
 * import * as files from "node:fs/promises";
 *
 * export const persist = new PersistManager({
 *   storage: fileStorage("cache.json", files),
 * });
 * ```
 */
export function fileStorage(path: string, files: Files): KeyValueStorage {
  let reading: Promise<Map<string, unknown>> | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  const read = () =>
    reading ??= files.readFile(path, "utf8").then(readItems, none);
  const change = async (work: (items: Map<string, unknown>) => void) => {
    const items = await read();
    work(items);
    const write = async () => {
      const temporary = `${path}.new`;
      await files.writeFile(temporary, JSON.stringify([...items]));
      await files.rename(temporary, path);
    };
    const written = writing.then(write, write);
    writing = written.catch(() => {});
    await written;
  };
  return {
    getItem: async (name) => (await read()).get(name),
    setItem: (name, value) => change((items) => items.set(name, value)),
    removeItem: (name) => change((items) => items.delete(name)),
    keys: async () => [...(await read()).keys()],
    setMany: (all) =>
      change((items) => {
        for (const [name, value] of all) items.set(name, value);
      }),
    removeMany: (names) =>
      change((items) => {
        for (const name of names) items.delete(name);
      }),
  };
}

/** The part of `node:fs/promises` that {@linkcode fileStorage} uses. */
export interface Files {
  /** Reads a text. */
  readFile(path: string, encoding: "utf8"): Promise<string>;
  /** Writes a text. */
  writeFile(path: string, text: string): Promise<unknown>;
  /** Gives a file another name. */
  rename(from: string, to: string): Promise<unknown>;
}

const none = () => new Map<string, unknown>();

/** The items of a file; one that cannot be read is an empty one. */
function readItems(text: string): Map<string, unknown> {
  try {
    return new Map(JSON.parse(text));
  } catch {
    return none();
  }
}

/** Names of a storage that has no `keys`, if it tells them in the way of web storages. */
export function namesIn(
  storage: KeyValueStorage,
): Iterable<string> | undefined {
  const web = storage as unknown as Partial<Storage>;
  if (!isObject(web) || typeof web.key !== "function") return undefined;
  return Array.from({ length: web.length ?? 0 }, (_, n) => web.key!(n)!);
}
