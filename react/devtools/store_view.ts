/**
 * What the panel knows of a store. It reads states, records and managers, none
 * of which is treated as reading: nothing is retained in memory for it.
 *
 * @module
 */
import type { EndpointInterface } from "../../endpoint/contract.ts";
import type {
  ActionArgs,
  ActionTypes,
  Controller,
  DevToolsRecord,
  Manager,
  ReaderEntry,
  RunningRequest,
  RunningSubscription,
  SetAction,
  State,
} from "../../controller/mod.ts";
import {
  applyLayers,
  type CellUses,
  usesOf,
  type ValuePart,
  writtenBeneath,
  writtenIn,
} from "../../controller/views.ts";
import { type VisibleHook, visibleHooks } from "../visible_hooks.ts";
import { type ActionLog, logOf } from "./recorder.ts";
import { type Difference, differences, short, timeText } from "./values.ts";

/** An endpoint with the arguments that make its key. */
export interface Call {
  readonly endpoint: EndpointInterface;
  readonly args: ActionArgs;
}

/** Something that waits, and what can be done about it. */
export interface Pending {
  readonly id: string;
  readonly kind:
    | "request"
    | "mutation"
    | "retry"
    | "poll"
    | "optimistic change"
    | "queued mutation";
  readonly key: string;
  /** When it began, in milliseconds. */
  readonly since: number | undefined;
  /** When it goes on, in milliseconds. */
  readonly firesAt?: number | undefined;
  /** What there is to say of it. */
  readonly notes: readonly string[];
  readonly isHeld?: boolean;
  /** Goes on at once. */
  readonly go?: (() => void) | undefined;
  /** Waits, or no longer. */
  readonly hold?: ((isHeld: boolean) => void) | undefined;
  /** Ends with an error. */
  readonly fail?: (() => void) | undefined;
}

/** What an action changed of something. */
export interface Written {
  readonly record: DevToolsRecord;
  readonly differences: readonly Difference[];
}

/** What was visible before and after an action, with pending optimistic changes. */
export interface Rendering {
  readonly before: State;
  readonly after: State;
  /** Entities that may differ, each once. */
  written(): Iterable<ValuePart>;
}

/** A stored thing that an action changed. */
export interface Change {
  /** Table of an entity; nothing for a response. */
  readonly table: string | undefined;
  /** Primary key, or key of the response. */
  readonly key: string;
  readonly differences: readonly Difference[];
}

/** The members of managers that the panel asks, whatever their class. */
type AskedManager =
  & Manager
  & {
    requests?(): readonly RunningRequest[];
    subscriptions?(): readonly RunningSubscription[];
    entries?(): readonly QueuedMutation[];
    retry?(id: string): unknown;
    discard?(id: string): unknown;
  };

/** An entry of the queue of mutations that were made offline. */
interface QueuedMutation {
  readonly id: string;
  readonly name: string;
  readonly args: ActionArgs;
  readonly stamp?: number;
  readonly attempts?: number;
  readonly state: string;
  readonly error?: unknown;
}

/** An action in a word. */
export function typeOf({ type }: ActionTypes): string {
  const name = type.replace("rdc/", "");
  return {
    setresponse: "response",
    invalidateall: "invalidate all",
    expireall: "expire all",
    gc: "collect",
  }[name] ?? name;
}

/** What an action is about: a key, or the name of a table. */
export function subjectOf(action: ActionTypes): string {
  if ("key" in action) return action.key;
  if (action.type === "rdc/set") {
    return schemaNames(action);
  }
  if (action.type === "rdc/gc") {
    return `${action.entities.length} entities, ${action.endpoints.length} responses`;
  }
  return "";
}

/** What was set; of messages that were stored together, each kind once. */
function schemaNames({ schema, value }: SetAction): string {
  const messages = Object.hasOwn(Object(schema), "normalize") &&
    Array.isArray(value) && value as readonly { readonly schema?: unknown }[];
  return messages
    ? [...new Set(messages.map(({ schema }) => schemaName(schema)))].join(", ")
    : schemaName(schema);
}

/** What a schema is called, such as `Query(All(Ship))`. */
export function schemaName(schema: unknown): string {
  if (Array.isArray(schema)) return `[${schemaName(schema[0])}]`;
  if (!schema) return "";
  const { key, collection, kind, schema: inner, name, constructor } =
    schema as {
      readonly key?: unknown;
      /** Of a change of a Collection. */
      readonly collection?: unknown;
      readonly kind?: string;
      readonly schema?: unknown;
      readonly name?: unknown;
    };
  if (typeof key === "string") return key;
  if (collection) return `${schemaName(collection)}.${kind}`;
  if (typeof schema === "function") return String(name);
  if (constructor === Object) return `{ ${Object.keys(schema).join(", ")} }`;
  // bundlers give a class another name that is there twice
  const className = constructor.name.replace(/^_/, "");
  return inner ? `${className}(${schemaName(inner)})` : className;
}

/** What an action is about, and when it was. */
export function aboutOf(record: DevToolsRecord): string {
  const { action, date, commit, origin } = record;
  return [
    subjectOf(action),
    origin,
    action.type === "rdc/fetch" && commit && "optimistic",
    timeText(date),
  ].filter(Boolean).join(", ");
}

/** The name of the endpoint of an action. */
export function endpointNameOf(action: ActionTypes): string {
  return "endpoint" in action ? nameOf(action.endpoint) : "";
}

/** The name of an endpoint. */
export function nameOf(endpoint: EndpointInterface | undefined): string {
  return (endpoint as { name?: string } | undefined)?.name ?? "";
}

/** So many entities of one action are compared. */
const mostCompared = 200;

/** Records are looked at for so many milliseconds of a drawing. */
const looking = 2;
/** So many searches are remembered. */
const mostSearches = 4;

/** A store as the panel sees it. */
export class StoreView {
  readonly controller: Controller;
  /** The record whose state is on display in the application; nothing while it is live. */
  displayed: DevToolsRecord | undefined;
  readonly #calls = new Map<string, Call>();
  readonly #held = new WeakSet<object>();
  /** What actions changed, of those that somebody looked at. */
  readonly #changes = new WeakMap<DevToolsRecord, readonly Change[]>();
  /** What was visible around actions, of those that somebody looked at. */
  readonly #renderings = new WeakMap<DevToolsRecord, Rendering>();
  /** What was found in records, by what was looked for. */
  readonly #findings = new Map<string, WeakMap<DevToolsRecord, unknown>>();
  /** Until when records are looked at in this drawing. */
  #looksUntil = Infinity;
  #goOn = () => {};
  #pending: Pending[] | undefined;
  #readersAt = -1;
  #lastNumber = 0;
  #revision = 0;
  #seen: { readonly state?: State; readonly lastNumber?: number } = {};
  /** @param controller Of the store. */
  constructor(controller: Controller) {
    this.controller = controller;
  }

  /**
   * It is drawn from now on.
   *
   * @param goOn Called when there is more to look at than there is time for.
   */
  begin(goOn: () => void): void {
    this.#pending = undefined;
    this.#goOn = goOn;
    this.#looksUntil = performance.now() + looking;
  }

  /** The state that the application displays. */
  get state(): State {
    return this.controller.getVisibleState();
  }

  get #managers(): readonly AskedManager[] {
    return this.controller.managers as readonly AskedManager[];
  }

  /** Another number after anything may have changed. */
  get revision(): number {
    const { state, lastNumber } = this;
    if (this.#seen.state !== state || this.#seen.lastNumber !== lastNumber) {
      this.#seen = { state, lastNumber };
      this.#revision++;
    }
    return this.#revision;
  }

  /** Actions, oldest first. */
  get records(): readonly DevToolsRecord[] {
    return this.log.records();
  }

  /** The number of the newest action. */
  get lastNumber(): number {
    return this.records.at(-1)?.number ?? 0;
  }

  /** What records the actions; another one when a manager begins to. */
  get log(): ActionLog {
    return logOf(this.controller);
  }

  /** Responses that somebody displays. */
  readers(): readonly ReaderEntry[] {
    return [...this.controller.readers()];
  }

  /** The endpoint of a key, as far as an action or a reader has it. */
  callOf(key: string): Call | undefined {
    const { records } = this;
    for (let index = records.length - 1; index >= 0; index--) {
      const { number, action } = records[index]!;
      if (number <= this.#lastNumber) break;
      if ("endpoint" in action && !this.#calls.has(action.key)) {
        this.#calls.set(action.key, action);
      }
    }
    this.#lastNumber = this.lastNumber;
    const known = this.#calls.get(key);
    if (known) return known;
    if (this.#readersAt !== this.revision) {
      this.#readersAt = this.revision;
      for (const entry of this.readers()) this.#calls.set(entry.key, entry);
    }
    return this.#calls.get(key);
  }

  /** The hooks on display, by what stands for each. */
  get hooks(): ReadonlyMap<object, VisibleHook> {
    return visibleHooks(this.controller);
  }

  /**
   * What is found in the actions, newest first. Each is looked at once, and no
   * more of them in a drawing than there is time for.
   *
   * @param name Names what is looked for.
   * @param find Looks at an action that has changed something.
   */
  found<T>(
    name: string,
    find: (record: DevToolsRecord) => T | undefined,
  ): T[] {
    const findings = this.#findings;
    const known = (findings.get(name) ?? new WeakMap()) as WeakMap<
      DevToolsRecord,
      T | undefined & object
    >;
    // the one that was asked for last is the last to be forgotten
    findings.delete(name);
    findings.set(name, known);
    if (findings.size > mostSearches) {
      findings.delete(findings.keys().next().value!);
    }
    const found: T[] = [];
    let looks = 0;
    for (const record of [...this.records].reverse()) {
      if (!record.commit) continue;
      if (!known.has(record)) {
        // one at least, so that it goes on
        if (looks++ > 0 && performance.now() > this.#looksUntil) {
          this.#goOn();
          break;
        }
        known.set(record, find(record) as never);
      }
      const one = known.get(record);
      if (one !== undefined) found.push(one);
    }
    return found;
  }

  /** What is made of an entity. */
  usesOf(table: string, pk: string): CellUses {
    return usesOf(this.state, table, pk);
  }

  /**
   * Whether an action wrote to an entity or, without a table, to a response.
   * Asked of the states: a list of what was changed is as long as what is found.
   */
  touches(
    { commit }: DevToolsRecord,
    table: string | undefined,
    key: string,
  ): boolean {
    if (!commit) return false;
    const { before, state } = commit;
    return table === undefined
      ? before.getMeta(key) !== state.getMeta(key) ||
        before.getEndpoint(key) !== state.getEndpoint(key)
      : before.getEntity(table, key) !== state.getEntity(table, key);
  }

  /** What was visible around an action that has changed something. */
  renderedBy(record: DevToolsRecord): Rendering {
    let rendering = this.#renderings.get(record);
    if (rendering === undefined) {
      this.#renderings.set(record, rendering = this.#renderingOf(record));
    }
    return rendering;
  }

  #renderingOf({ commit, changes }: DevToolsRecord): Rendering {
    const written: ValuePart[] = [];
    const [before, after] = [commit!.before, commit!.state].map((state) => {
      if (state.optimistic.length === 0) return state;
      const visible = applyLayers(this.controller, state);
      written.push(...writtenBeneath(visible, state));
      return visible;
    }) as [State, State];
    return {
      before,
      after,
      *written() {
        // one row may be in several layers, and confirmed as well
        const seen = new Set<string>();
        for (const parts of [written, writtenIn(changes)]) {
          for (const part of parts) {
            const id = JSON.stringify([part.table, part.key]);
            if (seen.has(id)) continue;
            seen.add(id);
            yield part;
          }
        }
      },
    };
  }

  /** What an action changed of one thing: of what is confirmed, or of what is visible. */
  changeOf(
    { commit }: DevToolsRecord,
    table: string | undefined,
    key: string,
    rendering?: Rendering,
  ): readonly Difference[] {
    if (!commit) return [];
    const { before, after: state } = rendering ??
      { before: commit.before, after: commit.state };
    if (table !== undefined) {
      return differences(
        before.getEntity(table, key),
        state.getEntity(table, key),
      );
    }
    const was = before.getEndpointRecord(key);
    const is = state.getEndpointRecord(key);
    return [
      ...differences(was?.value, is?.value),
      ...differences({ ...was?.meta }, { ...is?.meta }).map((found) => ({
        ...found,
        path: ["meta", ...found.path],
        before: clockOf(found.before),
        after: clockOf(found.after),
      })),
    ];
  }

  /** What an action changed; computed once, when somebody looks at it. */
  changesOf(record: DevToolsRecord): readonly Change[] {
    let changes = this.#changes.get(record);
    if (changes === undefined) {
      changes = [...this.#compare(record)];
      this.#changes.set(record, changes);
    }
    return changes;
  }

  *#compare(record: DevToolsRecord): Generator<Change> {
    const { commit, changes } = record;
    if (!commit || changes.everything) return;
    let count = 0;
    const compared = (table: string | undefined, key: string): Change => ({
      table,
      key,
      differences: this.changeOf(record, table, key),
    });
    const { before, state } = commit;
    if (before.optimistic !== state.optimistic) {
      const layers = (state: State) =>
        Object.fromEntries(
          state.optimistic.map(({ key, args }) => [key, args]),
        );
      yield {
        table: "Optimistic changes",
        key: "",
        differences: differences(layers(before), layers(state)),
      };
    }
    for (const key of changes.endpoints) yield compared(undefined, key);
    for (const { table, key } of writtenIn(changes)) {
      if (++count > mostCompared) return;
      const change = compared(table, key);
      if (change.differences.length > 0) yield change;
    }
  }

  /** What actions changed of an entity, or of a response, newest first. */
  historyOf(table: string | undefined, key: string): Written[] {
    return this.found(JSON.stringify([table, key]), (record) => {
      if (!this.touches(record, table, key)) return undefined;
      const differences = this.changeOf(record, table, key);
      return differences.length > 0 ? { record, differences } : undefined;
    });
  }

  /** Which action gave each field of an entity the value that it has. */
  sourcesOf(table: string, pk: string): ReadonlyMap<string, DevToolsRecord> {
    const sources = new Map<string, DevToolsRecord>();
    for (const { record, differences } of this.historyOf(table, pk)) {
      for (const { path } of differences) {
        const fields = path.length > 0
          ? [path[0]!]
          : Object.keys(record.commit!.state.getEntity(table, pk) ?? {});
        for (const field of fields) {
          if (!sources.has(field)) sources.set(field, record);
        }
      }
    }
    return sources;
  }

  /** Displays the application the state after an action; nothing: the newest again. */
  display(record: DevToolsRecord | undefined): void {
    const { controller } = this;
    const after = record && this.stateAfter(record);
    this.displayed = after && record;
    controller.showState(
      after?.optimistic.length ? applyLayers(controller, after) : after,
    );
  }

  /** The confirmed state after an action; that of the one before if it changed nothing. */
  stateAfter(record: DevToolsRecord): State | undefined {
    const { records } = this;
    let index = records.indexOf(record);
    for (; index >= 0; index--) {
      const { commit } = records[index]!;
      if (commit) return commit.state;
    }
    return records.find(({ commit }) => commit)?.commit?.before;
  }

  /** Everything that waits. */
  pending(): readonly Pending[] {
    return this.#pending ??= this.#makePending();
  }

  #makePending(): Pending[] {
    const managers = this.#managers;
    const { optimistic } = this.state;
    const requests = managers.flatMap((manager) => manager.requests?.() ?? []);
    const layers = new Set(optimistic);
    const pending: Pending[] = requests.map((request) => {
      const { action: { key, meta } } = request;
      const layer = optimistic.find((layer) =>
        layer.key === key && layer.meta.fetchedAt >= meta.fetchedAt
      );
      if (layer) layers.delete(layer);
      return this.#pendingRequest(request, layer !== undefined);
    });
    for (const manager of managers) {
      for (const subscription of manager.subscriptions?.() ?? []) {
        pending.push(this.#pendingPoll(subscription));
      }
      if (!manager.discard) continue;
      for (const entry of manager.entries?.() ?? []) {
        pending.push(queued(manager, entry));
        for (const layer of layers) {
          // while it waits, its layer is newer than every response
          const since = layer.meta.fetchedAt % 2 ** 42;
          if (since === entry.stamp! % 2 ** 42) layers.delete(layer);
        }
      }
    }
    for (const { key, endpoint, args, meta: { fetchedAt } } of layers) {
      pending.push({
        id: `layer ${fetchedAt}`,
        kind: "optimistic change",
        key,
        since: fetchedAt,
        notes: ["no request is running for it"],
        fail: () =>
          void this.controller.resolve(endpoint, {
            key,
            args,
            response: failure(),
            fetchedAt,
            error: true,
          }),
      });
    }
    return pending;
  }

  #pendingRequest(request: RunningRequest, isOptimistic: boolean): Pending {
    const { action: { key, endpoint, meta }, attempts, retriesAt } = request;
    const callers = request.callers;
    const isRetry = retriesAt !== undefined;
    const notes = [
      callers > 1 ? `${callers} callers share it` : "",
      isOptimistic ? "visible optimistically" : "",
      attempts > 1 || isRetry ? `attempt ${attempts}` : "",
      isRetry ? `failed: ${messageOf(request.lastError)}` : "",
    ];
    return {
      id: `request ${key} ${meta.fetchedAt}`,
      kind: isRetry ? "retry" : endpoint.sideEffect ? "mutation" : "request",
      key,
      since: meta.fetchedAt,
      firesAt: retriesAt,
      notes: notes.filter(Boolean),
      isHeld: this.#held.has(request),
      go: isRetry ? () => request.retryNow() : undefined,
      hold: isRetry
        ? (isHeld) =>
          this.#hold(request, isHeld, (paused) => {
            request.pause(paused);
          })
        : undefined,
      fail: () => request.abort(failure()),
    };
  }

  #pendingPoll({ actions, subscription }: RunningSubscription): Pending {
    const { key } = actions[0] ?? { key: "" };
    const { frequency, firesAt } = subscription ?? {};
    return {
      id: `poll ${key}`,
      kind: "poll",
      key,
      since: undefined,
      firesAt,
      notes: [
        frequency ? `every ${frequency / 1000} s` : "",
        actions.length > 1 ? `${actions.length} subscribers` : "",
        firesAt === undefined ? "rests" : "",
      ].filter(Boolean),
      isHeld: subscription !== undefined && this.#held.has(subscription),
      go: subscription?.pollNow && (() => subscription.pollNow!()),
      hold: subscription?.pause &&
        ((isHeld) =>
          this.#hold(subscription, isHeld, (paused) => {
            subscription.pause!(paused);
          })),
    };
  }

  #hold(
    what: object,
    isHeld: boolean,
    pause: (isPaused: boolean) => void,
  ): void {
    if (isHeld) this.#held.add(what);
    else this.#held.delete(what);
    pause(isHeld);
  }
}

function queued(manager: AskedManager, entry: QueuedMutation): Pending {
  const { id, name, args, state, attempts = 0, error } = entry;
  return {
    id: `queued ${id}`,
    kind: "queued mutation",
    key: name,
    since: entry.stamp,
    notes: [
      state === "running" ? "being sent" : state,
      short(args, 60),
      attempts > 0 ? `attempt ${attempts}` : "",
      error === undefined ? "" : messageOf(error),
    ].filter(Boolean),
    isHeld: state === "failed",
    go: manager.retry && state !== "running"
      ? () => void manager.retry!(id)
      : undefined,
    fail: () => void manager.discard!(id),
  };
}

/** A time as a clock displays it. */
function clockOf(value: unknown): unknown {
  return typeof value === "number" ? timeText(value) : value;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What requests are failed with. */
export function failure(): Error {
  return Object.assign(new Error("Failed by the devtools."), { status: 400 });
}
