import type { Node } from "./mod.ts";
import { bare, exportedName, keyName, valueOf } from "./names.ts";

/** Names of members: `id`, `static key`; `*` stands for any. */
export interface Members {
  has(name: string): boolean;
}

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
    const target = bare(left);
    if (target?.type !== "MemberExpression") return;
    const name = keyName({
      key: target.property,
      computed: target.computed,
    });
    const [owner, isStatic] = ownerOf(bare(target.object));
    if (owner === undefined) {
      // of a parameter, or of an item of a list
      if (name === "key" || name === "pk") everywhere.add("*");
    } else if (name === undefined) give(owner, "*");
    else give(owner, isStatic ? `static ${name}` : name);
  };
  const handOn = ({ callee, arguments: args }: Node) => {
    if (callee && exportedName(callee) !== undefined) return;
    for (const each of args ?? []) {
      const object = bare(each);
      const isPrototype = object?.type === "MemberExpression" &&
        object.property.name === "prototype";
      const target = valueOf(isPrototype ? object.object : object);
      if (isDefinition(target)) give(target, "*");
    }
  };
  return {
    visitors: {
      AssignmentExpression: assign,
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
