import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import fc from "fast-check";
import { assertProperty } from "../../support/property.ts";
import { Changes, Commit } from "../../../controller/graph/commit.ts";
import { initialState, State } from "../../../controller/state/mod.ts";
import { absent, versionOf } from "../../../controller/graph/state.ts";
import { INVALID } from "../../../schema/mod.ts";
import { contentOf } from "./content_of.ts";
import { assertSameMembers } from "./quay.ts";

const meta = { fetchedAt: 5, date: 6, expiresAt: 7 };
const later = { fetchedAt: 8, date: 9, expiresAt: 10 };

/** A state with this many vessels, whose pks are `v0`, `v1` and so on. */
function fleet(size: number): State {
  const commit = new Commit();
  for (let number = 0; number < size; number++) {
    commit.put(
      commit.slotOf("Vessel", `v${number}`),
      { id: `v${number}` },
      meta,
    );
  }
  return commit.seal().state;
}

function write(state: State, run: (commit: Commit) => void) {
  const commit = new Commit(versionOf(state));
  run(commit);
  const version = commit.seal();
  return { state: version.state, touched: new Changes(commit.log, version) };
}

Deno.test("a commit that changes nothing gives the identical state and touches nothing [controller/STA-3]", () => {
  const state = fleet(3);
  const row = state.getEntity("Vessel", "v1")!;
  const { state: next, touched } = write(state, (commit) => {
    commit.put(commit.slotOf("Vessel", "v1"), row, meta);
    commit.createTable("Vessel");
    commit.removeEntity("Vessel", "unknown");
    commit.removeEndpoint("unknown");
  });
  assertStrictEquals(next, state);
  assertEquals(touched.entities.size, 0);
  assertEquals(touched.endpoints.size, 0);
});

Deno.test("what a commit does not touch keeps its identity [controller/STA-3]", () => {
  const before = State.from({
    entities: {
      Vessel: { a: { id: "a" }, b: { id: "b" } },
      Port: { p: { id: "p" } },
    },
    endpoints: { list: ["a", "b"] },
    meta: { list: meta },
  });
  const { state: after } = write(
    before,
    (commit) =>
      commit.put(commit.slotOf("Vessel", "a"), { id: "a", name: "x" }, later),
  );
  assertStrictEquals(
    after.getEntity("Vessel", "b"),
    before.getEntity("Vessel", "b"),
  );
  assertStrictEquals(
    after.getEntities("Port")!.revision,
    before.getEntities("Port")!.revision,
  );
  assertStrictEquals(after.entities.Port, before.entities.Port);
  assertNotStrictEquals(after.entities.Vessel, before.entities.Vessel);
  assertSameMembers(after.endpoints, before.endpoints);
  assertSameMembers(after.meta, before.meta);
  assertSameMembers(after.indexes, before.indexes, 2);
  assertStrictEquals(after.optimistic, before.optimistic);
});

Deno.test("a table's revision changes with its values and not with its metas alone", () => {
  const state = fleet(2);
  const row = state.getEntity("Vessel", "v0")!;
  const moved = write(
    state,
    (commit) => commit.put(commit.slotOf("Vessel", "v0"), row, later),
  );
  assertStrictEquals(
    moved.state.getEntities("Vessel")!.revision,
    state.getEntities("Vessel")!.revision,
  );
  assertEquals(moved.state.getEntityMeta("Vessel", "v0"), later);
  assertEquals(state.getEntityMeta("Vessel", "v0"), meta);
  assertEquals(moved.touched.entities.size, 0);
  assertSameMembers(moved.state.entities, state.entities, 1);
  const changed = write(
    state,
    (commit) =>
      commit.put(commit.slotOf("Vessel", "v0"), { id: "v0", x: 1 }, meta),
  );
  assertNotStrictEquals(
    changed.state.getEntities("Vessel")!.revision,
    state.getEntities("Vessel")!.revision,
  );
});

Deno.test("a commit knows what it touched: rows, tombstones, removals, new tables, keys", () => {
  const state = fleet(4);
  const { touched } = write(state, (commit) => {
    commit.put(commit.slotOf("Vessel", "v0"), { id: "v0", name: "x" }, later);
    commit.put(commit.slotOf("Vessel", "v1"), INVALID, later);
    commit.removeEntity("Vessel", "v2");
    commit.put(commit.slotOf("Vessel", "v9"), { id: "v9" }, later);
    commit.createTable("Berth");
    commit.setEndpoint("key", { value: 1, meta: undefined });
  });
  assertEquals([...touched.entities.keys()].sort(), ["Berth", "Vessel"]);
  assertEquals([...touched.entities.get("Vessel")!], ["v0", "v1", "v2", "v9"]);
  assertEquals([...touched.entities.get("Berth")!], []);
  assertEquals([...touched.endpoints], ["key"]);
});

Deno.test("a discarded commit leaves no trace, whatever it wrote [controller/STA-2]", () => {
  assertProperty(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom("A", "B"), fc.string())),
      fc.array(fc.tuple(fc.constantFrom("A", "B", "C"), fc.string())),
      (present, attempted) => {
        const { state } = write(initialState, (commit) => {
          for (const [key, pk] of present) {
            commit.put(commit.slotOf(key, pk), { pk }, meta);
            commit.setIndex(key, "pk", pk, pk);
            commit.setEndpoint(pk, { value: pk, meta });
          }
        });
        const before = contentOf(state);
        const commit = new Commit(versionOf(state));
        for (const [key, pk] of attempted) {
          commit.put(commit.slotOf(key, pk), { pk, changed: true }, later);
          commit.setIndex(key, "pk", pk, "other");
          commit.setEndpoint(pk, { value: "other", meta: later });
        }
        commit.discard();
        assertEquals(contentOf(state), before);
        const { state: next } = write(state, (other) => {
          other.put(other.slotOf("A", "new"), { pk: "new" }, meta);
        });
        const expected = [...state.getEntities("A")?.keys() ?? []];
        assertEquals(
          [...next.getEntities("A")!.keys()],
          expected.includes("new") ? expected : [...expected, "new"],
        );
      },
    ),
    60,
  );
});

Deno.test("states handed out earlier never change, whatever later commits do [controller/STA-2]", () => {
  const states: { state: State; text: string }[] = [];
  let state = fleet(40);
  for (let round = 0; round < 60; round++) {
    states.push({ state, text: contentOf(state) });
    state = write(state, (commit) => {
      commit.put(commit.slotOf("Vessel", `v${round}`), { id: round }, later);
      commit.removeEntity("Vessel", `v${(round * 7) % 40}`);
      commit.setEndpoint(`key ${round % 5}`, { value: round, meta: later });
      commit.setIndex("Vessel", "id", String(round), `v${round}`);
    }).state;
  }
  for (const { state, text } of states) {
    assertEquals(contentOf(state), text);
  }
});

Deno.test("an index leads only to entities that have the value: changing, deleting and collecting them removes it [controller/STA-8]", () => {
  const named = (name: string) => ({ id: "1", name });
  let { state } = write(initialState, (commit) => {
    commit.put(commit.slotOf("Vessel", "1"), named("Aida"), meta);
    commit.setIndex("Vessel", "name", "Aida", "1");
  });
  assertEquals(state.getIndex("Vessel", "name", "Aida"), "1");
  const before = state;
  ({ state } = write(state, (commit) => {
    commit.put(commit.slotOf("Vessel", "1"), named("Bea"), later);
    commit.setIndex("Vessel", "name", "Bea", "1");
  }));
  assertEquals(state.getIndex("Vessel", "name", "Aida"), undefined);
  assertEquals(state.getIndex("Vessel", "name", "Bea"), "1");
  assertEquals(before.getIndex("Vessel", "name", "Aida"), "1");
  const deleted = write(
    state,
    (commit) => commit.put(commit.slotOf("Vessel", "1"), INVALID, later),
  ).state;
  assertEquals(deleted.getIndex("Vessel", "name", "Bea"), undefined);
  assertEquals(deleted.toJSON().indexes.Vessel?.name ?? {}, {});
  const collected = write(
    state,
    (commit) => commit.removeEntity("Vessel", "1"),
  ).state;
  assertEquals(collected.getIndex("Vessel", "name", "Bea"), undefined);
});

Deno.test("an index value that already leads to another entity survives the change of the first", () => {
  const { state } = write(initialState, (commit) => {
    commit.put(commit.slotOf("Vessel", "1"), { name: "Aida" }, meta);
    commit.setIndex("Vessel", "name", "Aida", "1");
    commit.put(commit.slotOf("Vessel", "2"), { name: "Aida" }, meta);
    commit.setIndex("Vessel", "name", "Aida", "2");
    commit.put(commit.slotOf("Vessel", "1"), { name: "Bea" }, meta);
    commit.setIndex("Vessel", "name", "Bea", "1");
  });
  assertEquals(state.getIndex("Vessel", "name", "Aida"), "2");
  assertEquals(state.getIndex("Vessel", "name", "Bea"), "1");
});

Deno.test("an index that moves between unchanged rows touches the table it belongs to", () => {
  const { state } = write(initialState, (commit) => {
    commit.put(commit.slotOf("Vessel", "1"), { name: "Aida" }, meta);
    commit.put(commit.slotOf("Vessel", "2"), { name: "Aida" }, meta);
    commit.setIndex("Vessel", "name", "Aida", "1");
  });
  const moved = write(
    state,
    (commit) => commit.setIndex("Vessel", "name", "Aida", "2"),
  );
  assert(moved.touched.entities.has("Vessel"));
});

Deno.test("a commit reads what it wrote, and its base does not", () => {
  const state = fleet(1);
  const commit = new Commit(versionOf(state));
  commit.put(commit.slotOf("Vessel", "v0"), { id: "v0", name: "x" }, later);
  commit.put(commit.slotOf("Port", "p"), { id: "p" }, later);
  commit.setIndex("Port", "id", "p", "p");
  commit.setEndpoint("key", { value: absent, meta: later });
  assertEquals(commit.getEntity("Vessel", "v0"), { id: "v0", name: "x" });
  assertEquals(commit.getEntityMeta("Vessel", "v0"), later);
  assertEquals([...commit.getEntities("Port")!.entries()], [["p", {
    id: "p",
  }]]);
  assertEquals(commit.getIndex("Port", "id", "p"), "p");
  assertEquals(commit.responseOf("key").meta, later);
  assertEquals(state.getEntity("Vessel", "v0"), { id: "v0" });
  assertEquals(state.getEntities("Port"), undefined);
  commit.seal();
});

Deno.test("all that a commit writes leads to one state, in whatever order it is written [controller/STA-1]", () => {
  const layers = [{ key: "layer" }] as never[];
  type Part = (commit: Commit) => void;
  const parts: Part[] = [
    (commit) => commit.put(commit.slotOf("Vessel", "v9"), { id: "v9" }, meta),
    (commit) => commit.setOptimistic(layers),
    (commit) => commit.setLastReset(5),
    (commit) => commit.setEndpoint("k", { value: "v9", meta: undefined }),
  ];
  for (let first = 0; first < parts.length; first++) {
    const base = fleet(1);
    const before = contentOf(base);
    const { state } = write(base, (commit) => {
      for (const part of [...parts.slice(first), ...parts.slice(0, first)]) {
        part(commit);
      }
    });
    assertEquals(
      [state.optimistic, state.lastReset, state.getEndpoint("k")],
      [layers, 5, "v9"],
    );
    assertEquals(state.getEntity("Vessel", "v9"), { id: "v9" });
    assertEquals(state.getEntity("Vessel", "v0"), { id: "v0" });
    assertEquals(contentOf(base), before);
    // what was tried without effect takes all of it back
    const commit = new Commit(versionOf(base));
    for (const part of parts) part(commit);
    commit.discard();
    assertEquals(contentOf(base), before);
  }
});
