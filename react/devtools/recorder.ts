/**
 * Records what a store commits, where no DevToolsManager does: in production,
 * and in a store that was made without one.
 *
 * @module
 */
import type {
  CommitNotice,
  Controller,
  DevToolsManager,
  DevToolsRecord,
  Manager,
} from "../../controller/mod.ts";

/** What a panel needs of whatever records actions. */
export type ActionLog = Pick<DevToolsManager, "records" | "onRecord">;

/** So many actions are retained. */
const mostRecords = 200;

/** What changed a store since the panel is on the page. */
class Recorder implements ActionLog {
  readonly #records: DevToolsRecord[] = [];
  readonly #listeners = new Set<() => void>();
  #count = 0;
  #users = 0;
  #stop: (() => void) | undefined;

  records(): readonly DevToolsRecord[] {
    return this.#records;
  }

  onRecord(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  follow(controller: Controller): () => void {
    this.#users++;
    this.#stop ??= controller.onCommit((notice) => {
      if (!managerLog(controller)) this.#add(notice);
      // one log is enough
      else this.#stop?.();
      for (const listener of this.#listeners) listener();
    });
    return () => {
      if (--this.#users > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  #add(commit: CommitNotice): void {
    const { action, touched: changes } = commit;
    if (action === undefined) return;
    const date = Date.now();
    const duration = action.type === "rdc/setresponse"
      ? date - action.meta.fetchedAt
      : undefined;
    const number = ++this.#count;
    this.#records.push({ number, action, date, duration, commit, changes });
    if (this.#records.length > mostRecords) this.#records.shift();
  }
}

const recorders = new WeakMap<Controller, Recorder>();

function recorderOf(controller: Controller): Recorder {
  let recorder = recorders.get(controller);
  if (!recorder) recorders.set(controller, recorder = new Recorder());
  return recorder;
}

/**
 * Records what a store commits, unless a manager of it does.
 *
 * @param controller Of the store.
 * @returns Stops.
 */
export function follow(controller: Controller): () => void {
  return recorderOf(controller).follow(controller);
}

/** What records the actions of a store. */
export function logOf(controller: Controller): ActionLog {
  return managerLog(controller) ?? recorderOf(controller);
}

/** The manager that records; in production it is there, and records nothing. */
function managerLog(controller: Controller): ActionLog | undefined {
  const managers = controller
    .managers as readonly (Manager & Partial<ActionLog>)[];
  return managers.find((manager): manager is Manager & ActionLog =>
    (manager.records?.().length ?? 0) > 0
  );
}
