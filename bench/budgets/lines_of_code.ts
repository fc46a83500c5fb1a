import ts from "typescript";

/**
 * Lines that hold more than comments and space.
 *
 * @param path A module of TypeScript.
 */
export function linesOfCode(path: string): number {
  const file = ts.createSourceFile(
    path,
    Deno.readTextFileSync(path),
    ts.ScriptTarget.Latest,
  );
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(file);
    if (children.length > 0) return children.forEach(visit);
    const { line: first } = file.getLineAndCharacterOfPosition(
      node.getStart(file),
    );
    const { line: last } = file.getLineAndCharacterOfPosition(node.end);
    if (node.end > node.getStart(file)) {
      for (let line = first; line <= last; line++) lines.add(line);
    }
  };
  visit(file);
  return lines.size;
}
