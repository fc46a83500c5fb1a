import type { Node } from "./mod.ts";
import { bare, exportedName, keyName, meaningOf, valueOf } from "./names.ts";

/** Members of resources that change something. */
const ofResources = new Set(["update", "partialUpdate", "delete", "create"]);

/** Members of lists that do. */
const ofLists = new Set(["push", "unshift", "assign", "move", "remove"]);

/**
 * Whether an endpoint is known to change something: by its options, or since it
 * is that member of a resource or of a list. Anything may be called `update`,
 * so what the module does not show is none, but for a resource that is imported
 * by such a name.
 */
export function isMutation(expression: Node): boolean {
  return changes(expression) === true;
}

/** Undefined if it cannot be told. */
function changes(expression: Node): boolean | undefined {
  const node = valueOf(expression);
  if (node?.type === "Identifier") {
    const meaning = meaningOf(node);
    return meaning?.kind === "member"
      ? memberChanges(meaning.object, meaning.name)
      : undefined;
  }
  if (node?.type === "MemberExpression") {
    const name = memberKey(node);
    return name === undefined ? undefined : memberChanges(node.object, name);
  }
  return isVariant(node)
    ? changeIn(node.arguments.at(-1), "variant") ?? changes(node.callee.object)
    : node?.type === "NewExpression"
    ? changeIn(node.arguments.at(-1), kindOf(node.callee))
    : undefined;
}

/** Whether a member of a value, if that is a resource, a list or an object of endpoints, changes something. */
function memberChanges(owner: Node, name: string): boolean | undefined {
  const node = valueOf(owner);
  if (node.type === "ObjectExpression") {
    const property = findLast(node, name);
    return property?.type === "Property" ? changes(property.value) : undefined;
  }
  if (isVariant(node)) return memberOfVariant(node, name);
  if (isResource(node)) return ofResources.has(name);
  if (node.type === "NewExpression") {
    return kindOf(node.callee) === "rest" ? ofLists.has(name) : undefined;
  }
  const meaning = node.type === "Identifier" ? meaningOf(node) : undefined;
  const [list, of] = meaning?.kind === "member"
    ? [meaning.name, meaning.object]
    : node.type === "MemberExpression"
    ? [memberKey(node), node.object]
    : [];
  if (list === "getList" && ofLists.has(name)) return isLikeResource(of);
  return node.type === "Identifier" && isLikeResource(node)
    ? ofResources.has(name)
    : undefined;
}

/** A member of `resource.extend(...)`, or of `list.extend(...)`. */
function memberOfVariant(
  { arguments: [first, second], callee }: Node,
  name: string,
): boolean | undefined {
  const given = bare(first);
  if (given.type === "Literal") {
    return given.value === name
      ? changeIn(second, "variant")
      : memberChanges(callee.object, name);
  }
  if (given.type !== "ObjectExpression") return undefined;
  const property = findLast(given, name);
  if (property === undefined) return memberChanges(callee.object, name);
  if (property.type !== "Property") return undefined;
  return bare(property.value).type === "ObjectExpression"
    ? changeIn(property.value, "variant") ?? memberChanges(callee.object, name)
    : changes(property.value);
}

/** The last property of a name, or a spread that may have one. */
function findLast({ properties }: Node, name: string): Node {
  return properties.findLast((property: Node) =>
    (keyName(property) ?? name) === name
  );
}

function isResource(node: Node): boolean {
  return node.type === "CallExpression" &&
    /^(?:createR|r)esource$/.test(exportedName(node.callee) ?? "");
}

/** A resource that another module exports is known by its name alone. */
function isLikeResource(owner: Node): boolean | undefined {
  const node = valueOf(owner);
  if (isResource(node)) return true;
  if (isVariant(node)) {
    return findsNot(node, "getList")
      ? isLikeResource(node.callee.object)
      : undefined;
  }
  return node.type === "Identifier" && meaningOf(node) === undefined &&
      /Resource$/.test(node.name)
    ? true
    : undefined;
}

/** Whether an extension leaves a member as it is. */
function findsNot({ arguments: [first] }: Node, name: string): boolean {
  const given = bare(first);
  return given.type === "Literal"
    ? given.value !== name
    : given.type === "ObjectExpression" && findLast(given, name) === undefined;
}

/** Whether an expression is `endpoint.extend(...)`. */
export function isVariant(node: Node): boolean {
  return node?.type === "CallExpression" && node.arguments.length > 0 &&
    memberKey(node.callee) === "extend";
}

function memberKey(node: Node): string | undefined {
  return node?.type === "MemberExpression"
    ? keyName({ key: node.property, computed: node.computed })
    : undefined;
}

/** Which options an endpoint has. */
type Kind = "rest" | "plain" | "variant" | undefined;

/** The kind of endpoint that a class makes, if nothing in it says what it changes. */
function kindOf(callee: Node): Kind {
  const name = exportedName(callee);
  if (name !== undefined) {
    return name === "RestEndpoint"
      ? "rest"
      : name === "Endpoint"
      ? "plain"
      : undefined;
  }
  const node = valueOf(callee);
  if (!/^Class/.test(node?.type ?? "") || !node.superClass) return undefined;
  const isPlain = node.body.body.every((member: Node) =>
    member.kind !== "constructor" &&
    !/^(?:sideEffect|method|body|undefined)$/.test(String(keyName(member)))
  );
  return isPlain ? kindOf(bare(node.superClass)) : undefined;
}

/** Whether options of an endpoint say that it changes something; undefined if they do not say. */
function changeIn(given: Node, kind: Kind): boolean | undefined {
  const options = bare(given);
  if (options?.type !== "ObjectExpression" || kind === undefined) {
    return undefined;
  }
  const valueAt = (name: string) => {
    const property = findLast(options, name);
    return property?.type === "Property" ? bare(property.value) : property;
  };
  const sideEffect = valueAt("sideEffect");
  if (sideEffect) return sideEffect.value === true;
  if (kind === "plain") return undefined;
  const method = valueAt("method");
  if (method) {
    return typeof method.value === "string"
      ? !/^(?:GET|HEAD|OPTIONS)$/i.test(method.value)
      : undefined;
  }
  // a body decides the method of a definition, not that of its variants
  const body = kind === "rest" ? valueAt("body") : undefined;
  return body && /^(?:Object|Array|New)Expression$|^Literal$/.test(body.type)
    ? true
    : undefined;
}
