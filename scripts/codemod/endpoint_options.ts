import type * as t from "@babel/types";
import { importedValue } from "./exported_values.ts";
import type { SourceFile } from "./source_file.ts";
import { isClass, type Node, propertyName, unwrap } from "./syntax.ts";

/**
 * Whether an object describes an endpoint or a resource: options of
 * `resource()`, of `new RestEndpoint()` or a class derived from it, of
 * `.extend()`. Routers have objects with a `path`, too.
 *
 * @param file the file it is in
 * @param object the object literal
 */
export function isEndpointDefinition(
  file: SourceFile,
  object: t.ObjectExpression,
): boolean {
  const around = outer(file, object);
  const parent = file.parentOf(around);
  switch (parent?.type) {
    case "CallExpression":
    case "OptionalCallExpression":
    case "NewExpression":
      return (parent.arguments as Node[]).includes(around) &&
        definesEndpoint(file, parent, object);
    // resource.extend({ get: { path: "/" } })
    case "ObjectProperty": {
      const members = file.parentOf(parent);
      return members?.type === "ObjectExpression" &&
        isExtension(file, members) && !looksLikeRoute(object);
    }
    default:
      return looksLikeOptions(object);
  }
}

/** Whether an option, or a member of a class, is one of an endpoint. */
export function isOfEndpoint(file: SourceFile, member: Node): boolean {
  const around = file.parentOf(member);
  return around?.type === "ObjectExpression"
    ? isEndpointDefinition(file, around)
    : around !== undefined && isPartOfEndpoint(file, around);
}

/** Whether a class body, or a node in it, belongs to a class of endpoints. */
export function isPartOfEndpoint(file: SourceFile, node: Node): boolean {
  const definition = node.type === "ClassBody" ? file.parentOf(node) : node;
  return isClass(definition) && isEndpointClass(file, definition.superClass);
}

/** Whether an expression is a class of endpoints, as far as this file or its name tells. */
export function isEndpointClass(
  file: SourceFile,
  expression: Node | null | undefined,
): boolean {
  if (!expression) return false;
  const name = file.library.nameOf(expression);
  if (name !== undefined) return /Endpoint$/.test(name);
  if (expression.type === "MemberExpression") {
    return /Endpoint$/.test(propertyName(expression) ?? "");
  }
  if (expression.type !== "Identifier") return false;
  const binding = file.bindingOf(expression);
  const by = binding?.by;
  if (isClass(by)) return isEndpointClass(file, by.superClass);
  const imported = importedValue(file, binding);
  if (imported?.node.type === "ClassDeclaration") {
    return isEndpointClass(imported.file, imported.node.superClass);
  }
  return /Endpoint$/.test(expression.name);
}

/** The node that stands for an object in its surroundings: with `as T`, say. */
function outer(file: SourceFile, object: Node): Node {
  let node = object;
  for (;;) {
    const parent = file.parentOf(node);
    if (!parent || unwrap(parent) !== object) return node;
    node = parent;
  }
}

function definesEndpoint(
  file: SourceFile,
  call: t.CallExpression | t.OptionalCallExpression | t.NewExpression,
  object: t.ObjectExpression,
): boolean {
  const { callee } = call;
  if (callee.type === "Super") {
    const definition = file.closest(call, isClass);
    return definition !== undefined && isPartOfEndpoint(file, definition);
  }
  const name = file.library.nameOf(callee);
  if (name !== undefined) {
    return /^(create|hookify)?Resource$|^resource$|Endpoint$/.test(name);
  }
  if (call.type === "NewExpression") {
    return isEndpointClass(file, callee) || looksLikeOptions(object);
  }
  if (callee.type === "MemberExpression") {
    const method = propertyName(callee);
    if (method === "extend" || method === "paginated") {
      return !looksLikeRoute(object) && !isFromPackage(file, callee.object);
    }
  }
  const called = callee.type === "Identifier"
    ? callee.name
    : callee.type === "MemberExpression"
    ? propertyName(callee) ?? ""
    : "";
  return /(resource|endpoint)$/i.test(called) || looksLikeOptions(object);
}

/** Whether a value starts with something of another package: `z.object({})`. */
function isFromPackage(file: SourceFile, value: Node): boolean {
  let root = unwrap(value);
  for (;;) {
    if (root.type === "MemberExpression") root = unwrap(root.object);
    else if (root.type === "CallExpression") root = unwrap(root.callee);
    else break;
  }
  const by = file.bindingOf(root)?.by;
  const declaration = by && file.parentOf(by);
  return declaration?.type === "ImportDeclaration" &&
    /^(?:@[\w.-]+\/)?\w[\w.-]*(?:\/|$)/.test(declaration.source.value) &&
    file.library.nameOf(root) === undefined &&
    !file.library.imports.some(({ binding }) => binding.by === by);
}

function isExtension(file: SourceFile, object: t.ObjectExpression): boolean {
  const call = file.parentOf(outer(file, object));
  return call?.type === "CallExpression" &&
    call.callee.type === "MemberExpression" &&
    propertyName(call.callee) === "extend";
}

const endpointMembers = new Set([
  "schema",
  "urlPrefix",
  "searchParams",
  "searchToString",
  "paginationField",
  "getOptimisticResponse",
  "optimisticUpdate",
  "sideEffect",
  "Endpoint",
  "pollFrequency",
  "dataExpiryLength",
  "errorExpiryLength",
  "invalidIfStale",
]);

const routeMembers = new Set([
  "component",
  "Component",
  "element",
  "children",
  "loader",
  "redirect",
  "handler",
  "routes",
  "getParentRoute",
  "beforeEnter",
  "errorElement",
]);

function looksLikeOptions(object: t.ObjectExpression): boolean {
  return hasMember(object, endpointMembers) && !looksLikeRoute(object);
}

function looksLikeRoute(object: t.ObjectExpression): boolean {
  return hasMember(object, routeMembers);
}

function hasMember(
  object: t.ObjectExpression,
  names: ReadonlySet<string>,
): boolean {
  return object.properties.some((property) =>
    property.type !== "SpreadElement" &&
    names.has(propertyName(property) ?? "")
  );
}
