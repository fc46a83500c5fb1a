// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import { assertEquals, assertStrictEquals } from "@std/assert";
import { Entity } from "../../schema/entity.ts";
import { INVALID } from "../../schema/invalid.ts";
import { StoredWorld } from "../support/stored_world.ts";
import { rounds, withRandomNumbers } from "../support/property.ts";

class Ship extends Entity {
  id = "";
  captain: any = {};
  home: any = {};
}

class Captain extends Entity {
  id = "";
  ship: any = {};
}

class Port extends Entity {
  id = "";
}

Ship.schema = { captain: Captain, home: Port };
Captain.schema = { ship: Ship };

Deno.test("what was invalid with all of its cycle comes back with what it lacked [schema/REF-13] [schema/REF-14]", () => {
  for (const [schema, pk] of [[Ship, "1"], [Captain, "7"]] as const) {
    const world = new StoredWorld();
    world.replace("Ship", "1", { id: "1", captain: "7", home: "rtm" });
    world.replace("Captain", "7", { id: "7", ship: "1" });
    world.replace("Port", "rtm", INVALID);
    const { data, paths } = world.result(schema, pk);
    assertStrictEquals(data, INVALID);
    assertEquals(
      paths.map(({ key }) => key).sort(),
      ["Captain", "Port", "Ship"],
    );
    world.replace("Port", "rtm", { id: "rtm" });
    const ship = world.read(Ship, "1");
    const captain = world.read(Captain, "7");
    assertStrictEquals(ship.captain, captain);
    assertStrictEquals(captain.ship, ship);
    assertEquals(ship.home.id, "rtm");
  }
});

class Sailor extends Entity {
  id = "";
  likes: any = null;
  needs: any = {};
  trusts: any = {};
}
Sailor.schema = { likes: Sailor, needs: Sailor, trusts: Sailor };

/** What of a value can be told without going further. */
function outlineOf(value: any): unknown {
  if (value === INVALID) return "invalid";
  return ["likes", "needs", "trusts"].map((field) => value[field]?.id);
}

Deno.test("a memo that saw rows come and go reads what a new one reads, in cycles of invalid entities too [schema/REF-13] [schema/REF-14]", () =>
  withRandomNumbers((random) => {
    for (let round = 0; round < rounds(8000); round++) {
      const size = 2 + random(8);
      const someone = () => `${random(size)}`;
      const row = (id: string) => ({
        id,
        likes: random(2) === 0 ? null : someone(),
        needs: random(2) === 0 ? null : someone(),
        trusts: random(2) === 0 ? null : someone(),
      });
      const world = new StoredWorld();
      for (let id = 0; id < size; id++) {
        world.replace("Sailor", `${id}`, row(`${id}`));
      }
      for (let change = 0; change < 5; change++) {
        const id = someone();
        const isGone = world.parts.entities.Sailor![id] === INVALID;
        world.replace("Sailor", id, isGone ? row(id) : INVALID);
        for (let reads = 0; reads < size; reads++) {
          const pk = someone();
          const other = new StoredWorld();
          other.parts = world.parts;
          assertEquals(
            outlineOf(world.read(Sailor, pk)),
            outlineOf(other.read(Sailor, pk)),
            `sailor ${pk}, round ${round}`,
          );
        }
      }
    }
  }));
