import { filesBelow } from "./files_below.ts";
import type { Plan } from "./plan.ts";
import type { Sources } from "./sources.ts";

/**
 * Checks what any compiler has to get right.
 *
 * @throws {Error} With everything that is wrong: a file that is no source's, a
 * `"use client"` that is not the first statement, an entry without its module
 * or its declarations, something that a compiler added.
 */
export function checkBuild(
  { root, output, entries }: Plan,
  { files }: Sources,
): void {
  const defects: string[] = [];
  const built = new Set([...filesBelow(output)].sort());
  for (const { source } of entries) {
    for (
      const path of [
        `esm/${source.replace(/\.ts$/, ".js")}`,
        `esm/${source.replace(/\.ts$/, ".d.ts")}`,
        `production/${source.replace(/\.ts$/, ".js")}`,
      ]
    ) if (!built.has(path)) defects.push(`there is no ${path}`);
  }
  for (const path of built) {
    const [, kind, name, extension] =
      /^(esm|production)\/(.*?)(\.js|\.d\.ts)$/.exec(path) ?? [];
    const source = `${name}.ts`;
    if (!files.includes(source) || kind + extension! === "production.d.ts") {
      defects.push(`${path} belongs to no source`);
      continue;
    }
    const text = Deno.readTextFileSync(`${output}/${path}`);
    const added = /_dnt\.|\bpolyfills?\b.*from "|typeof window\b|dntGlobalThis/
      .exec(text);
    if (added) defects.push(`${path} has ${added[0]}`);
    if (extension !== ".js") continue;
    const original = Deno.readTextFileSync(`${root}/${source}`);
    const isForClients = /^"use client";/.test(original);
    if (isForClients !== /^"use client";/.test(text)) {
      defects.push(
        isForClients
          ? `${path} does not start with "use client"`
          : `${path} starts with "use client", ${source} does not`,
      );
    }
  }
  if (defects.length > 0) throw new Error(defects.join("\n"));
}
