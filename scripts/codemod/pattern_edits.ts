import type * as t from "@babel/types";
import type { LibraryImport } from "./library_imports.ts";
import { removeListedItems } from "./listed_items.ts";
import type { SourceFile } from "./source_file.ts";
import { endOf, type Node, startOf } from "./syntax.ts";

/** Collects changes to the patterns of `const { name } = require(...)`. */
export class PatternEdits {
  readonly #file: SourceFile;
  /** By pattern: names to take, by the library's name for them. */
  readonly #added = new Map<t.ObjectPattern, Map<string, string>>();

  /** @param file the file whose patterns change */
  constructor(file: SourceFile) {
    this.#file = file;
  }

  /**
   * Takes a name out of a required module, if that is how the file gets its
   * names.
   *
   * @param near an import to put it beside
   * @returns whether it is taken
   */
  add(name: string, local: string, near: LibraryImport | undefined): boolean {
    const { library, program } = this.#file;
    if (program.body.some(({ type }) => type === "ImportDeclaration")) {
      return false;
    }
    const candidates = near ? [near, ...library.imports] : library.imports;
    const pattern = candidates.map(({ specifier }) =>
      this.#file.parentOf(specifier)
    ).find((each) =>
      each?.type === "ObjectPattern" &&
      this.#statementOf(each) !== undefined
    );
    if (pattern?.type !== "ObjectPattern") return false;
    const names = this.#added.get(pattern) ?? new Map();
    this.#added.set(pattern, names.set(name, local));
    return true;
  }

  /** Turns everything collected into edits of the file. */
  settle(removed: ReadonlySet<Node>): void {
    const patterns = new Set(this.#added.keys());
    for (const property of removed) {
      const pattern = this.#file.parentOf(property);
      if (pattern?.type === "ObjectPattern") patterns.add(pattern);
    }
    for (const pattern of patterns) this.#settlePattern(pattern, removed);
  }

  #settlePattern(pattern: t.ObjectPattern, removed: ReadonlySet<Node>): void {
    const { edits, text } = this.#file;
    const { properties } = pattern;
    const names = [...this.#added.get(pattern) ?? []].map(([name, local]) =>
      name === local ? name : `${name}: ${local}`
    ).join(", ");
    const last = properties.findLast((each) => !removed.has(each));
    if (!last) {
      const statement = this.#statementOf(pattern);
      if (names === "" && statement) {
        return edits.remove(this.#file.linesOf(statement));
      }
      const start = startOf(properties[0]!);
      return edits.replace({ start, end: endOf(properties.at(-1)!) }, names);
    }
    removeListedItems(text, edits, properties, (node) => removed.has(node));
    if (names === "") return;
    if (last.type === "RestElement") edits.insert(startOf(last), `${names}, `);
    else edits.insert(endOf(last), `, ${names}`);
  }

  /** The statement of the file that declares nothing but a pattern. */
  #statementOf(pattern: Node): Node | undefined {
    const declarator = this.#file.parentOf(pattern);
    const statement = declarator && this.#file.parentOf(declarator);
    return statement?.type === "VariableDeclaration" &&
        statement.declarations.length === 1 &&
        this.#file.parentOf(statement) === this.#file.program
      ? statement
      : undefined;
  }
}
