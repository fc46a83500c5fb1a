import { type Node, propertyName } from "./syntax.ts";

/** `object.name`, as a value, in a type, or as the name of an element. */
export interface Member {
  readonly object: Node;
  readonly property: Node;
  readonly name: string;
}

/** Reads a node as a member; `undefined` if it is none, or computed. */
export function memberOf(node: Node): Member | undefined {
  switch (node.type) {
    case "MemberExpression":
    case "OptionalMemberExpression": {
      const name = propertyName(node);
      if (name === undefined || node.computed) return undefined;
      return { object: node.object, property: node.property, name };
    }
    case "TSQualifiedName":
      return {
        object: node.left,
        property: node.right,
        name: node.right.name,
      };
    case "JSXMemberExpression":
      return {
        object: node.object,
        property: node.property,
        name: node.property.name,
      };
    default:
      return undefined;
  }
}
