// deno-lint-ignore-file no-explicit-any -- rows and values of random graphs
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import {
  actions,
  applyLayers,
  createReducer,
  deserialize,
  initialState,
  serialize,
  type State,
} from "../../../controller/mod.ts";
import type { ActionTypes, FetchAction } from "../../../controller/contract.ts";
import { newestStamp } from "../../../controller/stamps.ts";
import {
  All,
  Collection,
  Entity,
  INVALID,
  Invalidate,
  Lazy,
  Query,
  Scalar,
  type StandardSchema,
  Union,
  Values,
} from "../../../schema/mod.ts";
import { cellKey } from "../../../schema/scalar.ts";
import { captureConsole, quietly } from "../../support/capture_console.ts";
import { assertProperty } from "../../support/property.ts";
import { mutation, Quay, read } from "../state/quay.ts";

class Crate extends Entity {
  id = "";
  label = "";
}

/** Accepts numbers, and shows them with their unit. */
const metres: StandardSchema<number, string> = {
  "~standard": {
    version: 1,
    vendor: "yard",
    validate: (value) =>
      typeof value === "number"
        ? { value: `${value} m` }
        : { issues: [{ message: "Expected a number" }] },
  },
};

const views = ["port", "starboard"];
const share = new Scalar({ lens: (args) => args[0]?.view, key: "share" });
const crew = new Collection([Crate], {
  argsKey: ({ ship }: any) => ({ ship }),
  nestKey: (ship: any) => ({ ship: ship.id }),
});

/** Refers to others of its kind in every way; without `must` it is not valid. */
class Ship extends Entity {
  id = "";
  name = "";
  next: unknown = null;
  must: unknown = "none";
  many: unknown[] = [];
  map: Record<string, unknown> = {};
  pick: unknown = null;
  later: unknown = null;
  share: unknown = "none";
  crew: unknown[] = [];
  size: unknown = 0;
  static override indexes = ["name"] as const;
}
(Ship as any).schema = {
  next: Ship,
  must: Ship,
  many: [Ship],
  map: new Values(Ship),
  pick: new Union({ ship: Ship, crate: Crate }, "type" as never),
  later: new Lazy(Ship),
  share,
  crew,
  size: metres,
};
const { later } = (Ship as any).schema;

const fleet = new Collection([Ship], { argsKey: () => ({}) });
const all = new All(Ship);
const count = new Query(all, (ships) => (ships as unknown[]).length);
const ids = ["a", "b", "c", "d", "e"];
const names = ["Fram", "Vega", "Orca"];

const getShip = read("getShip", { schema: Ship });
const getFleet = read("getFleet", { schema: fleet, key: () => "getFleet" });
const edit = mutation("edit", {
  schema: Ship,
  getOptimisticResponse: (_snapshot: unknown, fields: object) => fields,
});
const follow = mutation("follow", {
  schema: Ship,
  getOptimisticResponse: (snapshot: any, { id, name }: any) => {
    const known = snapshot.get(Ship, { id });
    if (!known) throw snapshot.abort;
    return { id, name: known.name + name, many: [id] };
  },
});
const launch = mutation("launch", {
  schema: fleet.push,
  getOptimisticResponse: (_snapshot: unknown, fields: object) => fields,
});
const scrap = mutation("scrap", {
  schema: new Invalidate(Ship),
  getOptimisticResponse: (_snapshot: unknown, { id }: any) => ({ id }),
});

/** What happens, whom it concerns, and another choice. */
type Step = readonly [kind: number, id: string, other: string, choice: number];

const steps = fc.array(
  fc.tuple(
    fc.nat(24),
    fc.constantFrom(...ids),
    fc.constantFrom(...ids),
    fc.nat(15),
  ),
  { minLength: 20, maxLength: 45 },
);

/** A moment that reads can come back to. */
interface Moment {
  /** What the store showed, and what was confirmed. */
  readonly visible: State;
  readonly base: State;
  /** The same, by the naive way. */
  readonly plain: State;
  readonly plainBase: State;
}

/** What was seen of something, by what it was made of. */
interface Seen {
  readonly signature: string;
  readonly value: unknown;
  /** What was pending. */
  readonly layers: string;
  /** How much had been confirmed. */
  readonly writes: number;
  /** How much had happened at all. */
  readonly changes: number;
}

/** A store, and beside it a reducer that applies all layers anew whenever somebody looks. */
class Trial {
  // malformed rows are reported
  #quay = new Quay(undefined, { onReport() {} });
  readonly #reduce = createReducer(this.#quay.controller);
  #plainBase: State = initialState;
  #pending: FetchAction[] = [];
  readonly #moments: Moment[] = [];
  readonly #seen = new Map<string, Seen>();
  /** How many layers have come or gone. */
  #turns = 0;
  /** How much was confirmed. */
  #writes = 0;
  /** How much has happened at all. */
  #changes = 0;

  get #plain(): State {
    return applyLayers(this.#quay.controller, this.#plainBase);
  }

  apply([kind, id, other, choice]: Step): void {
    this.#quay.now++;
    const fields = this.#fields(id, other, choice);
    this.#changes++;
    if (![10, 11, 12, 15, 16, 24].includes(kind)) this.#writes++;
    switch (kind) {
      case 0:
      case 1:
      case 2:
        return this.#set(Ship, { id }, fields);
      case 3:
        return this.#load(getShip, [{ id }], fields);
      case 4:
      case 5:
        return this.#load(getFleet, [], [fields, other]);
      case 6:
        return this.#set(fleet.push, {}, fields);
      case 7:
        return this.#set(new Invalidate(Ship), { id }, { id });
      case 8:
        return this.#set(Ship, { id }, (ship: Ship) => ({
          id,
          name: `${ship.name}!`,
        }));
      case 9:
        return this.#dispatch({
          type: "rdc/expireall",
          testKey: () => true,
        } as never);
      case 10:
      case 11:
        return this.#begin(edit, fields);
      case 12:
        return this.#begin([follow, launch, scrap][choice % 3]!, fields);
      case 13:
      case 14:
        return this.#settle(choice, fields, false);
      case 15:
      case 16:
        return this.#settle(choice, fields, true);
      case 17:
        // a sweep removes nothing that layers are made of
        if (this.#pending.length > 0) return;
        return this.#dispatch({
          type: "rdc/gc",
          entities: [{ key: "Ship", pk: id }],
          endpoints: choice % 2 ? ["getFleet"] : [],
        });
      case 18:
        return this.#goBack(choice);
      case 19: {
        const text = serialize(this.#plainBase, this.#quay.now);
        const copy = () => deserialize(text, this.#quay.now);
        this.#replace(copy(), copy());
        return;
      }
      case 20: {
        const view = views[choice % 2]!;
        return this.#set(Ship, { id, view }, { ...fields, share: choice });
      }
      case 21: {
        const view = views[choice % 2]!;
        return this.#load(getShip, [{ id, view }], { ...fields, share: other });
      }
      case 22:
        return this.#set(crew.push, { ship: id }, { id: other, label: "new" });
      case 23:
        // the second row is refused, the first one is stored
        return this.#load(getFleet, [], [fields, { id: other, size: "wide" }]);
      case 24: {
        const view = views[choice % 2]!;
        return this.#begin(edit, { ...fields, share: choice, view });
      }
    }
  }

  /** Compares what is visible and what is confirmed. */
  check(): void {
    const { visible, base } = this.#quay;
    const plain = this.#plain;
    const plainBase = this.#plainBase;
    this.#checkReads(visible, plain, true);
    this.#checkReads(base, plainBase, false);
    this.#moments.push({ visible, base, plain, plainBase });
  }

  /** Compares a state that was the newest once. */
  checkPast(choice: number): void {
    const moment = this.#moments[choice % Math.max(1, this.#moments.length)];
    if (moment === undefined) return;
    this.#checkReads(moment.visible, moment.plain, false);
    this.#checkReads(moment.base, moment.plainBase, false);
  }

  #fields(id: string, other: string, choice: number): any {
    const name = names[choice % 3]!;
    switch (choice) {
      case 0:
      case 1:
        return { id, name };
      case 2:
        return { id, name, next: { id: other, name: names[0] } };
      case 3:
        return { id, must: { id: other } };
      case 4:
      case 5:
        return { id, many: [{ id: other, name }, { id: "a" }] };
      case 6:
        return { id, map: { x: { id: other }, y: { id: "b", name } } };
      case 7:
        return { id, pick: { type: "ship", id: other } };
      case 8:
        return { id, pick: { type: "crate", id: other, label: name } };
      case 9:
        return { id, next: null, must: undefined };
      case 10:
        return { id, many: [] };
      case 12:
        return { id, later: { id: other, name } };
      case 13:
        return { id, crew: [{ id: other, label: name }, { id: "c" }] };
      case 14:
        return { id, size: ids.indexOf(other) };
      case 15:
        return { id, crew: [], later: other };
      default:
        return { id, name, next: { id: other, next: { id } } };
    }
  }

  #dispatch(action: ActionTypes): void {
    this.#quay.store.dispatch(action).catch(() => {});
    this.#plainBase = this.#reduce(this.#plainBase, action);
  }

  #set(schema: any, params: object, value: any): void {
    const { stamps } = this.#quay.controller;
    this.#dispatch(
      actions.createSet(schema, { args: [params], value }, stamps),
    );
  }

  #load(endpoint: any, args: any[], response: any): void {
    const { stamps } = this.#quay.controller;
    this.#dispatch(
      actions.createSetResponse(endpoint, { args, response }, stamps),
    );
  }

  #begin(endpoint: any, fields: object): void {
    const { stamps } = this.#quay.controller;
    const fetch = actions.createFetch(endpoint, { args: [fields] }, stamps);
    fetch.meta.promise.catch(() => {});
    this.#turns++;
    this.#pending.push(fetch);
    this.#dispatch(fetch);
  }

  #settle(choice: number, fields: any, error: boolean): void {
    const [fetch] = this.#pending.splice(
      choice % (this.#pending.length || 1),
      1,
    );
    if (fetch === undefined) return;
    this.#turns++;
    const { endpoint, args, key, meta: { fetchedAt } } = fetch;
    const { id } = args[0] as { id: string };
    const answer = choice % 2 ? args[0] : { ...fields, id };
    const response = error ? new Error("refused") : answer;
    this.#dispatch(
      actions.createSetResponse(endpoint, {
        key,
        args,
        response,
        fetchedAt,
        error: error as false,
      }, this.#quay.controller.stamps),
    );
  }

  #goBack(choice: number): void {
    const moment = this.#moments[choice % Math.max(1, this.#moments.length)];
    if (moment === undefined) return;
    // pending layers of another time are not taken over
    const plain = deserialize(serialize(moment.plainBase), Infinity);
    this.#replace(moment.base, plain);
  }

  #replace(state: State, plain: State): void {
    const { now } = this.#quay;
    this.#quay = new Quay(state, { onReport() {} });
    this.#quay.now = now;
    this.#quay.controller.stamps.moveAbove(newestStamp(state));
    this.#plainBase = plain;
    this.#pending = [];
    this.#seen.clear();
  }

  #checkReads(state: State, plain: State, isVisible: boolean): void {
    const { controller } = this.#quay;
    const rows: any = plain.toJSON().entities;
    assertEquals(state.toJSON().entities, rows);
    const model = new Naive(rows, isVisible);
    const pks = [...plain.getEntities("Ship")?.keys() ?? []];
    assertEquals([...state.getEntities("Ship")?.keys() ?? []], pks);
    for (const id of ids) {
      const ship: any = controller.get(Ship, { id }, state);
      model.compare(ship, "Ship", id);
      if (isVisible) {
        this.#checkIdentity(`ship ${id}`, ship, model, [id]);
      }
      const viaResponse: any = controller
        .getResponse(getShip as any, { id }, state);
      // what only a layer deleted stays with readers of a response
      if (isVisible && ship !== undefined && viaResponse.isUsable) {
        assertStrictEquals(viaResponse.data, ship);
      }
    }
    for (const view of views) {
      const lens = new Naive(rows, isVisible, view);
      for (const id of ids) {
        const args = { id, view } as { id: string };
        const ship: any = controller.get(Ship, args, state);
        lens.compare(ship, "Ship", id);
        if (isVisible) {
          this.#checkIdentity(`ship ${id} ${view}`, ship, lens, [id]);
        }
      }
    }
    for (const id of ids) {
      assertStrictEquals(
        controller.get(later.query, { id }, state),
        controller.get(Ship, { id }, state),
      );
    }
    const shown = pks.filter((id) => model.isShown("Ship", id));
    const everything: any = controller.get(all, state);
    const list = everything ?? [];
    model.compareList(list, shown);
    assertEquals(controller.get(count, state) ?? 0, list.length);
    const members: any = controller.get(fleet as any, {}, state);
    const plainMembers: any = controller.get(fleet as any, {}, plain);
    assertEquals(members === undefined, plainMembers === undefined);
    const inFleet = plainMembers?.map(({ id }: Ship) => id);
    if (members !== undefined) model.compareList(members, inFleet);
    for (const name of names) {
      const found: any = controller.get(Ship, { name } as any, state);
      const expected: any = controller.get(Ship, { name } as any, plain);
      assertEquals(found?.id, expected?.id, `the ship named ${name}`);
    }
    if (!isVisible) return;
    this.#checkIdentity("all", everything, model, pks);
    this.#checkIdentity("fleet", members, model, inFleet ?? []);
  }

  /** What is made of the same as last time is the same object; in a cycle, as long as there was no layer. */
  #checkIdentity(
    name: string,
    value: unknown,
    model: Naive,
    ids: readonly string[],
  ): void {
    const signature = `${ids} ${model.closure(ids)}`;
    const layers = this.#pending.map(({ meta }) => meta.fetchedAt).join();
    const seen = this.#seen.get(name);
    if (
      seen?.signature === signature && ids.length > 0 &&
      // what changed twice may have changed and come back
      (this.#changes - seen.changes < 2 ||
        this.#writes === seen.writes && layers === seen.layers) &&
      (this.#turns === 0 || !ids.some((id) => model.isInCycle(id)))
    ) assert(seen.value === value, `${name} keeps its identity`);
    this.#seen.set(name, {
      signature,
      value,
      layers,
      writes: this.#writes,
      changes: this.#changes,
    });
  }
}

/** Says what is read from rows, by following every reference anew. */
class Naive {
  readonly #rows: any;
  readonly #isNewest: boolean;
  readonly #view: string | undefined;
  readonly #compared = new Map<string, Set<unknown>>();

  /**
   * @param isNewest Whether what is read is the newest state: of others values may have been read before, when those were.
   * @param view What the arguments say of columns that depend on it.
   */
  constructor(rows: any, isNewest: boolean, view?: string) {
    this.#rows = rows;
    this.#isNewest = isNewest;
    this.#view = view;
  }

  isShown(key: string, id: string, seen = new Set<string>()): boolean {
    const row = this.#rows[key]?.[id];
    return row !== undefined && !this.#isRefuted(key, id, seen);
  }

  /** Whether it is deleted, or needs one that is. */
  #isRefuted(key: string, id: string, seen: Set<string>): boolean {
    const row = this.#rows[key]?.[id];
    if (row === INVALID) return true;
    if (typeof row?.must !== "string" || seen.has(id)) return false;
    seen.add(id);
    return this.#isRefuted("Ship", row.must, seen);
  }

  compare(value: any, key: string, id: string): void {
    const name = `${key} ${id}`;
    const compared = this.#compared.get(name) ?? new Set();
    this.#compared.set(name, compared);
    if (compared.has(value)) return;
    assert(compared.size === 0 || !this.#isNewest, `${name} is one instance`);
    compared.add(value);
    if (!this.isShown(key, id)) {
      return assertStrictEquals(value, undefined);
    }
    const row = this.#rows[key][id];
    assertEquals(value.id, id);
    if (key === "Crate") return assertEquals(value.label, row.label ?? "");
    assertEquals(value.name, row.name ?? "");
    if (row.next != null) this.compare(value.next, "Ship", row.next);
    else assertEquals(value.next, null);
    if (typeof row.must === "string") {
      this.compare(value.must, "Ship", row.must);
    }
    this.compareList(value.many, this.#shown(row.many ?? []));
    const entries = Object.entries<any>(row.map ?? {})
      .filter(([, id]) => this.isShown("Ship", id));
    assertEquals(
      Object.keys(value.map).sort(),
      entries.map(([name]) => name).sort(),
    );
    for (const [name, id] of entries) this.compare(value.map[name], "Ship", id);
    assertStrictEquals(value.later, row.later ?? null);
    assertEquals(value.size, `${row.size ?? 0} m`);
    assertStrictEquals(value.share, this.#cellOf(id)?.share);
    const members: string[] = this.#rows["[Crate]"]?.[row.crew] ?? [];
    assertEquals(value.crew.map(({ id }: Crate) => id), members);
    members.forEach((id, at) => this.compare(value.crew[at], "Crate", id));
    const { pick } = row;
    if (pick != null) {
      this.compare(
        value.pick,
        pick.schema === "ship" ? "Ship" : "Crate",
        pick.id,
      );
    }
  }

  compareList(values: readonly any[], ids: string[]): void {
    assertEquals(values.map(({ id }) => id), ids);
    ids.forEach((id, index) => this.compare(values[index], "Ship", id));
  }

  #shown(ids: readonly string[]): string[] {
    return ids.filter((id) => this.isShown("Ship", id));
  }

  /** Every row that values of these are made of. */
  closure(ids: readonly string[]): string {
    const seen = new Map<string, unknown>();
    const pending = ids.map((id) => `Ship ${id}`);
    for (let name = pending.pop(); name; name = pending.pop()) {
      if (seen.has(name)) continue;
      const row = this.#row(name);
      seen.set(name, typeof row === "symbol" ? "deleted" : row);
      pending.push(...this.#references(name));
    }
    return JSON.stringify(
      [...seen].sort(([a], [b]) => a < b ? -1 : 1),
      // a field that is undefined shows something else than one that is absent
      (_, value) => value === undefined ? "undefined" : value,
    );
  }

  /** Whether something that a value is made of contains itself. */
  isInCycle(id: string): boolean {
    const done = new Set<string>();
    const visit = (name: string, above: readonly string[]): boolean => {
      if (above.includes(name)) return true;
      if (done.has(name)) return false;
      done.add(name);
      return this.#references(name)
        .some((other) => visit(other, [...above, name]));
    };
    return visit(`Ship ${id}`, []);
  }

  /** The columns of a ship that depend on the arguments. */
  #cellOf(id: string): any {
    const { "Scalar(share)": cells = {} } = this.#rows;
    return this.#view === undefined
      ? undefined
      : cells[cellKey("Ship", id, this.#view)];
  }

  #row(name: string): any {
    const [key, id] = name.split(" ") as [string, string];
    return this.#rows[key]?.[id];
  }

  #references(name: string): string[] {
    const row = this.#row(name);
    if (!name.startsWith("Ship") || typeof row !== "object") return [];
    const { next, must, many = [], map = {}, pick, crew } = row;
    const [, id] = name.split(" ") as [string, string];
    const crates: string[] = this.#rows["[Crate]"]?.[crew] ?? [];
    const ships = [next, must, ...many, ...Object.values(map)]
      .filter((id) => typeof id === "string");
    if (pick?.schema === "ship") ships.push(pick.id);
    return [
      ...ships.map((id) => `Ship ${id}`),
      ...pick?.schema === "crate" ? [`Crate ${pick.id}`] : [],
      ...crew === undefined ? [] : [`[Crate] ${crew}`],
      ...crates.map((crate) => `Crate ${crate}`),
      ...this.#view !== undefined
        ? [`Scalar(share) ${cellKey("Ship", id, this.#view)}`]
        : [],
    ];
  }
}

Deno.test("whatever is written, pending, taken back, swept, returned to or hydrated, the graph shows what a naive model says, and what did not change is the same object [controller/OPT-1] [controller/STA-2] [controller/STA-3] [schema/REF-1]", () => {
  // rows that are short of a field, or refused, are told of thousands of times
  quietly(() => captureConsole("error", holdsForAll));
});

function holdsForAll(): void {
  assertProperty(
    fc.property(steps, fc.infiniteStream(fc.nat(5)), (sequence, choices) => {
      const trial = new Trial();
      for (const step of sequence) {
        trial.apply(step);
        const choice = choices.next().value!;
        if (choice < 3) trial.check();
        if (choice === 0) trial.checkPast(step[3]);
      }
      trial.check();
    }),
    // each night many more, on other examples
    300,
  );
}
