import { outputOf, tools } from "../../../scripts/build_npm/tools.ts";
import { runIn } from "./project.ts";

/** The package as it would be published. */
export interface Tarball extends AsyncDisposable {
  /** Path of the file. */
  readonly path: string;
  /** What package.json says. */
  readonly manifest: Manifest;
  /** Its size in bytes, compressed. */
  readonly size: number;
  /** How many files it holds. */
  readonly files: number;
}

/** The part of package.json that is looked at. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Conditions>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<
    Record<string, { readonly optional: boolean }>
  >;
}

/** Where an entry is. */
export interface Conditions {
  readonly types: string;
  readonly production?: string;
  readonly default: string;
}

/** Folder of the client, built before. */
export const packageFolder: string =
  new URL("../../../npm", import.meta.url).pathname;

/** Folders of the tools, built before, by their folder in `scripts/`. */
export const toolFolders: ReadonlyMap<string, string> = new Map(
  tools.map((tool) => [
    tool.folder,
    new URL(`../../../${outputOf(tool)}`, import.meta.url).pathname,
  ]),
);

/**
 * Packs a folder, by default that of the client.
 *
 * @throws {Error} If it was not built.
 */
export async function packTarball(
  from: string = packageFolder,
): Promise<Tarball> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await Deno.readTextFile(`${from}/package.json`));
  } catch (cause) {
    throw new Error(`There is no ${from}. Run: deno task build:npm`, { cause });
  }
  const folder = await Deno.makeTempDir();
  const output = await runIn(
    from,
    "npm",
    "pack",
    "--json",
    "--loglevel=error",
    `--pack-destination=${folder}`,
  );
  const packed: Packed[] = Object.values(JSON.parse(output));
  const [{ filename, size, entryCount: files }] = packed as [Packed];
  return {
    path: `${folder}/${filename}`,
    manifest,
    size,
    files,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** What npm tells of a tarball. */
interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly entryCount: number;
}

/** Names to import, such as `@tessera/client/react`, with where they are. */
export function entriesOf({ name, exports }: Manifest): [string, Conditions][] {
  return Object.entries(exports).flatMap(([path, target]) =>
    typeof target === "string" ? [] : [[`${name}${path.slice(1)}`, target]]
  );
}
