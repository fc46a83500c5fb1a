import type * as t from "@babel/types";
import { annotatedType } from "../known_values.ts";
import { middlewaresOf } from "../middleware.ts";
import type { Binding } from "../scopes.ts";
import type { SourceFile } from "../source_file.ts";
import { isMember, nodesOf, propertyName, unwrap } from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** Actions carry `response`, `args` and `key` themselves. */
export const actionFields: Transform = {
  name: "action-fields",
  release: 15,
  summary:
    "action.payload becomes action.response, action.meta.args and .key lose meta",
  apply(file) {
    for (const binding of actionsOf(file)) {
      for (const reference of binding.references) {
        convertUse(file, reference);
      }
    }
    for (const node of nodesOf(file.program)) {
      if (isAssertedAction(file, node)) convertUse(file, node);
    }
  },
};

/** Bindings known to hold actions: what middlewares get, and what is typed as one. */
function actionsOf(file: SourceFile): Set<Binding> {
  const found = new Set<Binding>();
  const add = (node: t.Node | undefined) => {
    const binding = node && file.bindingOf(node);
    if (binding) found.add(binding);
  };
  for (const { onAction } of middlewaresOf(file)) {
    const [parameter] = onAction?.params ?? [];
    if (parameter?.type === "Identifier") add(parameter);
    else if (parameter?.type === "ObjectPattern") {
      convertPattern(file, parameter);
    }
  }
  for (const node of nodesOf(file.program)) {
    if (
      node.type === "Identifier" && node.typeAnnotation &&
      isActionType(annotatedType(file, node.typeAnnotation))
    ) add(node);
  }
  return found;
}

/** `value as SetResponseAction`. */
function isAssertedAction(file: SourceFile, node: t.Node): boolean {
  return (node.type === "TSAsExpression" || node.type === "TSTypeAssertion" ||
    node.type === "TSSatisfiesExpression") &&
    node.typeAnnotation.type === "TSTypeReference" &&
    isActionType(file.library.nameOf(node.typeAnnotation.typeName));
}

function isActionType(name: string | undefined): boolean {
  return name === "ActionTypes" || name === "CombinedActionTypes" ||
    /^(Fetch|Set|SetResponse|Receive|Optimistic|Invalidate|InvalidateAll|Reset|Subscribe|Unsubscribe|ExpireAll|GC)Action$/
      .test(name ?? "");
}

function convertUse(file: SourceFile, use: t.Node): void {
  let reference = use;
  let access = file.parentOf(use);
  // whatever type it is given on the way
  while (access && unwrap(access) === unwrap(use)) {
    reference = access;
    access = file.parentOf(access);
  }
  if (
    access?.type === "VariableDeclarator" && access.init === reference &&
    access.id.type === "ObjectPattern"
  ) return convertPattern(file, access.id);
  if (!isMember(access) || access.object !== reference || access.computed) {
    return;
  }
  const name = propertyName(access);
  const around = file.parentOf(access);
  if (name === "payload") {
    if (around?.type === "CallExpression" && around.callee === access) {
      return file.report(
        access,
        "a FETCH action has no payload() any more: call action.endpoint(...action.args)",
      );
    }
    file.replace(access.property, "response");
  } else if (
    name === "meta" && isMember(around) && around.object === access &&
    !around.computed
  ) {
    const inner = propertyName(around);
    if (inner !== "args" && inner !== "key") return;
    const isOptional = isGuarded(around) && !isGuarded(access);
    file.edits.replace({
      start: access.property.start! - (isOptional ? 1 : 0),
      end: around.property.start!,
    }, isOptional ? "?." : "");
  }
}

function convertPattern(file: SourceFile, pattern: t.ObjectPattern): void {
  for (const property of pattern.properties) {
    if (property.type !== "ObjectProperty") continue;
    const name = propertyName(property);
    if (name === "payload" && property.shorthand) {
      file.edits.replace(
        { start: property.start!, end: property.start! + name.length },
        "response: payload",
      );
    } else if (name === "payload") file.replace(property.key, "response");
    else if (name === "meta" && property.value.type === "ObjectPattern") {
      const moved = property.value.properties.some((each) =>
        each.type === "ObjectProperty" &&
        /^(args|key)$/.test(propertyName(each) ?? "")
      );
      if (moved) {
        file.report(
          property,
          "args and key are members of the action itself, no longer of its meta",
        );
      }
    }
  }
}

/** Whether a member is read with `?.`. */
function isGuarded(
  node: t.MemberExpression | t.OptionalMemberExpression,
): boolean {
  return node.type === "OptionalMemberExpression" && node.optional;
}
