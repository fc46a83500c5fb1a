/** What is in the package, file by file. */
import { assert, assertEquals } from "@std/assert";
import { filesBelow } from "../../../scripts/build_npm/files_below.ts";
import type { Project } from "../support/project.ts";
import { entriesOf, type Tarball } from "../support/tarball.ts";

const root = new URL("../../../", import.meta.url);

/** What a package may weigh that is installed in every deployment. */
const most = { files: 1_200, bytes: 700_000 };

/** Checks the folder that was installed. */
export function checkContents(
  project: Project,
  { manifest, size, files: count }: Tarball,
): void {
  assert(count <= most.files, `${count} files are too many`);
  assert(size <= most.bytes, `${size} bytes are too many`);
  const folder = `${project.folder}/node_modules/${manifest.name}`;
  const files = new Set([...filesBelow(folder)]);

  const { exports } = JSON.parse(
    Deno.readTextFileSync(new URL("deno.json", root)),
  );
  assertEquals(
    entriesOf(manifest).map(([name]) => name.replace(manifest.name, ".")),
    Object.keys(exports).map((name) => `./${name.slice(2)}`.replace(/\/$/, "")),
  );
  for (
    const [, { types, production, default: module }] of entriesOf(manifest)
  ) {
    for (const path of [types, production, module]) {
      if (path) assert(files.has(path.slice(2)), path);
    }
  }
  for (const name of ["README.md", "LICENSE"]) assert(files.has(name), name);
  assertEquals(
    [...files].filter((name) => /_test\.|(?:^|\/)tests\/|deno\./.test(name)),
    [],
  );

  for (const path of files) {
    if (!/\.(?:js|d\.ts)$/.test(path)) continue;
    checkText(path, Deno.readTextFileSync(`${folder}/${path}`));
  }
}

/** Checks what package.json says of a package to those who look for one. */
export function checkFacts(folder: string): void {
  const manifest = JSON.parse(Deno.readTextFileSync(`${folder}/package.json`));
  const { version, license } = JSON.parse(
    Deno.readTextFileSync(new URL("deno.json", root)),
  );
  assertEquals(manifest.version, version);
  assertEquals(manifest.license, license);
  assertEquals(manifest.engines, { node: ">=20" });
  // a command is not imported
  assertEquals(manifest.sideEffects, manifest.bin ? undefined : false);
  for (
    const fact of [
      "name",
      "description",
      "keywords",
      "author",
      "homepage",
      "bugs",
      "repository",
    ]
  ) assert(manifest[fact], fact);
}

/** Nothing of Deno is left. */
function checkText(path: string, text: string): void {
  assert(!/^\s*\/\/ @(?:ts|deno)-types/m.test(text), path);
  assert(!/from "(?:npm|jsr|https?|file):/.test(text), path);
  assert(!/(?:from|import\() ?"\.[^"]*\.tsx?"/.test(text), path);
}
