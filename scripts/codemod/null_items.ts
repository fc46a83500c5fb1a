import { libraryPath, ourPackage } from "./packages.ts";
import { resolvedValue } from "./resolved_values.ts";
import type { SourceFile } from "./source_file.ts";
import {
  isCall,
  isFunction,
  isMember,
  type Node,
  propertyName,
  unwrap,
} from "./syntax.ts";

/**
 * Reports the first place of a file that reads members of the items of a list
 * without asking whether there is an item. Lists kept `null` out before 0.10.
 */
export function reportNullItems(file: SourceFile): void {
  const places = [...listsOf(file)].flatMap((list) => [
    ...readingItems(file, list),
  ]);
  const [first] = places.sort((a, b) => a.start! - b.start!);
  if (!first) return;
  const others = places.length - 1;
  file.report(
    first,
    "lists keep the null that a server sends, since 0.10: if yours sends any, filter(Boolean) first" +
      (others > 0
        ? ` (here and in ${others} more place${
          others > 1 ? "s" : ""
        } of this file)`
        : ""),
  );
}

const hooks = ["useSuspense", "useLive", "useCache", "useQuery", "useDLE"];

/** Uses of values that are results of list endpoints. */
function* listsOf(file: SourceFile): Generator<Node> {
  for (const hook of hooks) {
    for (const { node, through } of file.library.usesOf(hook)) {
      const call = file.parentOf(node);
      if (
        libraryPath(through.source.value)?.packageName === ourPackage ||
        call?.type !== "CallExpression" || call.callee !== node ||
        !isListEndpoint(file, call.arguments[0])
      ) continue;
      const declarator = file.parentOf(call);
      if (declarator?.type !== "VariableDeclarator") {
        yield call;
        continue;
      }
      const name = hook === "useDLE" ? dataOf(declarator.id) : declarator.id;
      yield* (name && file.bindingOf(name)?.references) ?? [];
    }
  }
}

/** The name that a pattern gives to `data`. */
function dataOf(pattern: Node): Node | undefined {
  if (pattern.type !== "ObjectPattern") return undefined;
  for (const property of pattern.properties) {
    if (
      property.type === "ObjectProperty" && propertyName(property) === "data"
    ) {
      return property.value;
    }
  }
  return undefined;
}

function isListEndpoint(
  file: SourceFile,
  endpoint: Node | undefined,
): boolean {
  if (!endpoint) return false;
  const value = unwrap(endpoint);
  if (
    value.type === "MemberExpression" && propertyName(value) === "getList"
  ) return true;
  const found = resolvedValue(file, value);
  const made = found?.node;
  const options =
    made?.type === "NewExpression" || made?.type === "CallExpression"
      ? made.arguments[0]
      : undefined;
  return options?.type === "ObjectExpression" &&
    options.properties.some((property) =>
      property.type === "ObjectProperty" &&
      propertyName(property) === "schema" &&
      isListSchema(found!.file, property.value)
    );
}

function isListSchema(file: SourceFile, node: Node): boolean {
  const schema = unwrap(node);
  if (schema.type === "ArrayExpression") return true;
  if (schema.type !== "NewExpression") return false;
  const name = file.library.constructOf(schema.callee);
  return name === "Array" || name === "Collection" || name === "All";
}

const iterating = new Set([
  "map",
  "flatMap",
  "forEach",
  "filter",
  "some",
  "every",
  "find",
]);

/** Calls and loops that read a member of each item. */
function* readingItems(file: SourceFile, list: Node): Generator<Node> {
  const parent = file.parentOf(list);
  if (parent?.type === "ForOfStatement" && parent.right === list) {
    const item = parent.left.type === "VariableDeclaration"
      ? parent.left.declarations[0]?.id
      : undefined;
    if (item && needsItem(file, item)) yield parent;
    return;
  }
  if (
    !isMember(parent) || parent.object !== list ||
    !iterating.has(propertyName(parent) ?? "")
  ) return;
  const call = file.parentOf(parent);
  if (!isCall(call)) return;
  const callback = call.arguments[0] && unwrap(call.arguments[0]);
  const item = callback && isFunction(callback)
    ? callback.params[0]
    : undefined;
  if (item && needsItem(file, item)) yield parent.property;
}

/** Whether something is read of an item that might be `null`. */
function needsItem(file: SourceFile, item: Node): boolean {
  if (item.type === "ObjectPattern") return true;
  return file.bindingOf(item)?.references.some((reference) => {
    const parent = file.parentOf(reference);
    return parent?.type === "MemberExpression" && parent.object === reference;
  }) ?? false;
}
