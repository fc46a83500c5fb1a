import ts from "typescript";

/** What a module names where it imports. */
export interface Import {
  /** Such as `./mod.ts` or `react-dom/client`. */
  readonly specifier: string;
  /** Where the text between the quotes starts. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
}

/**
 * All imports and exports from elsewhere, of values and of types.
 *
 * @param text A source, module or declaration.
 */
export function importedBy(text: string): Import[] {
  const found: Import[] = [];
  const visit = (node: ts.Node) => {
    const specifier = specifierOf(node);
    if (specifier && ts.isStringLiteral(specifier)) {
      found.push({
        specifier: specifier.text,
        start: specifier.getStart(file) + 1,
        end: specifier.end - 1,
      });
    }
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile("", text, ts.ScriptTarget.Latest);
  visit(file);
  return found;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return node.moduleSpecifier;
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return node.argument.literal;
  }
  const isDynamic = ts.isCallExpression(node) &&
    node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isDynamic ? node.arguments[0] : undefined;
}
