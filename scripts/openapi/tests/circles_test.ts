/**
 * Schemas that contain themselves, in each form that JSON Schema has for it.
 *
 * Tried: directly and by way of others; as an alternative, a part, an item, a
 * member, any member; beside null; of entities, of objects with entities and
 * times in them, and of neither; in bodies and in answers; by references to a
 * schema, into one, and to a path.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Document } from "../document.ts";
import { writeModule } from "../module.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const time = { type: "string", format: "date-time" };
const schemas: Record<string, unknown> = {
  There: ref("Back"),
  Back: ref("There"),
  Whole: { allOf: [ref("Whole"), { properties: { part: ref("Whole") } }] },
  Maybe: { anyOf: [ref("Maybe"), { type: "null" }] },
  Only: { allOf: [ref("Only")] },
  List: { type: "array", items: ref("List") },
  Tree: { type: "object", additionalProperties: ref("Tree") },
  Json: { oneOf: [{ type: "string" }, ref("JsonList"), ref("JsonObject")] },
  JsonList: { type: "array", items: ref("Json") },
  JsonObject: { type: "object", additionalProperties: ref("Json") },
  Ping: { oneOf: [ref("Pong"), { type: "string" }] },
  Pong: { oneOf: [ref("Ping"), { type: "number" }] },
  Ship: {
    properties: {
      id: { type: "string" },
      built: time,
      tug: { anyOf: [ref("Ship"), { type: "null" }] },
      convoy: { type: "array", items: ref("Ship") },
      berth: ref("Berth"),
    },
  },
  Berth: {
    required: ["since"],
    properties: { since: time, ship: ref("Ship"), beside: ref("Berth") },
  },
  OfBerth: { $ref: "#/components/schemas/Berth/properties/beside" },
  Cat: {
    allOf: [ref("Pet"), {
      properties: { id: { type: "string" }, lives: { type: "number" } },
    }],
  },
  Dog: {
    allOf: [ref("Pet"), {
      properties: { id: { type: "string" }, tricks: { type: "number" } },
    }],
  },
  Pet: {
    oneOf: [ref("Cat"), ref("Dog")],
    discriminator: { propertyName: "kind", mapping: { cat: ref("Cat").$ref } },
    properties: { kind: { type: "string" } },
  },
  Zoo: { properties: { pets: { type: "array", items: ref("Pet") } } },
};

const item = (schema: unknown) => ({
  get: {
    responses: { 200: { content: { "application/json": { schema } } } },
  },
});
const document = {
  openapi: "3.1.0",
  info: { title: "Circles" },
  paths: {
    ...Object.fromEntries(
      Object.keys(schemas).map((name) => [`/${name}`, {
        ...item(ref(name)),
        post: {
          requestBody: {
            content: { "application/json": { schema: ref(name) } },
          },
          responses: { 204: {} },
        },
      }]),
    ),
    "/Cat/{id}": item(ref("Cat")),
    "/Dog/{id}": item(ref("Dog")),
    "/same": { $ref: "#/paths/~1Cat~1{id}" },
    "/self": { $ref: "#/paths/~1self" },
  },
  components: { schemas },
};

Deno.test("schemas that contain themselves become types that compile, and what means nothing is told", async () => {
  const missing: string[] = [];
  const text = writeModule(
    document as unknown as Document,
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
  const file = await Deno.makeTempFile({
    dir: import.meta.dirname!,
    suffix: ".ts",
  });
  try {
    await Deno.writeTextFile(file, text);
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", file],
      env: { NO_COLOR: "1" },
    }).output();
    assert(success, new TextDecoder().decode(stderr));
    const { Ship } = await import(`file://${file}`);
    const built = "1893-01-01T00:00:00Z";
    assertEquals(Ship.schema.berth.beside, Ship.schema.berth);
    assertEquals(Ship.schema.built(built).getUTCFullYear(), 1893);
  } finally {
    await Deno.remove(file);
  }
});
