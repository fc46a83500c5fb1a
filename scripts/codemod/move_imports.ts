import type * as t from "@babel/types";
import { type LibraryPath, libraryPath } from "./packages.ts";
import type { SourceFile } from "./source_file.ts";
import { endOf, type Node, startOf } from "./syntax.ts";

/** Decides where imports come from. */
export interface Router {
  /**
   * The path for a name.
   *
   * @param name the library's name; `default` for a default import
   * @param path where it comes from now
   * @returns the new path; `undefined` to leave the import as it is
   */
  ofName(name: string, path: LibraryPath): string | undefined;
  /**
   * The path for a module that is used as a whole.
   *
   * @param path where it comes from now
   * @param names names known to be used of it
   * @param node what names the module
   */
  ofModule(
    path: LibraryPath,
    names: readonly string[],
    node: Node,
  ): string | undefined;
}

/** Lets every import and re-export of the library come from where a router says. */
export function moveImports(file: SourceFile, router: Router): void {
  new Declarations(file, router).move();
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

/** Puts a path into the quotes that are there. */
function rewriteSource(
  file: SourceFile,
  literal: t.StringLiteral,
  path: string | undefined,
): void {
  if (path === undefined || path === literal.value) return;
  file.replace(literal, quoted(file, literal, path));
}

function quoted(
  file: SourceFile,
  literal: t.StringLiteral,
  path: string,
): string {
  const quote = file.text[startOf(literal)];
  return `${quote}${path}${quote}`;
}

interface Group {
  readonly path: string;
  readonly specifiers: t.ImportDeclaration["specifiers"];
}

interface Plan {
  readonly node: t.ImportDeclaration;
  /** The path of the declaration from now on. */
  readonly path: string;
  /** What stays in the declaration. */
  readonly kept: t.ImportDeclaration["specifiers"];
  /** What other paths export. */
  readonly others: readonly Group[];
}

/** The import declarations of a file, which are split and joined together. */
class Declarations {
  readonly #file: SourceFile;
  readonly #router: Router;
  readonly #hosts = new Map<string, t.ImportDeclaration | string[]>();

  constructor(file: SourceFile, router: Router) {
    this.#file = file;
    this.#router = router;
  }

  move(): void {
    const plans = this.#file.library.sources.flatMap(({ by }) =>
      by.type === "ImportDeclaration" ? [this.#plan(by)] : []
    );
    const joined = new Set<Plan>();
    for (const plan of plans) {
      if (!canHost(plan.node)) continue;
      const key = keyOf(plan.node, plan.path);
      const host = plans.find((other) =>
        canHost(other.node) && keyOf(other.node, other.path) === key
      )!;
      const changes = host.path !== host.node.source.value ||
        plan.path !== plan.node.source.value;
      if (host !== plan && changes && !hasDefault(plan.node)) joined.add(plan);
      else if (!this.#hosts.has(key)) this.#hosts.set(key, plan.node);
    }
    const created: [
      after: t.ImportDeclaration,
      texts: string[],
      path: string,
    ][] = [];
    for (const plan of plans) {
      const { node, path, kept, others } = plan;
      if (joined.has(plan)) {
        this.#moveTo(this.#hosts.get(keyOf(node, path))!, kept);
      } else rewriteSource(this.#file, node.source, path);
      for (const group of others) {
        const key = keyOf(node, group.path);
        let host = this.#hosts.get(key);
        if (!host) {
          host = [];
          this.#hosts.set(key, host);
          const beside = joined.has(plan)
            ? this.#hosts.get(keyOf(node, path))
            : node;
          const after = Array.isArray(beside) || !beside ? node : beside;
          created.push([after, host, group.path]);
        }
        this.#moveTo(host, group.specifiers);
      }
    }
    for (const [after, texts, path] of created) {
      this.#create(after, texts, path);
    }
  }

  #plan(node: t.ImportDeclaration): Plan {
    const from = libraryPath(node.source.value)!;
    const { specifiers } = node;
    const whole = specifiers.find(({ type }) =>
      type === "ImportNamespaceSpecifier"
    );
    if (whole || specifiers.length === 0) {
      const names = whole ? this.#membersOf(whole) : [];
      const path = this.#router.ofModule(from, names, node) ??
        node.source.value;
      return { node, path, kept: specifiers, others: [] };
    }
    const groups = new Map<string, t.ImportDeclaration["specifiers"]>();
    for (const specifier of specifiers) {
      const path = this.#router.ofName(importedName(specifier), from) ??
        node.source.value;
      groups.set(path, [...groups.get(path) ?? [], specifier]);
    }
    const withDefault = specifiers.find(({ type }) =>
      type === "ImportDefaultSpecifier"
    );
    const [path, kept] =
      [...groups].find(([, list]) =>
        withDefault && list.includes(withDefault)
      ) ?? [...groups].find(([path]) => path === node.source.value) ??
        [...groups][0]!;
    const others = [...groups].filter(([other]) => other !== path)
      .map(([path, specifiers]) => ({ path, specifiers }));
    return { node, path, kept, others };
  }

  #membersOf(whole: t.ImportDeclaration["specifiers"][number]): string[] {
    const binding = this.#file.bindingOf(whole.local);
    return (binding?.references ?? []).flatMap((reference) => {
      const parent = this.#file.parentOf(reference);
      return parent ? memberName(parent) ?? [] : [];
    });
  }

  #moveTo(
    host: t.ImportDeclaration | string[],
    specifiers: t.ImportDeclaration["specifiers"],
  ): void {
    for (const specifier of specifiers) {
      this.#file.library.removeSpecifier(specifier);
      const text = this.#file.textOf(specifier);
      if (Array.isArray(host)) host.push(text);
      else this.#file.library.addSpecifier(host, text);
    }
  }

  #create(
    after: t.ImportDeclaration,
    texts: readonly string[],
    path: string,
  ): void {
    const type = after.importKind === "type" ? "type " : "";
    const { text, lineBreak } = this.#file;
    const end = text[endOf(after) - 1] === ";" ? ";" : "";
    const source = quoted(this.#file, after.source, path);
    this.#file.edits.insert(
      endOf(after),
      `${lineBreak}import ${type}{ ${texts.join(", ")} } from ${source}${end}`,
    );
  }
}

function importedName(
  specifier: t.ImportDeclaration["specifiers"][number],
): string {
  if (specifier.type !== "ImportSpecifier") return "default";
  return specifier.imported.type === "Identifier"
    ? specifier.imported.name
    : specifier.imported.value;
}

function canHost(node: t.ImportDeclaration): boolean {
  return node.specifiers.some(({ type }) => type === "ImportSpecifier");
}

function hasDefault(node: t.ImportDeclaration): boolean {
  return node.specifiers.some(({ type }) => type === "ImportDefaultSpecifier");
}

function keyOf(node: t.ImportDeclaration, path: string): string {
  return `${node.importKind === "type" ? "type " : ""}${path}`;
}

function memberName(node: Node): string | undefined {
  switch (node.type) {
    case "MemberExpression":
    case "OptionalMemberExpression":
      return !node.computed && node.property.type === "Identifier"
        ? node.property.name
        : undefined;
    case "TSQualifiedName":
      return node.right.name;
    case "JSXMemberExpression":
      return node.property.name;
    default:
      return undefined;
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
  const names = taken.flatMap(({ imported, binding }) =>
    imported === "*"
      ? binding.references.flatMap((reference) => {
        const parent = file.parentOf(reference);
        return parent ? memberName(parent) ?? [] : [];
      })
      : [imported]
  );
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
