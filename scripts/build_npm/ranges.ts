import type { Plan } from "./plan.ts";

/**
 * The range of versions that the import map has for a package.
 *
 * @throws {Error} If it has none.
 */
export function rangeOf({ imports }: Plan, name: string): string {
  const range = /^npm:@?[^@]+@([^/]+)/.exec(imports[name] ?? "")?.[1];
  if (range === undefined) {
    throw new Error(
      `deno.json has no npm version of ${name}, which a published module imports.`,
    );
  }
  return range;
}
