/** The range of versions that the import map has for a package; empty if it has none. */
export function rangeOf(
  imports: Readonly<Record<string, string>>,
  name: string,
): string {
  const range = /^npm:@?[^@]+@([^/]+)/.exec(imports[name] ?? "")?.[1];
  if (range === undefined) {
    throw new Error(
      `deno.json has no npm version of ${name}, which a published module imports.`,
    );
  }
  return range;
}

/** Packages, and declarations of those that have none. */
export interface Packages extends AsyncDisposable {
  /** Where `node_modules` is, without a slash at the end. */
  readonly folder: string;
}

/**
 * Installs packages, as users have them, into a folder of its own.
 *
 * @param imports The import map, which has their versions.
 * @param names Their names.
 */
export async function installPackages(
  imports: Readonly<Record<string, string>>,
  names: readonly string[],
): Promise<Packages> {
  const dependencies: Record<string, string> = {};
  for (const name of names) {
    const isTyped = name !== "react" && name !== "react-dom";
    dependencies[isTyped ? name : `@types/${name}`] = rangeOf(imports, name);
  }
  const folder = await Deno.makeTempDir();
  const remove = () => Deno.remove(folder, { recursive: true });
  Deno.writeTextFileSync(
    `${folder}/package.json`,
    JSON.stringify({ dependencies }),
  );
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["install", "--quiet", "--no-lock"],
    cwd: folder,
    env: { NO_COLOR: "1" },
  }).output();
  if (!success) {
    await remove();
    throw new Error(new TextDecoder().decode(stderr));
  }
  return { folder, [Symbol.asyncDispose]: remove };
}
