import type * as t from "@babel/types";
import { isFunction, type Node } from "./syntax.ts";

/** What a name stands for: a value, a type, or both (imports, classes, enums). */
export type Meaning = "value" | "type" | "both";

/** A name that is written where a binding is used or declared. */
export type NameNode = t.Identifier | t.JSXIdentifier;

/** A declared name. */
export interface Binding {
  readonly name: string;
  readonly meaning: Meaning;
  /** The scope it is declared in. */
  readonly scope: Scope;
  /** The name where it is declared. */
  readonly declaration: NameNode;
  /** What declares it: an import specifier, a declarator, a function, a class... */
  readonly by: Node;
  /** Every use that resolves to it, assignments and `export { name }` included. */
  readonly references: NameNode[];
}

/** A region of a file in which names are declared. */
export class Scope {
  readonly #bindings: Map<string, Binding[]> = new Map();

  /**
   * @param node what opens the region
   * @param parent the region around it
   */
  constructor(readonly node: Node, readonly parent?: Scope) {}

  /** Whether `var` declares here. */
  get isFunctionScope(): boolean {
    return this.node.type === "Program" || this.node.type === "TSModuleBlock" ||
      this.node.type === "StaticBlock" || isFunction(this.node);
  }

  /** Bindings declared in this very scope. */
  get own(): Binding[] {
    return [...this.#bindings.values()].flat();
  }

  /** Adds a name. */
  declare(name: NameNode, meaning: Meaning, by: Node): void {
    const list = this.#bindings.get(name.name) ?? [];
    this.#bindings.set(name.name, list);
    // a second `var x`, an overload or a merged interface is the same binding
    const known = list.find((binding) => binding.meaning === meaning);
    if (known) known.references.push(name);
    else {
      list.push({
        name: name.name,
        meaning,
        scope: this,
        declaration: name,
        by,
        references: [],
      });
    }
  }

  /** The binding a name means here, if the file declares it. */
  lookup(name: string, meaning: Meaning = "both"): Binding | undefined {
    const found = this.#bindings.get(name)?.find((binding) =>
      meaning === "both" || binding.meaning === "both" ||
      binding.meaning === meaning
    );
    return found ?? this.parent?.lookup(name, meaning);
  }

  /** Whether this scope is `other` or lies within it. */
  isWithin(other: Scope): boolean {
    return this === other || (this.parent?.isWithin(other) ?? false);
  }
}
