/**
 * Tells whether the machine is online, and when that changes.
 *
 * @module
 */

/**
 * Source of connection changes; give managers another one on platforms without
 * browser events, or in tests.
 *
 * @example
 * ```ts
 * import { type ConnectionListener, NetworkManager } from "@tessera/client";
 *
 * // as of React Native's NetInfo
 * export function managerFor(
 *   info: { addEventListener(told: (isOnline: boolean) => void): () => void },
 * ): NetworkManager {
 *   let isOnline = true;
 *   const online = new Set<() => void>();
 *   const offline = new Set<() => void>();
 *   info.addEventListener((isNowOnline) => {
 *     isOnline = isNowOnline;
 *     for (const handler of isOnline ? online : offline) handler();
 *   });
 *   const connection: ConnectionListener = {
 *     isOnline: () => isOnline,
 *     addOnlineListener: (handler) => void online.add(handler),
 *     removeOnlineListener: (handler) => void online.delete(handler),
 *     addOfflineListener: (handler) => void offline.add(handler),
 *     removeOfflineListener: (handler) => void offline.delete(handler),
 *   };
 *   return new NetworkManager({ connection });
 * }
 * ```
 */
export interface ConnectionListener {
  /** Whether requests have a chance to get through right now. */
  isOnline(): boolean;
  /** Calls `handler` each time the connection comes back. */
  addOnlineListener(handler: () => void): void;
  /** Undoes {@linkcode ConnectionListener.addOnlineListener}. */
  removeOnlineListener(handler: () => void): void;
  /** Calls `handler` each time the connection is lost. */
  addOfflineListener(handler: () => void): void;
  /** Undoes {@linkcode ConnectionListener.addOfflineListener}. */
  removeOfflineListener(handler: () => void): void;
}

interface EventSourceLike {
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
  navigator?: { readonly onLine?: boolean };
}

/**
 * Browser events and `navigator.onLine`; always online where a platform has neither.
 *
 * @example
 * ```ts
 * import { DefaultConnectionListener } from "@tessera/client";
 *
 * const connection = new DefaultConnectionListener();
 * connection.isOnline();
 * ```
 */
export class DefaultConnectionListener implements ConnectionListener {
  /** Whether the platform says it is online; unknown counts as online. */
  isOnline(): boolean {
    return platform.navigator?.onLine ?? true;
  }

  /** Listens to the `online` event. */
  addOnlineListener(handler: () => void): void {
    platform.addEventListener?.("online", handler);
  }

  /** Stops listening to the `online` event. */
  removeOnlineListener(handler: () => void): void {
    platform.removeEventListener?.("online", handler);
  }

  /** Listens to the `offline` event. */
  addOfflineListener(handler: () => void): void {
    platform.addEventListener?.("offline", handler);
  }

  /** Stops listening to the `offline` event. */
  removeOfflineListener(handler: () => void): void {
    platform.removeEventListener?.("offline", handler);
  }
}

/** Its members are looked up at call time, so that tests and late polyfills count. */
const platform = globalThis as EventSourceLike;
