import type * as t from "@babel/types";
import type { Binding } from "./scopes.ts";
import type { SourceFile } from "./source_file.ts";
import { moduleName, type Node, unwrap } from "./syntax.ts";

/** An expression or class, and the file in which its names mean something. */
export interface PlacedValue {
  readonly file: SourceFile;
  readonly node: Node;
}

/**
 * What an import from another file of the application stands for: the value
 * that file gives to the name, through any number of re-exports.
 *
 * @param file the file that imports
 * @param binding the imported name
 */
export function importedValue(
  file: SourceFile,
  binding: Binding | undefined,
): PlacedValue | undefined {
  const specifier = binding?.by;
  const declaration = specifier && file.parentOf(specifier);
  if (declaration?.type !== "ImportDeclaration") return undefined;
  const other = file.modules?.find(file.path, declaration.source.value);
  if (!other) return undefined;
  switch (specifier?.type) {
    case "ImportSpecifier":
      return exportedValue(other, moduleName(specifier.imported));
    case "ImportDefaultSpecifier":
      return exportedValue(other, "default");
    default:
      return undefined;
  }
}

/** The value of `name` in `import * as namespace` of another file. */
export function importedMember(
  file: SourceFile,
  binding: Binding | undefined,
  name: string,
): PlacedValue | undefined {
  const specifier = binding?.by;
  const declaration = specifier && file.parentOf(specifier);
  if (
    specifier?.type !== "ImportNamespaceSpecifier" ||
    declaration?.type !== "ImportDeclaration"
  ) return undefined;
  const other = file.modules?.find(file.path, declaration.source.value);
  return other && exportedValue(other, name);
}

function exportedValue(
  file: SourceFile,
  name: string,
  seen: ReadonlySet<SourceFile> = new Set(),
): PlacedValue | undefined {
  if (seen.has(file)) return undefined;
  const visited = new Set(seen).add(file);
  for (const node of file.program.body) {
    const found = node.type === "ExportNamedDeclaration"
      ? inNamedExport(file, node, name, visited)
      : node.type === "ExportDefaultDeclaration" && name === "default"
      ? valueOf(file, node.declaration)
      : undefined;
    if (found) return found;
  }
  for (const node of file.program.body) {
    if (node.type !== "ExportAllDeclaration") continue;
    const other = file.modules?.find(file.path, node.source.value);
    const found = other && exportedValue(other, name, visited);
    if (found) return found;
  }
  return undefined;
}

function inNamedExport(
  file: SourceFile,
  node: t.ExportNamedDeclaration,
  name: string,
  seen: ReadonlySet<SourceFile>,
): PlacedValue | undefined {
  const { declaration, source } = node;
  if (declaration) {
    const binding = file.scopes.lookup(name, file.program, "value");
    const by = binding?.by;
    const isHere = by === declaration ||
      (declaration.type === "VariableDeclaration" &&
        declaration.declarations.some((each) => each === by));
    return isHere ? valueOfBinding(file, binding) : undefined;
  }
  for (const specifier of node.specifiers) {
    if (
      specifier.type !== "ExportSpecifier" ||
      moduleName(specifier.exported) !== name
    ) continue;
    if (!source) return valueOf(file, specifier.local);
    const other = file.modules?.find(file.path, source.value);
    return other && exportedValue(other, moduleName(specifier.local), seen);
  }
  return undefined;
}

function valueOf(file: SourceFile, node: Node): PlacedValue | undefined {
  const value = unwrap(node);
  return value.type === "Identifier"
    ? valueOfBinding(file, file.bindingOf(value))
    : { file, node: value };
}

function valueOfBinding(
  file: SourceFile,
  binding: Binding | undefined,
): PlacedValue | undefined {
  const by = binding?.by;
  switch (by?.type) {
    case "VariableDeclarator":
      return by.init && by.id.type === "Identifier"
        ? { file, node: unwrap(by.init) }
        : undefined;
    case "ClassDeclaration":
      return { file, node: by };
    default:
      return importedValue(file, binding);
  }
}
