import type { Plan } from "./plan.ts";
import type { Sources } from "./sources.ts";

/** The range of versions that the import map has for a package; empty if it has none. */
export function rangeOf({ imports }: Plan, name: string): string {
  const range = /^npm:@?[^@]+@([^/]+)/.exec(imports[name] ?? "")?.[1];
  if (range === undefined) {
    throw new Error(
      `deno.json has no npm version of ${name}, which a published module imports.`,
    );
  }
  return range;
}

/** Whether a module belongs to Node.js. */
export function isBuiltIn(name: string): boolean {
  return name.startsWith("node:");
}

/** Packages, and declarations of those that have none. */
export interface Packages extends AsyncDisposable {
  /** Where `node_modules` is, without a slash at the end. */
  readonly folder: string;
}

/** Installs what the sources import, as users have it, into a folder of its own. */
export async function installPackages(
  plan: Plan,
  { packages }: Sources,
): Promise<Packages> {
  const dependencies: Record<string, string> = {};
  for (const name of packages) {
    if (isBuiltIn(name)) {
      dependencies["@types/node"] = "^24";
    } else if (name === "react" || name === "react-dom") {
      dependencies[`@types/${name}`] = rangeOf(plan, name);
    } else {
      dependencies[name] = rangeOf(plan, name);
    }
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
