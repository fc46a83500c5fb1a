import type * as t from "@babel/types";
import type { LibraryUse } from "../library.ts";
import type { Binding } from "../scopes.ts";
import { resolvedValue } from "../resolved_values.ts";
import type { SourceFile } from "../source_file.ts";
import type { Node } from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** Indexes and queries are read with `useQuery`. */
export const queries: Transform = {
  name: "queries",
  release: 15,
  summary: "useCache(index or query, ...) becomes useQuery(...)",
  apply(file) {
    const useQuery = { local: undefined as string | undefined };
    for (const use of file.library.usesOf("useCache")) {
      const call = file.parentOf(use.node);
      if (call?.type !== "CallExpression" || call.callee !== use.node) continue;
      convertCall(file, use, call, useQuery);
    }
    dropIndexes(file);
    dropUseCache(file);
  },
};

function convertCall(
  file: SourceFile,
  use: LibraryUse,
  call: t.CallExpression,
  useQuery: { local: string | undefined },
): void {
  const [read] = call.arguments;
  if (!read) return;
  const made = creationOf(file, read);
  const kind = made && kindOf(made.file, made.node);
  if (kind === undefined) return;
  if (kind === "Index") {
    const [entity] = made!.node.arguments;
    if (!entity || made!.file !== file || !isVisible(file, entity, call)) {
      const name = entity?.type === "Identifier" ? entity.name : "Entity";
      return file.report(
        call,
        `read this index with useQuery(${name}, ...), ${name} being what it indexes`,
      );
    }
    file.replace(read, file.textOf(entity));
  }
  const callee = use.through.imported === "*" ? use.name : use.node;
  if (use.through.imported === "*") return file.replace(callee, "useQuery");
  useQuery.local ??= file.library.add("useQuery", { near: use.through });
  file.replace(callee, useQuery.local);
}

/** `new X(...)` of `new X(...)`, or of a constant that holds it. */
function creationOf(
  file: SourceFile,
  node: Node,
): { file: SourceFile; node: t.NewExpression } | undefined {
  const made = resolvedValue(file, node);
  return made?.node.type === "NewExpression"
    ? { file: made.file, node: made.node }
    : undefined;
}

function kindOf(
  file: SourceFile,
  { callee }: t.NewExpression,
): "Index" | "Query" | undefined {
  const name = file.library.constructOf(callee);
  return name === "Index" || name === "Query" ? name : undefined;
}

/** Whether the names of an expression mean the same at another place. */
function isVisible(file: SourceFile, expression: Node, at: Node): boolean {
  if (expression.type !== "Identifier") return false;
  return file.scopes.lookup(expression.name, at, "value") ===
    file.bindingOf(expression);
}

/** Takes out constants that hold an index nobody reads any more. */
function dropIndexes(file: SourceFile): void {
  let left = false;
  for (const use of file.library.usesOf("Index")) {
    const made = file.parentOf(use.node);
    const declarator = made && file.parentOf(made);
    const declaration = declarator && file.parentOf(declarator);
    const holder = declaration && file.parentOf(declaration);
    const binding = declarator?.type === "VariableDeclarator"
      ? file.bindingOf(declarator.id)
      : undefined;
    if (
      made?.type === "NewExpression" && made.callee === use.node && binding &&
      declaration?.type === "VariableDeclaration" &&
      declaration.declarations.length === 1 &&
      holder?.type !== "ExportNamedDeclaration" && isGone(file, binding)
    ) {
      file.edits.remove(file.linesOf(declaration));
    } else {
      left = true;
      file.report(
        use.node,
        "there are no Index objects any more: read with useQuery(Entity, ...) and drop this one",
      );
    }
  }
  if (left) return;
  for (const each of file.library.importsOf("Index")) {
    file.library.remove(each);
  }
}

function isGone(file: SourceFile, binding: Binding): boolean {
  return binding.references.length > 0 &&
    binding.references.every((reference) =>
      file.edits.touches({ start: reference.start!, end: reference.end! })
    );
}

function dropUseCache(file: SourceFile): void {
  for (const each of file.library.importsOf("useCache")) {
    if (
      each.imported !== "*" && isGone(file, each.binding)
    ) {
      file.library.remove(each);
    }
  }
}
