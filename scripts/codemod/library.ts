import type * as t from "@babel/types";
import { ImportEdits } from "./import_edits.ts";
import {
  isTypeOnly,
  type LibraryImport,
  libraryImports,
} from "./library_imports.ts";
import { memberOf } from "./member.ts";
import { type ModuleSource, moduleSources } from "./module_sources.ts";
import type { Binding } from "./scopes.ts";
import type { SourceFile } from "./source_file.ts";
import { moduleName, type Node } from "./syntax.ts";

/** A place that uses an export of the library. */
export interface LibraryUse {
  /** The whole name: `createResource`, or `rest.createResource`. */
  readonly node: Node;
  /** The part that is the library's name. */
  readonly name: Node;
  /** The import it goes through. */
  readonly through: LibraryImport;
}

/** What a file takes from the library: imports, uses, renaming. */
export class Library {
  /** Every import, re-export, `require` of the library. */
  readonly sources: readonly ModuleSource[];
  /** Every name the file has from the library. */
  readonly imports: readonly LibraryImport[];
  readonly #file: SourceFile;
  readonly #byBinding = new Map<Binding, LibraryImport>();
  readonly #edits: ImportEdits;
  /** Imports that a rename has given a new name, by that name. */
  readonly #renamed = new Map<string, LibraryImport>();

  /** @param file the file to look through */
  constructor(file: SourceFile) {
    this.#file = file;
    this.#edits = new ImportEdits(file);
    this.sources = moduleSources(file.program);
    this.imports = libraryImports(file, this.sources);
    for (const each of this.imports) this.#byBinding.set(each.binding, each);
  }

  /** Imports of one name, under whatever local name. */
  importsOf(imported: string): LibraryImport[] {
    return this.imports.filter((each) => each.imported === imported);
  }

  /**
   * The library's name for what a node denotes: `resource` for an identifier
   * imported under any name, for `rest.resource` and, in types, `rest.resource`.
   */
  nameOf(node: Node | null | undefined): string | undefined {
    if (!node) return undefined;
    const member = memberOf(node);
    if (!member) {
      const found = this.#importOf(node);
      return found && found.imported !== "*" ? found.imported : undefined;
    }
    return this.#importOf(member.object)?.imported === "*"
      ? member.name
      : undefined;
  }

  /** The same with the constructs of the namespace: `Query` for `schema.Query`, too. */
  constructOf(node: Node): string | undefined {
    const member = memberOf(node);
    return this.nameOf(node) ??
      (this.nameOf(member?.object) === "schema" ? member!.name : undefined);
  }

  /** The names that are taken of a module, as far as the file shows. */
  namesFrom(source: t.StringLiteral): string[] {
    const taken = this.imports.filter((each) => each.source === source)
      .flatMap(({ imported, binding }) =>
        imported === "*"
          ? binding.references.flatMap((each) => this.#memberNameOf(each))
          : [imported]
      );
    // require("...").name, (await import("...")).name
    const { by } = this.sources.find(({ literal }) => literal === source)!;
    const parent = this.#file.parentOf(by);
    const loaded = parent?.type === "AwaitExpression" ? parent : by;
    return [...taken, ...this.#memberNameOf(loaded)];
  }

  #memberNameOf(object: Node): string[] {
    const parent = this.#file.parentOf(object);
    const member = parent && memberOf(parent);
    return member?.object === object ? [member.name] : [];
  }

  /** Every use of an export, in values and types, imports themselves left out. */
  usesOf(imported: string): LibraryUse[] {
    const uses: LibraryUse[] = [];
    for (const through of this.imports) {
      for (const reference of through.binding.references) {
        if (through.imported === imported) {
          uses.push({ node: reference, name: reference, through });
        } else if (through.imported === "*") {
          const parent = this.#file.parentOf(reference);
          const member = parent && memberOf(parent);
          if (member?.object === reference && member.name === imported) {
            uses.push({ node: parent!, name: member.property, through });
          }
        }
      }
    }
    return uses;
  }

  /**
   * Gives an export its new name everywhere in the file: imports, uses,
   * members of a namespace, re-exports. What the file exports keeps its name.
   * Where the new name is taken, the old one stays as an alias.
   */
  rename(from: string, to: string): void {
    for (const each of this.importsOf(from)) {
      const existing = this.#existing(to, each);
      const keepsAlias = each.binding.name !== from;
      if (existing !== undefined && !keepsAlias) {
        this.#edits.remove(each.specifier);
        this.renameUses(each.binding, existing);
      } else if (keepsAlias || !this.isFree(to, each.binding)) {
        this.#edits.rename(each.specifier, to, each.binding.name);
      } else {
        this.#edits.rename(each.specifier, to, to);
        this.renameUses(each.binding, to);
        this.#renamed.set(to, each);
      }
    }
    for (const use of this.usesOf(from)) {
      if (use.through.imported === "*") this.#file.replace(use.name, to);
    }
    for (const name of this.#membersOfLoads(from)) this.#file.replace(name, to);
    for (const specifier of this.reexportsOf(from)) {
      this.#file.replace(
        specifier,
        keepType(
          specifier,
          `${to} as ${this.#file.textOf(specifier.exported)}`,
        ),
      );
    }
  }

  /** The `name` of `require("...").name`, `(await import("...")).name` and `import("...").name`. */
  *#membersOfLoads(name: string): Generator<Node> {
    for (const { by } of this.sources) {
      if (by.type === "TSImportType") {
        let first = by.qualifier;
        while (first?.type === "TSQualifiedName") first = first.left;
        if (first?.type === "Identifier" && first.name === name) yield first;
        continue;
      }
      const loading = this.#file.parentOf(by);
      const loaded = loading?.type === "AwaitExpression" ? loading : by;
      const around = this.#file.parentOf(loaded);
      const member = around && memberOf(around);
      if (member?.object === loaded && member.name === name) {
        yield member.property;
      }
    }
  }

  /** `export { name } from` the library. */
  reexportsOf(name: string): t.ExportSpecifier[] {
    return this.sources.flatMap(({ by }) =>
      by.type === "ExportNamedDeclaration" ? by.specifiers : []
    ).filter((specifier): specifier is t.ExportSpecifier =>
      specifier.type === "ExportSpecifier" &&
      moduleName(specifier.local) === name
    );
  }

  /** Writes another name wherever a binding is used, declaration left alone. */
  renameUses(binding: Binding, to: string): void {
    for (const reference of binding.references) {
      this.#edits.renameUse(reference, to);
    }
  }

  /** Whether a new name could stand for a binding wherever it is used. */
  isFree(name: string, binding?: Binding): boolean {
    const { scopes, program } = this.#file;
    if (scopes.lookup(name, program) || scopes.undeclared.has(name)) {
      return false;
    }
    return (binding?.references ?? []).every((reference) =>
      !scopes.lookup(name, reference)
    );
  }

  /**
   * Makes an export available by import.
   *
   * @param name the library's name
   * @param options `typeOnly` for a type; `near` an import to put it beside;
   *   `at` places that will use it, where its name must not be shadowed;
   *   `alias` what to call it if its own name is taken
   * @returns the name to use in the file
   */
  add(
    name: string,
    options: {
      typeOnly?: boolean;
      near?: LibraryImport;
      at?: readonly Node[];
      alias?: string;
    } = {},
  ): string {
    const { at = [], alias = name } = options;
    const meaningsAt = (local: string) =>
      at.map((node) => this.#file.scopes.lookup(local, node));
    const known = this.importsOf(name).find((each) =>
      (options.typeOnly || !isTypeOnly(this.#file, each)) &&
      !this.#edits.isRemoved(each.specifier) &&
      meaningsAt(each.binding.name).every((found) => found === each.binding)
    );
    if (known) return known.binding.name;
    const renamed = this.#renamed.get(name);
    if (renamed && (options.typeOnly || !isTypeOnly(this.#file, renamed))) {
      return name;
    }
    const isFree = (local: string) =>
      this.isFree(local) && meaningsAt(local).every((found) => !found);
    let local = name;
    if (!isFree(local)) local = alias;
    while (!isFree(local)) local = `${local}_`;
    return this.#edits.add(
      name,
      local,
      options.typeOnly ?? false,
      options.near,
    );
  }

  /** Drops an import; its uses must be gone, too. */
  remove(each: LibraryImport): void {
    this.#edits.remove(each.specifier);
  }

  /** Drops a specifier, say because it moves to another declaration. */
  removeSpecifier(specifier: Node): void {
    this.#edits.remove(specifier);
  }

  /** Adds a specifier, as text, to an import declaration. */
  addSpecifier(declaration: t.ImportDeclaration, text: string): void {
    this.#edits.addText(declaration, text);
  }

  /** Turns what was collected about imports into edits; called once, at the end. */
  settle(): void {
    this.#edits.settle();
  }

  /** The file's name for an export, if another import of it can serve instead. */
  #existing(name: string, each: LibraryImport): string | undefined {
    if (each.specifier.type !== "ImportSpecifier") return undefined;
    const serves = (other: LibraryImport, local: string) =>
      other.specifier.type === "ImportSpecifier" &&
      isTypeOnly(this.#file, other) === isTypeOnly(this.#file, each) &&
      each.binding.references.every((reference) => {
        const found = this.#file.scopes.lookup(local, reference);
        return found === undefined || found === other.binding;
      });
    const renamed = this.#renamed.get(name);
    if (renamed && serves(renamed, name)) return name;
    return this.importsOf(name).find((other) =>
      serves(other, other.binding.name)
    )?.binding.name;
  }

  #importOf(node: Node): LibraryImport | undefined {
    const binding = this.#file.bindingOf(node);
    return binding && this.#byBinding.get(binding);
  }
}

function keepType(specifier: t.ExportSpecifier, text: string): string {
  return specifier.exportKind === "type" ? `type ${text}` : text;
}
