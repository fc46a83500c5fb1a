// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { denormalize } from "../../schema/memo_cache.ts";
import { Entity } from "../../schema/entity.ts";
import { SchemaError } from "../../schema/errors.ts";
import { INVALID } from "../../schema/invalid.ts";
import { Invalidate } from "../../schema/invalidate.ts";
import { normalize } from "../../schema/normalize.ts";
import { Union } from "../../schema/union.ts";
import { Values } from "../../schema/values.ts";
import { captureConsole } from "../support/capture_console.ts";
import { StoredWorld } from "../support/stored_world.ts";

class Port extends Entity {
  id = "";
}
class Ship extends Entity {
  id = "";
  home: Port | undefined = undefined;
  static override key = "Ship";
  static override schema = { home: Port };
}

Deno.test("Invalidate without an entity is refused when it is made [schema/INV-1] [schema/ERR-8]", () => {
  const error = assertThrows(
    // @ts-expect-error the entity is missing
    () => new Invalidate(),
    SchemaError,
    "entity",
  );
  assertEquals(error.status, undefined);
});

Deno.test("what process takes for deleted is identified by the raw value [schema/INV-2]", () => {
  class Gone extends Entity {
    id = "";
    static override process(): undefined {
      return undefined;
    }
  }
  class Renamed extends Entity {
    uid = "";
    override pk() {
      return this.uid;
    }
    static override process(input: any) {
      return { uid: `u${input.id}` };
    }
  }
  assertEquals(normalize(new Invalidate(Gone), { id: "4" }).result, "4");
  assertEquals(normalize(new Invalidate(Renamed), { id: "4" }).result, "u4");
});

Deno.test("an unusable primary key is an error that names Invalidate and the entity, in production too [schema/INV-3]", () => {
  for (const environment of ["development", "production"]) {
    const before = Deno.env.get("NODE_ENV");
    Deno.env.set("NODE_ENV", environment);
    try {
      const error = assertThrows(
        () => normalize(new Invalidate(Ship), { name: "Ada" }),
        SchemaError,
      );
      assertEquals(error.status, 400);
      assert(error.message.includes("Invalidate"), error.message);
      assert(error.message.includes("Ship"), error.message);
    } finally {
      if (before === undefined) Deno.env.delete("NODE_ENV");
      else Deno.env.set("NODE_ENV", before);
    }
  }
});

Deno.test("a bare primary key deletes nothing, with a warning that says what to do [schema/INV-4]", () => {
  const world = new StoredWorld();
  world.put([Ship], [{ id: "s1" }]);
  const warnings = captureConsole("warn", () => {
    assertEquals(world.put(new Invalidate(Ship), "s1"), "s1");
  });
  assertEquals(world.parts.entities.Ship, { s1: { id: "s1" } });
  assertEquals(warnings.length, 1);
  assert(warnings[0]!.includes("{ id }"), warnings[0]);
  captureConsole("warn", () => {
    assertEquals(world.put([new Invalidate(Ship)], ["s1", 5]), ["s1", 5]);
  });
  assertEquals(world.parts.entities.Ship, { s1: { id: "s1" } });
});

Deno.test("an unknown discriminator deletes nothing [schema/INV-5]", () => {
  const input = { id: "s1", type: "whale" };
  captureConsole("warn", () => {
    const { result, entities } = normalize(
      new Invalidate({ ship: Ship }, (value: any) => value.type),
      input,
    );
    assertStrictEquals(result, input);
    assertEquals(entities, {});
  });
});

Deno.test("an entity that was never stored gets a tombstone as well [schema/INV-7]", () => {
  const { entities } = normalize(new Invalidate(Ship), { id: "new" });
  assertStrictEquals(entities.Ship!.new, INVALID);
});

Deno.test("it reads as the entity, has its key, and cannot be queried [schema/INV-8]", () => {
  const ship = denormalize(new Invalidate(Ship), { id: "s1" }, {});
  assert(ship instanceof Ship);
  assertEquals(new Invalidate(Ship).key, "Ship");
  const world = new StoredWorld();
  world.put([Ship], [{ id: "s1" }]);
  assertEquals(world.query(new Invalidate(Ship), { id: "s1" }), undefined);

  const union = new Union({ ship: Ship, port: Port }, (value) => value.type);
  const port = denormalize(
    new Invalidate(union),
    { id: "rtm", type: "port" },
    {},
  );
  assert(port instanceof Port);
});

Deno.test("lists and maps of Invalidate delete each of their items [schema/INV-9] [schema/ARR-9]", () => {
  const world = new StoredWorld();
  world.put([Ship], [{ id: "s1" }, { id: "s2" }, { id: "s3" }]);
  assertEquals(world.put([new Invalidate(Ship)], [{ id: "s1" }, null]), [
    "s1",
    null,
  ]);
  assertEquals(
    world.put(new Values<any>(new Invalidate(Ship)), { x: { id: "s2" } }),
    { x: "s2" },
  );
  assertEquals(world.parts.entities.Ship, {
    s1: INVALID,
    s2: INVALID,
    s3: { id: "s3" },
  });
});

Deno.test("an object that looks like a reference is deleted all the same [schema/INV-2]", () => {
  const definition = { port: Port, ship: Ship };
  const byKind = new Invalidate(definition, ({ schema }: any) => schema);
  const { entities } = normalize(byKind, { id: "1", schema: "port" }, []);
  assertStrictEquals(entities.Port?.["1"], INVALID);
});
