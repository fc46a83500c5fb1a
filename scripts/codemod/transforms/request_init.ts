import type * as t from "@babel/types";
import { extendsLibrary, isReturned, memberAround } from "../known_values.ts";
import type { SourceFile } from "../source_file.ts";
import {
  endOf,
  isClass,
  isFunction,
  type Node,
  nodesOf,
  propertyName,
  startOf,
} from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** What `getRequestInit` returns is a promise. */
export const requestInit: Transform = {
  name: "request-init",
  release: 9,
  summary: "super.getRequestInit(...) is awaited in overrides",
  apply(file) {
    for (const node of nodesOf(file.program)) {
      if (node.type === "CallExpression") {
        if (isSuperCall(node)) awaitCall(file, node);
        else if (isPrototypeCall(file, node)) reportPrototypeCall(file, node);
      } else if (isSuperMember(node)) {
        const parent = file.parentOf(node);
        const isCalled = parent?.type === "CallExpression" &&
          parent.callee === node;
        if (!isCalled) file.report(node, awaitItNow);
      }
    }
  },
};

/** Members that may return promises. */
const asyncMembers = new Set([
  "getRequestInit",
  "getHeaders",
  "fetch",
  "fetchResponse",
  "parseResponse",
]);

const awaitItNow = "getRequestInit returns a promise now: await it here";

function isSuperCall({ callee }: t.CallExpression): boolean {
  return isSuperMember(callee);
}

function isSuperMember(node: Node): boolean {
  return node.type === "MemberExpression" && node.object.type === "Super" &&
    propertyName(node) === "getRequestInit";
}

function awaitCall(file: SourceFile, call: t.CallExpression): void {
  const around = functionAround(file, call);
  if (!around) return;
  const { method, isNested, owner } = around;
  if (owner && extendsLibrary(file, owner) === "no") return;
  const name = memberAround(file, method)?.name;
  if (isReturned(file, call) && !isNested) {
    if (name === "getRequestInit" || method.async) promiseType(file, method);
    else file.report(call, awaitItNow);
    return;
  }
  if (isHandled(file, call)) return;
  const isAsync = isNested
    ? file.closest(call, isFunction)?.async
    : name !== undefined && asyncMembers.has(name) || method.async;
  if (!isAsync || method.generator) return file.report(call, awaitItNow);
  const parenthesized = call.extra?.parenthesized === true;
  file.edits.insert(startOf(call), parenthesized ? "await " : "(await ");
  if (!parenthesized) file.edits.insert(endOf(call), ")");
  if (isNested || method.async) return;
  makeAsync(file, method);
  promiseType(file, method);
}

function makeAsync(file: SourceFile, method: t.Function): void {
  const start = method.type === "ClassMethod" || method.type === "ObjectMethod"
    ? startOf(method.computed ? method : method.key)
    : startOf(method);
  file.edits.replace({ start, end: start }, "async ");
}

function promiseType(file: SourceFile, method: t.Function): void {
  const { returnType } = method;
  if (returnType?.type !== "TSTypeAnnotation") return;
  const type = returnType.typeAnnotation;
  const text = file.textOf(type);
  if (/\bPromise(Like)?\s*</.test(text)) return;
  file.replace(type, `Promise<${text}>`);
}

interface Around {
  /** The method, or the function a member holds. */
  readonly method: t.Function;
  /** Whether the call stands in a function within it. */
  readonly isNested: boolean;
  readonly owner: t.Class | undefined;
}

/** The method that `super` belongs to. */
function functionAround(file: SourceFile, call: Node): Around | undefined {
  let isNested = false;
  for (const node of file.ancestorsOf(call)) {
    if (!isFunction(node)) continue;
    const holder = file.parentOf(node);
    const isMember = node.type === "ClassMethod" ||
      node.type === "ObjectMethod" ||
      node.type === "ClassPrivateMethod";
    if (isMember || holder?.type === "ClassProperty") {
      const owner = file.closest(
        node,
        (each): each is t.Class | t.ObjectExpression =>
          isClass(each) || each.type === "ObjectExpression",
      );
      return {
        method: node,
        isNested,
        owner: owner?.type === "ObjectExpression" ? undefined : owner,
      };
    }
    isNested = true;
  }
  return undefined;
}

/** `await call`, `call.then(...)`, `Promise.all([call])`. */
function isHandled(file: SourceFile, call: Node): boolean {
  for (
    let parent = file.parentOf(call), child = call;
    parent;
    child = parent, parent = file.parentOf(parent)
  ) {
    switch (parent.type) {
      case "AwaitExpression":
        return true;
      case "MemberExpression":
      case "OptionalMemberExpression":
        return child === call &&
          /^(then|catch|finally)$/.test(propertyName(parent) ?? "");
      case "VariableDeclarator":
        return child === call && isAwaitedLater(file, parent);
      case "CallExpression":
        return parent.callee.type === "MemberExpression" &&
          parent.callee.object.type === "Identifier" &&
          parent.callee.object.name === "Promise";
      case "TSNonNullExpression":
      case "TSAsExpression":
      case "ArrayExpression":
        break;
      default:
        return false;
    }
  }
  return false;
}

/** `const init = super.getRequestInit(body)`, and `await init` somewhere. */
function isAwaitedLater(
  file: SourceFile,
  { id }: t.VariableDeclarator,
): boolean {
  return file.bindingOf(id)?.references.some((reference) =>
    isHandled(file, reference)
  ) ?? false;
}

/** `RestEndpoint.prototype.getRequestInit.call(this, body)`. */
function isPrototypeCall(
  file: SourceFile,
  { callee }: t.CallExpression,
): boolean {
  if (callee.type !== "MemberExpression") return false;
  const method = callee.object;
  if (
    method.type !== "MemberExpression" ||
    propertyName(method) !== "getRequestInit" ||
    method.object.type !== "MemberExpression" ||
    propertyName(method.object) !== "prototype"
  ) return false;
  return file.library.nameOf(method.object.object) !== undefined;
}

function reportPrototypeCall(file: SourceFile, call: t.CallExpression): void {
  if (!isHandled(file, call) && !isReturned(file, call)) {
    file.report(call, awaitItNow);
  }
}
