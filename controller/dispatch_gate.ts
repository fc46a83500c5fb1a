import { isDevelopment } from "../schema/mod.ts";
import type { ActionTypes, Dispatch } from "./contract.ts";
import { DisposedError, UnboundDispatchError } from "./errors.ts";

/** Says what becomes of an action that was held. */
type HeldAction = (pass: Dispatch) => void;

/**
 * Lets actions through to a store while it runs. One that is stopped and
 * started again in the same task, as React's StrictMode does, loses nothing:
 * actions from between the two pass after the start.
 */
export class DispatchGate {
  #stage: "built" | "open" | "closed" | "disposed" = "built";
  #pass: Dispatch | undefined;
  #held: HeldAction[] | undefined;

  /** Where actions enter. */
  readonly dispatch: Dispatch = (action) => {
    switch (this.#stage) {
      case "built":
        throw new UnboundDispatchError();
      case "open":
        return this.#pass!(action);
      case "closed":
        return this.#hold(action);
      case "disposed":
        if (action.type === "rdc/fetch") {
          action.meta.reject(new DisposedError(action.key));
          return Promise.resolve();
        }
        return ignore(action);
    }
  };

  /** Whether the store is gone for good. */
  get isDisposed(): boolean {
    return this.#stage === "disposed";
  }

  /**
   * Lets actions through.
   *
   * @param pass Where to; omitted to use the last one.
   */
  open(pass?: Dispatch): void {
    this.#pass = pass ?? this.#pass;
    this.#stage = "open";
  }

  /** Passes what was held since the gate was closed. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const settle of held) settle(this.#pass!);
  }

  /** Holds actions until the end of the task, and ignores those that come later. */
  close(): void {
    this.#stage = "closed";
    const held: HeldAction[] = this.#held = [];
    queueMicrotask(() => {
      if (this.#held !== held) return;
      this.#held = undefined;
      for (const settle of held) settle(ignore);
    });
  }

  /** Lets nothing through any more. */
  dispose(): void {
    this.#stage = "disposed";
  }

  #hold(action: ActionTypes): Promise<void> {
    const held = this.#held;
    return held === undefined
      ? ignore(action)
      : new Promise((resolve, reject) =>
        held.push((pass) => {
          // one that fails must not keep the others from passing
          try {
            resolve(pass(action));
          } catch (error) {
            reject(error);
          }
        })
      );
  }
}

function ignore(action: ActionTypes): Promise<void> {
  if (isDevelopment()) {
    console.info(
      `'${action.type}' was dispatched after the store was torn down, and ignored.`,
    );
  }
  return Promise.resolve();
}
