import type * as t from "@babel/types";
import { ImportDeclarations } from "./import_declarations.ts";
import { libraryPath } from "./packages.ts";
import { quoted, rewriteSource, type Router } from "./router.ts";
import type { SourceFile } from "./source_file.ts";
import { endOf, type Node, startOf } from "./syntax.ts";

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
      ? router.ofName(specifier.local.name, from)
      : router.ofModule(from, [], node)) ?? literal.value;
    groups.set(path, [...groups.get(path) ?? [], specifier]);
  }
  if (groups.size <= 1) {
    return rewriteSource(file, literal, [...groups.keys()][0]);
  }
  const [first, ...others] = groups;
  const names = ([, list]: [string, Node[]]) =>
    `{ ${list.map((each) => file.textOf(each)).join(", ")} }`;
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

/** `require`, `import()`, `export *`, mocks: moved if one path has all of it. */
function moveLoaded(
  file: SourceFile,
  router: Router,
  by: Node,
  literal: t.StringLiteral,
): void {
  const from = libraryPath(literal.value)!;
  const taken = file.library.imports.filter(({ source }) => source === literal);
  const names = file.library.namesFrom(literal);
  const whole = [...file.ancestorsOf(by)].find((node) =>
    node.type === "VariableDeclaration"
  );
  const groups = new Map<string, Node[]>();
  for (const { imported, specifier } of taken) {
    const path = imported === "*" ? undefined : router.ofName(imported, from);
    if (path !== undefined) {
      groups.set(path, [...groups.get(path) ?? [], specifier]);
    }
  }
  const placed = [...groups.values()].flat().length;
  if (placed > 0 && placed === taken.length && groups.size === 1) {
    return rewriteSource(file, literal, [...groups.keys()][0]);
  }
  const pattern = whole?.type === "VariableDeclaration" &&
      whole.declarations.length === 1
    ? whole.declarations[0]!
    : undefined;
  if (
    pattern?.id.type === "ObjectPattern" && pattern.init && groups.size > 1 &&
    placed === pattern.id.properties.length
  ) {
    const { start, end } = {
      start: startOf(pattern.id),
      end: endOf(pattern.init),
    };
    const head = file.text.slice(startOf(whole!), start);
    const tail = file.text.slice(end, endOf(whole!));
    const middle = file.text.slice(endOf(pattern.id), startOf(literal));
    const rest = file.text.slice(endOf(literal), end);
    return file.replace(
      whole!,
      [...groups].map(([path, list]) =>
        `${head}{ ${
          list.map((each) => file.textOf(each)).join(", ")
        } }${middle}${quoted(file, literal, path)}${rest}${tail}`
      ).join(file.lineBreak + file.indentAt(startOf(whole!))),
    );
  }
  rewriteSource(file, literal, router.ofModule(from, names, by));
}
