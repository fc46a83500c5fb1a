import type * as t from "@babel/types";
import { plainNames } from "./plain_names.ts";
import type { Meaning, Scope } from "./scope.ts";
import { ScopeRecord, type Scopes } from "./scope_record.ts";
import { childrenOf, type Node } from "./syntax.ts";

/** Finds all scopes, bindings and references, of values and of types. */
export function analyzeScopes(program: t.Program): Scopes {
  const record = new ScopeRecord(program);
  new Walk(record).start(program);
  record.resolve();
  return record;
}

class Walk {
  readonly #record: ScopeRecord;

  constructor(record: ScopeRecord) {
    this.#record = record;
  }

  start(program: t.Program): void {
    this.#visitChildren(program, this.#record.root);
  }

  #visitChildren(
    node: Node,
    scope: Scope,
    skip: readonly string[] = plainNames(node),
  ): void {
    for (const [child, key] of childrenOf(node)) {
      if (skip.includes(key)) this.#record.adopt(child, node);
      else this.#visit(child, node, scope);
    }
  }

  #visit(node: Node, parent: Node, scope: Scope): void {
    this.#record.parents.set(node, parent);
    switch (node.type) {
      case "Identifier":
        this.#record.refer(node, "value", scope);
        return this.#visitChildren(node, scope);
      case "FunctionDeclaration":
      case "TSDeclareFunction":
        if (node.id) {
          this.#record.parents.set(node.id, node);
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
        this.#record.declare(node.id, "both", node, scope);
        if (node.moduleReference.type === "TSExternalModuleReference") {
          return this.#record.adopt(node.moduleReference, node);
        }
        return this.#visitTypeName(node.moduleReference, node, scope, "both");
      case "ExportNamedDeclaration":
      case "ExportAllDeclaration":
        return this.#visitExport(node, scope);
      case "ExportDefaultDeclaration":
        if (node.declaration.type === "Identifier") {
          this.#record.parents.set(node.declaration, node);
          return this.#record.refer(node.declaration, "both", scope);
        }
        return this.#visitChildren(node, scope);
      case "BlockStatement":
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement":
      case "StaticBlock":
      case "TSModuleBlock":
        return this.#visitChildren(node, this.#record.open(node, scope));
      case "SwitchStatement": {
        this.#visit(node.discriminant, node, scope);
        const inner = this.#record.open(node, scope);
        for (const each of node.cases) this.#visit(each, node, inner);
        return;
      }
      case "CatchClause": {
        const inner = this.#record.open(node, scope);
        if (node.param) {
          this.#declarePattern(node.param, node, inner, inner, node);
        }
        return this.#visit(node.body, node, inner);
      }
      case "ObjectProperty":
        if (node.shorthand) {
          this.#record.parents.set(node.key, node);
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
      case "TSInterfaceHeritage":
      case "TSClassImplements":
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
        this.#record.declare(node.id, "type", node, scope);
        return this.#visitChildren(node, this.#record.open(node, scope), [
          "id",
        ]);
      case "TSEnumDeclaration":
        this.#record.declare(node.id, "both", node, scope);
        return this.#visitEnum(node, this.#record.open(node, scope));
      case "TSModuleDeclaration":
        if (node.kind !== "global") this.#declareNamespace(node, scope);
        return this.#visitChildren(node, scope, ["id"]);
      case "TSMappedType": {
        const inner = this.#record.open(node, scope);
        this.#record.declare(node.key, "type", node, inner);
        return this.#visitChildren(node, inner, ["key"]);
      }
      case "TSConditionalType":
        return this.#visitChildren(node, this.#record.open(node, scope));
      case "TSTypeParameter":
        this.#record.declare(node.name, "type", node, scope);
        return this.#visitChildren(node, scope, ["name"]);
      default:
        return this.#visitChildren(node, scope);
    }
  }

  /** `namespace a.b` declares `a`. */
  #declareNamespace(node: t.TSModuleDeclaration, scope: Scope): void {
    let first: Node = node.id;
    while (first.type === "TSQualifiedName") first = first.left;
    if (first.type === "Identifier") {
      this.#record.declare(first, "both", node, scope);
    }
  }

  /** The values of members are computed from members before. */
  #visitEnum(node: t.TSEnumDeclaration, scope: Scope): void {
    this.#record.parents.set(node.body, node);
    for (const member of node.body.members) {
      this.#record.parents.set(member, node.body);
      if (member.id.type === "Identifier") {
        this.#record.declare(member.id, "value", member, scope);
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
    this.#record.parents.set(name, parent);
    if (name.type === "TSQualifiedName") {
      this.#record.parents.set(name.right, name);
      // what has members is a namespace, an enum or an import
      this.#visitTypeName(name.left, name, scope, "both");
    } else if (name.type === "MemberExpression") {
      this.#visit(name, parent, scope);
    } else this.#record.refer(name, meaning, scope);
  }

  #visitElementName(name: Node, parent: Node, scope: Scope): void {
    this.#record.parents.set(name, parent);
    if (name.type === "JSXMemberExpression") {
      this.#record.parents.set(name.property, name);
      this.#visitElementName(name.object, name, scope);
    } else if (
      name.type === "JSXIdentifier" &&
      (parent.type === "JSXMemberExpression" || !/^[a-z]/.test(name.name))
    ) this.#record.refer(name, "value", scope);
  }

  #visitFunction(node: Node, outer: Scope): void {
    const scope = this.#record.open(node, outer);
    if (node.type === "FunctionExpression" && node.id) {
      this.#record.declare(node.id, "value", node, scope);
    }
    for (const [child, key] of childrenOf(node)) {
      if (key === "id") continue;
      if (key === "key" || key === "decorators") {
        const isName = key === "key" && !Reflect.get(node, "computed");
        if (isName) this.#record.adopt(child, node);
        else this.#visit(child, node, outer);
      } else if (key === "params" || key === "parameters") {
        this.#declarePattern(child, node, scope, scope, node);
      } else if (key === "body" && child.type === "BlockStatement") {
        // parameters and the body's declarations share a scope
        this.#record.parents.set(child, node);
        this.#visitChildren(child, scope);
      } else this.#visit(child, node, scope);
    }
  }

  #visitClass(node: t.Class, outer: Scope): void {
    const scope = this.#record.open(node, outer);
    if (node.id) {
      this.#record.declare(
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
      this.#record.parents.set(declarator, node);
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
    this.#record.adopt(node.source, node);
    for (const specifier of node.specifiers) {
      this.#record.adopt(specifier, node);
      this.#record.root.declare(specifier.local, "both", specifier);
    }
  }

  #visitExport(
    node: t.ExportNamedDeclaration | t.ExportAllDeclaration,
    scope: Scope,
  ): void {
    for (const [child, key] of childrenOf(node)) {
      if (key !== "specifiers") this.#visit(child, node, scope);
      else {
        this.#record.adopt(child, node);
        if (!node.source && child.type === "ExportSpecifier") {
          this.#record.refer(child.local, "both", scope);
        }
      }
    }
  }

  /** Declares the names of a pattern; default values are read in `reading`. */
  #declarePattern(
    node: Node,
    parent: Node,
    scope: Scope,
    reading: Scope,
    by: Node,
  ): void {
    this.#record.parents.set(node, parent);
    switch (node.type) {
      case "Identifier":
        scope.declare(node, "value", by);
        return this.#visitChildren(node, reading);
      case "ObjectProperty":
        if (node.computed) this.#visit(node.key, node, reading);
        else this.#record.adopt(node.key, node);
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
