import type * as t from "@babel/types";
import { annotatedType } from "../known_values.ts";
import { middlewaresOf } from "../middleware.ts";
import type { Binding } from "../scopes.ts";
import type { SourceFile } from "../source_file.ts";
import { propertyName } from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** A middleware gets the controller itself. */
export const middlewareArgument: Transform = {
  name: "middleware-argument",
  release: 9,
  summary: "({ controller }) => next => becomes controller => next =>",
  apply(file) {
    for (const { outer } of middlewaresOf(file)) {
      const [parameter] = outer.params;
      if (parameter?.type === "ObjectPattern") unpack(file, outer, parameter);
      else if (parameter?.type === "Identifier") {
        dropController(file, parameter);
      }
    }
  },
};

function unpack(
  file: SourceFile,
  outer: t.Function,
  pattern: t.ObjectPattern,
): void {
  const members = pattern.properties.flatMap((property) => {
    if (property.type !== "ObjectProperty") return [];
    const name = propertyName(property);
    return name !== undefined && property.value.type === "Identifier"
      ? [{ name, local: property.value }]
      : [];
  });
  const controller = members.find(({ name }) => name === "controller");
  if (!controller) return;
  const others = members.filter((each) => each !== controller);
  const bindings = others.map(({ local }) => file.bindingOf(local));
  if (
    members.length < pattern.properties.length ||
    bindings.some((binding) => !binding || !isPlainlyUsed(file, binding))
  ) {
    return file.report(
      pattern,
      "a middleware gets the controller itself: take it, and getState and dispatch from it",
    );
  }
  const name = controller.local.name;
  others.forEach(({ name: member }, index) => {
    for (const reference of bindings[index]!.references) {
      const parent = file.parentOf(reference);
      const isShorthand = parent?.type === "ObjectProperty" && parent.shorthand;
      file.replace(
        reference,
        (isShorthand ? `${reference.name}: ` : "") + `${name}.${member}`,
      );
    }
  });
  const { typeAnnotation } = pattern;
  const typed = typeAnnotation
    ? annotatedType(file, typeAnnotation) === "MiddlewareAPI"
      ? `: ${file.library.add("Controller", { typeOnly: true })}`
      : file.textOf(typeAnnotation)
    : "";
  const range = { start: pattern.start!, end: pattern.end! };
  const before = file.text.slice(outer.start!, range.start).trimEnd();
  const after = file.text.slice(range.end).trimStart();
  const isAlone = outer.type === "ArrowFunctionExpression" && typed === "" &&
    !outer.returnType && before.endsWith("(") && after.startsWith(")") &&
    /^(async\s*)?\($/.test(before);
  if (isAlone) {
    const open = file.text.lastIndexOf("(", range.start);
    const close = file.text.indexOf(")", range.end);
    file.edits.replace({ start: open, end: close + 1 }, name);
  } else file.edits.replace(range, name + typed);
}

/** Whether every use is a plain reading, so that `name` may become `api.name`. */
function isPlainlyUsed(file: SourceFile, binding: Binding): boolean {
  return binding.references.every((reference) =>
    file.parentOf(reference)?.type !== "AssignmentExpression"
  );
}

/** `api => next => ... api.controller.fetch` reads the controller off itself. */
function dropController(file: SourceFile, parameter: t.Identifier): void {
  for (const reference of file.bindingOf(parameter)?.references ?? []) {
    const parent = file.parentOf(reference);
    if (
      parent?.type === "MemberExpression" && parent.object === reference &&
      !parent.computed && propertyName(parent) === "controller"
    ) file.replace(parent, file.textOf(reference));
  }
}
