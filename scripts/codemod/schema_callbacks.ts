import type { SourceFile } from "./source_file.ts";
import {
  isCall,
  isFunction,
  type Node,
  nodesOf,
  propertyName,
  unwrap,
} from "./syntax.ts";

/** A function, method or signature that a schema class offers. */
export interface SchemaCallback {
  /** The function, or the signature of one. */
  readonly node: Node;
  /** Its parameters; `this` of TypeScript is none. */
  readonly parameters: readonly Parameter[];
  /** Whether it is a member of a class or an object, or of the type of one. */
  readonly isMember: boolean;
}

/** A parameter. */
export interface Parameter {
  /** All of it, with type and default value. */
  readonly node: Node;
  /** The name or pattern. */
  readonly target: Node;
  readonly annotation: Node | undefined;
  readonly initial: Node | undefined;
}

/**
 * Finds what is called by a name: methods, fields and properties with a
 * function, declared functions, constants with a function, and their types.
 *
 * @param file the file to look through
 * @param name `denormalize`, `normalize`, `queryKey`
 */
export function* schemaCallbacks(
  file: SourceFile,
  name: string,
): Generator<SchemaCallback> {
  for (const node of nodesOf(file.program)) {
    const place = placeOf(file, node);
    if (place === undefined || place.name !== name) continue;
    yield {
      node,
      parameters: parametersOf(node),
      isMember: place.isMember,
    };
  }
}

/** The name of a parameter; `undefined` for a pattern. */
export function nameOf(parameter: Parameter | undefined): string | undefined {
  return parameter?.target.type === "Identifier"
    ? parameter.target.name
    : undefined;
}

/** Whether a parameter is that of the arguments of an endpoint, by name or type. */
export function isArgs(parameter: Parameter | undefined): boolean {
  if (!parameter) return false;
  const { target, annotation, initial } = parameter;
  return /^_?args?$|arguments$/i.test(nameOf(parameter) ?? "") ||
    target.type === "ArrayPattern" || initial?.type === "ArrayExpression" ||
    isListType(annotation);
}

/** Whether a parameter is a function, by name, type or because it is called. */
export function isVisitor(
  file: SourceFile,
  parameter: Parameter | undefined,
): boolean {
  if (!parameter) return false;
  const { annotation } = parameter;
  return /visit/i.test(nameOf(parameter) ?? "") ||
    annotation?.type === "TSFunctionType" ||
    (annotation?.type === "TSTypeReference" &&
      /visit/i.test(file.textOf(annotation.typeName))) ||
    referencesOf(file, parameter).some((reference) => {
      const parent = file.parentOf(reference);
      return isCall(parent) && parent.callee === reference;
    });
}

/** Uses of a parameter. */
export function referencesOf(
  file: SourceFile,
  parameter: Parameter,
): readonly Node[] {
  return file.bindingOf(parameter.target)?.references ?? [];
}

interface Place {
  readonly name: string | undefined;
  readonly isMember: boolean;
}

/** What a function is called where it stands. */
export function placeOf(file: SourceFile, node: Node): Place | undefined {
  switch (node.type) {
    case "ClassMethod":
    case "ObjectMethod":
    case "TSDeclareMethod":
    case "TSMethodSignature":
      return { name: propertyName(node), isMember: true };
    case "FunctionDeclaration":
    case "TSDeclareFunction":
      return { name: node.id?.name, isMember: false };
    case "FunctionExpression":
    case "ArrowFunctionExpression":
    case "TSFunctionType":
      return placeOfValue(file, node);
    default:
      return undefined;
  }
}

function placeOfValue(file: SourceFile, value: Node): Place | undefined {
  let node = value;
  for (;;) {
    const parent = file.parentOf(node);
    switch (parent?.type) {
      case "ObjectProperty":
      case "ClassProperty":
      case "ClassAccessorProperty":
      case "TSPropertySignature":
        return "key" in parent && parent.key === node
          ? undefined
          : { name: propertyName(parent), isMember: true };
      case "VariableDeclarator":
        return parent.id.type === "Identifier"
          ? { name: parent.id.name, isMember: false }
          : undefined;
      case "AssignmentExpression":
        return parent.right === node && parent.left.type === "MemberExpression"
          ? { name: propertyName(parent.left), isMember: true }
          : undefined;
      case "TSTypeAnnotation":
      case "TSParenthesizedType":
        node = parent;
        break;
      case "Identifier":
        // the type of a variable, not that of a parameter
        node = parent;
        if (isParameter(file, parent)) return undefined;
        break;
      default:
        if (!parent || unwrap(parent) !== value) return undefined;
        node = parent;
    }
  }
}

function isParameter(file: SourceFile, name: Node): boolean {
  const parent = file.parentOf(name);
  return parent !== undefined &&
    (isFunction(parent) || parent.type.startsWith("TS"));
}

function parametersOf(node: Node): Parameter[] {
  const list: unknown = Reflect.get(node, "params") ??
    Reflect.get(node, "parameters");
  return (Array.isArray(list) ? list as Node[] : [])
    .filter((parameter) =>
      parameter.type !== "Identifier" || parameter.name !== "this"
    )
    .map(parameterOf);
}

function parameterOf(node: Node): Parameter {
  const initial = node.type === "AssignmentPattern" ? node.right : undefined;
  const target = node.type === "AssignmentPattern" ? node.left : node;
  const annotation = Reflect.get(target, "typeAnnotation") as
    | Node
    | null
    | undefined;
  return {
    node,
    target,
    annotation: annotation?.type === "TSTypeAnnotation"
      ? annotation.typeAnnotation
      : annotation ?? undefined,
    initial,
  };
}

function isListType(type: Node | undefined): boolean {
  switch (type?.type) {
    case "TSArrayType":
    case "TSTupleType":
      return true;
    case "TSTypeOperator":
      return isListType(type.typeAnnotation);
    case "TSTypeReference":
      return type.typeName.type === "Identifier" &&
        /^(Readonly)?Array$/.test(type.typeName.name);
    default:
      return false;
  }
}
