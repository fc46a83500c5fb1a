import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { SourceFile } from "./source_file.ts";
import { extensions } from "./syntax.ts";

/** Other files of the application, read when something asks for them, each one once. */
export class Modules {
  readonly #files = new Map<string, SourceFile | undefined>();

  /**
   * The file that a relative path names.
   *
   * @param from path of the file that imports it
   * @param specifier the path it writes
   * @returns `undefined` if it is not a source file that can be read
   */
  find(from: string, specifier: string): SourceFile | undefined {
    if (!/^\.\.?(\/|$)/.test(specifier)) return undefined;
    const path = candidates(join(dirname(from), specifier)).find(isFile);
    if (path === undefined) return undefined;
    if (!this.#files.has(path)) this.#files.set(path, this.#read(path));
    return this.#files.get(path);
  }

  #read(path: string): SourceFile | undefined {
    try {
      return new SourceFile(path, readFileSync(path, "utf8"), this);
    } catch {
      // told when it is its turn
      return undefined;
    }
  }
}

/** What a path without extension, of a folder, or of a compiled file may mean. */
function candidates(path: string): string[] {
  const withoutExtension = path.replace(/\.[cm]?jsx?$/, "");
  return [
    ...extensions.some((extension) => path.endsWith(extension)) ? [path] : [],
    ...extensions.map((extension) => path + extension),
    ...extensions.map((extension) => withoutExtension + extension),
    ...extensions.map((extension) => join(path, `index${extension}`)),
  ];
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
