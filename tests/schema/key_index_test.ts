import { assertEquals } from "@std/assert";
import { SlotIndex } from "../../controller/state/slot_index.ts";
import type { EntityTableView } from "../../schema/contract.ts";
import { type KeyIndex, KeyIndexes } from "../../schema/key_index.ts";

class Listing implements KeyIndex {
  readonly pks: string[] = [];
  add(pk: string): void {
    this.pks.push(pk);
  }
}

/** A table that only has a lineage, and counts the keys that are looked at. */
class Watched implements EntityTableView {
  readonly slots = new SlotIndex();
  readonly revision = {};
  looks = 0;
  readonly lineage = {
    keys: new Proxy(this.slots.keys, {
      get: (keys, name) => {
        if (name !== "length") this.looks++;
        return Reflect.get(keys, name);
      },
    }),
    truncations: this.slots.truncations,
  };

  append(...pks: string[]): void {
    for (const pk of pks) this.slots.append(pk);
  }
  *keys(): Generator<string> {}
  *entries(): Generator<[string, symbol]> {}
}

Deno.test("after a failed pass an index continues where the pass began [schema/COL-31]", () => {
  const indexes = new KeyIndexes(() => new Listing());
  const table = new Watched();
  table.append(...Array.from({ length: 1000 }, (_, pk) => `${pk}`));
  indexes.of(table);
  assertEquals(table.looks, 1000);

  table.append("a", "b");
  indexes.of(table);
  table.slots.truncate(1000);
  table.append("c", "b", "d");
  const { pks } = indexes.of(table);
  assertEquals(pks.slice(1000), ["a", "b", "c", "d"]);
  assertEquals(table.looks, 1005);

  // what the index never saw is nothing to go back to
  table.append("e");
  table.slots.truncate(1003);
  assertEquals(indexes.of(table).pks.length, 1004);
  assertEquals(table.looks, 1005);
});

Deno.test("of several failed passes the one that took back most counts [schema/COL-31]", () => {
  const indexes = new KeyIndexes(() => new Listing());
  const table = new Watched();
  table.append("1", "2", "3", "4");
  indexes.of(table);
  table.slots.truncate(1);
  table.append("x", "y", "z", "4", "u");
  table.slots.truncate(4);
  assertEquals(indexes.of(table).pks, ["1", "2", "3", "4", "x", "y", "z"]);
});
