/**
 * Stores what is in memory over reloads and restarts. Import it for
 * applications that are to show something before the first response.
 *
 * @example
 * ```ts
 * import { createClient, getDefaultManagers } from "@tessera/client";
 * import { indexedDBStorage, PersistManager } from "@tessera/client/persist";
 *
 * export function openClient() {
 *   const persist = new PersistManager({ storage: indexedDBStorage("shop") });
 *   return createClient({ managers: [persist, ...getDefaultManagers()] });
 * }
 * ```
 *
 * @module
 */
export {
  type PersistedKind,
  type PersistedTest,
  PersistManager,
  type PersistOptions,
} from "./persist_manager.ts";
export {
  type DenoKv,
  denoKvStorage,
  type Files,
  fileStorage,
  indexedDBStorage,
  type KeyValueStorage,
  type MaybePromise,
} from "./storages.ts";
