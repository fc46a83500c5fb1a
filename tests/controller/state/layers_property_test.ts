/**
 * Tried with layers that read rows and tables, and that create rows at both ends
 * of a list, in one that has an order, in one that has a filter and in one that
 * has neither, in lists that are there first and in those that come later.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { assertProperty } from "../../support/property.ts";
import type { FetchAction, Snapshot } from "../../../controller/mod.ts";
import { All, Collection, Entity, Invalidate } from "../../../schema/mod.ts";
import { mutation, Quay, read } from "./quay.ts";

class Berth extends Entity {
  id = "";
  a = 0;
  b = 0;
}

class Log extends Entity {
  id = "";
  text = "";
}

const pks = ["1", "2", "3"];

/** A recipe of a layer: what it reads and what it writes. */
const recipes = {
  sets: (_snap: Snapshot, pk: string, n: number) => ({ id: pk, a: n }),
  adds: (snap: Snapshot, pk: string, n: number) => {
    const berth = snap.get(Berth, { id: pk });
    if (!berth) throw snap.abort;
    return { id: pk, b: berth.b + n };
  },
  copies: (snap: Snapshot, pk: string) => {
    const other = pks[(pks.indexOf(pk) + 1) % pks.length]!;
    const berth = snap.get(Berth, { id: other });
    return { id: pk, a: berth?.a ?? -1 };
  },
};

const layers = Object.entries(recipes).map(([name, recipe]) =>
  mutation(name, { schema: Berth, getOptimisticResponse: recipe })
);
const counts = mutation("counts", {
  schema: Log,
  getOptimisticResponse: (snap: Snapshot, pk: string) => ({
    id: pk,
    text: `${(snap.get(new All(Berth)) as unknown[] | undefined)?.length}`,
  }),
});
const deletes = mutation("deletes", {
  schema: new Invalidate(Berth),
  getOptimisticResponse: (_snap: Snapshot, pk: string) => ({ id: pk }),
});
const updates = mutation("updates", {
  getOptimisticResponse: (_snap: Snapshot, pk: string) => pk,
  update: () => ({ list: (list: string[] = []) => [...list, "pending"] }),
});
const few = new Collection([Berth], { argsKey: () => ({ b: 1 }) });
const sorted = new Collection([Berth], {
  argsKey: () => ({}),
  key: "sorted",
  order: () => (one: Berth, other: Berth) => one.a - other.a,
});
const others = new Collection([Berth], { argsKey: () => ({}), key: "others" });
const creations = [few.push, few.unshift, sorted.push, others.push].map((
  schema,
  list,
) =>
  mutation(`creates ${list}`, {
    schema,
    getOptimisticResponse: (_snap: Snapshot, pk: string, n: number) => ({
      ...n > 1 && { id: pk },
      a: n,
      b: n % 2,
    }),
  })
);
const lists = [few, sorted, others].map((schema, list) =>
  read(`getBerths ${list}`, { schema, key: () => `getBerths ${list}` })
);
const mutations = [...layers, counts, deletes, updates, ...creations];
const getBerth = read("getBerth", { schema: Berth });
const getList = read("list", { key: () => "list" });
const getLog = read("getLog", { schema: Log });

type Step = readonly [kind: number, which: number, pk: string, n: number];

const steps = fc.array(
  fc.tuple(
    fc.nat(13),
    fc.nat(mutations.length - 1),
    fc.constantFrom(...pks),
    fc.nat(2),
  ),
  { maxLength: 40 },
);

/** One random thing that happens to a store. */
function perform(
  quay: Quay,
  pending: FetchAction[],
  reads: FetchAction[],
  [kind, which, pk, n]: Step,
): void {
  const taken = (list: FetchAction[]) => list.splice(n % list.length, 1)[0]!;
  switch (kind) {
    case 0:
    case 1:
    case 2:
      pending.push(quay.fetch(mutations[which]!, pk, n));
      break;
    case 3:
      if (pending.length > 0) quay.fail(taken(pending), new Error("no"));
      break;
    case 4:
      if (pending.length > 0) {
        const fetch = taken(pending);
        const id = `${fetch.endpoint.name}`.startsWith("creates")
          ? `new ${fetch.meta.fetchedAt}`
          : fetch.args[0];
        quay.answer(fetch, { id, a: 100 + n, b: n });
      }
      break;
    case 5:
      quay.controller.set(Berth, { id: pk }, { id: pk, a: n });
      break;
    case 6:
      reads.push(quay.fetch(getBerth, pk));
      break;
    case 7:
      if (reads.length > 0) {
        const fetch = taken(reads);
        const row = { id: fetch.args[0], a: 10 + n, b: n };
        const isList = lists.includes(fetch.endpoint as never);
        quay.answer(fetch, isList ? [row].slice(n % 2) : row);
      }
      break;
    case 8:
      quay.load(getList, [], [pk]);
      break;
    case 9:
      quay.store.dispatch({
        type: "rdc/gc",
        entities: [{ key: "Berth", pk }],
        endpoints: n === 0 ? ["list"] : [],
      });
      break;
    case 10:
      quay.load(getLog, [], { id: pk, text: "stored" });
      break;
    case 11:
      quay.controller.expireAll(getList);
      break;
    default:
      reads.push(quay.fetch(lists[n]!, pk));
  }
}

Deno.test("the visible state that is kept up to date equals all layers replayed over the base, after every step [controller/OPT-1] [controller/OPT-2]", () => {
  assertProperty(
    fc.property(steps, fc.boolean(), (history, isListed) => {
      const quay = new Quay();
      const pending: FetchAction[] = [];
      const reads: FetchAction[] = [];
      if (isListed) {
        for (const list of lists) quay.load(list, ["1"], []);
        // something was pending before
        quay.fail(quay.fetch(creations[0]!, "9", 1), new Error("no"));
      }
      for (const step of history) {
        perform(quay, pending, reads, step);
        const expected = quay.replayed();
        assertEquals(quay.visible.toJSON(), expected.toJSON());
        for (const key of ["Berth", "Log"]) {
          assertEquals(
            [...quay.visible.getEntities(key)?.keys() ?? []],
            [...expected.getEntities(key)?.keys() ?? []],
          );
        }
        assertEquals(quay.base.optimistic.length, pending.length);
      }
      for (const fetch of pending) quay.fail(fetch, new Error("no"));
      assertEquals(quay.visible, quay.base);
    }),
    300,
  );
});

Deno.test("what a round touched is exactly what is different, in the visible state, from the round before", () => {
  assertProperty(
    fc.property(steps, (history) => {
      const quay = new Quay();
      const pending: FetchAction[] = [];
      const reads: FetchAction[] = [];
      for (const step of history) {
        const before = quay.visible;
        quay.takeRounds();
        perform(quay, pending, reads, step);
        if (step[0] === 9) continue;
        const rounds = quay.takeRounds();
        const touched = new Set(rounds.flat());
        const different = new Set<string>();
        for (const key of ["Berth", "Log"]) {
          const known = [before, quay.visible]
            .flatMap((state) => [...state.getEntities(key)?.keys() ?? []]);
          for (const pk of known) {
            if (quay.visible.getEntity(key, pk) !== before.getEntity(key, pk)) {
              different.add(`${key} ${pk}`);
            }
          }
          const isSame = quay.visible.getEntities(key)?.revision ===
            before.getEntities(key)?.revision;
          const isTouched = [...touched].some((name) =>
            name.startsWith(`${key} `)
          );
          if (isTouched && before.getEntities(key)) assert(!isSame);
        }
        const entities = [...touched].filter((name) =>
          /^(Berth|Log) /.test(name)
        );
        if (rounds.length === 1) assertEquals(new Set(entities), different);
        for (const key of quay.visible.endpointKeys()) {
          const isDifferent =
            quay.visible.getEndpoint(key) !== before.getEndpoint(key) ||
            quay.visible.getMeta(key) !== before.getMeta(key);
          if (rounds.length === 1 && isDifferent) {
            assertEquals(touched.has(key), true, key);
          }
        }
      }
    }),
    300,
  );
});
