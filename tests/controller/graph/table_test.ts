import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { Graph } from "../../../controller/graph/graph.ts";
import type { Cell } from "../../../schema/nodes.ts";
import { assertProperty } from "../../support/property.ts";

// numbers and texts that only look like them
const pks = ["a", "b", "", "0", "1", "01", "10", "-1", "1e1", "9876543210"];

Deno.test("a primary key has one cell until that is dropped, in whatever order they are asked for; what is dropped keeps nothing in memory", () => {
  const pk = fc.constantFrom(...pks);
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.record({ ask: fc.constant(pks) }) },
    { weight: 12, arbitrary: fc.record({ ask: fc.array(pk) }) },
    { weight: 4, arbitrary: fc.record({ write: pk }) },
    { weight: 4, arbitrary: fc.record({ erase: pk }) },
    { weight: 3, arbitrary: fc.record({ drop: fc.array(pk) }) },
  );
  assertProperty(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const graph = new Graph();
      const expected = new Map<string, Cell>();
      const cellOf = (pk: string) => {
        const cell = graph.cellOf("Port", pk);
        assertEquals([cell.pk, cell.isDropped], [pk, false]);
        assertStrictEquals(cell, expected.get(pk) ?? cell);
        expected.set(pk, cell);
        return cell;
      };
      for (const step of steps) {
        if ("ask" in step) step.ask.forEach(cellOf);
        else if ("write" in step) graph.put(cellOf(step.write), {}, undefined);
        else if ("erase" in step) {
          graph.put(cellOf(step.erase), undefined, undefined);
        } else {
          const chosen = step.drop.map(cellOf);
          graph.drop(chosen);
          for (const { pk, isDropped } of chosen) {
            if (isDropped) expected.delete(pk);
          }
        }
        const { cells, whole } = graph.tableFor("Port");
        const found = [...cells.values()].map((cell) =>
          [cell.pk, cell] as const
        );
        assertEquals(new Map(found), expected);
        for (const { next } of [whole, ...cells.values()]) {
          if (next?.isDropped) assertStrictEquals(next.next, undefined);
        }
      }
    }),
    300,
  );
});
