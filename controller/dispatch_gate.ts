import { isDevelopment } from "../schema/engine.ts";
import type { ActionTypes, Dispatch } from "./contract.ts";
import { DisposedError, UnboundDispatchError } from "./errors.ts";

/** An action that passes if the store is started before anything else runs. */
interface HeldAction {
  readonly action: ActionTypes;
  /** Settles the promise of its dispatch. */
  readonly settle: (pass: Dispatch) => void;
}

/**
 * Lets actions through to a store while it runs. A view may stop and start its
 * store again, children before their provider, as React does in StrictMode and
 * for hidden parts: what is dispatched right before a start passes after it,
 * and subscriptions that ended while the store was stopped end then.
 */
export class DispatchGate {
  #stage: "built" | "open" | "closed" | "disposed" = "built";
  #pass: Dispatch | undefined;
  #held: HeldAction[] | undefined;
  /** Subscriptions that ended, of which the managers are told at the next start. */
  #ended: ActionTypes[] = [];

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
        if (action.type !== "rdc/fetch") return ignore(action);
        action.meta.reject(new DisposedError(action.key));
        return Promise.resolve();
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
    const held: HeldAction[] = [];
    for (const action of this.#ended) hold(action, held).catch(console.error);
    held.push(...this.#held ?? []);
    this.#held = undefined;
    this.#ended = [];
    for (const { settle } of held) settle(this.#pass!);
  }

  /** From now on actions only pass if the gate is opened right after them. */
  close(): void {
    this.#stage = "closed";
  }

  /** Lets nothing through any more. */
  dispose(): void {
    this.#stage = "disposed";
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#ended = [];
    for (const { settle } of held) settle(this.dispatch);
  }

  #hold(action: ActionTypes): Promise<void> {
    const held = this.#held ??= [];
    if (held.length === 0) queueMicrotask(() => this.#drop(held));
    return hold(action, held);
  }

  /** The store was not started right after these actions. */
  #drop(held: HeldAction[]): void {
    if (this.#held !== held) return;
    this.#held = undefined;
    for (const { action, settle } of held) {
      if (action.type === "rdc/unsubscribe") {
        this.#ended.push(action);
        settle(() => Promise.resolve());
      } else settle(ignore);
    }
  }
}

function hold(action: ActionTypes, held: HeldAction[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (pass: Dispatch) => {
      // one that fails must not keep the others from passing
      try {
        resolve(pass(action));
      } catch (error) {
        reject(error);
      }
    };
    held.push({ action, settle });
  });
}

function ignore(action: ActionTypes): Promise<void> {
  if (isDevelopment()) {
    console.info(
      `'${action.type}' was dispatched after the store was torn down, and ignored.`,
    );
  }
  return Promise.resolve();
}
