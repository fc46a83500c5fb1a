import type * as t from "@babel/types";
import { isController } from "../known_values.ts";
import { libraryPath, ourPackage } from "../packages.ts";
import type { LibraryUse } from "../library.ts";
import { memberOf } from "../member.ts";
import type { SourceFile } from "../source_file.ts";
import {
  isClass,
  isMember,
  type Node,
  nodesOf,
  propertyName,
} from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** What was received is set. */
export const setNames: Transform = {
  name: "set-names",
  release: 15,
  summary:
    "receive... names become setResponse, setError; *_TYPE lose their suffix",
  apply(file) {
    const setMeansResponse = isBeforeSetResponse(file);
    renameMethods(file);
    renameMembersOfTypes(file, setMeansResponse);
    renameTypeConstants(file, setMeansResponse);
    file.library.rename("ReceiveAction", "SetResponseAction");
    if (setMeansResponse) {
      const [imported] = file.library.importsOf("SetAction");
      if (imported) file.report(imported.specifier, checkMeaning("SetAction"));
      file.library.rename("SetAction", "SetResponseAction");
    }
  },
};

const methods: Readonly<Record<string, string>> = {
  receive: "setResponse",
  receiveError: "setError",
};

/** How the types of actions were written before they had names. */
const oldType =
  /^rest-hooks\/(fetch|receive|rpc|optimistic|reset|subscribe|unsubscribe|invalidate|invalidateall|delete|gc)$/;

/** Members of `actionTypes` whose names changed by more than the suffix. */
const constants: Readonly<Record<string, string>> = {
  RECEIVE: "SET_RESPONSE",
  DELETE: "INVALIDATE",
};

const actionNames = new Set([
  "FETCH",
  "OPTIMISTIC",
  "SET",
  "SET_RESPONSE",
  "RECEIVE",
  "RESET",
  "SUBSCRIBE",
  "UNSUBSCRIBE",
  "INVALIDATE",
  "INVALIDATEALL",
  "EXPIREALL",
  "DELETE",
  "GC",
]);

function checkMeaning(name: string): string {
  return `${name} meant a response here; if it was about controller.set(), keep ${name}`;
}

/**
 * Whether `SetAction` and `SET_TYPE` are the older names of what is a
 * response: not in our own package, and not beside the newer names.
 */
function isBeforeSetResponse(file: SourceFile): boolean {
  const names = new Set(file.library.imports.map(({ imported }) => imported));
  return !names.has("SetResponseAction") &&
    !/\bSET_RESPONSE\b|\bSET_RESPONSE_TYPE\b/.test(file.text) &&
    !file.library.sources.some(({ literal }) =>
      libraryPath(literal.value)?.packageName === ourPackage
    );
}

function newName(name: string, setMeansResponse: boolean): string | undefined {
  if (!name.endsWith("_TYPE")) return undefined;
  const base = name.slice(0, -"_TYPE".length);
  if (!actionNames.has(base)) return undefined;
  if (base === "SET" && setMeansResponse) return "SET_RESPONSE";
  return constants[base] ?? base;
}

/** `controller.receive(...)`, and `const { receive } = useController()`. */
function renameMethods(file: SourceFile): void {
  for (const node of nodesOf(file.program)) {
    if (isMember(node)) {
      const to = methodName(propertyName(node));
      const isOne = isController(file, node.object) ||
        isOwn(node.object) && isInController(file, node);
      if (to !== undefined && isOne) {
        if (node.computed) file.report(node, `the method is ${to} now`);
        else file.replace(node.property, to);
      }
    } else if (node.type === "ClassMethod" || node.type === "ClassProperty") {
      const to = methodName(propertyName(node));
      if (to !== undefined && !node.computed && isInController(file, node)) {
        file.replace(node.key, to);
      }
    } else if (
      node.type === "StringLiteral" && oldType.test(node.value)
    ) {
      file.report(
        node,
        "action types start with rdc/: compare with actionTypes",
      );
    } else if (
      node.type === "VariableDeclarator" && node.id.type === "ObjectPattern" &&
      node.init && isController(file, node.init)
    ) {
      for (const property of node.id.properties) {
        if (property.type !== "ObjectProperty") continue;
        const to = methodName(propertyName(property));
        if (to !== undefined) renameProperty(file, property, to);
      }
    }
  }
}

function isOwn({ type }: Node): boolean {
  return type === "ThisExpression" || type === "Super";
}

/** Whether a node is in a class that extends Controller. */
function isInController(file: SourceFile, node: Node): boolean {
  const owner = file.closest(node, isClass);
  return file.library.nameOf(owner?.superClass) === "Controller";
}

function methodName(name: string | undefined): string | undefined {
  return name !== undefined && Object.hasOwn(methods, name)
    ? methods[name]
    : undefined;
}

/** Takes another member in a pattern, under the name it had. */
function renameProperty(
  file: SourceFile,
  property: t.ObjectProperty,
  to: string,
): void {
  if (property.shorthand) {
    file.replace(property, `${to}: ${file.textOf(property.value)}`);
  } else file.replace(property.key, to);
}

/** `actionTypes.SET_TYPE`, and `const { SET_TYPE } = actionTypes`. */
function renameMembersOfTypes(
  file: SourceFile,
  setMeansResponse: boolean,
): void {
  for (const { node } of file.library.usesOf("actionTypes")) {
    const parent = file.parentOf(node);
    const member = parent && memberOf(parent);
    if (member?.object === node) {
      const to = newName(member.name, setMeansResponse);
      if (to === undefined) continue;
      file.replace(member.property, to);
      noteMeaning(file, member.name, parent!);
    } else if (
      parent?.type === "VariableDeclarator" && parent.init === node &&
      parent.id.type === "ObjectPattern"
    ) {
      for (const property of parent.id.properties) {
        if (property.type !== "ObjectProperty") continue;
        const name = propertyName(property) ?? "";
        const to = newName(name, setMeansResponse);
        if (to === undefined) continue;
        renameProperty(file, property, to);
        noteMeaning(file, name, property);
      }
    }
  }

  function noteMeaning(file: SourceFile, name: string, node: Node): void {
    if (name === "SET_TYPE" && setMeansResponse) {
      file.report(node, checkMeaning(name));
    }
  }
}

/** `import { RECEIVE_TYPE }`: the constants are members of `actionTypes`. */
function renameTypeConstants(
  file: SourceFile,
  setMeansResponse: boolean,
): void {
  for (const each of file.library.imports) {
    const to = newName(each.imported, setMeansResponse);
    if (to === undefined) continue;
    if (each.specifier.type !== "ImportSpecifier") {
      file.report(
        each.specifier,
        `${each.imported} is actionTypes.${to} now`,
      );
      continue;
    }
    const uses = file.library.usesOf(each.imported)
      .filter(({ through }) => through === each);
    if (uses.some((use) => isReexport(file, use))) {
      file.report(
        each.specifier,
        `${each.imported} is actionTypes.${to} now: change what is exported`,
      );
      continue;
    }
    if (each.imported === "SET_TYPE" && setMeansResponse) {
      file.report(each.specifier, checkMeaning(each.imported));
    }
    const actionTypes = file.library.add("actionTypes", { near: each });
    for (const { node } of uses) replaceConstant(file, node, actionTypes, to);
    file.library.remove(each);
  }
}

function isReexport(file: SourceFile, { node }: LibraryUse): boolean {
  return file.parentOf(node)?.type === "ExportSpecifier";
}

function replaceConstant(
  file: SourceFile,
  node: LibraryUse["node"],
  actionTypes: string,
  to: string,
): void {
  const parent = file.parentOf(node);
  const text = `${actionTypes}.${to}`;
  if (
    parent?.type === "ObjectProperty" && parent.shorthand &&
    parent.value === node
  ) file.replace(parent, `${file.textOf(node)}: ${text}`);
  else file.replace(node, text);
}
