import type * as t from "@babel/types";
import type { LibraryPath } from "./packages.ts";
import type { SourceFile } from "./source_file.ts";
import { type Node, startOf } from "./syntax.ts";

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

/** Puts a path into the quotes that are there. */
export function rewriteSource(
  file: SourceFile,
  literal: t.StringLiteral,
  path: string | undefined,
): void {
  if (path === undefined || path === literal.value) return;
  file.replace(literal, quoted(file, literal, path));
}

/** A path in the quotes of another. */
export function quoted(
  file: SourceFile,
  literal: t.StringLiteral,
  path: string,
): string {
  const quote = file.text[startOf(literal)];
  return `${quote}${path}${quote}`;
}
