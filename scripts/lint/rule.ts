import type { Node, Rule } from "./mod.ts";
import { texts } from "./names.ts";

/** Says what is wrong with a node. */
export type Report = (node: Node, message: string) => void;

/** Makes a rule of either linter from what it looks at. */
export function rule(
  name: string,
  description: string,
  visit: (report: Report) => Record<string, (node: Node) => void>,
): Rule {
  return {
    meta: {
      type: "problem",
      docs: {
        description,
        url:
          `https://github.com/tessera-client/tessera/blob/main/docs/lint.md#${name}`,
      },
      schema: [],
    },
    create: (context) => ({
      Program(node) {
        const { text = "" } = context.sourceCode as { readonly text?: string };
        texts.set(node, text);
      },
      ...visit((node, message) => context.report({ node, message })),
    }),
  };
}
