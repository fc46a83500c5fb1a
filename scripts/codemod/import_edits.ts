import type * as t from "@babel/types";
import { removeListedItems } from "./listed_items.ts";
import { libraryPath, ourPackage } from "./packages.ts";
import { PatternEdits } from "./pattern_edits.ts";
import type { LibraryImport } from "./library_imports.ts";
import type { NameNode } from "./scopes.ts";
import type { SourceFile } from "./source_file.ts";
import { endOf, type Node, startOf } from "./syntax.ts";

interface Added {
  readonly name: string;
  readonly local: string;
  readonly typeOnly: boolean;
}

/**
 * Collects changes to import specifiers and writes them at the end of a
 * transform, so that several changes to one declaration go together.
 */
export class ImportEdits {
  readonly #file: SourceFile;
  readonly #renamed = new Map<Node, string>();
  readonly #removed = new Set<Node>();
  readonly #patterns: PatternEdits;
  readonly #texts = new Map<t.ImportDeclaration, string[]>();
  readonly #added = new Map<t.ImportDeclaration | undefined, Added[]>();

  /** @param file the file whose imports change */
  constructor(file: SourceFile) {
    this.#file = file;
    this.#patterns = new PatternEdits(file);
  }

  /**
   * Lets a specifier import another name.
   *
   * @param local the file's name from now on; the one it has if left out
   */
  rename(specifier: Node, imported: string, local?: string): void {
    if (specifier.type === "ImportSpecifier") {
      const name = local ?? specifier.local.name;
      this.#renamed.set(
        specifier,
        (/^typeof\b|^type\b/.test(specifier.importKind ?? "")
          ? `${specifier.importKind} `
          : "") +
          (name === imported ? imported : `${imported} as ${name}`),
      );
    } else if (specifier.type === "ObjectProperty") {
      const value = this.#file.textOf(specifier.value);
      const old = specifier.value.type === "AssignmentPattern"
        ? this.#file.textOf(specifier.value.left)
        : value;
      const target = (local ?? old) + value.slice(old.length);
      this.#file.replace(
        specifier,
        local === imported || old === imported
          ? target
          : `${imported}: ${target}`,
      );
    }
  }

  /** Drops a specifier. */
  remove(specifier: Node): void {
    this.#removed.add(specifier);
  }

  /** Whether a specifier is dropped. */
  isRemoved(specifier: Node): boolean {
    return this.#removed.has(specifier);
  }

  /** Adds a specifier to an import of the library; returns the local name. */
  add(
    name: string,
    local: string,
    typeOnly: boolean,
    near?: LibraryImport,
  ): string {
    for (const list of this.#added.values()) {
      const known = list.find((each) => each.name === name);
      if (known) return known.local;
    }
    if (!typeOnly && this.#patterns.add(name, local, near)) return local;
    const declaration = this.#declarationFor(typeOnly, near);
    const list = this.#added.get(declaration) ?? [];
    list.push({ name, local, typeOnly });
    this.#added.set(declaration, list);
    return local;
  }

  /** Adds a specifier, as text, to a declaration. */
  addText(declaration: t.ImportDeclaration, text: string): void {
    const list = this.#texts.get(declaration) ?? [];
    list.push(text);
    this.#texts.set(declaration, list);
  }

  /** Writes another name for a use of a binding. */
  renameUse(reference: NameNode, to: string): void {
    const parent = this.#file.parentOf(reference);
    if (parent?.type === "ExportSpecifier") {
      const exported = this.#file.textOf(parent.exported);
      const type = parent.exportKind === "type" ? "type " : "";
      this.#file.replace(
        parent,
        type + (exported === to ? to : `${to} as ${exported}`),
      );
      return;
    }
    if (
      parent?.type === "ObjectProperty" && parent.shorthand &&
      parent.value === reference
    ) this.#file.edits.insert(startOf(reference), `${reference.name}: `);
    this.#file.edits.replace(nameRange(reference), to);
  }

  /** Turns everything collected into edits of the file. */
  settle(): void {
    for (const { by } of this.#file.library.sources) {
      if (by.type === "ImportDeclaration") this.#settleDeclaration(by);
    }
    this.#patterns.settle(this.#removed);
    const without = this.#added.get(undefined);
    if (without) this.#addDeclaration(without);
  }

  #declarationFor(
    typeOnly: boolean,
    near?: LibraryImport,
  ): t.ImportDeclaration | undefined {
    const fits = (node: Node | undefined): node is t.ImportDeclaration =>
      node?.type === "ImportDeclaration" &&
      libraryPath(node.source.value) !== undefined &&
      !node.specifiers.some(({ type }) =>
        type === "ImportNamespaceSpecifier"
      ) &&
      node.specifiers.length > 0 &&
      (typeOnly
        ? node.importKind !== "typeof"
        : (node.importKind ?? "value") === "value");
    const beside = near && this.#file.parentOf(near.specifier);
    return fits(beside) ? beside : this.#file.program.body.find(fits);
  }

  #settleDeclaration(node: t.ImportDeclaration): void {
    const added = this.#added.get(node) ?? [];
    const isTypes = node.importKind === "type";
    const texts = [
      ...added.map((each) => specifierText(each, !isTypes)),
      ...this.#texts.get(node) ?? [],
    ];
    const kept = node.specifiers.filter((each) => !this.#removed.has(each));
    for (const specifier of kept) {
      const text = this.#renamed.get(specifier);
      if (text !== undefined) this.#file.replace(specifier, text);
    }
    if (kept.length === 0 && node.specifiers.length > 0) {
      if (texts.length === 0) {
        return this.#file.edits.remove(this.#file.linesOf(node));
      }
      const first = node.specifiers[0]!;
      const last = node.specifiers.at(-1)!;
      return this.#file.edits.replace(
        { start: startOf(first), end: endOf(last) },
        first.type === "ImportSpecifier"
          ? texts.join(this.#separator(node))
          : `{ ${texts.join(", ")} }`,
      );
    }
    this.#removeFrom(node);
    const last = kept.at(-1);
    if (texts.length === 0 || !last) return;
    if (last.type !== "ImportSpecifier") {
      return this.#file.edits.insert(endOf(last), `, { ${texts.join(", ")} }`);
    }
    this.#file.edits.insert(
      endOf(last),
      texts.map((text) => this.#separator(node) + text).join(""),
    );
  }

  /** What stands between two specifiers of a declaration. */
  #separator(node: t.ImportDeclaration): string {
    const names = node.specifiers.filter(({ type }) =>
      type === "ImportSpecifier"
    );
    const [first, second] = names;
    const { text } = this.#file;
    if (first && second) {
      const between = text.slice(endOf(first), startOf(second));
      if (/^,\s*$/.test(between)) return between;
    }
    const brace = text.lastIndexOf("{", startOf(first!));
    const lead = text.slice(brace + 1, startOf(first!));
    return /^\s*\n\s*$/.test(lead) ? `,${lead}` : ", ";
  }

  #removeFrom(node: t.ImportDeclaration): void {
    const { text, edits } = this.#file;
    const isRemoved = (each: Node) => this.#removed.has(each);
    const names = node.specifiers.filter(({ type }) =>
      type === "ImportSpecifier"
    );
    const [first] = node.specifiers;
    if (first?.type === "ImportDefaultSpecifier" && isRemoved(first)) {
      const end = text.indexOf("{", endOf(first));
      edits.remove({ start: startOf(first), end });
    }
    if (names.length === 0 || !names.some(isRemoved)) return;
    if (!names.every(isRemoved)) {
      return removeListedItems(text, edits, names, isRemoved);
    }
    // the default stays alone
    const end = text.indexOf("}", endOf(names.at(-1)!)) + 1;
    edits.remove({ start: endOf(first!), end });
  }

  #addDeclaration(added: readonly Added[]): void {
    const imports = this.#file.program.body.filter((node) =>
      node.type === "ImportDeclaration"
    );
    const last = imports.at(-1);
    const model = this.#file.library.sources[0];
    const quote = last ? this.#file.textOf(last.source)[0]! : '"';
    const quoted = model
      ? this.#file.textOf(model.literal)
      : quote + ourPackage + quote;
    const end = last && !this.#file.textOf(last).endsWith(";") ? "" : ";";
    const typesOnly = added.every(({ typeOnly }) => typeOnly);
    const names = added.map((each) => specifierText(each, !typesOnly));
    const text = `import ${typesOnly ? "type " : ""}{ ${
      names.join(", ")
    } } from ${quoted}${end}`;
    if (last) {
      this.#file.edits.insert(endOf(last), this.#file.lineBreak + text);
    } else {
      const first = this.#file.program.body[0];
      this.#file.edits.insert(
        first ? startOf(first) : 0,
        text + this.#file.lineBreak,
      );
    }
  }
}

function specifierText(
  { name, local, typeOnly }: Added,
  marksTypes: boolean,
): string {
  return (typeOnly && marksTypes ? "type " : "") +
    (name === local ? name : `${name} as ${local}`);
}

/** An identifier's node may span its type annotation, too. */
function nameRange(name: NameNode): { start: number; end: number } {
  const start = startOf(name);
  return { start, end: start + name.name.length };
}
