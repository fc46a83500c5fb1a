import type { Node, Rule } from "./mod.ts";
import { bare, exportedName, meaningOf } from "./names.ts";
import { rule } from "./rule.ts";

/** `entity-key`: an Entity without a key of its own is named after its class. */
export const entityKey: Rule = rule(
  "entity-key",
  "An Entity names its table by a static key",
  (report) =>
    eachEntity((entity, { has }) => {
      if (has("static key")) return;
      report(
        entity.id ?? entity,
        `This Entity has no static key, so its table has the name of the class, which minifiers shorten: two classes may then share a table, and what a server or a storage keeps is not found. Add ${
          keyFor(entity)
        }`,
      );
    }),
);

/** `entity-pk`: an Entity without a primary key cannot be stored. */
export const entityPk: Rule = rule(
  "entity-pk",
  "An Entity has a field id, or a method pk",
  (report) =>
    eachEntity((entity, { has }) => {
      if (has("id") || has("pk")) return;
      report(
        entity.id ?? entity,
        "This Entity has no primary key: without one it cannot be told apart, and is not stored. Add a field `id`, or `override pk()` that returns what identifies it.",
      );
    }),
);

function keyFor({ type, id }: Node): string {
  const name = id?.name ?? "Name";
  return type === "CallExpression"
    ? `\`{ key: "${name}" }\` as the second argument.`
    : `\`static key = "${name}";\`, or \`abstract\` if it is only a base.`;
}

/** What an Entity has, itself or from classes in the same module. */
interface Members {
  has(name: "static key" | "id" | "pk"): boolean;
}

type Visit = (entity: Node, members: Members) => void;

/**
 * Visits every class that becomes an Entity, and every call of `EntityMixin`
 * that is not the base of such a class.
 */
function eachEntity(visit: Visit): Record<string, (node: Node) => void> {
  const visitClass = (node: Node) => {
    if (node.abstract) return;
    const chain = chainOf(node);
    if (chain) visit(node, membersOf(chain));
  };
  return {
    ClassDeclaration: visitClass,
    ClassExpression: visitClass,
    CallExpression(node) {
      if (!isMixin(node) || node.parent.superClass === node) return;
      const chain = chainOf(node);
      if (chain) visit(node, membersOf(chain));
    },
  };
}

/**
 * The classes and mixins from one down to `Entity`; undefined if it is no
 * Entity, or if a part of it is not in this module.
 */
function chainOf(start: Node): Node[] | undefined {
  const chain: Node[] = [];
  let node = start;
  while (node && !chain.includes(node)) {
    if (node.type === "Identifier") {
      if (exportedName(node) === "Entity") return chain;
      const meaning = meaningOf(node);
      if (meaning?.kind !== "value") return undefined;
      node = meaning.node;
    } else if (/^Class/.test(node.type)) {
      chain.push(node);
      if (!node.superClass) {
        // a plain class below a mixin ends the chain
        return chain.some(isMixin) ? chain : undefined;
      }
      node = bare(node.superClass);
    } else if (isMixin(node)) {
      chain.push(node);
      if (node.arguments.length === 0) return undefined;
      node = bare(node.arguments[0]);
    } else {
      return exportedName(node) === "Entity" ? chain : undefined;
    }
  }
  return undefined;
}

function isMixin(node: Node): boolean {
  return node.type === "CallExpression" &&
    exportedName(node.callee) === "EntityMixin";
}

function membersOf(chain: readonly Node[]): Members {
  const names = new Set<string>();
  for (const part of chain) {
    if (part.type === "CallExpression") {
      const options = bare(part.arguments[1]);
      for (const property of options?.properties ?? []) {
        const name = property.key?.name;
        if (name === "key") names.add("static key");
        // a spread may have anything
        else if (name === undefined) names.add("static key").add("pk");
        else names.add(name);
      }
      continue;
    }
    for (const member of part.body.body) {
      const name = member.key?.name ?? member.key?.value;
      if (member.static) names.add(`static ${name}`);
      else if (member.kind !== "constructor") names.add(name);
      else {
        for (const { type, parameter } of member.value.params) {
          if (type === "TSParameterProperty") names.add(parameter.name);
        }
      }
    }
  }
  return { has: (name) => names.has(name) };
}
