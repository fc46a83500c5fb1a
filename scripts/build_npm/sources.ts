import { importedBy } from "./imported_by.ts";
import type { Entry } from "./plan.ts";

/** The modules that entries reach. */
export interface Sources {
  /** Paths in the repository. */
  readonly files: readonly string[];
  /** Names of packages they import. */
  readonly packages: readonly string[];
}

/**
 * Follows imports from entries.
 *
 * @throws {Error} If a module is outside of the repository.
 */
export function findSources(root: string, entries: readonly Entry[]): Sources {
  const files = new Set(entries.map(({ source }) => source));
  const packages = new Set<string>();
  for (const file of files) {
    const text = Deno.readTextFileSync(`${root}/${file}`);
    for (const { specifier } of importedBy(text)) {
      if (!specifier.startsWith(".")) {
        packages.add(packageOf(specifier));
        continue;
      }
      const path = new URL(specifier, `file://${root}/${file}`).pathname;
      if (!path.startsWith(`${root}/`)) {
        throw new Error(`${file} imports ${specifier}, outside of ${root}.`);
      }
      files.add(path.slice(root.length + 1));
    }
  }
  return { files: [...files].sort(), packages: [...packages].sort() };
}

/** `react-dom` of `react-dom/client`. */
function packageOf(specifier: string): string {
  const parts = specifier.split("/");
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}
