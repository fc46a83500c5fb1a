import type * as t from "@babel/types";
import type { LibraryUse } from "../library.ts";
import type { SourceFile } from "../source_file.ts";
import { endOf, type Node, rangeOf, startOf } from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** `useDebounce` returns the value together with whether it is pending. */
export const debouncedPair: Transform = {
  name: "debounced-pair",
  release: 16,
  summary: "const v = useDebounce() becomes const [v] = useDebounce()",
  apply(file) {
    for (const use of file.library.usesOf("useDebounce")) {
      const call = callOf(file, use);
      if (call) takeValue(file, call);
    }
  },
};

const ambiguous =
  "useDebounce returns [value, isPending]: take the value, if this does not";

function callOf(file: SourceFile, use: LibraryUse): Node | undefined {
  const parent = file.parentOf(use.node);
  return parent?.type === "CallExpression" && parent.callee === use.node
    ? parent
    : undefined;
}

function takeValue(file: SourceFile, call: Node): void {
  const parent = file.parentOf(call);
  switch (parent?.type) {
    case "VariableDeclarator":
      return destructure(file, parent);
    // already taken apart, or not taken at all
    case "MemberExpression":
    case "OptionalMemberExpression":
      if (parent.object !== call || isIndexed(parent)) return;
      return appendIndex(file, call);
    case "AssignmentExpression":
      if (parent.left.type === "ArrayPattern") return;
      return file.report(call, ambiguous);
    case "ExpressionStatement":
      return;
    // whoever called the function may take the pair apart
    case "ReturnStatement":
    case "ArrowFunctionExpression":
      return file.report(call, ambiguous);
    default:
      if (takesValue.test(parent?.type ?? "")) return appendIndex(file, call);
      return file.report(call, ambiguous);
  }
}

function appendIndex(file: SourceFile, call: Node): void {
  file.edits.insert(endOf(call), "[0]");
}

/** Where a pair makes no sense; nobody calls one something else, either. */
const takesValue =
  /^(Optional)?CallExpression|^NewExpression|^ObjectProperty|^JSXExpressionContainer|^TemplateLiteral|^(Binary|Logical|Conditional|Unary)Expression|^TS(As|Satisfies)Expression|^TSTypeAssertion/;

function destructure(
  file: SourceFile,
  declarator: t.VariableDeclarator,
): void {
  const { id } = declarator;
  if (id.type === "ArrayPattern") return;
  if (id.type === "Identifier") {
    const references = file.bindingOf(id)?.references ?? [];
    if (
      references.length > 0 &&
      references.every((reference) => readsPart(file, reference))
    ) {
      // the pair, or a debounced list
      return file.report(id, ambiguous);
    }
  }
  const annotation = "typeAnnotation" in id ? id.typeAnnotation : undefined;
  const { start, end } = rangeOf(id);
  file.edits.insert(start, "[");
  if (annotation?.type !== "TSTypeAnnotation") {
    return file.edits.insert(end, "]");
  }
  file.edits.insert(startOf(annotation), "]");
  file.edits.insert(startOf(annotation.typeAnnotation), "[");
  file.edits.insert(endOf(annotation.typeAnnotation), ", boolean]");
}

/** Whether a use reads `pair[0]`, `pair[1]`, or takes the pair apart. */
function readsPart(file: SourceFile, reference: Node): boolean {
  const parent = file.parentOf(reference);
  if (parent?.type === "MemberExpression") {
    return parent.object === reference && isIndexed(parent);
  }
  return parent?.type === "VariableDeclarator" && parent.init === reference &&
    parent.id.type === "ArrayPattern";
}

function isIndexed(
  node: t.MemberExpression | t.OptionalMemberExpression,
): boolean {
  return node.property.type === "NumericLiteral" &&
    (node.property.value === 0 || node.property.value === 1);
}
