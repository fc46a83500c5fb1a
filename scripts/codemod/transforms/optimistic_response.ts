import type * as t from "@babel/types";
import { extendsLibrary, importSource } from "../known_values.ts";
import type { SourceFile } from "../source_file.ts";
import {
  functionOf,
  namesIn,
  type Node,
  nodesOf,
  propertyName,
  startOf,
} from "../syntax.ts";
import type { Transform } from "../transform.ts";

const before = "optimisticUpdate";
const after = "getOptimisticResponse";

/** Optimistic responses are computed from a snapshot of the store. */
export const optimisticResponse: Transform = {
  name: "optimistic-response",
  release: 9,
  summary: "optimisticUpdate(...) becomes getOptimisticResponse(snap, ...)",
  apply(file) {
    for (const node of nodesOf(file.program)) {
      switch (node.type) {
        case "ObjectMethod":
        case "ObjectProperty":
        case "ClassMethod":
        case "ClassProperty":
          if (propertyName(node) === before) convertMember(file, node);
          break;
        case "MemberExpression":
        case "OptionalMemberExpression":
          if (propertyName(node) === before) {
            file.report(
              node,
              `${before} is ${after} now, and gets a snapshot first`,
            );
          }
      }
    }
  },
};

type Member =
  | t.ObjectMethod
  | t.ObjectProperty
  | t.ClassMethod
  | t.ClassProperty;

function convertMember(file: SourceFile, member: Member): void {
  if (file.parentOf(member)?.type === "ObjectPattern") return;
  if (!isOfEndpoint(file, member)) {
    if (member.type === "ClassMethod" || member.type === "ClassProperty") {
      return;
    }
    return file.report(
      member,
      `if this is an option of an endpoint, rename it to ${after} and take a snapshot first`,
    );
  }
  const made = functionOf(member);
  if (made) {
    file.replace(member.key, after);
    return addSnapshot(file, made);
  }
  const { value } = member as t.ObjectProperty | t.ClassProperty;
  if (!value) return file.replace(member.key, after);
  const given = file.textOf(value);
  const call = `(snap, ...args) => ${
    value.type === "Identifier" ? given : `(${given})`
  }(...args)`;
  if (member.type === "ObjectProperty" && member.shorthand) {
    file.replace(member, `${after}: ${call}`);
  } else {
    file.replace(member.key, after);
    file.replace(value, call);
  }
}

function addSnapshot(file: SourceFile, node: t.Function): void {
  const annotation = needsAnnotation(file, node)
    ? `: ${file.library.add("SnapshotInterface", { typeOnly: true })}`
    : "";
  const name = freeName(node) + annotation;
  const [first, second] = node.params;
  if (first?.type === "Identifier" && first.name === "this") {
    // declares a type, and stays in front
    if (second) file.edits.insert(startOf(second), `${name}, `);
    else file.edits.insert(first.end!, `, ${name}`);
    return;
  }
  if (first) {
    const start = startOf(first);
    const isBare = node.type === "ArrowFunctionExpression" &&
      !file.text.slice(startOf(node), start).includes("(");
    if (isBare) {
      file.replace(first, `(${name}, ${file.textOf(first)})`);
    } else {
      const lead = /\r?\n[ \t]*$/.exec(file.text.slice(0, start))?.[0] ?? " ";
      file.edits.insert(start, `${name},${lead}`);
    }
    return;
  }
  const from = node.type === "ObjectMethod" || node.type === "ClassMethod"
    ? node.key.end!
    : startOf(node);
  file.edits.insert(file.text.indexOf("(", from) + 1, name);
}

/** Parameters of options get their types from the context, those of classes do not. */
function needsAnnotation(file: SourceFile, node: t.Function): boolean {
  if (!file.language.typescript) return false;
  const inClass = node.type === "ClassMethod" ||
    file.parentOf(node)?.type === "ClassProperty";
  return inClass ||
    node.params.some((parameter) =>
      parameter.type === "Identifier" && parameter.typeAnnotation
    );
}

function freeName(node: t.Function): string {
  const taken = namesIn(node);
  return ["snap", "snapshot", "snap_"].find((name) => !taken.has(name)) ??
    "snapshotOfStore";
}

/** Options of an endpoint or a resource, and members of endpoint classes. */
function isOfEndpoint(file: SourceFile, member: Member): boolean {
  for (const around of file.ancestorsOf(member)) {
    switch (around.type) {
      case "ClassDeclaration":
      case "ClassExpression":
        return extendsLibrary(file, around) !== "no";
      case "NewExpression":
        return mayBeEndpoint(file, around.callee);
      case "CallExpression":
        return isMakingEndpoints(file, around.callee);
    }
  }
  return false;
}

function isMakingEndpoints(file: SourceFile, callee: Node): boolean {
  return file.library.nameOf(callee) !== undefined ||
    (callee.type === "MemberExpression" && propertyName(callee) === "extend");
}

/** A class of the library, of the file, or of another module of the application. */
function mayBeEndpoint(file: SourceFile, callee: Node): boolean {
  if (file.library.nameOf(callee) !== undefined) return true;
  const binding = file.bindingOf(callee);
  if (binding?.by.type === "ClassDeclaration") {
    return extendsLibrary(file, binding.by) !== "no";
  }
  const source = importSource(file, binding);
  return source !== undefined &&
    (/^[.~#]|^@\//.test(source) || /Endpoint$/.test(binding!.name));
}
