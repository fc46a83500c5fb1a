import { filesBelow } from "./files_below.ts";
import { importedBy } from "./imported_by.ts";
import type { Plan } from "./plan.ts";

/**
 * Removes from `esm/` what no entry reaches: modules that held nothing but
 * types, and declarations of what is internal.
 */
export function removeUnreachable({ output, entries }: Plan): void {
  const folder = `${output}/esm`;
  const reached = new Set<string>();
  for (const extension of [".js", ".d.ts"]) {
    const found = new Set(
      entries.map(({ source }) => source.replace(/\.ts$/, extension)),
    );
    for (const file of found) {
      reached.add(file);
      const text = Deno.readTextFileSync(`${folder}/${file}`);
      for (const { specifier } of importedBy(text)) {
        if (!specifier.startsWith(".")) continue;
        const { pathname } = new URL(specifier, `file:///${file}`);
        found.add(pathname.slice(1).replace(/\.js$/, extension));
      }
    }
  }
  for (const file of [...filesBelow(folder)]) {
    if (!reached.has(file)) Deno.removeSync(`${folder}/${file}`);
  }
}
