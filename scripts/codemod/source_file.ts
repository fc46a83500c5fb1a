import type * as t from "@babel/types";
import { Edits, type Range } from "./edits.ts";
import { Library } from "./library.ts";
import type { Modules } from "./modules.ts";
import { analyzeScopes, type Binding, type Scopes } from "./scopes.ts";
import {
  type Language,
  languageOf,
  type Node,
  parseSource,
  rangeOf,
  startOf,
} from "./syntax.ts";

/** A place that needs a person, by its offset in the text that a transform saw. */
export interface Report {
  readonly offset: number;
  readonly text: string;
}

/** A parsed file, for one transform: questions about it, edits, reports. */
export class SourceFile {
  /** Where the text comes from; decides the language. */
  readonly path: string;
  /** The text as the transforms before left it. */
  readonly text: string;
  readonly language: Language;
  readonly program: t.Program;
  readonly comments: readonly t.Comment[];
  /** Names, scopes and parents. */
  readonly scopes: Scopes;
  /** What the file takes from the library. */
  readonly library: Library;
  /** Changes so far. Renaming and adding imports goes through `library`. */
  readonly edits: Edits = new Edits();
  readonly reports: Report[] = [];
  /** Where to look up what the file imports from the application. */
  readonly modules: Modules | undefined;
  /** The release that the file is written for, at the earliest: 14 for 0.14. */
  readonly release: number;

  /**
   * @param path path of the file
   * @param text its content
   * @param modules other files of the application, if they can be looked into
   * @param release see {@linkcode release}
   * @throws {SyntaxError} if the text cannot be parsed
   */
  constructor(path: string, text: string, modules?: Modules, release = 0) {
    this.modules = modules;
    this.release = release;
    this.path = path;
    this.text = text;
    this.language = languageOf(path);
    const { program, comments } = parseSource(path, text);
    this.program = program;
    this.comments = comments ?? [];
    this.scopes = analyzeScopes(path, text, this.program);
    this.library = new Library(this);
  }

  /** The node a node stands in; `undefined` for the program. */
  parentOf(node: Node): Node | undefined {
    return this.scopes.parents.get(node);
  }

  /** The nodes around a node, nearest first. */
  *ancestorsOf(node: Node): Generator<Node> {
    let current = this.parentOf(node);
    while (current) {
      yield current;
      current = this.parentOf(current);
    }
  }

  /** The nearest node around a node that satisfies the test. */
  closest<N extends Node>(
    node: Node,
    test: (node: Node) => node is N,
  ): N | undefined {
    for (const ancestor of this.ancestorsOf(node)) {
      if (test(ancestor)) return ancestor;
    }
    return undefined;
  }

  /** The binding a name resolves to; `undefined` for globals and property names. */
  bindingOf(node: Node): Binding | undefined {
    return this.scopes.bindingOf(node);
  }

  /** The text of a node or a range. */
  textOf(range: Node | Range): string {
    const { start, end } = "type" in range ? rangeOf(range) : range;
    return this.text.slice(start, end);
  }

  /** Puts text in place of a node. */
  replace(node: Node, text: string): void {
    this.edits.replace(rangeOf(node), text);
  }

  /** Asks for a person to look at a node. */
  report(node: Node, text: string): void {
    const offset = startOf(node);
    if (!this.reports.some((r) => r.offset === offset && r.text === text)) {
      this.reports.push({ offset, text });
    }
  }

  /** The line break the file uses. */
  get lineBreak(): string {
    return /\r?\n/.exec(this.text)?.[0] ?? "\n";
  }

  /** White space at the start of the line an offset is in. */
  indentAt(offset: number): string {
    const line = this.text.lastIndexOf("\n", offset - 1) + 1;
    return /[ \t]*/.exec(this.text.slice(line))![0];
  }

  /** The range of whole lines around a statement, if it has them to itself; its own range otherwise. */
  linesOf(node: Node): Range {
    const { start, end } = rangeOf(node);
    const before = this.text.slice(0, start).search(/[ \t]*$/);
    const after = /^[ \t]*(\r?\n|$)/.exec(this.text.slice(end));
    const startsLine = before === 0 || this.text[before - 1] === "\n";
    return startsLine && after
      ? { start: before, end: end + after[0].length }
      : { start, end };
  }

  /** The text with all edits made. */
  result(): string {
    this.library.settle();
    return this.edits.applyTo(this.text);
  }
}
