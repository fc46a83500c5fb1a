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
