import type { Node } from "./mod.ts";

/** What a name stands for. */
type Meaning =
  /** Something of our packages, by the name it is exported under. */
  | { readonly kind: "imported"; readonly name: string }
  /** An expression, or a class. */
  | { readonly kind: "value"; readonly node: Node }
  /** A member of an expression, as destructuring takes it out. */
  | { readonly kind: "member"; readonly object: Node; readonly name: string };

/** Modules of the client, also as Deno and CDNs name them. */
const client = /^(?:(?:npm|jsr):\/?)?@tessera\/client(?:[@/]|$)/;

/**
 * The name under which our packages export what an expression is, such as
 * `Entity` for `Entity`, for `Base` after `import { Entity as Base }`, and for
 * `tessera.Entity`.
 */
export function exportedName(expression: Node): string | undefined {
  if (expression?.type === "Identifier") {
    const meaning = meaningOf(expression);
    return meaning?.kind === "imported" && meaning.name !== "*"
      ? meaning.name
      : undefined;
  }
  const member = memberName(expression);
  if (member === undefined) return undefined;
  const { object } = expression;
  const owner = object.type === "Identifier" ? meaningOf(object) : undefined;
  // a namespace of the module, or the namespace `schema` that it exports
  return owner?.kind === "imported" && /^(?:\*|schema)$/.test(owner.name)
    ? member
    : undefined;
}

/** The name of a member that an expression reads, if it is written there. */
export function memberName(expression: Node): string | undefined {
  return expression?.type === "MemberExpression" && !expression.computed
    ? expression.property.name
    : undefined;
}

/** The name of a property or of a member of a class, if the module says it. */
export function keyName(member: Node): string | undefined {
  const { key } = member;
  if (key?.type === "PrivateIdentifier") return `#${key.name}`;
  if (!isComputed(member)) return textOf(key) ?? key?.name;
  return textOf(valueOf(key)) ?? wellKnownSymbol(key);
}

function textOf(key: Node): string | undefined {
  return key?.type === "Literal" ? String(key.value) : undefined;
}

/** Such as `Symbol.iterator`, which is no name of ours. */
function wellKnownSymbol(key: Node): string | undefined {
  return key.type === "MemberExpression" && key.object.name === "Symbol"
    ? `Symbol.${memberName(key)}`
    : undefined;
}

/** Texts of modules by their nodes. */
export const texts = new WeakMap<Node, string>();

/** Whether a name is in brackets. Of methods and of members of classes Deno does not say. */
function isComputed({ computed, key, range, parent }: Node): boolean {
  if (computed || !range || !key) return Boolean(computed);
  let module = parent;
  while (module?.parent) module = module.parent;
  return texts.get(module)?.slice(range[0], key.range[0]).includes("[") ??
    false;
}

/** What a name was given, as often as it was handed on. */
export function valueOf(expression: Node): Node {
  let node = bare(expression);
  const seen = new Set<Node>();
  while (node?.type === "Identifier" && !seen.has(node)) {
    seen.add(node);
    const meaning = meaningOf(node);
    if (meaning?.kind !== "value") break;
    node = meaning.node;
  }
  return node;
}

/** Leaves out what TypeScript has around an expression, such as `as const`. */
export function bare(expression: Node): Node {
  let inner = expression;
  while (
    /^(?:TS(?:As|Satisfies|NonNull|TypeAssertion|Instantiation).*|ChainExpression)$/
      .test(inner?.type ?? "")
  ) inner = inner.expression;
  return inner;
}

/** What an identifier stands for where it is; undefined if this module does not say. */
export function meaningOf(identifier: Node): Meaning | undefined {
  const { name } = identifier;
  for (let scope = identifier.parent; scope; scope = scope.parent) {
    for (const declaration of declarationsIn(scope)) {
      const meaning = meaningIn(declaration, name);
      if (meaning !== undefined) return meaning ?? undefined;
    }
  }
  return undefined;
}

/** Statements and parameters that may give a name its meaning within a node. */
function declarationsIn(scope: Node): Node[] {
  switch (scope.type) {
    case "Program":
    case "BlockStatement":
    case "StaticBlock":
      // a static block of Deno has a block inside
      return [scope.body].flat().map((statement: Node) =>
        statement.type === "ExportNamedDeclaration" ||
          statement.type === "ExportDefaultDeclaration"
          ? statement.declaration ?? statement
          : statement
      );
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return scope.params;
    case "ForStatement":
      return scope.init ? [scope.init] : [];
    case "ForOfStatement":
    case "ForInStatement":
      return [scope.left];
    case "CatchClause":
      return scope.param ? [scope.param] : [];
    default:
      return [];
  }
}

/** What a declaration says of a name: undefined if nothing, null if not what it is. */
function meaningIn(
  declaration: Node,
  name: string,
): Meaning | null | undefined {
  switch (declaration.type) {
    case "ImportDeclaration":
      return importedMeaning(declaration, name);
    case "ClassDeclaration":
      return declaration.id?.name === name
        ? { kind: "value", node: declaration }
        : undefined;
    case "FunctionDeclaration":
      return declaration.id?.name === name ? null : undefined;
    case "VariableDeclaration":
      for (const { id, init } of declaration.declarations) {
        if (id.type === "Identifier") {
          if (id.name !== name) continue;
          return init && declaration.kind === "const"
            ? { kind: "value", node: bare(init) }
            : null;
        }
        const meaning = meaningInPattern(id, init, name);
        if (meaning !== undefined) {
          return declaration.kind === "const" ? meaning : null;
        }
      }
      return undefined;
    default:
      return mentions(declaration, name) ? null : undefined;
  }
}

function importedMeaning(
  { source, specifiers }: Node,
  name: string,
): Meaning | null | undefined {
  for (const specifier of specifiers) {
    if (specifier.local.name !== name) continue;
    if (!client.test(source.value)) return null;
    if (specifier.type === "ImportNamespaceSpecifier") {
      return { kind: "imported", name: "*" };
    }
    const { imported } = specifier;
    return imported
      ? { kind: "imported", name: imported.name ?? imported.value }
      : null;
  }
  return undefined;
}

function meaningInPattern(
  pattern: Node,
  object: Node,
  name: string,
): Meaning | null | undefined {
  if (!mentions(pattern, name)) return undefined;
  if (pattern.type !== "ObjectPattern" || !object) return null;
  for (const { type, key, value, computed } of pattern.properties) {
    if (type !== "Property" || computed || value.type !== "Identifier") {
      continue;
    }
    if (value.name === name) {
      return { kind: "member", object: bare(object), name: key.name };
    }
  }
  return null;
}

/** Whether a pattern of parameters or of destructuring binds a name. */
function mentions(pattern: Node, name: string): boolean {
  switch (pattern?.type) {
    case "Identifier":
      return pattern.name === name;
    case "AssignmentPattern":
      return mentions(pattern.left, name);
    case "RestElement":
      return mentions(pattern.argument, name);
    case "TSParameterProperty":
      return mentions(pattern.parameter, name);
    case "ArrayPattern":
      return pattern.elements.some((element: Node) => mentions(element, name));
    case "ObjectPattern":
      return pattern.properties.some((property: Node) =>
        mentions(property.value ?? property, name)
      );
    default:
      return false;
  }
}
