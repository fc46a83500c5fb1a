import type * as t from "@babel/types";
import {
  importedMember,
  importedValue,
  type PlacedValue,
} from "./exported_values.ts";
import type { SourceFile } from "./source_file.ts";
import { isFunction, type Node, propertyName, unwrap } from "./syntax.ts";

/**
 * Follows names and members to the expression that gives them their value, in
 * this file or in others: constants, imports, members of object literals, and
 * what `resource.extend()` adds.
 *
 * @param file the file in which the expression stands
 * @param node the expression
 * @returns the expression itself where there is nothing to follow; `undefined`
 *   where that cannot be told
 */
export function resolvedValue(
  file: SourceFile,
  node: Node,
): PlacedValue | undefined {
  return resolve({ file, node }, 0);
}

/** Values may refer to each other in a circle. */
const furthest = 20;

function resolve(
  { file, node }: PlacedValue,
  steps: number,
): PlacedValue | undefined {
  if (steps > furthest) return undefined;
  const value = unwrap(node);
  switch (value.type) {
    case "Identifier":
      return ofName(file, value, steps);
    case "MemberExpression":
    case "OptionalMemberExpression":
      return ofMember(file, value, steps);
    default:
      return { file, node: value };
  }
}

function ofName(
  file: SourceFile,
  name: t.Identifier,
  steps: number,
): PlacedValue | undefined {
  const binding = file.bindingOf(name);
  const by = binding?.by;
  if (by?.type === "ClassDeclaration") return { file, node: by };
  if (by?.type === "VariableDeclarator") {
    return by.id.type === "Identifier" && by.init
      ? resolve({ file, node: by.init }, steps + 1)
      : undefined;
  }
  const imported = importedValue(file, binding);
  return imported && resolve(imported, steps + 1);
}

function ofMember(
  file: SourceFile,
  member: t.MemberExpression | t.OptionalMemberExpression,
  steps: number,
): PlacedValue | undefined {
  const name = propertyName(member);
  if (name === undefined) return undefined;
  const found = importedMember(file, file.bindingOf(member.object), name);
  if (found) return resolve(found, steps + 1);
  const object = resolve({ file, node: member.object }, steps + 1);
  return object && memberOf(object, name, steps + 1);
}

function memberOf(
  { file, node }: PlacedValue,
  name: string,
  steps: number,
): PlacedValue | undefined {
  if (steps > furthest) return undefined;
  if (node.type === "ObjectExpression") {
    return memberOfLiteral(file, node, name, steps);
  }
  if (
    node.type !== "CallExpression" || node.callee.type !== "MemberExpression" ||
    propertyName(node.callee) !== "extend"
  ) return undefined;
  const [first, second] = node.arguments;
  if (first?.type === "StringLiteral" && second) {
    if (first.value === name) return resolve({ file, node: second }, steps);
  } else if (first) {
    const added = objectOf(unwrap(first));
    const found = added && memberOfLiteral(file, added, name, steps);
    if (found) return found;
  }
  const extended = resolve({ file, node: node.callee.object }, steps + 1);
  return extended && memberOf(extended, name, steps + 1);
}

/** The object literal that something is, or returns. */
function objectOf(node: Node): t.ObjectExpression | undefined {
  if (node.type === "ObjectExpression") return node;
  if (!isFunction(node)) return undefined;
  if (node.body.type !== "BlockStatement") return objectOf(unwrap(node.body));
  const last = node.body.body.at(-1);
  return last?.type === "ReturnStatement" && last.argument
    ? objectOf(unwrap(last.argument))
    : undefined;
}

function memberOfLiteral(
  file: SourceFile,
  { properties }: t.ObjectExpression,
  name: string,
  steps: number,
): PlacedValue | undefined {
  for (const property of properties.toReversed()) {
    if (property.type === "SpreadElement") {
      const spread = resolve({ file, node: property.argument }, steps + 1);
      const found = spread && memberOf(spread, name, steps + 1);
      if (found) return found;
    } else if (propertyName(property) === name) {
      return property.type === "ObjectProperty"
        ? resolve({ file, node: property.value }, steps + 1)
        : { file, node: property };
    }
  }
  return undefined;
}
