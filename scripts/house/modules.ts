import ts from "typescript-6";

/** A module, as far as it is counted. */
export interface Module {
  /** Below the root: `react/mod.ts`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  readonly functions: readonly Function[];
}

/** A module that another one imports, or exports from. */
export interface Import {
  readonly path: string;
  /** Erased by the compiler, or loaded later. */
  readonly isType: boolean;
}

/** A function with a body, with those in it. */
export interface Function {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
}

/** Reads the modules of a folder, and of those below. */
export function* modulesIn(folder: string, root: string): Generator<Module> {
  for (const { name, isDirectory } of Deno.readDirSync(root + folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* modulesIn(path, root);
    else if (/\.tsx?$/.test(name)) yield readModule(path, root);
  }
}

function readModule(path: string, root: string): Module {
  const text = Deno.readTextFileSync(root + path);
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const functions: Function[] = [];
  const visit = (node: ts.Node) => {
    const imported = importOf(node);
    if (imported?.from.startsWith(".")) {
      imports.push({
        path: new URL(imported.from, `file:///${path}`).pathname.slice(1),
        isType: imported.isType,
      });
    }
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const line = lineAt(file, node.getStart(file));
      functions.push({
        name: nameOf(node),
        line,
        lines: lineAt(file, node.end) - line + 1,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { path, text, imports, functions };
}

/** What a node imports, or exports again. */
function importOf(
  node: ts.Node,
): { from: string; isType: boolean } | undefined {
  if (ts.isImportTypeNode(node)) {
    return { from: textOf(node.argument), isType: true };
  }
  if (
    ts.isCallExpression(node) &&
    node.expression.kind === ts.SyntaxKind.ImportKeyword
  ) {
    return { from: textOf(node.arguments[0]), isType: true };
  }
  if (ts.isImportDeclaration(node)) {
    const { importClause: clause } = node;
    const named = clause?.namedBindings;
    return {
      from: textOf(node.moduleSpecifier),
      isType: clause !== undefined &&
        (clause.isTypeOnly ||
          clause.name === undefined && named !== undefined &&
            ts.isNamedImports(named) &&
            named.elements.every(({ isTypeOnly }) => isTypeOnly)),
    };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    const { exportClause: clause } = node;
    return {
      from: textOf(node.moduleSpecifier),
      isType: node.isTypeOnly ||
        clause !== undefined && ts.isNamedExports(clause) &&
          clause.elements.every(({ isTypeOnly }) => isTypeOnly),
    };
  }
}

function textOf(node: ts.Node | undefined): string {
  if (node && ts.isLiteralTypeNode(node)) node = node.literal;
  return node && ts.isStringLiteralLike(node) ? node.text : "";
}

function nameOf(node: ts.SignatureDeclaration): string {
  const { name, parent } = node;
  if (name) return name.getText();
  if (ts.isConstructorDeclaration(node)) return "constructor";
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ||
      ts.isPropertyDeclaration(parent)
    ? parent.name.getText()
    : "(without a name)";
}

function lineAt(file: ts.SourceFile, position: number): number {
  return file.getLineAndCharacterOfPosition(position).line + 1;
}
