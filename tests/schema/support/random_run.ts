// deno-lint-ignore-file no-explicit-any -- rows and values of random schemas
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { assertProperty } from "../../support/property.ts";
import { All } from "../../../schema/all.ts";
import type { EntityMeta } from "../../../schema/contract.ts";
import { INVALID } from "../../../schema/invalid.ts";
import { Invalidate } from "../../../schema/invalidate.ts";
import { Query } from "../../../schema/query.ts";
import { Model } from "./model.ts";
import { ModelComparison } from "./model_comparison.ts";
import {
  type Kinds,
  type KindShape,
  makeKinds,
  shapes,
} from "./random_schema.ts";
import { PORTFOLIOS, type Step, steps } from "./random_steps.ts";

/** A store with immutable states. */
export interface Storage<State> {
  /** The empty state. */
  readonly initial: State;
  /** Stores a response. */
  put(
    state: State,
    schema: any,
    input: any,
    args: readonly any[],
    meta: EntityMeta,
  ): { result: any; state: State };
  /** Removes a row without a trace. */
  remove(state: State, key: string, pk: string): State;
  /** Reads a state. */
  readerOf(state: State): Reader;
}

/** What reads a state; every state of a run has one with the same memory. */
export interface Reader {
  /** Reads a stored result. */
  denormalize(schema: any, input: any, args: readonly any[]): any;
  /** Answers a query. */
  query(schema: any, args: readonly any[]): any;
}

/**
 * Applies random writes to a store and to a model that keeps plain copies, and
 * compares all reads after each of them.
 */
export function assertReadsEqualModel<State>(
  storage: () => Storage<State>,
): void {
  assertProperty(
    fc.property(shapes, steps, fc.infiniteStream(fc.nat()), (
      kindShapes,
      sequence,
      choices,
    ) => {
      const choose = (count: number) => choices.next().value! % count;
      const run = new RandomRun(storage(), kindShapes);
      for (const step of sequence) {
        run.apply(step);
        const lenses = choose(3) === 0
          ? PORTFOLIOS
          : [PORTFOLIOS[choose(PORTFOLIOS.length)]];
        for (const portfolio of lenses) run.check(portfolio, choose(2) === 0);
        if (choose(2) === 0) {
          run.checkPast(
            Math.max(0, run.past.length - 1 - choose(3)),
            lenses[0],
          );
        }
      }
      for (const portfolio of PORTFOLIOS) run.check(portfolio, false);
    }),
    80,
  );
}

/** A store, and the model that says what reads of it should give. */
class RandomRun<State> {
  readonly kinds: Kinds;
  model: Model;
  readonly alls: All<any>[];
  readonly counts: Query<any, any>[];
  state: State;
  readonly #storage: Storage<State>;
  #now = 100;
  /** Results of responses, with what they refer to. */
  readonly results: { kind: number; result: string[] }[] = [];
  /** All states so far. */
  readonly past: { state: State; model: Model }[] = [];
  /** What was seen, by what it was made from. */
  readonly #seen = new Map<string, any>();

  constructor(storage: Storage<State>, kindShapes: KindShape[]) {
    this.#storage = storage;
    this.state = storage.initial;
    this.kinds = makeKinds(kindShapes);
    this.model = new Model(kindShapes);
    this.alls = this.kinds.classes.map((kind) => new All(kind as any));
    this.counts = this.alls.map((all) =>
      new Query(
        all,
        (list: any[], { portfolio }: any = {}) => [portfolio, list.length],
      )
    );
  }

  apply(step: Step): void {
    this.#now += 2;
    const { classes, collections } = this.kinds;
    const kind = classes[step.kind]!;
    const collection: any = collections[step.kind]!;
    switch (step.type) {
      case "response": {
        const { items, portfolio, lateBy } = step;
        const result = this.#put([kind], items, [{ portfolio }], lateBy);
        this.results.push({ kind: step.kind, result });
        break;
      }
      case "list":
        this.#put(collection, step.items, [step]);
        break;
      case "push":
      case "unshift":
        this.#put(collection[step.type], step.items, [
          { group: step.group, portfolio: step.portfolio },
        ]);
        break;
      case "remove":
        this.#put(collection.remove, [step.id], [{ group: step.group }]);
        break;
      case "invalidate":
        this.#put(new Invalidate(kind as any), { id: step.id }, []);
        break;
      case "collect":
        this.state = this.#storage.remove(this.state, kind.key, step.id);
    }
    this.model.apply(step, this.#now);
    this.past.push({ state: this.state, model: this.model.copy() });
  }

  /** Reads an earlier state, as a reader does that has not followed yet. Its values may be new ones. */
  checkPast(index: number, portfolio: string | undefined): void {
    const { state, model } = this;
    Object.assign(this, this.past[index]);
    this.#seen.clear();
    this.check(portfolio, false, true);
    this.#seen.clear();
    Object.assign(this, { state, model });
  }

  #put(schema: any, input: any, args: any[], lateBy = 0): any {
    const { result, state } = this.#storage.put(
      this.state,
      schema,
      input,
      args,
      { fetchedAt: this.#now - lateBy, date: this.#now, expiresAt: Infinity },
    );
    this.state = state;
    return result;
  }

  /** Reads everything under a lens, in an order of its own, and compares. */
  check(
    portfolio: string | undefined,
    isReversed: boolean,
    isPast = false,
  ): void {
    const reader = this.#storage.readerOf(this.state);
    const args = portfolio === undefined ? [] : [{ portfolio }];
    const read = (schema: any, input: any) =>
      reader.denormalize(schema, input, args);
    const found = new Map<string, any>();
    const compare = new ModelComparison(this.model, portfolio, found, isPast);
    const checks: (() => void)[] = [];
    this.kinds.classes.forEach((schema, kind) => {
      for (const id of ["a", "b", "c", "d"]) {
        checks.push(() => {
          const value = read(schema, id);
          compare.entity(value, kind, id);
          this.#checkIdentity(`entity ${kind} ${id}`, value, portfolio, [
            [kind, id],
          ], id);
        });
      }
      checks.push(() => {
        const list = reader.query(this.alls[kind]!, args);
        const table = this.model.tables[kind];
        if (table === undefined) {
          assertStrictEquals(list, INVALID);
          return;
        }
        const ids = [...table.keys()];
        compare.list(list, kind, ids);
        this.#checkIdentity(
          `all ${kind} asked with ${portfolio}`,
          list,
          portfolio,
          ids.map((id) => [kind, id]),
          String(this.model.tableVersions[kind]),
        );
        const count = reader.query(this.counts[kind]!, args);
        assertEquals(count, [portfolio, list.length]);
      });
      for (const group of ["g", "h"]) {
        checks.push(() => {
          const list = reader.query(this.kinds.collections[kind]!, [
            { group, portfolio },
          ]);
          const expected = this.model.lists.get(`${kind} ${group}`);
          if (expected === undefined) {
            assertStrictEquals(list, undefined);
            return;
          }
          compare.list(list, kind, expected.members);
          this.#checkIdentity(
            `list ${kind} ${group}`,
            list,
            portfolio,
            expected.members.map((id) => [kind, id!]),
            String(expected.version),
          );
        });
      }
    });
    for (const name of this.model.lists.keys()) {
      const [, kind, owner] = /^(\d) of (\w+)$/.exec(name) ?? [];
      if (owner === undefined) continue;
      checks.push(() => {
        const crew: any = this.kinds.crews[Number(kind)];
        const list = reader.query(crew, [{ owner, portfolio }]);
        compare.crew(list, name, Number(kind));
      });
    }
    this.results.forEach(({ kind, result }, index) => {
      const schema = [this.kinds.classes[kind]];
      checks.push(() => {
        const list = read(schema, result);
        compare.list(list, kind, result);
        this.#checkIdentity(
          `result ${index}`,
          list,
          portfolio,
          result.map((id) => [kind, id]),
          "",
        );
      });
    });
    if (isReversed) checks.reverse();
    for (const check of checks) check();
  }

  /** What was made from the same things as last time is the same object. */
  #checkIdentity(
    name: string,
    value: any,
    portfolio: string | undefined,
    members: (readonly [number, string])[],
    own: string,
  ): void {
    const closures = members.map(([kind, id]) =>
      this.model.closure(kind, id, portfolio)
    );
    const isPlain = closures.every(({ isPlain }) => isPlain);
    const signature = JSON.stringify([
      own,
      closures.map(({ signature }) => signature),
    ]);
    const key = isPlain ? name : `${name} under ${portfolio}`;
    const before = this.#seen.get(key);
    if (before?.signature === signature) {
      assert(before.value === value, `${key} keeps its identity`);
    }
    this.#seen.set(key, { signature, value });
  }
}
