import type * as t from "@babel/types";
import { declaredType, initialValue } from "../known_values.ts";
import type { SourceFile } from "../source_file.ts";
import { type Node, nodesOf, propertyName, unwrap } from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** The table of entity metas in a state is called `entitiesMeta`. */
export const entitiesMeta: Transform = {
  name: "entities-meta",
  release: 16,
  summary: "entityMeta of a state becomes entitiesMeta",
  apply(file) {
    if (!file.text.includes(before) || declaresItsOwn(file)) return;
    for (const node of nodesOf(file.program)) renameIn(file, node);
  },
};

const question = "if this is of a state, it is entitiesMeta now";
const before = "entityMeta";
const after = "entitiesMeta";

/** Members that make an object look like a state, or a part of one. */
const companions = new Set([
  "entities",
  "indexes",
  "endpoints",
  "optimistic",
  "lastReset",
  "result",
]);

function renameIn(file: SourceFile, node: Node): void {
  switch (node.type) {
    case "MemberExpression":
    case "OptionalMemberExpression":
      if (
        propertyName(node) !== before || node.object.type === "ThisExpression"
      ) return;
      if (isState(file, node.object)) writeName(file, node.property);
      else file.report(node.property, question);
      return;
    case "TSIndexedAccessType":
      if (
        node.indexType.type === "TSLiteralType" &&
        node.indexType.literal.type === "StringLiteral" &&
        node.indexType.literal.value === before
      ) writeName(file, node.indexType.literal);
      return;
    case "ObjectPattern":
      renameInPattern(file, node);
      return;
    default: {
      const members = membersOf(node);
      if (!isStateLike(members)) return;
      for (const member of members) renameProperty(file, member);
    }
  }
}

function renameInPattern(file: SourceFile, pattern: t.ObjectPattern): void {
  const declarator = file.parentOf(pattern);
  const isOfState = isStateLike(pattern.properties) ||
    (declarator?.type === "VariableDeclarator" && declarator.init != null &&
      isState(file, declarator.init));
  for (const property of pattern.properties) {
    if (isOfState) renameProperty(file, property);
    else if (nameOf(property) === before) file.report(property, question);
  }
}

/** Whether an expression gives a state, by its name, its type, or what it is declared with. */
function isState(file: SourceFile, node: Node): boolean {
  const value = unwrap(node);
  switch (value.type) {
    case "CallExpression":
    case "OptionalCallExpression":
      return isState(file, value.callee as Node);
    case "MemberExpression":
    case "OptionalMemberExpression":
      return stateName.test(propertyName(value) ?? "");
    case "Identifier": {
      if (stateName.test(value.name)) return true;
      const binding = file.bindingOf(value);
      if (binding && declaredType(file, binding) === "State") return true;
      const initial = initialValue(binding);
      return initial !== undefined && initial.type !== "Identifier" &&
        isState(file, initial);
    }
    default:
      return false;
  }
}

const stateName = /state$|store$|^normali[sz]e|^snapshot$|reducer$/i;

function renameProperty(file: SourceFile, property: Node): void {
  if (nameOf(property) !== before) return;
  if (property.type === "ObjectProperty" && property.shorthand) {
    // the variable keeps its name: `entityMeta = {}` of a pattern as well
    return file.replace(property, `${after}: ${file.textOf(property.value)}`);
  }
  if ("key" in property && property.key) writeName(file, property.key as Node);
}

function writeName(file: SourceFile, name: Node): void {
  if (name.type !== "StringLiteral") return file.replace(name, after);
  const quote = file.text[name.start!];
  file.replace(name, `${quote}${after}${quote}`);
}

function isStateLike(members: readonly Node[]): boolean {
  return members.some((member) => companions.has(nameOf(member) ?? ""));
}

function nameOf(member: Node): string | undefined {
  return "key" in member
    ? propertyName(member as { key?: Node | null; computed?: boolean })
    : undefined;
}

/** What an object, a class or a type has. */
function membersOf(node: Node): readonly Node[] {
  switch (node.type) {
    case "ClassBody":
    case "TSInterfaceBody":
      return node.body;
    case "ObjectExpression":
      return node.properties;
    case "TSTypeLiteral":
      return node.members;
    default:
      return [];
  }
}

/** Whether something of the application has a member of that name. */
function declaresItsOwn(file: SourceFile): boolean {
  return [...nodesOf(file.program)].some((node) => {
    const members = membersOf(node);
    return members.some((member) => nameOf(member) === before) &&
      (node.type === "ClassBody" || !isStateLike(members));
  });
}
