import type * as t from "@babel/types";
import { ImportDeclarations } from "./import_declarations.ts";
import { listedAs, removeListedItems } from "./listed_items.ts";
import { loadedSource } from "./module_sources.ts";
import { libraryPath } from "./packages.ts";
import { quoted, rewriteSource, type Router } from "./router.ts";
import type { SourceFile } from "./source_file.ts";
import {
  endOf,
  moduleName,
  type Node,
  propertyName,
  startOf,
} from "./syntax.ts";

/** Lets every import and re-export of the library come from where a router says. */
export function moveImports(file: SourceFile, router: Router): void {
  new ImportDeclarations(file, router).move();
  for (const { by, literal } of file.library.sources) {
    if (by.type === "ImportDeclaration") continue;
    const path = libraryPath(literal.value)!;
    if (by.type === "ExportNamedDeclaration") moveExport(file, router, by);
    else if (by.type === "TSImportType") {
      const name = firstName(by.qualifier);
      const target = name === undefined
        ? router.ofModule(path, [], by)
        : router.ofName(name, path);
      rewriteSource(file, literal, target);
    } else moveLoaded(file, router, by, literal);
  }
}

function firstName(qualifier: Node | null | undefined): string | undefined {
  if (qualifier?.type === "TSQualifiedName") return firstName(qualifier.left);
  return qualifier?.type === "Identifier" ? qualifier.name : undefined;
}

function moveExport(
  file: SourceFile,
  router: Router,
  node: t.ExportNamedDeclaration,
): void {
  const literal = node.source!;
  const from = libraryPath(literal.value)!;
  const groups = new Map<string, Node[]>();
  for (const specifier of node.specifiers) {
    const path = (specifier.type === "ExportSpecifier"
      ? router.ofName(moduleName(specifier.local), from)
      : router.ofModule(from, [], node)) ?? literal.value;
    groups.set(path, [...groups.get(path) ?? [], specifier]);
  }
  if (groups.size <= 1) {
    return rewriteSource(file, literal, [...groups.keys()][0]);
  }
  const [first, ...others] = groups;
  const names = ([, list]: [string, Node[]]) =>
    listedAs(file.textOf(node), list.map((each) => file.textOf(each)));
  const type = node.exportKind === "type" ? "type " : "";
  const end = file.text[endOf(node) - 1] === ";" ? ";" : "";
  file.replace(
    node,
    [first!, ...others].map((group) =>
      `export ${type}${names(group)} from ${
        quoted(file, literal, group[0])
      }${end}`
    ).join(file.lineBreak),
  );
}

/** `require`, `import()`, `export *`, mocks: split if names are taken out in place. */
function moveLoaded(
  file: SourceFile,
  router: Router,
  by: Node,
  literal: t.StringLiteral,
): void {
  const from = libraryPath(literal.value)!;
  const pattern = patternOf(file, literal);
  const groups = new Map<string, Node[]>();
  for (const property of pattern?.properties ?? []) {
    const name = property.type === "ObjectProperty"
      ? propertyName(property)
      : undefined;
    // what is left over, or computed, may be anything
    if (name === undefined) {
      groups.clear();
      break;
    }
    const path = router.ofName(name, from) ?? literal.value;
    groups.set(path, [...groups.get(path) ?? [], property]);
  }
  if (pattern && groups.size > 1) {
    return splitPattern(file, pattern, literal, groups);
  }
  const [only] = groups.keys();
  const names = file.library.namesFrom(literal);
  rewriteSource(file, literal, only ?? router.ofModule(from, names, by));
}

/** The pattern of a declaration that takes a module apart. */
function patternOf(
  file: SourceFile,
  literal: t.StringLiteral,
): t.ObjectPattern | undefined {
  const declarator = file.closest(
    literal,
    (node): node is t.VariableDeclarator => node.type === "VariableDeclarator",
  );
  return declarator?.id.type === "ObjectPattern" &&
      loadedSource(declarator.init) === literal
    ? declarator.id
    : undefined;
}

/** Repeats the declaration for each other path, with the names that come from there. */
function splitPattern(
  file: SourceFile,
  pattern: t.ObjectPattern,
  literal: t.StringLiteral,
  groups: ReadonlyMap<string, readonly Node[]>,
): void {
  const declarator = file.parentOf(pattern)!;
  const declaration = file.parentOf(declarator)!;
  const isAlone = declaration.type === "VariableDeclaration" &&
    declaration.declarations.length === 1;
  const whole = isAlone ? declaration : declarator;
  const between = isAlone
    ? file.lineBreak + file.indentAt(startOf(whole))
    : ", ";
  const { text } = file;
  const head = text.slice(startOf(whole), startOf(pattern));
  const middle = text.slice(endOf(pattern), startOf(literal));
  const tail = text.slice(endOf(literal), endOf(whole));
  const here = groups.has(literal.value)
    ? literal.value
    : [...groups.keys()][0];
  rewriteSource(file, literal, here);
  removeListedItems(
    text,
    file.edits,
    pattern.properties,
    (node) => !groups.get(here!)!.includes(node),
  );
  for (const [path, properties] of groups) {
    if (path === here) continue;
    const names = listedAs(
      file.textOf(pattern),
      properties.map((each) => file.textOf(each)),
    );
    const source = quoted(file, literal, path);
    file.edits.insert(
      endOf(whole),
      `${between}${head}${names}${middle}${source}${tail}`,
    );
  }
}
