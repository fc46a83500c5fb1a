import type * as t from "@babel/types";
import type { SourceFile } from "../source_file.ts";
import { isFunction, type Node, propertyName, unwrap } from "../syntax.ts";

/** What became of a request. */
export type Replaced = "data" | "wrapped" | "left";

/**
 * Puts the call of an endpoint in place of a request. The endpoint resolves
 * with what was `data` of the response, so that goes where it is read.
 *
 * @param file the file
 * @param request the call of axios
 * @param call the text of the call of the endpoint
 * @returns `"data"` if that is all that is read of the response, `"wrapped"` if
 *   others may read it as `data`, `"left"` if more is read and nothing was done
 */
export function replaceRequest(
  file: SourceFile,
  request: t.CallExpression,
  call: string,
): Replaced {
  const parent = file.parentOf(request);
  if (parent?.type === "AwaitExpression") {
    return replaceAwaited(file, request, parent, call);
  }
  const chained = parent && file.parentOf(parent);
  if (
    parent?.type === "MemberExpression" && chained?.type === "CallExpression" &&
    chained.callee === parent && propertyName(parent) === "then"
  ) return replaceThen(file, request, chained, call);
  if (!isDiscarded(file, request)) return wrap(file, request, call);
  file.replace(request, call);
  return "data";
}

function replaceAwaited(
  file: SourceFile,
  request: t.CallExpression,
  awaited: t.AwaitExpression,
  call: string,
): Replaced {
  const around = file.parentOf(awaited);
  switch (around?.type) {
    case "MemberExpression":
    case "OptionalMemberExpression":
      if (around.object !== awaited) break;
      if (propertyName(around) !== "data") return "left";
      file.replace(
        around,
        isOperand(file, around) ? `(await ${call})` : `await ${call}`,
      );
      return "data";
    case "VariableDeclarator":
      return replaceTarget(file, request, around.id, call);
    case "ExpressionStatement":
      file.replace(request, call);
      return "data";
  }
  return wrap(file, request, call);
}

function replaceThen(
  file: SourceFile,
  request: t.CallExpression,
  chained: t.CallExpression,
  call: string,
): Replaced {
  const [first, ...others] = chained.arguments;
  const callback = first && unwrap(first);
  if (!callback || !isFunction(callback)) return wrap(file, request, call);
  const [parameter] = callback.params;
  if (isIdentity(file, callback) && others.length === 0) {
    file.replace(chained, call);
    return "data";
  }
  if (parameter) return replaceTarget(file, request, parameter, call);
  file.replace(request, call);
  return "data";
}

/** The response is given to a name or taken apart. */
function replaceTarget(
  file: SourceFile,
  request: t.CallExpression,
  target: Node,
  call: string,
): Replaced {
  const read = readOf(file, target);
  if (read === "more") return "left";
  if (read === "all") return wrap(file, request, call);
  takeData(file, target);
  file.replace(request, call);
  return "data";
}

/** Lets callers find the value where the response had it. */
function wrap(
  file: SourceFile,
  request: t.CallExpression,
  call: string,
): "wrapped" {
  file.replace(request, `${call}.then((data) => ({ data }))`);
  return "wrapped";
}

/** Whether only `data` is read of a response, other members as well, or the response itself. */
function readOf(file: SourceFile, target: Node): "data" | "more" | "all" {
  if (target.type === "ObjectPattern") {
    return target.properties.length === 1 &&
        target.properties[0]!.type === "ObjectProperty" &&
        propertyName(target.properties[0]!) === "data"
      ? "data"
      : "more";
  }
  if (target.type !== "Identifier") return "all";
  let result: "data" | "all" = "data";
  for (const reference of file.bindingOf(target)?.references ?? []) {
    const member = memberOfResponse(file, reference);
    if (!member) result = "all";
    else if (propertyName(member) !== "data") return "more";
  }
  return result;
}

/** Lets a name or pattern that stood for the response stand for its data. */
function takeData(file: SourceFile, target: Node): void {
  if (target.type === "ObjectPattern") {
    const [property] = target.properties;
    if (property?.type === "ObjectProperty") {
      file.replace(target, file.textOf(property.value));
    }
  }
  if (target.type !== "Identifier") return;
  for (const reference of file.bindingOf(target)?.references ?? []) {
    file.replace(memberOfResponse(file, reference)!, target.name);
  }
  file.replace(target, target.name);
}

function memberOfResponse(
  file: SourceFile,
  reference: Node,
): t.MemberExpression | t.OptionalMemberExpression | undefined {
  const parent = file.parentOf(reference);
  return (parent?.type === "MemberExpression" ||
      parent?.type === "OptionalMemberExpression") &&
      parent.object === reference
    ? parent
    : undefined;
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
