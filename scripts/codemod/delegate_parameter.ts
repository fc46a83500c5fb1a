import type * as t from "@babel/types";
import {
  type Parameter,
  referencesOf,
  type SchemaCallback,
} from "./schema_callbacks.ts";
import type { SourceFile } from "./source_file.ts";
import {
  endOf,
  isCall,
  isFunction,
  isMember,
  namesIn,
  type Node,
  nodesOf,
  propertyName,
  startOf,
} from "./syntax.ts";

/**
 * Rewrites uses of parameters whose place a delegate takes: `args` becomes
 * `delegate.args`, and calls that hand all of them on hand on the delegate.
 */
export class DelegateParameter {
  readonly #file: SourceFile;
  readonly #callback: SchemaCallback;
  readonly #done = new Set<Node>();
  readonly #statements: string[] = [];
  readonly #existing: Parameter | undefined;
  /** The file's name for the delegate. */
  readonly name: string;

  /**
   * @param file the file it is in
   * @param callback the function that gets the delegate
   * @param existing the parameter for it, if there is one already
   */
  constructor(
    file: SourceFile,
    callback: SchemaCallback,
    existing?: Parameter,
  ) {
    this.#file = file;
    this.#callback = callback;
    this.#existing = existing;
    this.name = existing?.target.type === "Identifier"
      ? existing.target.name
      : this.#freeName();
    if (existing && existing.target.type !== "Identifier") {
      this.#takeApart(existing.target, this.name);
    }
  }

  /** Whether a node is a use of the parameter. */
  isUse(node: Node | undefined, parameter: Parameter | undefined): boolean {
    return node !== undefined && parameter !== undefined &&
      referencesOf(this.#file, parameter).includes(node);
  }

  /** Leaves a use alone, because it goes away. */
  skip(use: Node): void {
    this.#done.add(use);
  }

  /**
   * Lets calls of a method of that name that hand on all the parameters, one
   * after the other, hand on the delegate.
   */
  collapseCalls(method: string, parameters: readonly Parameter[]): void {
    for (const call of nodesOf(this.#callback.node)) {
      if (!isCall(call) || calledName(call) !== method) continue;
      const list = call.arguments as Node[];
      const first = list.findIndex((argument) =>
        this.isUse(argument, parameters[0])
      );
      if (first < 0) continue;
      let count = 1;
      while (
        count < parameters.length &&
        this.isUse(list[first + count], parameters[count])
      ) count++;
      if (count < Math.min(parameters.length, 2)) continue;
      for (let index = 0; index < count; index++) {
        this.skip(list[first + index]!);
      }
      this.#file.edits.replace({
        start: startOf(list[first]!),
        end: endOf(list[first + count - 1]!),
      }, this.name);
    }
  }

  /**
   * Rewrites what is left of the uses of a parameter.
   *
   * @param parameter the parameter
   * @param member the member of the delegate that has its value
   * @param bare what to write where a method is not called; the member by default
   */
  replaceUses(
    parameter: Parameter | undefined,
    member: string,
    bare: string = member,
  ): void {
    if (!parameter) return;
    const { target } = parameter;
    if (target.type !== "Identifier") {
      return this.#takeApart(target, member);
    }
    const uses = referencesOf(this.#file, parameter)
      .filter((use) => !this.#done.has(use));
    if (uses.some((use) => isWritten(this.#file, use))) {
      this.#statements.push(`let ${target.name} = ${member};`);
      return;
    }
    for (const use of uses) {
      if (this.#isHidden(use)) {
        this.#file.report(
          use,
          `here ${this.name} is something else: rename that, then write ${member}`,
        );
        continue;
      }
      const parent = this.#file.parentOf(use);
      const isCalled = isCall(parent) && parent.callee === use;
      const isShorthand = parent?.type === "ObjectProperty" && parent.shorthand;
      this.#file.replace(
        use,
        (isShorthand ? `${target.name}: ` : "") + (isCalled ? member : bare),
      );
    }
  }

  /** Puts declarations that became necessary at the start of the function. */
  settle(): void {
    if (this.#statements.length === 0) return;
    const { node } = this.#callback;
    const body = isFunction(node) ? node.body : undefined;
    if (!body) return;
    if (body.type === "BlockStatement") return this.#insertIn(body);
    const arrow = this.#file.text.lastIndexOf("=>", startOf(body)) + 2;
    this.#file.edits.insert(
      arrow,
      ` { ${this.#statements.join(" ")} return`,
    );
    this.#file.edits.insert(endOf(node), "; }");
  }

  /** Declares what a pattern took, which goes without its type. */
  #takeApart(pattern: Node, value: string): void {
    const annotation = Reflect.get(pattern, "typeAnnotation") as Node | null;
    const end = annotation ? startOf(annotation) : endOf(pattern);
    const text = this.#file.text.slice(startOf(pattern), end);
    this.#statements.push(`const ${text} = ${value};`);
  }

  /** Whether another thing has the delegate's name where it is needed. */
  #isHidden(use: Node): boolean {
    const found = this.#file.scopes.lookup(this.name, use, "value");
    return found !== undefined && this.#existing !== undefined &&
      found !== this.#file.bindingOf(this.#existing.target);
  }

  #insertIn(body: t.BlockStatement): void {
    const { lineBreak, text } = this.#file;
    const first = body.body[0];
    const last = body.directives.at(-1);
    const after = last ? endOf(last) : startOf(body) + 1;
    const isOnLine = first !== undefined &&
      text.slice(after, startOf(first)).includes("\n");
    const indent = isOnLine ? this.#file.indentAt(startOf(first)) : "";
    this.#file.edits.insert(
      after,
      this.#statements.map((statement) =>
        isOnLine ? lineBreak + indent + statement : ` ${statement}`
      ).join(""),
    );
  }

  #freeName(): string {
    const taken = namesIn(this.#callback.node);
    let name = "delegate";
    while (taken.has(name) && this.#isName(name)) name = `${name}_`;
    return name;
  }

  /** Whether a name is used for more than a member. */
  #isName(name: string): boolean {
    return [...nodesOf(this.#callback.node)].some((node) => {
      if (node.type !== "Identifier" || node.name !== name) return false;
      const parent = this.#file.parentOf(node);
      const isMember = (parent?.type === "MemberExpression" &&
        parent.property === node && !parent.computed) ||
        (parent?.type === "ObjectProperty" && parent.key === node &&
          !parent.computed && !parent.shorthand);
      return !isMember;
    });
  }
}

/** Drops imports that were needed for the types of parameters that are gone. */
export function dropImportsIn(
  file: SourceFile,
  ranges: readonly { start: number; end: number }[],
): void {
  for (const each of file.library.imports) {
    const { references } = each.binding;
    if (
      each.specifier.type === "ImportSpecifier" && references.length > 0 &&
      references.every((reference) =>
        ranges.some(({ start, end }) =>
          startOf(reference) >= start && endOf(reference) <= end
        )
      )
    ) file.library.remove(each);
  }
}

function calledName(
  { callee }: t.CallExpression | t.OptionalCallExpression,
): string | undefined {
  if (callee.type === "Identifier") return callee.name;
  return isMember(callee) ? propertyName(callee) : undefined;
}

function isWritten(file: SourceFile, use: Node): boolean {
  const parent = file.parentOf(use);
  switch (parent?.type) {
    case "AssignmentExpression":
    case "ForInStatement":
    case "ForOfStatement":
    case "AssignmentPattern":
      return parent.left === use;
    case "UpdateExpression":
    case "ArrayPattern":
    case "RestElement":
      return true;
    case "ObjectProperty":
      return parent.value === use &&
        file.parentOf(parent)?.type === "ObjectPattern";
    default:
      return false;
  }
}
