import { readdirSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { extensions } from "./syntax.ts";

/** Files that may need the codemod. */
export interface FoundFiles {
  /** Files that are rewritten. */
  readonly sources: readonly string[];
  /** Files that only a person can change: components with markup, package.json. */
  readonly others: readonly string[];
  /** Paths that do not exist. */
  readonly missing: readonly string[];
}

/** Components that mix markup with scripts; they are only looked at. */
const componentExtensions = [".vue", ".svelte", ".astro", ".mdx"];

/**
 * Finds the files below some paths. `node_modules` and folders whose name
 * starts with a dot are left out.
 *
 * @param paths files, folders or globs
 * @param ignore globs to leave out; `*`, `**`, `?` and `{a,b}`
 */
export function findFiles(
  paths: readonly string[],
  ignore: readonly string[] = [],
): FoundFiles {
  const found = new Set<string>();
  const missing: string[] = [];
  const ignored = ignore.map(globPattern);
  const isIgnored = (path: string) =>
    ignored.some((pattern) => pattern.test(clean(path)));
  const collect = (path: string, accept: (path: string) => boolean) => {
    if (isIgnored(path)) return;
    if (!statSync(path).isDirectory()) {
      if (accept(path)) found.add(clean(path));
      return;
    }
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const { name } = entry;
      if (entry.isDirectory()) {
        if (name !== "node_modules" && !name.startsWith(".")) {
          collect(join(path, name), accept);
        }
      } else if (entry.isFile() && isCandidate(name)) {
        collect(join(path, name), accept);
      }
    }
  };
  for (const path of paths) {
    if (exists(path)) collect(path, () => true);
    else if (/[*?{]/.test(path)) {
      const pattern = globPattern(path);
      const root = path.slice(0, path.search(/[^/]*[*?{]/)) || ".";
      if (exists(root)) collect(root, (each) => pattern.test(clean(each)));
      else missing.push(path);
    } else missing.push(path);
  }
  const files = [...found].sort();
  return {
    sources: files.filter((path) => extensions.includes(extname(path))),
    others: files.filter((path) => !extensions.includes(extname(path))),
    missing,
  };
}

function isCandidate(name: string): boolean {
  return extensions.includes(extname(name)) ||
    componentExtensions.includes(extname(name)) ||
    name === "package.json" || /^deno\.jsonc?$/.test(name);
}

function clean(path: string): string {
  return path.replaceAll("\\", "/").replace(/^\.\//, "");
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** A glob as an expression; one without a slash fits at any depth. */
function globPattern(glob: string): RegExp {
  const body = clean(glob).replace(
    /\*\*\/|\*\*|\*|\?|\{[^}]*\}|[\\^$.|+()[\]{}]/g,
    (part) => {
      if (part === "**/") return "(?:.*/)?";
      if (part === "**") return ".*";
      if (part === "*") return "[^/]*";
      if (part === "?") return "[^/]";
      if (part.length > 1 && part.startsWith("{")) {
        const choices = part.slice(1, -1).split(",");
        return `(?:${
          choices.map((choice) => choice.replace(/[\\^$.|+()[\]]/g, "\\$&"))
            .join("|")
        })`;
      }
      return `\\${part}`;
    },
  );
  const start = glob.includes("/") ? "^" : "(?:^|/)";
  return new RegExp(`${start}${body}(?:/|$)`);
}
