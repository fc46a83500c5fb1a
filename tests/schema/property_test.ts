// deno-lint-ignore-file no-explicit-any -- rows and values of random schemas
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { All } from "../../schema/all.ts";
import { INVALID } from "../../schema/invalid.ts";
import { Invalidate } from "../../schema/invalidate.ts";
import { MemoCache } from "../../schema/memo_cache.ts";
import { normalize } from "../../schema/normalize.ts";
import { Query } from "../../schema/query.ts";
import { CountingReader } from "../support/stored_world.ts";
import { Model, type Picked } from "./support/model.ts";
import {
  type Kinds,
  type KindShape,
  makeKinds,
  shapes,
} from "./support/random_schema.ts";
import { PORTFOLIOS, type Step, steps } from "./support/random_steps.ts";

/** A store, and the model that says what reads of it should give. */
class Run {
  readonly kinds: Kinds;
  model: Model;
  readonly memo = new MemoCache();
  readonly alls: All<any>[];
  readonly counts: Query<any, any>[];
  parts: any = { entities: {}, entitiesMeta: {}, indexes: {} };
  #now = 100;
  /** Results of responses, with what they refer to. */
  readonly results: { kind: number; result: string[] }[] = [];
  /** All states so far. */
  readonly past: { parts: any; model: Model }[] = [];
  /** What was seen, by what it was made from. */
  readonly #seen = new Map<string, any>();

  constructor(kindShapes: KindShape[]) {
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
        this.#put(collection.remove, [step.id], [
          { group: step.group },
        ]);
        break;
      case "invalidate":
        this.#put(new Invalidate(kind as any), { id: step.id }, []);
        break;
      case "collect":
        this.#collect(kind.key, step.id);
    }
    this.model.apply(step, this.#now);
    this.past.push({ parts: this.parts, model: this.model.copy() });
  }

  /** Reads an earlier state, as a reader does that has not followed yet. */
  checkPast(index: number, portfolio: string | undefined): void {
    const { parts, model } = this;
    Object.assign(this, this.past[index]);
    this.check(portfolio, false);
    Object.assign(this, { parts, model });
  }

  #put(schema: any, input: any, args: any[], lateBy = 0): any {
    const { result, ...parts } = normalize(schema, input, args, this.parts, {
      fetchedAt: this.#now - lateBy,
      date: this.#now,
      expiresAt: Infinity,
    });
    this.parts = parts;
    return result;
  }

  #collect(key: string, id: string): void {
    if (this.parts.entities[key] === undefined) return;
    const { [id]: _row, ...table } = this.parts.entities[key];
    const { [id]: _meta, ...metas } = this.parts.entitiesMeta[key];
    this.parts = {
      ...this.parts,
      entities: { ...this.parts.entities, [key]: table },
      entitiesMeta: { ...this.parts.entitiesMeta, [key]: metas },
    };
  }

  /** Reads everything under a lens, in an order of its own, and compares. */
  check(portfolio: string | undefined, isReversed: boolean): void {
    const reader = new CountingReader(this.parts);
    const args = portfolio === undefined ? [] : [{ portfolio }];
    const read = (schema: any, input: any) =>
      this.memo.denormalize(schema, input, reader, args).data as any;
    const found = new Map<string, any>();
    const compare = new Comparison(this.model, portfolio, found);
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
        const list = this.memo.query(this.alls[kind]!, args, reader)
          .data as any;
        const table = this.model.tables[kind];
        if (table === undefined) {
          assertStrictEquals(list, INVALID);
          return;
        }
        const ids = [...table.keys()];
        compare.list(list, kind, ids);
        this.#checkIdentity(
          `all ${kind}`,
          list,
          portfolio,
          ids.map((id) => [kind, id]),
          String(this.model.tableVersions[kind]),
        );
        const count = this.memo.query(this.counts[kind]!, args, reader)
          .data as any;
        assertEquals(count, [portfolio, list.length]);
      });
      for (const group of ["g", "h"]) {
        checks.push(() => {
          const list = this.memo.query(
            this.kinds.collections[kind]! as any,
            [{ group, portfolio }],
            reader,
          ).data as any;
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
        const list = this.memo.query(crew, [{ owner, portfolio }], reader);
        compare.crew(list.data, name, Number(kind));
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
    const place = `${key} of ${signature}`;
    if (this.#seen.has(place)) {
      assert(this.#seen.get(place) === value, `${key} keeps its identity`);
    }
    this.#seen.set(place, value);
  }
}

/** Compares what is read in one state with the model, and checks that each entity is one instance. */
class Comparison {
  readonly #model: Model;
  readonly #portfolio: string | undefined;
  readonly #found: Map<string, any>;

  constructor(
    model: Model,
    portfolio: string | undefined,
    found: Map<string, any>,
  ) {
    this.#model = model;
    this.#portfolio = portfolio;
    this.#found = found;
  }

  /** The value of an entity read by itself. */
  entity(value: any, kind: number, id: string): void {
    const name = `${kind} ${id}`;
    if (this.#found.has(name)) {
      assert(this.#found.get(name) === value, `${name} is one instance`);
      return;
    }
    this.#found.set(name, value);
    const entry = this.#model.entry(kind, id);
    if (entry === undefined) return assertStrictEquals(value, undefined);
    if (this.#model.isInvalid(kind, id)) {
      return assertStrictEquals(value, INVALID);
    }
    const shape = this.#model.shapes[kind]!;
    const field = (name: string, absent: unknown) =>
      entry.fields.has(name) ? entry.fields.get(name)!.value : absent;
    assertEquals(value.id, id);
    assertEquals(value.name, field("name", "default"));
    assertEquals(
      value.value,
      this.#scalar(kind, id, field("value", "default")),
    );
    this.reference(value.one, shape.one, field("one", null));
    this.reference(value.must, shape.must, field("must", null));
    this.list(value.many, shape.many, field("many", []) as string[]);
    this.#crew(value.crew, kind, id, entry.fields.has("crew"));
    const picked = field("pick", null) as Picked | null;
    if (picked === null) assertStrictEquals(value.pick, null);
    else this.reference(value.pick, picked.kind, picked.id);
    this.#map(value.map, shape.map, field("map", {}) as any);
  }

  /** An entity in a field. */
  reference(value: any, kind: number, id: any): void {
    if (id === null) return assertStrictEquals(value, null);
    if (this.#isHidden(kind, id)) return assertStrictEquals(value, undefined);
    this.entity(value, kind, id);
  }

  /** Entities in a list, without those that are not there. */
  list(values: any[], kind: number, ids: (string | null)[]): void {
    const shown = ids.filter((id) => id === null || !this.#isHidden(kind, id));
    assertEquals(values.length, shown.length);
    shown.forEach((id, index) => this.reference(values[index], kind, id));
  }

  #crew(values: any, kind: number, id: string, isStored: boolean): void {
    if (!isStored) return assertEquals(values, []);
    const member = this.#model.shapes[kind]!.crew;
    this.crew(values, `${member} of ${kind}${id}`, member);
  }

  /** A nested list, which is one list also where it is read by itself. */
  crew(values: any, name: string, member: number): void {
    if (this.#found.has(name)) {
      assert(this.#found.get(name) === values, `crew ${name} is one list`);
      return;
    }
    this.#found.set(name, values);
    this.list(values, member, this.#model.lists.get(name)!.members);
  }

  #map(values: any, kind: number, ids: Record<string, string>): void {
    const shown = Object.entries(ids).filter(([, id]) =>
      !this.#isHidden(kind, id)
    );
    assertEquals(
      Object.keys(values).sort(),
      shown.map(([name]) => name).sort(),
    );
    for (const [name, id] of shown) this.entity(values[name], kind, id);
  }

  #scalar(kind: number, id: string, stored: unknown): unknown {
    if (!this.#model.shapes[kind]!.hasScalar || stored !== "marker") {
      return stored;
    }
    return this.#portfolio === undefined
      ? undefined
      : this.#model.cell(kind, id, this.#portfolio)?.columns.get("value");
  }

  #isHidden(kind: number, id: string): boolean {
    return this.#model.entry(kind, id) === undefined ||
      this.#model.isInvalid(kind, id);
  }
}

/** Numbers of the run, so that a failure can be repeated. */
const seed = Number(Deno.env.get("PROPERTY_SEED") ?? 20260101);
const numRuns = Number(Deno.env.get("PROPERTY_RUNS") ?? 200);

Deno.test("after any sequence of writes every read equals a plain model, and what is untouched keeps its identity [schema/REF-1] [schema/REF-2] [schema/REF-3] [schema/REF-4] [schema/REF-5] [schema/REF-9] [schema/REF-12] [schema/REF-14] [schema/DEN-8]", () => {
  fc.assert(
    fc.property(shapes, steps, fc.infiniteStream(fc.nat()), (
      kindShapes,
      sequence,
      choices,
    ) => {
      const choose = (count: number) => choices.next().value! % count;
      const run = new Run(kindShapes);
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
    { seed, numRuns },
  );
});
