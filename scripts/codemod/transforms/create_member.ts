import type * as t from "@babel/types";
import { importedValue } from "../exported_values.ts";
import {
  initialValue,
  isForeignImport,
  isResource,
  ownCreateOf,
} from "../known_values.ts";
import type { SourceFile } from "../source_file.ts";
import { type Node, nodesOf, propertyName, unwrap } from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** Members are created by pushing to the list. */
export const createMember: Transform = {
  name: "create-member",
  rule: "MOD-9",
  summary: "Resource.create becomes Resource.getList.push",
  apply(file) {
    for (const node of nodesOf(file.program)) {
      switch (node.type) {
        case "MemberExpression":
        case "OptionalMemberExpression":
          if (propertyName(node) === "create") convertMember(file, node);
          break;
        case "TSQualifiedName":
          if (
            node.right.name === "create" &&
            [...file.ancestorsOf(node)].some(({ type }) =>
              type === "TSTypeQuery"
            ) &&
            isResource(file, node.left) === "yes"
          ) file.replace(node.right, "getList.push");
          break;
        case "CallExpression":
          convertHook(file, node);
          reportExtension(file, node);
          break;
        case "VariableDeclarator":
          reportDestructured(file, node);
      }
    }
  },
};

const pushInstead = "create is getList.push now";

function convertMember(
  file: SourceFile,
  node: t.MemberExpression | t.OptionalMemberExpression,
): void {
  const known = isResource(file, node.object);
  if (known === "yes" && !node.computed) {
    return file.replace(node.property, "getList.push");
  }
  if (
    known === "yes" || (known === "unknown" && looksLikeEndpoint(file, node))
  ) {
    file.report(
      node,
      `if ${file.textOf(node.object)} is a resource: ${pushInstead}`,
    );
  }
}

/** What is imported may be anything; an endpoint is passed on, and resources have a name. */
function looksLikeEndpoint(
  file: SourceFile,
  node: t.MemberExpression | t.OptionalMemberExpression,
): boolean {
  const name = node.object.type === "Identifier"
    ? node.object.name
    : node.object.type === "MemberExpression"
    ? propertyName(node.object)
    : undefined;
  if (name === undefined) return false;
  if (/resource$/i.test(name)) return true;
  const parent = file.parentOf(node);
  return parent?.type === "CallExpression" && parent.callee !== node;
}

/** `hooks.useCreate()`, where `hooks = hookifyResource(Resource)`. */
function convertHook(file: SourceFile, call: t.CallExpression): void {
  const { callee } = call;
  if (callee.type === "Identifier" && callee.name === "useCreate") {
    if (isForeignImport(file, file.bindingOf(callee))) {
      file.report(call, "useCreate() is useGetList().push now");
    }
    return;
  }
  if (
    callee.type !== "MemberExpression" || callee.computed ||
    propertyName(callee) !== "useCreate"
  ) return;
  if (!isHooked(file, callee.object)) {
    return file.report(
      callee,
      `if ${file.textOf(callee.object)} has the hooks of a resource: ` +
        "useCreate() is useGetList().push now",
    );
  }
  file.replace(callee.property, "useGetList");
  file.edits.insert(call.end!, ".push");
}

function isHooked(file: SourceFile, node: Node, depth = 0): boolean {
  const value = unwrap(node);
  if (value.type === "Identifier" && depth < 10) {
    const initial = initialValue(file.bindingOf(value));
    if (initial !== undefined) return isHooked(file, initial, depth + 1);
    const imported = importedValue(file, file.bindingOf(value));
    return imported !== undefined &&
      isHooked(imported.file, imported.node, depth + 1);
  }
  return value.type === "CallExpression" &&
    file.library.nameOf(value.callee) === "hookifyResource";
}

/** `Resource.extend({ create: ... })`, `Resource.extend("create", ...)`. */
function reportExtension(file: SourceFile, call: t.CallExpression): void {
  const { callee } = call;
  if (
    callee.type !== "MemberExpression" || propertyName(callee) !== "extend" ||
    isResource(file, callee.object) !== "yes"
  ) return;
  const found = ownCreateOf(call);
  if (found) {
    file.report(found, `${pushInstead}: extend getList with getList.push`);
  }
}

/** `const { create } = Resource`. */
function reportDestructured(
  file: SourceFile,
  { id, init }: t.VariableDeclarator,
): void {
  if (id.type !== "ObjectPattern" || !init) return;
  const known = isResource(file, init) === "yes" ? "create" : "";
  const hooked = isHooked(file, init) ? "useCreate" : "";
  for (const property of id.properties) {
    if (property.type !== "ObjectProperty") continue;
    const name = propertyName(property);
    if (name === known) file.report(property, pushInstead);
    else if (name === hooked) {
      file.report(property, "useCreate() is useGetList().push now");
    }
  }
}
