import type * as t from "@babel/types";
import { loadedSource, type ModuleSource } from "./module_sources.ts";
import type { Binding, NameNode } from "./scopes.ts";
import type { SourceFile } from "./source_file.ts";
import { moduleName, type Node, propertyName } from "./syntax.ts";

/** A name that a file takes from the library. */
export interface LibraryImport {
  /** The library's name for it; `*` for a whole module, `default` for its default. */
  readonly imported: string;
  /** The file's name for it. */
  readonly binding: Binding;
  /** The quoted path it comes from. */
  readonly source: t.StringLiteral;
  /** The import specifier, or the property of a destructured `require`. */
  readonly specifier: Node;
}

/** Finds every name that a file takes from the library. */
export function libraryImports(
  file: SourceFile,
  sources: readonly ModuleSource[],
): LibraryImport[] {
  const direct = [
    ...declaredImports(file, sources),
    ...loadedImports(file, sources),
  ];
  return [...direct, ...direct.flatMap((each) => unpackedImports(file, each))];
}

function* declaredImports(
  file: SourceFile,
  sources: readonly ModuleSource[],
): Generator<LibraryImport> {
  for (const { by, literal } of sources) {
    if (by.type !== "ImportDeclaration") continue;
    for (const specifier of by.specifiers) {
      const binding = file.bindingOf(specifier.local);
      if (!binding) continue;
      const imported = specifier.type === "ImportNamespaceSpecifier"
        ? "*"
        : specifier.type === "ImportDefaultSpecifier"
        ? "default"
        : moduleName(specifier.imported);
      yield { imported, binding, source: literal, specifier };
    }
  }
}

/** By `require` and `import()`. */
function* loadedImports(
  file: SourceFile,
  sources: readonly ModuleSource[],
): Generator<LibraryImport> {
  for (const { by, literal } of sources) {
    if (by.type === "TSExternalModuleReference") {
      const declaration = file.parentOf(by);
      if (declaration?.type !== "TSImportEqualsDeclaration") continue;
      const binding = file.bindingOf(declaration.id);
      if (binding) {
        const specifier = declaration;
        yield { imported: "*", binding, source: literal, specifier };
      }
      continue;
    }
    const declarator = [...file.ancestorsOf(by)].find((node) =>
      node.type === "VariableDeclarator"
    );
    if (
      declarator?.type !== "VariableDeclarator" ||
      loadedSource(declarator.init) !== literal
    ) continue;
    for (const [imported, name, specifier] of declaredNames(declarator)) {
      const binding = file.bindingOf(name);
      if (binding) yield { imported, binding, source: literal, specifier };
    }
  }
}

/** `const { Entity } = rest`, where `rest` is the whole module. */
function unpackedImports(
  file: SourceFile,
  { imported: whole, binding: { references }, source }: LibraryImport,
): LibraryImport[] {
  if (whole !== "*") return [];
  return references.flatMap((reference) => {
    const declarator = file.parentOf(reference);
    if (
      declarator?.type !== "VariableDeclarator" ||
      declarator.init !== reference || declarator.id.type !== "ObjectPattern"
    ) return [];
    return [...declaredNames(declarator)].flatMap(
      ([imported, name, specifier]) => {
        const binding = file.bindingOf(name);
        return binding ? [{ imported, binding, source, specifier }] : [];
      },
    );
  });
}

function* declaredNames(
  declarator: t.VariableDeclarator,
): Generator<[imported: string, name: NameNode, specifier: Node]> {
  if (declarator.id.type === "Identifier") {
    yield ["*", declarator.id, declarator];
  }
  if (declarator.id.type !== "ObjectPattern") return;
  for (const property of declarator.id.properties) {
    if (property.type !== "ObjectProperty") continue;
    const imported = propertyName(property);
    const value = property.value.type === "AssignmentPattern"
      ? property.value.left
      : property.value;
    if (imported !== undefined && value.type === "Identifier") {
      yield [imported, value, property];
    }
  }
}
