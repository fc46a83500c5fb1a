import type { Node } from "./syntax.ts";

/**
 * The properties of a node that hold names which refer to nothing: keys,
 * labels, attributes, members.
 */
export function plainNames(node: Node): readonly string[] {
  const isComputed = "computed" in node && node.computed === true;
  const { whenPlain, always } = byType.get(node.type) ?? {};
  return always ?? (isComputed ? none : whenPlain ?? none);
}

interface Names {
  /** Unless they are computed. */
  readonly whenPlain?: readonly string[];
  readonly always?: readonly string[];
}

const none: readonly string[] = [];

const byType: ReadonlyMap<string, Names> = new Map<string, Names>([
  ["MemberExpression", { whenPlain: ["property"] }],
  ["OptionalMemberExpression", { whenPlain: ["property"] }],
  ["ObjectProperty", { whenPlain: ["key"] }],
  ["ClassProperty", { whenPlain: ["key"] }],
  ["ClassAccessorProperty", { whenPlain: ["key"] }],
  ["TSPropertySignature", { whenPlain: ["key"] }],
  ["ClassPrivateProperty", { always: ["key"] }],
  ["PrivateName", { always: ["id"] }],
  ["MetaProperty", { always: ["meta", "property"] }],
  ["LabeledStatement", { always: ["label"] }],
  ["BreakStatement", { always: ["label"] }],
  ["ContinueStatement", { always: ["label"] }],
  ["JSXNamespacedName", { always: ["namespace", "name"] }],
  ["JSXAttribute", { always: ["name"] }],
  ["TSImportType", { always: ["qualifier"] }],
  ["TSEnumMember", { always: ["id"] }],
  ["TSNamespaceExportDeclaration", { always: ["id"] }],
  ["TSNamedTupleMember", { always: ["label"] }],
]);
