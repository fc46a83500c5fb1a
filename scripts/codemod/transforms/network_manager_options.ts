import type * as t from "@babel/types";
import type { SourceFile } from "../source_file.ts";
import { isClass, type Node, nodesOf } from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** A NetworkManager takes its lifetimes by name. */
export const networkManagerOptions: Transform = {
  name: "network-manager-options",
  release: 15,
  summary: "new NetworkManager(a, b) takes an object of options",
  apply(file) {
    for (const node of nodesOf(file.program)) {
      if (
        node.type === "NewExpression" && isNetworkManager(file, node.callee)
      ) {
        convert(file, node);
      } else if (
        node.type === "CallExpression" && node.callee.type === "Super"
      ) {
        const owner = file.closest(node, isClass);
        if (owner?.superClass && isNetworkManager(file, owner.superClass)) {
          convert(file, node);
        }
      }
    }
  },
};

function isNetworkManager(file: SourceFile, node: Node): boolean {
  return /^(Idling)?NetworkManager$/.test(file.library.nameOf(node) ?? "");
}

function convert(
  file: SourceFile,
  call: t.NewExpression | t.CallExpression,
): void {
  const [data, error] = call.arguments;
  if (!data || data.type === "ObjectExpression") return;
  if (data.type === "SpreadElement" || (!error && !isLength(data))) {
    return file.report(
      call,
      "NetworkManager takes { dataExpiryLength, errorExpiryLength }",
    );
  }
  const parts = isUndefined(data)
    ? []
    : [`dataExpiryLength: ${file.textOf(data)}`];
  if (error) parts.push(`errorExpiryLength: ${file.textOf(error)}`);
  file.edits.replace(
    { start: data.start!, end: (error ?? data).end! },
    `{ ${parts.join(", ")} }`,
  );
}

function isUndefined(node: Node): boolean {
  return node.type === "Identifier" && node.name === "undefined";
}

/** Whether a single argument is a number, and not options by another name. */
function isLength(node: Node): boolean {
  return node.type === "NumericLiteral" ||
    (node.type === "BinaryExpression" && node.operator !== "in" &&
      node.operator !== "instanceof") ||
    (node.type === "Identifier" && node.name === "Infinity");
}
