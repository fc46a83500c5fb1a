import type * as t from "@babel/types";
import { isOfEndpoint, isPartOfEndpoint } from "../endpoint_options.ts";
import { convertPath } from "../path_language.ts";
import type { SourceFile } from "../source_file.ts";
import {
  type Node,
  nodesOf,
  onlyResultOf,
  propertyName,
  unwrap,
} from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** Path templates are in the language of path-to-regexp 8. */
export const pathTemplates: Transform = {
  name: "path-templates",
  release: 16,
  summary: "path templates such as /users/:id? become /users{/:id}",
  apply(file) {
    for (const node of nodesOf(file.program)) {
      const value = pathIn(file, node);
      if (value) convert(file, value);
    }
  },
};

/** The value of a `path` that describes an endpoint. */
function pathIn(file: SourceFile, node: Node): Node | undefined {
  switch (node.type) {
    case "ObjectProperty":
    case "ClassProperty":
      return propertyName(node) === "path" && isOfEndpoint(file, node)
        ? node.value ?? undefined
        : undefined;
    case "ObjectMethod":
    case "ClassMethod":
      return node.kind === "get" && propertyName(node) === "path" &&
          isOfEndpoint(file, node)
        ? onlyResultOf(node) ?? node
        : undefined;
    case "TSPropertySignature": {
      const literal = file.parentOf(node);
      return propertyName(node) === "path" && literal &&
          describesEndpointType(file, literal)
        ? literalType(node.typeAnnotation)
        : undefined;
    }
    default:
      return undefined;
  }
}

/** Whether a type literal is given to a type of the library: `GetEndpoint<{ path: "/" }>`. */
function describesEndpointType(file: SourceFile, literal: Node): boolean {
  const list = file.parentOf(literal);
  const user = list && file.parentOf(list);
  if (list?.type !== "TSTypeParameterInstantiation") return false;
  switch (user?.type) {
    case "TSTypeReference":
      return file.library.nameOf(user.typeName) !== undefined;
    case "TSInterfaceHeritage":
    case "TSClassImplements":
      return file.library.nameOf(user.expression) !== undefined;
    case "NewExpression":
    case "CallExpression":
      return file.library.nameOf(user.callee) !== undefined;
    case "TSImportType":
      return file.library.sources.some(({ by }) => by === user);
    // class extends RestEndpoint<{ path: "/" }>
    case "ClassDeclaration":
    case "ClassExpression":
      return isPartOfEndpoint(file, user);
    default:
      return false;
  }
}

function literalType(
  annotation: Node | null | undefined,
): Node | undefined {
  return annotation?.type === "TSTypeAnnotation" &&
      annotation.typeAnnotation.type === "TSLiteralType"
    ? annotation.typeAnnotation.literal
    : undefined;
}

const dynamic =
  "this path is put together: check that its parts are in the language of path-to-regexp 8";

function convert(file: SourceFile, value: Node): void {
  const node = unwrap(value);
  switch (node.type) {
    case "StringLiteral":
      return convertText(file, node, node.value, (text) => {
        const quote = file.text[node.start!]!;
        return quote + escapeFor(text, quote) + quote;
      });
    case "TemplateLiteral":
      if (node.expressions.length > 0) return file.report(value, dynamic);
      return convertText(
        file,
        node,
        node.quasis[0]!.value.cooked ?? "",
        (text) => `\`${escapeFor(text, "`")}\``,
      );
    case "TaggedTemplateExpression":
      if (
        file.textOf(node.tag).replaceAll(/\s/g, "") === "String.raw" &&
        node.quasi.expressions.length === 0
      ) {
        return convertText(
          file,
          node.quasi,
          node.quasi.quasis[0]!.value.raw,
          (text) => `\`${text}\``,
        );
      }
      return file.report(value, dynamic);
    case "ConditionalExpression":
      convert(file, node.consequent);
      return convert(file, node.alternate);
    case "Identifier":
      if (node.name === "undefined") return;
      return convertConstant(file, node);
    default:
      return file.report(value, dynamic);
  }
}

function convertText(
  file: SourceFile,
  node: Node,
  path: string,
  write: (text: string) => string,
): void {
  const converted = convertPath(path);
  for (const remark of converted.remarks) file.report(node, remark);
  if (converted.path !== path) file.replace(node, write(converted.path));
}

/** Follows a name to a constant of the file that is used for paths only. */
function convertConstant(file: SourceFile, name: t.Identifier): void {
  const binding = file.bindingOf(name);
  const by = binding?.by;
  const declaration = by && file.parentOf(by);
  if (
    binding && by?.type === "VariableDeclarator" && by.init &&
    by.id.type === "Identifier" &&
    declaration?.type === "VariableDeclaration" &&
    declaration.kind === "const" &&
    file.parentOf(declaration)?.type !== "ExportNamedDeclaration" &&
    binding.references.every((reference) => isPathValue(file, reference)) &&
    isWhole(unwrap(by.init))
  ) return convert(file, by.init);
  file.report(name, dynamic);
}

function isPathValue(file: SourceFile, reference: Node): boolean {
  let value = reference;
  for (;;) {
    const around = file.parentOf(value);
    if (around === undefined) return false;
    if (pathIn(file, around) === value) return true;
    if (unwrap(around) !== reference) return false;
    value = around;
  }
}

function isWhole(node: Node): boolean {
  return node.type === "StringLiteral" ||
    (node.type === "TemplateLiteral" && node.expressions.length === 0);
}

function escapeFor(text: string, quote: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`)
    .replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return quote === "`" ? escaped.replaceAll("${", "\\${") : escaped;
}
