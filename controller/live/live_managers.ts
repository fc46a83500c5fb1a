/**
 * The managers that an application in a browser wants, in one line.
 *
 * @example
 * ```ts
 * import { createClient } from "@tessera/client";
 * import { getLiveManagers } from "@tessera/client/live";
 *
 * await using client = createClient({ managers: getLiveManagers() });
 * ```
 *
 * @module
 */
import {
  type DefaultManagersOptions,
  getDefaultManagers,
} from "../default_managers.ts";
import { OfflineManager, type OfflineOptions } from "./offline.ts";
import { PersistManager, type PersistOptions } from "./persist/mod.ts";
import { RefreshManager, type RefreshOptions } from "./refresh.ts";
import { TabSyncManager, type TabSyncOptions } from "./tabs.ts";
import type { Manager, ManagerWithRole } from "../manager.ts";

/**
 * Options of {@linkcode getLiveManagers}: replace, configure or leave out
 * (`null`) single managers.
 */
export interface LiveManagersOptions extends DefaultManagersOptions {
  /** A manager, or where it stores data, and what. Default: none. */
  readonly persistManager?: PersistManager | PersistOptions | null | undefined;
  /** A manager, or its options. */
  readonly tabSyncManager?: TabSyncManager | TabSyncOptions | null | undefined;
  /** A manager, or its options. */
  readonly refreshManager?: RefreshManager | RefreshOptions | null | undefined;
  /** A manager, or which mutations it queues, and where. Default: none. */
  readonly offlineManager?: OfflineManager | OfflineOptions | null | undefined;
}

/**
 * Makes the default managers, and those that refetch when the user or the
 * network comes back and that hold tabs in step. With a storage, also those
 * that store data over reloads and mutations until they can be sent.
 *
 * Managers that need a decision of the application, such as LogoutManager and
 * WebSocketManager, are added in front.
 *
 * @param options See {@linkcode LiveManagersOptions}.
 * @returns New instances, in the order in which they see an action.
 *
 * @example
 * ```ts
 * import { Entity, resource } from "@tessera/client";
 * import { getLiveManagers } from "@tessera/client/live";
 * import { indexedDBStorage } from "@tessera/client/persist";
 *
 * class Todo extends Entity {
 *   id = "";
 *   title = "";
 *   static override key = "Todo";
 * }
 * const TodoResource = resource({ path: "/todos/:id", schema: Todo, optimistic: true });
 *
 * const storage = indexedDBStorage("todos");
 * export const managers = getLiveManagers({
 *   persistManager: { storage },
 *   offlineManager: { storage, endpoints: { edit: TodoResource.partialUpdate } },
 * });
 * ```
 */
export function getLiveManagers(
  options: LiveManagersOptions = {},
): Manager[] {
  const managers = getDefaultManagers(options);
  const place = managers.findIndex((manager) =>
    (manager as ManagerWithRole).role === "network"
  );
  managers.splice(
    place,
    0,
    ...made(PersistManager, options.persistManager ?? null),
    ...made(TabSyncManager, options.tabSyncManager),
    ...made(RefreshManager, options.refreshManager),
    ...made(OfflineManager, options.offlineManager ?? null),
  );
  return managers;
}

function made<M extends Manager, O extends object>(
  Class: new (options: O) => M,
  manager: M | O | null | undefined,
): M[] {
  if (manager === null) return [];
  return [manager instanceof Class ? manager : new Class((manager ?? {}) as O)];
}
