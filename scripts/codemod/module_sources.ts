import type * as t from "@babel/types";
import { libraryPath } from "./packages.ts";
import { type Node, nodesOf, unwrap } from "./syntax.ts";

/** A place that names a module of the library. */
export interface ModuleSource {
  /** The quoted path. */
  readonly literal: t.StringLiteral;
  /** The import, export, call or type that names it. */
  readonly by: Node;
}

/** Finds imports, re-exports, `require`, `import()`, import types and module mocks. */
export function moduleSources(program: t.Program): ModuleSource[] {
  const found: ModuleSource[] = [];
  for (const node of nodesOf(program)) {
    const literal = sourceOf(node);
    if (literal && libraryPath(literal.value)) {
      found.push({ literal, by: node });
    }
  }
  return found;
}

/** The call that loads the library as a whole: `require("...")` or `await import("...")`. */
export function loadedSource(
  node: Node | null | undefined,
): t.StringLiteral | undefined {
  if (!node) return undefined;
  let call = unwrap(node);
  if (call.type === "AwaitExpression") call = unwrap(call.argument);
  const literal = isLoading(call) ? sourceOf(call) : undefined;
  return literal && libraryPath(literal.value) ? literal : undefined;
}

function isLoading(node: Node): boolean {
  return node.type === "ImportExpression" ||
    (node.type === "CallExpression" &&
      (node.callee.type === "Import" ||
        (node.callee.type === "Identifier" && node.callee.name === "require")));
}

function sourceOf(node: Node): t.StringLiteral | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
      return node.source;
    case "ExportNamedDeclaration":
      return node.source ?? undefined;
    case "TSExternalModuleReference":
      return node.expression;
    case "TSImportType":
      return node.source;
    case "TSModuleDeclaration":
      return asLiteral(node.id);
    case "ImportExpression":
      return asLiteral(node.source);
    case "CallExpression":
      return takesModule(node.callee)
        ? asLiteral(node.arguments[0])
        : undefined;
    default:
      return undefined;
  }
}

/** `require`, `import`, `require.resolve`, `jest.mock`, `vi.importActual` and their like. */
function takesModule(callee: Node): boolean {
  if (callee.type === "Import") return true;
  if (callee.type === "Identifier") return callee.name === "require";
  if (
    callee.type !== "MemberExpression" ||
    callee.object.type !== "Identifier" || callee.property.type !== "Identifier"
  ) return false;
  const { name: object } = callee.object;
  const { name: member } = callee.property;
  if (object === "require" || object === "module") return member === "resolve";
  return (object === "jest" || object === "vi") &&
    /^(un|do|dont)?[mM]ock$|^(require|import)(Actual|Mock)$|^createMockFromModule$/
      .test(member);
}

function asLiteral(node: Node | undefined): t.StringLiteral | undefined {
  return node?.type === "StringLiteral" ? node : undefined;
}
