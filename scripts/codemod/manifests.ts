import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Manifest } from "./manifest.ts";

/** The package.json and deno.json files around files, each read once. */
export class Manifests {
  readonly #inFolders = new Map<string, readonly Manifest[]>();

  /** The nearest ones around a file that name the library. */
  around(path: string): readonly Manifest[] {
    for (let folder = dirname(resolve(path));; folder = dirname(folder)) {
      const found = this.#in(folder);
      if (found.length > 0 || folder === dirname(folder)) return found;
    }
  }

  /** The oldest release that a file may be written for; 0 if that is not known. */
  releaseOf(path: string): number {
    const releases = this.around(path).map(({ release }) => release);
    return releases.length === 0 ? 0 : Math.min(...releases);
  }

  #in(folder: string): readonly Manifest[] {
    const known = this.#inFolders.get(folder);
    if (known) return known;
    const found = ["package.json", "deno.json", "deno.jsonc"]
      .map((name) => join(folder, name)).filter((path) => existsSync(path))
      .flatMap((path) => {
        try {
          return new Manifest(path, readFileSync(path, "utf8"));
        } catch {
          return []; // told when it is looked at for itself
        }
      }).filter(({ old }) => old.length > 0);
    this.#inFolders.set(folder, found);
    return found;
  }
}
