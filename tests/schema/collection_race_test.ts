// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import { assertEquals } from "@std/assert";
import { Collection } from "../../schema/collection.ts";
import { Entity } from "../../schema/entity.ts";
import { INVALID } from "../../schema/invalid.ts";
import { normalize } from "../../schema/normalize.ts";
import type { PlainStoreParts } from "../../schema/plain_store.ts";
import { MemoCache } from "../../schema/memo_cache.ts";
import { Values } from "../../schema/values.ts";
import { rounds, withRandomNumbers } from "../support/property.ts";

class Item extends Entity {
  id = "";
}
const list = new Collection([Item]);
const map = new Collection(new Values(Item));
const args = [{}];

/** A store whose responses arrive later than they were asked for. */
class Network {
  parts: PlainStoreParts = { entities: {}, entitiesMeta: {}, indexes: {} };

  /** Stores a response to a request that began at one time and was answered at another. */
  settle(schema: any, input: any, began: number, settled: number): this {
    const { result: _, ...parts } = normalize(schema, input, args, this.parts, {
      fetchedAt: began,
      date: settled,
      expiresAt: settled + 60_000,
    });
    this.parts = parts;
    return this;
  }

  /** Ids that a reader of the list sees. */
  get ids(): string[] {
    const { data } = new MemoCache().query(list, args, {
      entities: this.parts.entities,
      indexes: {},
    });
    return (data as any[]).map(({ id }) => id);
  }

  row(collection: { readonly key: string } = list): any {
    return this.parts.entities[collection.key]!["{}"];
  }
}

const items = (...ids: string[]) => ids.map((id) => ({ id }));

/** A network with a list of `a` that began at 1. */
function started(): Network {
  return new Network().settle(list, items("a"), 1, 1);
}

Deno.test("changes of very long ago are forgotten [controller/OPT-19a]", () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const network = started().settle(list.push, { id: "x" }, 2, 2)
    .settle(list.push, { id: "y" }, 4 * hour - 5 * minute, 4 * hour)
    .settle(list.push, { id: "z" }, 4 * hour, 4 * hour)
    .settle(list, items("a"), 1.5, 4 * hour);
  assertEquals(network.row(), ["a", "y", "z"]);
});

Deno.test("a schema that changes nothing stored, or a deleted list, changes nothing [schema/COL-40]", () => {
  const written = (write: (delegate: any) => void) => ({
    normalize: (_input: any, _parent: any, _key: any, delegate: any) =>
      write(delegate),
    denormalize: (input: any) => input,
  });
  const add = (ids: string[]) => [...ids, "x"];
  const change = written((delegate) => delegate.changeMembers(list, "{}", add));
  const drop = written((delegate) => delegate.invalidate(list, "{}"));
  assertEquals(new Network().settle(change, {}, 1, 1).parts.entities, {});
  const network = started().settle(change, {}, 2, 2);
  assertEquals(network.row(), ["a", "x"]);
  network.settle(drop, {}, 3, 3).settle(change, {}, 4, 4);
  assertEquals(network.row(), INVALID);
});

Deno.test("moves are confirmed changes of both lists [controller/OPT-19a]", () => {
  class Card extends Entity {
    id = "";
    lane = "";
  }
  const cards = new Collection([Card]);
  let parts: any = {};
  const settle = (
    schema: any,
    input: any,
    ofArgs: any[],
    began: number,
    settled: number,
  ) => {
    parts = normalize(schema, input, ofArgs, parts, {
      fetchedAt: began,
      date: settled,
      expiresAt: Infinity,
    });
  };
  const left = [{ lane: "left" }];
  const right = [{ lane: "right" }];
  settle(cards, [{ id: "1", lane: "left" }], left, 1, 1);
  settle(cards, [{ id: "2", lane: "right" }], right, 2, 2);
  settle(cards.move, { id: "1", lane: "right" }, [{ id: "1" }], 3, 7);
  settle(cards, [{ id: "1", lane: "left" }, { id: "3" }], left, 5, 8);
  settle(cards, [{ id: "2", lane: "right" }], right, 5, 8);
  assertEquals(parts.entities["[Card]"], {
    '{"lane":"left"}': ["3"],
    '{"lane":"right"}': ["2", "1"],
  });
});

Deno.test("maps keep confirmed changes as lists do [controller/OPT-19a]", () => {
  const network = new Network()
    .settle(map, { p: { id: "a" }, q: { id: "b" } }, 1, 1)
    .settle(map.assign, { r: { id: "c" } }, 3, 7)
    .settle(map.remove, { id: "b" }, 3, 8)
    .settle(map, { p: { id: "d" }, q: { id: "b" } }, 5, 9);
  assertEquals(network.row(map), { p: "d", r: "c" });
});

Deno.test("custom additions are repeated on overlapping lists [controller/OPT-19a] [schema/COL-43]", () => {
  const second = list.addWith((existing, incoming) =>
    existing.includes(incoming[0])
      ? existing
      : [existing[0], ...incoming, ...existing.slice(1)]
  );
  const network = new Network().settle(list, items("a", "b"), 1, 1)
    .settle(second, { id: "x" }, 3, 7)
    .settle(list, items("c", "d"), 5, 8);
  assertEquals(network.row(), ["c", "x", "d"]);
});

Deno.test("pages that were confirmed stay when a list arrives [controller/OPT-19a] [endpoint/PAG-12]", () => {
  const page = list.pageWith((...given) => given);
  const network = new Network().settle(list, items("1", "2"), 1, 1)
    .settle(page, items("3", "2", "4"), 3, 7);
  assertEquals(network.row(), ["1", "2", "3", "4"]);
  network.settle(list, items("0", "1"), 5, 8);
  assertEquals(network.row(), ["0", "1", "2", "3", "4"]);
  network.settle(list, items("5", "0"), 9, 10);
  assertEquals(network.row(), ["5", "0", "1", "2", "3", "4"]);
});

Deno.test("whatever arrives in which order, the list is the newest one with the changes it does not know [controller/OPT-19a] [schema/COL-53]", () =>
  withRandomNumbers((random) => {
    for (let round = 0; round < rounds(300); round++) {
      const network = started();
      let newest = { began: 1, ids: ["a"] };
      const changes: {
        id: string;
        began: number;
        settled: number;
        apply: (ids: string[]) => string[];
      }[] = [];
      for (let time = 10; time < 26; time++) {
        const id = `${random(5)}`;
        const began = time - random(9);
        switch (random(3)) {
          case 0: {
            const ids = Array.from(
              new Set(Array.from({ length: random(4) }, () => `${random(5)}`)),
            );
            network.settle(list, items(...ids), began, time);
            if (began >= newest.began) newest = { began, ids };
            break;
          }
          case 1:
            network.settle(list.push, { id }, began, time);
            changes.push({
              id,
              began,
              settled: time,
              apply: (ids) => ids.includes(id) ? ids : [...ids, id],
            });
            break;
          default:
            network.settle(list.remove, { id }, began, time);
            changes.push({
              id,
              began,
              settled: time,
              apply: (ids) => ids.filter((other) => other !== id),
            });
        }
        // of two changes of a member the one that began later stands
        const expected = changes.filter(({ id, began, settled }) =>
          settled > newest.began &&
          !changes.some((other) => other.id === id && other.began > began)
        )
          .reduce((ids, { apply }) => apply(ids), newest.ids);
        assertEquals([...network.row()].sort(), expected.sort());
      }
    }
  }));
