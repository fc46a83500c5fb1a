import { counterpartOf, entryOf, pathOf } from "../entries.ts";
import { entryExports } from "../entry_exports.ts";
import { moveImports } from "../move_imports.ts";
import { type LibraryPath, libraryPath, ourPackage } from "../packages.ts";
import type { SourceFile } from "../source_file.ts";
import { adviceAbout, isWithoutCounterpart } from "../without_counterpart.ts";
import { isClass, moduleName, type Node } from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** Everything comes from the entries of our package. */
export const importPaths: Transform = {
  name: "import-paths",
  summary: "imports come from the entries of @tessera/client",
  apply(file) {
    moveImports(file, {
      ofName(name, path) {
        if (staysAsItIs(path)) return undefined;
        if (exportsName(currentEntry(path), name)) return undefined;
        const entry = entryOf(name, path);
        return entry === undefined ? undefined : pathOf(entry, path);
      },
      ofModule: (path, names, node) =>
        staysAsItIs(path) ? undefined : moduleFor(file, path, names, node),
    });
    reportUnknown(file);
    reportClasses(file);
  },
};

/** Whether an import is of something that is not here, or of what only our package has. */
function staysAsItIs(path: LibraryPath): boolean {
  return isWithoutCounterpart(path) ||
    !entryExports.has(currentEntry(path) ?? ".");
}

function currentEntry(path: LibraryPath): string | undefined {
  if (path.packageName !== ourPackage) return undefined;
  return path.entry ? `./${path.entry}` : ".";
}

function exportsName(entry: string | undefined, name: string): boolean {
  return entry !== undefined && (entryExports.get(entry)?.has(name) ?? false);
}

function moduleFor(
  file: SourceFile,
  path: LibraryPath,
  names: readonly string[],
  node: Node,
): string | undefined {
  const current = currentEntry(path);
  if (
    current !== undefined && names.every((name) => exportsName(current, name))
  ) {
    return undefined;
  }
  const preferred = counterpartOf(path);
  const complete = [preferred, ".", ...entryExports.keys()].find((entry) =>
    names.every((name) => exportsName(entry, name))
  );
  const entry = complete ?? preferred;
  const isUnknown = names.length > 0 &&
    names.every((name) => entryOf(name, path) === undefined);
  if (complete === undefined) {
    const absent = names.filter((name) => !exportsName(preferred, name));
    for (const name of new Set(absent)) {
      const other = entryOf(name, path);
      file.report(
        node,
        other === undefined
          ? adviceAbout(name)
          : `${name} comes from ${pathOf(other, path)}: import it from there`,
      );
    }
  } else if (
    names.length === 0 && current === undefined &&
    !(node.type === "ImportDeclaration" && node.specifiers.length === 0)
  ) {
    file.report(
      node,
      `${path.packageName} as a whole became ${pathOf(entry, path)}: ` +
        "check that what is used of it is exported there",
    );
  }
  const target = pathOf(entry, path);
  return entry === current || isUnknown ? undefined : target;
}

function reportUnknown(file: SourceFile): void {
  for (const { by, literal } of file.library.sources) {
    if (isWithoutCounterpart(libraryPath(literal.value)!)) {
      file.report(
        literal,
        `${literal.value} has no counterpart: it stays as it is`,
      );
    }
    if (by.type !== "ExportNamedDeclaration") continue;
    for (const specifier of by.specifiers) {
      if (specifier.type === "ExportSpecifier") {
        check(moduleName(specifier.local), specifier, literal.value);
      }
    }
  }
  for (const { imported, specifier, source } of file.library.imports) {
    if (imported !== "*") check(imported, specifier, source.value);
  }

  function check(name: string, node: Node, source: string): void {
    if (staysAsItIs(libraryPath(source)!)) return;
    if (![...entryExports.values()].some((names) => names.has(name))) {
      file.report(node, `${adviceAbout(name)} (it still comes from ${source})`);
    }
  }
}

/** What was a class to extend is the type of what `resource()` returns. */
function reportClasses(file: SourceFile): void {
  for (const { node } of file.library.usesOf("Resource")) {
    const parent = file.parentOf(node);
    if (isClass(parent) && parent.superClass === node) {
      file.report(
        node,
        "Resource is no class any more: write an Entity, and endpoints by resource()",
      );
    }
  }
}
