/**
 * Five mistakes that cost an evening, found by `deno lint` and by ESLint. The
 * README says what each rule finds, and what to write instead.
 *
 * ```js ignore
 * // eslint.config.js
 * import tessera from "@tessera/lint";
 *
 * export default [tessera.configs.recommended];
 * ```
 *
 * @module
 */
import { entityKey, entityPk } from "./entities.ts";
import { noMutationInReadingHook, stableEndpoint } from "./hooks.ts";
import { noCollectionInRender } from "./hooks.ts";

/** A node of the syntax tree, in the shape that Deno and ESLint share. */
// deno-lint-ignore no-explicit-any
export type Node = any;

/** What a linter gives a rule. */
export interface Context {
  /** Says what is wrong with a node. */
  report(problem: { node: Node; message: string }): void;
  /** The module; one of JavaScript or TypeScript has a `text`. */
  readonly sourceCode: object;
}

/** A rule, for either linter. */
export interface Rule {
  /** What ESLint wants to know of a rule. */
  readonly meta: {
    readonly type: "problem";
    readonly docs: { readonly description: string; readonly url: string };
    readonly schema: [];
  };
  /** Makes what is called for each node, by its type. */
  create(context: Context): Record<string, (node: Node) => void>;
}

/** What the linters load. */
export interface Plugin {
  /** What Deno writes before the names of rules. */
  readonly name: string;
  /** What ESLint knows the plugin by. */
  readonly meta: { readonly name: string };
  /** All rules. */
  readonly rules: Record<string, Rule>;
  /** For ESLint: all rules, as errors. */
  readonly configs: {
    readonly recommended: {
      readonly name: string;
      readonly plugins: Record<string, { rules: Record<string, Rule> }>;
      readonly rules: Record<string, "error">;
    };
  };
}

const rules: Record<string, Rule> = {
  "entity-key": entityKey,
  "entity-pk": entityPk,
  "no-mutation-in-reading-hook": noMutationInReadingHook,
  "stable-endpoint": stableEndpoint,
  "no-collection-in-render": noCollectionInRender,
};

/** The plugin, for `deno lint` and for ESLint. */
const plugin: Plugin = {
  name: "tessera",
  meta: { name: "@tessera/lint" },
  rules,
  configs: {
    recommended: {
      name: "tessera/recommended",
      plugins: { tessera: { rules } },
      rules: Object.fromEntries(
        Object.keys(rules).map((name) => [`tessera/${name}`, "error"]),
      ),
    },
  },
};

export default plugin;
