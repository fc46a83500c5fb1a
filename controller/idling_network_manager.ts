/**
 * A network manager that lets the machine finish what it is doing first.
 *
 * @module
 */
import {
  NetworkManager,
  type NetworkManagerOptions,
} from "./network_manager.ts";

/**
 * Runs work after animations and gestures, as React Native's
 * `InteractionManager` does: an option of {@linkcode IdlingNetworkManager}.
 */
export interface Interactions {
  /** Runs `callback` when nothing moves any more. */
  runAfterInteractions(callback: () => void): unknown;
}

/** Options of {@linkcode IdlingNetworkManager}. */
export interface IdlingNetworkManagerOptions extends NetworkManagerOptions {
  /** On React Native its `InteractionManager`: reads then wait for interactions. */
  readonly interactions?: Interactions | undefined;
}

interface IdlePlatform {
  requestIdleCallback?(
    callback: () => void,
    options?: { readonly timeout: number },
  ): unknown;
}

/**
 * Starts reads when the machine is idle, where it can tell; mutations at once.
 *
 * @example
 * ```ts
 * import { createClient, IdlingNetworkManager } from "@tessera/client";
 *
 * using client = createClient({ managers: [new IdlingNetworkManager()] });
 * ```
 */
export class IdlingNetworkManager extends NetworkManager {
  readonly #interactions: Interactions | undefined;

  /**
   * Makes a manager for one store.
   *
   * @param options See {@linkcode IdlingNetworkManagerOptions}.
   */
  constructor(options: IdlingNetworkManagerOptions = {}) {
    super(options);
    this.#interactions = options.interactions;
  }

  /** Runs `callback` when the machine is idle; at once where nobody can tell. */
  protected override idleCallback(
    callback: () => void,
    options?: { readonly timeout: number },
  ): void {
    const platform = globalThis as IdlePlatform;
    if (this.#interactions) this.#interactions.runAfterInteractions(callback);
    else if (typeof platform.requestIdleCallback === "function") {
      platform.requestIdleCallback(callback, options);
    } else callback();
  }
}
