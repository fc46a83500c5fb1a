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

  const { version, exports } = JSON.parse(
    Deno.readTextFileSync(new URL("deno.json", root)),
  );
  assertEquals(manifest.version, version);
  assertEquals(
    entriesOf(manifest).map(([name]) => name.replace(manifest.name, ".")),
    Object.keys(exports).map((name) => `./${name.slice(2)}`.replace(/\/$/, "")),
  );
  assertEquals(manifest.sideEffects, false);
  assertEquals(manifest.engines, { node: ">=20" });
  for (const fact of ["author", "homepage", "bugs", "repository"] as const) {
    assert(manifest[fact], fact);
  }
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

/** Nothing of Deno is left. */
function checkText(path: string, text: string): void {
  assert(!/^\s*\/\/ @(?:ts|deno)-types/m.test(text), path);
  assert(!/from "(?:npm|jsr|https?|file):/.test(text), path);
  assert(!/(?:from|import\() ?"\.[^"]*\.tsx?"/.test(text), path);
}
