import type * as t from "@babel/types";
import type { SourceFile } from "../source_file.ts";
import { isFunction, type Node, propertyName, unwrap } from "../syntax.ts";

/**
 * Puts the call of an endpoint in place of a request. The endpoint resolves
 * with what was `data` of the response, so that goes where it is read.
 *
 * @param file the file
 * @param request the call of axios
 * @param call the text of the call of the endpoint
 * @returns whether everything that is read of the response is its data
 */
export function replaceRequest(
  file: SourceFile,
  request: t.CallExpression,
  call: string,
): boolean {
  const parent = file.parentOf(request);
  if (parent?.type === "AwaitExpression") {
    return replaceAwaited(file, request, parent, call);
  }
  const chained = parent && file.parentOf(parent);
  if (
    parent?.type === "MemberExpression" && chained?.type === "CallExpression" &&
    chained.callee === parent && propertyName(parent) === "then"
  ) return replaceThen(file, request, chained, call);
  if (isDiscarded(file, request)) {
    file.replace(request, call);
    return true;
  }
  file.replace(request, `${call}.then((data) => ({ data }))`);
  return false;
}

function replaceAwaited(
  file: SourceFile,
  request: t.CallExpression,
  awaited: t.AwaitExpression,
  call: string,
): boolean {
  const around = file.parentOf(awaited);
  switch (around?.type) {
    case "MemberExpression":
    case "OptionalMemberExpression":
      if (propertyName(around) !== "data" || around.object !== awaited) break;
      file.replace(
        around,
        isOperand(file, around) ? `(await ${call})` : `await ${call}`,
      );
      return true;
    case "VariableDeclarator":
      if (!takeData(file, around.id)) break;
      file.replace(request, call);
      return true;
    case "ExpressionStatement":
      file.replace(request, call);
      return true;
  }
  file.replace(request, `${call}.then((data) => ({ data }))`);
  return false;
}

function replaceThen(
  file: SourceFile,
  request: t.CallExpression,
  chained: t.CallExpression,
  call: string,
): boolean {
  const [first, ...others] = chained.arguments;
  const callback = first && unwrap(first);
  if (callback && isFunction(callback)) {
    const [parameter] = callback.params;
    if (isIdentity(file, callback) && others.length === 0) {
      file.replace(chained, call);
      return true;
    }
    if (!parameter || takeData(file, parameter)) {
      file.replace(request, call);
      return true;
    }
  }
  file.replace(request, `${call}.then((data) => ({ data }))`);
  return false;
}

/** Lets a name or pattern that stood for the response stand for its data, if that is all it is used for. */
function takeData(file: SourceFile, target: Node): boolean {
  if (target.type === "ObjectPattern") {
    const [property, ...others] = target.properties;
    if (
      property?.type !== "ObjectProperty" || others.length > 0 ||
      propertyName(property) !== "data"
    ) return false;
    file.replace(target, file.textOf(property.value));
    return true;
  }
  if (target.type !== "Identifier") return false;
  const references = file.bindingOf(target)?.references ?? [];
  const members = references.map((reference) => {
    const parent = file.parentOf(reference);
    return (parent?.type === "MemberExpression" ||
        parent?.type === "OptionalMemberExpression") &&
        parent.object === reference && propertyName(parent) === "data"
      ? parent
      : undefined;
  });
  if (members.includes(undefined)) return false;
  for (const member of members) file.replace(member!, target.name);
  file.replace(target, target.name);
  return true;
}

/** `(response) => response.data`, `({ data }) => data`. */
function isIdentity(file: SourceFile, callback: t.Function): boolean {
  const [parameter] = callback.params;
  if (callback.type !== "ArrowFunctionExpression" || !parameter) return false;
  const body = unwrap(callback.body);
  if (body.type === "MemberExpression") {
    return parameter.type === "Identifier" && propertyName(body) === "data" &&
      file.textOf(body.object) === parameter.name;
  }
  return body.type === "Identifier" && parameter.type === "ObjectPattern" &&
    parameter.properties.length === 1 &&
    parameter.properties[0]!.type === "ObjectProperty" &&
    propertyName(parameter.properties[0]!) === "data" &&
    file.textOf(parameter.properties[0]!.value) === body.name;
}

/** Whether nobody reads what a call resolves with. */
function isDiscarded(file: SourceFile, call: Node): boolean {
  const parent = file.parentOf(call);
  switch (parent?.type) {
    case "ExpressionStatement":
      return true;
    case "UnaryExpression":
      return parent.operator === "void";
    case "MemberExpression": {
      const chained = file.parentOf(parent);
      return ["catch", "finally"].includes(propertyName(parent) ?? "") &&
        chained?.type === "CallExpression" && isDiscarded(file, chained);
    }
    default:
      return false;
  }
}

/** Whether an `await` needs parentheses where a node stands. */
function isOperand(file: SourceFile, node: Node): boolean {
  const parent = file.parentOf(node);
  switch (parent?.type) {
    case "MemberExpression":
    case "OptionalMemberExpression":
      return parent.object === node;
    case "CallExpression":
    case "NewExpression":
      return parent.callee === node;
    case "TSNonNullExpression":
    case "BinaryExpression":
      return true;
    default:
      return false;
  }
}
