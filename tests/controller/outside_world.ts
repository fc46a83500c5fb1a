/** A connection and a page that the test switches on and off. */
import type {
  ConnectionListener,
  VisibilityListener,
} from "../../controller/mod.ts";

/** A connection that is cut and restored by hand. */
export class ManualConnection implements ConnectionListener {
  /** Who waits for the connection to come back. */
  readonly online: Set<() => void> = new Set();
  /** Who waits for the connection to be lost. */
  readonly offline: Set<() => void> = new Set();
  #isOnline: boolean;

  constructor(isOnline = true) {
    this.#isOnline = isOnline;
  }

  isOnline(): boolean {
    return this.#isOnline;
  }
  addOnlineListener(handler: () => void): void {
    this.online.add(handler);
  }
  removeOnlineListener(handler: () => void): void {
    this.online.delete(handler);
  }
  addOfflineListener(handler: () => void): void {
    this.offline.add(handler);
  }
  removeOfflineListener(handler: () => void): void {
    this.offline.delete(handler);
  }

  /** Number of listeners of either kind. */
  get listenerCount(): number {
    return this.online.size + this.offline.size;
  }

  /** Cuts or restores the connection. */
  set(isOnline: boolean): void {
    this.#isOnline = isOnline;
    for (const handler of [...isOnline ? this.online : this.offline]) handler();
  }
}

/** A page that is hidden and shown by hand. */
export class ManualVisibility implements VisibilityListener {
  /** Who is told of changes. */
  readonly listeners: Set<() => void> = new Set();
  #isVisible = true;

  isVisible(): boolean {
    return this.#isVisible;
  }
  addListener(handler: () => void): void {
    this.listeners.add(handler);
  }
  removeListener(handler: () => void): void {
    this.listeners.delete(handler);
  }

  /** Hides or shows the page. */
  set(isVisible: boolean): void {
    this.#isVisible = isVisible;
    for (const handler of [...this.listeners]) handler();
  }
}
