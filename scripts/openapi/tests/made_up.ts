/**
 * Documents that are made up, and what is written of them. `deno task check`
 * compiles that together with everything else, since the compiler needs most of
 * its time for the library.
 */
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

/** Schemas that contain themselves. */
export const circles = {
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
} as unknown as Document;

/** Texts that would do something, if they became code. */
export const hostileTexts: readonly string[] = [
  "*/ globalThis.injected = 1; /*",
  '"; globalThis.injected = 1; "',
  "`${globalThis.injected = 1}`",
  "'\\u0027; globalThis.injected = 1;\u2028//",
  "@ts-expect-error",
  "__proto__",
  "constructor",
  "a: 1 } | { b",
];

const texts = Object.fromEntries(
  hostileTexts.map((text) => [text, { type: "string", description: text }]),
);
const evil = {
  title: hostileTexts[0],
  description: hostileTexts.join("\n"),
  properties: {
    id: { type: "string" },
    ...texts,
    ["__proto__"]: { type: "string", format: "date-time" },
    kind: { enum: hostileTexts },
    deep: { type: "object", properties: texts, required: hostileTexts },
  },
  required: ["kind"],
};
const paths = Object.fromEntries(hostileTexts.map((text, index) => {
  const content = {
    "application/json": { schema: { $ref: `#/components/schemas/Evil` } },
    [`application/${text}+json`]: {},
  };
  return [`/${index}/{id}/${text.replaceAll(/[{}]/g, "")}`, {
    servers: [{ url: `http://localhost/${text}` }],
    post: {
      operationId: text,
      summary: text,
      parameters: [
        { name: "id", in: "path", required: true },
        { name: text, in: "query", schema: { enum: hostileTexts } },
        { name: `${text}s`, in: "query", explode: false, schema: evil },
      ],
      requestBody: { content },
      responses: { 200: { description: text, content } },
    },
  }];
}));

/** A document that says hostile texts wherever it can. */
export const hostile = {
  openapi: "3.1.0",
  info: { title: hostileTexts.join("\n") },
  paths,
  components: { schemas: { Evil: evil } },
} as unknown as Document;

/** Writes the modules of these documents; returns their paths. */
export function writeMadeUp(folder: string): string[] {
  return Object.entries({ circles, hostile }).map(([name, document]) => {
    const path = `${folder}/${name}.ts`;
    Deno.writeTextFileSync(path, writeModule(document));
    return path;
  });
}
