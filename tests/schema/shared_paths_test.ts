import {
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { createClient, Endpoint, Entity } from "../../mod.ts";

class Captain extends Entity {
  id = "";
  name = "";
  static override key = "Captain";
}

class Ship extends Entity {
  id = "";
  name = "";
  captain: Captain = Captain.fromJS();
  static override key = "Ship";
  static override schema = { captain: Captain };
}

const getShips = new Endpoint(
  () => Promise.reject<unknown[]>(new Error("Nothing is fetched.")),
  { name: "getShips", schema: [Ship] },
);

const count = 100;

function openFleet() {
  const client = createClient();
  const captains = ["c0", "c1"];
  client.setResponse(
    getShips,
    Array.from({ length: count }, (_, index) => ({
      id: `s${index}`,
      name: "",
      captain: { id: captains[index % 2], name: "" },
    })),
  );
  const read = () => {
    const { controller } = client;
    const state = client.getState();
    const { data, dependencies } = controller.getResponse(getShips, state);
    return { ships: data as Ship[], paths: dependencies.entities };
  };
  // the first time a list is read again, it is looked at as a whole
  read().paths;
  client.set(Ship, { id: "s1" }, { id: "s1", name: "first" });
  return { client, read };
}

Deno.test("a list whose item changed depends on the same, the very same array", () => {
  const { client, read } = openFleet();
  const before = read();
  client.set(Ship, { id: "s7" }, { id: "s7", name: "other" });
  const after = read();
  assertEquals(after.ships[7]!.name, "other");
  assertNotStrictEquals(after.ships, before.ships);
  assertStrictEquals(after.paths, before.paths);
});

Deno.test("a list whose item refers to something else has other dependencies", () => {
  const { client, read } = openFleet();
  const before = read();
  client.set(Ship, { id: "s7" }, { id: "s7", captain: { id: "c9" } });
  const after = read();
  assertEquals(after.ships[7]!.captain.id, "c9");
  assertNotStrictEquals(after.paths, before.paths);
  assertEquals(
    after.paths.some(({ key, pk }) => key === "Captain" && pk === "c9"),
    true,
  );
});

Deno.test("dependencies that were not asked for are those of the new value", () => {
  const { client, read } = openFleet();
  client.set(Ship, { id: "s8" }, { id: "s8", captain: { id: "c8" } });
  read().ships;
  client.set(Ship, { id: "s7" }, { id: "s7", captain: { id: "c9" } });
  const pks = read().paths.map(({ pk }) => pk);
  assertEquals(pks.includes("c8") && pks.includes("c9"), true);
  assertEquals(pks.length, count + 4);
});
