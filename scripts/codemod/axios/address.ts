import type { SourceFile } from "../source_file.ts";
import { type Node, unwrap } from "../syntax.ts";

/** A value that an endpoint is called with. */
export interface Argument {
  readonly name: string;
  /** The expression. */
  readonly value: string;
}

/** What the address of a request says about its endpoint. */
export interface Address {
  /** An expression, if the address does not begin with a path. */
  readonly urlPrefix: string | undefined;
  /** Template in the language of path-to-regexp 8. */
  readonly path: string;
  readonly parameters: readonly Argument[];
  readonly search: readonly Argument[];
}

/** Text, and expressions within it. */
type Part = string | Node;

/**
 * Reads an address: a text or a template.
 *
 * @param taken names that parameters of the path must not have
 * @returns `undefined` if it is put together otherwise
 */
export function addressOf(
  file: SourceFile,
  node: Node,
  taken: Iterable<string>,
): Address | undefined {
  const parts = partsOf(node);
  if (!parts) return undefined;
  const urlPrefix = takePrefix(file, parts);
  if (urlPrefix === undefined) return undefined;
  const names = new Set(taken);
  const parameters: Argument[] = [];
  const search: Argument[] = [];
  let path = "";
  let query: Part[] | undefined;
  for (const part of parts) {
    if (query) query.push(part);
    else if (typeof part !== "string") {
      const name = freeName(nameFor(file, part), names);
      names.add(name);
      parameters.push({ name, value: valueOf(file, part) });
      // a letter right after the name would belong to it
      path += `:${name}`;
    } else {
      const [before, ...after] = part.split("?");
      if (/:\w+$/.test(path) && /^[\w$]/.test(before!)) return undefined;
      path += escaped(before!);
      if (after.length > 0) query = [after.join("?")];
    }
  }
  if (query && !readQuery(file, query, search)) return undefined;
  if (search.some(({ name }) => names.has(name))) return undefined;
  return {
    urlPrefix: urlPrefix || undefined,
    path: path.startsWith("/") ? path : `/${path}`,
    parameters,
    search,
  };
}

function partsOf(node: Node): Part[] | undefined {
  const url = unwrap(node);
  switch (url.type) {
    case "StringLiteral":
      return [url.value];
    case "TemplateLiteral":
      return url.quasis.flatMap((quasi, index): Part[] => {
        const text = quasi.value.cooked ?? quasi.value.raw;
        const expression = url.expressions[index];
        return [...text ? [text] : [], ...expression ? [expression] : []];
      });
    case "BinaryExpression": {
      if (url.operator !== "+") return undefined;
      const left = partsOf(url.left);
      const right = partsOf(url.right);
      if (left && right) return [...left, ...right];
      if (left) return [...left, url.right];
      return right ? [url.left, ...right] : undefined;
    }
    default:
      return undefined;
  }
}

/** Takes what comes before the path; `""` if nothing does, `undefined` if it is not fixed. */
function takePrefix(file: SourceFile, parts: Part[]): string | undefined {
  const [first, second] = parts;
  if (first === undefined) return undefined;
  if (typeof first === "string") {
    const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?]+/i.exec(first)?.[0];
    if (origin === undefined) return "";
    parts[0] = first.slice(origin.length);
    return quote(origin);
  }
  if (typeof second !== "string" || !second.startsWith("/")) return undefined;
  if (!isFixed(file, first)) return undefined;
  parts.shift();
  return file.textOf(first);
}

/** Whether an expression has its value when the file is loaded. */
export function isFixed(file: SourceFile, node: Node): boolean {
  const value = unwrap(node);
  switch (value.type) {
    case "StringLiteral":
    case "NumericLiteral":
    case "BooleanLiteral":
      return true;
    case "TemplateLiteral":
      return value.expressions.every((each) => isFixed(file, each));
    case "Identifier": {
      const binding = file.bindingOf(value);
      if (!binding) return true;
      const declaration = file.parentOf(binding.by);
      return binding.isTopLevel &&
        (declaration?.type !== "VariableDeclaration" ||
          declaration.kind === "const");
    }
    case "MemberExpression":
      return !value.computed && isFixed(file, value.object);
    case "MetaProperty":
      return true;
    case "LogicalExpression":
    case "BinaryExpression":
      return isFixed(file, value.left) && isFixed(file, value.right);
    case "ConditionalExpression":
      return isFixed(file, value.test) && isFixed(file, value.consequent) &&
        isFixed(file, value.alternate);
    default:
      return false;
  }
}

function readQuery(
  file: SourceFile,
  parts: readonly Part[],
  search: Argument[],
): boolean {
  let pending: string | undefined;
  for (const part of parts) {
    if (typeof part !== "string") {
      if (pending === undefined) return false;
      search.push({ name: pending, value: valueOf(file, part) });
      pending = undefined;
      continue;
    }
    for (const [index, pair] of part.split("&").entries()) {
      if (index === 0 && pair === "") continue;
      const match = /^([A-Za-z_$][\w$]*)=(.*)$/.exec(pair);
      if (!match || pending !== undefined) return false;
      if (match[2] === "") pending = match[1]!;
      else search.push({ name: match[1]!, value: quote(match[2]!) });
    }
  }
  return pending === undefined;
}

/** The value that is put in; encoding is the endpoint's task. */
function valueOf(file: SourceFile, node: Node): string {
  const value = unwrap(node);
  return value.type === "CallExpression" &&
      value.callee.type === "Identifier" &&
      value.callee.name === "encodeURIComponent" && value.arguments[0]
    ? file.textOf(value.arguments[0])
    : file.textOf(node);
}

function nameFor(file: SourceFile, node: Node): string {
  const value = unwrap(node);
  switch (value.type) {
    case "Identifier":
      return value.name;
    case "MemberExpression":
    case "OptionalMemberExpression": {
      if (value.property.type !== "Identifier" || value.computed) return "id";
      const { name } = value.property;
      const object = value.object.type === "Identifier"
        ? value.object.name
        : "";
      return name === "id" && object ? `${object}Id` : name;
    }
    case "CallExpression":
      return value.arguments[0] ? nameFor(file, value.arguments[0]) : "id";
    default:
      return "id";
  }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}${number}`;
  return free;
}

/** Text of an address as text of a template. */
function escaped(text: string): string {
  return text.replace(/[{}()[\]+?!:*\\]/g, "\\$&");
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
