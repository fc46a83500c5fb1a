import ts from "typescript-6";
import { compilerOptions } from "../support/compiler_options.ts";

/**
 * Places in declarations whose type is `any` without saying so: a name that is
 * not found, or a type that comes out as it.
 *
 * @param entries Paths of declaration files to begin with
 * @param isOurs Whether the declarations in a file count
 */
export function unspokenAny(
  entries: readonly string[],
  isOurs: (path: string) => boolean,
): string[] {
  const program = ts.createProgram([...entries], {
    ...compilerOptions,
    target: ts.ScriptTarget.ES2022,
  });
  const checker = program.getTypeChecker();
  const found: string[] = [];
  for (const file of program.getSourceFiles()) {
    if (!isOurs(file.fileName)) continue;
    const visit = (node: ts.Node): void => {
      if (
        ts.isTypeNode(node) && !ts.isTemplateLiteralTypeSpan(node) &&
        checker.getTypeFromTypeNode(node).flags & ts.TypeFlags.Any &&
        !saysAny(node) && !isNameOfAny(node, checker)
      ) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${file.fileName}:${line + 1}: ${node.getText()}`);
      }
      node.forEachChild(visit);
    };
    visit(file);
  }
  return found;
}

/** Whether the text itself has the word. */
function saysAny(node: ts.Node): boolean {
  return /\bany\b/.test(node.getText());
}

/** Whether it is the name of a type that is declared with the word. */
function isNameOfAny(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (!ts.isTypeReferenceNode(node)) return false;
  const symbol = checker.getSymbolAtLocation(node.typeName);
  return symbol?.declarations?.some((declaration) =>
    ts.isTypeAliasDeclaration(declaration) && saysAny(declaration.type)
  ) ?? false;
}
