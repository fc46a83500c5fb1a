import { memberAround } from "../known_values.ts";
import type { LibraryUse } from "../library.ts";
import type { SourceFile } from "../source_file.ts";
import { functionOf, type Node, propertyName } from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** What aborts an optimistic response comes with the snapshot. */
export const abortOptimistic: Transform = {
  name: "abort-optimistic",
  release: 15,
  summary: "throw new AbortOptimistic() becomes throw snap.abort",
  apply(file) {
    const left = new Set<unknown>();
    for (const use of file.library.usesOf("AbortOptimistic")) {
      if (!convert(file, use)) left.add(use.through);
    }
    for (const each of file.library.importsOf("AbortOptimistic")) {
      if (!left.has(each)) file.library.remove(each);
    }
  },
};

const advice =
  "throw the abort of the snapshot that getOptimisticResponse gets instead of an AbortOptimistic";

/** Whether the use is gone. */
function convert(file: SourceFile, { node }: LibraryUse): boolean {
  const creation = file.parentOf(node);
  const isCreation = (creation?.type === "NewExpression" ||
    creation?.type === "CallExpression") && creation.callee === node;
  const abort = isCreation && file.parentOf(creation)?.type === "ThrowStatement"
    ? abortFor(file, creation)
    : undefined;
  if (abort === undefined) file.report(node, advice);
  else file.replace(creation!, abort);
  return abort !== undefined;
}

/** The expression that reads `abort` off the first parameter of the optimistic response. */
function abortFor(file: SourceFile, node: Node): string | undefined {
  const around = memberAround(file, node);
  if (around?.name !== "getOptimisticResponse") return undefined;
  const [first] = functionOf(around.member)?.params ?? [];
  if (first?.type === "Identifier") {
    const visible = file.scopes.lookup(first.name, node, "value");
    return visible === file.bindingOf(first)
      ? `${first.name}.abort`
      : undefined;
  }
  if (first?.type !== "ObjectPattern") return undefined;
  for (const property of first.properties) {
    if (
      property.type === "ObjectProperty" &&
      propertyName(property) === "abort" &&
      property.value.type === "Identifier"
    ) return property.value.name;
  }
  const last = first.properties.at(-1);
  if (
    !last || last.type === "RestElement" ||
    file.scopes.lookup("abort", node, "value")
  ) return undefined;
  file.edits.replace({ start: last.end!, end: last.end! }, ", abort");
  return "abort";
}
