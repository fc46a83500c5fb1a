/**
 * The managers of a store that does not say which ones it wants.
 *
 * @module
 */
import { isDevelopment } from "../schema/engine.ts";
import { type DevToolsConfig, DevToolsManager } from "./devtools_manager.ts";
import {
  NetworkManager,
  type NetworkManagerOptions,
} from "./network_manager.ts";
import {
  PollingSubscription,
  type SubscriptionConstructable,
  SubscriptionManager,
} from "./polling.ts";
import type { Manager } from "./manager.ts";

/**
 * Options of {@linkcode getDefaultManagers}: replace, configure or leave out
 * (`null`) single managers.
 */
export interface DefaultManagersOptions {
  /** A manager, or the configuration of its connection. Development only. */
  readonly devToolsManager?:
    | DevToolsManager
    | DevToolsConfig
    | null
    | undefined;
  /** A manager, or its options. Cannot be left out. */
  readonly networkManager?:
    | NetworkManager
    | NetworkManagerOptions
    | undefined;
  /** A manager, or the class of its subscriptions. */
  readonly subscriptionManager?:
    | SubscriptionManager
    | SubscriptionConstructable
    | null
    | undefined;
}

/**
 * Makes the default managers: devtools (in development), network, and polling.
 *
 * @param options See {@linkcode DefaultManagersOptions}.
 * @returns New instances, in the order in which they see an action.
 *
 * @example
 * ```ts
 * import { createClient, getDefaultManagers } from "@tessera/client";
 *
 * using client = createClient({
 *   managers: getDefaultManagers({ networkManager: { timeout: 10_000 }, devToolsManager: null }),
 * });
 * ```
 */
export function getDefaultManagers(
  options: DefaultManagersOptions = {},
): Manager[] {
  const { devToolsManager, networkManager, subscriptionManager } = options;
  if (isDevelopment() && networkManager === null) {
    console.error(
      "networkManager: null is not possible, because nothing else makes requests. A default NetworkManager is used; pass options or another instance instead.",
    );
  }
  const network = networkManager instanceof NetworkManager
    ? networkManager
    : new NetworkManager(networkManager ?? undefined);
  const managers: Manager[] = [network];
  if (subscriptionManager !== null) {
    managers.push(
      subscriptionManager instanceof SubscriptionManager
        ? subscriptionManager
        : new SubscriptionManager(subscriptionManager ?? PollingSubscription),
    );
  }
  if (isDevelopment() && devToolsManager !== null) {
    managers.unshift(
      devToolsManager instanceof DevToolsManager
        ? devToolsManager
        : new DevToolsManager(
          devToolsManager,
          (action) => network.skipLogging(action),
        ),
    );
  }
  return managers;
}
