import type { SourceFile } from "../source_file.ts";
import { isFunction, type Node, startOf } from "../syntax.ts";

/** The function that makes a request, and its name, if it has one. */
export function functionAround(
  file: SourceFile,
  call: Node,
): { readonly name: string; readonly node: Node } | undefined {
  for (const node of file.ancestorsOf(call)) {
    const [name, value] = node.type === "FunctionDeclaration"
      ? [node.id, node]
      : node.type === "ClassMethod" || node.type === "ObjectMethod"
      ? [node.key, node]
      : node.type === "ObjectProperty" || node.type === "ClassProperty"
      ? [node.key, node.value]
      : node.type === "VariableDeclarator"
      ? [node.id, node.init]
      : [];
    if (name?.type === "Identifier" && value && isFunction(value)) {
      return { name: name.name, node };
    }
  }
  return undefined;
}

/** Where a statement begins, with the comments that belong to it. */
export function startWithComments(file: SourceFile, statement: Node): number {
  const start = startOf(statement);
  const comments = (statement.leadingComments ?? []).filter((comment) => {
    const before = file.text.slice(0, comment.start!);
    return /(^|\n)[ \t]*$/.test(before);
  });
  // a blank line parts comments from what follows
  let first = start;
  for (const comment of comments.toReversed()) {
    const between = file.text.slice(comment.end!, first);
    if (/\n[ \t]*\r?\n/.test(between)) break;
    first = comment.start!;
  }
  return first;
}
