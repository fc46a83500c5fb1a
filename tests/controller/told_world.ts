// deno-lint-ignore-file no-explicit-any -- values and rows of every schema
/**
 * A store with real sweeps and real subscribers, and beside it a reducer that
 * applies every pending change anew whenever somebody looks.
 */
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type { ActionTypes, FetchAction } from "../../controller/contract.ts";
import {
  actions,
  applyLayers,
  Controller,
  createReducer,
  GCPolicy,
  initialState,
  type State,
  Store,
} from "../../controller/mod.ts";
import { readResponse } from "../../controller/read.ts";
import {
  type ObservedResponse,
  observeResponse,
} from "../../controller/watch.ts";
import {
  All,
  Collection,
  Entity,
  Invalidate,
  Query,
  Union,
  Values,
} from "../../schema/mod.ts";
import { mutation, read, startTime } from "./state/quay.ts";

class Person extends Entity {
  id = "";
  name = "";
  static override key = "Person";
  // what a response lacks is asked for by nobody here
  static override partial = true;
}

class Comment extends Entity {
  id = "";
  text = "";
  mood = "";
  /** Without it a comment is not valid. */
  author: unknown = "none";
  editor: unknown = null;
  replies: unknown = "unknown";
  static override key = "Comment";
  static override partial = true;
  static override validate({ text, mood }: any): string | undefined {
    return text === "bad" && mood === "bad" ? "bad" : undefined;
  }
}

const comments = new Collection([Comment], {
  argsKey: ({ parent }: any) => ({ parent }),
  nestKey: ({ id }: any) => ({ parent: id }),
});
(Comment as any).schema = { author: Person, editor: Person, replies: comments };

const all = new All(Comment);
const count = new Query(all, (found) => (found as unknown[]).length);
const either = new Union({ comment: Comment, person: Person }, "type" as never);

const getComment = read("getComment", { schema: Comment });
const getPerson = read("getPerson", { schema: Person });
const getList = read("getList", { schema: comments });
const getMap = read("getMap", { schema: new Values(Comment) });
const getPage = read("getPage", {
  schema: { top: Comment, rows: [Comment], cursor: "" },
});
const getEither = read("getEither", { schema: either });
const getAll = read("getAll", { schema: all });
const getCount = read("getCount", { schema: count });

const expected = {
  getOptimisticResponse: (_snapshot: unknown, fields: object) => fields,
};
const edit = mutation("edit", { schema: Comment, ...expected });
const follow = mutation("follow", {
  schema: Person,
  getOptimisticResponse: (snapshot: any, { id }: any) => {
    const known = snapshot.get(Person, { id });
    if (!known) throw snapshot.abort;
    return { id, name: `${known.name}!` };
  },
});
const push = mutation("push", { schema: comments.push, ...expected });
const remove = mutation("remove", {
  schema: new Invalidate(Comment),
  ...expected,
});
const dismiss = mutation("dismiss", {
  schema: new Invalidate(Person),
  ...expected,
});
const rename = mutation("rename", { schema: Person, ...expected });

export const ids = ["a", "b", "c", "d"] as const;
const people = ["p", "q", "r"] as const;

/** What somebody may show. */
const shown: readonly (readonly [endpoint: any, args: readonly any[]])[] = [
  ...ids.map((id) => [getComment, [{ id }]] as const),
  [getPerson, [{ id: "p" }]],
  [getPerson, [{ id: "r" }]],
  [getList, [{}]],
  [getList, [{ parent: "a" }]],
  [getMap, []],
  [getPage, []],
  [getEither, [{ type: "comment", id: "a" }]],
  [getAll, []],
  [getCount, []],
];

/** One thing that happens: what, to which comment, beside which other one, and another choice. */
export type Step = readonly [
  what: keyof typeof steps,
  id: typeof ids[number],
  other: typeof ids[number],
  choice: number,
];

/** Sweeps when a test says so. */
class SweepingPolicy extends GCPolicy {
  #slices: (() => void)[] = [];

  protected override idleCallback(slice: () => void): void {
    this.#slices.push(slice);
  }

  sweep(): void {
    this.runSweep();
    for (
      let slice = this.#slices.shift();
      slice;
      slice = this.#slices.shift()
    ) {
      slice();
    }
  }
}

/** Somebody who shows a response. */
class Subscriber {
  readonly told: ObservedResponse[] = [];
  /** How often it was told before the step that is going on. */
  count = 0;
  expiresAt = 0;
  stop!: () => void;

  constructor(readonly endpoint: any, readonly args: readonly any[]) {}
}

/** A state that somebody keeps, beside the same by the naive way. */
interface Kept {
  readonly state: State;
  readonly plain: State;
}

export class ToldWorld {
  now = startTime;
  readonly policy: SweepingPolicy;
  readonly controller: Controller;
  readonly store: Store;
  readonly #plain: Controller;
  readonly #reduce: (state: State, action: ActionTypes) => State;
  #base: State = initialState;
  /** The same without pending deletions. */
  #undeleted: State = initialState;
  #pending: FetchAction[] = [];
  readonly #subscribers = new Map<number, Subscriber>();
  readonly #kept: Kept[] = [];
  #references = new Map<string, string>();
  #isReferring = false;

  constructor() {
    const clock = {
      now: () => this.now,
      setTimeout: () => undefined,
      clearTimeout() {},
    };
    const onReport = () => {};
    const gcPolicy = this.policy = new SweepingPolicy({ clock });
    this.controller = new Controller({ clock, gcPolicy, onReport } as never);
    this.store = new Store(this.controller, undefined, clock);
    const { getState, getVisibleState } = this.store;
    const dispatch = (action: ActionTypes) => {
      this.#record(action);
      return this.store.dispatch(action);
    };
    this.controller.bindMiddleware({ dispatch, getState, getVisibleState });
    this.#plain = new Controller({ clock, onReport } as never);
    this.#reduce = createReducer(this.#plain) as never;
    gcPolicy.init(this.controller);
  }

  async apply(step: Step): Promise<void> {
    this.now++;
    for (const subscriber of this.#subscribers.values()) {
      subscriber.count = subscriber.told.length;
    }
    const [what, ...details] = step;
    steps[what](this, ...details);
    this.store.notify();
    for (let turn = 0; turn < 5; turn++) await undefined;
    this.check();
  }

  /** Compares what everybody was told with what there is to show. */
  check(): void {
    const { controller, store, now } = this;
    const visible = store.getVisibleState();
    const plain = this.visiblePlain();
    this.#compareReferences(applyLayers(this.#plain, this.#undeleted));
    assertEquals(visible.toJSON().entities, plain.toJSON().entities);
    for (const subscriber of this.#subscribers.values()) {
      const { endpoint, args, told, count } = subscriber;
      const name = `${endpoint.name} ${JSON.stringify(args)}`;
      const { data, error, expiryStatus, expiresAt, isUsable } = readResponse(
        controller,
        endpoint,
        args,
        visible,
      );
      const last = told.at(-1)!;
      const isInvalid = expiryStatus === 1;
      // of what is incomplete nothing is said
      const shows = isInvalid || !isUsable ? undefined : data;
      assertStrictEquals(last.data, shows, name);
      assertStrictEquals(last.error, error, name);
      assert(told.length <= count + 1, `${name} is told once`);
      if (told.length > count && told.length > 1) {
        const [before, after] = told.slice(-2).map(textOfTold);
        // other references may show the same
        const isSame = before === after && !this.#isReferring;
        assert(!isSame, `${name} is told of what is equal: ${after}`);
      }
      // time alone tells nobody; what is in doubt is requested at once
      if (expiresAt !== subscriber.expiresAt && expiresAt !== 1) {
        assertEquals(last.stale, now > expiresAt, `${name} is stale`);
      }
      subscriber.expiresAt = expiresAt;
      assertEquals(contentOf(last.data), this.#expected(endpoint, args), name);
    }
    this.#checkRest(visible, plain);
  }

  #checkRest(visible: State, plain: State): void {
    for (const id of ids) {
      assertEquals(
        contentOf(this.controller.get(Comment, { id }, visible)),
        contentOf(this.#plain.get(Comment, { id }, plain)),
      );
    }
    const everything = this.controller.get(all, visible);
    assertEquals(contentOf(everything), contentOf(this.#plain.get(all, plain)));
    assertOneObjectEach(everything);
  }

  /** Whether comments that were and are there refer to other people. */
  #compareReferences(plain: State): void {
    const before = this.#references;
    this.#references = new Map();
    this.#isReferring = false;
    for (const [id, row] of plain.getEntities("Comment")?.entries() ?? []) {
      if (typeof row === "symbol") continue;
      const text = `${row.author} ${row.editor}`;
      this.#references.set(id, text);
      this.#isReferring ||= (before.get(id) ?? text) !== text;
    }
  }

  /** What is shown of a response, by the naive way. */
  #expected(endpoint: any, args: readonly any[]): unknown {
    const reading = (state: State) =>
      readResponse(this.#plain, endpoint, args as any[], state);
    const plain = this.visiblePlain();
    const visible = reading(plain);
    const undeleted = reading(applyLayers(this.#plain, this.#undeleted));
    const { data, expiryStatus, isUsable } =
      !visible.isUsable && undeleted.isUsable ? undeleted : visible;
    const isGone = (value: any) =>
      value instanceof Entity &&
      !this.#plain.get(value.constructor as any, value as any, plain);
    return contentOf(
      expiryStatus === 1 || !isUsable ? undefined : data,
      isGone,
    );
  }

  visiblePlain(): State {
    return applyLayers(this.#plain, this.#base);
  }

  dispatch(action: ActionTypes): void {
    this.controller.dispatch(action).catch(() => {});
  }

  /** What reaches the store reaches the reducer. */
  #record(action: ActionTypes): void {
    if (action.type === "rdc/gc") return;
    this.#base = this.#reduce(this.#base, action);
    if (action.type !== "rdc/fetch" || !isDeletion(action)) {
      this.#undeleted = this.#reduce(this.#undeleted, action);
    }
  }

  set(schema: any, params: object, value: any): void {
    const { stamps } = this.controller;
    this.dispatch(actions.createSet(schema, { args: [params], value }, stamps));
  }

  load(endpoint: any, args: any[], response: any, fetchedAt?: number): void {
    const { stamps } = this.controller;
    this.dispatch(
      actions.createSetResponse(
        endpoint,
        { args, response, fetchedAt } as never,
        stamps,
      ),
    );
  }

  begin(endpoint: any, fields: any): void {
    const key = /name|follow|dismiss/.test(endpoint.name)
      ? "Person"
      : "Comment";
    const row = this.#base.getEntity(key, fields.id);
    // whether an edit would bring back what is deleted twice is not kept
    if (typeof row === "symbol" && /edit|rename/.test(endpoint.name)) return;
    const fetch = actions.createFetch(
      endpoint,
      { args: [fields] },
      this.controller.stamps,
    );
    fetch.meta.promise.catch(() => {});
    this.#pending.push(fetch);
    this.dispatch(fetch);
  }

  settle(choice: number, error: boolean): void {
    const at = choice % (this.#pending.length || 1);
    const [fetch] = this.#pending.splice(at, 1);
    if (fetch === undefined) return;
    const { endpoint, args, meta: { fetchedAt } } = fetch;
    const response = error
      ? Object.assign(new Error("refused"), { status: 422 })
      : args[0];
    this.controller.resolve(endpoint, {
      args: args as never,
      response: response as never,
      fetchedAt,
      error: error as false,
    }).catch(() => {});
  }

  subscribe(index: number): void {
    const known = this.#subscribers.get(index);
    if (known) {
      known.stop();
      this.#subscribers.delete(index);
      return;
    }
    const [endpoint, args] = shown[index % shown.length]!;
    const subscriber = new Subscriber(endpoint, args);
    this.#subscribers.set(index, subscriber);
    subscriber.stop = observeResponse(
      this.controller,
      this.store,
      endpoint,
      args as any[],
      (response) => void subscriber.told.push(response),
      { fetch: false, live: false },
    );
  }

  leave(): void {
    for (const { stop } of this.#subscribers.values()) stop();
    this.#subscribers.clear();
  }

  /** Removes what is old and not used; the same of the naive states. */
  sweep(isLater: boolean): void {
    if (isLater) this.now += 200_000;
    const before = rowsOf(this.store.getState());
    this.policy.sweep();
    const after = this.store.getState();
    const entities = before.rows
      .filter(({ key, pk }) => after.getEntity(key, pk) === undefined);
    const endpoints = before.keys
      .filter((key) => after.getEndpointRecord(key) === undefined);
    const removal = { type: "rdc/gc", entities, endpoints } as const;
    this.#base = this.#reduce(this.#base, removal);
    this.#undeleted = this.#reduce(this.#undeleted, removal);
  }

  reset(): void {
    this.#pending = [];
    // objects without entities are made anew
    for (const subscriber of this.#subscribers.values()) {
      subscriber.count = Infinity;
    }
    this.dispatch(actions.createReset(this.controller.stamps as never));
  }

  keep(): void {
    this.#kept.push({
      state: this.store.getVisibleState(),
      plain: this.visiblePlain(),
    });
  }

  /** Reads one comment, or all of them, of states of before. */
  readKept(id: string, choice: number): void {
    for (const { state, plain } of this.#kept.slice(-3)) {
      const [schema, args] = choice % 2 ? [Comment, { id }] : [all, {}];
      const value = this.controller.get(schema as any, args, state);
      const expected = this.#plain.get(schema as any, args, plain);
      assertEquals(contentOf(value), contentOf(expected));
      assertOneObjectEach(value);
    }
  }

  expireAll(): void {
    this.dispatch({ type: "rdc/expireall", testKey: () => true } as never);
  }

  invalidate(choice: number): void {
    const [endpoint, args] = shown[choice % shown.length]!;
    const key = endpoint.key(...args);
    this.dispatch({ type: "rdc/invalidate", key } as never);
  }
}

/** Fields of a comment. Replies are later ones: what contains itself may be built anew. */
function fieldsOf(id: string, other: string, choice: number): any {
  const person = people[choice % 3]!;
  switch (choice % 9) {
    case 0:
      return { id, text: "one" };
    case 1:
      return { id, text: "two", mood: "good" };
    case 2:
      return { id, text: "bad" };
    case 3:
      return { id, mood: "bad" };
    case 4:
      return { id, author: { id: person, name: person } };
    case 5:
      return { id, editor: { id: person } };
    case 6:
      return { id, replies: [] };
    case 7:
      return {
        id,
        text: "three",
        replies: other > id ? [{ id: other, text: "four" }] : [],
      };
    default:
      return { id, author: { id: person }, editor: { id: person, name: "x" } };
  }
}

/** The same with primary keys in place of what is nested. */
function sentOf(fields: any): any {
  return Object.fromEntries(
    Object.entries<any>(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(({ id }) => id) : value.id ?? value,
    ]),
  );
}

type StepOf = (
  world: ToldWorld,
  id: string,
  other: string,
  choice: number,
) => unknown;

export const steps = {
  load: (world, id, other, choice) =>
    world.load(getComment, [{ id }], fieldsOf(id, other, choice)),
  loadEither: (world, id, other, choice) =>
    world.load(getEither, [{ type: "comment", id }], {
      type: "comment",
      ...fieldsOf(id, other, choice),
    }),
  loadPerson: (world, _id, _other, choice) => {
    const id = people[choice % 3]!;
    world.load(getPerson, [{ id }], { id, name: `${choice}` });
  },
  loadList: (world, id, other, choice) => {
    const rows = [
      fieldsOf(id, other, choice),
      ...id === other ? [] : [{ id: other }],
    ];
    if (choice % 2) return world.load(getList, [{}], rows);
    const replies = rows.filter(({ id }) => id > "a");
    world.load(getList, [{ parent: "a" }], replies);
  },
  loadMap: (world, id, other, choice) =>
    world.load(getMap, [], { x: fieldsOf(id, other, choice), y: other }),
  loadPage: (world, id, other, choice) =>
    world.load(getPage, [], {
      top: fieldsOf(id, other, choice),
      rows: [other],
      cursor: `${choice}`,
    }),
  set: (world, id, other, choice) =>
    world.set(Comment, { id }, fieldsOf(id, other, choice)),
  delete: (world, id) => world.set(new Invalidate(Comment), { id }, { id }),
  deletePerson: (world, _id, _other, choice) => {
    const id = people[choice % 3]!;
    world.set(new Invalidate(Person), { id }, { id });
  },
  edit: (world, id, other, choice) =>
    world.begin(edit, sentOf(fieldsOf(id, other, choice))),
  // nobody deletes her for a while: what is computed is computed of what is visible
  follow: (world) => world.begin(follow, { id: "r" }),
  // what is created anew has nothing of what was deleted
  push: (world, _id, other, choice) =>
    world.begin(push, {
      ...sentOf(fieldsOf("d", other, choice)),
      ...choice % 2 && { parent: "a" },
      ...choice % 3 && { replies: [] },
    }),
  remove: (world, id) => id < "d" && world.begin(remove, { id }),
  dismiss: (world, _id, _other, choice) =>
    world.begin(dismiss, { id: people[choice % 2] }),
  rename: (world, _id, _other, choice) =>
    world.begin(rename, { id: people[choice % 2], name: `new ${choice}` }),
  confirm: (world, _id, _other, choice) => world.settle(choice, false),
  refuse: (world, _id, _other, choice) => world.settle(choice, true),
  subscribe: (world, _id, _other, choice) => world.subscribe(choice),
  leave: (world) => world.leave(),
  sweep: (world) => world.sweep(true),
  sweepEarly: (world) => world.sweep(false),
  reset: (world, _id, _other, choice) => {
    world.reset();
    // nobody reads between two
    if (choice % 2) world.reset();
  },
  keep: (world) => world.keep(),
  readKept: (world, id, _other, choice) => world.readKept(id, choice),
  expireAll: (world) => world.expireAll(),
  invalidate: (world, _id, _other, choice) => world.invalidate(choice),
} satisfies Record<string, StepOf>;

function isDeletion({ endpoint }: FetchAction): boolean {
  return endpoint.schema instanceof Invalidate;
}

function rowsOf(state: State) {
  const rows = [...state.tableKeys()].flatMap((key) =>
    [...state.getEntities(key)!.keys()].map((pk) => ({ key, pk }))
  );
  return { rows, keys: [...state.endpointKeys()] };
}

/**
 * All that a value shows.
 *
 * @param isGone What is left out where it can be.
 */
function contentOf(value: any, isGone = (_value: unknown) => false): any {
  if (typeof value !== "object" || value === null) return value;
  const content = (item: unknown) => contentOf(item, isGone);
  const stays = (item: unknown) => item !== undefined && !isGone(item);
  if (Array.isArray(value)) return value.filter(stays).map(content);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, item]) => /^(author|top)$/.test(name) || stays(item))
      .map(([name, item]) => [name, content(item)]),
  );
}

function textOf(value: unknown): string {
  return JSON.stringify(contentOf(value)) ?? "none";
}

function textOfTold({ data, error, loading, stale }: ObservedResponse): string {
  return JSON.stringify([textOf(data), `${error}`, loading, stale]);
}

/** No row is two objects in one value. */
function assertOneObjectEach(value: unknown): void {
  const objects = new Map<string, object>();
  const seen = new Set<object>();
  const visit = (value: any) => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (value instanceof Entity) {
      const name = `${value.constructor.name} ${(value as any).id}`;
      assertStrictEquals(objects.get(name) ?? value, value, `${name} is one`);
      objects.set(name, value);
    }
    Object.values(value).forEach(visit);
  };
  visit(value);
}
