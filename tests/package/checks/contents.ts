/** What is in the package, file by file. */
import { assert, assertEquals } from "@std/assert";
import type { Project } from "../support/project.ts";
import { entriesOf, type Manifest } from "../support/tarball.ts";

const root = new URL("../../../", import.meta.url);

/** Checks the folder that was installed. */
export function checkContents(project: Project, manifest: Manifest): void {
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
    const text = Deno.readTextFileSync(`${folder}/${path}`);
    checkText(path, text);
    checkMap(folder, path, text);
  }
}

/** Nothing of Deno is left; what is for clients says so, as its source does. */
function checkText(path: string, text: string): void {
  assert(!/^\s*\/\/ @(?:ts|deno)-types/m.test(text), path);
  assert(!/from "(?:npm|jsr|https?|file):/.test(text), path);
  assert(!/(?:from|import\() ?"\.[^"]*\.tsx?"/.test(text), path);
  if (!path.endsWith(".js")) return;
  const source = Deno.readTextFileSync(
    new URL(path.replace(/^\w+\//, "").replace(/\.js$/, ".ts"), root),
  );
  const isForClients = (text: string) => text.startsWith('"use client";');
  assertEquals(isForClients(text), isForClients(source), path);
}

/** The map belongs to the file, and names a source that is in the package. */
function checkMap(folder: string, path: string, text: string): void {
  const [, name] = /\/\/# sourceMappingURL=(.*)/.exec(text) ?? [];
  assert(name, `${path} has no map`);
  assert(!name.startsWith("data:"), `${path} has its map inside`);
  const from = new URL(name, `file://${folder}/${path}`);
  const { sources, mappings } = JSON.parse(Deno.readTextFileSync(from));
  assertEquals(sources.length, mappings === "" ? sources.length : 1, path);
  for (const source of sources) {
    const { pathname } = new URL(source, from);
    assert(pathname.startsWith(`${folder}/src/`), `${path}: ${source}`);
    Deno.statSync(pathname);
  }
}

/** Paths in a folder. */
function* filesBelow(folder: string, path = ""): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(`${folder}/${path}`)) {
    if (isDirectory) yield* filesBelow(folder, `${path}${name}/`);
    else yield `${path}${name}`;
  }
}
