import type * as t from "@babel/types";
import { listedAs } from "./listed_items.ts";
import { libraryPath } from "./packages.ts";
import { quoted, rewriteSource, type Router } from "./router.ts";
import type { SourceFile } from "./source_file.ts";
import { endOf, moduleName } from "./syntax.ts";

/** The import declarations of a file, which are split and joined together. */
export class ImportDeclarations {
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
      const names = whole ? this.#file.library.namesFrom(node.source) : [];
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
    const type = kindOf(after);
    const { text, lineBreak } = this.#file;
    const end = text[endOf(after) - 1] === ";" ? ";" : "";
    const source = quoted(this.#file, after.source, path);
    this.#file.edits.insert(
      endOf(after),
      `${lineBreak}import ${type}${
        listedAs(this.#file.textOf(after), texts)
      } from ${source}${end}`,
    );
  }
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

function importedName(
  specifier: t.ImportDeclaration["specifiers"][number],
): string {
  return specifier.type === "ImportSpecifier"
    ? moduleName(specifier.imported)
    : "default";
}

function canHost(node: t.ImportDeclaration): boolean {
  return node.specifiers.some(({ type }) => type === "ImportSpecifier");
}

function hasDefault(node: t.ImportDeclaration): boolean {
  return node.specifiers.some(({ type }) => type === "ImportDefaultSpecifier");
}

function keyOf(node: t.ImportDeclaration, path: string): string {
  return `${kindOf(node)}${path}`;
}

/** `type ` or, in Flow, `typeof `, or nothing. */
function kindOf({ importKind }: t.ImportDeclaration): string {
  return importKind === "type" || importKind === "typeof"
    ? `${importKind} `
    : "";
}
