import {
  assertEquals,
  assertInstanceOf,
  assertStringIncludes,
} from "@std/assert";
import { type Client, createClient, Endpoint } from "../../mod.ts";
import { State } from "../../controller/graph/state.ts";
import { Entity, INVALID, Invalidate, MemoCache } from "../../schema/mod.ts";
import { captureConsole } from "../support/capture_console.ts";
import { StoredWorld } from "../support/stored_world.ts";

class Ship extends Entity {
  id = "";
  callSign = "";
  imo = 0;
  static override indexes = ["callSign", "imo"];
}

const ships = (...rows: [id: string, callSign: string][]) =>
  rows.map(([id, callSign], at) => ({ id, callSign, imo: at }));

Deno.test("rows are found by their indexed fields [schema/IDX-1] [schema/IDX-5]", () => {
  const world = new StoredWorld();
  world.put([Ship], [{ id: "1", callSign: "PBQR", imo: 907 }, {
    id: "2",
    callSign: "PCXY",
    imo: 0,
  }]);
  assertEquals(world.parts.indexes, {
    Ship: { callSign: { PBQR: "1", PCXY: "2" }, imo: { 907: "1", 0: "2" } },
  });
  assertInstanceOf(world.query(Ship, { callSign: "PBQR" }), Ship);
  assertEquals(world.query(Ship, { imo: 907 }).id, "1");
  assertEquals(world.query(Ship, { imo: "907" }).id, "1");
  assertEquals(world.query(Ship, { imo: 0 }).id, "2");
  assertEquals(world.query(Ship, { callSign: "none" }), undefined);
});

Deno.test("index entries accumulate over passes [schema/IDX-2]", () => {
  const world = new StoredWorld();
  world.put([Ship], ships(["1", "A"]));
  world.put([Ship], ships(["2", "B"]));
  world.put(Ship, {
    id: "1",
    name: "no index fields touched",
    callSign: "A",
    imo: 0,
  });
  assertEquals(world.query(Ship, { callSign: "A" }).id, "1");
  assertEquals(world.query(Ship, { callSign: "B" }).id, "2");
});

Deno.test("entities that swap values are both found [schema/IDX-3]", () => {
  const world = new StoredWorld();
  world.put([Ship], ships(["1", "A"], ["2", "B"]));
  world.put([Ship], ships(["1", "B"], ["2", "A"]));
  assertEquals(world.query(Ship, { callSign: "A" }).id, "2");
  assertEquals(world.query(Ship, { callSign: "B" }).id, "1");
  world.put([Ship], ships(["1", "A"], ["2", "C"]));
  assertEquals(world.query(Ship, { callSign: "A" }).id, "1");
  assertEquals(world.query(Ship, { callSign: "B" }), undefined);
});

Deno.test("an update without the field keeps the entry, a row without it is reported [schema/IDX-4] [schema/ERR-15]", () => {
  const world = new StoredWorld();
  world.put([Ship], ships(["1", "A"]));
  const silent = captureConsole(
    "warn",
    () => world.put(Ship, { id: "1", name: "x" }),
  );
  assertEquals(silent, []);
  assertEquals(world.query(Ship, { callSign: "A" }).id, "1");
  const warnings = captureConsole("warn", () => {
    world.put([Ship], [{ id: "2", imo: 5 }, { id: "3", imo: 6 }]);
  });
  assertEquals(warnings.length, 1);
  assertStringIncludes(warnings[0]!, "Ship");
  assertStringIncludes(warnings[0]!, "callSign");
});

Deno.test("the value is that of the merged row [schema/IDX-4]", () => {
  const world = new StoredWorld();
  world.put([Ship], ships(["1", "new"]), [], 10);
  world.put([Ship], ships(["1", "old"]), [], 5);
  assertEquals(world.parts.indexes.Ship!.callSign, { new: "1" });
});

Deno.test("of entities with one value the newest is found, then the one before [schema/IDX-5]", () => {
  const world = new StoredWorld();
  const find = () => world.query(Ship, { callSign: "A" })?.id;
  world.put([Ship], ships(["1", "A"], ["2", "A"], ["3", "A"]));
  assertEquals(world.parts.indexes.Ship!.callSign, { A: ["3", "2", "1"] });
  assertEquals(find(), "3");
  // what has the value already does not come to the front
  world.put([Ship], ships(["1", "A"]));
  assertEquals(find(), "3");
  // one of them that moves away does not take the entry with it
  world.put([Ship], ships(["2", "B"]));
  assertEquals(find(), "3");
  world.put(new Invalidate(Ship), { id: "3" });
  assertEquals(find(), "1");
  world.put([Ship], ships(["2", "A"]));
  assertEquals(find(), "2");
  world.put([Ship], ships(["2", "C"], ["1", "C"]));
  assertEquals(find(), undefined);
});

Deno.test("an entry goes with its entity [schema/IDX-6] [schema/IDX-7]", () => {
  const world = new StoredWorld();
  world.put([Ship], ships(["1", "A"]));
  world.put(new Invalidate(Ship), { id: "1" });
  assertEquals(world.parts.indexes.Ship!.callSign, { A: INVALID });
  assertEquals(world.query(Ship, { callSign: "A" }), undefined);
  world.put([Ship], ships(["1", "A"]));
  assertEquals(world.query(Ship, { callSign: "A" }).id, "1");
});

Deno.test("an entity revived with another value is not found by the old one [schema/IDX-3] [schema/IDX-7]", () => {
  const world = new StoredWorld();
  world.put([Ship], ships(["1", "A"]));
  world.put(new Invalidate(Ship), { id: "1" });
  world.put([Ship], ships(["1", "B"]));
  assertEquals(world.query(Ship, { callSign: "A" }), undefined);
  assertEquals(world.query(Ship, { callSign: "B" }).id, "1");
});

Deno.test("nothing is no value to be found by [schema/IDX-5]", () => {
  const world = new StoredWorld();
  world.put([Ship], [{ id: "1", callSign: null, imo: undefined }]);
  assertEquals(world.parts.indexes, {});
  world.put([Ship], ships(["1", "A"]));
  world.put([Ship], [{ id: "1", callSign: null }]);
  assertEquals(world.query(Ship, { callSign: "A" }), undefined);
});

Deno.test("an entry without a row finds nothing [schema/IDX-7]", () => {
  const store = {
    entities: { Ship: {} },
    indexes: { Ship: { callSign: { A: "1" } } },
  };
  assertEquals(
    new MemoCache().buildQueryKey(Ship, [{ callSign: "A" }], store),
    undefined,
  );
});

Deno.test("a client finds the next entity with a value when the newest goes, also after a reload [schema/IDX-5] [controller/STA-8]", async () => {
  await using client = createClient();
  await client.set([Ship] as never, ships(["1", "A"], ["2", "A"], ["3", "A"]));
  const find = (client: Client) => client.get(Ship, { callSign: "A" })?.id;
  assertEquals(find(client), "3");
  const state = client.getState();
  assertEquals(state.indexes.Ship!.callSign, { A: ["3", "2", "1"] });
  await using reloaded = createClient({
    initialState: State.from(JSON.parse(JSON.stringify(state.toJSON()))),
  });
  for (const each of [client, reloaded]) {
    await each.set(Ship, { id: "2" }, { id: "2", callSign: "B" });
    await each.controller.set(new Invalidate(Ship), { id: "3" }, { id: "3" });
    assertEquals(find(each), "1");
    await each.set(Ship, { id: "2" }, { id: "2", callSign: "A" });
    assertEquals(find(each), "2");
    await each.controller.set(new Invalidate(Ship), { id: "2" }, { id: "2" });
    assertEquals(find(each), "1");
    await each.set(Ship, { id: "1" }, { id: "1", callSign: "C" });
    assertEquals(find(each), undefined);
  }
  // an older state still has its own
  assertEquals(state.getIndex("Ship", "callSign", "A"), "3");
});

Deno.test("what stays of entities that had a value is bounded [schema/IDX-5]", async () => {
  await using client = createClient();
  const put = (id: string, callSign: string) =>
    client.set(Ship, { id }, { id, callSign, imo: 0 });
  for (let turn = 0; turn < 200; turn++) {
    // each leaves while the other one is in front
    for (const id of ["1", "2"]) {
      await put(id, "B");
      await put(id, "A");
    }
  }
  assertEquals(client.getState().indexes.Ship!.callSign, { A: ["2", "1"] });
  assertEquals(client.get(Ship, { callSign: "A" })?.id, "2");
});

Deno.test("of many entities with one value the last hundred are known, so a change costs the same [schema/IDX-5]", async () => {
  await using client = createClient();
  const ids = Array.from({ length: 250 }, (_, index) => `${index}`);
  const named = (callSign: string) =>
    ids.map((id) => ({ id, callSign, imo: 0 }));
  const getShips = new Endpoint(() => Promise.resolve(named("A")), {
    name: "getShips",
    schema: [Ship],
  });
  await client.fetch(getShips);
  for (const { id, ...rest } of named("B").slice(0, 150)) {
    await client.set(Ship, { id }, { id, ...rest });
  }
  const { A, B } = client.getState().indexes.Ship!.callSign as Record<
    string,
    string[]
  >;
  assertEquals(A, ids.slice(150).reverse());
  assertEquals(B, ids.slice(50, 150).reverse());
  assertEquals(client.get(Ship, { callSign: "B" })?.id, "149");
});
