import type * as t from "@babel/types";
import { type Binding, type Meaning, type NameNode, Scope } from "./scope.ts";
import { childrenOf, type Node } from "./syntax.ts";

/** The scopes of a file, and what each name in it means. */
export interface Scopes {
  readonly root: Scope;
  /** The node a node stands in. */
  readonly parents: ReadonlyMap<Node, Node>;
  /** The scope a node stands in. */
  scopeOf(node: Node): Scope;
  /** The binding that a name resolves to; `undefined` for globals and property names. */
  bindingOf(name: Node): Binding | undefined;
  /** Names that are used and declared nowhere in the file. */
  readonly globals: ReadonlySet<string>;
}

/** What is found of scopes while a file is walked through; complete after `resolve`. */
export class ScopeRecord implements Scopes {
  readonly root: Scope;
  readonly parents: Map<Node, Node> = new Map();
  readonly globals: Set<string> = new Set();
  readonly #scopes = new Map<Node, Scope>();
  readonly #references: Reference[] = [];
  readonly #resolved = new Map<Node, Binding>();

  /** @param program the file */
  constructor(program: t.Program) {
    this.root = new Scope(program);
    this.#scopes.set(program, this.root);
  }

  /** See {@linkcode Scopes.scopeOf}. */
  scopeOf(node: Node): Scope {
    for (
      let current: Node | undefined = node;
      current;
      current = this.parents.get(current)
    ) {
      const scope = this.#scopes.get(current);
      if (scope) return scope;
    }
    return this.root;
  }

  /** See {@linkcode Scopes.bindingOf}. */
  bindingOf(name: Node): Binding | undefined {
    return this.#resolved.get(name);
  }

  /** Opens a scope within another. */
  open(node: Node, parent: Scope): Scope {
    const scope = new Scope(node, parent);
    this.#scopes.set(node, scope);
    return scope;
  }

  /** Notes a use of a name, if the node is one. */
  refer(name: Node | null | undefined, meaning: Meaning, scope: Scope): void {
    if (name?.type === "Identifier" || name?.type === "JSXIdentifier") {
      this.#references.push({ name, meaning, scope });
    }
  }

  /** Notes a name that a node declares. */
  declare(name: NameNode, meaning: Meaning, by: Node, scope: Scope): void {
    this.parents.set(name, by);
    scope.declare(name, meaning, by);
  }

  /** Notes the parents of a node that has no references, and of all below it. */
  adopt(child: Node, parent: Node): void {
    this.parents.set(child, parent);
    for (const [below] of childrenOf(child)) this.adopt(below, child);
  }

  /** Finds what each use means, once all declarations are known. */
  resolve(): void {
    for (const scope of new Set(this.#scopes.values())) {
      for (const binding of scope.own) {
        for (const name of [binding.declaration, ...binding.references]) {
          this.#resolved.set(name, binding);
        }
      }
    }
    for (const { name, meaning, scope } of this.#references) {
      const binding = scope.lookup(name.name, meaning);
      if (binding) {
        binding.references.push(name);
        this.#resolved.set(name, binding);
      } else this.globals.add(name.name);
    }
  }
}

interface Reference {
  readonly name: NameNode;
  readonly meaning: Meaning;
  readonly scope: Scope;
}
