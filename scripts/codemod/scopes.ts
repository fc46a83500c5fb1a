import {
  analyze,
  type Scope as AnalyzedScope,
  type Variable,
} from "@typescript-eslint/scope-manager";
import type * as t from "@babel/types";
import {
  childrenOf,
  isFunction,
  type Node,
  nodesOf,
  parseSource,
} from "./syntax.ts";

/** A name that is written where a binding is used or declared. */
export type NameNode = t.Identifier | t.JSXIdentifier;

/** A declared name, of a value, a type, or both. */
export interface Binding {
  readonly name: string;
  /** The name where it is declared. */
  readonly declaration: NameNode;
  /** What declares it: an import specifier, a declarator, a function, a class... */
  readonly by: Node;
  /** Every use that resolves to it, assignments and `export { name }` included. */
  readonly references: NameNode[];
}

/** What each name in a file means. */
export interface Scopes {
  /** The node a node stands in. */
  readonly parents: ReadonlyMap<Node, Node>;
  /** Names that are used and declared nowhere in the file. */
  readonly undeclared: ReadonlySet<string>;
  /** The binding that a name resolves to; `undefined` for undeclared and property names. */
  bindingOf(name: Node): Binding | undefined;
  /** What a name would mean at a node: as a value, or as whatever is declared. */
  lookup(name: string, at: Node, meaning?: "value"): Binding | undefined;
}

/**
 * Finds what each name means.
 *
 * The analysis is done on a second tree, of the shape that the analyzer
 * knows; offsets in the text tell which node of one tree is which of the other.
 */
export function analyzeScopes(
  path: string,
  text: string,
  program: t.Program,
): Scopes {
  const tree = parseSource(path, text, ["estree"]).program;
  // the analyzer expects the lists that TypeScript has, in JavaScript, too
  for (const node of nodesOf(tree)) {
    Object.assign(node, { decorators: [], implements: [], ...node });
  }
  return new AnalyzedFile(
    program,
    analyze(tree as unknown as Parameters<typeof analyze>[0], {
      // as a script, a file would share its names with others
      sourceType: "module",
      jsxPragma: null,
      lib: [],
    }).scopes,
  );
}

class AnalyzedFile implements Scopes {
  readonly parents = new Map<Node, Node>();
  readonly undeclared = new Set<string>();
  readonly #program: t.Program;
  /** Names by where they start. */
  readonly #names = new Map<number, NameNode>();
  readonly #scopes = new Map<string, AnalyzedScope>();
  readonly #bindings = new Map<Variable, Binding>();
  /** By where the name starts that means it. */
  readonly #meanings = new Map<number, Binding>();

  constructor(program: t.Program, scopes: readonly AnalyzedScope[]) {
    this.#program = program;
    this.#adopt(program);
    for (const scope of scopes) {
      // of several for one node, the last is the innermost
      this.#scopes.set(keyOf(scope.block as unknown as Node), scope);
      for (const variable of scope.variables) this.#bind(variable);
    }
    for (const scope of scopes) {
      for (const { identifier, resolved } of scope.references) {
        const binding = resolved && this.#bindings.get(resolved);
        if (binding) this.#refer(identifier.range[0], binding);
        else this.undeclared.add(String(identifier.name));
      }
    }
    this.#closeElements(program);
    for (const { references } of this.#bindings.values()) {
      references.sort((a, b) => a.start! - b.start!);
    }
  }

  bindingOf(name: Node): Binding | undefined {
    return isName(name) && this.#names.get(name.start!) === name
      ? this.#meanings.get(name.start!)
      : undefined;
  }

  lookup(name: string, at: Node, meaning?: "value"): Binding | undefined {
    for (let scope = this.#scopeAt(at); scope; scope = scope.upper!) {
      const variable = scope.set.get(name);
      const binding = variable && this.#bindings.get(variable);
      if (binding && (!meaning || variable.isValueVariable)) return binding;
    }
    return undefined;
  }

  #scopeAt(node: Node): AnalyzedScope | undefined {
    for (
      let current: Node | undefined = node;
      current;
      current = this.parents.get(current)
    ) {
      const scope = this.#scopes.get(keyOf(current));
      if (scope) return scope;
    }
    return undefined;
  }

  #adopt(node: Node): void {
    for (const [child, key] of childrenOf(node)) {
      this.parents.set(child, node);
      if (isName(child) && !isForeignName(node, key)) {
        this.#names.set(child.start!, child);
      }
      this.#adopt(child);
    }
  }

  #bind(variable: Variable): void {
    const [first, ...others] = variable.identifiers.map(({ range }) =>
      range[0]
    );
    // names such as `arguments` are declared nowhere
    const declaration = first === undefined
      ? undefined
      : this.#names.get(first);
    if (!declaration) return;
    // a class is declared around it, and inside of it once more
    const binding = this.#meanings.get(first!) ?? {
      name: variable.name,
      declaration,
      by: this.#declaringNode(declaration),
      references: [],
    };
    this.#bindings.set(variable, binding);
    this.#meanings.set(first!, binding);
    for (const other of others) this.#refer(other, binding);
  }

  #refer(start: number, binding: Binding): void {
    const name = this.#names.get(start);
    if (!name || this.#meanings.get(start) === binding) return;
    this.#meanings.set(start, binding);
    binding.references.push(name);
  }

  /** The node that a declared name, maybe in a pattern, belongs to. */
  #declaringNode(declaration: Node): Node {
    let node = this.parents.get(declaration)!;
    while (partsOfPatterns.has(node.type)) node = this.parents.get(node)!;
    return node;
  }

  /** `</A>` means what `<A>` does. */
  #closeElements(node: Node): void {
    if (node.type === "JSXElement" && node.closingElement) {
      const closing = firstName(node.closingElement.name);
      const binding = this.bindingOf(firstName(node.openingElement.name));
      if (binding) this.#refer(closing.start!, binding);
    }
    for (const [child] of childrenOf(node)) this.#closeElements(child);
  }
}

/** Tells a node in both trees. Methods and their functions share the body. */
function keyOf(node: Node): string {
  return isFunction(node)
    ? `function ${node.body.start}`
    : `${node.type} ${node.start} ${node.end}`;
}

function isName(node: Node): node is NameNode {
  return node.type === "Identifier" || node.type === "JSXIdentifier";
}

/** Whether a name is for others: that of a property, of an export, of the whole module. */
function isForeignName(parent: Node, key: string): boolean {
  return parent.type === "TSNamespaceExportDeclaration" ||
    (parent.type === "ObjectProperty" && parent.shorthand &&
      key === "key") ||
    (parent.type === "ImportSpecifier" && key === "imported") ||
    (parent.type === "ExportSpecifier" && key === "exported");
}

function firstName(name: Node): Node {
  return name.type === "JSXMemberExpression" ? firstName(name.object) : name;
}

const partsOfPatterns: ReadonlySet<string> = new Set([
  "ObjectProperty",
  "ObjectPattern",
  "ArrayPattern",
  "AssignmentPattern",
  "RestElement",
  "TSParameterProperty",
  "TSQualifiedName",
]);
