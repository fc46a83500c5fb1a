import type * as t from "@babel/types";
import { loadedSource, type ModuleSource } from "./module_sources.ts";
import type { Binding } from "./scopes.ts";
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
    yield* declaredNames(file, declarator, literal);
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
    return [...declaredNames(file, declarator, source)];
  });
}

function* declaredNames(
  file: SourceFile,
  { id }: t.VariableDeclarator,
  source: t.StringLiteral,
): Generator<LibraryImport> {
  if (id.type === "Identifier") {
    const binding = file.bindingOf(id);
    if (binding) {
      yield { imported: "*", binding, source, specifier: binding.by };
    }
  }
  if (id.type !== "ObjectPattern") return;
  for (const property of id.properties) {
    if (property.type !== "ObjectProperty") continue;
    const imported = propertyName(property);
    const { value } = property;
    const name = value.type === "AssignmentPattern" ? value.left : value;
    const binding = name.type === "Identifier"
      ? file.bindingOf(name)
      : undefined;
    if (imported !== undefined && binding) {
      yield { imported, binding, source, specifier: property };
    }
  }
}

/** Whether an import is erased: `import type`, or `type` before the name. */
export function isTypeOnly(
  file: SourceFile,
  { specifier }: LibraryImport,
): boolean {
  const declaration = file.parentOf(specifier);
  return (declaration?.type === "ImportDeclaration" &&
    declaration.importKind === "type") ||
    (specifier.type === "ImportSpecifier" && specifier.importKind === "type");
}
