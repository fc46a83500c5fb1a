import type * as t from "@babel/types";
import { extendsLibrary } from "../known_values.ts";
import type { SourceFile } from "../source_file.ts";
import {
  functionOf,
  isClass,
  isFunction,
  type Node,
  nodesOf,
  onlyResultOf,
  propertyName,
} from "../syntax.ts";
import type { Transform } from "../transform.ts";

const before = "getMiddleware";
const after = "middleware";
const advice = `a manager has a ${after} instead of ${before}`;

/** Managers have a `middleware` instead of a method that returns it. */
export const middlewareProperty: Transform = {
  name: "middleware-property",
  release: 16,
  summary: "getMiddleware = () => m becomes middleware = m",
  apply(file) {
    for (const node of nodesOf(file.program)) {
      switch (node.type) {
        case "ClassMethod":
        case "ClassProperty":
          if (!node.static && !node.computed && propertyName(node) === before) {
            convertMember(file, node);
          }
          break;
        case "ObjectMethod":
        case "ObjectProperty":
          if (
            propertyName(node) === before &&
            file.parentOf(node)?.type === "ObjectExpression"
          ) file.report(node, advice);
          break;
        case "CallExpression":
          convertCall(file, node);
      }
    }
  },
};

function convertMember(
  file: SourceFile,
  member: t.ClassMethod | t.ClassProperty,
): void {
  const made = functionOf(member);
  if (!made) return file.report(member, advice);
  if (extendsManager(file, member)) {
    return file.report(
      member,
      `the class it extends has a ${after} of its own: in the constructor, give this.${after} one that calls it`,
    );
  }
  const returned = onlyResultOf(made);
  if (returned && isOwnMiddleware(returned)) {
    return exposeField(file, member);
  }
  if (!returned) {
    if (member.type === "ClassMethod") {
      file.replace(member.key, `get ${after}`);
    } else file.report(member, advice);
    return;
  }
  if (readsThis(returned)) return convertToGetter(file, member, made, returned);
  const typed = file.text.slice(
    made.returnType?.start ?? 0,
    made.returnType?.end ?? 0,
  );
  const value = file.textOf(returned);
  if (member.type === "ClassProperty") {
    if (member.typeAnnotation) {
      return file.report(member, advice);
    }
    file.replace(member.key, after + typed);
    file.replace(made, value);
  } else {
    file.edits.replace(
      { start: member.key.start!, end: member.end! },
      `${after}${typed} = ${value};`,
    );
  }
}

/** Whether a class extends one of the library, which sets its own `middleware`. */
function extendsManager(file: SourceFile, member: Node): boolean {
  const body = file.parentOf(member);
  const definition = body && file.parentOf(body);
  return isClass(definition) && extendsLibrary(file, definition) === "yes";
}

/** Whether an expression needs what a constructor may have yet to set. */
function readsThis(expression: Node): boolean {
  const nodes = nodesOf(expression, (node) => !isFunction(node));
  return [...nodes].some((node) =>
    node.type === "ThisExpression" || node.type === "Super"
  );
}

function convertToGetter(
  file: SourceFile,
  member: t.ClassMethod | t.ClassProperty,
  made: t.Function,
  returned: Node,
): void {
  if (member.type === "ClassMethod") {
    return file.replace(member.key, `get ${after}`);
  }
  const type = made.returnType ? file.textOf(made.returnType) : "";
  file.edits.replace(
    { start: member.key.start!, end: member.end! },
    `get ${after}()${type} { return ${file.textOf(returned)}; }`,
  );
}

/** `this.middleware` */
function isOwnMiddleware(node: Node): boolean {
  return node.type === "MemberExpression" &&
    node.object.type === "ThisExpression" && propertyName(node) === after;
}

/** The class has the field already: it becomes public, and the method goes. */
function exposeField(
  file: SourceFile,
  member: t.ClassMethod | t.ClassProperty,
): void {
  file.edits.remove(file.linesOf(member));
  const body = file.parentOf(member);
  if (body?.type !== "ClassBody") return;
  for (const each of body.body) {
    if (
      (each.type === "ClassProperty" || each.type === "ClassMethod") &&
      propertyName(each) === after &&
      (each.accessibility === "protected" || each.accessibility === "private")
    ) {
      const start = file.text.indexOf(each.accessibility, each.start!);
      const length = /^\w+\s*/.exec(file.text.slice(start))![0].length;
      file.edits.remove({ start, end: start + length });
    }
  }
}

/** `manager.getMiddleware()` */
function convertCall(file: SourceFile, call: t.CallExpression): void {
  const { callee } = call;
  if (
    callee.type !== "MemberExpression" || callee.computed ||
    callee.object.type === "Super" || call.arguments.length > 0 ||
    propertyName(callee) !== before
  ) return;
  file.edits.replace({ start: callee.property.start!, end: call.end! }, after);
}
