import { assertEquals } from "@std/assert";
import { Commit } from "../../../controller/graph/commit.ts";
import { mergeEntity } from "../../../controller/merge_stored.ts";

Deno.test("a stored row is found by its own fields only, not by what every object inherits [schema/IDX-4]", () => {
  const commit = new Commit();
  mergeEntity(commit, {
    key: "Ship",
    pk: "1",
    record: { value: { id: "1", name: "Fram" }, meta: undefined },
    indexed: ["name", "toString", "missing"],
  });
  const { state } = commit.seal();
  assertEquals(state.getIndex("Ship", "name", "Fram"), "1");
  assertEquals([...state.indexedFields("Ship")], ["name"]);
});

Deno.test("a row that is newer, or not there, is stored with its meta and replaces the one that is here with its index; an older one is not stored [controller/NEW-64]", () => {
  const commit = new Commit();
  const stored = (name: string, fetchedAt: number) => ({
    key: "Ship",
    pk: "1",
    record: {
      value: { id: "1", name },
      meta: { fetchedAt, date: fetchedAt, expiresAt: 9 },
    },
    indexed: ["name"],
  });
  const heldIn = () => {
    const { value, meta } = commit.slotOf("Ship", "1");
    return [value, meta?.fetchedAt, commit.getIndex("Ship", "name", "Fram")];
  };
  mergeEntity(commit, stored("Fram", 2));
  assertEquals(heldIn(), [{ id: "1", name: "Fram" }, 2, "1"]);
  mergeEntity(commit, stored("Vega", 1));
  mergeEntity(commit, stored("Vega", 2));
  assertEquals(heldIn(), [{ id: "1", name: "Fram" }, 2, "1"]);
  mergeEntity(commit, stored("Maud", 3));
  assertEquals(heldIn(), [{ id: "1", name: "Maud" }, 3, undefined]);
  assertEquals(commit.getIndex("Ship", "name", "Maud"), "1");
  mergeEntity(commit, stored("Gjøa", 3), true);
  assertEquals(heldIn(), [{ id: "1", name: "Gjøa" }, 3, undefined]);
});
