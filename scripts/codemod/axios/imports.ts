import type * as t from "@babel/types";
import { ourPackage } from "../packages.ts";
import type { SourceFile } from "../source_file.ts";
import { endOf, type Node, startOf } from "../syntax.ts";
import type { Client } from "./clients.ts";

/**
 * Imports the classes that endpoints need, and drops clients nobody uses.
 *
 * @param file the file
 * @param clients the clients it has
 * @param needed names of classes and types that its new text uses
 * @param isGone whether a use of a client is taken out
 */
export function settleImports(
  file: SourceFile,
  clients: readonly Client[],
  needed: ReadonlySet<string>,
  isGone: (use: Node) => boolean,
): void {
  const missing = new Set(
    ["RestEndpoint", "RestGenerics"].filter((name) => needed.has(name)),
  );
  for (const client of clients) {
    const specifier = client.binding.by;
    const declaration = file.parentOf(specifier);
    if (declaration?.type !== "ImportDeclaration") continue;
    const isUnused = client.binding.references.every(isGone);
    if (client.kind === "imported") {
      if (needed.has(client.className)) {
        importClass(file, declaration, specifier, client.className, isUnused);
      }
    } else if (isUnused && declaration.specifiers.length === 1) {
      const text = libraryImport(file, declaration, missing);
      if (text === undefined) file.edits.remove(file.linesOf(declaration));
      else {
        file.replace(declaration, text);
        missing.clear();
      }
    }
  }
  for (const name of missing) {
    file.library.add(name, { typeOnly: name === "RestGenerics" });
  }
}

/** An import of the library in place of that of axios, if there is none yet. */
function libraryImport(
  file: SourceFile,
  declaration: t.ImportDeclaration,
  missing: ReadonlySet<string>,
): string | undefined {
  const hasOne = file.library.sources.some(({ by }) =>
    by.type === "ImportDeclaration"
  );
  if (hasOne || missing.size === 0) return undefined;
  const names = [...missing].map((name) =>
    name === "RestGenerics" ? `type ${name}` : name
  );
  const quote = file.textOf(declaration.source)[0];
  const end = file.textOf(declaration).endsWith(";") ? ";" : "";
  return `import { ${
    names.join(", ")
  } } from ${quote}${ourPackage}${quote}${end}`;
}

/** Imports the class that another file has in place of a client. */
function importClass(
  file: SourceFile,
  declaration: t.ImportDeclaration,
  specifier: Node,
  name: string,
  isUnused: boolean,
): void {
  if (specifier.type === "ImportSpecifier") {
    if (isUnused) file.replace(specifier, name);
    else file.edits.insert(endOf(specifier), `, ${name}`);
    return;
  }
  if (declaration.specifiers.length === 1) {
    if (isUnused) file.replace(specifier, `{ ${name} }`);
    else file.edits.insert(endOf(specifier), `, { ${name} }`);
    return;
  }
  // import client, { others } from "..."
  const brace = file.text.indexOf("{", endOf(specifier));
  if (isUnused) {
    file.edits.replace(
      { start: startOf(specifier), end: brace + 1 },
      `{ ${name},`,
    );
  } else file.edits.insert(brace + 1, ` ${name},`);
}
