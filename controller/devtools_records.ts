import type { ActionTypes, FetchAction, Touched } from "./contract.ts";
import type { Controller } from "./controller.ts";
import { touchedBy, transition } from "./state/reduce.ts";
import { type State, versionOf } from "./graph/state.ts";

/** What happened, as {@linkcode DevToolsManager} records it for a panel. */
export interface DevToolsRecord {
  /** The action. */
  readonly action: ActionTypes;
  /** Time at which it was committed, in milliseconds. */
  readonly date: number;
  /** How long its fetch took, in milliseconds; of responses only. */
  readonly duration: number | undefined;
  /** What it changed; computed when asked for. */
  readonly changes: Touched;
}

/** A bounded list of what happened, and what is in flight. */
export class DevToolsRecords {
  readonly #limit: number;
  readonly #records: DevToolsRecord[] = [];
  readonly #inFlight = new Set<FetchAction>();

  /** @param limit How many records are kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What happened, oldest first. */
  get all(): readonly DevToolsRecord[] {
    return this.#records;
  }

  /** Fetches that have not settled, oldest first. */
  get inFlight(): readonly FetchAction[] {
    return [...this.#inFlight];
  }

  /** Follows a fetch until it settles. */
  follow(action: FetchAction): void {
    this.#inFlight.add(action);
    const remove = () => void this.#inFlight.delete(action);
    action.meta.promise.then(remove, remove);
  }

  /**
   * Adds a record.
   *
   * @param controller Controller of the store.
   * @param before Base state before the action.
   * @param action The action.
   */
  add(controller: Controller, before: State, action: ActionTypes): void {
    const date = Date.now();
    let changes: Touched | undefined;
    this.#records.push({
      action,
      date,
      duration: action.type === "rdc/setresponse"
        ? date - action.meta.fetchedAt
        : undefined,
      get changes() {
        return changes ??= touchedBy(
          transition(controller, versionOf(before), action),
        );
      },
    });
    if (this.#records.length > this.#limit) this.#records.shift();
  }
}
