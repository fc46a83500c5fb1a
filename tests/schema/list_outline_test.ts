// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { actions, Controller, createReducer } from "../../controller/mod.ts";
import { All } from "../../schema/all.ts";
import type { EntityReader, EntityTableView } from "../../schema/contract.ts";
import { Entity } from "../../schema/entity.ts";
import { Invalidate } from "../../schema/invalidate.ts";
import { MemoCache } from "../../schema/memo_cache.ts";
import type { State } from "../../controller/state/mod.ts";

class Port extends Entity {
  id = "";
  name = "";
  static override key = "Port";
}

class Ship extends Entity {
  id = "";
  name = "";
  home: Port | null = null;
  leader: Ship | null = null;
  static override key = "Ship";
  static override schema = { home: Port };
}
Object.assign(Ship.schema, { leader: Ship });

const reduce = createReducer(new Controller());
const allShips = new All(Ship);
const count = 150;

/** What an application does to its store. */
function set(state: State, schema: any, value: object): State {
  return reduce(state, actions.createSet(schema, { args: [], value }));
}

function randomNumbers(seed: number): (limit: number) => number {
  let a = seed;
  return (limit) => {
    a = (Math.imul(a, 1_103_515_245) + 12_345) >>> 0;
    return (a >>> 8) % limit;
  };
}

/** Instances by the rows that they, and what is inside of them, were made from. */
function rowsOf(ship: any, state: State): unknown[] {
  const rows: unknown[] = [];
  for (let each = ship; each && rows.length < 20; each = each.leader) {
    rows.push(state.getEntity("Ship", each.id));
    if (each.home) rows.push(state.getEntity("Port", each.home.id));
  }
  return rows;
}

Deno.test("long lists that are corrected show what a first read shows, and keep what did not change [schema/REF-2] [schema/REF-5]", () => {
  for (let seed = 1; seed <= 4; seed++) {
    const random = randomNumbers(seed);
    const ids = Array.from({ length: count }, (_, id) => String(id));
    // now and then one twice
    const listed = [...ids, "3", ids[seed]!];
    let state = reduce(undefined, {
      type: "rdc/gc",
      entities: [],
      endpoints: [],
    });
    for (const id of ids) {
      state = set(state, Ship, {
        id,
        name: "",
        home: { id: String(random(5)), name: "" },
        leader: seed === 4 && random(9) === 0 ? String(random(count)) : null,
      });
    }
    const memo = new MemoCache();
    const earlier: State[] = [state];
    let last: { data: any; state: State } | undefined;
    for (let step = 0; step < 250; step++) {
      switch (random(9)) {
        case 0:
          state = set(state, Port, { id: String(random(5)), name: `${step}` });
          break;
        case 1:
          state = earlier[random(earlier.length)]!;
          break;
        case 2:
          if (random(4) > 0) break;
          state = set(state, new Invalidate(Ship), {
            id: String(random(count)),
          });
          break;
        case 3:
          state = set(
            state,
            [Ship],
            ids.slice(0, 1 + random(30)).map((id) => ({ id, name: `${step}` })),
          );
          break;
        default:
          state = set(state, Ship, {
            id: String(random(count)),
            name: `${step}`,
          });
      }
      earlier.push(state);
      if (random(4) === 0) {
        memo.query(Ship, [{ id: String(random(count)) }], state);
      }
      const { data } = memo.denormalize([Ship], listed, state);
      const all = memo.query(allShips, [], state).data as any[];
      const fresh = new MemoCache();
      assertEquals<any>(data, fresh.denormalize([Ship], listed, state).data);
      assertEquals<any>(all, fresh.query(allShips, [], state).data);
      assertStrictEquals(memo.denormalize([Ship], listed, state).data, data);
      for (const ship of all) {
        assert((data as any).includes(ship), "lists show the same instances");
      }
      if (last !== undefined) {
        for (const ship of data as any) {
          const before = last.data.find((other: any) => other.id === ship.id);
          if (before === undefined) continue;
          const isSame = rowsOf(ship, state).every((row, index) =>
            row === rowsOf(before, last!.state)[index]
          );
          assertEquals(ship === before, isSame, `${ship.id} at step ${step}`);
        }
      }
      last = { data, state };
    }
  }
});

/** A state that counts the rows that are asked for. */
class CountingReader implements EntityReader {
  rows = 0;
  constructor(readonly state: State) {}
  getEntity(key: string, pk: string): any {
    this.rows++;
    return this.state.getEntity(key, pk);
  }
  getEntityMeta(key: string, pk: string): any {
    return this.state.getEntityMeta(key, pk);
  }
  getEntities(key: string): EntityTableView | undefined {
    return this.state.getEntities(key);
  }
  getIndex(key: string, field: string, value: string): string | undefined {
    return this.state.getIndex(key, field, value);
  }
}

Deno.test("a long list of which one item changed is read at the cost of that item [schema/REF-2]", () => {
  const costs = [100, 3000].map((size) => {
    const ids = Array.from({ length: size }, (_, id) => String(id));
    let state = reduce(
      undefined,
      actions.createSet([Ship] as any, {
        args: [],
        value: ids.map((id) => ({ id, home: { id: "1" } })),
      }),
    );
    const memo = new MemoCache();
    memo.denormalize([Ship], ids, new CountingReader(state));
    return [3, 7, 8].map((id) => {
      state = set(state, Ship, { id: String(id), name: "changed" });
      const reader = new CountingReader(state);
      const { data } = memo.denormalize([Ship], ids, reader);
      assertEquals((data as any)[id].name, "changed");
      return reader.rows;
    });
  });
  assertEquals(costs[0], costs[1]);
  assert(costs[1]!.every((rows) => rows < 10), String(costs[1]));
});
