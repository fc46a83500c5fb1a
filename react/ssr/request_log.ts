import type {
  ActionTypes,
  Dispatch,
  Manager,
  Middleware,
} from "../../controller/mod.ts";

/** Knows which requests have been started and not settled, by whomever. */
export class RequestLog implements Manager {
  /** Schemas of everything that was requested or written. */
  readonly schemas: Set<unknown> = new Set();
  readonly #pending = new Set<Promise<unknown>>();

  readonly middleware: Middleware = () => (next: Dispatch) => (action) => {
    this.#note(action);
    return next(action);
  };

  /** Promises of the requests that are not settled. */
  pending(): Promise<unknown>[] {
    return [...this.#pending];
  }

  cleanup(): void {}

  #note(action: ActionTypes): void {
    if (action.type === "rdc/set") this.schemas.add(action.schema);
    if (action.type !== "rdc/fetch") return;
    this.schemas.add(action.endpoint.schema);
    const { promise } = action.meta;
    this.#pending.add(promise);
    const remove = () => void this.#pending.delete(promise);
    promise.then(remove, remove);
  }
}
