import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { assertProperty } from "../support/property.ts";
import { Commit } from "../../controller/graph/commit.ts";
import { versionOf } from "../../controller/graph/state.ts";
import { initialState, type State } from "../../controller/state/mod.ts";
import { normalizeInto } from "../../schema/engine.ts";
import {
  All,
  Entity,
  Invalidate,
  MemoCache,
  Union,
  Values,
} from "../../schema/mod.ts";
import type { EntityReader, Schema } from "../../schema/contract.ts";
import { PlainStore } from "../../schema/plain_store.ts";
import { metaAt } from "../support/meta_at.ts";

class Port extends Entity {
  id = "";
  static override indexes = ["code"];
}

class Ship extends Entity {
  id = "";
  kind = "";
  static override schema: Record<string, Schema> = { home: Port };
}
Ship.schema = { home: Port, convoy: [Ship], calls: new Values(Port) };

const union = new Union({ ship: Ship, port: Port }, "kind" as never);
const schemas: Schema[] = [
  [Ship],
  { ships: [Ship], port: Port },
  new Values(Ship),
  [union],
  new All(Port),
  [new Invalidate(Ship)],
  { gone: [new Invalidate(Port)], ships: [Ship] },
];

const id = fc.constantFrom("1", "2", "3", "__proto__", "constructor");
const port = fc.record({
  id,
  code: fc.constantFrom("A", "B", "C"),
  depth: fc.nat(3),
});
const { ship } = fc.letrec<{ ship: object; convoy: object[] }>((tie) => ({
  ship: fc.record({
    id,
    kind: fc.constantFrom("ship", "port"),
    code: fc.constantFrom("A", "B"),
    name: fc.constantFrom("x", "y", null, undefined),
    home: fc.oneof(port, id, fc.constant(null)),
    calls: fc.dictionary(fc.constantFrom("n", "s"), port),
    convoy: tie("convoy"),
  }, { requiredKeys: ["id", "kind", "code"] }),
  convoy: fc.array(tie("ship"), { maxLength: 2 }),
}));
const ships = fc.array(ship, { maxLength: 3 });
const inputs: fc.Arbitrary<object>[] = [
  ships,
  fc.record({ ships, port }),
  fc.dictionary(fc.constantFrom("a", "b"), ship),
  ships,
  fc.array(port, { maxLength: 3 }),
  fc.array(fc.record({ id }), { maxLength: 2 }),
  fc.record({ gone: fc.array(port, { maxLength: 2 }), ships }),
];
const write = fc.nat(schemas.length - 1).chain((at) =>
  fc.tuple(
    fc.constant(schemas[at]),
    inputs[at]!,
    fc.integer({ min: 1, max: 9 }),
  )
);

function stored(state: State) {
  const { entities, entitiesMeta, indexes } = state.toJSON();
  return { entities, entitiesMeta, indexes };
}

/** The row that an index leads to. Of deleted rows one store keeps the entry, the other does not. */
function found(reader: EntityReader, code: string): unknown {
  const { data } = new MemoCache().query(Port, [{ code }], reader);
  return typeof data === "object" ? { ...data } : undefined;
}

/** Tables that hold something, whatever their prototypes and order. */
function filled(tables: object): Map<string, Map<string, unknown>> {
  return new Map(
    Object.entries(tables).map(([key, table]) =>
      [key, new Map(Object.entries(table))] as const
    ).filter(([, table]) => table.size > 0),
  );
}

Deno.test("plain objects and the store of the controller hold the same [schema/NRM-15]", () => {
  assertProperty(
    fc.property(fc.array(write, { maxLength: 6 }), (writes) => {
      const plain = new PlainStore({});
      let state: State = initialState;
      for (const [schema, input, stamp] of writes) {
        const commit = new Commit(versionOf(state));
        const results = [plain, commit].map((writer) =>
          normalizeInto(writer, schema, input, [], metaAt(stamp))
        );
        assertEquals(results[1], results[0]);
        state = commit.seal().state;
      }
      const inState = stored(state);
      assertEquals(filled(inState.entities), filled(plain.parts.entities));
      assertEquals(
        filled(inState.entitiesMeta),
        filled(plain.parts.entitiesMeta),
      );
      for (const code of ["A", "B", "C"]) {
        assertEquals(found(state, code), found(plain, code));
      }
    }),
    300,
  );
});

const fields = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.nat(99));

Deno.test("whatever the order of arrival, each field ends as its newest request set it [controller/OPT-12d]", () => {
  assertProperty(
    fc.property(
      fc.array(fields, { maxLength: 8 }).chain((rows) => {
        const stamped = rows.map((row, at) => [row, at + 1] as const);
        return fc.tuple(
          fc.constant(stamped),
          fc.shuffledSubarray(stamped, { minLength: stamped.length }),
        );
      }),
      ([inOrder, arriving]) => {
        const plain = new PlainStore({});
        for (const [row, stamp] of arriving) {
          normalizeInto(
            plain,
            Port,
            { id: "1", code: "A", ...row },
            [],
            metaAt(stamp),
          );
        }
        const newest = inOrder.reduce<object>(
          (all, [row]) => ({ ...all, ...row }),
          {},
        );
        assertEquals<unknown>(
          plain.getEntity("Port", "1"),
          inOrder.length === 0 ? undefined : { id: "1", code: "A", ...newest },
        );
        assertEquals(
          plain.getEntityMeta("Port", "1")?.fetchedAt,
          inOrder.at(-1)?.[1],
        );
      },
    ),
    300,
  );
});
