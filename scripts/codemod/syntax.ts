import { parse } from "@babel/parser";
import type { ParserPlugin } from "@babel/parser";
import type * as t from "@babel/types";

/** Any node of a syntax tree; `t` of `@babel/types` names the kinds. */
export type Node = t.Node;

/** Which language a file is in, by its extension. */
export interface Language {
  readonly typescript: boolean;
  readonly jsx: boolean;
}

/** Extensions of the files that are rewritten. */
export const extensions: readonly string[] = [
  ".ts",
  ".tsx",
  ".js",
  ".jsx",
  ".mts",
  ".cts",
  ".mjs",
  ".cjs",
];

/** The language of a file. */
export function languageOf(path: string): Language {
  return {
    typescript: /\.[cm]?tsx?$/.test(path),
    jsx: !/\.[cm]?ts$/.test(path),
  };
}

/**
 * Parses a source text.
 *
 * @param path only its extension matters
 * @param shape plugins that change the shape of the tree
 * @throws {SyntaxError} if the text cannot be parsed at all
 */
export function parseSource(
  path: string,
  text: string,
  shape: ParserPlugin[] = [],
): t.File {
  const { typescript, jsx } = languageOf(path);
  const common: ParserPlugin[] = [
    ...shape,
    "decorators-legacy",
    "decoratorAutoAccessors",
  ];
  if (jsx) common.push("jsx");
  if (typescript) {
    return parseWith(text, [
      ...common,
      ["typescript", { dts: path.endsWith(".d.ts") }],
    ]);
  }
  try {
    return parseWith(text, common);
  } catch (error) {
    // JavaScript with Flow types is still found in applications of React
    try {
      return parseWith(text, [...common, ["flow", { all: true }]]);
    } catch {
      throw error;
    }
  }
}

function parseWith(text: string, plugins: ParserPlugin[]): t.File {
  return parse(text, {
    sourceType: "unambiguous",
    plugins,
    errorRecovery: true,
    allowAwaitOutsideFunction: true,
    allowReturnOutsideFunction: true,
    allowSuperOutsideMethod: true,
    allowUndeclaredExports: true,
    allowNewTargetOutsideFunction: true,
    createParenthesizedExpressions: false,
    ranges: true,
  });
}

const notChildren = new Set([
  "type",
  "start",
  "end",
  "loc",
  "range",
  "extra",
  "leadingComments",
  "innerComments",
  "trailingComments",
  "comments",
  "tokens",
  "errors",
]);

/** A child of a node, and the property it stands in. */
export type Child = readonly [node: Node, key: string];

/** The nodes directly below a node. */
export function* childrenOf(node: Node): Generator<Child> {
  for (const key of Object.keys(node)) {
    if (notChildren.has(key)) continue;
    const value: unknown = Reflect.get(node, key);
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) yield [item, key];
    } else if (isNode(value)) yield [value, key];
  }
}

/**
 * Every node of a tree, parents first.
 *
 * @param enter whether to look below a node; everywhere by default
 */
export function* nodesOf(
  root: Node,
  enter: (node: Node) => boolean = () => true,
): Generator<Node> {
  yield root;
  if (!enter(root)) return;
  for (const [child] of childrenOf(root)) yield* nodesOf(child, enter);
}

/** Every name that is written in a tree. */
export function namesIn(root: Node): Set<string> {
  return new Set(
    [...nodesOf(root)].flatMap((node) =>
      node.type === "Identifier" ? node.name : []
    ),
  );
}

/** Offset of a node's first character. */
export function startOf(node: Node): number {
  return node.start!;
}

/** Offset after a node's last character. */
export function endOf(node: Node): number {
  return node.end!;
}

/** The range of a node; with its parentheses only if `extra` does not hide them. */
export function rangeOf(node: Node): { start: number; end: number } {
  return { start: node.start!, end: node.end! };
}

/** Whether a node is a function with a body, a method included. */
export function isFunction(node: Node): node is t.Function {
  return functionTypes.has(node.type);
}

const functionTypes: ReadonlySet<string> = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ObjectMethod",
  "ClassMethod",
  "ClassPrivateMethod",
]);

/** The function that a member of a class or an object is, or holds. */
export function functionOf(member: Node): t.Function | undefined {
  const value = "value" in member && member.value && isNode(member.value)
    ? unwrap(member.value)
    : member;
  return isFunction(value) ? value : undefined;
}

/** The one thing that a function returns, if it does nothing else. */
export function onlyResultOf({ body }: t.Function): Node | undefined {
  if (body.type !== "BlockStatement") return unwrap(body);
  const [only, ...others] = body.body;
  return only?.type === "ReturnStatement" && only.argument &&
      others.length === 0
    ? unwrap(only.argument)
    : undefined;
}

/** Whether a node is `a.b`, `a?.b` or `a[b]`. */
export function isMember(
  node: Node | undefined,
): node is t.MemberExpression | t.OptionalMemberExpression {
  return node?.type === "MemberExpression" ||
    node?.type === "OptionalMemberExpression";
}

/** Whether a node is a call, `f()` or `f?.()`. */
export function isCall(
  node: Node | undefined,
): node is t.CallExpression | t.OptionalCallExpression {
  return node?.type === "CallExpression" ||
    node?.type === "OptionalCallExpression";
}

/** Whether a node defines a class. */
export function isClass(node: Node | undefined): node is t.Class {
  return node?.type === "ClassDeclaration" || node?.type === "ClassExpression";
}

/** The name of a property, if it is written out: `a`, `"a"`, `["a"]`. */
export function propertyName(
  node: {
    readonly key?: Node | null;
    readonly property?: Node | null;
    readonly computed?: boolean | null;
  },
): string | undefined {
  const key = node.key ?? node.property;
  if (!key) return undefined;
  if (key.type === "StringLiteral") return key.value;
  if (node.computed) return undefined;
  return key.type === "Identifier" ? key.name : undefined;
}

/** A name that modules share: `a` of `import { a as b }`, or of `import { "a" as b }`. */
export function moduleName(name: t.Identifier | t.StringLiteral): string {
  return name.type === "Identifier" ? name.name : name.value;
}

/** An expression without the assertions around it: `x` of `x as T`, `x!`, `(x)`. */
export function unwrap(node: Node): Node {
  switch (node.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
    case "ParenthesizedExpression":
      return unwrap(node.expression);
    default:
      return node;
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value &&
    typeof value.type === "string" && "start" in value;
}
