import { runIn } from "./project.ts";

/** The package as it would be published. */
export interface Tarball extends AsyncDisposable {
  /** Path of the file. */
  readonly path: string;
  /** What package.json says. */
  readonly manifest: Manifest;
}

/** The part of package.json that is looked at. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly sideEffects: boolean;
  readonly bin: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
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

/** Folder of the package, built before. */
export const packageFolder: string =
  new URL("../../../npm", import.meta.url).pathname;

/**
 * Packs `npm/`.
 *
 * @throws {Error} If it was not built.
 */
export async function packTarball(): Promise<Tarball> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(
      await Deno.readTextFile(`${packageFolder}/package.json`),
    );
  } catch (cause) {
    throw new Error("There is no npm/. Run: deno task build:npm", { cause });
  }
  const folder = await Deno.makeTempDir();
  const output = await runIn(
    packageFolder,
    "npm",
    "pack",
    "--json",
    "--loglevel=error",
    `--pack-destination=${folder}`,
  );
  const file = /[\w.-]+\.tgz/.exec(output)![0];
  return {
    path: `${folder}/${file}`,
    manifest,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** Names to import, such as `@tessera/client/react`, with where they are. */
export function entriesOf({ name, exports }: Manifest): [string, Conditions][] {
  return Object.entries(exports).flatMap(([path, target]) =>
    typeof target === "string" ? [] : [[`${name}${path.slice(1)}`, target]]
  );
}
