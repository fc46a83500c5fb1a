import type * as t from "@babel/types";
import { annotatedType } from "./known_values.ts";
import type { SourceFile } from "./source_file.ts";
import { isFunction, type Node, nodesOf, propertyName } from "./syntax.ts";

/** A middleware: `api => next => action => ...`. */
export interface MiddlewareFunction {
  /** The function that gets the controller. */
  readonly outer: t.Function;
  /** The function that gets the action, if it is written in place. */
  readonly onAction: t.Function | undefined;
}

/**
 * Finds the middlewares of a file: curried functions that are typed as
 * Middleware, are a manager's `middleware`, or take a controller.
 */
export function middlewaresOf(file: SourceFile): MiddlewareFunction[] {
  const found: MiddlewareFunction[] = [];
  for (const node of nodesOf(file.program)) {
    if (!isFunction(node) || node.params.length > 1 || isMaker(file, node)) {
      continue;
    }
    const inner = returnedFunction(node);
    if (inner?.params.length !== 1) continue;
    const onAction = returnedFunction(inner);
    if (isNamed(file, node) || (onAction && takesController(node))) {
      found.push({ outer: node, onAction });
    }
  }
  return found;
}

/** The function that a function returns, if it is written in place. */
export function returnedFunction(node: t.Function): t.Function | undefined {
  const { body } = node;
  if (body.type !== "BlockStatement") {
    return isFunction(body) ? body : undefined;
  }
  const last = body.body.at(-1);
  return last?.type === "ReturnStatement" && last.argument &&
      isFunction(last.argument)
    ? last.argument
    : undefined;
}

function takesController(node: t.Function): boolean {
  const [parameter] = node.params;
  return parameter?.type === "ObjectPattern"
    ? parameter.properties.some(isControllerProperty)
    : parameter?.type === "Identifier" &&
      /^(controller|ctrl|dataClient)$/i.test(parameter.name);
}

function isNamed(file: SourceFile, node: t.Function): boolean {
  const parent = file.parentOf(node);
  if (!parent) return false;
  if (hasMiddlewareName(node) || hasMiddlewareName(parent)) return true;
  const around = file.closest(node, isFunction);
  if (around && returnedFunction(around) === node && isMaker(file, around)) {
    return true;
  }
  return parent.type === "VariableDeclarator" &&
    isMiddlewareType(file, parent.id);
}

/** `getMiddleware() { return middleware; }`, `get middleware() { ... }` */
function isMaker(file: SourceFile, node: t.Function): boolean {
  if (node.type === "ClassMethod" || node.type === "ObjectMethod") {
    return node.kind === "get" || propertyName(node) === "getMiddleware";
  }
  const holder = file.parentOf(node);
  return (holder?.type === "ClassProperty" ||
    holder?.type === "ObjectProperty") &&
    propertyName(holder) === "getMiddleware";
}

function isControllerProperty(property: Node): boolean {
  return property.type === "ObjectProperty" &&
    propertyName(property) === "controller";
}

function hasMiddlewareName(node: Node | undefined): boolean {
  switch (node?.type) {
    case "ClassProperty":
    case "ClassMethod":
      return /^(middleware|getMiddleware)$/.test(propertyName(node) ?? "");
    case "AssignmentExpression":
      return node.left.type === "MemberExpression" &&
        propertyName(node.left) === "middleware";
    default:
      return false;
  }
}

function isMiddlewareType(file: SourceFile, id: Node): boolean {
  return id.type === "Identifier" &&
    annotatedType(file, id.typeAnnotation) === "Middleware";
}
