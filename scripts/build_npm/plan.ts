import { packages } from "../packages.ts";

/** What is built, as deno.json says. */
export interface Plan {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly entries: readonly Entry[];
  /** The import map. */
  readonly imports: Readonly<Record<string, string>>;
  /** Root of the repository, without a slash at the end. */
  readonly root: string;
  /** Folder of the package. */
  readonly output: string;
}

/** A module that users import. */
export interface Entry {
  /** Such as `./react`, or `.`. */
  readonly name: string;
  /** Path of the source in the repository, such as `react/mod.ts`. */
  readonly source: string;
}

/** Reads deno.json. */
export function readPlan(): Plan {
  const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
  const { name, version, license, exports } = JSON.parse(
    Deno.readTextFileSync(`${root}/deno.json`),
  ) as {
    name: string;
    version: string;
    license: string;
    exports: Record<string, string>;
  };
  return {
    name,
    version,
    license,
    entries: Object.entries(exports).map(([name, path]) => ({
      name,
      source: path.replace(/^\.\//, ""),
    })),
    imports: packages,
    root,
    output: `${root}/npm`,
  };
}
