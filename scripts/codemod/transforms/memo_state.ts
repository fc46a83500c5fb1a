import type * as t from "@babel/types";
import { annotatedType } from "../known_values.ts";
import type { SourceFile } from "../source_file.ts";
import { endOf, type Node, nodesOf, startOf, unwrap } from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** `MemoCache` takes the state as one argument. */
export const memoState: Transform = {
  name: "memo-state",
  release: 16,
  summary: "query and buildQueryKey of a MemoCache take the state as a whole",
  apply(file) {
    if (!file.text.includes("MemoCache")) return;
    for (const node of nodesOf(file.program)) {
      if (node.type !== "CallExpression") continue;
      const { callee } = node;
      if (
        callee.type === "MemberExpression" && !callee.computed &&
        callee.property.type === "Identifier" &&
        methods.has(callee.property.name) && isMemoCache(file, callee.object)
      ) joinState(file, node);
    }
  },
};

const methods = new Set(["query", "buildQueryKey"]);

function joinState(file: SourceFile, call: t.CallExpression): void {
  const [, args, entities, indexes, argsKey] = call.arguments;
  if (!args || !entities || !indexes) return;
  if (call.arguments.some(({ type }) => type === "SpreadElement")) {
    return file.report(call, "pass the state as one argument, the third");
  }
  file.edits.replace(
    { start: startOf(entities), end: endOf(argsKey ?? indexes) },
    stateOf(file, entities, indexes),
  );
}

function stateOf(file: SourceFile, entities: Node, indexes: Node): string {
  const first = partOf(file, entities, "entities");
  const second = partOf(file, indexes, "indexes");
  if (first !== undefined && first === second) return first;
  return `{ ${member(file, "entities", entities)}, ${
    member(file, "indexes", indexes)
  } }`;
}

function member(file: SourceFile, name: string, value: Node): string {
  const text = file.textOf(value);
  return text === name ? name : `${name}: ${text}`;
}

/** The text before `.entities` or `.indexes`. */
function partOf(
  file: SourceFile,
  node: Node,
  name: string,
): string | undefined {
  const part = unwrap(node);
  return part.type === "MemberExpression" && !part.computed &&
      part.property.type === "Identifier" && part.property.name === name
    ? file.textOf(part.object)
    : undefined;
}

function isMemoCache(file: SourceFile, node: Node): boolean {
  const object = unwrap(node);
  switch (object.type) {
    case "NewExpression":
      return file.library.nameOf(object.callee) === "MemoCache";
    case "Identifier": {
      const by = file.bindingOf(object)?.by;
      return by !== undefined && holdsMemoCache(file, by, object.name);
    }
    case "MemberExpression":
      return object.object.type === "ThisExpression" &&
        isFieldWithMemoCache(file, object);
    default:
      return false;
  }
}

/** Whether a declaration of a variable or parameter makes it a MemoCache. */
function holdsMemoCache(file: SourceFile, by: Node, name: string): boolean {
  if (by.type === "VariableDeclarator") {
    return by.id.type === "Identifier" &&
      isMemo(file, by.id.typeAnnotation, by.init);
  }
  return "params" in by && Array.isArray(by.params) &&
    (by.params as Node[]).some((each) => isMemoParameter(file, each, name));
}

function isMemoParameter(file: SourceFile, node: Node, name: string): boolean {
  if (node.type === "TSParameterProperty") {
    return isMemoParameter(file, node.parameter, name);
  }
  const [target, initial] = node.type === "AssignmentPattern"
    ? [node.left, node.right]
    : [node];
  return target.type === "Identifier" && target.name === name &&
    isMemo(file, target.typeAnnotation, initial);
}

function isFieldWithMemoCache(
  file: SourceFile,
  access: t.MemberExpression,
): boolean {
  const name = file.textOf(access.property);
  const body = file.closest(access, (node) => node.type === "ClassBody");
  if (body?.type !== "ClassBody") return false;
  return [...nodesOf(body)].some((node) => {
    switch (node.type) {
      case "ClassProperty":
      case "ClassPrivateProperty":
        return file.textOf(node.key) === name &&
          isMemo(file, node.typeAnnotation, node.value);
      case "TSParameterProperty":
        return isMemoParameter(file, node, name);
      case "AssignmentExpression":
        return node.left.type === "MemberExpression" &&
          node.left.object.type === "ThisExpression" &&
          file.textOf(node.left.property) === name &&
          node.right.type === "NewExpression" &&
          file.library.nameOf(node.right.callee) === "MemoCache";
      default:
        return false;
    }
  });
}

function isMemo(
  file: SourceFile,
  annotation: Node | null | undefined,
  initial: Node | null | undefined,
): boolean {
  return annotatedType(file, annotation) === "MemoCache" ||
    (initial != null && isMemoCache(file, initial));
}
