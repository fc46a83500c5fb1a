import type { Node, Rule } from "./mod.ts";
import { anyField, givenMembers, type Members } from "./members.ts";
import { bare, exportedName, keyName, meaningOf } from "./names.ts";
import { rule } from "./rule.ts";

/** `entity-key`: an Entity without a key of its own is named after its class. */
export const entityKey: Rule = rule(
  "entity-key",
  "An Entity names its table by a static key",
  (report) =>
    eachEntity((entity, members) => {
      if (members.has("static key")) return;
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
    eachEntity((entity, members) => {
      // who lists no fields does not say what rows have
      if (!members.has(anyField) || sources.some((name) => members.has(name))) {
        return;
      }
      report(
        entity.id ?? entity,
        "This Entity lists its fields without a primary key: rows are told apart by a field `id`, and a row without one is not stored. Add the field `id`, or `override pk()` that returns what identifies a row.",
      );
    }),
);

/** Members that say, or make, what identifies a row. */
const sources = ["id", "pk", "static pk", "process", "static process"];

function keyFor({ type, id }: Node): string {
  const name = id?.name ?? "Name";
  return type === "CallExpression"
    ? `\`{ key: "${name}" }\` as the second argument.`
    : `\`static key = "${name}";\`, or, in TypeScript, \`abstract\` if it is only a base.`;
}

/** An Entity, with what it has, itself or from classes in the same module. */
type Visit = (entity: Node, members: Members) => void;

/**
 * Visits every class that becomes an Entity, and every call of `EntityMixin`
 * that is not the base of such a class, when the whole module is known.
 */
function eachEntity(visit: Visit): Record<string, (node: Node) => void> {
  const entities: { entity: Node; chain: Node[] }[] = [];
  const add = (entity: Node) => {
    const chain = chainOf(entity);
    if (chain) entities.push({ entity, chain });
  };
  const addClass = (node: Node) => {
    if (!node.abstract) add(node);
  };
  const { given, visitors } = givenMembers();
  return {
    ...visitors,
    ClassDeclaration: addClass,
    ClassExpression: addClass,
    CallExpression(node) {
      visitors.CallExpression!(node);
      if (isMixin(node) && node.parent.superClass !== node) add(node);
    },
    "Program:exit"() {
      for (const { entity, chain } of entities) {
        if (given.isOnlyBase(entity)) continue;
        const parts = chain.map((part) => [membersOf(part), given.of(part)]);
        visit(entity, {
          has: (name) =>
            parts.flat().some((part) => part.has(name) || part.has("*")),
        });
      }
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

/** Names of what a class or a mixin has; `*` if that cannot be told. */
function membersOf(part: Node): Set<string> {
  if (part.type === "CallExpression") return membersOfMixin(part);
  // a decorator may add anything
  const names = new Set(part.decorators?.length > 0 ? ["*"] : []);
  for (const member of part.body.body) {
    if (member.type === "StaticBlock") continue;
    const name = keyName(member) ?? "*";
    if (!member.static && /^(?:TSAbstract)?Property/.test(member.type)) {
      names.add(anyField);
    }
    if (name === "*") names.add(name);
    else if (member.static) names.add(`static ${name}`);
    else if (member.kind !== "constructor") names.add(name);
    else {
      for (const { type, parameter } of member.value.params) {
        if (type === "TSParameterProperty") {
          names.add((parameter.left ?? parameter).name).add(anyField);
        }
      }
    }
  }
  return names;
}

function membersOfMixin({ arguments: [, given] }: Node): Set<string> {
  const options = bare(given);
  if (!options) return new Set();
  if (options.type !== "ObjectExpression") return new Set(["*"]);
  return new Set(options.properties.map((property: Node) => {
    const name = keyName(property) ?? "*";
    return name === "key" ? "static key" : name;
  }));
}
