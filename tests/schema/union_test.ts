// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { ArraySchema } from "../../schema/array.ts";
import { Collection } from "../../schema/collection.ts";
import { Entity } from "../../schema/entity.ts";
import { SchemaError } from "../../schema/errors.ts";
import { INVALID } from "../../schema/invalid.ts";
import { Invalidate } from "../../schema/invalidate.ts";
import { Lazy } from "../../schema/lazy.ts";
import { normalize } from "../../schema/normalize.ts";
import { Query } from "../../schema/query.ts";
import { Union } from "../../schema/union.ts";
import { Values } from "../../schema/values.ts";
import { StoredWorld } from "../support/stored_world.ts";

class Storm extends Entity {
  id = "";
  kind = "storm";
  force = 0;
  static override key = "StormTable";
}
class Closure extends Entity {
  id = "";
  kind = "closure";
  port = "";
  static override key = "ClosureTable";
}

const notice = new Union({ storm: Storm, closure: Closure }, "kind") as Union;
const storm = { id: 1, kind: "storm", force: 9 };
const closure = { id: 1, kind: "closure", port: "rtm" };

Deno.test("a Union without schemaAttribute is refused when it is made [schema/UNI-1] [schema/ERR-7]", () => {
  const error = assertThrows(
    // @ts-expect-error the attribute is missing
    () => new Union({ storm: Storm }),
    SchemaError,
    "schemaAttribute",
  );
  assertEquals(error.status, undefined);
});

Deno.test("a Union stands alone and inside every other construct [schema/UNI-3]", () => {
  class Report extends Entity {
    id = "";
    about: Storm | Closure | undefined = undefined;
    static override schema = { about: notice };
  }
  const world = new StoredWorld();
  const read = (schema: any, input: any, args: any[] = []) =>
    world.read(schema, world.put(schema, input, args), args);

  assert(read(notice, storm) instanceof Storm);
  assert(read(Report, { id: "r", about: closure }).about instanceof Closure);
  assert(read({ notice }, { notice: storm }).notice instanceof Storm);
  assert(read([notice], [closure])[0] instanceof Closure);
  assert(read(new ArraySchema<any>(notice), [storm])[0] instanceof Storm);
  assert(read(new Values<any>(notice), { a: storm }).a instanceof Storm);
  assert(read(new Collection([notice]), [closure])[0] instanceof Closure);
  const lazy = new Lazy(notice);
  const reference = read(lazy, storm);
  assertEquals(reference, { id: "1", schema: "storm" });
  assert(world.query(lazy.query, reference) instanceof Storm);
  assertEquals(read(new Query(notice, (value) => value.id), storm), 1);
  assertEquals(world.put(new Invalidate(notice), storm), {
    id: "1",
    schema: "storm",
  });
  assertStrictEquals(world.parts.entities.StormTable![1], INVALID);
});

Deno.test("a deleted target makes a required field's owner invalid, an optional one empty [schema/UNI-4]", () => {
  class Strict extends Entity {
    id = "";
    about: Storm | Closure = Storm.fromJS();
    static override schema = { about: notice };
  }
  class Loose extends Entity {
    id = "";
    about: Storm | Closure | undefined = undefined;
    static override schema = { about: notice };
  }
  const world = new StoredWorld();
  world.put([Strict], [{ id: "s", about: storm }]);
  world.put([Loose], [{ id: "l", about: storm }]);
  world.replace("StormTable", "1", INVALID);
  assertStrictEquals(world.read(Strict, "s"), INVALID);
  assertEquals(world.read(Loose, "l").about, undefined);
  world.replace("StormTable", "1", undefined);
  assertEquals(world.read(Strict, "s").about, undefined);
});

Deno.test("an entity that process takes for deleted is referred to all the same [schema/UNI-5]", () => {
  class Withdrawn extends Entity {
    id = "";
    static override process(): undefined {
      return undefined;
    }
  }
  const union = new Union({ gone: Withdrawn }, () => "gone");
  const { result, entities } = normalize([union], [{ id: "5" }]);
  assertEquals(result, [{ id: "5", schema: "gone" }]);
  assertStrictEquals(entities.Withdrawn!["5"], INVALID);
});

Deno.test("a query follows the discriminator, and else takes the first that is stored [schema/UNI-6]", () => {
  const world = new StoredWorld();
  world.put([notice], [{ ...closure, id: 1 }, { ...closure, id: 2 }]);
  world.put([notice], [{ ...storm, id: 2 }]);
  assertEquals(world.query(notice), undefined);
  assert(world.query(notice, { id: 2, kind: "storm" }) instanceof Storm);
  assert(world.query(notice, { id: 2, kind: "closure" }) instanceof Closure);
  assertEquals(world.query(notice, { id: 1, kind: "storm" }), undefined);
  assert(world.query(notice, { id: 1 }) instanceof Closure);
  assert(world.query(notice, { id: 2 }) instanceof Storm);
  assert(world.query(notice, { id: 1, kind: "party" }) instanceof Closure);
  assert(world.query(notice, "1") instanceof Closure);
  assert(world.query(notice, 2) instanceof Storm);

  const fragile = new Union(
    { storm: Storm, closure: Closure },
    (value) => value.details.kind,
  );
  assert(world.query(fragile, { id: 1 }) instanceof Closure);
  assertEquals(world.query(fragile, { id: 77 }), undefined);

  class Latest extends Storm {
    static override queryKey() {
      return "2";
    }
  }
  const latest = new Union({ storm: Latest }, "kind");
  assert(world.query(latest, {}) instanceof Latest);
  assertEquals(world.query(latest), undefined);
});

Deno.test("mapping keys are not table keys [schema/UNI-7]", () => {
  const { entities } = normalize(notice, storm);
  assertEquals(Object.keys(entities), ["StormTable"]);
});

Deno.test("two mapping keys may name one entity [schema/UNI-8]", () => {
  const world = new StoredWorld();
  const union = new Union({ storm: Storm, gale: Storm }, "kind");
  const result = world.put([union], [storm, { id: 2, kind: "gale" }]);
  assertEquals(result, [
    { id: "1", schema: "storm" },
    { id: "2", schema: "gale" },
  ]);
  assertEquals(
    world.read([union], result).map((item: any) => item instanceof Storm),
    [true, true],
  );
});

Deno.test("a discriminator that changes makes a second row, and lists hold the new reference [schema/UNI-2]", () => {
  const world = new StoredWorld();
  world.put([notice], [storm]);
  const result = world.put([notice], [{ ...storm, kind: "closure" }]);
  assertEquals(result, [{ id: "1", schema: "closure" }]);
  assertEquals(Object.keys(world.parts.entities), [
    "StormTable",
    "ClosureTable",
  ]);
});
