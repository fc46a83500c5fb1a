import type * as t from "@babel/types";
import { extendsLibrary } from "../known_values.ts";
import type { SourceFile } from "../source_file.ts";
import {
  isClass,
  isMember,
  type Node,
  nodesOf,
  propertyName,
} from "../syntax.ts";
import type { Transform } from "../transform.ts";

const before = "useIncoming";
const after = "shouldUpdate";

/** Entities say whether they should update. */
export const shouldUpdate: Transform = {
  name: "should-update",
  release: 15,
  summary: "static useIncoming becomes static shouldUpdate",
  apply(file) {
    for (const node of nodesOf(file.program)) {
      switch (node.type) {
        case "ClassMethod":
        case "ClassProperty":
          if (node.static && isNamed(node) && isOfEntity(file, node)) {
            file.replace(node.key, after);
          }
          break;
        default:
          if (isMember(node) && isNamed(node)) convertUse(file, node);
      }
    }
  },
};

function isNamed(
  node:
    | t.ClassMethod
    | t.ClassProperty
    | t.MemberExpression
    | t.OptionalMemberExpression,
): boolean {
  return !node.computed && propertyName(node) === before;
}

function isOfEntity(file: SourceFile, node: Node): boolean {
  const owner = file.closest(node, isClass);
  return owner !== undefined && extendsLibrary(file, owner) !== "no";
}

/** `super.useIncoming(...)`, `this.useIncoming(...)`, `Ship.useIncoming(...)`. */
function convertUse(
  file: SourceFile,
  node: t.MemberExpression | t.OptionalMemberExpression,
): void {
  const { object } = node;
  const isOwn = object.type === "Super" || object.type === "ThisExpression";
  const declared = object.type === "Identifier"
    ? file.bindingOf(object)?.by
    : undefined;
  const isEntity = isOwn
    ? isOfEntity(file, node)
    : file.library.nameOf(object) === "Entity" ||
      (declared?.type === "ClassDeclaration" &&
        extendsLibrary(file, declared) !== "no");
  if (isEntity) file.replace(node.property, after);
}
