// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import { assertEquals, assertStrictEquals } from "@std/assert";
import { Collection } from "../../schema/collection.ts";
import { Entity } from "../../schema/entity.ts";
import { unshift } from "../../schema/mod.ts";
import { Values } from "../../schema/values.ts";
import { StoredWorld } from "../support/stored_world.ts";

class Berth extends Entity {
  id = "";
  portId = "";
}

const berths = new Collection([Berth], {
  nestKey: (port: any) => ({ port: port.id }),
});
const withoutCursor = ({ cursor: _, ...filter }: any = {}) => [filter];
const page = berths.pageWith(withoutCursor);

const rows = (world: StoredWorld) => world.parts.entities["[Berth]"];
const items = (...ids: string[]) => ids.map((id) => ({ id }));

Deno.test("a page reads as its list, and as the same array [endpoint/PAG-6]", () => {
  const world = new StoredWorld();
  world.put(berths, items("1"), [{ port: "rtm" }]);
  const pk = world.put(page, items("2"), [{ port: "rtm", cursor: "a" }]);
  assertEquals(rows(world), { '{"port":"rtm"}': ["1", "2"] });
  assertEquals(pk, '{"port":"rtm"}');
  const read = (schema: any) => world.read(schema, pk, [{ port: "rtm" }]);
  assertEquals(read(page).map(({ id }: Berth) => id), ["1", "2"]);
  assertStrictEquals(read(page), read(berths));
});

Deno.test("a page finds its list by its own arguments [endpoint/PAG-6]", () => {
  const world = new StoredWorld();
  const query = () => world.query(page, { port: "rtm", cursor: "a" });
  assertStrictEquals(query(), undefined);
  world.put(berths, items("1"), [{ port: "rtm" }]);
  assertEquals(query().map(({ id }: Berth) => id), ["1"]);
});

Deno.test("a page before its list, and a list from before it, give both [endpoint/PAG-5] [endpoint/PAG-12]", () => {
  const world = new StoredWorld();
  world.put(page, items("2"), [{ cursor: "a" }], 20);
  assertEquals(rows(world), { "{}": ["2"] });
  world.put(berths, items("1", "2"), [{}], 10);
  assertEquals(rows(world), { "{}": ["1", "2"] });
  world.put(berths, items("3"), [{}], 30);
  assertEquals(rows(world), { "{}": ["3", "1", "2"] });
});

Deno.test("pages of maps are maps [endpoint/PAG-5]", () => {
  const world = new StoredWorld();
  const maps = new Collection(new Values(Berth));
  const mapPage = maps.pageWith(withoutCursor);
  world.put(mapPage, { b: { id: "2" } }, [{ cursor: "a" }]);
  assertEquals(world.parts.entities["{Berth}"], { "{}": { b: "2" } });
  world.put(mapPage, { c: { id: "3" } }, [{ cursor: "b" }]);
  assertEquals(world.parts.entities["{Berth}"], { "{}": { b: "2", c: "3" } });
});

Deno.test("what changes a page changes its list [endpoint/EXT-5]", () => {
  const operations = ["push", "unshift", "assign", "remove", "move"] as const;
  for (const operation of operations) {
    assertStrictEquals(page[operation], berths[operation]);
  }
  assertStrictEquals(page.key, berths.key);
  assertStrictEquals(page.schema, berths.schema);
  assertEquals(JSON.stringify(page), JSON.stringify(berths));
  const world = new StoredWorld();
  world.put(berths, items("1"), [{}]);
  world.put(page.addWith(unshift), { id: "0" }, [{}]);
  assertEquals(rows(world), { "{}": ["0", "1"] });
  world.put(page.moveWith(unshift), { id: "5" }, [{}]);
  assertEquals(rows(world), { "{}": ["5", "0", "1"] });
});

Deno.test("pages of maps may have an entry of any name [endpoint/PAG-5] [schema/NRM-12]", () => {
  const maps = new Collection(new Values(Berth));
  const hostile = JSON.parse('{ "__proto__": { "id": "1" } }');
  const joined = maps.joinPages([hostile, { b: { id: "2" } }], { args: [] });
  assertEquals(Object.keys(joined), ["__proto__", "b"]);
});
