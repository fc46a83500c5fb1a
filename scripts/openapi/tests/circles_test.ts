/**
 * Schemas that contain themselves, in each form that JSON Schema has for it.
 *
 * Tried: directly and by way of others; as an alternative, a part, an item, a
 * member, any member; beside null; of entities, of objects with entities and
 * times in them, and of neither; in bodies and in answers; by references to a
 * schema, into one, and to a path.
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { writeModule } from "../module.ts";
import { importWritten } from "./import_written.ts";
import { circles } from "./made_up.ts";

// `deno task check` compiles what is written
Deno.test("schemas that contain themselves become types, and what means nothing is told", async () => {
  const missing: string[] = [];
  const text = writeModule(
    circles,
    [],
    (place, reason) => missing.push(`${place}: ${reason}`),
  );
  assertEquals(missing.sort(), [
    "/self: #/paths/~1self refers to itself",
    "GET /Back: #/components/schemas/Back refers to itself",
    "GET /There: #/components/schemas/There refers to itself",
    "POST /Back: #/components/schemas/Back refers to itself",
    "POST /There: #/components/schemas/There refers to itself",
  ]);
  for (
    const part of [
      "export type List = List[];",
      "export type Tree = { [name: string]: Tree };",
      "export type Json = string | JsonList | JsonObject;",
      "export type JsonObject = { [name: string]: Json };",
      "export type Only = unknown;",
      "export interface Whole {\n  part?: Whole;\n}",
      "  tug: Ship | null = null;\n  convoy: Ship[] = [];\n  berth?: Berth;",
      "export interface Berth {\n  since: Date;\n  ship?: Ship;\n  beside?: Berth;\n}",
      'pets: [new Union({ cat: Cat, Dog: Dog }, "kind")]',
      "export type Pet = Cat | Dog;",
    ]
  ) assertStringIncludes(text, part);
  const { Ship } = await importWritten(text);
  const built = "1893-01-01T00:00:00Z";
  assertEquals(Ship.schema.berth.beside, Ship.schema.berth);
  assertEquals(Ship.schema.built(built).getUTCFullYear(), 1893);
});
