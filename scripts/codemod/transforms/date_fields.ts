import type * as t from "@babel/types";
import { extendsLibrary } from "../known_values.ts";
import type { SourceFile } from "../source_file.ts";
import { type Node, nodesOf, propertyName, unwrap } from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** Deserializers are called, and `Date()` ignores what it is called with. */
export const dateFields: Transform = {
  name: "date-fields",
  release: 9,
  summary: "Date as a field's schema becomes (iso: string) => new Date(iso)",
  apply(file) {
    for (const node of nodesOf(file.program)) {
      if (
        (node.type === "ClassDeclaration" || node.type === "ClassExpression") &&
        extendsLibrary(file, node) !== "no"
      ) {
        for (const member of node.body.body) {
          if (
            member.type === "ClassProperty" && member.static &&
            propertyName(member) === "schema" && member.value
          ) convertFields(file, member.value);
          else if (
            member.type === "ClassMethod" && member.static &&
            member.kind === "get" && propertyName(member) === "schema"
          ) convertReturned(file, member);
        }
      } else if (
        node.type === "CallExpression" &&
        /^(EntityMixin|Entity|entity)$/.test(
          file.library.nameOf(node.callee) ?? "",
        )
      ) {
        const options = node.arguments[1];
        if (options?.type !== "ObjectExpression") continue;
        for (const property of options.properties) {
          if (
            property.type === "ObjectProperty" &&
            propertyName(property) === "schema"
          ) convertFields(file, property.value);
        }
      }
    }
  },
};

/** `static get schema() { return ...; }` */
function convertReturned(file: SourceFile, getter: t.ClassMethod): void {
  for (const statement of getter.body.body) {
    if (statement.type === "ReturnStatement" && statement.argument) {
      convertFields(file, statement.argument);
    }
  }
}

/** Converts `Date` where it stands for a field, in nested objects and arrays, too. */
function convertFields(file: SourceFile, schema: Node): void {
  const value = unwrap(schema);
  switch (value.type) {
    case "Identifier":
      if (value.name === "Date" && !file.bindingOf(value)) {
        const annotation = file.language.typescript ? ": string" : "";
        file.replace(value, `(iso${annotation}) => new Date(iso)`);
      }
      return;
    case "ObjectExpression":
      for (const property of value.properties) {
        if (property.type !== "ObjectProperty") continue;
        if (property.shorthand) {
          const field = unwrap(property.value);
          if (
            field.type === "Identifier" && field.name === "Date" &&
            !file.bindingOf(field)
          ) file.edits.insert(property.start!, "Date: ");
        }
        convertFields(file, property.value);
      }
      return;
    case "ArrayExpression":
      for (const element of value.elements) {
        if (element && element.type !== "SpreadElement") {
          convertFields(file, element);
        }
      }
  }
}
