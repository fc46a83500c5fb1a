import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import configuration from "./deno.json" with { type: "json" };

/** What an application can start from. */
export interface Template {
  /** One line for whoever chooses. */
  readonly about: string;
  /** Folders below `templates/`, written one after the other. */
  readonly layers: readonly string[];
  /** The script that starts it; a command where there is no package.json. */
  readonly command: string;
}

/** Templates by name. */
export const templates: Readonly<Record<string, Template>> = {
  react: {
    about: "a page with React, by Vite",
    layers: ["vite", "react"],
    command: "dev",
  },
  next: {
    about: "a page that the server renders, by Next.js",
    layers: ["next"],
    command: "dev",
  },
  preact: {
    about: "a page with Preact, by Vite",
    layers: ["vite", "preact"],
    command: "dev",
  },
  deno: {
    about: "a script for Deno, without a view",
    layers: ["deno"],
    command: "deno task start",
  },
};

/** How an application goes on once its files are there. */
export interface Start {
  readonly command: string;
  /** Whether it has a package.json, whose packages are to be installed. */
  readonly hasManifest: boolean;
}

/**
 * Writes the files of a template.
 *
 * @param name A key of {@linkcode templates}.
 * @param folder Made if it is not there; hidden files in it may be there.
 * @throws {Error} If there is something in the folder already.
 */
export function writeTemplate(name: string, folder: string): Start {
  const { layers, command } = templates[name]!;
  mkdirSync(folder, { recursive: true });
  const taken = readdirSync(folder).filter((file) => !file.startsWith("."));
  if (taken.length > 0) {
    throw new Error(
      `${resolve(folder)} is not empty: it has ${
        taken[0]
      }. Name a new folder: npm create @tessera ${name} FOLDER`,
    );
  }
  const source = fileURLToPath(new URL("./templates/", import.meta.url));
  for (const layer of layers) {
    cpSync(join(source, layer), folder, { recursive: true });
  }
  // npm leaves files of these names out of packages
  rename(folder, "gitignore", ".gitignore");
  rename(folder, "env.example", ".env.example");
  const isWritten = (file: string) => existsSync(join(folder, file));
  for (const file of ["package.json", "deno.json"].filter(isWritten)) {
    complete(join(folder, file), basename(resolve(folder)));
  }
  return { command, hasManifest: isWritten("package.json") };
}

/** Fills in the release of Tessera that this one belongs to, and a name. */
function complete(path: string, name: string): void {
  const packageName = name.toLowerCase().replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "");
  const text = readFileSync(path, "utf8")
    .replace(/(@tessera\/client(?:": "|@))\*/, `$1^${configuration.version}`)
    .replace('"name": "todos"', `"name": "${packageName || "todos"}"`);
  writeFileSync(path, text);
}

/** Gives a file its name, unless the folder came with one. */
function rename(folder: string, from: string, to: string): void {
  const path = join(folder, from);
  if (!existsSync(path)) return;
  if (existsSync(join(folder, to))) rmSync(path);
  else renameSync(path, join(folder, to));
}
