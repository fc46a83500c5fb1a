import type * as t from "@babel/types";
import type { LibraryUse } from "../library.ts";
import { placeOf } from "../schema_callbacks.ts";
import type { SourceFile } from "../source_file.ts";
import { isFunction, type Node, propertyName } from "../syntax.ts";
import type { Transform } from "../transform.ts";

/**
 * The delegate invalidates, and tells in queries what is invalid. Elsewhere the
 * symbol can be imported as before.
 */
export const invalidSymbol: Transform = {
  name: "invalid-symbol",
  release: 16,
  summary: "INVALID becomes delegate.invalidate() or delegate.INVALID",
  apply(file) {
    let left = 0;
    const uses = file.library.usesOf("INVALID");
    for (const use of uses) if (!rewriteUse(file, use)) left++;
    if (left > 0) return;
    for (const each of file.library.importsOf("INVALID")) {
      if (uses.length > 0) file.library.remove(each);
    }
  },
};

function rewriteUse(file: SourceFile, { node }: LibraryUse): boolean {
  const parent = file.parentOf(node);
  if (
    parent?.type === "CallExpression" && parent.arguments[2] === node &&
    parent.callee.type === "MemberExpression" &&
    propertyName(parent.callee) === "setEntity"
  ) {
    const [entity, pk] = parent.arguments;
    file.replace(parent.callee.property, "invalidate");
    file.edits.remove({ start: pk!.end!, end: endOfArguments(file, parent) });
    return entity !== undefined;
  }
  const delegate = queryDelegateOf(file, node);
  if (delegate === undefined) return false;
  const isShorthand = parent?.type === "ObjectProperty" && parent.shorthand;
  file.replace(
    node,
    `${isShorthand ? `${file.textOf(node)}: ` : ""}${delegate}.INVALID`,
  );
  return true;
}

function endOfArguments(file: SourceFile, call: t.CallExpression): number {
  const last = call.arguments.at(-1)!;
  // a trailing comma goes with the arguments
  const rest = /^\s*,/.exec(file.text.slice(last.end!, call.end!));
  return last.end! + (rest && call.arguments.length > 2 ? rest[0].length : 0);
}

/** The name of the delegate that an enclosing `queryKey` was given. */
function queryDelegateOf(file: SourceFile, node: Node): string | undefined {
  for (const ancestor of file.ancestorsOf(node)) {
    if (!isFunction(ancestor) || placeOf(file, ancestor)?.name !== "queryKey") {
      continue;
    }
    const parameter = ancestor.params[2];
    if (parameter?.type !== "Identifier" || ancestor.params.length > 3) {
      return undefined;
    }
    const binding = file.bindingOf(parameter);
    const found = file.scopes.lookup(parameter.name, node);
    return found && found === binding ? parameter.name : undefined;
  }
  return undefined;
}
