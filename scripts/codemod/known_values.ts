import type * as t from "@babel/types";
import { importedValue } from "./exported_values.ts";
import type { Binding } from "./scopes.ts";
import type { SourceFile } from "./source_file.ts";
import { isClass, type Node, propertyName, unwrap } from "./syntax.ts";

/** Whether the file itself shows that something is so, or that it is not, or neither. */
export type Knowledge = "yes" | "no" | "unknown";

/** The value that a name is declared with: `x` of `const name = x`. */
export function initialValue(binding: Binding | undefined): Node | undefined {
  const { by, declaration } = binding ?? {};
  return by?.type === "VariableDeclarator" && by.id === declaration && by.init
    ? unwrap(by.init)
    : undefined;
}

/** The path that a name or a default is imported from. */
export function importSource(
  file: SourceFile,
  binding: Binding | undefined,
): string | undefined {
  const declaration = binding && file.parentOf(binding.by);
  return declaration?.type === "ImportDeclaration" &&
      binding?.by.type !== "ImportNamespaceSpecifier"
    ? declaration.source.value
    : undefined;
}

/**
 * Whether an expression is a controller: `useController()`, `new Controller()`,
 * something typed as Controller, or named like one.
 */
export function isController(file: SourceFile, node: Node): boolean {
  const value = unwrap(node);
  if (value.type === "MemberExpression") {
    return /^(controller|ctrl)$/.test(propertyName(value) ?? "");
  }
  if (value.type === "CallExpression") {
    return file.library.nameOf(value.callee) === "useController";
  }
  if (value.type === "NewExpression") {
    return /^(Mock)?Controller$/.test(file.library.nameOf(value.callee) ?? "");
  }
  if (value.type !== "Identifier") return false;
  const binding = file.bindingOf(value);
  const declared = binding && declaredType(file, binding);
  if (declared !== undefined) return declared === "Controller";
  const initial = initialValue(binding);
  if (initial && initial.type !== "Identifier") {
    return isController(file, initial);
  }
  return /^(controller|ctrl)$/.test(value.name);
}

/** The library's name of the type that a binding is annotated with; `""` for another type. */
export function declaredType(
  file: SourceFile,
  binding: Binding,
): string | undefined {
  const { declaration } = binding;
  if (declaration.type !== "Identifier") return undefined;
  return annotatedType(file, declaration.typeAnnotation);
}

/** The library's name of an annotated type; `""` for another type. */
export function annotatedType(
  file: SourceFile,
  annotation: Node | null | undefined,
): string | undefined {
  if (annotation?.type !== "TSTypeAnnotation") return undefined;
  const type = annotation.typeAnnotation;
  return type.type === "TSTypeReference"
    ? file.library.nameOf(type.typeName) ?? ""
    : "";
}

/**
 * Whether a class extends one of the library, directly, through classes of the
 * file, or through a mixin that gets one.
 */
export function extendsLibrary(file: SourceFile, node: t.Class): Knowledge {
  return node.superClass ? isLibraryClass(file, node.superClass) : "no";
}

function isLibraryClass(
  file: SourceFile,
  node: Node,
  seen: ReadonlySet<Node> = new Set(),
): Knowledge {
  const value = unwrap(node);
  if (seen.has(value)) return "no";
  const visited = new Set(seen).add(value);
  if (file.library.nameOf(value) !== undefined) return "yes";
  switch (value.type) {
    case "Identifier": {
      const binding = file.bindingOf(value);
      if (!binding) return "no";
      if (importSource(file, binding) !== undefined) {
        // a module of the application may extend the library
        const value = importedValue(file, binding);
        return value
          ? isLibraryClass(value.file, value.node, visited)
          : "unknown";
      }
      const { by } = binding;
      if (isClass(by)) return isLibraryClass(file, by, visited);
      const initial = initialValue(binding);
      // a mixin's parameter
      return initial ? isLibraryClass(file, initial, visited) : "unknown";
    }
    case "ClassExpression":
    case "ClassDeclaration":
      return value.superClass
        ? isLibraryClass(file, value.superClass, visited)
        : "no";
    case "CallExpression": {
      const results = value.arguments.map((each) =>
        isLibraryClass(file, each, visited)
      );
      return results.includes("yes") ? "yes" : "unknown";
    }
    case "MemberExpression":
      return "unknown";
    default:
      return "no";
  }
}

/** The name of a class member or property whose value is, or is in, a function. */
export function memberAround(
  file: SourceFile,
  node: Node,
): { readonly name: string; readonly member: Node } | undefined {
  for (const member of [node, ...file.ancestorsOf(node)]) {
    switch (member.type) {
      case "ClassMethod":
      case "ObjectMethod":
      case "ClassProperty":
      case "ObjectProperty": {
        const name = propertyName(member);
        return name === undefined ? undefined : { name, member };
      }
    }
  }
  return undefined;
}

/** Whether a call is what a function returns. */
export function isReturned(file: SourceFile, call: Node): boolean {
  const parent = file.parentOf(call);
  return parent?.type === "ReturnStatement" ||
    (parent?.type === "ArrowFunctionExpression" && parent.body === call);
}
