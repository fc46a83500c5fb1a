import type * as t from "@babel/types";
import { isReturned } from "../known_values.ts";
import { libraryPath, ourPackage } from "../packages.ts";
import type { SourceFile } from "../source_file.ts";
import {
  endOf,
  isMember,
  type Node,
  propertyName,
  startOf,
  unwrap,
} from "../syntax.ts";
import type { Transform } from "../transform.ts";

/**
 * `useFetch` always returns a promise, which says whether it is resolved.
 * It returned one only while a request was in flight.
 */
export const fetchInFlight: Transform = {
  name: "fetch-in-flight",
  release: 16,
  summary: "if (promise) of useFetch becomes if (!promise.resolved)",
  apply(file) {
    for (const { node, through } of file.library.usesOf("useFetch")) {
      const call = file.parentOf(node);
      if (call?.type !== "CallExpression" || call.callee !== node) continue;
      const promise = new FetchPromise(file, mayAskNothing(call));
      const declarator = file.parentOf(call);
      if (
        declarator?.type === "VariableDeclarator" &&
        declarator.id.type === "Identifier"
      ) promise.rewriteUses(declarator.id);
      else promise.rewriteTest(call);
      const isNew = libraryPath(through.source.value)?.packageName ===
        ourPackage;
      if (!isNew && isReturned(file, call)) {
        file.report(
          call,
          "this hook returns a promise at all times now: let its users test promise.resolved",
        );
      }
    }
  },
};

/** Whether `null` may stand in for the arguments; there is no promise then. */
function mayAskNothing(call: t.CallExpression): boolean {
  return call.arguments.slice(1).some((argument) => {
    const { type } = unwrap(argument);
    return type !== "ObjectExpression" && type !== "StringLiteral" &&
      type !== "NumericLiteral" && type !== "TemplateLiteral";
  });
}

/** A test of a promise. */
interface Test {
  readonly node: Node;
  /** Whether it is true while a request is in flight. */
  readonly inFlight: boolean;
}

class FetchPromise {
  readonly #file: SourceFile;
  readonly #nullable: boolean;

  constructor(file: SourceFile, nullable: boolean) {
    this.#file = file;
    this.#nullable = nullable;
  }

  rewriteUses(declaration: t.Identifier): void {
    const references = this.#file.bindingOf(declaration)?.references ?? [];
    // written for what useFetch returns now
    if (references.some((reference) => this.#asksState(reference))) return;
    for (const reference of references) this.rewriteTest(reference);
  }

  /** Rewrites a value whose truth is tested. */
  rewriteTest(value: Node): void {
    const test = this.#testOf(value);
    if (test) {
      const [before, after] = this.#question(test);
      this.#file.edits.replace(
        { start: startOf(test.node), end: startOf(value) },
        before,
      );
      this.#file.edits.replace(
        { start: endOf(value), end: endOf(test.node) },
        after,
      );
    } else if (this.#isExpectedToBeTested(value)) {
      this.#file.report(
        value,
        "this promise was undefined while nothing was in flight: pass !promise.resolved, or test that",
      );
    }
  }

  /** What to write before and after the promise. */
  #question({ node, inFlight }: Test): [before: string, after: string] {
    if (!this.#nullable) return [inFlight ? "!" : "", ".resolved"];
    const after = `?.resolved ${inFlight ? "===" : "!=="} false`;
    return this.#file.parentOf(node)?.type === "BinaryExpression"
      ? ["(", `${after})`]
      : ["", after];
  }

  #asksState(reference: Node): boolean {
    const parent = this.#file.parentOf(reference);
    return isMember(parent) && parent.object === reference &&
      ["resolved", "status"].includes(propertyName(parent) ?? "");
  }

  /** The largest expression that only asks whether there is a promise, whatever type it is given. */
  #testOf(value: Node): Test | undefined {
    let node = value;
    let inFlight = true;
    let isTest = false;
    for (;;) {
      const parent = this.#file.parentOf(node);
      if (parent?.type === "UnaryExpression" && parent.operator === "!") {
        inFlight = !inFlight;
        isTest = true;
      } else if (parent && this.#isBooleanCall(parent, node)) isTest = true;
      else if (parent && !isTest && isComparison(parent)) {
        inFlight = parent.operator.startsWith("!");
        isTest = true;
      } else if (!parent || unwrap(parent) !== unwrap(node)) {
        return isTest || (parent && isCondition(parent, node, this.#file))
          ? { node, inFlight }
          : undefined;
      }
      node = parent;
    }
  }

  #isBooleanCall(parent: Node, argument: Node): boolean {
    return parent.type === "CallExpression" &&
      parent.callee.type === "Identifier" && parent.callee.name === "Boolean" &&
      this.#file.bindingOf(parent.callee) === undefined &&
      parent.arguments[0] === argument;
  }

  /** Whether something else will test the value, by the name it is given. */
  #isExpectedToBeTested(value: Node): boolean {
    const parent = this.#file.parentOf(value);
    if (parent?.type === "LogicalExpression") return true;
    if (parent?.type === "UnaryExpression") return parent.operator === "typeof";
    const name = parent?.type === "JSXExpressionContainer"
      ? this.#attributeOf(parent)
      : parent?.type === "ObjectProperty"
      ? propertyName(parent)
      : undefined;
    return name !== undefined &&
      /loading|pending|busy|fetching|disabled|^(is|has)[A-Z]/i.test(name);
  }

  #attributeOf(container: Node): string | undefined {
    const attribute = this.#file.parentOf(container);
    return attribute?.type === "JSXAttribute" &&
        attribute.name.type === "JSXIdentifier"
      ? attribute.name.name
      : undefined;
  }
}

function isComparison(node: Node): node is t.BinaryExpression {
  if (
    node.type !== "BinaryExpression" || !/^[!=]==?$/.test(node.operator)
  ) return false;
  return [node.left, node.right].some((side) =>
    side.type === "NullLiteral" ||
    (side.type === "Identifier" && side.name === "undefined")
  );
}

/** Whether only the truth of a value matters where it stands. */
function isCondition(parent: Node, value: Node, file: SourceFile): boolean {
  switch (parent.type) {
    case "IfStatement":
    case "WhileStatement":
    case "DoWhileStatement":
    case "ForStatement":
    case "ConditionalExpression":
      return parent.test === value;
    case "LogicalExpression":
      if (parent.operator === "??") return false;
      // `a && b` as a value is `a` only if that is false, or the same test
      if (parent.operator === "&&" && parent.left === value) return true;
      return isTested(file, parent);
    default:
      return false;
  }
}

function isTested(file: SourceFile, node: Node): boolean {
  const parent = file.parentOf(node);
  if (!parent) return false;
  if (parent.type === "UnaryExpression") return parent.operator === "!";
  return isCondition(parent, node, file) &&
    !(parent.type === "LogicalExpression" && !isTested(file, parent));
}
