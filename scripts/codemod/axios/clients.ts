import type * as t from "@babel/types";
import { importedValue } from "../exported_values.ts";
import { initialValue } from "../known_values.ts";
import type { Origin } from "../rewrite.ts";
import type { Binding } from "../scopes.ts";
import type { SourceFile } from "../source_file.ts";
import { type Node, propertyName, unwrap } from "../syntax.ts";

/** Something that requests are made with: `axios`, or what `axios.create()` returned. */
export interface Client {
  readonly binding: Binding;
  readonly kind: "axios" | "created" | "imported";
  /** The class that takes its place. */
  readonly className: string;
  /** The call of `axios.create`, if it is in this file. */
  readonly creation?: t.CallExpression;
}

/** Files that use axios, or a client that another file created. */
export const axios: Origin = {
  mayBeUsedIn: (text) =>
    /\baxios\b/.test(text) ||
    (/['"]\.\.?\//.test(text) &&
      /\.(get|post|put|patch|delete|request)\s*[<(]/.test(text)),
  isUsedIn: (file) => clientsOf(file).length > 0,
};

/** All clients that a file has a name for. */
export function clientsOf(file: SourceFile): Client[] {
  const clients: Client[] = [];
  for (const binding of file.scopes.topLevel) {
    if (isAxios(file, binding)) {
      clients.push({ binding, kind: "axios", className: "RestEndpoint" });
      continue;
    }
    const creation = creationOf(file, initialValue(binding));
    if (creation) {
      const className = classNameOf(binding.name);
      clients.push({ binding, kind: "created", className, creation });
      continue;
    }
    const found = importedValue(file, binding);
    const created = found && creationOf(found.file, found.node);
    if (created) {
      const className = classNameOf(nameOfCreation(found.file, created));
      clients.push({ binding, kind: "imported", className });
    }
  }
  return clients;
}

/** `axios.create(...)`, if that is what a value is. */
export function creationOf(
  file: SourceFile,
  value: Node | undefined,
): t.CallExpression | undefined {
  const call = value && unwrap(value);
  return call?.type === "CallExpression" &&
      call.callee.type === "MemberExpression" &&
      propertyName(call.callee) === "create" &&
      isAxios(file, file.bindingOf(call.callee.object))
    ? call
    : undefined;
}

/** The name of a class for what a client is called: `ApiEndpoint` for `apiClient`. */
export function classNameOf(client: string): string {
  const words = client.replace(/axios|instance|client/gi, "")
    .split(/[^A-Za-z0-9]+/).filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
  return `${/^[A-Z]/.test(words) && words !== "Index" ? words : "Api"}Endpoint`;
}

/** What a created client is called: its constant, or the file whose default it is. */
export function nameOfCreation(
  file: SourceFile,
  creation: t.CallExpression,
): string {
  for (const node of file.ancestorsOf(creation)) {
    if (
      node.type === "VariableDeclarator" && node.id.type === "Identifier"
    ) return node.id.name;
  }
  return /([^/]*?)\.\w+$/.exec(file.path)?.[1] ?? "";
}

function isAxios(file: SourceFile, binding: Binding | undefined): boolean {
  const by = binding?.by;
  if (by?.type === "VariableDeclarator") {
    const load = by.init && unwrap(by.init);
    return load?.type === "CallExpression" &&
      load.callee.type === "Identifier" &&
      load.callee.name === "require" && by.id.type === "Identifier" &&
      load.arguments[0]?.type === "StringLiteral" &&
      load.arguments[0].value === "axios";
  }
  const declaration = by && file.parentOf(by);
  return declaration?.type === "ImportDeclaration" &&
    declaration.source.value === "axios" &&
    (by?.type === "ImportDefaultSpecifier" ||
      by?.type === "ImportNamespaceSpecifier" ||
      (by?.type === "ImportSpecifier" &&
        file.textOf(by.imported) === "default"));
}
