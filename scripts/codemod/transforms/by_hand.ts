import type * as t from "@babel/types";
import { isEndpointDefinition, isOfEndpoint } from "../endpoint_options.ts";
import { libraryPath, ourPackage } from "../packages.ts";
import {
  isArgs,
  nameOf,
  referencesOf,
  schemaCallbacks,
} from "../schema_callbacks.ts";
import type { SourceFile } from "../source_file.ts";
import {
  functionOf,
  isFunction,
  isMember,
  type Node,
  nodesOf,
  onlyResultOf,
  propertyName,
  unwrap,
} from "../syntax.ts";
import type { Transform } from "../transform.ts";
import { reportNullItems } from "../null_items.ts";

/** What only the author can decide. */
export const byHand: Transform = {
  name: "by-hand",
  summary: "reports what cannot be rewritten, and changes nothing",
  apply(file) {
    const { release } = file;
    reportComments(file);
    if (release < 18) reportArguments(file);
    if (release < 16) reportQueryKeys(file);
    for (const node of nodesOf(file.program)) {
      if (release < 9) reportUpdate(file, node);
      if (release < 18) reportBinary(file, node);
    }
    if (release < 10) reportNullItems(file);
  },
};

/** Results that depend on the arguments must say so, since they are kept. */
function reportArguments(file: SourceFile): void {
  const text =
    "what depends on the arguments must say so: read them in a function kept in a constant, and call delegate.argsKey(thatFunction)";
  for (const { parameters } of schemaCallbacks(file, "denormalize")) {
    const [, delegate] = parameters;
    if (!delegate || parameters.length !== 2) continue;
    reportMember(file, delegate.target, text);
    for (const use of referencesOf(file, delegate)) {
      const parent = file.parentOf(use);
      if (
        isMember(parent) && parent.object === use &&
        propertyName(parent) === "args"
      ) {
        file.report(parent, text);
      } else if (parent?.type === "VariableDeclarator" && parent.init === use) {
        reportMember(file, parent.id, text);
      }
    }
  }
}

/** Lookups are members of a delegate, since 0.15. */
function reportQueryKeys(file: SourceFile): void {
  for (const { node, parameters } of schemaCallbacks(file, "queryKey")) {
    if (
      parameters.length > 3 || /^getEntit/.test(nameOf(parameters[2]) ?? "")
    ) {
      file.report(
        node,
        "queryKey takes (args, recurse, delegate): getEntity and getIndex are methods of the delegate",
      );
    }
  }
  for (const { node, parameters } of schemaCallbacks(file, "infer")) {
    if (parameters.length > 2 && isArgs(parameters[0])) {
      file.report(node, "infer is queryKey(args, recurse, delegate) now");
    }
  }
}

/** Types in comments of JavaScript are not rewritten. */
function reportComments(file: SourceFile): void {
  for (const { start, value } of file.comments) {
    for (const found of value.matchAll(/\bimport\((['"])([^'"]+)\1\)/g)) {
      const path = libraryPath(found[2]!);
      if (!path || path.packageName === ourPackage) continue;
      file.reports.push({
        offset: start! + found.index,
        text: `this comment takes a type from ${
          found[2]
        }: import it from ${ourPackage}`,
      });
    }
  }
}

/** Reports an `args` that a pattern takes. */
function reportMember(file: SourceFile, pattern: Node, text: string): void {
  if (pattern.type !== "ObjectPattern") return;
  for (const property of pattern.properties) {
    if (
      property.type === "ObjectProperty" && propertyName(property) === "args"
    ) {
      file.report(property, text);
    }
  }
}

/** Lists take up what is created; an `update` would add it a second time. */
function reportUpdate(file: SourceFile, node: Node): void {
  if (node.type !== "ObjectProperty" && node.type !== "ObjectMethod") return;
  const object = file.parentOf(node);
  if (
    propertyName(node) !== "update" || object?.type !== "ObjectExpression" ||
    !isFunctionValue(file, node) || !isEndpointDefinition(file, object) ||
    !isCreation(file, object)
  ) return;
  file.report(
    node,
    "lists add what is created by themselves: take this update out",
  );
}

function isFunctionValue(
  file: SourceFile,
  node: t.ObjectProperty | t.ObjectMethod,
): boolean {
  if (node.type === "ObjectMethod") return true;
  const value = unwrap(node.value);
  if (value.type !== "Identifier") return isFunction(value);
  const by = file.bindingOf(value)?.by;
  return by !== undefined &&
    (isFunction(by) ||
      (by.type === "VariableDeclarator" && by.init != null &&
        isFunction(unwrap(by.init))));
}

/** Whether options are those of an endpoint that creates. */
function isCreation(file: SourceFile, object: t.ObjectExpression): boolean {
  const isPost = object.properties.some((property) =>
    property.type === "ObjectProperty" && propertyName(property) === "method" &&
    property.value.type === "StringLiteral" &&
    property.value.value.toUpperCase() === "POST"
  );
  const call = file.parentOf(object);
  const derived = call?.type === "CallExpression" &&
      call.callee.type === "MemberExpression"
    ? file.textOf(call.callee.object)
    : "";
  const around = call && file.parentOf(call);
  const name = around?.type === "VariableDeclarator"
    ? file.textOf(around.id)
    : around?.type === "ObjectProperty"
    ? propertyName(around) ?? ""
    : "";
  return isPost ||
    /(\.(create|push|unshift|assign)|useCreate\(\))$/.test(derived) ||
    /^(create|add|new|push)([A-Z_]|$)/.test(name);
}

/** Endpoints with `content` are typed, and do not come into the store. */
function reportBinary(file: SourceFile, node: Node): void {
  const body = functionNamed(file, node, "parseResponse");
  if (!body) return;
  const returned = onlyResultOf(body);
  const call = returned?.type === "AwaitExpression"
    ? returned.argument
    : returned;
  if (
    call?.type !== "CallExpression" || call.arguments.length > 0 ||
    call.callee.type !== "MemberExpression"
  ) return;
  const method = propertyName(call.callee) ?? "";
  if (!/^(blob|arrayBuffer)$/.test(method)) return;
  file.report(
    node,
    `content: "${method}" does what this parseResponse does, and types the result`,
  );
}

/** The function of an endpoint's option or method. */
function functionNamed(
  file: SourceFile,
  node: Node,
  name: string,
): t.Function | undefined {
  if (
    node.type !== "ObjectMethod" && node.type !== "ObjectProperty" &&
    node.type !== "ClassMethod" && node.type !== "ClassProperty"
  ) return undefined;
  if (propertyName(node) !== name || !isOfEndpoint(file, node)) {
    return undefined;
  }
  return functionOf(node);
}
