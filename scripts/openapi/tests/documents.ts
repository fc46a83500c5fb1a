/** Documents that modules are written of, and these modules. */
import { createRequire } from "node:module";
import { readDocument } from "../document.ts";
import { writeModule } from "../module.ts";

const { resolve } = createRequire(import.meta.url);

/** Documents that companies publish. */
export const published = {
  blockfrost: "@blockfrost/openapi/openapi.yaml",
  directus: "@directus/specs",
  shipengine: "shipengine-openapi/openapi.yaml",
} as const;

/** Writes the modules of all published documents; returns their texts. */
export async function writeModules(
  folder: string,
): Promise<Map<keyof typeof published, string>> {
  const texts = new Map<keyof typeof published, string>();
  for (const name of Object.keys(published) as (keyof typeof published)[]) {
    const text = writeModule(await documentOf(published[name]));
    Deno.writeTextFileSync(`${folder}/${name}.ts`, text);
    texts.set(name, text);
  }
  return texts;
}

const documents = new Map<string, ReturnType<typeof readDocument>>();

/** Each is read once: that takes longer than what is written of it. */
export function documentOf(document: string): ReturnType<typeof readDocument> {
  let read = documents.get(document);
  if (read === undefined) {
    documents.set(document, read = readDocument(pathOf(document)));
  }
  return read;
}

/** Path of a file in a package, or beside this module. */
export function pathOf(document: string): string {
  return document.startsWith(".")
    ? new URL(document, import.meta.url).pathname
    // the package has one file, but does not let it be imported by its name
    : resolve(document).replace(/index\.js$/, "dist/openapi.json");
}
