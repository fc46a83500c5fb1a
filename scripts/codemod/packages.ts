/** An import path of the library: its package, entry and how it was written. */
export interface LibraryPath {
  /** `npm:` or `jsr:` in front, or nothing. */
  readonly prefix: string;
  /** `@data-client/rest`, `rest-hooks`, `@tessera/client`. */
  readonly packageName: string;
  /** `@^1.2` behind the package's name, or nothing. */
  readonly version: string;
  /** `next` of `@data-client/rest/next`; empty for the main entry. */
  readonly entry: string;
}

/** The package that everything moves to. */
export const ourPackage = "@tessera/client";
/** Its versions that the codemod is written for. */
export const ourRange = "^0.1.0";

const pattern =
  /^(npm:|jsr:)?\/?(@data-client\/[\w.-]+|@rest-hooks\/[\w.-]+|rest-hooks|@tessera\/client)(@[^/]+)?(?:\/(.*))?$/;

/** Reads an import path; `undefined` if it is not one of the library. */
export function libraryPath(path: string): LibraryPath | undefined {
  const match = pattern.exec(path);
  if (!match) return undefined;
  return {
    prefix: match[1] ?? "",
    packageName: match[2]!,
    version: match[3] ?? "",
    entry: match[4] ?? "",
  };
}

/** The release, of 0.x, that our package is like. */
export const current = 18;

/** The packages that ours replaces, where a text names them in quotes. */
export const oldPackages =
  /(?<=["'`](?:npm:)?)(?:@data-client\/[\w.-]+|@rest-hooks\/[\w.-]+|rest-hooks)(?=["'`/@])/g;

/** Whether a text can contain an import of the library at all. */
export function mentionsLibrary(text: string): boolean {
  return /@data-client\/|@rest-hooks\/|["'`]rest-hooks["'`/]|@tessera\/client/
    .test(text);
}
