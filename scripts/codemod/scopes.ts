import type * as t from "@babel/types";
import { plainNames } from "./plain_names.ts";
import { type Binding, type Meaning, type NameNode, Scope } from "./scope.ts";
import { childrenOf, type Node } from "./syntax.ts";

/** The scopes of a file, and what each name in it means. */
export interface Scopes {
  readonly root: Scope;
  /** The node a node stands in. */
  readonly parents: ReadonlyMap<Node, Node>;
  /** The scope a node stands in. */
  scopeOf(node: Node): Scope;
  /** The binding that a name resolves to; `undefined` for globals and property names. */
  bindingOf(name: Node): Binding | undefined;
  /** Names that are used and declared nowhere in the file. */
  readonly globals: ReadonlySet<string>;
}

/** Finds all scopes, bindings and references, of values and of types. */
export function analyzeScopes(program: t.Program): Scopes {
  return new Analysis(program);
}

interface Reference {
  readonly name: NameNode;
  readonly meaning: Meaning;
  readonly scope: Scope;
}

class Analysis implements Scopes {
  readonly root: Scope;
  readonly parents = new Map<Node, Node>();
  readonly globals = new Set<string>();
  readonly #scopes = new Map<Node, Scope>();
  readonly #references: Reference[] = [];
  readonly #resolved = new Map<Node, Binding>();

  constructor(program: t.Program) {
    this.root = new Scope(program);
    this.#scopes.set(program, this.root);
    this.#visitChildren(program, this.root);
    for (const binding of this.#allBindings()) {
      this.#resolved.set(binding.declaration, binding);
      for (const again of binding.references) {
        this.#resolved.set(again, binding);
      }
    }
    for (const { name, meaning, scope } of this.#references) {
      const binding = scope.lookup(name.name, meaning);
      if (binding) {
        binding.references.push(name);
        this.#resolved.set(name, binding);
      } else this.globals.add(name.name);
    }
  }

  scopeOf(node: Node): Scope {
    for (
      let current: Node | undefined = node;
      current;
      current = this.parents.get(current)
    ) {
      const scope = this.#scopes.get(current);
      if (scope) return scope;
    }
    return this.root;
  }

  bindingOf(name: Node): Binding | undefined {
    return this.#resolved.get(name);
  }

  *#allBindings(): Generator<Binding> {
    for (const scope of new Set(this.#scopes.values())) yield* scope.own;
  }

  #open(node: Node, parent: Scope): Scope {
    const scope = new Scope(node, parent);
    this.#scopes.set(node, scope);
    return scope;
  }

  #refer(name: Node | null | undefined, meaning: Meaning, scope: Scope): void {
    if (name?.type === "Identifier" || name?.type === "JSXIdentifier") {
      this.#references.push({ name, meaning, scope });
    }
  }

  #visitChildren(
    node: Node,
    scope: Scope,
    skip: readonly string[] = plainNames(node),
  ): void {
    for (const [child, key] of childrenOf(node)) {
      if (skip.includes(key)) this.#adopt(child, node);
      else this.#visit(child, node, scope);
    }
  }

  /** Records the parents below a node that has no references. */
  #adopt(child: Node, parent: Node): void {
    this.parents.set(child, parent);
    for (const [below] of childrenOf(child)) this.#adopt(below, child);
  }

  #visit(node: Node, parent: Node, scope: Scope): void {
    this.parents.set(node, parent);
    switch (node.type) {
      case "Identifier":
        this.#refer(node, "value", scope);
        return this.#visitChildren(node, scope);
      case "FunctionDeclaration":
      case "TSDeclareFunction":
        if (node.id) {
          this.parents.set(node.id, node);
          scope.declare(node.id, "value", node);
        }
        return this.#visitFunction(node, scope);
      case "FunctionExpression":
      case "ArrowFunctionExpression":
      case "ObjectMethod":
      case "ClassMethod":
      case "ClassPrivateMethod":
      case "TSDeclareMethod":
      case "TSMethodSignature":
      case "TSCallSignatureDeclaration":
      case "TSConstructSignatureDeclaration":
      case "TSFunctionType":
      case "TSConstructorType":
      case "TSIndexSignature":
        return this.#visitFunction(node, scope);
      case "ClassDeclaration":
      case "ClassExpression":
        return this.#visitClass(node, scope);
      case "VariableDeclaration":
        return this.#visitVariables(node, scope);
      case "ImportDeclaration":
        return this.#visitImport(node);
      case "TSImportEqualsDeclaration":
        this.#declareName(node.id, "both", node, scope);
        if (node.moduleReference.type === "TSExternalModuleReference") {
          return this.#adopt(node.moduleReference, node);
        }
        return this.#visitTypeName(node.moduleReference, node, scope, "both");
      case "ExportNamedDeclaration":
      case "ExportAllDeclaration":
        return this.#visitExport(node, scope);
      case "ExportDefaultDeclaration":
        if (node.declaration.type === "Identifier") {
          this.parents.set(node.declaration, node);
          return this.#refer(node.declaration, "both", scope);
        }
        return this.#visitChildren(node, scope);
      case "BlockStatement":
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement":
      case "StaticBlock":
      case "TSModuleBlock":
        return this.#visitChildren(node, this.#open(node, scope));
      case "SwitchStatement": {
        this.#visit(node.discriminant, node, scope);
        const inner = this.#open(node, scope);
        for (const each of node.cases) this.#visit(each, node, inner);
        return;
      }
      case "CatchClause": {
        const inner = this.#open(node, scope);
        if (node.param) {
          this.#declarePattern(node.param, node, inner, inner, node);
        }
        return this.#visit(node.body, node, inner);
      }
      case "ObjectProperty":
        if (node.shorthand) {
          this.parents.set(node.key, node);
          return this.#visit(node.value, node, scope);
        }
        return this.#visitChildren(node, scope);
      case "JSXOpeningElement":
      case "JSXClosingElement":
        this.#visitElementName(node.name, node, scope);
        return this.#visitChildren(node, scope, ["name"]);
      default:
        return this.#visitType(node, scope);
    }
  }

  #visitType(node: Node, scope: Scope): void {
    switch (node.type) {
      case "TSTypeReference":
        this.#visitTypeName(node.typeName, node, scope, "type");
        return this.#visitChildren(node, scope, ["typeName"]);
      case "TSExpressionWithTypeArguments":
        this.#visitTypeName(node.expression, node, scope, "type");
        return this.#visitChildren(node, scope, ["expression"]);
      case "TSTypeQuery":
        if (node.exprName.type === "TSImportType") {
          return this.#visitChildren(node, scope);
        }
        this.#visitTypeName(node.exprName, node, scope, "value");
        return this.#visitChildren(node, scope, ["exprName"]);
      case "TSTypeAliasDeclaration":
      case "TSInterfaceDeclaration":
        this.#declareName(node.id, "type", node, scope);
        return this.#visitChildren(node, this.#open(node, scope), ["id"]);
      case "TSEnumDeclaration":
        this.#declareName(node.id, "both", node, scope);
        return this.#visitEnum(node, this.#open(node, scope));
      case "TSModuleDeclaration":
        if (node.id.type === "Identifier" && !node.global) {
          this.#declareName(node.id, "both", node, scope);
        }
        return this.#visitChildren(node, scope, ["id"]);
      case "TSMappedType":
      case "TSConditionalType":
        return this.#visitChildren(node, this.#open(node, scope));
      case "TSTypeParameter":
        // the name is a plain text; a node stands in for it
        scope.declare(nameOfTypeParameter(node), "type", node);
        return this.#visitChildren(node, scope);
      default:
        return this.#visitChildren(node, scope);
    }
  }

  /** The values of members are computed from members before. */
  #visitEnum(node: t.TSEnumDeclaration, scope: Scope): void {
    for (const member of node.members) {
      this.parents.set(member, node);
      if (member.id.type === "Identifier") {
        this.#declareName(member.id, "value", member, scope);
      }
      this.#visitChildren(member, scope);
    }
  }

  #visitTypeName(
    name: Node,
    parent: Node,
    scope: Scope,
    meaning: Meaning,
  ): void {
    this.parents.set(name, parent);
    if (name.type === "TSQualifiedName") {
      this.parents.set(name.right, name);
      // what has members is a namespace, an enum or an import
      this.#visitTypeName(name.left, name, scope, "both");
    } else if (name.type === "MemberExpression") {
      this.#visit(name, parent, scope);
    } else this.#refer(name, meaning, scope);
  }

  #visitElementName(name: Node, parent: Node, scope: Scope): void {
    this.parents.set(name, parent);
    if (name.type === "JSXMemberExpression") {
      this.parents.set(name.property, name);
      this.#visitElementName(name.object, name, scope);
    } else if (
      name.type === "JSXIdentifier" &&
      (parent.type === "JSXMemberExpression" || !/^[a-z]/.test(name.name))
    ) this.#refer(name, "value", scope);
  }

  #visitFunction(node: Node, outer: Scope): void {
    const scope = this.#open(node, outer);
    if (node.type === "FunctionExpression" && node.id) {
      this.#declareName(node.id, "value", node, scope);
    }
    for (const [child, key] of childrenOf(node)) {
      if (key === "id") continue;
      if (key === "key" || key === "decorators") {
        const isName = key === "key" && !Reflect.get(node, "computed");
        if (isName) this.#adopt(child, node);
        else this.#visit(child, node, outer);
      } else if (key === "params" || key === "parameters") {
        this.#declarePattern(child, node, scope, scope, node);
      } else if (key === "body" && child.type === "BlockStatement") {
        // parameters and the body's declarations share a scope
        this.parents.set(child, node);
        this.#visitChildren(child, scope);
      } else this.#visit(child, node, scope);
    }
  }

  #visitClass(node: t.Class, outer: Scope): void {
    const scope = this.#open(node, outer);
    if (node.id) {
      this.#declareName(
        node.id,
        "both",
        node,
        node.type === "ClassDeclaration" ? outer : scope,
      );
    }
    for (const [child, key] of childrenOf(node)) {
      if (key === "id") continue;
      this.#visit(child, node, key === "decorators" ? outer : scope);
    }
  }

  #visitVariables(node: t.VariableDeclaration, scope: Scope): void {
    let target = scope;
    if (node.kind === "var") {
      while (!target.isFunctionScope && target.parent) target = target.parent;
    }
    for (const declarator of node.declarations) {
      this.parents.set(declarator, node);
      this.#declarePattern(
        declarator.id,
        declarator,
        target,
        scope,
        declarator,
      );
      if (declarator.init) this.#visit(declarator.init, declarator, scope);
    }
  }

  #visitImport(node: t.ImportDeclaration): void {
    this.#adopt(node.source, node);
    for (const specifier of node.specifiers) {
      this.#adopt(specifier, node);
      this.root.declare(specifier.local, "both", specifier);
    }
  }

  #visitExport(
    node: t.ExportNamedDeclaration | t.ExportAllDeclaration,
    scope: Scope,
  ): void {
    for (const [child, key] of childrenOf(node)) {
      if (key !== "specifiers") this.#visit(child, node, scope);
      else {
        this.#adopt(child, node);
        if (!node.source && child.type === "ExportSpecifier") {
          this.#refer(child.local, "both", scope);
        }
      }
    }
  }

  #declareName(
    name: t.Identifier,
    meaning: Meaning,
    by: Node,
    scope: Scope,
  ): void {
    this.parents.set(name, by);
    scope.declare(name, meaning, by);
  }

  /** Declares the names of a pattern; default values are read in `reading`. */
  #declarePattern(
    node: Node,
    parent: Node,
    scope: Scope,
    reading: Scope,
    by: Node,
  ): void {
    this.parents.set(node, parent);
    switch (node.type) {
      case "Identifier":
        scope.declare(node, "value", by);
        return this.#visitChildren(node, reading);
      case "ObjectProperty":
        if (node.computed) this.#visit(node.key, node, reading);
        else this.#adopt(node.key, node);
        return this.#declarePattern(node.value, node, scope, reading, by);
      case "AssignmentPattern":
        this.#declarePattern(node.left, node, scope, reading, by);
        return this.#visit(node.right, node, reading);
      case "ObjectPattern":
      case "ArrayPattern":
      case "RestElement":
      case "TSParameterProperty":
        for (const [child, key] of childrenOf(node)) {
          if (
            ["properties", "elements", "argument", "parameter"].includes(key)
          ) {
            this.#declarePattern(child, node, scope, reading, by);
          } else this.#visit(child, node, reading);
        }
        return;
      default:
        return this.#visit(node, parent, reading);
    }
  }
}

function nameOfTypeParameter(node: t.TSTypeParameter): t.Identifier {
  const start = node.start!;
  const name: string = node.name;
  return {
    type: "Identifier",
    name,
    start,
    end: start + name.length,
  } as t.Identifier;
}
