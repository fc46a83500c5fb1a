/** What is written for documents. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { readDocument } from "../document.ts";
import { writeModule } from "../module.ts";
import { documentOf, pathOf, published, writeModules } from "./documents.ts";
import { importWritten } from "./import_written.ts";
import { hostile, hostileTexts } from "./made_up.ts";

/** Requests whose modules were read by a person, and are kept as they should be. */
const expected = [
  {
    name: "warehouses",
    document: published.shipengine,
    only: ["/v1/warehouses"],
  },
  {
    name: "folders",
    document: published.directus,
    only: ["/folders", "/roles"],
  },
  { name: "pools", document: published.blockfrost, only: ["/pools/{pool_id}"] },
  { name: "harbour", document: "./harbour.yaml" },
  { name: "fleet", document: "./fleet.yaml" },
];

for (const { name, document, only } of expected) {
  Deno.test(`${name} of ${document} is what a person would have written`, async () => {
    const text = writeModule(await documentOf(document), only);
    const file = new URL(`expected/${name}.ts`, import.meta.url);
    if (Deno.env.has("UPDATE_EXPECTED")) Deno.writeTextFileSync(file, text);
    assertEquals(text, Deno.readTextFileSync(file));
  });
}

// `deno task check` compiles them
Deno.test("modules of published documents are formatted", async () => {
  const folder = await Deno.makeTempDir();
  const names = [...(await writeModules(folder)).keys()];
  await deno(folder, "fmt", "--check", ...names.map((name) => `${name}.ts`));
  await Deno.remove(folder, { recursive: true });
});

// `deno task check` compiles what is written
Deno.test("text of a document never becomes code", async () => {
  const module = await importWritten(writeModule(hostile));
  assertEquals("injected" in globalThis, false);
  const { Evil } = module;
  assertEquals(Evil.fromJS().kind, hostileTexts[0]);
  assert(
    Object.getOwnPropertyDescriptor(Evil.schema, "__proto__")!
      .value("0") instanceof Date,
  );
  const endpoints = Object.values(module)
    .filter((value) => typeof value === "function" && "path" in value);
  assertEquals(endpoints.length, hostileTexts.length);
});

Deno.test("things that are alike are one class, and have names of their own by their paths", async () => {
  const captain = {
    description: "Somebody with a ship.",
    properties: { id: { type: "string" }, name: { type: "string" } },
  };
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const json = (schema: object) => ({
    content: { "application/json": { schema } },
  });
  const labelled = (start: string) => ({
    [start]: {
      get: { responses: { 200: json({ items: ref("label") }) } },
      post: {
        requestBody: json({ properties: { text: { type: "string" } } }),
        responses: { 201: json(ref("label")) },
      },
    },
    [`${start}/{id}`]: {
      get: { responses: { 200: json(ref("label")) } },
      patch: {
        requestBody: {
          content: {
            "application/merge-patch+json": {
              schema: { properties: { text: { type: ["string", "null"] } } },
            },
          },
        },
        responses: { 200: json(ref("label")) },
      },
    },
  });
  const text = writeModule({
    openapi: "3.1.0",
    info: { title: "Ships" },
    paths: {
      ...labelled("/ships/{ship}/labels"),
      ...labelled("/ports/{port}/labels"),
      "/ships/{id}": { get: { responses: { 200: json(ref("ship")) } } },
    },
    components: {
      schemas: {
        captain,
        "nullable-captain": { ...captain, type: ["object", "null"] },
        // not the same
        "nullable-pilot": { type: ["object", "null"], ...captain },
        pilot: { properties: { id: { type: "string" } } },
        label: { properties: { id: { type: "string" } } },
        ship: {
          properties: {
            id: { type: "string" },
            first: ref("captain"),
            second: ref("nullable-captain"),
            third: { description: "The best.", ...ref("captain") },
            pilots: { items: ref("nullable-pilot") },
            pilot: ref("pilot"),
          },
        },
      },
    },
    // deno-lint-ignore no-explicit-any -- less than a document has
  } as any);
  const names = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name]) => name).sort();
  assertEquals(names(/^export class (\w+) extends Entity/gm), [
    "Captain",
    "Label",
    "NullablePilot",
    "Pilot",
    "Ship",
  ]);
  assertEquals(names(/^export const (\w+) = resource/gm), [
    "LabelResource",
    "PortLabelResource",
  ]);
  assertEquals(names(/^export interface (\w+)/gm), [
    "LabelCreate",
    "LabelPatch",
    "PortLabelCreate",
    "PortLabelPatch",
  ]);
  // what is said of all captains stands once
  assertStringIncludes(
    text,
    `  id = "";
  first?: Captain;
  second: Captain | null = null;
  /** The best. */
  third?: Captain;
`,
  );
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/ships.ts`, text);
  await deno(folder, "fmt", "--check", "ships.ts");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a rule that a document breaks is told, and does not stop it", async () => {
  const warnings: string[] = [];
  const document = await readDocument(
    pathOf(published.shipengine),
    (warning) => warnings.push(warning),
  );
  assertEquals(warnings.length, 1);
  assertStringIncludes(warnings[0]!, "has an invalid name");
  assert(document.paths);
});

Deno.test("the command writes a file, and says what it cannot read or generate", async () => {
  const folder = await Deno.makeTempDir();
  const main = new URL("../main.ts", import.meta.url).pathname;
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", main, ...args],
      cwd: folder,
      env: { NO_COLOR: "1" },
    }).output();
    const text = new TextDecoder();
    return { code, printed: text.decode(stdout) + text.decode(stderr) };
  };
  const harbour = pathOf("./harbour.yaml");
  assertEquals(
    await run(harbour, "--only", "/tide", "--output", "tide.ts"),
    { code: 0, printed: "" },
  );
  assertStringIncludes(
    Deno.readTextFileSync(`${folder}/tide.ts`),
    "export const getTide = new ApiEndpoint({",
  );
  Deno.writeTextFileSync(
    `${folder}/old.json`,
    '{ "swagger": "2.0", "info": { "title": "", "version": "" }, "paths": {} }',
  );
  const old = await run("old.json");
  assertEquals(old.code, 1);
  assertStringIncludes(old.printed, "old.json is not OpenAPI 3.");
  assertEquals((await run("missing.yaml")).code, 1);
  const fleet = pathOf("./fleet.yaml");
  const lenient = await run(fleet, "--output", "fleet.ts");
  assertEquals(lenient.code, 0);
  assertStringIncludes(
    lenient.printed,
    `Not generated:
  GET /matrix/{point}: parameters of a path in the style "matrix"
  HEAD /search: an answer to this method has no data
  GET /search: its body: a GET has none
  GET /broken: there is no #/components/schemas/Missing
  header X-Port: 1 request needs it: add it in ApiEndpoint.getHeaders
`,
  );
  assertEquals((await run(fleet, "--strict", "-o", "fleet.ts")).code, 2);
  assertEquals(
    await run(harbour, "--strict", "--output", "harbour.ts"),
    { code: 0, printed: "" },
  );
  assertEquals((await run()).code, 2);
  assertStringIncludes(
    (await run("--help")).printed,
    "tessera-openapi <document>",
  );
  await Deno.remove(folder, { recursive: true });
});

async function deno(cwd: string, ...args: string[]): Promise<void> {
  const { success, stderr, stdout } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd,
    env: { NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder();
  assert(success, text.decode(stdout) + text.decode(stderr));
}
