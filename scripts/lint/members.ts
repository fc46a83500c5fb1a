import type { Node } from "./mod.ts";
import { bare, exportedName, keyName, valueOf } from "./names.ts";

/** Names of members: `id`, `static key`; `*` stands for any. */
export interface Members {
  has(name: string): boolean;
}

/** Stands for a field of any name. */
export const anyField = "a field";

/** What a module gives to its classes outside of their bodies. */
export interface GivenMembers {
  /** Names of what a class or a mixin is given. */
  of(target: Node): Members;
  /** Whether a class serves the module as a base of others, and for nothing else. */
  isOnlyBase(target: Node): boolean;
}

/**
 * Watches what a module assigns to its classes: `Ship.key = "Ship"`,
 * `this.key = "Ship"` in a static block, `Object.assign(Ship, ...)`. What is
 * handed to a function of others may get anything there.
 */
export function givenMembers(): {
  given: GivenMembers;
  visitors: Record<string, (node: Node) => void>;
} {
  const byTarget = new Map<Node, Set<string>>();
  const everywhere = new Set<string>();
  const names: Node[] = [];
  const interfaces = new Set<string>();
  const give = (target: Node, name: string) => {
    const members = byTarget.get(target);
    if (members) members.add(name);
    else byTarget.set(target, new Set([name]));
  };
  const assign = ({ left }: Node) => {
    for (const target of membersIn(left)) {
      const name = keyName({
        key: target.property,
        computed: target.computed,
      });
      const [owner, isStatic] = ownerOf(bare(target.object));
      if (owner === undefined) {
        // of a parameter, or of an item of a list
        if (name === "key" || name === "pk") everywhere.add("*");
      } else if (name === undefined) give(owner, "*");
      else if (isStatic) give(owner, `static ${name}`);
      else {
        give(owner, name);
        give(owner, anyField);
      }
    }
  };
  const handOn = ({ callee, arguments: args }: Node) => {
    if (callee && exportedName(callee) !== undefined) return;
    for (const each of args ?? []) {
      for (const target of definitionsIn(each)) give(target, "*");
    }
  };
  return {
    visitors: {
      AssignmentExpression: assign,
      ForInStatement: assign,
      ForOfStatement: assign,
      CallExpression: handOn,
      NewExpression: handOn,
      Identifier: (node) => void names.push(node),
      TSInterfaceDeclaration: ({ id }) => void interfaces.add(id.name),
    },
    given: {
      of: (target) => ({
        has: (name) =>
          everywhere.has(name) || (byTarget.get(target)?.has(name) ?? false) ||
          // an interface of the same name declares members
          (name === "*" && interfaces.has(target.id?.name)),
      }),
      isOnlyBase(target) {
        const uses = names.filter((name) =>
          name !== target.id && name.parent.id !== name &&
          valueOf(name) === target
        );
        return uses.length > 0 &&
          uses.every((name) => name.parent.superClass === name);
      },
    },
  };
}

/** What is assigned to in a pattern, but for variables. */
function membersIn(pattern: Node): Node[] {
  const target = bare(pattern);
  switch (target?.type) {
    case "MemberExpression":
      return [target];
    case "AssignmentPattern":
      return membersIn(target.left);
    case "RestElement":
      return membersIn(target.argument);
    case "ArrayPattern":
      return target.elements.flatMap(membersIn);
    case "ObjectPattern":
      return target.properties.flatMap((property: Node) =>
        membersIn(property.value ?? property)
      );
    default:
      return [];
  }
}

/** Classes and mixins that an expression is, or has in lists and objects. */
function definitionsIn(expression: Node, seen = new Set<Node>()): Node[] {
  const object = bare(expression);
  const isPrototype = object?.type === "MemberExpression" &&
    object.property.name === "prototype";
  const value = valueOf(isPrototype ? object.object : object);
  if (!value || seen.has(value)) return [];
  seen.add(value);
  if (isDefinition(value)) return [value];
  const inside: Node[] = value.type === "ArrayExpression"
    ? value.elements
    : value.type === "ObjectExpression"
    ? value.properties.map(({ value, argument }: Node) => value ?? argument)
    : value.type === "SpreadElement"
    ? [value.argument]
    : [];
  const [owner] = value.type === "ThisExpression" ? ownerOfThis(value) : [];
  return [
    ...(owner ? [owner] : []),
    ...inside.flatMap((each) => definitionsIn(each, seen)),
  ];
}

/** The class or mixin that an expression is, or is an instance of; undefined if that cannot be told. */
function ownerOf(object: Node): [owner: Node, isStatic: boolean] | [undefined] {
  if (object.type === "ThisExpression") return ownerOfThis(object);
  if (
    object.type === "MemberExpression" && object.property.name === "prototype"
  ) {
    const [owner] = ownerOf(bare(object.object));
    return owner === undefined ? [owner] : [owner, false];
  }
  const value = valueOf(object);
  return isDefinition(value) ? [value, true] : [undefined];
}

function ownerOfThis(node: Node): [owner: Node, isStatic: boolean] | [
  undefined,
] {
  for (let inner = node.parent; inner; inner = inner.parent) {
    if (
      /^Function/.test(inner.type) && inner.parent.type !== "MethodDefinition"
    ) {
      return [undefined];
    }
    if (inner.parent?.type === "ClassBody") {
      const isStatic = inner.type === "StaticBlock" || inner.static === true;
      return [inner.parent.parent, isStatic];
    }
  }
  return [undefined];
}

function isDefinition(node: Node): boolean {
  return /^Class/.test(node?.type ?? "") ||
    (node?.type === "CallExpression" &&
      exportedName(node.callee) === "EntityMixin");
}
