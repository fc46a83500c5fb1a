import type { MaybePromise } from "./persist/storages.ts";

/** What the locks of all pages of an origin are, as Web Locks have it. */
interface Locks {
  request(
    name: string,
    options: { readonly signal?: AbortSignal | undefined },
    hold: () => MaybePromise<unknown>,
  ): Promise<unknown>;
  /** Names of locks, and of other things, that pages have or had when they ended, where those must be tidied up. */
  names?(): Promise<string[]>;
}

/** The parts of IndexedDB that make a lock, for hosts whose types lack it. */
interface Factory {
  open(name: string, version?: number): {
    readonly result: Connection;
    readonly error: unknown;
    onupgradeneeded: (() => void) | null;
    onsuccess: (() => void) | null;
    onerror: (() => void) | null;
  };
  deleteDatabase(name: string): unknown;
  databases?(): Promise<readonly { readonly name?: string }[]>;
}
interface Connection {
  readonly version: number;
  close(): void;
}

const host = globalThis as {
  readonly document?: unknown;
  readonly indexedDB?: Factory;
};

/** Locks that tabs share. Other programs share no storage, and locks would hold them. */
export function locks(): Locks | undefined {
  if (!host.document) return;
  return anyLocks() ??
    (host.indexedDB && { request: requestDatabase, names: databaseNames });
}

/** Locks of whatever program this is. */
export function anyLocks(): Locks | undefined {
  return (globalThis as { navigator?: { locks?: Locks } }).navigator?.locks;
}

/** The version of the newest request of this page. */
let newest = 0;

/**
 * A lock for pages that are no secure context. Whoever has upgraded a database
 * holds it while connected: upgrades wait until nobody else is, in the order of
 * their requests. The browser disconnects a page that ends, not one that is
 * frozen.
 */
const requestDatabase: Locks["request"] = async (name, { signal }, hold) => {
  // where databases are refused, nothing is shared
  const connection = await upgraded(name).catch(() => {});
  try {
    return signal?.aborted ? undefined : await hold();
  } finally {
    connection?.close();
    // others may still wait for it: then it is empty when they have it
    if (connection) host.indexedDB!.deleteDatabase(name);
  }
};

/** Names of all databases; nothing where these are refused, or cannot be listed. */
const databaseNames = async (): Promise<string[]> => {
  const all = await host.indexedDB!.databases?.().catch(() => {});
  return (all ?? []).map(({ name = "" }) => name);
};

async function upgraded(name: string): Promise<Connection> {
  // each upgrade takes a greater version than those before it
  let version: number | undefined = newest = Math.max(
    newest + 1,
    Date.now() * 1000,
  );
  for (;;) {
    const [connection, isUpgraded] = await connected(name, version);
    if (connection && isUpgraded) return connection;
    // another page has taken this version, or a greater one
    version = connection && connection.version + 1;
    connection?.close();
  }
}

function connected(
  name: string,
  version: number | undefined,
): Promise<[connection?: Connection, isUpgraded?: boolean]> {
  return new Promise((resolve, reject) => {
    const request = host.indexedDB!.open(name, version);
    let isUpgraded = false;
    request.onupgradeneeded = () => isUpgraded = true;
    request.onsuccess = () => resolve([request.result, isUpgraded]);
    request.onerror = () => {
      const { error } = request;
      if ((error as Error).name === "VersionError") resolve([]);
      else reject(error);
    };
  });
}
